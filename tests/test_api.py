"""The Python API."""

from __future__ import annotations

import inspect
from dataclasses import fields

import pytest
from xdsl.builder import Builder, ImplicitBuilder
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import ModuleOp, f64

import ckptopt
from ckptopt.diagnostics import Location
from ckptopt.transforms.loop_checkpoint import LoopCheckpointPass

CUBE = """
func.func @f(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  %z = arith.mulf %y, %x : f64
  return %z : f64
}
"""


KERNELS = """
gpu.module @kernels {
  func.func @f(%x: f64) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
      %t = math.sin %s : f64
      scf.yield %t : f64
    }
    return %y : f64
  }
  func.func private @f_gradDECLARED
}
"""


def test_differentiate_adds_functions_and_returns_them() -> None:
    module = ckptopt.parse(CUBE)
    before = list(module.ops)
    made = ckptopt.differentiate(module, fn="f", mode="split")
    assert [one.sym_name.data for one in made] == ["f_fwd", "f_rev"]
    assert list(module.ops) == [*before, *made]


def test_differentiate_takes_a_module_that_a_program_made() -> None:
    @ModuleOp
    @Builder.implicit_region
    def module() -> None:
        square = func.FuncOp("square", ((f64,), (f64,)))
        with ImplicitBuilder(square.body) as (x,):
            func.ReturnOp(arith.MulfOp(x, x))

    (made,) = ckptopt.differentiate(module, fn="square", outfn="slope")
    assert made.function_type.inputs.data == (f64, f64)
    text = ckptopt.to_text(module)
    assert "func.func @slope(" in text
    assert ckptopt.to_text(ckptopt.parse(text)) == text


def test_differentiate_has_the_options_of_the_pass() -> None:
    parameters = inspect.signature(ckptopt.differentiate).parameters
    options = {field.name: field.default for field in fields(LoopCheckpointPass)}
    assert options == {name: p.default for name, p in parameters.items() if name != "module"}


def test_an_error_says_where_and_leaves_the_module_alone() -> None:
    module = ckptopt.parse(f"{CUBE}func.func @f_rev() {{\n  return\n}}\n", "cube.mlir")
    text = ckptopt.to_text(module)
    with pytest.raises(ckptopt.CompileError) as caught:
        ckptopt.differentiate(module, fn="f", mode="split")
    assert str(caught.value) == "cube.mlir:7:1: error: the name '@f_rev' is taken"
    assert caught.value.diagnostic.location == Location("cube.mlir", 7, 1)
    assert ckptopt.to_text(module) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @f(", r"<string>:1:\d+: error: "),
        ("func.func @f() {\n  demo.op\n}", "<string>:2:3: error: unregistered operation 'demo.op'"),
        ("func.func @f() -> f64 {\n  return\n}", "<string>:2:3: error: 'func.return' op "),
    ],
)
def test_parse_reports_errors_with_their_place(text: str, message: str) -> None:
    with pytest.raises(ckptopt.CompileError, match=message):
        ckptopt.parse(text)


def test_parse_accepts_unregistered_operations_if_told() -> None:
    module = ckptopt.parse('"demo.op"() : () -> ()', allow_unregistered_dialect=True)
    assert '"demo.op"() : () -> ()' in ckptopt.to_text(module)


def test_every_name_of_the_api_is_there() -> None:
    for name in ckptopt.__all__:
        assert getattr(ckptopt, name).__doc__
    assert {*ckptopt.__all__} <= {*dir(ckptopt)}
    with pytest.raises(AttributeError, match="'diferentiate'"):
        getattr(ckptopt, "diferentiate")  # noqa: B009


def test_a_declaration_gets_its_definition_in_a_nested_symbol_table():
    module = ckptopt.parse(KERNELS.replace("DECLARED", "(f64, f64) -> f64"))
    (made,) = ckptopt.differentiate(module, fn="f", storage="stack")
    assert made.sym_name.data == "f_grad"
    assert made.body.blocks
    assert ckptopt.to_text(module).count("@f_grad") == 1


def test_a_declaration_of_another_type_stays_as_it_was():
    module = ckptopt.parse(KERNELS.replace("DECLARED", "(f64) -> f64"))
    before = ckptopt.to_text(module)
    with pytest.raises(ckptopt.CompileError, match="is declared as"):
        ckptopt.differentiate(module, fn="f")
    assert ckptopt.to_text(module) == before


def test_a_declaration_is_there_again_after_a_later_failure():
    module = ckptopt.parse(KERNELS.replace("DECLARED", "(f64, f64) -> f64"))
    before = ckptopt.to_text(module)
    with pytest.raises(ckptopt.CompileError, match="cannot be on the stack"):
        ckptopt.differentiate(
            module, fn="f", argTys=["enzyme_active"], storage="stack", mode="split"
        )
    assert ckptopt.to_text(module) == before
