"""The loop nest over shared tensors: `scf.forall` and what ends its body."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    TensorType,
    i32,
    i64,
)
from xdsl.dialects.utils import (
    parse_dynamic_index_list_without_types,
    print_dynamic_index_list,
    verify_dynamic_index_list,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, NoTerminator, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from .syntax import end_blocks, parse_assignments, parse_type_list, print_assignments

PARENTHESES = Parser.Delimiter.PAREN


@irdl_op_definition
class InParallelOp(IRDLOperation):
    """Ends the body of `scf.forall`: which parts of the shared tensors an iteration writes.

    ```mlir
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
    ```
    """

    name = "scf.forall.in_parallel"
    region = region_def("single_block")
    traits = traits_def(IsTerminator(), NoTerminator(), RecursiveMemoryEffect())

    @classmethod
    def empty(cls) -> InParallelOp:
        return cls.create(regions=[Region(Block())])

    @classmethod
    def parse(cls, parser: Parser) -> InParallelOp:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        return cls.create(attributes=parser.parse_optional_attr_dict(), regions=[region])

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_region(self.region, print_empty_block=False)
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class ForallOp(IRDLOperation):
    """A loop nest whose iterations are independent and share tensors.

    ```mlir
    %r = scf.forall (%i) = (0) to (%n) step (2) shared_outs(%o = %t) -> (tensor<8xf32>) {
      scf.forall.in_parallel {
      }
    }
    ```
    """

    name = "scf.forall"
    dynamicLowerBound = var_operand_def(IndexType)
    dynamicUpperBound = var_operand_def(IndexType)
    dynamicStep = var_operand_def(IndexType)
    outputs = var_operand_def(TensorType)
    staticLowerBound = prop_def(DenseArrayBase.constr(i64))
    staticUpperBound = prop_def(DenseArrayBase.constr(i64))
    staticStep = prop_def(DenseArrayBase.constr(i64))
    mapping = opt_prop_def(ArrayAttr)
    body = region_def("single_block")
    res = var_result_def(TensorType)
    traits = traits_def(RecursiveMemoryEffect())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def bounds(self) -> list[tuple[Sequence[SSAValue], Sequence[int]]]:
        """Lower bounds, upper bounds and steps: values, and integers with a mark for a value."""
        return [
            (self.dynamicLowerBound, self.staticLowerBound.get_values()),
            (self.dynamicUpperBound, self.staticUpperBound.get_values()),
            (self.dynamicStep, self.staticStep.get_values()),
        ]

    def verify_(self) -> None:
        for values, integers in self.bounds:
            verify_dynamic_index_list(integers, values, DYNAMIC_INDEX)
        if len({len(integers) for _, integers in self.bounds}) != 1:
            raise VerifyException("requires as many lower bounds as upper bounds and steps")
        types = [value.type for value in self.outputs]
        if list(self.result_types) != types:
            raise VerifyException("requires results of the types of its outputs")
        rank = len(self.bounds[0][1])
        if list(self.body.block.arg_types) != [IndexType()] * rank + types:
            raise VerifyException("body arguments must be the indices and then the outputs")
        if not isinstance(self.body.block.last_op, InParallelOp):
            raise VerifyException("expected the body to end in 'scf.forall.in_parallel'")

    @classmethod
    def parse(cls, parser: Parser) -> ForallOp:
        names = parser.parse_comma_separated_list(
            PARENTHESES, lambda: parser.parse_argument(expect_type=False)
        )
        position = parser.pos
        if parser.parse_optional_keyword("in"):
            upper = _parse_bounds(parser)
            lower, step = _constants(0, len(names)), _constants(1, len(names))
        else:
            parser.parse_punctuation("=")
            lower = _parse_bounds(parser)
            parser.parse_keyword("to")
            upper = _parse_bounds(parser)
            parser.parse_keyword("step")
            step = _parse_bounds(parser)
        outputs: list[UnresolvedOperand] = []
        types: list[Attribute] = []
        shared: list[Parser.UnresolvedArgument] = []
        if parser.parse_optional_keyword("shared_outs"):
            shared, outputs = parse_assignments(parser)
            parser.parse_punctuation("->")
            types = parse_type_list(parser)
        dynamic = [*lower[0], *upper[0], *step[0]]
        index = IndexType()
        operands = parser.resolve_operands(
            [*dynamic, *outputs], [index] * len(dynamic) + types, position
        )
        if len(shared) != len(types):
            parser.raise_error("mismatch in number of shared values and results", position)
        body = parser.parse_region(
            [
                *(name.resolve(index) for name in names),
                *(name.resolve(type) for name, type in zip(shared, types, strict=True)),
            ]
        )
        end_blocks(body, InParallelOp.empty)
        attributes = parser.parse_optional_attr_dict()
        sizes = [len(lower[0]), len(upper[0]), len(step[0]), len(outputs)]
        properties: dict[str, Attribute] = {
            "staticLowerBound": DenseArrayBase.from_list(i64, lower[1]),
            "staticUpperBound": DenseArrayBase.from_list(i64, upper[1]),
            "staticStep": DenseArrayBase.from_list(i64, step[1]),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, sizes),
        }
        if "mapping" in attributes:
            properties["mapping"] = attributes.pop("mapping")
        return cls.create(
            operands=operands,
            result_types=types,
            properties=properties,
            attributes=attributes,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        lower, upper, step = self.bounds
        rank = len(lower[1])
        arguments = self.body.block.args
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(arguments[:rank], printer.print_ssa_value)
        normalized = lower == ((), (0,) * rank) and step == ((), (1,) * rank)
        for separator, (values, integers) in (
            [(" in ", upper)] if normalized else [(" = ", lower), (" to ", upper), (" step ", step)]
        ):
            printer.print_string(separator)
            print_dynamic_index_list(
                printer, DYNAMIC_INDEX, values, integers, delimiter=PARENTHESES
            )
        if self.outputs:
            printer.print_string(" shared_outs")
            print_assignments(printer, arguments[rank:], self.outputs)
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(self.result_types, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        mapping = {} if self.mapping is None else {"mapping": self.mapping}
        printer.print_op_attributes({**mapping, **self.attributes})


Bounds = tuple[Sequence[UnresolvedOperand], Sequence[int]]


def _parse_bounds(parser: Parser) -> Bounds:
    return parse_dynamic_index_list_without_types(parser, DYNAMIC_INDEX, delimiter=PARENTHESES)


def _constants(value: int, count: int) -> Bounds:
    return [], [value] * count


OPERATIONS = [ForallOp, InParallelOp]
