"""With MLIR's Python bindings, in a fork, a program does what it does with MLIR's tools."""

from __future__ import annotations

import pytest

from ckptopt.execution import Argument, Call, Outcome, Program, bindings, run_batch

F = Call("f", (Argument("f64", 0.7), Argument("memref<3xf64>", [1.0, 2.0, 3.0])), ("f64",))
PROGRAMS = {
    "sound": """
      %y = math.sin %x : f64
      %v = memref.load %m[%c1] : memref<3xf64>
      %r = arith.mulf %y, %v : f64
      memref.store %r, %m[%c1] : memref<3xf64>
      %b = memref.alloc() : memref<3xf64>""",
    "freed twice": """
      %b = memref.alloc() : memref<3xf64>
      memref.dealloc %b : memref<3xf64>
      memref.dealloc %b : memref<3xf64>
      %r = arith.addf %x, %x : f64""",
    "not lowered": "%r = arith.addf %x, %m : f64",
    "crash": """
      %far = arith.constant 1000000000000 : index
      %r = memref.load %m[%far] : memref<3xf64>""",
    "endless": """
      cf.br ^spin
    ^spin:
      cf.br ^spin
    ^never:
      %r = arith.addf %x, %x : f64""",
}


def outcomes() -> list[Outcome]:
    start = "func.func @f(%x: f64, %m: memref<3xf64>) -> f64 {\n%c1 = arith.constant 1 : index\n"
    programs = [
        Program(name, f"{start}{body}\n  return %r : f64\n}}\n", (F, F))
        for name, body in PROGRAMS.items()
    ]
    return run_batch(programs, timeout=5, batch_size=1)


@pytest.mark.skipif(
    not bindings.are_installed(), reason="needs Linux and `pip install 'ckptopt[inprocess]'`"
)
def test_bindings_and_tools_do_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    forked = outcomes()
    monkeypatch.setattr(bindings, "are_installed", lambda: False)
    assert [o.calls for o in forked] == [o.calls for o in outcomes()]
    reasons = {o.name: o.failure for o in forked}
    assert reasons.pop("not lowered").startswith("lowering: failed: ")
    assert reasons.pop("crash").startswith("execution: signal 11")
    assert reasons == {
        "sound": "",
        "freed twice": "execution: a buffer is freed twice or was not allocated",
        "endless": "execution: no end within 5 s",
    }
