"""How this package refines xDSL's op classes without altering them.

An op whose syntax or definition differs in MLIR 22 gets a subclass here, registered under the same
name, so that code which matches on xDSL's class keeps matching. Two tools make such subclasses:
`refine` widens a definition (new properties, looser operand constraints, another format), and
`overlay` puts the subclasses into a dialect in place of what they refine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from xdsl.ir import Attribute, Dialect, Operation, OpTrait, OpTraits
from xdsl.irdl import (
    AttrConstraint,
    BaseAttr,
    IRDLOperation,
    OpDef,
    OptPropertyDef,
    ParsePropInAttrDict,
    get_accessors_from_op_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from .formats import LazyFormat

OpT = TypeVar("OpT", bound=IRDLOperation)


def optional(constraint: type[Attribute] | AttrConstraint) -> OptPropertyDef:
    """A property that may be absent, for `refine`."""
    return OptPropertyDef(
        constraint if isinstance(constraint, AttrConstraint) else BaseAttr(constraint)
    )


def refine(
    *,
    operands: Mapping[str, Any] | None = None,
    results: Mapping[str, Any] | None = None,
    properties: Mapping[str, Any] | None = None,
    traits: Iterable[OpTrait] = (),
) -> Callable[[type[OpT]], type[OpT]]:
    """Class decorator for a subclass of an xDSL op whose definition differs in some entries.

    The keyword arguments replace (or, for properties, add) definitions by name; a property that
    the format does not mention is read from the attribute dictionary. `assembly_format`
    and `verify_` are taken from the decorated class alone: what the base class verifies beyond its
    definition is dropped, which is the point where xDSL is stricter than MLIR.
    """

    def decorate(cls: type[OpT]) -> type[OpT]:
        base = cls.get_irdl_definition()
        added = dict(properties or {})
        definition = replace(
            base,
            operands=_replaced(base.operands, operands),
            results=_replaced(base.results, results),
            properties={**base.properties, **added},
            accessor_names={
                **base.accessor_names,
                **{name: (name, "property") for name in added if name not in _ir_names(base)},
            },
            traits=OpTraits(lambda: (*base.traits.traits, *traits)),
            options=[*base.options, ParsePropInAttrDict()] if added else base.options,
            assembly_format=None,
        )
        members = get_accessors_from_op_def(definition, cls.__dict__.get("verify_"))
        for name, member in members.items():
            setattr(cls, name, member)
        if (text := cls.__dict__.get("assembly_format")) is not None:
            _attach_format(cls, text)
        return cls

    return decorate


def refined(
    base: type[OpT],
    assembly_format: str | None = None,
    *,
    verify: Callable[[OpT], None] | None = None,
    **changes: Any,
) -> type[OpT]:
    """A subclass of `base` with nothing of its own but a format and what `refine` gives it."""
    members: dict[str, Any] = {"__doc__": base.__doc__, "__module__": __name__}
    if verify is not None:
        members["verify_"] = verify
    if assembly_format is not None:
        members["assembly_format"] = assembly_format
    return refine(**changes)(cast(type[OpT], type(base.__name__, (base,), members)))


def _replaced(
    entries: list[tuple[str, Any]], changes: Mapping[str, Any] | None
) -> list[tuple[str, Any]]:
    return [(name, (changes or {}).get(name, entry)) for name, entry in entries]


def _ir_names(definition: OpDef) -> set[str]:
    return {ir_name for ir_name, _ in definition.accessor_names.values()}


def _attach_format(cls: type[IRDLOperation], text: str) -> None:
    """Give `cls` the declarative format `text`."""
    program = LazyFormat(text, cls.get_irdl_definition())

    def parse(cls: type[IRDLOperation], parser: Parser) -> IRDLOperation:
        return program.parse(parser, cls)

    inherited = cls.print

    def print(self: IRDLOperation, printer: Printer) -> None:
        if isinstance(self, cls) or inherited is Operation.print:
            program.print(printer, self)
        else:
            inherited(self, printer)

    for name, member in {"parse": classmethod(parse), "print": print}.items():
        setattr(cls, name, member)


def overlay(
    dialect: Dialect,
    operations: Iterable[type[Operation]],
    attributes: Iterable[type[Attribute]] = (),
    *,
    without: Iterable[type[Operation]] = (),
) -> Dialect:
    """`dialect` with `operations` and `attributes` added, in place of those of the same names.

    `without` are ops that MLIR 22 defines otherwise, so that they are better not known.
    """
    ours = {op.name: op for op in operations}
    dropped = {*ours, *(op.name for op in without)}
    kept = [op for op in dialect.operations if op.name not in dropped]
    our_attributes = {attribute.name: attribute for attribute in attributes}
    kept_attributes = [each for each in dialect.attributes if each.name not in our_attributes]
    return Dialect(
        dialect.name,
        [*kept, *ours.values()],
        [*kept_attributes, *our_attributes.values()],
        dialect._interfaces,  # pyright: ignore[reportPrivateUsage]
    )


def add_effects(effects: Mapping[OpTrait, Iterable[type[Operation]]]) -> None:
    """Declare memory effects that xDSL's classes lack.

    Passes also meet xDSL's own classes (an op built by a pass, a module parsed by `xdsl-opt`), so
    the trait goes on those; a plain subclass shares it.
    """
    for trait, operations in effects.items():
        for operation in operations:
            operation.traits.add_trait(trait)
