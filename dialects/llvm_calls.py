"""Calls of the llvm dialect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    StringAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AnyAttr, IRDLOperation, OptPropertyDef
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator

from .declared import ANY, OPTIONAL, default
from .func import attributes_of, print_argument, set_attributes
from .llvm_lists import parse_list, print_list, split
from .llvm_operations import FASTMATH, define
from .llvm_words import C_CONVENTION, NO_TAIL_CALL, CallWords, Convention


@irdl_custom_directive
class Callee(CustomDirective):
    """`@f(%x)` or `%pointer(%x)`, where the pointer is the first of the operands"""

    callee: AttributeVariable
    operands: VariadicOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        operands: list[UnresolvedOperand] = []
        if (name := parser.parse_optional_symbol_name()) is not None:
            self.callee.set(state, SymbolRefAttr(name))
        else:
            operands.append(parser.parse_unresolved_operand())
        operands += parser.parse_op_args_list()
        self.operands.set(state, operands)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        operands: Sequence[SSAValue] = self.operands.get(op)
        printer.print_string(" ")
        if (callee := self.callee.get(op)) is not None:
            printer.print_attribute(callee)
        else:
            printer.print_operand(operands[0])
            operands = operands[1:]
        printer.print_operands(operands)
        state.last_was_punctuation = False


@irdl_custom_directive
class Signature(CustomDirective):
    """`(i32 {llvm.noundef}) -> (f32 {a})`, in a call of a pointer with its type and `,` before"""

    inputs: TypeDirective
    outputs: TypeDirective
    input_attributes: AttributeVariable
    output_attributes: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        def parse_typed() -> tuple[Attribute, dict[str, Attribute]]:
            return parser.parse_type(), parser.parse_optional_attr_dict()

        types: list[Attribute] = []
        definition = state.op_type.get_irdl_definition()
        if "callee" in definition.properties and "callee" not in state.properties:
            types.append(parser.parse_type())
            parser.parse_punctuation(",")
        inputs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_typed)
        parser.parse_punctuation("->")
        outputs = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parse_typed)
        if outputs is None:
            outputs = [(parser.parse_type(), dict[str, Attribute]())]
        self.inputs.set(state, [*types, *(type for type, _ in inputs)])
        self.outputs.set(state, [type for type, _ in outputs])
        for name, entries in (
            (self.input_attributes.name, inputs),
            (self.output_attributes.name, outputs),
        ):
            set_attributes(state.properties, name, [attributes for _, attributes in entries])

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        inputs, outputs = self.inputs.get(op), self.outputs.get(op)
        printer.print_string(" ")
        if "callee" in op.get_irdl_definition().properties and "callee" not in op.properties:
            printer.print_attribute(inputs[0])
            printer.print_string(", ")
            inputs = inputs[1:]
        input_attributes = attributes_of(op, self.input_attributes.name, len(inputs))
        output_attributes = attributes_of(op, self.output_attributes.name, len(outputs))

        def print_types(types: Sequence[Attribute], attributes: Attributes) -> None:
            with printer.in_parens():
                printer.print_list(
                    zip(types, attributes, strict=True),
                    lambda pair: print_argument(printer, None, *pair),
                )

        print_types(inputs, input_attributes)
        printer.print_string(" -> ")
        if len(outputs) == 1 and not output_attributes[0]:
            printer.print_attribute(outputs[0])
        else:
            print_types(outputs, output_attributes)


Attributes = Sequence[Mapping[str, Attribute]]


@irdl_custom_directive
class Bundles(CustomDirective):
    """`["align"(%p, %n : !llvm.ptr, i32)]`, or nothing"""

    operands: VariadicOperandVariable
    types: TypeDirective
    tags: AttributeVariable
    sizes: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        bundles = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: (parser.parse_str_literal(), parse_list(parser))
        )
        groups = [group for _, group in bundles or ()]
        self.operands.set(state, [value for values, _ in groups for value in values])
        self.types.set(state, [type for _, types in groups for type in types])
        if bundles:
            self.tags.set(state, ArrayAttr([StringAttr(tag) for tag, _ in bundles]))
        sizes = [len(values) for values, _ in groups]
        self.sizes.set(state, DenseArrayBase.from_list(i32, sizes))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        tags = self.tags.get(op)
        if isinstance(tags, ArrayAttr) and (names := cast(ArrayAttr[Attribute], tags).data):
            groups = split(self.operands.get(op), self.sizes.get(op))

            def print_bundle(bundle: tuple[Attribute, Sequence[SSAValue]]) -> None:
                printer.print_attribute(bundle[0])
                print_list(printer, bundle[1])

            printer.print_string(" ")
            with printer.in_square_brackets():
                printer.print_list(zip(names, groups, strict=True), print_bundle)


DIRECTIVES: dict[str, type[CustomDirective]] = {
    "Bundles": Bundles,
    "CallWords": CallWords,
    "Callee": Callee,
    "Convention": Convention,
    "Signature": Signature,
}

BUNDLES = (
    "custom<Bundles>($op_bundle_operands, type($op_bundle_operands), $op_bundle_tags, "
    "$op_bundle_sizes)"
)

BUNDLE_PROPERTIES = {"op_bundle_tags": OPTIONAL, "op_bundle_sizes": OPTIONAL}

SIGNATURE_PROPERTIES = {"arg_attrs": OPTIONAL, "res_attrs": OPTIONAL}

VARIADIC = "(`vararg` `(` $var_callee_type^ `)`)?"

CALL_PROPERTIES = {
    "callee": OPTIONAL,
    "var_callee_type": OPTIONAL,
    "CConv": OptPropertyDef(AnyAttr(), C_CONVENTION),
    **BUNDLE_PROPERTIES,
    **SIGNATURE_PROPERTIES,
}

OPERATIONS = [
    define(
        "call",
        "custom<CallWords>($CConv, $TailCallKind) custom<Callee>($callee, $args) "
        f"{VARIADIC} {BUNDLES} attr-dict `:` "
        "custom<Signature>(type($args), type($returned), $arg_attrs, $res_attrs)",
        operands="args*, op_bundle_operands*",
        results="returned?",
        properties={**CALL_PROPERTIES, "TailCallKind": default(NO_TAIL_CALL), **FASTMATH},
        directives=DIRECTIVES,
    ),
    define(
        "invoke",
        "custom<Convention>($CConv) custom<Callee>($callee, $callee_operands) "
        "`to` $normalDest (`(` $normalOperands^ `:` type($normalOperands) `)`)? "
        "`unwind` $unwindDest (`(` $unwindOperands^ `:` type($unwindOperands) `)`)? "
        f"{VARIADIC} {BUNDLES} attr-dict `:` "
        "custom<Signature>(type($callee_operands), type($result), $arg_attrs, $res_attrs)",
        operands="callee_operands*, normalOperands*, unwindOperands*, op_bundle_operands*",
        results="result?",
        successors="normalDest, unwindDest",
        properties=CALL_PROPERTIES,
        directives=DIRECTIVES,
        traits=[IsTerminator()],
    ),
    define(
        "call_intrinsic",
        f"$intrin `(` $args `)` {BUNDLES} attr-dict `:` "
        "custom<Signature>(type($args), type($ress), $arg_attrs, $res_attrs)",
        operands="args*, op_bundle_operands*",
        results="ress?",
        properties={"intrin": ANY, **BUNDLE_PROPERTIES, **SIGNATURE_PROPERTIES, **FASTMATH},
        directives=DIRECTIVES,
    ),
    define(
        "intr.assume",
        f"$cond {BUNDLES} attr-dict `:` type($cond)",
        operands="cond, op_bundle_operands*",
        properties=BUNDLE_PROPERTIES,
        directives=DIRECTIVES,
    ),
]
