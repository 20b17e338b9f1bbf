"""Functions by name: in a module, and in the symbol tables nested in it, such as a `gpu.module`.

A call names a function of the innermost symbol table around it.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.traits import SymbolTable

SEPARATOR = "::"


def tables(table: Operation) -> Iterator[Operation]:
    """`table` and the symbol tables nested in it, outermost first."""
    yield table
    for op in _symbols_in(table):
        if op.has_trait(SymbolTable, value_if_unregistered=False):
            yield from tables(op)


def functions(table: Operation) -> dict[str, func.FuncOp]:
    """The functions of a symbol table, without those of nested ones, by name."""
    return {op.sym_name.data: op for op in _symbols_in(table) if isinstance(op, func.FuncOp)}


def holders(table: Operation) -> list[Operation]:
    """The operations of a symbol table that hold code: functions of whichever dialect."""
    return [
        op
        for op in _symbols_in(table)
        if op.regions and not op.has_trait(SymbolTable, value_if_unregistered=False)
    ]


def table_of(op: Operation) -> Operation:
    """The innermost symbol table around `op`."""
    around = op.parent_op()
    assert around is not None
    if around.has_trait(SymbolTable, value_if_unregistered=False):
        return around
    return table_of(around)


def users_of(table: Operation, name: str) -> Iterator[Operation]:
    """The operations in a symbol table that refer to one of its symbols, in any attribute."""
    for op in table.walk():
        if op is not table and any(
            _refers(attribute, name)
            for attribute in (*op.properties.values(), *op.attributes.values())
        ):
            yield op


def _refers(attribute: Attribute, name: str) -> bool:
    match attribute:
        case SymbolRefAttr():
            return attribute.root_reference.data == name
        case ArrayAttr():
            return any(_refers(inner, name) for inner in attribute)
        case DictionaryAttr():
            return any(_refers(inner, name) for inner in attribute.data.values())
        case ParametrizedAttribute():
            return any(_refers(inner, name) for inner in attribute.parameters)
        case _:
            return False


def name_of(op: Operation) -> str | None:
    """The name of a symbol; None for what is none."""
    name = op.get_attr_or_prop("sym_name")
    return name.data if isinstance(name, StringAttr) else None


def path_of(function: Operation) -> str:
    """The name of a function after those of the symbol tables around it: `kernels::f`."""
    table = table_of(function)
    name = name_of(function) or ""
    within = name_of(table)
    if within is None or table.parent_op() is None:
        return name
    return f"{path_of(table)}{SEPARATOR}{name}"


def find(module: Operation, name: str) -> list[func.FuncOp]:
    """The function with this path, else the functions with this name in whichever table."""
    found = [
        known[last]
        for table in tables(module)
        if (last := name.rpartition(SEPARATOR)[2]) in (known := functions(table))
    ]
    exact = [function for function in found if path_of(function) == name]
    return exact or [function for function in found if function.sym_name.data == name]


def _symbols_in(table: Operation) -> Iterator[Operation]:
    for region in table.regions:
        for block in region.blocks:
            yield from block.ops
