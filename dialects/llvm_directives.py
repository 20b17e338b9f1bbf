"""What the formats of the llvm dialect need beyond those of other dialects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    VectorType,
    i1,
    i32,
)
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from .arith import bool_type_like
from .declared import fail, inferred, keywords, parse_member, print_member
from .llvm_types import StructType

FLAGS = ("nsw", "nuw")

ORDERINGS = {
    0: "not_atomic",
    1: "unordered",
    2: "monotonic",
    4: "acquire",
    5: "release",
    6: "acq_rel",
    7: "seq_cst",
}

ATOMIC_KINDS = (
    *("xchg", "add", "sub", "_and", "nand", "_or", "_xor", "max", "min", "umax", "umin"),
    *("fadd", "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap", "usub_cond", "usub_sat"),
    *("fmaximum", "fminimum"),
)

INTEGER_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")

FLOAT_PREDICATES = (
    *("_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "_true"),
)

COMDAT_KINDS = ("any", "exactmatch", "largest", "nodeduplicate", "samesize")


@irdl_custom_directive
class Overflow(CustomDirective):
    """`overflow<nsw, nuw>`, or nothing"""

    attribute: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        value = 0
        if parser.parse_optional_keyword("overflow"):
            for flag in parser.parse_comma_separated_list(
                parser.Delimiter.ANGLE, parser.parse_identifier
            ):
                if flag not in FLAGS:
                    parser.raise_error(f"expected one of: {', '.join(FLAGS)}")
                value |= 1 << FLAGS.index(flag)
        self.attribute.set(state, IntegerAttr(value, i32))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        value = self.attribute.get(op)
        if isinstance(value, IntegerAttr) and value.value.data:
            flags = [flag for bit, flag in enumerate(FLAGS) if value.value.data >> bit & 1]
            printer.print_string(f" overflow<{', '.join(flags)}>")


@irdl_custom_directive
class Atomic(CustomDirective):
    """`atomic syncscope("agent") acquire`, or nothing"""

    ordering: AttributeVariable
    scope: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_keyword("atomic") is None:
            return
        if parser.parse_optional_keyword("syncscope"):
            with parser.in_parens():
                self.scope.set(state, parser.parse_attribute())
        self.ordering.set(state, parse_member(parser, ORDERINGS))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if not self.ordering.is_present(op):
            return
        printer.print_string(" atomic")
        if (scope := self.scope.get(op)) is not None:
            printer.print_string(" syncscope")
            with printer.in_parens():
                printer.print_attribute(scope)
        print_member(printer, state, ORDERINGS, self.ordering.get(op))


@irdl_custom_directive
class NoWrap(CustomDirective):
    """`inbounds|nuw`, or nothing; xDSL has an attribute for `inbounds`"""

    attribute: AttributeVariable
    inbounds: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        value = 0
        while (word := parser.parse_optional_keyword_in(NO_WRAP)) is not None:
            value |= NO_WRAP[word]
            if parser.parse_optional_punctuation("|") is None:
                break
        self.attribute.set(state, IntegerAttr(value, i32))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        flags = self.attribute.get(op)
        rest = flags.value.data if isinstance(flags, IntegerAttr) else 0
        if self.inbounds.is_present(op):
            rest |= NO_WRAP["inbounds"]
        words: list[str] = []
        for word, value in NO_WRAP.items():
            if rest & value == value:
                words.append(word)
                rest &= ~value
        if words:
            printer.print_string(f" {'|'.join(words)}")


NO_WRAP = {"inbounds": 3, "nusw": 2, "nuw": 4}
"""Flags of addresses; `inbounds` includes `nusw`, so it comes first."""


@irdl_custom_directive
class Indices(CustomDirective):
    """`[%i, 2]`"""

    values: VariadicOperandVariable
    constants: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        values: list[UnresolvedOperand] = []

        def parse_index() -> int:
            value = parser.parse_optional_unresolved_operand()
            if value is None:
                start = parser.pos
                index = parser.parse_integer(allow_boolean=False)
                if not llvm.GEP_USE_SSA_VAL < index < -llvm.GEP_USE_SSA_VAL:
                    parser.raise_error("integer value too large", start, parser.pos)
                return index
            values.append(value)
            return llvm.GEP_USE_SSA_VAL

        constants = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_index)
        self.values.set(state, values)
        self.constants.set(state, DenseArrayBase.from_list(i32, constants))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        values = iter(self.values.get(op))
        constants = self.constants.get(op)
        assert isinstance(constants, DenseArrayBase)

        def print_index(constant: int | float) -> None:
            value = next(values, None) if constant == llvm.GEP_USE_SSA_VAL else None
            if value is not None:
                printer.print_operand(value)
            else:
                printer.print_int(int(constant))

        with printer.in_square_brackets():
            printer.print_list(constants.get_values(), print_index)


def _bool_like(parser: Parser, state: ParsingState) -> Sequence[Attribute]:
    return [bool_type_like(_operand_type(parser, state, 0))]


def _operand_type(parser: Parser, state: ParsingState, index: int) -> Attribute:
    match state.operand_types[index]:
        case [type]:
            return type
        case _:
            fail(parser, "type expected")


def _vector_type(parser: Parser, state: ParsingState) -> VectorType[Attribute]:
    type = _operand_type(parser, state, 0)
    if not isinstance(type, VectorType):
        fail(parser, f"expected a vector type, not {type}")
    return cast(VectorType[Attribute], type)


def _vector_element(parser: Parser, state: ParsingState) -> Sequence[Attribute]:
    return [_vector_type(parser, state).element_type]


def _shuffled(parser: Parser, state: ParsingState) -> Sequence[Attribute]:
    vector, mask = _vector_type(parser, state), state.properties["mask"]
    assert isinstance(mask, DenseArrayBase)
    return [VectorType(vector.element_type, [len(mask.get_values())], vector.scalable_dims)]


def _value_and_success(parser: Parser, state: ParsingState) -> Sequence[Attribute]:
    return [llvm.LLVMStructType.from_type_list([_operand_type(parser, state, 2), i1])]


def _nested(parser: Parser, state: ParsingState) -> Sequence[Attribute]:
    """The type at `position` in the aggregate that is the first operand."""
    type, position = _operand_type(parser, state, 0), state.properties["position"]
    assert isinstance(position, DenseArrayBase)
    for index in position.get_values():
        match type:
            case llvm.LLVMArrayType():
                type = type.type
            case llvm.LLVMStructType() | StructType() if 0 <= int(index) < len(type.types):
                type = type.types.data[int(index)]
            case _:
                fail(parser, f"no position {index} in {type}")
    return [type]


DIRECTIVES: dict[str, type[CustomDirective]] = {
    "Atomic": Atomic,
    "BoolLike": inferred(_bool_like),
    "Comdat": keywords(dict(enumerate(COMDAT_KINDS))),
    "Dialect": keywords({0: "att", 1: "intel"}),
    "FloatPredicate": keywords(dict(enumerate(FLOAT_PREDICATES)), quoted=True),
    "IntegerPredicate": keywords(dict(enumerate(INTEGER_PREDICATES)), quoted=True),
    "Indices": Indices,
    "Kind": keywords(dict(enumerate(ATOMIC_KINDS))),
    "Nested": inferred(_nested),
    "NoWrap": NoWrap,
    "Ordering": keywords(ORDERINGS),
    "Overflow": Overflow,
    "Shuffled": inferred(_shuffled),
    "ValueAndSuccess": inferred(_value_and_success),
    "VectorElement": inferred(_vector_element),
}
