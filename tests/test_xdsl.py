"""Our passes in `xdsl-opt`: on modules of xDSL's own classes, printed by xDSL's printer."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import cases
from support.inprocess import run_cli
from support.toolchain import mlir_opt
from support.xdsl_opt import run_xdsl_opt
from xdsl.utils.exceptions import ParseError, PassFailedException

from ckptopt import sources
from ckptopt.settings import MARKER
from ckptopt.sources import Source
from ckptopt.universe import UNIVERSE

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.mlir"))
SEPARATOR = f"\n{MARKER}\n"

UNREADABLE = {
    "89_unknown_op_in_body": "it has an operation of no dialect",
    "attention": "xDSL has no linalg.square",
    "layers": "xDSL has no linalg.tanh",
    "mlp": "xDSL has no linalg.tanh",
}
"""What xdsl-opt cannot read, not even in generic form, and why."""

LOOP = """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, ATTRIBUTES}
  return %y : f64
}
"""


@dataclass(frozen=True)
class Job:
    """A module to differentiate."""

    name: str
    text: str
    pipeline: str


@dataclass(frozen=True)
class Said:
    """The outcome of a run: the output, or the message of the error; and the warnings."""

    output: str | None
    error: str | None
    warnings: tuple[str, ...]


def jobs() -> list[Job]:
    pipelines = {path: "loop-checkpoint" for path in EXAMPLES}
    for path in cases.CASES.glob("*.mlir"):
        pipelines[path] = cases.pass_text(cases.read_case(path))
    return [
        Job(path.stem if len(chunks) == 1 else f"{path.stem}:{index}", chunk.text, pipeline)
        for path, pipeline in pipelines.items()
        for chunks in [sources.split(Source(path.name, path.read_text(encoding="utf-8")), MARKER)]
        for index, chunk in enumerate(chunks)
    ]


def with_ckptopt(job: Job, path: Path) -> Said:
    done = run_cli([str(path), "-p", job.pipeline])
    failure = re.search("error: (.*)", done.stderr)
    return Said(
        done.stdout if done.exit_code == 0 else None,
        failure[1] if failure else None,
        tuple(re.findall("warning: (.*)", done.stderr)),
    )


def with_xdsl(job: Job, path: Path) -> Said:
    output, error = None, None
    with redirect_stderr(io.StringIO()) as stderr:
        try:
            output = run_xdsl_opt(str(path), "-p", job.pipeline)
        except PassFailedException as reason:
            error = str(reason).partition("error: ")[2].partition("\n")[0]
    return Said(output, error, tuple(re.findall("warning: (.*)", stderr.getvalue())))


def is_readable(path: Path) -> bool:
    try:
        run_xdsl_opt(str(path))
    except ParseError:
        return False
    return True


def normal(texts: Sequence[str]) -> list[str]:
    """Each text as mlir-opt prints it."""
    done = mlir_opt(SEPARATOR.join(texts), "--split-input-file")
    assert done.returncode == 0, done.stderr
    return done.stdout.split(SEPARATOR.lstrip("\n"))


def generic(texts: Sequence[str]) -> list[str]:
    options = ("--split-input-file", "--mlir-print-op-generic", "--allow-unregistered-dialect")
    done = mlir_opt(SEPARATOR.join(texts), *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(SEPARATOR.lstrip("\n"))


def test_xdsl_opt_agrees_with_ckptopt_on_examples_and_cases(tmp_path: Path) -> None:
    todo = jobs()
    paths = {job.name: tmp_path / f"{index}.mlir" for index, job in enumerate(todo)}
    for job in todo:
        paths[job.name].write_text(job.text, encoding="utf-8")
    foreign = [job for job in todo if not is_readable(paths[job.name])]
    for job, text in zip(foreign, generic([job.text for job in foreign]), strict=True):
        paths[job.name].write_text(text, encoding="utf-8")
    unread = {job.name for job in foreign if not is_readable(paths[job.name])}
    assert unread == UNREADABLE.keys()

    said = {
        job.name: (with_ckptopt(job, paths[job.name]), with_xdsl(job, paths[job.name]))
        for job in todo
        if job.name not in unread
    }
    assert {name: (o.error, o.warnings) for name, (o, _) in said.items()} == {
        name: (t.error, t.warnings) for name, (_, t) in said.items()
    }
    outputs = [(o.output, t.output) for o, t in said.values() if o.output and t.output]
    assert len(outputs) + len([o for o, _ in said.values() if o.error]) == len(said)
    assert normal([o for o, _ in outputs]) == normal([t for _, t in outputs])


def test_an_error_in_xdsl_opt_shows_the_operation(tmp_path: Path) -> None:
    path = tmp_path / "f.mlir"
    path.write_text(LOOP.replace("ATTRIBUTES", "enzyme.binomial_checkpointing"))
    with pytest.raises(PassFailedException) as caught:
        run_xdsl_opt(str(path), "-p", "loop-checkpoint")
    assert str(caught.value) == (
        "error: binomial checkpointing needs a checkpoint period of 2 or more; none is stated\n"
        "note: see current operation: "
        "%y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {"
    )
    shown = run_xdsl_opt(str(path), "-p", "loop-checkpoint", "--verify-diagnostics")
    assert shown.startswith("error: binomial checkpointing needs")


def test_an_error_in_xdsl_opt_has_a_stated_location(tmp_path: Path) -> None:
    path = tmp_path / "f.mlir"
    text = LOOP.replace("ATTRIBUTES}", 'enzyme.binomial_checkpointing} loc("a.py":3:7)')
    path.write_text(text)
    with pytest.raises(PassFailedException, match=r"^a\.py:3:7: error: binomial"):
        run_xdsl_opt(str(path), "-p", "loop-checkpoint")


def test_what_only_we_verify_is_an_error_in_xdsl_opt(tmp_path: Path) -> None:
    path = tmp_path / "f.mlir"
    path.write_text("""
func.func @f(%x: f64) -> f64 {
  %y = arith.addf %x, %z : f64
  %z = arith.addf %x, %x : f64
  return %y : f64
}
""")
    run_xdsl_opt(str(path))
    with pytest.raises(PassFailedException, match="does not dominate this use"):
        run_xdsl_opt(str(path), "-p", "loop-checkpoint{fn=f}")


def test_every_pass_and_the_enzyme_dialect_are_in_the_universe(tmp_path: Path) -> None:
    path = tmp_path / "f.mlir"
    path.write_text("""
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64, %d: f64) -> f64 {
  %dx = enzyme.autodiff @f(%x, %d) {
    activity = [#enzyme<activity enzyme_active>],
    ret_activity = [#enzyme<activity enzyme_activenoneed>]
  } : (f64, f64) -> f64
  return %dx : f64
}
""")
    names = [name for name in UNIVERSE.all_passes if name != "enzyme-wrap"]
    shown = run_xdsl_opt(str(path), "-p", ",".join(names))
    assert "func.call @diffef" in shown
    wrap = "enzyme-wrap{infn=f outfn=df mode=ReverseModeCombined retTys=enzyme_active}"
    assert "func.func private @df(%x: f64, %seed: f64)" in run_xdsl_opt(str(path), "-p", wrap)


def test_loading_the_universe_imports_no_pass_and_no_dialect() -> None:
    code = (
        "import sys, ckptopt.universe; "
        "print([m for m in sys.modules if m.startswith(('ckptopt.transforms.', 'ckptopt.autodiff.',"
        " 'ckptopt.dialects.enzyme'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_importing_ckptopt_imports_no_xdsl() -> None:
    code = "import sys, ckptopt; print(ckptopt.__version__, 'xdsl' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split()[1:] == ["False"], done.stderr
