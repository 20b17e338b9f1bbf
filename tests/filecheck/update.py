"""Writes the CHECK lines of golden files from what the tool prints now.

    python tests/filecheck/update.py tests/filecheck/area/file.mlir ...

RUN lines, comments and the input stay as they are; the CHECK lines of the prefixes that the RUN
lines use are replaced by new ones at the end of the file. Read the difference before committing it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from support import lit

_FUNCTION = re.compile(r"\s*(?:func\.func|\"func\.func\")[^@]*@|.*sym_name = ")
_SPECIAL = re.compile(r"\[\[+|\{\{+")


def escape(line: str, path: Path) -> str:
    """Write a line as a pattern that matches it, wherever the file is."""
    pattern = _SPECIAL.sub(lambda found: "{{" + re.escape(found[0]) + "}}", line)
    pattern = pattern.replace("// -----", "{{//}} -----")  # or the file would be split there
    return pattern.replace(str(path), "{{.*}}" + path.name)


def checks(text: str, prefix: str, path: Path) -> list[str]:
    """Return the CHECK lines for an output: a label for a function, NEXT for other lines."""
    width = len(prefix) + len("-LABEL:")
    lines: list[str] = []
    for number, line in enumerate(text.rstrip("\n").split("\n")):
        if not line.strip():
            lines.append(f"// {prefix}-EMPTY:")
            continue
        kind = "-LABEL:" if _FUNCTION.match(line) else "-NEXT:" if number else ":"
        lines.append(f"// {prefix + kind:<{width}} {escape(line, path)}".rstrip())
    return lines


def prefix_of(stage: lit.Stage) -> str:
    """The prefix that a filecheck command uses."""
    words = " ".join(stage.words).replace("=", " ").split()
    for option in ("--check-prefix", "-check-prefix", "--check-prefixes"):
        if option in words:
            return words[words.index(option) + 1].split(",")[0]
    return "CHECK"


def update(path: Path) -> None:
    """Replace the CHECK lines of one file."""
    path = path.resolve()
    blocks: dict[str, list[str]] = {}
    for stages in lit.run_lines(path):
        if stages[-1].program == "filecheck":
            output = lit.execute(stages[:-1])
            prefix = prefix_of(stages[-1])
            if output and prefix not in blocks:
                blocks[prefix] = checks(output, prefix, path)
    if not blocks:
        return
    old = re.compile(rf"\s*// (?:{'|'.join(map(re.escape, blocks))})(?:-[A-Z]+)?:")
    kept = [line for line in path.read_text(encoding="utf-8").split("\n") if not old.match(line)]
    parts = ["\n".join(kept).rstrip("\n"), *("\n".join(block) for block in blocks.values())]
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        update(Path(argument))
