"""The gpu ops that start kernels, and the tokens that order what runs asynchronously."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from xdsl.dialects import gpu
from xdsl.dialects.builtin import IndexType, IntegerAttr, SymbolRefAttr, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AnyAttr, IRDLOperation, OperandDef, OptOperandDef
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .gpu_kernels import HIDDEN, WORKGROUP_COUNT, parse_attributions, print_attributions
from .overlay import optional, refine

TOKEN = gpu.AsyncTokenType()

T = TypeVar("T")


def parse_async(parser: Parser) -> tuple[Sequence[Attribute], Sequence[SSAValue]]:
    """`async [%t]`, either of which may be absent: the type of a token, and the dependencies."""
    is_async = parser.parse_optional_keyword("async") is not None
    dependencies = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parser.parse_operand(TOKEN)
    )
    return [TOKEN] if is_async else [], dependencies or []


def print_async(printer: Printer, is_async: bool, dependencies: Sequence[SSAValue]) -> None:
    """What `parse_async` reads."""
    if is_async:
        printer.print_string(" async")
    if dependencies:
        printer.print_string(" ")
        with printer.in_square_brackets():
            printer.print_list(dependencies, printer.print_operand)


@irdl_custom_directive
class Async(CustomDirective):
    """`custom<Async>(type($asyncToken), $asyncDependencies)`"""

    token: TypeDirective
    dependencies: VariadicOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        is_async = parser.parse_optional_keyword("async") is not None
        self.token.set(state, (TOKEN,) if is_async else ())
        dependencies = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        self.dependencies.set(state, dependencies or ())

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        print_async(printer, bool(self.token.get(op)), self.dependencies.get(op))


WORDS = {"cluster": "clusters", "grid": "blocks", "block": "threads"}
"""In the order of the text, what the sizes count, which the operands are named after."""

REQUIRED = ("grid", "block")

ARGUMENTS = {"cluster": (12, 15), "grid": (0, 6), "block": (3, 9)}
"""Where in the arguments of a launch's body the ids and the sizes start."""


def sizes_of(op: gpu.LaunchOp | gpu.LaunchFuncOp, kind: str) -> list[SSAValue]:
    """The operands for x, y and z; none if they are not given."""
    values = [getattr(op, f"{kind}Size{axis}") for axis in "XYZ"]
    return [value for value in values if value is not None]


def _sizes_in_order(values: Mapping[str, Sequence[SSAValue]]) -> list[Sequence[SSAValue]]:
    """One group per operand, as `build` wants them."""
    axes = [values[kind] or [None] * 3 for kind in ("grid", "block", "cluster")]
    return [[] if value is None else [value] for group in axes for value in group]


def _parse_optional_memory_size(parser: Parser) -> list[SSAValue]:
    if parser.parse_optional_keyword("dynamic_shared_memory_size") is None:
        return []
    return [parser.parse_operand(i32)]


def _print_memory_size(printer: Printer, size: SSAValue | None) -> None:
    if size is not None:
        printer.print_string(" dynamic_shared_memory_size ")
        printer.print_operand(size)


@refine(
    properties={
        "module": optional(SymbolRefAttr),
        "function": optional(SymbolRefAttr),
        "workgroup_attrib_attrs": optional(AnyAttr()),
        "private_attrib_attrs": optional(AnyAttr()),
    }
)
class LaunchOp(gpu.LaunchOp):
    """A kernel and its launch in one: the body sees ids and sizes of blocks and threads.

    ```mlir
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %m, %sy = %m, %sz = %m) {
      gpu.terminator
    }
    ```
    """

    def verify_(self) -> None:
        """More arguments than ids and sizes are memory, which the text names."""

    @classmethod
    def parse(cls, parser: Parser) -> LaunchOp:
        properties: dict[str, Attribute] = {}
        token, dependencies = parse_async(parser)
        ids: dict[str, list[Parser.Argument]] = {kind: [] for kind in WORDS}
        sizes: dict[str, list[Parser.Argument]] = {kind: [] for kind in WORDS}
        values: dict[str, list[SSAValue]] = {kind: [] for kind in WORDS}
        for kind, word in WORDS.items():
            if kind in REQUIRED:
                parser.parse_keyword(word)
            elif parser.parse_optional_keyword(word) is None:
                continue
            ids[kind] = _parse_three(parser, lambda: _parse_index_argument(parser))
            parser.parse_keyword("in")
            pairs = _parse_three(parser, lambda: _parse_assignment(parser))
            sizes[kind] = [argument for argument, _ in pairs]
            values[kind] = [value for _, value in pairs]
        memory = _parse_optional_memory_size(parser)
        for name in ("module", "function"):
            if parser.parse_optional_keyword(name):
                with parser.in_parens():
                    properties[name] = SymbolRefAttr(parser.parse_symbol_name())
        workgroup = parse_attributions(parser, "workgroup", properties)
        private = parse_attributions(parser, "private", properties)
        body = parser.parse_region(
            [
                *(*ids["grid"], *ids["block"], *sizes["grid"], *sizes["block"]),
                *(*ids["cluster"], *sizes["cluster"], *workgroup, *private),
            ]
        )
        count = {WORKGROUP_COUNT: IntegerAttr(len(workgroup), i64)}
        return cls.build(
            operands=[dependencies, *_sizes_in_order(values), memory],
            result_types=[token],
            properties=properties,
            attributes={**parser.parse_optional_attr_dict(), **count},
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        arguments = self.body.block.args
        print_async(printer, self.asyncToken is not None, self.asyncDependencies)
        for kind, word in WORDS.items():
            if values := sizes_of(self, kind):
                ids, sizes = (arguments[start : start + 3] for start in ARGUMENTS[kind])
                printer.print_string(f" {word}")
                with printer.in_parens():
                    printer.print_list(ids, printer.print_ssa_value)
                printer.print_string(" in ")
                with printer.in_parens():
                    printer.print_list(
                        zip(sizes, values, strict=True), lambda pair: _print_pair(printer, *pair)
                    )
        memory = 18 if sizes_of(self, "cluster") else 12
        _print_memory_size(printer, self.dynamicSharedMemorySize)
        for name in ("module", "function"):
            if (symbol := self.properties.get(name)) is not None:
                printer.print_string(f" {name}")
                with printer.in_parens():
                    printer.print_attribute(symbol)
        print_attributions(self, printer, arguments[memory:])
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes, reserved_attr_names=HIDDEN)


def _parse_index_argument(parser: Parser) -> Parser.Argument:
    return parser.parse_argument(expect_type=False).resolve(IndexType())


def _parse_assignment(parser: Parser) -> tuple[Parser.Argument, SSAValue]:
    argument = _parse_index_argument(parser)
    parser.parse_punctuation("=")
    return argument, parser.parse_operand(IndexType())


def _print_pair(printer: Printer, argument: SSAValue, value: SSAValue) -> None:
    printer.print_ssa_value(argument)
    printer.print_string(" = ")
    printer.print_operand(value)


def _parse_three(parser: Parser, parse: Callable[[], T]) -> list[T]:
    position = parser.pos
    found = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse)
    if len(found) != 3:
        parser.raise_error("expected one entry each for x, y and z", position)
    return found


@refine(
    operands={
        **{f"{kind}Size{axis}": OperandDef(AnyAttr()) for kind in REQUIRED for axis in "XYZ"},
        **{f"clusterSize{axis}": OptOperandDef(AnyAttr()) for axis in "XYZ"},
        "asyncObject": OptOperandDef(AnyAttr()),
    }
)
class LaunchFuncOp(gpu.LaunchFuncOp):
    """The launch of a kernel that is a function of a module or binary.

    ```mlir
    %t = gpu.launch_func async [%s] @module::@kernel
        blocks in (%n, %n, %n) threads in (%m, %m, %m) args(%x : f32)
    ```
    """

    def verify_(self) -> None:
        if len(self.kernel.nested_references.data) != 1:
            raise VerifyException("expected a symbol reference to a kernel of a module")

    @classmethod
    def parse(cls, parser: Parser) -> LaunchFuncOp:
        token, dependencies = parse_async(parser)
        stream: list[SSAValue] = []
        if parser.parse_optional_punctuation("<"):
            stream.append(_parse_typed_operand(parser))
            parser.parse_punctuation(">")
        position = parser.pos
        kernel = parser.parse_attribute()
        if not isinstance(kernel, SymbolRefAttr):
            parser.raise_error("expected a symbol reference", position)
        names: dict[str, list[UnresolvedOperand]] = {kind: [] for kind in WORDS}
        for kind, word in WORDS.items():
            if kind in REQUIRED:
                parser.parse_keyword(word)
            elif parser.parse_optional_keyword(word) is None:
                continue
            parser.parse_keyword("in")
            names[kind] = _parse_three(parser, parser.parse_unresolved_operand)
        type: Attribute = IndexType()
        if parser.parse_optional_punctuation(":"):
            type = parser.parse_type()
        values = {
            kind: [parser.resolve_operand(name, type) for name in group]
            for kind, group in names.items()
        }
        memory = _parse_optional_memory_size(parser)
        arguments: list[SSAValue] = []
        if parser.parse_optional_keyword("args"):
            arguments = parse_typed_operands(parser)
        return cls.build(
            operands=[dependencies, *_sizes_in_order(values), memory, arguments, stream],
            result_types=[token],
            properties={"kernel": kernel},
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        print_async(printer, self.asyncToken is not None, self.asyncDependencies)
        if self.asyncObject is not None:
            printer.print_string(" ")
            with printer.in_angle_brackets():
                _print_typed_operand(printer, self.asyncObject)
        printer.print_string(" ")
        printer.print_attribute(self.kernel)
        for kind, word in WORDS.items():
            if values := sizes_of(self, kind):
                printer.print_string(f" {word} in ")
                printer.print_operands(values)
        if not isinstance(type := self.gridSizeX.type, IndexType):
            printer.print_string(" : ")
            printer.print_attribute(type)
        _print_memory_size(printer, self.dynamicSharedMemorySize)
        if self.kernelOperands:
            printer.print_string(" args")
            print_typed_operands(printer, self.kernelOperands)
        printer.print_op_attributes(self.attributes)


def parse_typed_operands(parser: Parser) -> list[SSAValue]:
    """`(%x : f32, %m : memref<4xf32>)`"""
    return parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: _parse_typed_operand(parser)
    )


def print_typed_operands(printer: Printer, values: Sequence[SSAValue]) -> None:
    """What `parse_typed_operands` reads."""
    with printer.in_parens():
        printer.print_list(values, lambda value: _print_typed_operand(printer, value))


def _parse_typed_operand(parser: Parser) -> SSAValue:
    name = parser.parse_unresolved_operand()
    parser.parse_punctuation(":")
    return parser.resolve_operand(name, parser.parse_type())


def _print_typed_operand(printer: Printer, value: SSAValue) -> None:
    printer.print_operand(value)
    printer.print_string(" : ")
    printer.print_attribute(value.type)
