"""Affine expressions in text: over SSA values, `[%i + symbol(%n) * 2]`, and semi-affine ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import IndexType
from xdsl.ir import SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)
from xdsl.parser import AffineParser, Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from .wellformed import fits_int64

KINDS = {kind.get_token(): kind for kind in AffineBinaryOpKind}

PRECEDENCE = {AffineBinaryOpKind.Add: 1}
"""How tightly an operator binds; the others, all alike, bind by 2."""


class ExpressionParser(AffineParser):
    """xDSL's parser of affine maps and sets, which also takes products and quotients by symbols."""

    def _create_binop_expr(self, lhs: AffineExpr, rhs: AffineExpr, binop: MLIRToken) -> AffineExpr:
        if binop.text in "+-" or isinstance(rhs, AffineConstantExpr):
            return super()._create_binop_expr(lhs, rhs, binop)
        if binop.text == "*" and isinstance(lhs, AffineConstantExpr):
            return super()._create_binop_expr(lhs, rhs, binop)
        return AffineBinaryOpExpr(KINDS[binop.text], lhs, rhs)

    def _parse_primary(self, parse_optional_bare_id: Callable[[], AffineExpr | None]) -> AffineExpr:
        span = self._current_token.span
        expression = super()._parse_primary(parse_optional_bare_id)
        if isinstance(expression, AffineConstantExpr) and not fits_int64(expression.value):
            raise ParseError(span, "constant too large for index")
        return expression

    def _parse_affine_space(self) -> tuple[list[str], list[str]]:
        position = self.pos
        dims, symbols = super()._parse_affine_space()
        if len({*dims, *symbols}) < len(dims) + len(symbols):
            self.raise_error("redefinition of an identifier", position)
        return dims, symbols


class AccessParser(ExpressionParser):
    """Affine expressions over SSA values: dimensions, and symbols where in `symbol(..)`."""

    def __init__(self, parser: Parser) -> None:
        super().__init__(parser._parser_state)  # pyright: ignore[reportPrivateUsage]
        self._parser = parser
        self._dims: dict[tuple[str, int], Span] = {}
        self._symbols: dict[tuple[str, int], Span] = {}

    def parse_expression(self) -> AffineExpr:
        return self._parse_affine_expr(self._parse_optional_value)

    def operands(self) -> list[SSAValue]:
        """The values met so far, dimensions before symbols, in the order of their positions."""
        return [
            self._parser.resolve_operand(UnresolvedOperand(span, index), IndexType())
            for values in (self._dims, self._symbols)
            for (_, index), span in values.items()
        ]

    def map(self, results: Sequence[AffineExpr]) -> AffineMap:
        return AffineMap(len(self._dims), len(self._symbols), tuple(results))

    def _parse_optional_value(self) -> AffineExpr | None:
        if self.parse_optional_keyword("symbol"):
            self.parse_punctuation("(")
            position = self._position(self._symbols)
            self.parse_punctuation(")")
            return AffineExpr.symbol(position)
        if self._current_token.kind == MLIRTokenKind.PERCENT_IDENT:
            return AffineExpr.dimension(self._position(self._dims))
        return None

    def _position(self, values: dict[tuple[str, int], Span]) -> int:
        operand = self._parser.parse_unresolved_operand()
        key = (operand.operand_name, operand.index)
        values.setdefault(key, operand.span)
        return list(values).index(key)


def parse_access(parser: Parser) -> tuple[AffineMap, list[SSAValue]]:
    """`[%i + 1, symbol(%n)]`"""
    access = AccessParser(parser)
    results = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, access.parse_expression)
    return access.map(results), access.operands()


def print_access(printer: Printer, map: AffineMap, operands: Sequence[SSAValue]) -> None:
    with printer.in_square_brackets():
        printer.print_list(
            map.results,
            lambda result: print_expression(printer, result, map.num_dims, operands),
        )


def print_expression(
    printer: Printer, expression: AffineExpr, num_dims: int, operands: Sequence[SSAValue]
) -> None:
    """Print an expression of a map whose operands are `operands`, dimensions before symbols."""

    def print_leaf(leaf: AffineExpr) -> None:
        if isinstance(leaf, AffineDimExpr):
            printer.print_ssa_value(operands[leaf.position])
        elif isinstance(leaf, AffineSymExpr):
            printer.print_string("symbol(")
            printer.print_ssa_value(operands[num_dims + leaf.position])
            printer.print_string(")")
        else:
            printer.print_string(str(leaf))

    _print_tree(expression, printer.print_string, print_leaf)


def map_text(affine_map: AffineMap) -> str:
    """A map as mlir-opt prints it: parentheses only where they are needed."""
    results = ", ".join(map(_text, affine_map.results))
    return f"{_space(affine_map.num_dims, affine_map.num_symbols)} -> ({results})"


def set_text(affine_set: AffineSet) -> str:
    """A set as mlir-opt prints it."""
    constraints = (
        f"{_text(each.lhs)} {each.kind.value} {_text(each.rhs)}" for each in affine_set.constraints
    )
    space = _space(affine_set.num_dims, affine_set.num_symbols)
    return f"{space} : ({', '.join(constraints)})"


def _space(num_dims: int, num_symbols: int) -> str:
    dims = ", ".join(f"d{index}" for index in range(num_dims))
    symbols = ", ".join(f"s{index}" for index in range(num_symbols))
    return f"({dims})[{symbols}]" if symbols else f"({dims})"


def _text(expression: AffineExpr) -> str:
    pieces: list[str] = []
    _print_tree(expression, pieces.append, lambda leaf: pieces.append(str(leaf)))
    return "".join(pieces)


def _print_tree(
    tree: AffineExpr,
    write: Callable[[str], object],
    print_leaf: Callable[[AffineExpr], None],
    context: int = 0,
) -> None:
    if not isinstance(tree, AffineBinaryOpExpr):
        print_leaf(tree)
        return
    precedence = PRECEDENCE.get(tree.kind, 2)
    if precedence < context:
        write("(")
    _print_tree(tree.lhs, write, print_leaf, precedence)
    operator, rhs = _subtraction(tree)
    write(f" {operator} ")
    _print_tree(rhs, write, print_leaf, precedence + (operator != "+"))
    if precedence < context:
        write(")")


def _subtraction(sum: AffineBinaryOpExpr) -> tuple[str, AffineExpr]:
    """Operator and right-hand side; adding what has a negative factor is written as subtracting."""
    match sum.kind, sum.rhs:
        case AffineBinaryOpKind.Add, AffineConstantExpr(value=value) if value < 0:
            return "-", AffineConstantExpr(-value)
        case (
            AffineBinaryOpKind.Add,
            AffineBinaryOpExpr(AffineBinaryOpKind.Mul, factor, AffineConstantExpr(value=value)),
        ) if value < 0:
            positive = AffineBinaryOpExpr(
                AffineBinaryOpKind.Mul, factor, AffineConstantExpr(-value)
            )
            return "-", factor if value == -1 else positive
        case kind, rhs:
            return kind.get_token(), rhs
