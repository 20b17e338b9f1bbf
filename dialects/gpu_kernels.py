"""The gpu ops that hold code of a device: modules, binaries and functions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import gpu
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    RegionVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .declared import ANY, OPTIONAL, SYMBOL, declare, default
from .func import (
    attributes_of,
    parse_argument,
    parse_signature,
    print_argument,
    print_signature,
    set_attributes,
)
from .opaque import opaque
from .overlay import optional, refine

SelectObjectAttr = opaque("gpu.select_object")


# Modules and binaries


@irdl_custom_directive
class Handler(CustomDirective):
    """`<#gpu.select_object<1>>`, or nothing"""

    attribute: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("<") is not None:
            self.attribute.set(state, parser.parse_attribute())
            parser.parse_punctuation(">")
        elif self.attribute.default_value is not None:
            self.attribute.set(state, self.attribute.default_value)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if self.attribute.is_present(op):
            printer.print_string(" ")
            attribute = self.attribute.get(op)
            assert attribute is not None
            with printer.in_angle_brackets():
                printer.print_attribute(attribute)


@irdl_custom_directive
class Targets(CustomDirective):
    """`[#nvvm.target, #rocdl.target]`, or nothing"""

    attribute: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        targets = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_attribute
        )
        if targets is not None:
            self.attribute.set(state, ArrayAttr(targets))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.attribute.print(printer, state, op)


@irdl_custom_directive
class SingleBlock(CustomDirective):
    """A region of one block, the label of which is not printed."""

    region: RegionVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        self.region.set(state, region)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        printer.print_string(" ")
        printer.print_region(op.regions[0], print_empty_block=False)


DIRECTIVES = {"Handler": Handler, "SingleBlock": SingleBlock, "Targets": Targets}

ModuleOp = declare(
    "gpu.module",
    "$sym_name custom<Handler>($offloadingHandler) custom<Targets>($targets) "
    "attr-dict-with-keyword custom<SingleBlock>($body)",
    properties={"sym_name": SYMBOL, "offloadingHandler": OPTIONAL, "targets": OPTIONAL},
    regions="body",
    directives=DIRECTIVES,
    base=gpu.ModuleOp,
)

BinaryOp = declare(
    "gpu.binary",
    "$sym_name custom<Handler>($offloadingHandler) attr-dict-with-keyword $objects",
    properties={
        "sym_name": SYMBOL,
        "offloadingHandler": default(SelectObjectAttr(StringAttr(""))),
        "objects": ANY,
    },
    directives=DIRECTIVES,
)


# Functions


@refine(
    properties={
        "arg_attrs": optional(ArrayAttr),
        "res_attrs": optional(ArrayAttr),
        "workgroup_attrib_attrs": optional(ArrayAttr),
        "private_attrib_attrs": optional(ArrayAttr),
        "known_block_size": optional(DenseArrayBase),
        "known_grid_size": optional(DenseArrayBase),
        "known_cluster_size": optional(DenseArrayBase),
    }
)
class FuncOp(gpu.FuncOp):
    """A function of a device; `workgroup` and `private` memory are arguments without operands.

    ```mlir
    gpu.func @f(%x: f32) workgroup(%s: memref<32xf32, 3>) kernel attributes {my.mark} {
      gpu.return
    }
    ```
    """

    def verify_(self) -> None:
        block = self.body.first_block
        inputs = self.function_type.inputs.data
        if block is not None and tuple(block.arg_types[: len(inputs)]) != tuple(inputs):
            raise VerifyException("type of entry block arguments must match the function signature")

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        properties: dict[str, Attribute] = {}
        attributes: dict[str, Attribute] = {"sym_name": parser.parse_symbol_name()}
        inputs = [argument for argument, *_ in parse_signature(parser, properties)]
        workgroup = parse_attributions(parser, "workgroup", properties)
        private = parse_attributions(parser, "private", properties)
        attributes[WORKGROUP_COUNT] = IntegerAttr(len(workgroup), i64)
        if parser.parse_optional_keyword("kernel"):
            attributes["gpu.kernel"] = UnitAttr()
        given = parser.parse_optional_attr_dict_with_keyword(HIDDEN)
        others = {} if given is None else dict(given.data)
        known = [name for name in others if name.startswith("known_")]
        properties |= {name: others.pop(name) for name in known}
        arguments = [argument for argument in inputs if argument is not None]
        body = parser.parse_region([*arguments, *workgroup, *private])
        return cls.create(properties=properties, attributes=attributes | others, regions=[body])

    def print(self, printer: Printer) -> None:
        arguments = self.body.block.args
        inputs = len(self.function_type.inputs)
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        print_signature(self, printer, arguments[:inputs])
        print_attributions(self, printer, arguments[inputs:])
        if "gpu.kernel" in self.attributes or "kernel" in self.properties:
            printer.print_string(" kernel")
        known = {k: v for k, v in self.properties.items() if k.startswith("known_")}
        printer.print_op_attributes(
            {**known, **self.attributes}, reserved_attr_names=HIDDEN, print_keyword=True
        )
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


WORKGROUP_COUNT = "workgroup_attributions"

HIDDEN = ("sym_name", WORKGROUP_COUNT, "gpu.kernel")
"""Attributes that the rest of the syntax stands for."""


def parse_attributions(
    parser: Parser, kind: str, properties: dict[str, Attribute]
) -> list[Parser.Argument]:
    """`workgroup(%s: memref<32xf32, 3> {attributes})`, or nothing."""
    if parser.parse_optional_keyword(kind) is None:
        return []
    found = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parse_argument(parser)
    )
    set_attributes(properties, f"{kind}_attrib_attrs", [attributes for *_, attributes in found])
    return [argument for argument, *_ in found if argument is not None]


def print_attributions(op: Operation, printer: Printer, arguments: Sequence[SSAValue]) -> None:
    """What `parse_attributions` reads, of both kinds."""
    count = op.attributes.get(WORKGROUP_COUNT)
    split = count.value.data if isinstance(count, IntegerAttr) else 0
    for kind, group in (("workgroup", arguments[:split]), ("private", arguments[split:])):
        if group:
            printer.print_string(f" {kind}")
            each = zip(group, attributes_of(op, f"{kind}_attrib_attrs", len(group)), strict=True)
            with printer.in_parens():
                printer.print_list(
                    each, lambda pair: print_argument(printer, pair[0], pair[0].type, pair[1])
                )
