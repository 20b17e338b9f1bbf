"""`split-derivative`: a derivative becomes a forward and a reverse function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.traits import is_side_effect_free

from ckptopt.dialects.ckptopt import SplitOp
from ckptopt.emitter import is_integer
from ckptopt.regions import captured
from ckptopt.symbols import table_of
from ckptopt.transforms.differentiate import add_function, require_free
from ckptopt.transforms.selection import chosen_functions


@dataclass(frozen=True)
class SplitDerivativePass(ModulePass):
    """Cut functions with a `ckptopt.split` in two.

    The forward function returns the primal's results and then the tape: what the reverse function
    reads of the forward sweep. The reverse function takes the arguments that it reads and then the
    tape. Integer arithmetic is done again rather than passed on.

        func.func @f_grad(%x: f64, %seed: f64)      func.func @f_fwd(%x: f64) -> (f64, f64) {
            -> f64 {                                  %y = math.exp %x : f64
          %y = math.exp %x : f64                      return %y, %y : f64, f64
          ckptopt.split %y : f64              ->    }
          %d = arith.mulf %seed, %y : f64           func.func @f_rev(%seed: f64, %y: f64) -> f64 {
          return %d : f64                             %d = arith.mulf %seed, %y : f64
        }                                             return %d : f64
                                                    }
    """

    name = "split-derivative"

    fn: tuple[str, ...] = ()

    @staticmethod
    def names(function: str) -> tuple[str, str]:
        """What the two halves of `function` are called."""
        base = function.removesuffix("_grad")
        return f"{base}_fwd", f"{base}_rev"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in chosen_functions(op, self.fn):
            marks = [inner for inner in function.body.walk() if isinstance(inner, SplitOp)]
            if marks:
                split(function, marks[0])


class Halves(NamedTuple):
    """Which arguments of the whole function each half takes, by their number."""

    forward: tuple[int, ...]
    reverse: tuple[int, ...]


def split(function: func.FuncOp, mark: SplitOp) -> Halves:
    """Replace `function` by two, cut at `mark`.

    Raises a located error if a name is taken.
    """
    names = SplitDerivativePass.names(function.sym_name.data)
    table = table_of(function)
    require_free(table, names)
    source = function.body.block
    ops = list(source.ops)
    place = ops.index(mark)
    before, after = ops[:place], ops[place + 1 :]
    again, tape = _needed(before, after)
    last = after.pop()
    ahead, back = (before, [*mark.results_, *tape]), ([*again, *after], list(last.operands))
    halves = Halves(_arguments(function, *ahead), _arguments(function, *back))
    forward = _function(names[0], function, *ahead, halves.forward, [])
    reverse = _function(names[1], function, *back, halves.reverse, tape)
    for made, end in ((reverse, last), (forward, mark)):
        returned = made.body.block.last_op
        assert returned is not None
        returned.location = end.location
        made.location = function.location
        made.attributes.update(function.attributes)
        add_function(made, function)
    Rewriter.erase_op(function)
    return halves


def _needed(
    before: list[Operation], after: list[Operation]
) -> tuple[list[Operation], list[SSAValue]]:
    """What the operations `after` read of those `before`: operations to repeat, and the tape."""
    places = {op: index for index, op in enumerate(before)}
    again: set[Operation] = set()
    tape: dict[SSAValue, None] = {}
    pending = [value for op in reversed(after) for value in reversed(_reads(op))]
    while pending:
        value = pending.pop()
        if not isinstance(value, OpResult) or value.op not in places or value.op in again:
            continue
        if _is_cheap(value.op):
            again.add(value.op)
            pending.extend(reversed(value.op.operands))
        else:
            tape[value] = None
    return sorted(again, key=places.__getitem__), list(tape)


def _reads(op: Operation) -> list[SSAValue]:
    return [*op.operands, *captured(op)]


def _is_cheap(op: Operation) -> bool:
    """True for constants and integer arithmetic."""
    if isinstance(op, arith.ConstantOp):
        return True
    numbers = all(is_integer(value.type) for value in (*op.operands, *op.results))
    return numbers and not op.regions and is_side_effect_free(op)


def _arguments(
    whole: func.FuncOp, ops: list[Operation], results: list[SSAValue]
) -> tuple[int, ...]:
    """The arguments of `whole` that operations or results read."""
    read = {value for op in ops for value in _reads(op)} | set(results)
    return tuple(arg.index for arg in whole.body.block.args if arg in read)


def _function(
    name: str,
    whole: func.FuncOp,
    ops: list[Operation],
    results: list[SSAValue],
    arguments: tuple[int, ...],
    tape: list[SSAValue],
) -> func.FuncOp:
    """A function of clones of `ops`, with `arguments` of `whole`, then `tape`."""
    inputs = [*(whole.body.block.args[index] for index in arguments), *tape]
    block = Block(arg_types=[value.type for value in inputs])
    values: dict[SSAValue, SSAValue] = {}
    for value, arg in zip(inputs, block.args, strict=True):
        arg.name_hint = value.name_hint
        if isinstance(value, BlockArgument):
            arg.location = value.location
        elif isinstance(value, OpResult):
            arg.location = value.op.location
        values[value] = arg
    for op in ops:
        block.add_op(op.clone(values))
    block.add_op(func.ReturnOp(*(values[value] for value in results)))
    type = FunctionType.from_lists(
        [value.type for value in inputs], [value.type for value in results]
    )
    attributes = None
    if (stated := whole.arg_attrs) is not None:
        own = [stated.data[index] for index in arguments]
        attributes = ArrayAttr([*own, *(DictionaryAttr({}) for _ in tape)])
    return func.FuncOp(name, type, Region(block), arg_attrs=attributes)
