"""The command line without a process for each call."""

from __future__ import annotations

import io
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from ckptopt.cli import main


class Result(NamedTuple):
    """What a run of the command line leaves behind."""

    exit_code: int
    stdout: str
    stderr: str


def run_cli(
    args: Sequence[str], stdin: str | bytes | None = None, *, merge_stderr: bool = False
) -> Result:
    """Run ``ckptopt ARGS`` in this process.

    Arguments:
        args: as on a command line, without the program's name.
        stdin: what standard input holds; nothing if None.
        merge_stderr: whether standard error goes where standard output goes, as with ``2>&1``.
    """
    data = stdin.encode() if isinstance(stdin, str) else stdin or b""
    with _standard_streams(data, merge_stderr) as (out, err):
        try:
            main(list(args), prog_name="ckptopt")
            code: object = 0
        except SystemExit as stop:
            code = stop.code or 0
        sys.stdout.flush()
        sys.stderr.flush()
        shown, said = out.getvalue().decode(), err.getvalue().decode()
    assert isinstance(code, int), code
    return Result(code, shown, said)


@contextmanager
def _standard_streams(stdin: bytes, merge: bool) -> Generator[tuple[io.BytesIO, io.BytesIO]]:
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", newline="")
    sys.stderr = sys.stdout if merge else io.TextIOWrapper(err, encoding="utf-8", newline="")
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
