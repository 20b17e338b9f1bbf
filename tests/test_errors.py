"""Bad inputs: one located error, no output, no traceback, and nothing left on disk."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.inprocess import run_cli

GRADIENT_OF_F = "loop-checkpoint{fn=f}"


@dataclass(frozen=True)
class Bad:
    """An input, what is said about it, and the pipeline that says so."""

    text: str
    says: str
    pipeline: str = GRADIENT_OF_F


def function(body: str, head: str = "%x: f64", result: str = "f64") -> str:
    """`@f` with a body that ends in the definition of `%y`."""
    return f"func.func @f({head}) -> {result} {{\n  {body}\n  return %y : {result}\n}}\n"


def loop(
    body: str = "",
    *,
    before: str = "",
    bounds: str = "%c0 to %c8 step %c1",
    type_: str = "index",
    directive: str = "enzyme.enable_checkpointing = true",
    head: str = "%x: f64",
) -> str:
    """`@f` around a loop over 0 .. 7 that replaces `%s` by its sine."""
    constants = "".join(f"%c{n} = arith.constant {n} : {type_}\n  " for n in (0, 1, 8))
    return function(
        f"{constants}{before}\n"
        f"  %y = scf.for %i = {bounds} iter_args(%s = %x) -> (f64) : {type_} {{\n"
        f"    {body}\n"
        "    %t = math.sin %s : f64\n"
        "    scf.yield %t : f64\n"
        f"  }} {{{directive}}}",
        head,
    )


SINE = function("%y = math.sin %x : f64")
TWO_BLOCKS = "cf.br ^end\n^end:\n  %y = math.sin %x : f64"
BINOMIAL = "enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing"

MALFORMED = {
    "no_mlir": Bad("this is no MLIR", "'this'"),
    "open_brace": Bad("func.func @f() {", "block"),
    "unknown_value": Bad(function("%y = math.sin %z : f64"), "undeclared SSA value"),
    "defined_twice": Bad(function("%y = math.sin %x : f64\n  %y = math.cos %x : f64"), "%y"),
    "unknown_operation": Bad(function("%y = math.sine %x : f64"), "math.sine"),
    "unknown_dialect": Bad(function('%y = "no.such"(%x) : (f64) -> f64'), "no.such"),
    "unknown_type": Bad(function("%y = math.sin %x : !no.such"), "no.such"),
    "wrong_operand_type": Bad(function("%y = arith.addi %x, %x : f64"), "f64"),
    "wrong_return_type": Bad("func.func @f(%x: f64) -> f32 {\n  return %x : f64\n}\n", "return"),
    "two_functions_of_one_name": Bad(SINE + SINE, "f"),
}

PIPELINES = {
    "unknown_pass": Bad(SINE, "unknown pass 'loop-checkpont'", "loop-checkpont"),
    "unknown_option": Bad(SINE, "has no option 'fun'", "loop-checkpoint{fun=f}"),
    "open_options": Bad(SINE, "bad pass pipeline", "loop-checkpoint{fn=f"),
    "no_name": Bad(SINE, "bad pass pipeline", "loop-checkpoint{=f}"),
    "not_a_flag": Bad(SINE, "return-primal", "loop-checkpoint{fn=f return-primal=perhaps}"),
}

REQUESTS = {
    "unknown_function": Bad(SINE, "no function '@g'", "loop-checkpoint{fn=g}"),
    "unknown_activity": Bad(SINE, "'active'", "loop-checkpoint{fn=f argTys=active}"),
    "shadow_of_a_scalar": Bad(
        SINE, "cannot be 'enzyme_dup'", "loop-checkpoint{fn=f argTys=enzyme_dup}"
    ),
    "too_many_arguments": Bad(
        SINE, "1 argument", "loop-checkpoint{fn=f argTys=enzyme_active,enzyme_active}"
    ),
    "too_many_results": Bad(
        SINE, "1 result", "loop-checkpoint{fn=f retTys=enzyme_active,enzyme_active}"
    ),
    "result_as_shadow": Bad(
        SINE, "cannot be 'enzyme_dup'", "loop-checkpoint{fn=f retTys=enzyme_dup}"
    ),
    "own_name": Bad(SINE, "'@f' is taken", "loop-checkpoint{fn=f outfn=f}"),
    "name_taken": Bad(SINE + SINE.replace("@f", "@f_grad"), "'@f_grad' is taken"),
    "declaration": Bad("func.func private @f(f64) -> f64\n", "no body"),
    "several_blocks": Bad(function(TWO_BLOCKS), "several blocks"),
}

OPERATIONS = {
    "external_call": Bad(
        "func.func private @g(f64) -> f64\n" + function("%y = func.call @g(%x) : (f64) -> f64"),
        "'func.call'",
    ),
    "external_call_on_active_memory": Bad(
        "func.func private @g(memref<f64>)\n"
        + function(
            "func.call @g(%m) : (memref<f64>) -> ()\n  %y = math.sin %x : f64",
            "%x: f64, %m: memref<f64>",
        ),
        "'func.call'",
    ),
    "call_of_several_blocks": Bad(
        function(TWO_BLOCKS).replace("@f", "@g") + function("%y = func.call @g(%x) : (f64) -> f64"),
        "'func.call'",
    ),
    "indirect_call": Bad(
        function("%y = func.call_indirect %g(%x) : (f64) -> f64", "%x: f64, %g: (f64) -> f64"),
        "'func.call_indirect'",
    ),
    "recursion": Bad(function("%y = func.call @f(%x) : (f64) -> f64"), "recursive call of '@f'"),
    "float_bits_as_float": Bad(function("%y = arith.bitcast %x : f64 to f64"), "'arith.bitcast'"),
    "other_dialect": Bad(function("%y = llvm.fadd %x, %x : f64"), "'llvm.fadd'"),
    "reduction": Bad(
        function("%y = vector.reduction <add>, %v : vector<4xf64> into f64", "%v: vector<4xf64>"),
        "'vector.reduction'",
    ),
    "atomic_product": Bad(
        function(
            "%y = memref.atomic_rmw mulf %x, %m[] : (f64, memref<f64>) -> f64",
            "%x: f64, %m: memref<f64>",
        ),
        "'memref.atomic_rmw",
    ),
    "checkpointed_branch": Bad(
        function(
            "%y = scf.if %c -> (f64) {\n    scf.yield %x : f64\n  } else {\n"
            "    scf.yield %x : f64\n  } {enzyme.enable_checkpointing = true}",
            "%x: f64, %c: i1",
        ),
        "'scf.if' cannot be checkpointed",
    ),
    "region_of_several_blocks": Bad(
        function(
            "%y = scf.execute_region -> f64 {\n    cf.br ^end\n  ^end:\n"
            "    %z = math.sin %x : f64\n    scf.yield %z : f64\n  }"
        ),
        "several blocks",
    ),
}

LOOPS = {
    "step_of_zero": Bad(loop(bounds="%c0 to %c8 step %c0"), "must be positive, got 0"),
    "negative_step": Bad(
        loop(before="%down = arith.constant -1 : index", bounds="%c8 to %c0 step %down"),
        "must be positive, got -1",
    ),
    "step_of_zero_without_directive": Bad(
        loop(bounds="%c0 to %c8 step %c0", directive=""), "must be positive, got 0"
    ),
    "wide_induction_variable": Bad(loop(type_="i128"), "at most 64 bits"),
    "binomial_without_budget": Bad(loop(directive=BINOMIAL), "needs a checkpoint period"),
    "binomial_budget_of_one": Bad(
        loop(directive=f"{BINOMIAL}, enzyme.checkpoint_period = 1 : i64"), "it is 1"
    ),
    "external_call_in_a_replay": Bad(
        "func.func private @g()\n" + loop("func.call @g() : () -> ()"), "a replay would repeat"
    ),
    "print_in_a_replay": Bad(
        loop('"vector.print"(%s) : (f64) -> ()'), "'vector.print' has effects"
    ),
    "free_in_a_replay": Bad(
        loop("memref.dealloc %m : memref<f64>", before="%m = memref.alloc() : memref<f64>"),
        "frees memory from outside",
    ),
    "strided_memory_in_a_replay": Bad(
        loop(
            "memref.store %s, %m[%i] : memref<8xf64, strided<[2]>>\n"
            "    %w = memref.load %m[%i] : memref<8xf64, strided<[2]>>",
            head="%x: f64, %m: memref<8xf64, strided<[2]>>",
        ),
        "cannot be copied",
    ),
}

TABLE = MALFORMED | PIPELINES | REQUESTS | OPERATIONS | LOOPS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", TABLE)
def test_a_bad_input_is_one_located_error(name: str, folder: Path) -> None:
    bad = TABLE[name]
    code, text, said = run_cli(["-", "-p", bad.pipeline, "-o", "out.mlir"], bad.text)
    assert (code, text) == (1, "")
    first = said.splitlines()[0]
    file = "<pipeline>" if name in PIPELINES else "<stdin>"
    assert re.match(rf"{file}:\d+:\d+: error: ", first), said
    assert bad.says in first
    assert said.count("error: ") == 1, said
    assert "internal error" not in said
    assert "Traceback" not in said
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", TABLE)
def test_an_earlier_output_survives(name: str, folder: Path) -> None:
    out = folder / "out.mlir"
    out.write_text("earlier")
    run_cli(["-", "-p", TABLE[name].pipeline, "-o", "out.mlir"], TABLE[name].text)
    assert out.read_text() == "earlier"


def test_the_programs_around_the_faults_are_good() -> None:
    for text in (SINE, loop(), loop(type_="i64")):
        assert run_cli(["-", "-p", GRADIENT_OF_F], text).exit_code == 0
