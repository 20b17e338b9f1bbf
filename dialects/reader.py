"""MLIR text to IR: xDSL's parser, plus source locations, location aliases and exact literals."""

from __future__ import annotations

import re
import struct
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FileLineColLoc,
    Float80Type,
    Float128Type,
    FloatAttr,
    FusedLoc,
    IntAttr,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    NoneAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, TypeAttribute
from xdsl.ir.affine import AffineMap, AffineSet
from xdsl.parser import AttrParser, Parser, ParserState, UnresolvedOperand
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.lexer import Input, Location, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from .affine_syntax import ExpressionParser
from .builtin import DistinctAttr
from .external_resources import ExternalResources, parse_external_resources
from .lexer import TOO_MANY_DIGITS, FastLexer
from .wellformed import elements_fault, fits_int64, is_index_out_of_range, type_fault


class ReadError(ParseError):
    """A syntax error; `location` is in the file, also where the text was a piece of it."""

    @property
    def location(self) -> Location:
        return self.span.get_location()

    @property
    def line(self) -> int:
        return self.location.line

    @property
    def column(self) -> int:
        return self.location.col


INTERNAL_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
    VerifyException,
    struct.error,
)
"""What xDSL's parser and constructors raise on input that they do not expect."""


LONGEST_SHAPE = 2000
"""Characters of the dimensions of a shaped type."""


@dataclass(frozen=True)
class File:
    """What a text holds: operations, and resources that belong to a tool."""

    operations: list[Operation]
    start: LocationAttr
    external_resources: ExternalResources

    def module(self) -> ModuleOp:
        """The only operation if that is a module, else a module around the operations."""
        if len(self.operations) == 1 and isinstance(self.operations[0], ModuleOp):
            return self.operations[0]
        module = ModuleOp(self.operations)
        module.location = self.start
        return module


def parse_module(ctx: Context, text: str, filename: str, line_offset: int = 0) -> ModuleOp:
    """Read `text` as a module. Raises `ReadError`."""
    return parse_file(ctx, text, filename, line_offset).module()


def parse_file(ctx: Context, text: str, filename: str, line_offset: int = 0) -> File:
    """Read `text`, which starts `line_offset` lines into `filename`. Raises `ReadError`."""
    try:
        return _Reader(ctx, text, filename, line_offset).read()
    except ParseError as error:
        span = cast(Span[str], error.span)
        raise ReadError(Span(span.start, span.end, span.input, line_offset), error.msg) from error


class _Reader(Parser):
    def __init__(self, ctx: Context, text: str, filename: str, line_offset: int) -> None:
        super().__init__(ctx, "", filename)
        self._parser_state = ParserState(FastLexer(Input(text, filename)))
        self._filename = StringAttr(filename)
        self._line_offset = line_offset
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._numbers: dict[int, IntAttr] = {}
        self._first_uses: dict[str, Span] = {}
        self._early_aliases: set[int] = set()
        self._types: dict[str, TypeAttribute] = {}
        self._handles: dict[tuple[str, str], str] = {}
        self._external_resources: ExternalResources = {}
        self._located_explicitly = False

    # Files and operations

    def read(self) -> File:
        operations: list[Operation] = []
        try:
            while (kind := self._current_token.kind) != MLIRTokenKind.EOF:
                if kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT):
                    self._parse_alias_def()
                elif kind == MLIRTokenKind.FILE_METADATA_BEGIN:
                    self._parse_file_metadata_dictionary()
                elif (operation := self.parse_optional_operation()) is not None:
                    operations.append(operation)
                else:
                    self.raise_error("custom op or alias definition expected")
        except RecursionError:
            self.raise_error("nested too deeply")
        except INTERNAL_ERRORS as error:
            self.raise_error(_message(error))
        self._check_declared(0)
        return File(operations, self._location(0), self._external_resources)

    def parse_operation(self) -> Operation:
        results = self._parse_op_result_list()
        name_span = self._current_token.span
        token = self._parse_optional_token(MLIRTokenKind.BARE_IDENT)
        if token is not None:
            name = token.text
        else:
            name = self.expect(self.parse_optional_str_literal, "operation name expected")
        op_type = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if op_type is None:
            self.raise_error(
                f"unregistered operation '{name}': it passes through in its generic form, with "
                "--allow-unregistered-dialect",
                name_span,
            )

        self._parser_state.dialect_stack.append(op_type.dialect_name())
        try:
            if token is None:
                operation = self._parse_generic_operation(op_type)
                explicit = self._located_explicitly
            elif op_type.parse.__func__ is Operation.parse.__func__:
                self.raise_error(
                    f"operation '{name}' is known in its generic form alone: \"{name}\"(..)",
                    name_span,
                )
            else:
                operation = op_type.parse(self)
                location = self.parse_optional_location()
                explicit = location is not None
                if location is not None:
                    operation.location = location
        except VerifyException as error:
            self.raise_error(_message(error), name_span)
        self._parser_state.dialect_stack.pop()
        if not explicit:
            operation.location = self._location(name_span.start)
        self._located_explicitly = False

        if self.forward_ssa_references and operation.get_traits_of_type(IsolatedFromAbove):
            self._check_declared(name_span.start)
        self._bind_results(operation, results, name_span)
        return operation

    def _bind_results(
        self, operation: Operation, results: list[tuple[Span, int]], name_span: Span
    ) -> None:
        if not results:
            return
        expected = sum(size for _, size in results)
        if len(operation.results) != expected:
            self.raise_error(
                f"operation defines {len(operation.results)} results but was provided "
                f"{expected} to bind",
                name_span,
            )
        start = 0
        for span, size in results:
            self._register_ssa_definition(
                span.text[1:], operation.results[start : start + size], span
            )
            start += size

    def _check_declared(self, start: int) -> None:
        """Names used after `start` that no later definition can provide any more are errors."""
        missing = [
            span
            for name in self.forward_ssa_references
            if (span := self._first_uses[name]).start >= start
        ]
        if missing:
            first = min(missing, key=lambda span: span.start)
            self.raise_error("use of undeclared SSA value name", first)

    def resolve_operand(self, operand: UnresolvedOperand, type: Any) -> SSAValue[Any]:
        name = operand.operand_name
        if name not in self.ssa_values and name not in self.forward_ssa_references:
            self._first_uses[name] = operand.span
        return super().resolve_operand(operand, type)

    # Locations

    def _location(self, position: int) -> FileLineColLoc:
        row = bisect_right(self._line_starts, position)
        line = self._number(row + self._line_offset)
        column = self._number(position - self._line_starts[row - 1] + 1)
        return FileLineColLoc(self._filename, line, column)

    def _number(self, value: int) -> IntAttr:
        known = self._numbers.get(value)
        if known is None:
            known = self._numbers[value] = IntAttr(value)
        return known

    def parse_optional_location(self) -> LocationAttr | None:
        location = super().parse_optional_location()
        self._located_explicitly = location is not None
        return location

    def parse_optional_argument(self, expect_type: bool = True) -> Any:
        """As MLIR does, with an optional location; xDSL's has none."""
        argument = super().parse_optional_argument(expect_type)
        if argument is None:
            return None
        location = self.parse_optional_location()
        if isinstance(argument, Parser.Argument):
            argument.location = location
            return argument
        return _UnresolvedArgument(argument.name, location)

    def parse_optional_region(
        self, arguments: Sequence[Parser.Argument] | None = None
    ) -> Region | None:
        for argument in arguments or ():
            if argument.location is None:
                argument.location = self._location(argument.name.start)
        return super().parse_optional_region(arguments)

    def _parse_optional_block_arg_list(self, block: Block) -> Block | None:
        if self._current_token.kind != MLIRTokenKind.L_PAREN:
            return None

        def parse_argument() -> None:
            name = self._parse_token(MLIRTokenKind.PERCENT_IDENT, "block argument expected").span
            self.parse_punctuation(":")
            type = self.parse_type()
            location = self.parse_optional_location() or self._location(name.start)
            argument = block.insert_arg(type, len(block.args), location)
            self._register_ssa_definition(name.text[1:], (argument,), name)

        self.parse_comma_separated_list(self.Delimiter.PAREN, parse_argument)
        self._located_explicitly = False
        return block

    def _parse_location(self) -> LocationAttr:
        token = self._current_token
        if token.kind == MLIRTokenKind.HASH_IDENT and token.text not in self.attribute_aliases:
            self._define_later_alias(token.text)
        if token.text == "fused":
            return self._parse_fused_location()
        location = super()._parse_location()
        if isinstance(location, FileLineColLoc):
            if max(location.line.data, location.column.data) >= 2**32:
                self.raise_error("location has a line or column of more than 32 bits", token.span)
            if self.parse_optional_keyword("to"):
                self._skip_range_end()
        return location

    def _parse_fused_location(self) -> FusedLoc:
        self.parse_keyword("fused")
        metadata: Attribute = NoneAttr()
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        locations = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
        return FusedLoc(tuple(locations), metadata)

    def _skip_range_end(self) -> None:
        """`"f":1:2 to :5` and `to 3:5` give the end of a range, which xDSL's locations lack."""
        self.parse_optional_integer(allow_boolean=False, allow_negative=False)
        self.parse_punctuation(":")
        self.parse_integer(allow_boolean=False, allow_negative=False)

    # Aliases

    def _define_later_alias(self, alias: str) -> None:
        """Read the definition of a location alias further down, which is where mlir-opt puts it."""
        here = self._current_token.span.start
        text = self.lexer.input.content
        definition = re.compile(rf"^[ \t]*({re.escape(alias)})[ \t]*=", re.M).search(text)
        if definition is None:
            return
        self._resume_from(definition.start(1))
        self._parse_alias_def()
        self._early_aliases.add(definition.start(1))
        self._resume_from(here)

    def _parse_alias_def(self) -> None:
        if self._current_token.span.start in self._early_aliases:
            self._consume_token()
            self.parse_punctuation("=")
            self.parse_attribute()
        else:
            super()._parse_alias_def()

    def _parse_dialect_symbol_body(self) -> str:
        """The text of an unregistered attribute: it outlives the aliases of this file."""
        from .opaque import expand_aliases

        start = self.pos + 1
        return expand_aliases(self, super()._parse_dialect_symbol_body(), start)

    # Resources

    def _parse_external_resources(self) -> None:
        for owner, entries in parse_external_resources(self).items():
            self._external_resources.setdefault(owner, {}).update(entries)

    def _parse_dialect_resource_handle(
        self, dialect_name: str, interface: OpAsmDialectInterface
    ) -> str:
        """A handle names one blob in this text; xDSL's storage outlives it and renames clashes.

        It is no clash if the blob is the same, as when a text is read twice, or was never given.
        """
        name = self.parse_identifier(context_msg=" for resource handle")
        handle = self._handles.get((dialect_name, name))
        if handle is None:
            free = interface.lookup(name) in ("", self._blob(name))
            handle = name if free else interface.declare_resource(name)
            self._handles[dialect_name, name] = handle
        return handle

    def _blob(self, name: str) -> str | None:
        text = self.lexer.input.content
        found = re.search(rf'(?<![\w.$]){re.escape(name)}\s*:\s*"(0x[0-9A-Fa-f]*)"', text)
        return None if found is None else found[1]

    # Literals

    def parse_optional_builtin_int_or_float_attr(self) -> IntegerAttr | FloatAttr | None:
        token = self._current_token
        attribute = super().parse_optional_builtin_int_or_float_attr()
        if is_index_out_of_range(attribute):
            self.raise_error("integer constant out of range for attribute", token.span)
        if isinstance(attribute, FloatAttr):
            if _DECIMAL_INTEGER.match(self.lexer.input.content, token.span.start):
                self.raise_error(_NO_FLOAT, token.span)
            if isinstance(attribute.type, Float80Type | Float128Type):
                self.raise_error(
                    f"constants of type {attribute.type} are unsupported: a Python float, which "
                    "is to hold them, is shorter",
                    token.span,
                )
            if token.kind == MLIRTokenKind.INTEGER_LIT:
                bits, value = int(token.text, 16), attribute.value.data
                _check_exact(self, bits, value, attribute.type, token.span)
        return attribute

    def parse_dense_int_or_fp_elements_attr(self, type: Any) -> DenseIntOrFPElementsAttr:
        start = self._current_token.span
        if type is not None:
            self._check_elements(type)
        try:
            return super().parse_dense_int_or_fp_elements_attr(type)
        except NotImplementedError:
            self.raise_error("dense literals of this element type are not supported", start)

    def _parse_tensor_literal_element(self) -> Any:
        start = self._current_token
        if start.kind == MLIRTokenKind.L_PAREN:
            return self._parse_complex_element()
        element = super()._parse_tensor_literal_element()
        if not isinstance(element.value, int) or isinstance(element.value, bool):
            return element
        is_hex = start.text[:2] in ("0x", "0X")
        literal = _HexElement if is_hex else _DecimalElement
        return literal(element.is_negative, element.value, element.span)

    def _parse_dense_literal_type(self) -> Any:
        type = super()._parse_dense_literal_type()
        self._check_elements(type)
        return type

    def _check_elements(self, type: Any) -> None:
        if (fault := elements_fault(type.get_shape())) is not None:
            self.raise_error(fault)

    def _parse_complex_element(self) -> Any:
        start = self._consume_token(MLIRTokenKind.L_PAREN).span
        real = self._parse_tensor_literal_element()
        self.parse_punctuation(",")
        imaginary = self._parse_tensor_literal_element()
        end = self._parse_token(MLIRTokenKind.R_PAREN, "expected ')'").span.end
        return _ComplexElement(False, (real, imaginary), Span(start.start, end, start.input))

    def _parse_builtin_densearray_attr(self) -> DenseArrayBase | None:
        start = self._current_token.span.start
        self.parse_punctuation("<")
        type = self.parse_attribute()
        if not isinstance(type, AnyFloat) or self.parse_optional_punctuation(":") is None:
            self._resume_from(start)
            return super()._parse_builtin_densearray_attr()
        elements = self.parse_comma_separated_list(
            self.Delimiter.NONE, self._parse_tensor_literal_element
        )
        self.parse_punctuation(">")
        return DenseArrayBase.from_list(type, [each.to_type(self, type) for each in elements])

    def _parse_optional_builtin_parametrized_attr(self) -> Attribute | None:
        match self._current_token.text:
            case "distinct":
                self._consume_token()
                return self._parse_distinct()
            case "sparse":
                self.raise_error("sparse literals are not supported")
            case _:
                return super()._parse_optional_builtin_parametrized_attr()

    def _parse_distinct(self) -> DistinctAttr:
        self.parse_punctuation("[")
        span = self._current_token.span
        identity = self.parse_integer(allow_boolean=False, allow_negative=False)
        if identity >= 1 << 64:
            self.raise_error("expected an unsigned 64-bit integer", span)
        self.parse_punctuation("]")
        self.parse_punctuation("<")
        referenced = self.parse_optional_attribute() or UnitAttr()
        self.parse_punctuation(">")
        return DistinctAttr(IntAttr(identity), referenced)

    def parse_affine_map(self) -> AffineMap:
        return ExpressionParser(self._parser_state).parse_affine_map()

    def parse_affine_set(self) -> AffineSet:
        return ExpressionParser(self._parser_state).parse_affine_set()

    # Types

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        span = self._current_token.span
        size = super().parse_shape_dimension(allow_dynamic)
        if not fits_int64(size):
            self.raise_error("invalid dimension", span)
        return size

    def _parse_optional_shape_delimiter(self) -> str | None:
        """The rest of the shape is one token, and read again after each dimension."""
        if len(self._current_token.span) > LONGEST_SHAPE:
            self.raise_error("shape has too many dimensions")
        return super()._parse_optional_shape_delimiter()

    # Types repeat: most ops name one that was read before.

    _PLAIN_SHAPED_TYPE = re.compile(r"(?:memref|tensor|vector)<[^<>#!]*>")

    def _parse_optional_builtin_parametrized_type(self) -> TypeAttribute | None:
        span = self._current_token.span
        match = self._PLAIN_SHAPED_TYPE.match(self.lexer.input.content, span.start)
        if match is None:
            return self._checked(super()._parse_optional_builtin_parametrized_type(), span)
        if (known := self._types.get(match[0])) is not None:
            self._resume_from(match.end())
            return known
        type = self._checked(super()._parse_optional_builtin_parametrized_type(), span)
        if type is not None:
            self._types[match[0]] = type
        return type

    def _parse_optional_integer_or_float_type(self) -> TypeAttribute | None:
        token = self._current_token
        if token.kind != MLIRTokenKind.BARE_IDENT:
            return None
        if (known := self._types.get(token.text)) is not None:
            self._consume_token()
            return known
        type = self._checked(super()._parse_optional_integer_or_float_type(), token.span)
        if type is not None:
            self._types[token.text] = type
        return type

    def _checked(self, type: TypeAttribute | None, span: Span) -> TypeAttribute | None:
        if type is not None and (fault := type_fault(type)) is not None:
            self.raise_error(fault, span)
        return type


_DECIMAL_INTEGER = re.compile(r"-?[0-9]+(?![\w.])|-0x")
_NO_FLOAT = "unexpected decimal integer literal for a floating point value"


class _DecimalElement(Parser._TensorLiteralElement):  # pyright: ignore[reportPrivateUsage]
    """An integer element of a dense literal, which stands for no float."""

    def to_float(self, parser: AttrParser) -> float:
        parser.raise_error(_NO_FLOAT, self.span)


@dataclass
class _UnresolvedArgument(Parser.UnresolvedArgument):
    location: LocationAttr | None

    def resolve(self, type: Attribute) -> Parser.Argument:
        return Parser.Argument(self.name, type, self.location)


class _HexElement(Parser._TensorLiteralElement):  # pyright: ignore[reportPrivateUsage]
    """A hexadecimal element of a dense literal: for a float type, its bits and not its value."""

    def to_float(self, parser: Any) -> float:
        return float(cast(int, self.value))

    def to_type(self, parser: Any, type: Any) -> Any:
        if not isinstance(type, AnyFloat):
            return super().to_type(parser, type)
        bits = cast(int, self.value)
        if bits.bit_length() > type.bitwidth:
            parser.raise_error("hexadecimal float constant out of range for type", self.span)
        value = next(iter(type.iter_unpack(bits.to_bytes(type.compile_time_size, "little"))))
        _check_exact(parser, bits, value, type, self.span)
        return value


class _ComplexElement(Parser._TensorLiteralElement):  # pyright: ignore[reportPrivateUsage]
    """A complex element, of parts that may be hexadecimal."""

    def to_type(self, parser: Any, type: Any) -> Any:
        if not isa(type, ComplexType):
            parser.raise_error(f"expected an element of type {type}", self.span)
        return tuple(part.to_type(parser, type.element_type) for part in cast(Any, self.value))

    def to_complex(self, parser: Any, type: Any) -> Any:
        return self.to_type(parser, type)


def _check_exact(parser: Any, bits: int, value: float, type: AnyFloat, span: Span) -> None:
    """Refuse the bits of a signalling NaN: a Python float, which is to hold it, would quiet it."""
    if int.from_bytes(type.pack([value]), "little") != bits:
        parser.raise_error(f"cannot represent this NaN of type {type} exactly", span)


def _message(error: BaseException) -> str:
    text = str(error).strip().splitlines()
    match error:
        case struct.error():
            return "integer constant out of range for type"
        case UnicodeError():
            return "text in a string is not UTF-8"
        case ValueError() if "set_int_max_str_digits" in str(error):
            return TOO_MANY_DIGITS
        case LookupError() | TypeError() | AttributeError():
            return f"unsupported syntax ({type(error).__name__}: {error})"
        case _:
            return text[0] if text else "unsupported syntax"
