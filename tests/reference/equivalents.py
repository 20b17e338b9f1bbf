"""The rows of `docs/migration.md`, as programs that can be executed: ours, and theirs.

Every program has a loop of 10 steps `s <- sin(s * w)` from `x`. What is compared are derivatives at
the point `AT`, which `EXPECTED` has by hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

AT = (0.4, 0.9)


def _derivatives(x: float, w: float) -> dict[str, float]:
    """The value at a point, and its derivatives, carried along step by step."""
    s, sx, sw, sxx, sxw = x, 1.0, 0.0, 0.0, 0.0
    for _ in range(10):
        sine, cosine = math.sin(s * w), math.cos(s * w)
        ax, aw = sx * w, sw * w + s
        sxx = cosine * sxx * w - sine * ax * ax
        sxw = cosine * (sxw * w + sx) - sine * ax * aw
        s, sx, sw = sine, cosine * ax, cosine * aw
    return {"value": s, "dx": sx, "dw": sw, "ddx": sxx, "dxdw": sxw, "zero": 0.0}


EXPECTED = _derivatives(*AT)

HEAD = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10 : index"""
LOOP = f"""
func.func @f(%x: f64, %w: f64) -> f64 {{{HEAD}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {{
    %a = arith.mulf %s, %w : f64
    %t = math.sin %a : f64
    scf.yield %t : f64
  }} {{DIRECTIVES}}
  return %y : f64
}}
"""
DYNAMIC = LOOP.replace(HEAD, HEAD.rpartition("\n")[0]).replace("%w: f64", "%w: f64, %n: index")
WHILE = f"""
func.func @f(%x: f64, %w: f64) -> f64 {{{HEAD}
  %k, %y = scf.while (%i = %c0, %s = %x) : (index, f64) -> (index, f64) {{
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %s : index, f64
  }} do {{
  ^bb0(%i: index, %s: f64):
    %a = arith.mulf %s, %w : f64
    %t = math.sin %a : f64
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %t : index, f64
  }}
  return %y : f64
}}
"""
REGION = (
    LOOP.replace("@f(", "private @inner(")
    + """
func.func @f(%x: f64, %w: f64) -> f64 {
  %y = call @inner(%x, %w) {MORE} : (f64, f64) -> f64
  return %y : f64
}
"""
)
ASKED = (
    LOOP
    + """
func.func @f_grad(%x: f64, %w: f64, %seed: f64) -> (f64, f64) {
  %down:2 = enzyme.autodiff @f(%x, %w, %seed) <{
      activity = [#enzyme.activity<enzyme_active>, #enzyme.activity<enzyme_active>],
      ret_activity = [#enzyme.activity<enzyme_activenoneed>]}> : (f64, f64, f64) -> (f64, f64)
  return %down#0, %down#1 : f64, f64
}
"""
)
VIEW = f"""
func.func @f(%x: f64, %w: f64) -> f64 {{{HEAD}
  %cells = memref.alloca() : memref<2xf64>
  memref.store %x, %cells[%c1] : memref<2xf64>
  %view = memref.subview %cells[1] [1] [1] : memref<2xf64> to memref<1xf64, strided<[1], offset: 1>>
  scf.for %i = %c0 to %n step %c1 {{
    %s = memref.load %view[%c0] : memref<1xf64, strided<[1], offset: 1>>
    %a = arith.mulf %s, %w : f64
    %t = math.sin %a : f64
    memref.store %t, %view[%c0] : memref<1xf64, strided<[1], offset: 1>>
  }} {{enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing,
       enzyme.checkpoint_period = 3 : i64}}
  %y = memref.load %cells[%c1] : memref<2xf64>
  return %y : f64
}}
"""
"""Views that are captured by a checkpointed loop."""

STOPPED = LOOP.replace("iter_args(%s = %x)", "iter_args(%s = %known)").replace(
    HEAD, f"{HEAD}\n  %known = enzyme.ignore_derivatives %x : f64 -> f64"
)

BOTH = """
func.func @both(%x: f64, %w: f64, %seed: f64) -> (f64, f64) {
  %y, %tape = func.call @f_fwd(%x, %w) : (f64, f64) -> (f64, memref<10xf64>)
  %dx, %dw = func.call @f_rev(%w, %seed, %tape) : (f64, f64, memref<10xf64>) -> (f64, f64)
  return %dx, %dw : f64, f64
}
"""
"""Calls both functions of split mode."""


@dataclass(frozen=True)
class Run:
    """A program, a pipeline, and the function to call in what comes out.

    Attributes:
        gives: its results, by their names in `EXPECTED`.
        arguments: the arguments of the call; those of a reverse derivative unless stated.
        beside: what is added to the module after the pipeline.
        options: more words of the command line, with which a report is printed and nothing called.
    """

    text: str
    pipeline: str = "loop-checkpoint{fn=f}"
    gives: tuple[str, ...] = ("dx", "dw")
    function: str = "f_grad"
    arguments: tuple[float, ...] = (*AT, 1.0)
    beside: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Traced:
    """A JAX expression, and the numbers that it gives; `refused` if it is an error in JAX."""

    code: str
    gives: tuple[str, ...] = ()
    refused: bool = False


@dataclass(frozen=True)
class Equivalent:
    """A row: the cells of the table, and what is run for them."""

    theirs: str
    ours: str
    run: Run
    other: Run | Traced | None


def loop(directives: str = "") -> str:
    return LOOP.replace("DIRECTIVES", directives)


def region(attributes: str, inner: str = "") -> str:
    return REGION.replace("MORE", attributes).replace("DIRECTIVES", inner)


_WRAP = (
    "enzyme-wrap{{infn=f outfn=f_grad argTys={} retTys={} mode={}}},canonicalize,"
    "remove-unnecessary-enzyme-ops,lower-enzyme-binomial-progress,canonicalize,"
    "enzyme-simplify-math,canonicalize,flatten-enzyme-caches"
)
_REVERSE = _WRAP.format("enzyme_active,enzyme_active", "enzyme_active", "ReverseModeCombined")
_FORWARD = _WRAP.format("enzyme_dup,enzyme_dup", "enzyme_dup", "ForwardMode")
_CONSTANT = "argTys=enzyme_active,enzyme_const"
_STAGES = ",".join(
    [
        _REVERSE.partition(",canonicalize")[0],
        "remove-unnecessary-enzyme-ops",
        "lower-enzyme-binomial-progress",
        "enzyme-simplify-math",
    ]
)
_REMOVE = "remove-unnecessary-enzyme-ops"
_CLEARED = f"loop-checkpoint{{fn=f}},{_REMOVE}"
_TANGENT = (AT[0], 1.0, AT[1], 0.0)
_ON = "enzyme.enable_checkpointing = true"
_PERIOD = "enzyme.checkpoint_period = 3 : i64"
_BINOMIAL = f"{_ON}, enzyme.binomial_checkpointing, {_PERIOD}"


def _same(cell: str, text: str) -> Equivalent:
    """A row whose attributes are the same on both sides."""
    return Equivalent(cell, cell, Run(text), Run(text, _REVERSE))


_STAGE_CELL = ", ".join(
    f"`{name}`"
    for name in (
        "enzyme-wrap",
        "remove-unnecessary-enzyme-ops",
        "lower-enzyme-binomial-progress",
        "enzyme-simplify-math",
    )
)

ENZYME = (
    Equivalent(
        f"`{_REVERSE.partition(',canonicalize')[0]}`",
        "`loop-checkpoint{fn=f}`",
        Run(loop()),
        Run(loop(), _REVERSE),
    ),
    Equivalent(
        f"`{_CONSTANT}`",
        f"`{_CONSTANT}`",
        Run(loop(), f"loop-checkpoint{{fn=f {_CONSTANT}}}", ("dx",)),
        Run(
            loop(),
            _WRAP.format("enzyme_active,enzyme_const", "enzyme_active", "ReverseModeCombined"),
            ("dx",),
        ),
    ),
    Equivalent(
        "`outfn=f_grad`",
        "`outfn=f_grad`",
        Run(loop(), "loop-checkpoint{fn=f outfn=f_grad}"),
        Run(loop(), _REVERSE),
    ),
    Equivalent(
        "`mode=ForwardMode`",
        "`mode=ForwardMode`",
        Run(loop(), "loop-checkpoint{fn=f mode=ForwardMode}", ("value", "dx"), "f_fwd", _TANGENT),
        Run(loop(), _FORWARD, ("value", "dx"), arguments=_TANGENT),
    ),
    Equivalent(
        "`mode=ReverseModeGradient`",
        "`mode=split`",
        Run(loop(), "loop-checkpoint{fn=f mode=split}", function="both", beside=BOTH),
        Run(loop(), _REVERSE.replace("ReverseModeCombined", "ReverseModeGradient")),
    ),
    Equivalent(
        "`enzyme.autodiff`, `enzyme`",
        "`enzyme.autodiff`, `enzyme`",
        Run(ASKED.replace("DIRECTIVES", ""), f"enzyme,{_REMOVE}"),
        Run(ASKED.replace("DIRECTIVES", ""), "enzyme," + _REVERSE.partition("},")[2]),
    ),
    Equivalent(
        _STAGE_CELL, _STAGE_CELL, Run(loop(_BINOMIAL), _STAGES), Run(loop(_BINOMIAL), _REVERSE)
    ),
    Equivalent(
        "`sink-checkpoint-views`",
        "`sink-checkpoint-views`",
        Run(VIEW, "sink-checkpoint-views,loop-checkpoint{fn=f}"),
        None,
    ),
    Equivalent(
        "`flatten-enzyme-caches`", "nothing", Run(loop(f"{_ON}, {_PERIOD}")), Run(loop(), _REVERSE)
    ),
    Equivalent(
        "`hoist-loop-allocations`",
        "nothing",
        Run(loop()),
        Run(loop(), f"{_REVERSE},hoist-loop-allocations"),
    ),
    Equivalent(
        "`canonicalize`",
        "`simplify`",
        Run(loop(), "loop-checkpoint{fn=f},simplify"),
        Run(loop(), _REVERSE),
    ),
    Equivalent(
        "`enzyme.ignore_derivatives`",
        "`enzyme.ignore_derivatives`",
        Run(STOPPED.replace("DIRECTIVES", ""), _CLEARED, ("zero", "dw")),
        Run(STOPPED.replace("DIRECTIVES", ""), _REVERSE, ("zero", "dw")),
    ),
    _same(f"`{_ON}`", loop(_ON)),
    _same(f"`{_PERIOD}`", loop(f"{_ON}, {_PERIOD}")),
    _same("`enzyme.binomial_checkpointing`", loop(_BINOMIAL)),
    _same("`enzyme.cache_use_tensor`", loop(f"{_ON}, enzyme.cache_use_tensor")),
    Equivalent(
        "`enzyme.disable_mincut`",
        '`ckptopt.policy = "everything_saveable"`',
        Run(loop('ckptopt.policy = "everything_saveable"')),
        Run(loop("enzyme.disable_mincut"), _REVERSE),
    ),
    Equivalent(
        "`enzymexla.enable_checkpointing = true`",
        "`attr-prefix=enzymexla`",
        Run(
            loop(f"{_ON}, {_PERIOD}".replace("enzyme.", "enzymexla.")),
            "loop-checkpoint{fn=f attr-prefix=enzymexla}",
        ),
        None,
    ),
)

PRELUDE = """
import jax
import jax.numpy as jnp
from jax import lax
from jax.ad_checkpoint import checkpoint_name, print_saved_residuals
from jax.test_util import check_grads

jax.config.update("jax_enable_x64", True)

def step_with(w):
    return lambda s, _: (jnp.sin(checkpoint_name(s * w, "a")), None)

def f(x, w):
    return lax.scan(step_with(w), x, None, length=10)[0]

step = step_with(w)

def segment(s, _):
    return lax.scan(step, s, None, length=2)

def body(_, s):
    return jnp.sin(s * w)

def advance(s):
    return body(0, s)

def more(s):
    return s > 0.1
"""


def _jax(
    code: str,
    ours: str,
    run: Run,
    gives: tuple[str, ...] = ("dx", "dw"),
    call: str = "(x, w)",
    cell: str = "",
) -> Equivalent:
    """A row whose left cell is the code, or `cell`; `call` is what follows it to get numbers."""
    return Equivalent(cell or f"`{code}`", f"`{ours}`", run, Traced(code + call, gives))


def _transformed(code: str, ours: str, run: Run) -> Equivalent:
    """A row in whose left cell there is another function than `f`, to differentiate."""
    traced = f"jax.grad({code}, argnums=(0, 1))(x, w)"
    return Equivalent(f"`{code}`", f"`{ours}`", run, Traced(traced, ("dx", "dw")))


def _scanned(code: str, ours: str, run: Run, cell: str = "") -> Equivalent:
    """A row in whose left cell there is a loop."""
    traced = Traced(f"jax.grad(lambda x: {code}[0])(x)", ("dx",))
    return Equivalent(cell or f"`{code}`", f"`{ours}`", run, traced)


def _refused(code: str, ours: str, run: Run) -> Equivalent:
    """A row with a loop that JAX does not differentiate in reverse mode."""
    traced = Traced(f"jax.jit(jax.grad(lambda x, n: {code}))(x, 10)", refused=True)
    return Equivalent(f"`{code}`", f"`{ours}`", run, traced)


_SECOND = "loop-checkpoint{fn=f},loop-checkpoint{fn=f_grad mode=ForwardMode}"
_DOTS = 'ckptopt.policy = "dots_saveable"'

JAX = (
    _jax("jax.grad(f, argnums=(0, 1))", "loop-checkpoint{fn=f}", Run(loop())),
    _jax(
        "jax.grad(f, argnums=0)",
        _CONSTANT,
        Run(loop(), f"loop-checkpoint{{fn=f {_CONSTANT}}}", ("dx",)),
        ("dx",),
    ),
    _jax(
        "jax.value_and_grad(f, argnums=(0, 1))",
        "return-primal=true",
        Run(loop(), "loop-checkpoint{fn=f return-primal=true}", ("value", "dx", "dw")),
        ("value", "dx", "dw"),
    ),
    _jax(
        "jax.vjp(f, x, w)",
        "mode=split",
        Run(loop(), "loop-checkpoint{fn=f mode=split}", function="both", beside=BOTH),
        call="[1](1.0)",
    ),
    _jax(
        "jax.jvp(f, (x, w), (1.0, 0.0))",
        "mode=ForwardMode",
        Run(loop(), "loop-checkpoint{fn=f mode=ForwardMode}", ("value", "dx"), "f_fwd", _TANGENT),
        ("value", "dx"),
        call="",
    ),
    _jax(
        "jax.jvp(jax.grad(f), (x, w), (1.0, 0.0))",
        _SECOND,
        Run(
            loop(),
            _SECOND,
            ("dx", "ddx", "dw", "dxdw"),
            "f_grad_fwd",
            (*_TANGENT, 1.0, 0.0),
        ),
        ("dx", "ddx"),
        call="",
    ),
    Equivalent(
        "`lax.stop_gradient(s)`",
        "`enzyme.ignore_derivatives`",
        Run(STOPPED.replace("DIRECTIVES", ""), _CLEARED, ("zero", "dw")),
        Traced(
            "jax.grad(lambda s, w: f(lax.stop_gradient(s), w), argnums=(0, 1))(x, w)",
            ("zero", "dw"),
        ),
    ),
    _scanned("lax.scan(step, x, None, length=10)", "scf.for", Run(loop())),
    _scanned(
        "lax.scan(jax.checkpoint(step), x, None, length=10)",
        'ckptopt.policy = "nothing_saveable"',
        Run(loop('ckptopt.policy = "nothing_saveable"')),
    ),
    _scanned(
        "lax.scan(jax.checkpoint(segment), x, None, length=5)",
        "enzyme.checkpoint_period = 5 : i64",
        Run(loop(f"{_ON}, enzyme.checkpoint_period = 5 : i64")),
    ),
    _scanned(
        "lax.scan(jax.checkpoint(lambda s, _: lax.scan(jax.checkpoint(step), s, None, length=5)),"
        " x, None, length=2)",
        "enzyme.binomial_checkpointing",
        Run(loop(_BINOMIAL)),
        cell="`jax.checkpoint` in `jax.checkpoint`, by hand",
    ),
    _refused(
        "lax.fori_loop(0, n, body, x)",
        "scf.for",
        Run(DYNAMIC.replace("DIRECTIVES", ""), arguments=(*AT, 10, 1.0)),
    ),
    _refused("lax.while_loop(more, advance, x)", "scf.while", Run(WHILE)),
    _transformed("jax.checkpoint(f)", "ckptopt.remat", Run(region("ckptopt.remat"))),
    _transformed(
        "jax.checkpoint(f, policy=jax.checkpoint_policies.dots_saveable)",
        _DOTS,
        Run(region(f"ckptopt.remat, {_DOTS}")),
    ),
    Equivalent(
        '`checkpoint_name(a, "a")`',
        '`ckptopt.checkpoint_name = "a"`',
        Run(
            loop('ckptopt.policy = "save_only_these_names(a)"').replace(
                "%a = arith.mulf %s, %w", '%a = arith.mulf %s, %w {ckptopt.checkpoint_name = "a"}'
            )
        ),
        Traced(
            "jax.grad(lambda x: lax.scan(jax.checkpoint(lambda s, _: "
            '(lambda a: (jnp.sin(checkpoint_name(a, "a")), None))(s * w), '
            'policy=jax.checkpoint_policies.save_only_these_names("a")), x, None, length=10)[0]'
            ")(x)",
            ("dx",),
        ),
    ),
    Equivalent(
        "`prevent_cse=True`",
        "`prevent-cse=barrier`",
        Run(region("ckptopt.remat"), "loop-checkpoint{fn=f prevent-cse=barrier}"),
        Traced("jax.grad(jax.checkpoint(f, prevent_cse=True), argnums=(0, 1))(x, w)", ("dx", "dw")),
    ),
    Equivalent(
        "`prevent_cse=False`",
        "`prevent-cse=none`",
        Run(region("ckptopt.remat"), "loop-checkpoint{fn=f prevent-cse=none}"),
        Traced(
            "jax.grad(jax.checkpoint(f, prevent_cse=False), argnums=(0, 1))(x, w)", ("dx", "dw")
        ),
    ),
    _jax(
        "print_saved_residuals(f, x, w)",
        "--residuals",
        Run(loop(), options=("--residuals",)),
        (),
        call="",
    ),
    _jax(
        'check_grads(f, (x, w), order=1, modes=["rev"])',
        "--check",
        Run(loop(), options=("--check",)),
        (),
        call="",
    ),
)

NAMED = """
func.func @f(%x: f64, %w: f64) -> f64 {
  %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
  %b = arith.mulf %a, %w : f64
  %c = math.sin %b {ckptopt.checkpoint_name = "c"} : f64
  %d = math.exp %c : f64
  %e = math.sin %d {ckptopt.checkpoint_name = "e"} : f64
  return %e : f64
}
"""

TRACED_NAMED = """
from jax._src.ad_checkpoint import saved_residuals

p = jax.checkpoint_policies

def named(x, w):
    a = checkpoint_name(jnp.sin(x), "a")
    c = checkpoint_name(jnp.sin(a * w), "c")
    return checkpoint_name(jnp.sin(jnp.exp(c)), "e")

def number_kept(policy):
    kept = saved_residuals(jax.checkpoint(named, policy=policy), x, w)
    return sum("argument" not in origin for _, origin in kept)
"""
