"""Writes into the documents what their commands print now.

    python tests/update_documents.py [docs/tutorial.md ...]

Without arguments all documents. Read the difference before committing it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from support.documents import DOCUMENTS, refresh

if __name__ == "__main__":
    for document in map(Path, sys.argv[1:] or DOCUMENTS):
        with tempfile.TemporaryDirectory() as directory:
            done = refresh(document.read_text(encoding="utf-8"), Path(directory))
        document.write_text(done.text, encoding="utf-8")
        if done.missing:
            print(f"{document}: left as it was what needs {', '.join(done.missing)}")
