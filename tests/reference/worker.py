"""Runs Enzyme's passes over many modules in one process, since it takes seconds to load.

    python -m reference.worker FILE         (in the directory tests)

FILE holds one JSON list [module text, pipeline] per line. For each, one JSON object is printed:
{"text": output} or {"error": what was reported}. If Enzyme crashes, this process ends with it.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from pathlib import Path

from enzyme_ad.jax import enzyme_call
from jax.interpreters import mlir


def differentiate(text: str, pipeline: str) -> dict[str, str]:
    """The output of Enzyme's passes, or what it reported."""
    with tempfile.TemporaryFile("w+") as reported:
        saved = os.dup(2)
        os.dup2(reported.fileno(), 2)
        try:
            with mlir.make_ir_context():
                return {"text": enzyme_call.run_pass_pipeline([], text, pipeline)[1]}
        except ValueError as failure:
            reported.seek(0)
            return {"error": _first_error(reported.read()) or str(failure)}
        finally:
            os.dup2(saved, 2)
            os.close(saved)


_NO_ADJOINT = re.compile(
    r'could not compute the adjoint for this operation\s+(?:%[\w:, %]+=\s*)?"?([\w.]+)'
)


def _first_error(reported: str) -> str:
    """The first error message, an operation being reduced to its name."""
    message = reported.partition("error: ")[2]
    if found := _NO_ADJOINT.match(message):
        return f"could not compute the adjoint of {found[1]}"
    return message.partition("\n")[0]


if __name__ == "__main__":
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        print(json.dumps(differentiate(*json.loads(line))), flush=True)
