"""The enzyme dialect: caches and gradients as values, and requests for derivatives.

Ops, types and attributes are those of Enzyme-MLIR. Caches and gradients also have a short syntax
here; the generic form, in which Enzyme prints them, reads as well.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    FlatSymbolRefAttrConstr,
    IndexType,
    IntegerAttr,
    MemRefType,
    SignlessIntegerConstraint,
    SymbolRefAttr,
    VectorType,
    container_of,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.dialects.utils import DynamicIndexList, EnumAttribute, verify_dynamic_index_list
from xdsl.ir import (
    Attribute,
    Dialect,
    Operation,
    ParametrizedAttribute,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    IRDLOperation,
    VarConstraint,
    base,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    param_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import (
    IsTerminator,
    MemoryAllocEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
    SymbolTable,
    SymbolUserOpInterface,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum


class Activity(StrEnum):
    """How a derivative treats an argument or a result."""

    ACTIVE = "enzyme_active"
    DUP = "enzyme_dup"
    CONST = "enzyme_const"
    DUPNONEED = "enzyme_dupnoneed"
    ACTIVENONEED = "enzyme_activenoneed"
    CONSTNONEED = "enzyme_constnoneed"


@irdl_attr_definition
class ActivityAttr(EnumAttribute[Activity]):
    """`#enzyme.activity<enzyme_active>`; the older `#enzyme<activity enzyme_active>` reads too."""

    name = "enzyme.activity"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Activity:
        if parser.parse_optional_punctuation("<") is None:
            return parser.parse_str_enum(Activity)
        activity = parser.parse_str_enum(Activity)
        parser.parse_punctuation(">")
        return activity

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data.value)


@irdl_attr_definition
class CacheType(ParametrizedAttribute, TypeAttribute):
    """A stack of values of one type, pushed in the forward sweep and popped in the reverse sweep.

    `!enzyme.Cache<memref<4xf64>>`
    """

    name = "enzyme.Cache"
    element_type: Attribute = param_def()


@irdl_attr_definition
class GradientType(ParametrizedAttribute, TypeAttribute):
    """A cell that accumulates the cotangent of an immutable value: `!enzyme.Gradient<f64>`."""

    name = "enzyme.Gradient"
    element_type: Attribute = param_def()


def _verify_element(container: SSAValue, value: SSAValue, kind: str, role: str) -> None:
    type = container.type
    assert isinstance(type, CacheType | GradientType)
    if type.element_type != value.type:
        raise VerifyException(
            f"failed to verify that type of '{role}' matches element type of '{kind}'"
        )


@irdl_op_definition
class InitOp(IRDLOperation):
    """Makes an empty cache, or a gradient.

    ```mlir
    %c = enzyme.init : !enzyme.Cache<f64>
    ```
    """

    name = "enzyme.init"
    result = result_def(base(CacheType) | base(GradientType))
    traits = traits_def(MemoryAllocEffect())
    assembly_format = "attr-dict `:` type($result)"

    def __init__(self, type: CacheType | GradientType) -> None:
        super().__init__(result_types=[type])


@irdl_op_definition
class PushOp(IRDLOperation):
    """Puts a value on top of a cache.

    ```mlir
    enzyme.push %c, %v : !enzyme.Cache<f64>, f64
    ```
    """

    name = "enzyme.push"
    cache = operand_def(CacheType)
    value = operand_def()
    traits = traits_def(MemoryWriteEffect())
    assembly_format = "$cache `,` $value attr-dict `:` type($cache) `,` type($value)"

    def __init__(self, cache: SSAValue | Operation, value: SSAValue | Operation) -> None:
        super().__init__(operands=[cache, value])

    def verify_(self) -> None:
        _verify_element(self.cache, self.value, "cache", "value")


@irdl_op_definition
class PopOp(IRDLOperation):
    """Takes the value on top of a cache.

    ```mlir
    %v = enzyme.pop %c : !enzyme.Cache<f64> -> f64
    ```
    """

    name = "enzyme.pop"
    cache = operand_def(CacheType)
    output = result_def()
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())
    assembly_format = "$cache attr-dict `:` type($cache) `->` type($output)"

    def __init__(self, cache: SSAValue | Operation) -> None:
        cache = SSAValue.get(cache, type=CacheType)
        super().__init__(operands=[cache], result_types=[cache.type.element_type])

    def verify_(self) -> None:
        _verify_element(self.cache, self.output, "cache", "output")


@irdl_op_definition
class SetOp(IRDLOperation):
    """Overwrites a gradient.

    ```mlir
    enzyme.set %g, %v : !enzyme.Gradient<f64>, f64
    ```
    """

    name = "enzyme.set"
    gradient = operand_def(GradientType)
    value = operand_def()
    traits = traits_def(MemoryWriteEffect())
    assembly_format = "$gradient `,` $value attr-dict `:` type($gradient) `,` type($value)"

    def __init__(self, gradient: SSAValue | Operation, value: SSAValue | Operation) -> None:
        super().__init__(operands=[gradient, value])

    def verify_(self) -> None:
        _verify_element(self.gradient, self.value, "gradient", "value")


@irdl_op_definition
class GetOp(IRDLOperation):
    """Reads a gradient.

    ```mlir
    %v = enzyme.get %g : !enzyme.Gradient<f64> -> f64
    ```
    """

    name = "enzyme.get"
    gradient = operand_def(GradientType)
    result = result_def()
    traits = traits_def(MemoryReadEffect())
    assembly_format = "$gradient attr-dict `:` type($gradient) `->` type($result)"

    def __init__(self, gradient: SSAValue | Operation) -> None:
        gradient = SSAValue.get(gradient, type=GradientType)
        super().__init__(operands=[gradient], result_types=[gradient.type.element_type])

    def verify_(self) -> None:
        _verify_element(self.gradient, self.result, "gradient", "result")


def _is_signless_integer_like(type: Attribute) -> bool:
    return container_of(SignlessIntegerConstraint | base(IndexType)).verifies(type) and (
        not isinstance(type, VectorType | MemRefType)
    )


@irdl_op_definition
class BinomialProgressOp(IRDLOperation):
    """How far a binomial schedule advances before its next snapshot.

    ```mlir
    %n = enzyme.binomial_progress %steps, %slots : index
    ```
    """

    name = "enzyme.binomial_progress"
    T: ClassVar = VarConstraint("T", AnyAttr())
    num_steps = operand_def(T)
    budget = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$num_steps `,` $budget attr-dict `:` type($result)"

    def __init__(self, num_steps: SSAValue | Operation, budget: SSAValue | Operation) -> None:
        num_steps = SSAValue.get(num_steps)
        super().__init__(operands=[num_steps, budget], result_types=[num_steps.type])

    def verify_(self) -> None:
        if not _is_signless_integer_like(self.num_steps.type):
            raise VerifyException(
                "operand #0 must be signless integer, index, or tensor thereof, but got "
                f"'{self.num_steps.type}'"
            )


@irdl_op_definition
class IgnoreDerivativesOp(IRDLOperation):
    """The identity, with a derivative of zero.

    ```mlir
    %y = enzyme.ignore_derivatives %x : f64 -> f64
    ```
    """

    name = "enzyme.ignore_derivatives"
    T: ClassVar = VarConstraint("T", AnyAttr())
    input = operand_def(T)
    output = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$input attr-dict `:` type($input) `->` type($output)"

    def __init__(self, input: SSAValue | Operation) -> None:
        input = SSAValue.get(input)
        super().__init__(operands=[input], result_types=[input.type])


@irdl_op_definition
class PlaceholderOp(IRDLOperation):
    """Stands for a value while a derivative is under construction.

    ```mlir
    %p = enzyme.placeholder : f64
    ```
    """

    name = "enzyme.placeholder"
    output = result_def()
    traits = traits_def(Pure())
    assembly_format = "attr-dict `:` type($output)"

    def __init__(self, type: Attribute) -> None:
        super().__init__(result_types=[type])


@irdl_op_definition
class YieldOp(IRDLOperation):
    """Ends a region of a derivative op.

    ```mlir
    enzyme.yield %a, %b : f64, f64
    ```
    """

    name = "enzyme.yield"
    operands_ = var_operand_def()
    traits = traits_def(IsTerminator(), Pure())
    assembly_format = "attr-dict ($operands_^ `:` type($operands_))?"

    def __init__(self, *values: SSAValue | Operation) -> None:
        super().__init__(operands=[values])


class _NamesFunction(SymbolUserOpInterface):
    def verify(self, op: Operation) -> None:
        assert isinstance(op, DifferentiateOp)
        function = SymbolTable.lookup_symbol(op, op.fn)
        if not isinstance(function, FuncOp):
            raise VerifyException(
                f"'{op.fn.string_value()}' does not reference a valid global funcOp"
            )
        type = function.function_type
        for given, expected, what in (
            (op.activity, type.inputs, "argument"),
            (op.ret_activity, type.outputs, "result"),
        ):
            if len(given) != len(expected):
                raise VerifyException(
                    f"incorrect number of {what} activities, expected {len(expected)} "
                    f"found {len(given)}"
                )


class DifferentiateOp(IRDLOperation):
    """What `enzyme.autodiff` and `enzyme.fwddiff` share: a call with activities."""

    inputs = var_operand_def()
    outputs = var_result_def()
    fn = prop_def(FlatSymbolRefAttrConstr)
    activity = prop_def(ArrayAttr[ActivityAttr])
    ret_activity = prop_def(ArrayAttr[ActivityAttr])
    width = prop_def(IntegerAttr, default_value=IntegerAttr(1, i64))
    strong_zero = prop_def(BoolAttr, default_value=BoolAttr.from_bool(False))
    atomic_add = opt_prop_def(BoolAttr)
    traits = traits_def(_NamesFunction())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {"fn": SymbolRefAttr(parser.parse_symbol_name())}
        inputs = parser.parse_op_args_list()
        if parser.parse_optional_punctuation("<") is not None:
            properties |= _parse_properties(parser)
        attributes = parser.parse_optional_attr_dict()
        for name in cls.get_irdl_definition().properties:
            if name in attributes:
                properties[name] = attributes.pop(name)
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands(inputs, type.inputs.data, position),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.fn)
        printer.print_operands(self.inputs)
        defaults = {"width": IntegerAttr(1, i64), "strong_zero": BoolAttr.from_bool(False)}
        shown = {
            name: value
            for name, value in self.properties.items()
            if name != "fn" and defaults.get(name) != value
        }
        printer.print_string(" ")
        with printer.in_angle_brackets():
            printer.print_attr_dict(shown)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


def _parse_properties(parser: Parser) -> dict[str, Attribute]:
    """`{a = .., b = ..}>` as Enzyme reads it, or `a = .., b = ..>` as it prints it."""
    properties = parser.parse_optional_attr_dict()
    if not properties:

        def parse_entry() -> tuple[str, Attribute]:
            name = parser.parse_identifier()
            parser.parse_punctuation("=")
            return name, parser.parse_attribute()

        properties = dict(parser.parse_comma_separated_list(parser.Delimiter.NONE, parse_entry))
    parser.parse_punctuation(">")
    return properties


@irdl_op_definition
class AutoDiffOp(DifferentiateOp):
    """Calls the reverse-mode derivative of a function.

    ```mlir
    %y, %dx = enzyme.autodiff @f(%x, %seed) <{activity = [#enzyme.activity<enzyme_active>],
        ret_activity = [#enzyme.activity<enzyme_active>]}> : (f64, f64) -> (f64, f64)
    ```
    """

    name = "enzyme.autodiff"


@irdl_op_definition
class ForwardDiffOp(DifferentiateOp):
    """Calls the forward-mode derivative of a function.

    ```mlir
    %dy = enzyme.fwddiff @f(%x, %dx) <{activity = [#enzyme.activity<enzyme_dup>],
        ret_activity = [#enzyme.activity<enzyme_dupnoneed>]}> : (f64, f64) -> f64
    ```
    """

    name = "enzyme.fwddiff"


def _verify_sizes(op: LoadOp | StoreOp) -> None:
    static = op.static_sizes.get_values()
    verify_dynamic_index_list(static, op.sizes, DYNAMIC_INDEX, " in the sizes")
    if len(static) != len(op.indices):
        raise VerifyException("expects as many sizes as indices")


@irdl_op_definition
class LoadOp(IRDLOperation):
    """Reads an element of a buffer whose run-time shape is stated.

    ```mlir
    %v = enzyme.load %m[%i, %j] ([4, %n]) : memref<4x?xf64>
    ```
    """

    name = "enzyme.load"
    T: ClassVar = VarConstraint("T", AnyAttr())
    memref = operand_def(MemRefType.constr(T))
    indices = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    static_sizes = prop_def(DenseArrayBase.constr(i64))
    result = result_def(T)
    traits = traits_def(MemoryReadEffect())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$memref `[` $indices `]` `(` custom<DynamicIndexList>($sizes, $static_sizes) `)`"
        " attr-dict `:` type($memref)"
    )

    def verify_(self) -> None:
        _verify_sizes(self)


@irdl_op_definition
class StoreOp(IRDLOperation):
    """Writes an element of a buffer whose run-time shape is stated.

    ```mlir
    enzyme.store %v, %m[%i, %j] ([4, %n]) : memref<4x?xf64>
    ```
    """

    name = "enzyme.store"
    T: ClassVar = VarConstraint("T", AnyAttr())
    value = operand_def(T)
    memref = operand_def(MemRefType.constr(T))
    indices = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    static_sizes = prop_def(DenseArrayBase.constr(i64))
    traits = traits_def(MemoryWriteEffect())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$value `,` $memref `[` $indices `]`"
        " `(` custom<DynamicIndexList>($sizes, $static_sizes) `)` attr-dict `:` type($memref)"
    )

    def verify_(self) -> None:
        _verify_sizes(self)


@irdl_op_definition
class FillZeroOp(IRDLOperation):
    """Clears a shadow buffer.

    ```mlir
    enzyme.fill_zero %m : memref<4xf64>
    ```
    """

    name = "enzyme.fill_zero"
    memref = operand_def(MemRefType)
    traits = traits_def(MemoryWriteEffect())
    assembly_format = "$memref attr-dict `:` type($memref)"

    def __init__(self, memref: SSAValue | Operation) -> None:
        super().__init__(operands=[memref])


Enzyme = Dialect(
    "enzyme",
    [
        InitOp,
        PushOp,
        PopOp,
        SetOp,
        GetOp,
        BinomialProgressOp,
        IgnoreDerivativesOp,
        PlaceholderOp,
        YieldOp,
        AutoDiffOp,
        ForwardDiffOp,
        LoadOp,
        StoreOp,
        FillZeroOp,
    ],
    [ActivityAttr, CacheType, GradientType],
)
