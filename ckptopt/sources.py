"""Files in and out: reading, splitting, writing."""

from __future__ import annotations

import os
import re
import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ckptopt import diagnostics
from ckptopt.diagnostics import Location

STDIN = "-"
MARKER = "// -----"
_MARKER_LINE = re.compile(r"^// -----[ \t]*\r?(?:\n|\Z)", re.MULTILINE)


@dataclass(frozen=True)
class Source:
    """The input as a whole."""

    name: str
    text: str


@dataclass(frozen=True)
class Chunk:
    """A part of the input that is processed by itself; ``line_offset`` lines come before it."""

    text: str
    line_offset: int


def read(path: str) -> Source:
    """Read a file, or standard input for ``-``.

    Raises:
        CompileError: it cannot be read, or is not UTF-8 text.
    """
    name = "<stdin>" if path == STDIN else path
    try:
        data = _read_stdin() if path == STDIN else Path(path).read_bytes()
    except OSError as reason:
        raise diagnostics.error(None, f"cannot read '{name}': {reason.strerror}") from reason
    return Source(name, _decode(data, name))


def _read_stdin() -> bytes:
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        return b""  # a process can be started with standard input closed
    return sys.stdin.buffer.read()


def _decode(data: bytes, name: str) -> str:
    if data.startswith(b"ML\xefR"):
        raise diagnostics.error(
            None, f"'{name}' is MLIR bytecode; `mlir-opt {name}` turns it into text"
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as reason:
        place = _place(data[: reason.start].decode("utf-8"), name)
        raise diagnostics.error(place, "the input is not UTF-8 text") from reason
    if "\0" in text:
        place = _place(text[: text.index("\0")], name)
        raise diagnostics.error(place, "the input is not text: it has a zero byte")
    return text


def _place(before: str, name: str) -> Location:
    return Location(name, before.count("\n") + 1, len(before) - before.rfind("\n"))


def split(text: str) -> list[Chunk]:
    """Cut the text at the lines that hold ``// -----``."""
    chunks: list[Chunk] = []
    start = offset = 0
    for marker in _MARKER_LINE.finditer(text):
        chunks.append(Chunk(text[start : marker.start()], offset))
        offset += text.count("\n", start, marker.end())
        start = marker.end()
    return [*chunks, Chunk(text[start:], offset)]


def write_stdout(text: str) -> None:
    """Write UTF-8 to standard output.

    Raises:
        BrokenPipeError: nobody reads it any more.
        CompileError: it cannot be written for another reason.
    """
    if not text:
        return
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise diagnostics.error(None, "cannot write to standard output: it is closed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except OSError as reason:
        _abandon_stdout()
        if isinstance(reason, BrokenPipeError):
            raise
        message = f"cannot write to standard output: {reason.strerror}"
        raise diagnostics.error(None, message) from reason


def _abandon_stdout() -> None:
    """Let the unwritten rest go nowhere, or the interpreter would fail on it once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def write_file(path: str, text: str) -> None:
    """Write UTF-8 to a file, which appears in one piece or not at all.

    A path that is not a regular file, such as ``/dev/null``, is written to directly.

    Raises:
        CompileError: it cannot be written.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(text.encode())
        else:
            _replace(target.resolve(), text.encode())
    except OSError as reason:
        raise diagnostics.error(None, f"cannot write '{path}': {reason.strerror}") from reason


def _replace(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """The permissions of the file that is there, else those that a new file would get."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
