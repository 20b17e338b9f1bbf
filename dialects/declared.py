"""Ops from tables: a name, an assembly format, and what the op has, in one call of `declare`.

Ops that no pass looks into need no more than reading, structural checks and printing. Their
operands, results, regions and successors are given as text:

    declare("llvm.cmpxchg", FORMAT, operands="ptr, cmp: T, val: T", results="res")

`?` after a name marks what may be absent and `*` what there is any number of. After the colon comes
a type: a concrete one of `TYPES`, or an upper-case name for one type in all places of that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from types import new_class
from typing import Any, NoReturn, cast

from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    IntegerType,
    SymbolNameConstraint,
    UnitAttr,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Operation, OpTrait, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import (
    AnyAttr,
    AttrConstraint,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    AttrSizedSegments,
    BaseAttr,
    EqAttrConstraint,
    IRDLOperation,
    IRDLOption,
    OpDef,
    OperandDef,
    OptOperandDef,
    OptPropertyDef,
    OptRegionDef,
    OptResultDef,
    OptSuccessorDef,
    ParsePropInAttrDict,
    PropertyDef,
    RegionDef,
    ResultDef,
    SuccessorDef,
    VarConstraint,
    VarOperandDef,
    VarRegionDef,
    VarResultDef,
    VarSuccessorDef,
    get_accessors_from_op_def,
    irdl_attr_definition,
    traits_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    UniqueBaseAttributeVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum

TYPES: dict[str, Attribute] = {"index": IndexType(), "i1": i1, "i8": i8, "i32": i32, "i64": i64}

ENTRY = re.compile(r"\s*(\w+)([?*]?)(?:\s*:\s*(\w+))?\s*")

UNIT = OptPropertyDef(BaseAttr(UnitAttr))
"""A property that says yes by being there."""

ANY = PropertyDef(AnyAttr())

OPTIONAL = OptPropertyDef(AnyAttr())

SYMBOL = PropertyDef(SymbolNameConstraint())


def default(value: Attribute) -> OptPropertyDef:
    """A property that is not printed where it has this value, and has it where it is not given."""
    return OptPropertyDef(BaseAttr(type(value)), value)


def integer(type: IntegerType | IndexType, value: int | None = None) -> OptPropertyDef:
    """An integer that is printed without its type, `value` where it is not given."""
    return OptPropertyDef(
        IntegerAttr.constr(EqAttrConstraint(type)),
        None if value is None else IntegerAttr(value, type),
    )


def enumeration(name: str, words: Iterable[str]) -> type[Attribute]:
    """The class of the attribute `name`, which is one of `words`: `#dialect<name word>`."""
    words = StrEnum(name, {word: word for word in words})
    bases = (EnumAttribute[cast(Any, words)], SpacedOpaqueSyntaxAttribute)
    return irdl_attr_definition(new_class(name, bases, {}, lambda body: body.update(name=name)))


def one_of(attribute: type[Attribute]) -> PropertyDef:
    """A property that is a word of an `enumeration`."""
    return PropertyDef(BaseAttr(attribute))


class OpenProperties(IRDLOperation):
    """An op of which not all properties are known.

    One that is not becomes an attribute, which is where the custom syntax has it, and from where
    MLIR takes it back as a property in the generic form.
    """

    @classmethod
    def create(cls, *args: Any, **kwargs: Any) -> Any:
        defined = cls.get_irdl_definition().properties
        properties: Mapping[str, Attribute] = kwargs.get("properties") or {}
        if not defined.keys() >= properties.keys():
            others = {k: v for k, v in properties.items() if k not in defined}
            kwargs["properties"] = {k: v for k, v in properties.items() if k in defined}
            kwargs["attributes"] = {**(kwargs.get("attributes") or {}), **others}
        return super().create(*args, **kwargs)


def declare(
    name: str,
    assembly_format: str | None = None,
    *,
    operands: str = "",
    results: str = "",
    properties: Mapping[str, PropertyDef] | None = None,
    regions: str = "",
    successors: str = "",
    types: Mapping[str, Attribute] | None = None,
    traits: Iterable[OpTrait] = (),
    directives: Mapping[str, type[CustomDirective]] | None = None,
    base: type[Operation] | None = None,
) -> type[IRDLOperation]:
    """The class of the op `name`, which has the generic form alone without `assembly_format`.

    `types` are names for types besides `TYPES`. `base` is the xDSL class that the result also is a
    subclass of, so that code which looks for that one finds this.
    """
    known = {**TYPES, **(types or {})}
    defined = {**_properties(base), **(properties or {})}
    options: list[IRDLOption] = [ParsePropInAttrDict()]
    operand_defs = _entries(operands, (OperandDef, OptOperandDef, VarOperandDef), known)
    result_defs = _entries(results, (ResultDef, OptResultDef, VarResultDef), known)
    for option, text in (
        (AttrSizedOperandSegments(as_property=True), operands),
        (AttrSizedResultSegments(as_property=True), results),
    ):
        if text.count("*") + text.count("?") > 1:
            options.append(option)
            defined[option.attribute_name] = PropertyDef(AnyAttr())
    definition = OpDef(
        name,
        operands=operand_defs,
        results=result_defs,
        properties=defined,
        regions=_entries(regions, (RegionDef, OptRegionDef, VarRegionDef)),
        successors=_entries(successors, (SuccessorDef, OptSuccessorDef, VarSuccessorDef)),
        options=options,
        traits=traits_def(*(() if base is None else base.traits.traits), *traits),
        accessor_names={property: (property, "property") for property in defined},
        assembly_format=assembly_format,
        custom_directives=dict(directives or {}),
    )
    bases = (OpenProperties,) if base is None else (OpenProperties, base)
    members = get_accessors_from_op_def(definition, _check_printable)
    if assembly_format is None:
        members |= {"parse": Operation.parse, "print": Operation.print}
    return cast(type[IRDLOperation], type(name, bases, {"name": name, **members}))


def _check_printable(op: Operation) -> None:
    """Raise what printing raises: no constraint says which numbers stand for words, or how many
    there must be."""
    if not op.regions:
        op.print(Printer(StringIO()))


def _properties(base: type[Operation] | None) -> dict[str, PropertyDef]:
    """Those that ops built by xDSL have, for the format to print them."""
    if base is None:
        return {}
    assert issubclass(base, IRDLOperation)
    definition = base.get_irdl_definition()
    segments = {o.attribute_name for o in definition.options if isinstance(o, AttrSizedSegments)}
    return {
        name: OptPropertyDef(AnyAttr(), entry.default_value)
        for name, entry in definition.properties.items()
        if name not in segments
    }


def _entries(
    text: str,
    kinds: tuple[type[Any], type[Any], type[Any]],
    types: Mapping[str, Attribute] | None = None,
) -> list[tuple[str, Any]]:
    """What `text` lists, each as the one of `kinds` (plain, optional, variadic) that it is."""
    entries: list[tuple[str, Any]] = []
    for part in text.split(",") if text else ():
        match = ENTRY.fullmatch(part)
        assert match is not None, part
        kind = kinds["?*".index(match[2]) + 1 if match[2] else 0]
        entries.append((match[1], kind() if types is None else kind(_constraint(match[3], types))))
    return entries


def _constraint(name: str | None, types: Mapping[str, Attribute]) -> AttrConstraint:
    if name is None:
        return AnyAttr()
    if name in types:
        return EqAttrConstraint(types[name])
    assert name.isupper(), name
    return VarConstraint(name, AnyAttr())


# Directives


def parse_member(
    parser: Parser, names: Mapping[int, str], type: IntegerType = i64, quoted: bool = False
) -> IntegerAttr:
    """The integer that stands for the next word, which is one of `names`."""
    values = {name: value for value, name in names.items()}
    position = parser.pos
    word = parser.parse_str_literal() if quoted else parser.parse_identifier()
    if word not in values:
        parser.raise_error(f"expected one of: {', '.join(values)}", position)
    return IntegerAttr(values[word], type)


def print_member(
    printer: Printer,
    state: PrintingState,
    names: Mapping[int, str],
    value: Attribute | None,
    quoted: bool = False,
) -> None:
    """What `parse_member` reads."""
    word = names.get(value.value.data) if isinstance(value, IntegerAttr) else None
    if word is None:
        raise ValueError(f"has {value} where one of {', '.join(names.values())} is meant")
    state.print_whitespace(printer)
    printer.print_string(f'"{word}"' if quoted else word)


def keywords(
    names: Mapping[int, str], type: IntegerType = i64, quoted: bool = False
) -> type[CustomDirective]:
    """A directive for an enumeration that is stored as an integer: `custom<X>($property)`."""

    @irdl_custom_directive
    class Keyword(CustomDirective):
        attribute: AttributeVariable

        def parse(self, parser: Parser, state: ParsingState) -> None:
            self.attribute.set(state, parse_member(parser, names, type, quoted))

        def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
            print_member(printer, state, names, self.attribute.get(op), quoted)

        def is_anchorable(self) -> bool:
            return True

        def is_present(self, op: IRDLOperation) -> bool:
            return self.attribute.is_present(op)

    return Keyword


@irdl_custom_directive
class OptionalWord(CustomDirective):
    """`custom<Word>($property)`: the word of an `enumeration`, or nothing."""

    attribute: UniqueBaseAttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        words = cast(type[EnumAttribute[Any]], self.attribute.unique_base)
        word = parser.parse_optional_keyword_in([each.value for each in words.enum_type])
        if word is not None:
            self.attribute.set(state, words(words.enum_type(word)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if self.attribute.is_present(op):
            self.attribute.print(printer, state, op)


Inference = Callable[[Parser, ParsingState], Sequence[Attribute]]


def fail(parser: Parser, message: str) -> NoReturn:
    """Raise an error about what was read last."""
    before = parser.lexer.input.content[: parser.pos].rstrip()
    parser.raise_error(message, len(before) - 1, len(before))


def inferred(function: Inference) -> type[CustomDirective]:
    """A directive without text that gives a type: `custom<X>(type($result))`.

    `function` gets what was parsed up to there.
    """

    @irdl_custom_directive
    class Inferred(CustomDirective):
        result: TypeDirective

        def parse(self, parser: Parser, state: ParsingState) -> None:
            self.result.set(state, function(parser, state))

        def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
            pass

        def can_parse_empty(self) -> bool:
            return True

    return Inferred
