"""Where the handles of buffers go, and which element of a buffer of handles is for which buffer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from xdsl.dialects import func, memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, SSAValue

from ckptopt.checkpointing.effects import flows, is_memory, is_view
from ckptopt.diagnostics import CompileError, error
from ckptopt.emitter import element_type
from ckptopt.regions import Branch, alternatives


class Flow(NamedTuple):
    """What each memref may become, as view, carried value or element of a buffer, and come from."""

    targets: dict[SSAValue, dict[SSAValue, None]]
    sources: dict[SSAValue, dict[SSAValue, None]]

    def onward(self, value: SSAValue) -> list[SSAValue]:
        """`value` and all that it may become."""
        return _closure(value, lambda v: self.targets.get(v, ()))

    def back(self, value: SSAValue) -> list[SSAValue]:
        """`value` and all that it may come from."""
        return _closure(value, lambda v: self.sources.get(v, ()))

    def names(self, value: SSAValue) -> list[SSAValue]:
        """The values that may stand for the same buffer as `value`."""
        return _closure(value, lambda v: [*self.targets.get(v, ()), *self.sources.get(v, ())])


def _closure(
    value: SSAValue, following: Callable[[SSAValue], Iterable[SSAValue]]
) -> list[SSAValue]:
    found, pending = {value: None}, [value]
    while pending:
        for target in following(pending.pop()):
            if target not in found:
                found[target] = None
                pending.append(target)
    return list(found)


def flow_in(function: func.FuncOp) -> Flow:
    """How memrefs are passed on in `function`."""
    flow = Flow({}, {})

    def connect(source: SSAValue, target: SSAValue) -> None:
        if is_memory(source) and is_memory(target):
            flow.targets.setdefault(source, {})[target] = None
            flow.sources.setdefault(target, {})[source] = None

    kept: list[memref.StoreOp] = []
    for op in function.walk():
        for source, target in flows(op):
            connect(source, target)
        if is_view(op):
            for operand in op.operands:
                connect(operand, op.results[0])
        if isinstance(op, memref.StoreOp) and is_memory(op.value):
            kept.append(op)
    for store in sorted(kept, key=lambda op: _depth(op.memref.type), reverse=True):
        for name in flow.names(store.memref):
            for use in name.uses:
                if isinstance(use.operation, memref.LoadOp):
                    connect(store.value, use.operation.res)
    return flow


def _depth(type: Attribute) -> int:
    return 1 + _depth(element_type(type)) if is_memref(type) else 0


def is_memref(type: object) -> bool:
    """True for ranked memref types."""
    return isinstance(type, MemRefType)


# Buffers of handles


class Cell(NamedTuple):
    """A place in the buffers of handles behind `root`: the indices on each level, outermost first.

    Without indices it is `root` itself, a buffer of handles that no other holds.
    """

    root: SSAValue
    indices: tuple[tuple[SSAValue, ...], ...]


Cells = dict[SSAValue, Cell]


def cells_of(several: Iterable[memref.AllocOp], flow: Flow) -> Cells:
    """The cells of buffers that a loop makes, and of all that shares buffers of handles with them.

    Raises a located error if one of them has none to itself.
    """
    cells: Cells = {}
    for op in several:
        cell = _cell_of(op.memref)
        if cell is None or not cell.indices:
            raise refusal(op, "a loop makes several that are in use at the same time")
        cells[op.memref] = cell
    pending = list(dict.fromkeys(cell.root for cell in cells.values()))
    seen: set[SSAValue] = set()
    while pending:
        for name in flow.names(pending.pop()):
            if name in seen:
                continue
            seen.add(name)
            cells[name] = _known_cell(name, _cell_of(name))
            for op, handle in handles_in(name):
                inside = _inside(name, op.indices)
                if isinstance(op, memref.StoreOp) and (
                    not _is_fresh(handle) or _cell_of(handle) != inside
                ):
                    raise error(op, "a handle that others have too cannot be kept on the stack")
                if holds_handles(handle):
                    pending.append(handle)
                else:
                    cells[handle] = _known_cell(handle, inside)
    return cells


def _known_cell(name: SSAValue, cell: Cell | None) -> Cell:
    owner = name.owner
    if cell is None or not isinstance(owner, memref.AllocOp | memref.LoadOp | Branch):
        raise error(name, "a buffer of handles that is passed on cannot be on the stack")
    return cell


def holds_handles(value: SSAValue) -> bool:
    """True if the elements of a buffer are memrefs."""
    return is_memref(element_type(value.type))


def _is_fresh(value: SSAValue) -> bool:
    """True if `value` is a new buffer, whichever branch is taken."""
    inner = alternatives(value)
    return isinstance(value.owner, memref.AllocOp) or (bool(inner) and all(map(_is_fresh, inner)))


def handles_in(name: SSAValue) -> Iterator[tuple[memref.LoadOp | memref.StoreOp, SSAValue]]:
    """The accesses to a buffer of handles by one of its names, with the handles."""
    for use in name.uses:
        op = use.operation
        if isinstance(op, memref.LoadOp):
            yield op, op.res
        elif isinstance(op, memref.StoreOp) and use.index == 1:
            yield op, op.value


def _cell_of(value: SSAValue) -> Cell | None:
    """The cell that `value` was loaded from or is stored in."""
    if isinstance(value.owner, memref.LoadOp):
        return _inside(value.owner.memref, value.owner.indices)
    for use in value.uses:
        op, cell = use.operation, None
        if isinstance(op, memref.StoreOp) and use.index == 0:
            cell = _inside(op.memref, op.indices)
        elif isinstance(op, scf.YieldOp) and isinstance(around := op.parent_op(), Branch):
            cell = _cell_of(around.results[use.index])
        if cell is not None:
            return cell
    return Cell(value, ()) if holds_handles(value) else None


def _inside(buffer: SSAValue, indices: Iterable[SSAValue]) -> Cell | None:
    outer = _cell_of(buffer)
    return None if outer is None else Cell(outer.root, (*outer.indices, tuple(indices)))


def refusal(op: memref.AllocOp, why: str) -> CompileError:
    """The error for a buffer that must stay on the heap."""
    name = op.memref.name_hint
    what = f"'%{name}'" if name else "a buffer"
    return error(op, f"{what} cannot be on the stack: {why}")
