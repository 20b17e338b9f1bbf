"""Files in and out: reading, splitting, writing."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ckptopt import diagnostics
from ckptopt.diagnostics import Location

STDIN = "-"


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
        before = data[: reason.start].decode("utf-8")
        place = Location.at(len(before), before, name)
        raise diagnostics.error(place, "the input is not UTF-8 text") from reason
    if text.startswith("\ufeff"):
        raise diagnostics.error(Location(name, 1, 1), "the input begins with a byte order mark")
    if "\0" in text:
        place = Location.at(text.index("\0"), text, name)
        raise diagnostics.error(place, "the input is not text: it has a zero byte")
    return text


def split(source: Source, marker: str) -> list[Chunk]:
    """Cut the text where the marker is, and warn where all but the end of it is.

    Like mlir-opt, this takes a marker at the very end of the text for a comment.
    """
    text = source.text
    stem, rest = (marker[:-2], marker[-2:]) if len(marker) > 2 else (marker, "")
    chunks: list[Chunk] = []
    start = end = 0
    while (found := text.find(stem, end)) >= 0:
        end = found + len(stem)
        if text.startswith(rest, end) and end + len(rest) < len(text):
            chunks.append(_chunk(text, start, found))
            start = end = end + len(rest)
        else:
            place = Location.at(end, text, source.name)
            diagnostics.warn(place, "near miss with file split marker")
    return [*chunks, _chunk(text, start, len(text))]


def _chunk(text: str, start: int, end: int) -> Chunk:
    """Cut out a part, with blanks for what is before it on its line, so that columns stay right."""
    column = start - (text.rfind("\n", 0, start) + 1)
    return Chunk(" " * column + text[start:end], text.count("\n", 0, start))


def join(parts: list[str], marker: str) -> str:
    """Put a marker between texts, as mlir-opt does: a blank line ends a text, none an empty one."""
    text = f"{marker}\n".join(part and f"{part}\n" for part in parts)
    return text.removesuffix("\n") if parts[-1] else text


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
        diagnostics.abandon(sys.stdout)
        if isinstance(reason, BrokenPipeError):
            raise
        message = f"cannot write to standard output: {reason.strerror}"
        raise diagnostics.error(None, message) from reason


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
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, name = tempfile.mkstemp(prefix=".ckptopt-", dir=target.parent)
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
