"""What gradients keep: every residual and snapshot, with its size, its place and its reasons.

`saved_residuals` is for programs, `--residuals` prints the same as a table or as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, ModuleOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from ckptopt.autodiff.gradient import OBSERVER
from ckptopt.autodiff.loops import LoopSweeps
from ckptopt.autodiff.policies import Offload, names_of
from ckptopt.autodiff.rematerialise import is_rematerialised
from ckptopt.autodiff.reverse import Sweeps
from ckptopt.autodiff.scope import Scope
from ckptopt.autodiff.signature import Request
from ckptopt.autodiff.tapes import kept_type
from ckptopt.autodiff.versions import bytes_of
from ckptopt.checkpointing.directives import is_in_file
from ckptopt.checkpointing.effects import is_memory
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.memory_plan import Role
from ckptopt.checkpointing.scheme import Extent, Footprint
from ckptopt.diagnostics import locate
from ckptopt.emitter import constant_value, element_type
from ckptopt.regions import defined_values
from ckptopt.tools.console import console
from ckptopt.tools.tables import Column, titled

if TYPE_CHECKING:
    from rich.table import Table


IN_FILE = "snapshot, in a file"
"""Where a snapshot is that takes no memory."""


class Residual(NamedTuple):
    """One thing that is kept for the reverse sweep.

    Attributes:
        function: the function that is differentiated.
        file: the file that line numbers are of; empty if it is not known.
        name: what the source calls the value; `cos(x)` for a factor of a derivative.
        type: its MLIR type, and the type that it is kept as if that is another.
        bytes_each: the size of one, in bytes; text where it is known at run time only.
        number: how many are kept at a time, one factor per loop.
        bytes: the size of all; text such as `4 * n * f64` where it is known at run time only.
        where: `argument`, `register`, `tape`, `snapshot` or `copy`, and a memory space or a file
            if any.
        why: what reads it, or is computed from it again, with line and column.
        source: the argument, operation or loop that the value comes from.
    """

    function: str
    file: str
    name: str
    type: str
    bytes_each: Extent
    number: tuple[Extent, ...]
    bytes: Extent
    where: str
    why: str
    source: str


def saved_residuals(module: ModuleOp, fn: str | None = None, **options: object) -> list[Residual]:
    """What the gradients of a module keep, which stays as it is.

    Arguments:
        module: holds the functions.
        fn: the function to differentiate; by default those that `differentiate` takes.
        options: as for `ckptopt.differentiate`.

    Returns:
        the residuals in the order of the source.

    Raises:
        CompileError: as `ckptopt.differentiate` does.
    """
    from ckptopt.api import differentiate

    with collected() as found:
        differentiate(module.clone(), fn=fn, **options)  # pyright: ignore[reportArgumentType]
    return found


@contextmanager
def collected() -> Generator[list[Residual]]:
    """The residuals of the gradients that are made in the ``with`` block."""
    found: list[Residual] = []

    def observe(request: Request, primal: func.FuncOp, sweeps: Sweeps) -> None:
        found.extend(residuals_of(request, primal, sweeps))

    token = OBSERVER.set(observe)
    try:
        yield found
    finally:
        OBSERVER.reset(token)


def residuals_of(request: Request, primal: func.FuncOp, sweeps: Sweeps) -> Iterator[Residual]:
    """The residuals of one gradient that is planned."""
    for _, found in residuals_by_loop(request, primal, sweeps):
        yield from found


def residuals_by_loop(
    request: Request, primal: func.FuncOp, sweeps: Sweeps
) -> Iterator[tuple[Operation | None, list[Residual]]]:
    """The residuals of the function itself, and of each of its loops, with that loop."""
    place = locate(request.function)
    file = "" if place is None else place.file
    report = _Report(request.function.sym_name.data, file, primal, sweeps)
    yield None, list(report.function_level())
    for op in primal.walk():
        if op in sweeps.schemes:
            yield op, list(report.loop(op))


class _Report(NamedTuple):
    function: str
    file: str
    primal: func.FuncOp
    sweeps: Sweeps

    def function_level(self) -> Iterator[Residual]:
        """What the reverse sees of the function itself: arguments and kept values."""
        top, plan = self.primal.body.block, self.sweeps.plan
        if plan.recomputes:
            seen = {*plan.kept.get(top, ()), *plan.recomputed_from, *plan.readers}
            visible = [v for v in top.args if v in seen]
            values: list[SSAValue] = [*visible, *plan.kept.get(top, ())]
        else:
            values = [v for v in defined_values(top) if v in plan.readers and not is_memory(v)]
        for value in values:
            if is_memory(value) or constant_value(value) is not None:
                continue
            where = "argument" if isinstance(value, BlockArgument) else "register"
            yield self._value(value, (), where)
        yield from self._factors(top, (), "register")
        yield from self._contents(top, ())
        yield from self._branches(top, (), "register")

    def loop(self, op: Operation) -> Iterator[Residual]:
        """What is kept of a loop, or of a region that is replayed."""
        adapter, scheme = adapter_of(op), self.sweeps.schemes[op]
        assert adapter is not None
        body = adapter.body(op)
        footprint = self._footprint(op)
        outer = self._multiplicity(op)
        if is_rematerialised(op):
            for value in self.sweeps.plan.saved.get(body, ()):
                yield self._value(value, outer, "tape" if outer else "register")
            yield from self._memory(op, outer, footprint.snapshots)
            return
        if scheme.replays:
            yield from self._state(op, (*outer, footprint.snapshots))
            yield from self._memory(op, outer, footprint.snapshots)
        counts = (footprint.tape,) if scheme.replays else (*outer, footprint.tape)
        for value in self.sweeps.plan.kept.get(body, ()):
            yield self._value(value, counts, "tape")
        yield from self._factors(body, counts, "tape")
        yield from self._contents(body, counts)
        yield from self._branches(body, counts, "tape")

    def _branches(self, block: Block, counts: tuple[Extent, ...], where: str) -> Iterator[Residual]:
        """What is kept of the branches in a block."""
        for op in block.ops:
            if op in self.sweeps.schemes or not op.regions:
                continue
            for inner in (b for region in op.regions for b in region.blocks):
                for value in self.sweeps.plan.kept.get(inner, ()):
                    yield self._value(value, counts, where)
                yield from self._factors(inner, counts, where)
                yield from self._contents(inner, counts)
                yield from self._branches(inner, counts, where)

    def _contents(self, block: Block, counts: tuple[Extent, ...]) -> Iterator[Residual]:
        """The copies of memory that adjoints read after it is overwritten."""
        for op in block.ops:
            for contents in self.sweeps.plan.contents.get(op, ()):
                buffer = contents.buffer
                why = f"{_reading(op)} reads what is overwritten later"
                yield self._entry(_name(buffer), buffer.type, counts, "copy", why, _source(buffer))

    def _factors(self, block: Block, counts: tuple[Extent, ...], where: str) -> Iterator[Residual]:
        for op in block.ops:
            for factor, type in self.sweeps.plan.factors.get(op, {}).items():
                text = factor.text(op)
                reads = f"the adjoint of {_operation(op)}"
                yield self._entry(text, type, counts, where, reads, f"a factor of {reads}")

    def _state(self, op: Operation, counts: tuple[Extent, ...]) -> Iterator[Residual]:
        """The carried values in snapshots."""
        adapter = adapter_of(op)
        assert adapter is not None
        for value in adapter.carried(op):
            if self.sweeps.memory.is_shadow(value):
                continue
            yield self._entry(
                _name(value),
                value.type,
                counts,
                IN_FILE if is_in_file(op, self.sweeps.prefix) else "snapshot",
                "a replay starts from it",
                f"a value that {_operation(op)} carries",
            )

    def _memory(
        self, op: Operation, outer: tuple[Extent, ...], snapshots: Extent
    ) -> Iterator[Residual]:
        """The memory that a replay gets copies of."""
        loop = LoopSweeps(self.sweeps, op, Scope())
        snapshot = IN_FILE if loop.is_in_file else "snapshot"
        if loop.snapshot_space is not None:
            snapshot += f", in memory space {_space_name(loop.snapshot_space)}"
        reasons = {
            Role.SNAPSHOT: (snapshots, snapshot, "the replay reads it after it is overwritten"),
            Role.KEPT: (1, "copy", "the replay reads it after it is overwritten"),
            Role.SCRATCH: (1, "copy", "the replay works in it"),
        }
        for memory in loop.memory.of(*reasons):
            number, where, why = reasons[memory.role]
            handle = memory.handle
            counts = (*outer, number) if number != 1 else outer
            yield self._entry(_name(handle), handle.type, counts, where, why, _source(handle))

    def _value(self, value: SSAValue, counts: tuple[Extent, ...], where: str) -> Residual:
        offload = self.sweeps.plan.offloaded.get(value)
        place, why = _place(where, offload), self._why(value)
        return self._entry(_name(value), value.type, counts, place, why, _source(value))

    def _entry(
        self,
        name: str,
        type: Attribute,
        counts: tuple[Extent, ...],
        where: str,
        why: str,
        source: str,
    ) -> Residual:
        kept = kept_type(type, self.sweeps.residual_type) if where.startswith("tape") else type
        text = str(type) if kept == type else f"{type}, kept as {kept}"
        each, total = size_of(kept, name), size_of(kept, name, counts)
        return Residual(
            self.function, self.file, name, text, each, counts, total, where, why, source
        )

    def _why(self, value: SSAValue) -> str:
        readers = self.sweeps.plan.readers.get(value, ())
        if readers:
            return f"{_reading(readers[0])} reads it" + _others(len(readers) - 1)
        for wanted, readers in self.sweeps.plan.readers.items():
            if _leads_to(value, wanted):
                return f"{_name(wanted)} is computed from it for {_reading(readers[0])}"
        return "a replay starts from it"

    def _steps(self, op: Operation) -> Extent:
        adapter = adapter_of(op)
        assert adapter is not None
        known = adapter.constant_trip_count(op)
        if known is not None:
            return known
        bounds = adapter.bounds(op)
        upper = bounds[1] if len(bounds) > 1 else None
        return (upper.name_hint if upper is not None else None) or "steps"

    def _footprint(self, op: Operation) -> Footprint:
        """How much the scheme of the loop `op` keeps at a time."""
        scheme, one_sweep = self.sweeps.schemes[op], self.sweeps.is_reversed_next(op)
        return scheme.footprint(self._steps(op), one_sweep)

    def _multiplicity(self, op: Operation) -> tuple[Extent, ...]:
        """How many tapes hold what the forward sweep of `op` saves: those of the loops around."""
        found: list[Extent] = []
        around = op.parent_op()
        while around is not None:
            scheme = self.sweeps.schemes.get(around)
            if scheme is not None and not is_rematerialised(around):
                found.insert(0, self._footprint(around).tape)
            if scheme is not None and scheme.replays:
                break
            around = around.parent_op()
        return tuple(found)


def size_of(type: Attribute, name: str, counts: Iterable[Extent] = ()) -> Extent:
    """The size of values of a type, in bytes, or a product in text where it is not constant."""
    shape = getattr(type, "get_shape", tuple[int, ...])()
    extents: list[Extent] = [
        extent if extent != DYNAMIC_INDEX else f"dim({name}, {axis})"
        for axis, extent in enumerate(shape)
    ]
    factors = [*counts, *extents]
    scalar = element_type(type)
    texts = [factor for factor in factors if isinstance(factor, str)]
    number = prod(factor for factor in factors if isinstance(factor, int))
    if not texts:
        return number * bytes_of(scalar)
    return " * ".join([*([str(number)] if number != 1 else []), *texts, str(scalar)])


def _name(value: SSAValue) -> str:
    if value.name_hint is not None:
        return value.name_hint
    if isinstance(value, OpResult):
        return f"({value.op.name})"
    assert isinstance(value, BlockArgument)
    return f"(argument {value.index})"


def _operation(op: Operation) -> str:
    location = locate(op)
    place = f" at {location.line}:{location.col}" if location is not None else ""
    return f"{'the region' if is_rematerialised(op) else op.name}{place}"


def _reading(op: Operation) -> str:
    if op.regions:
        return f"the reverse of {_operation(op)}"
    return f"the adjoint of {_operation(op)}"


def _others(count: int) -> str:
    return f", and {count} more" if count else ""


def _source(value: SSAValue) -> str:
    if isinstance(value, OpResult):
        names = "".join(f", named '{name}'" for name in sorted(names_of(value.op)))
        return f"the output of {_operation(value.op)}{names}"
    block = value.owner
    assert isinstance(block, Block)
    around = block.parent_op()
    if around is None or isinstance(around, func.FuncOp):
        return f"the argument {_name(value)}"
    return f"a value that {_operation(around)} carries"


def _space_name(space: Attribute) -> str:
    """What a memory space is called: a number stands for itself."""
    return str(space.value.data) if isinstance(space, IntegerAttr) else str(space)


def _place(where: str, offload: Offload | None) -> str:
    return where if offload is None else f"{where}, in memory space {offload.destination}"


def _leads_to(value: SSAValue, target: SSAValue) -> bool:
    """True if `target` is computed from `value` by operations of one block."""
    pending, seen = [target], set[SSAValue]()
    while pending:
        current = pending.pop()
        if current is value:
            return True
        if current not in seen and isinstance(current, OpResult):
            seen.add(current)
            pending.extend(current.op.operands)
    return False


# Output


def to_json(found: Iterable[Residual]) -> str:
    """The residuals as JSON: a list of objects with the attributes of `Residual`."""
    return json.dumps([residual._asdict() for residual in found], indent=2) + "\n"


def to_table(found: list[Residual]) -> str:
    """The residuals as tables, one per function."""
    out, stream = console()
    for function in dict.fromkeys(residual.function for residual in found):
        out.print(table_of([r for r in found if r.function == function]))
    return stream.getvalue()


def table_of(found: list[Residual]) -> Table:
    """The residuals of one function as a table, with their total."""
    title = f"What the gradient of @{found[0].function} keeps ({found[0].file})"
    columns: tuple[Column, ...] = (
        ("value", "left"),
        ("type", "left"),
        ("bytes", "right"),
        ("number", "right"),
        ("in total", "right"),
        ("where", "left"),
        ("why", "left"),
        ("from", "left"),
    )
    table = titled(title, columns)
    for r in found:
        number = " x ".join(map(str, r.number)) or "1"
        table.add_row(
            r.name, r.type, str(r.bytes_each), number, str(r.bytes), r.where, r.why, r.source
        )
    table.add_section()
    table.add_row("", "", "", "", total(found), "", "", "")
    return table


def total(found: Iterable[Residual]) -> str:
    """The bytes of everything that is kept, arguments aside, as a sum."""
    kept = [r.bytes for r in found if r.where not in ("argument", IN_FILE)]
    known = sum(size for size in kept if isinstance(size, int))
    return " + ".join([str(known), *(size for size in kept if isinstance(size, str))])
