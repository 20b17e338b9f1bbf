"""A small language for derivative rules, so that a rule is one line of data.

A rule gives, for each operand of an operation, the contribution to that operand's adjoint as an
expression over `d` (adjoint of the result), `x y z` (operands) and `r` (result). The symbols that
an expression mentions are the primal values that the adjoint reads, so a rule also *declares*
what a tape must provide. Each expression is linear in `d`; hence it serves forward mode too, with
the tangent of the operand in place of `d`.

    "arith.mulf": (d * y, d * x)
    "math.exp": (d * r,)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerAttr, TensorType, VectorType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ckptopt.dialects.arith import CmpfOp, CmpiOp, SelectOp
from ckptopt.emitter import BOOL, NO_FLAGS, Emitter, constant_value, element_type


@dataclass(frozen=True, eq=True)
class Expression:
    """A tree of operator names over symbols and numbers."""

    operator: str
    arguments: tuple[Expression | float, ...] = ()

    def text(self, op: Operation) -> str:
        """How the expression reads for `op`, with the names of its values."""
        if not self.arguments:
            return _symbol_text(self.operator, op)
        parts = [
            argument.text(op) if isinstance(argument, Expression) else f"{argument:g}"
            for argument in self.arguments
        ]
        return f"{self.operator}({', '.join(parts)})"

    def __add__(self, other: Expression | float) -> Expression:
        return Expression("add", (self, other))

    def __radd__(self, other: float) -> Expression:
        return Expression("add", (other, self))

    def __sub__(self, other: Expression | float) -> Expression:
        return Expression("sub", (self, other))

    def __rsub__(self, other: float) -> Expression:
        return Expression("sub", (other, self))

    def __mul__(self, other: Expression | float) -> Expression:
        return Expression("mul", (self, other))

    def __rmul__(self, other: float) -> Expression:
        return Expression("mul", (other, self))

    def __truediv__(self, other: Expression | float) -> Expression:
        return Expression("div", (self, other))

    def __rtruediv__(self, other: float) -> Expression:
        return Expression("div", (other, self))

    def __neg__(self) -> Expression:
        return Expression("neg", (self,))

    def __gt__(self, other: Expression | float) -> Expression:
        return Expression("ogt", (self, other))

    def __ge__(self, other: Expression | float) -> Expression:
        return Expression("oge", (self, other))

    def __lt__(self, other: Expression | float) -> Expression:
        return Expression("olt", (self, other))

    def __le__(self, other: Expression | float) -> Expression:
        return Expression("ole", (self, other))


def _symbol_text(symbol: str, op: Operation) -> str:
    values = {"operand": op.operands, "result": op.results}.get(symbol[:-1], ())
    name = values[int(symbol[-1])].name_hint if values else None
    return name or symbol


d = Expression("adjoint0")
d1 = Expression("adjoint1")
x, y, z = (Expression(f"operand{i}") for i in range(3))
r = Expression("result0")
r1 = Expression("result1")


def function(name: str) -> Callable[..., Expression]:
    """The constructor of expressions that apply `name`."""
    return lambda *arguments: Expression(name, arguments)


sin, cos, sinh, cosh, exp, exp2, log, sqrt = map(
    function, ("sin", "cos", "sinh", "cosh", "exp", "exp2", "log", "sqrt")
)
floor, trunc, powf, copysign, fpowi = map(function, ("floor", "trunc", "powf", "copysign", "fpowi"))
equal, unequal, select = map(function, ("oeq", "une", "select"))
"""`equal` is false and `unequal` true when an argument is NaN."""
same_type = function("same_type")
"""`same_type(d)`: d converted to the type of the operand, for the rules of width casts."""
decrement, to_float, is_zero = map(function, ("decrement", "to_float", "is_zero"))
"""Of an integer operand: minus one; as a float of the result's type; compared with zero."""

_FUNCTIONS: dict[str, type[Operation]] = {
    "add": arith.AddfOp,
    "sub": arith.SubfOp,
    "mul": arith.MulfOp,
    "div": arith.DivfOp,
    "neg": arith.NegfOp,
    "sin": math.SinOp,
    "cos": math.CosOp,
    "sinh": math.SinhOp,
    "cosh": math.CoshOp,
    "exp": math.ExpOp,
    "exp2": math.Exp2Op,
    "log": math.LogOp,
    "sqrt": math.SqrtOp,
    "floor": math.FloorOp,
    "trunc": math.TruncOp,
    "powf": math.PowFOp,
    "copysign": math.CopySignOp,
    "fpowi": math.FPowIOp,
}
_PREDICATES = {"oeq": 1, "ogt": 2, "oge": 3, "olt": 4, "ole": 5, "une": 13}

Number = SSAValue | float
"""What an expression evaluates to: an emitted value, or a number known to the emitter."""


def symbols(expression: Expression) -> Iterator[str]:
    """The symbols that `expression` mentions, in order, perhaps repeated."""
    if not expression.arguments:
        yield expression.operator
    for argument in expression.arguments:
        if isinstance(argument, Expression):
            yield from symbols(argument)


def reads(expression: Expression, op: Operation) -> Iterator[SSAValue]:
    """The primal values of `op` that `expression` reads: operands and results, not adjoints."""
    for symbol in symbols(expression):
        kind, index = symbol[:-1], int(symbol[-1])
        if kind == "operand":
            yield op.operands[index]
        elif kind == "result":
            yield op.results[index]


def factors(expression: Expression) -> Iterator[Expression]:
    """What `expression` multiplies adjoints by: its largest parts without adjoints or constants."""
    if not any(symbol.startswith("adjoint") for symbol in symbols(expression)):
        yield expression
        return
    for argument in expression.arguments:
        if isinstance(argument, Expression):
            yield from factors(argument)


def tangent_rule(rule: Sequence[Expression | None], result: int) -> Expression | float:
    """The tangent of a result, from the rule that gives the adjoints of the operands.

    In the answer the tangents of the operands stand in place of adjoints: the sum of what each
    operand contributes, where `d` was the adjoint of this result. Entries of `rule` that are None
    contribute nothing.
    """
    total: Expression | float = 0.0
    for index, expression in enumerate(rule):
        if expression is not None:
            total = _sum(total, _with_tangent(expression, result, Expression(f"adjoint{index}")))
    return total


def _with_tangent(term: Expression | float, result: int, tangent: Expression) -> Expression | float:
    if not isinstance(term, Expression):
        return term
    if term.operator.startswith("adjoint"):
        return tangent if term.operator == f"adjoint{result}" else 0.0
    arguments = tuple(_with_tangent(argument, result, tangent) for argument in term.arguments)
    return Expression(term.operator, arguments)


def _sum(lhs: Expression | float, rhs: Expression | float) -> Expression | float:
    """`lhs + rhs`, as a difference or as one selection where it can be."""
    match lhs, rhs:
        case 0.0, _:
            return rhs
        case Expression(), Expression("neg", (negated,)):
            return lhs - negated
        case Expression("select", (c, a, 0.0)), Expression("select", (other, 0.0, b)) if c == other:
            return Expression("select", (c, a, b))
        case _:
            return lhs + rhs


@dataclass(frozen=True)
class Evaluation:
    """Emits the expressions of one operation.

    `primal` gives the emitted value of an operand or result; `adjoints` the adjoint of each
    result, 0.0 where nothing arrived. Derivative operations take the fast-math flags of `op`, and
    those of the emitter.
    Sub-expressions that several operands share are emitted once.
    """

    emitter: Emitter
    op: Operation
    primal: Callable[[SSAValue], SSAValue]
    adjoints: Sequence[Number]
    done: dict[Expression, Number] = field(default_factory=dict["Expression", "Number"])

    def factor(self, expression: Expression, type: Attribute) -> SSAValue | None:
        """The emitted value of a factor for an adjoint of `type`; None when it is a number."""
        number = self._evaluate(expression, type)
        return number if isinstance(number, SSAValue) else None

    def contribution(self, expression: Expression | float, operand: SSAValue) -> SSAValue | None:
        """The contribution of `expression` to the adjoint of `operand`; None when it is zero.

        In forward mode: to the tangent of the result `operand`.
        """
        number = self._evaluate(expression, operand.type)
        if isinstance(number, SSAValue):
            return number
        return None if number == 0.0 else self.emitter.constant(number, operand.type)

    def _evaluate(self, term: Expression | float, type: Attribute) -> Number:
        if not isinstance(term, Expression):
            return term
        if term not in self.done:
            self.done[term] = self._emit(term, type)
        return self.done[term]

    def _emit(self, term: Expression, type: Attribute) -> Number:
        if not term.arguments:
            return self._symbol(term.operator)
        arguments = [self._evaluate(argument, type) for argument in term.arguments]
        match term.operator, arguments:
            case ("add", [0.0, other]) | ("add" | "sub", [other, 0.0]):
                return other
            case ("sub", [0.0, SSAValue() as other]):
                return self._apply("neg", [other], type)
            case ("mul", [0.0, _]) | ("mul", [_, 0.0]) | ("div", [0.0, _]):
                return 0.0
            case ("neg" | "same_type", [0.0]):
                return 0.0
            case "select", [_, 0.0, 0.0]:
                return 0.0
            case ("mul", [a, b]) if _is_one(a) or _is_one(b):
                return b if _is_one(a) else a
            case ("div", [a, b]) if _is_one(b):
                return a
            case operator, _:
                return self._apply(operator, arguments, type)

    def _symbol(self, symbol: str) -> Number:
        kind, index = symbol[:-1], int(symbol[-1])
        match kind:
            case "adjoint":
                return self.adjoints[index]
            case "operand":
                return self.primal(self.op.operands[index])
            case _:
                return self.primal(self.op.results[index])

    def _apply(self, operator: str, arguments: Sequence[Number], type: Attribute) -> SSAValue:
        e = self.emitter
        number_type = next((a.type for a in arguments if isinstance(a, SSAValue)), type)
        if operator == "select":
            number_type = type
        values = [a if isinstance(a, SSAValue) else e.constant(a, number_type) for a in arguments]
        match operator:
            case "select":
                return e.value(SelectOp(*values))
            case "same_type":
                return e.value(_convert(values[0], type))
            case "decrement":
                one = e.constant(1, values[0].type)
                return e.value(arith.SubiOp(values[0], one))
            case "is_zero":
                compare = CmpiOp.create(
                    operands=[values[0], e.zero(values[0].type)],
                    result_types=[with_element(values[0].type, BOOL)],
                    properties={"predicate": IntegerAttr(0, 64)},
                )
                return e.value(compare)
            case "to_float":
                return self._to_float(values[0])
            case _ if operator in _PREDICATES:
                predicate = IntegerAttr(_PREDICATES[operator], 64)
                compare = CmpfOp.create(
                    operands=values,
                    result_types=[with_element(number_type, BOOL)],
                    properties={"predicate": predicate, "fastmath": self._flags()},
                )
                return e.value(compare)
            case _:
                op = _FUNCTIONS[operator].create(
                    operands=values,
                    result_types=[values[0].type],
                    properties={"fastmath": self._flags()},
                )
                return e.value(op)

    def _to_float(self, value: SSAValue) -> SSAValue:
        if isinstance(element_type(value.type), IndexType):
            integer = [with_element(value.type, i64)]
            value = self.emitter.value(
                arith.IndexCastOp.create(operands=[value], result_types=integer)
            )
        result = [self.op.results[0].type]
        return self.emitter.value(arith.SIToFPOp.create(operands=[value], result_types=result))

    def _flags(self) -> Attribute:
        own = self.op.properties.get("fastmath", NO_FLAGS)
        assert isinstance(own, arith.FastMathFlagsAttr)
        return arith.FastMathFlagsAttr(own.data | self.emitter.fastmath.data)


def _is_one(number: Number) -> bool:
    return (constant_value(number) if isinstance(number, SSAValue) else number) == 1.0


def _convert(value: SSAValue, type: Attribute) -> Operation:
    widens = bit_width(type) > bit_width(value.type)
    convert = arith.ExtFOp if widens else arith.TruncFOp
    return convert.create(operands=[value], result_types=[type])


def bit_width(type: Attribute) -> int:
    """Bits of the element of a float type."""
    scalar = element_type(type)
    assert isinstance(scalar, AnyFloat)
    return scalar.bitwidth


def with_element(type: Attribute, element: Attribute) -> Attribute:
    """`type` with another element type: the type itself if scalar, else the same shape."""
    if isinstance(type, VectorType):
        return VectorType(element, type.shape, type.scalable_dims)
    if isinstance(type, TensorType):
        return TensorType(element, type.shape, type.encoding)
    return element
