"""`enzyme`: expand requests for derivatives into calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import BoolAttr, IntegerAttr, ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.autodiff.derivative import make_derivative
from ckptopt.autodiff.fastmath import flags_from
from ckptopt.autodiff.inline import reachable
from ckptopt.autodiff.signature import Mode, Request
from ckptopt.diagnostics import error, note, warn
from ckptopt.dialects import enzyme
from ckptopt.symbols import functions, holders, name_of, path_of, tables
from ckptopt.transforms.differentiate import declare_callees
from ckptopt.transforms.loop_checkpoint import lowering


@dataclass(frozen=True)
class EnzymePass(ModulePass):
    """Expand `enzyme.autodiff` and `enzyme.fwddiff` into calls of derivatives.

    Each function and set of activities gets one private function, `@diffef` in reverse and
    `@fwddiffef` in forward mode, at the end of the module or of the `gpu.module`. Of a function
    that itself asks for derivatives, those are expanded first, with their caches lowered to
    buffers.

        func.func @g(%x: f64, %d: f64) -> f64 {     func.func @g(%x: f64, %d: f64) -> f64 {
          %dx = enzyme.autodiff @f(%x, %d) ..   ->    %dx = call @diffef(%x, %d)
          return %dx : f64                            return %dx : f64
        }                                           }
                                                    func.func private @diffef(%x: f64, %seed: f64)
    """

    name = "enzyme"

    postpasses: str = ""
    verifyPostPasses: bool = True
    dataflow: bool = False
    markReadonly: bool = False
    attr_prefix: str = "enzyme"
    fastmath: tuple[str, ...] | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.postpasses:
            raise error(op, "'postpasses' is not supported: write the passes after 'enzyme'")
        warn_of_idle_options(op, dataflow=self.dataflow, markReadonly=self.markReadonly)
        flags = flags_from(self.fastmath, op)
        for table in list(tables(op)):
            expansion = _Expansion(ctx, op, table, self.attr_prefix, flags)
            for holder in holders(table):
                expansion.expand(holder, ())


def warn_of_idle_options(where: Operation, **options: bool) -> None:
    """Warn of options of Enzyme that change nothing here."""
    for name, value in options.items():
        if value:
            warn(where, f"option '{name}' has no effect")


def refuse(where: Operation, **options: bool) -> None:
    """Raise an error if something is asked for that there is not."""
    for name, value in options.items():
        if value:
            raise error(where, f"'{name}' is not supported")


@dataclass(frozen=True)
class _Expansion:
    """The expansion of one symbol table of a module. `made` names the derivatives made so far."""

    ctx: Context
    module: ModuleOp
    table: Operation
    prefix: str
    fastmath: FastMathFlagsAttr
    made: dict[object, str] = field(default_factory=dict[object, str])
    expanded: set[str] = field(default_factory=set[str])

    def expand(self, holder: Operation, chain: tuple[str, ...]) -> None:
        """Expand the requests in `function` and in what it calls.

        `chain` names the functions whose expansion waits for this one.
        """
        name = name_of(holder) or ""
        if name in self.expanded:
            return
        self.expanded.add(name)
        for op in list(holder.walk()):
            if isinstance(op, func.CallOp):
                if (callee := functions(self.table).get(op.callee.string_value())) is not None:
                    self.expand(callee, (*chain, name))
            elif isinstance(op, enzyme.DifferentiateOp):
                self._replace(op, (*chain, name))

    def _replace(self, op: enzyme.DifferentiateOp, chain: tuple[str, ...]) -> None:
        name = op.fn.string_value()
        if name in chain:
            raise error(op, f"the derivative of '@{name}' would need itself")
        function = functions(self.table)[name]
        self.expand(function, chain)
        key = (op.name, name, op.activity, op.ret_activity)
        if key not in self.made:
            self.made[key] = self._add_derivative(op, function)
        derivative = functions(self.table)[self.made[key]]
        type = derivative.function_type
        if (
            tuple(op.operand_types) != type.inputs.data
            or tuple(op.result_types) != type.outputs.data
        ):
            raise error(
                op,
                f"the derivative of '@{name}' with these activities is {type}",
                note(function, f"'@{name}' is here"),
            )
        call = func.CallOp(self.made[key], op.inputs, list(op.result_types))
        call.attributes.update(op.attributes)
        call.location = op.location
        Rewriter.insert_op(call, InsertPoint.before(op))
        for result, value in zip(op.results, call.results, strict=True):
            value.name_hint = result.name_hint
            result.replace_all_uses_with(value)
        Rewriter.erase_op(op)

    def _add_derivative(self, op: enzyme.DifferentiateOp, function: func.FuncOp) -> str:
        refuse(op, strong_zero=_is_true(op.strong_zero), atomic_add=_is_true(op.atomic_add))
        if op.width != IntegerAttr(1, op.width.type):
            raise error(op, f"width {op.width.value.data} is not supported: only 1 is")
        known = functions(self.table)
        forward = isinstance(op, enzyme.ForwardDiffOp)
        name = _free_name(f"{'fwd' if forward else ''}diffe{function.sym_name.data}", known)
        if held := tuple(_with_caches(function, known)):
            for stage in lowering(held):
                stage.apply(self.ctx, self.module)
        request = Request(
            function,
            name,
            Mode.FORWARD if forward else Mode.COMBINED,
            tuple(activity.data for activity in op.activity),
            tuple(activity.data for activity in op.ret_activity),
            self.prefix,
            op,
            fastmath=self.fastmath,
        )
        derivative = make_derivative(request, known)
        derivative.sym_visibility = StringAttr("private")
        self.table.regions[0].block.add_op(derivative)
        declare_callees(derivative, derivative, known)
        return name


def _is_true(attribute: BoolAttr | None) -> bool:
    return attribute is not None and bool(attribute.value.data)


def _free_name(wanted: str, known: dict[str, func.FuncOp]) -> str:
    name, number = wanted, 0
    while name in known:
        number += 1
        name = f"{wanted}_{number}"
    return name


def _with_caches(function: func.FuncOp, known: dict[str, func.FuncOp]) -> Iterator[str]:
    """The functions among `function` and what it calls that hold caches."""
    for called in reachable(function, known).values():
        if any(isinstance(op, enzyme.InitOp) for op in called.walk()):
            yield path_of(called)
