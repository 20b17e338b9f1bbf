"""The named ops of linalg: one table of what each computes and which elements it reads for that."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self, cast

from xdsl.dialects import arith, linalg, math
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseIntElementsAttr,
    DenseIntOrFPElementsAttr,
    ShapedType,
)
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation, NamedOperation
from xdsl.dialects.linalg.attrs import IteratorTypeAttr
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap
from xdsl.irdl import IRDLOperation, OptPropertyDef, irdl_op_definition, opt_prop_def, prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from .linalg_attributes import ElementwiseKind, ElementwiseKindAttr, TypeFunctionAttr
from .linalg_scalars import (
    ADD,
    DIVIDE,
    MAXIMUM,
    MAXIMUM_UNSIGNED,
    MINIMUM,
    MINIMUM_UNSIGNED,
    MULTIPLY,
    SUBTRACT,
    Scalars,
    accumulate,
    binary,
    first_cast,
    multiply_add,
    reciprocal,
    scalar_block,
    select,
    square,
    unary,
)
from .linalg_syntax import parse_signature, print_signature, tensor_types
from .overlay import optional, refine

ELEMENTWISE: dict[str, Scalars] = {
    "abs": unary(math.AbsFOp),
    "add": binary(ADD),
    "ceil": unary(math.CeilOp),
    "div": binary(DIVIDE),
    "div_unsigned": binary({"integer": arith.DivUIOp}),
    "erf": unary(math.ErfOp),
    "exp": unary(math.ExpOp),
    "floor": unary(math.FloorOp),
    "log": unary(math.LogOp),
    "max": binary(MAXIMUM),
    "min": binary(MINIMUM),
    "mul": binary(MULTIPLY),
    "negf": unary(arith.NegfOp),
    "powf": binary({"float": math.PowFOp}),
    "reciprocal": reciprocal,
    "round": unary(math.RoundOp),
    "rsqrt": unary(math.RsqrtOp),
    "select": select,
    "sqrt": unary(math.SqrtOp),
    "square": square,
    "sub": binary(SUBTRACT),
    "tanh": unary(math.TanhOp),
}
"""Named ops that take each element of the output from the same element of each input."""

CONTRACTIONS = {
    "batch_matmul": "bmk,bkn->bmn",
    "batch_matvec": "bmk,bk->bm",
    "batch_mmt4d": "bmnkijl: bmkil,bnkjl->bmnij",
    "batch_reduce_matmul": "bmnk: bmk,bkn->mn",
    "batch_vecmat": "bk,bkn->bn",
    "conv_1d": "X,p->x",
    "conv_1d_ncw_fcw": "ncX,fcp->nfx",
    "conv_1d_nwc_wcf": "nXc,pcf->nxf",
    "conv_2d": "XY,pq->xy",
    "conv_2d_nchw_fchw": "ncXY,fcpq->nfxy",
    "conv_2d_nchw_fchw_q": "ncXY,fcpq,,->nfxy",
    "conv_2d_ngchw_fgchw": "ngcXY,fgcpq->ngfxy",
    "conv_2d_ngchw_gfchw": "ngcXY,gfcpq->ngfxy",
    "conv_2d_ngchw_gfchw_q": "ngcXY,gfcpq,,->ngfxy",
    "conv_2d_nhwc_fhwc": "nXYc,fpqc->nxyf",
    "conv_2d_nhwc_fhwc_q": "nXYc,fpqc,,->nxyf",
    "conv_2d_nhwc_hwcf": "nXYc,pqcf->nxyf",
    "conv_2d_nhwc_hwcf_q": "nXYc,pqcf,,->nxyf",
    "conv_2d_nhwgc_gfhwc": "nXYgc,gfpqc->nxygf",
    "conv_2d_nhwgc_gfhwc_q": "nXYgc,gfpqc,,->nxygf",
    "conv_3d": "XYZ,pqr->xyz",
    "conv_3d_ncdhw_fcdhw": "ncXYZ,fcpqr->nfxyz",
    "conv_3d_ndhwc_dhwcf": "nXYZc,pqrcf->nxyzf",
    "conv_3d_ndhwc_dhwcf_q": "nXYZc,pqrcf,,->nxyzf",
    "depthwise_conv_1d_ncw_cw": "nxcp: ncX,cp->ncx",
    "depthwise_conv_1d_nwc_wc": "nXc,pc->nxc",
    "depthwise_conv_1d_nwc_wcm": "nXc,pcm->nxcm",
    "depthwise_conv_2d_nchw_chw": "nxycpq: ncXY,cpq->ncxy",
    "depthwise_conv_2d_nhwc_hwc": "nXYc,pqc->nxyc",
    "depthwise_conv_2d_nhwc_hwc_q": "nXYc,pqc,,->nxyc",
    "depthwise_conv_2d_nhwc_hwcm": "nXYc,pqcm->nxycm",
    "depthwise_conv_2d_nhwc_hwcm_q": "nXYc,pqcm,,->nxycm",
    "depthwise_conv_3d_ncdhw_cdhw": "nxyzpqrc: ncXYZ,cpqr->ncxyz",
    "depthwise_conv_3d_ndhwc_dhwc": "nxyzpqrc: nXYZc,pqrc->nxyzc",
    "depthwise_conv_3d_ndhwc_dhwcm": "nxyzmpqrc: nXYZc,pqrcm->nxyzcm",
    "dot": "m,m->",
    "matmul": "mk,kn->mn",
    "matvec": "mn,n->m",
    "mmt4d": "mnkijl: mkil,nkjl->mnij",
    "quantized_batch_matmul": "bmk,bkn,,->bmn",
    "quantized_matmul": "mk,kn,,->mn",
    "vecmat": "m,mn->n",
}
"""Named ops that sum up products, each with its subscripts (see `subscript_maps`)."""

ELEMENTWISE_KINDS: dict[ElementwiseKind, Scalars] = {
    **{
        ElementwiseKind(name): scalars
        for name, scalars in ELEMENTWISE.items()
        if name in {*ElementwiseKind}
    },
    ElementwiseKind.MAX_SIGNED: ELEMENTWISE["max"],
    ElementwiseKind.MAX_UNSIGNED: binary(MAXIMUM_UNSIGNED),
    ElementwiseKind.MIN_SIGNED: ELEMENTWISE["min"],
    ElementwiseKind.MIN_UNSIGNED: binary(MINIMUM_UNSIGNED),
}

POOLINGS = {
    "ncw": "ncX,p->ncx",
    "nchw": "ncXY,pq->ncxy",
    "nwc": "nXc,p->nxc",
    "nhwc": "nXYc,pq->nxyc",
    "ndhwc": "nXYZc,pqr->nxyzc",
}
POOLED = {
    "ncw": ("max", "sum"),
    "nchw": ("max", "sum"),
    "nwc": ("max", "max_unsigned", "min", "min_unsigned", "sum"),
    "nhwc": ("max", "max_unsigned", "min", "min_unsigned", "sum"),
    "ndhwc": ("max", "min", "sum"),
}
POOLING_SCALARS = {
    "max": accumulate(MAXIMUM),
    "max_unsigned": accumulate(MAXIMUM_UNSIGNED, always_unsigned=True),
    "min": accumulate(MINIMUM),
    "min_unsigned": accumulate(MINIMUM_UNSIGNED, always_unsigned=True),
    "sum": accumulate(ADD),
}

MAPPED = frozenset({"matmul", "batch_matmul", "batch_reduce_matmul"})
"""Ops that may be given other indexing maps than those of their subscripts."""

WINDOWS = {"X": ("x", "p", 0), "Y": ("y", "q", 1), "Z": ("z", "r", 2)}
"""Subscripts that run over a window: where it lies, where in it, and the index of its stride."""


@dataclass(frozen=True)
class Definition:
    """What a named op computes: its scalars and, unless it is elementwise, its subscripts."""

    scalars: Scalars
    subscripts: str = ""


DEFINITIONS: dict[str, Definition] = {
    **{name: Definition(scalars) for name, scalars in ELEMENTWISE.items()},
    **{name: Definition(multiply_add, text) for name, text in CONTRACTIONS.items()},
    **{
        f"pooling_{layout}_{kind}": Definition(POOLING_SCALARS[kind], POOLINGS[layout])
        for layout, kinds in POOLED.items()
        for kind in kinds
    },
    "copy": Definition(first_cast),
    "fill": Definition(first_cast),
}


@cache
def subscript_maps(
    text: str, strides: tuple[int, ...], dilations: tuple[int, ...]
) -> tuple[AffineMap, ...]:
    """The indexing maps that `text` stands for.

    It is written as for einsum, one letter for a loop. A capital is a position in a window. The
    loops are in the order of the letters before a colon, else in that of the output, the second
    input and the others.
    """
    order, _, shapes = text.rpartition(": ")
    inputs, _, output = shapes.partition("->")
    operands = [*inputs.split(","), output]
    letters = order or "".join([output, *operands[1:2], *operands])
    loops = list(dict.fromkeys(letter for letter in letters if letter.islower()))

    def expression(letter: str) -> AffineExpr:
        if letter not in WINDOWS:
            return AffineDimExpr(loops.index(letter))
        place, offset, axis = WINDOWS[letter]
        return _scaled(expression(place), strides, axis) + _scaled(
            expression(offset), dilations, axis
        )

    return tuple(AffineMap(len(loops), 0, tuple(map(expression, each))) for each in operands)


def _scaled(expression: AffineExpr, factors: tuple[int, ...], axis: int) -> AffineExpr:
    factor = factors[axis] if factors else 1
    return expression if factor == 1 else expression * AffineConstantExpr(factor)


def iterator_types(maps: Sequence[AffineMap], outputs: int) -> ArrayAttr[IteratorTypeAttr]:
    """Loops over a dimension of an output are parallel, the others reduce."""
    parallel = {dim for map in maps[len(maps) - outputs :] for dim in map.used_dims()}
    return ArrayAttr(
        IteratorTypeAttr.parallel() if dim in parallel else IteratorTypeAttr.reduction()
        for dim in range(maps[0].num_dims)
    )


PREFIXED = ("indexing_maps", "kind")
"""Properties that are written before the attribute dictionary."""


class NamedOp(NamedOperation, ABC):
    """The common syntax of the named ops, whose region is not written.

    ```mlir
    linalg.matvec ins(%a, %x : memref<4x8xf32>, memref<8xf32>) outs(%y : memref<4xf32>)
    %r = linalg.exp ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    SCALARS: ClassVar[Scalars]
    """What the op computes, unless `scalars` says."""
    SUBSCRIPTS: ClassVar[str] = ""
    """Its indexing maps, or the default of those that it is given; elementwise if empty."""
    MAPPED: ClassVar[bool] = False

    def __init__(
        self,
        inputs: Sequence[SSAValue],
        outputs: Sequence[SSAValue],
        res: Sequence[Attribute] | None = None,
        attributes: Mapping[str, Attribute | None] | None = None,
        properties: Mapping[str, Attribute | None] | None = None,
    ) -> None:
        """Results, if not given, are those that the types of `outputs` call for."""
        if res is None:
            res = tensor_types(outputs)
        IRDLOperation.__init__(
            self,
            operands=[inputs, outputs],
            result_types=[res],
            properties=properties,
            attributes=attributes,
            regions=[Region()],
        )
        if self.MAPPED and "indexing_maps" not in self.properties:
            maps = [AffineMapAttr(map) for map in self.get_default_indexing_maps()]
            self.properties["indexing_maps"] = ArrayAttr(maps)
        unsigned = self.properties.get("cast") == TypeFunctionAttr.unsigned()
        self.body.add_block(scalar_block(self.operands, self.scalars(), unsigned))

    @classmethod
    def get_hidden_region(cls, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue]) -> Region:
        return Region(scalar_block([*inputs, *outputs], cls.SCALARS))

    def scalars(self) -> Scalars:
        return type(self).SCALARS

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        if subscripts := self.SUBSCRIPTS:
            return subscript_maps(
                subscripts, _integers(self, "strides"), _integers(self, "dilations")
            )
        type = self.outputs[0].type
        assert isinstance(type, ShapedType)
        rank = type.get_num_dims()
        identity, scalar = AffineMap.identity(rank), AffineMap(rank, 0, ())
        return [
            identity if isinstance(operand.type, ShapedType) else scalar
            for operand in self.operands
        ]

    def get_indexing_maps(self) -> ArrayAttr[AffineMapAttr]:
        given = self.properties.get("indexing_maps")
        if given is not None:
            return cast(ArrayAttr[AffineMapAttr], given)
        return ArrayAttr(AffineMapAttr(map) for map in self.get_default_indexing_maps())

    def get_iterator_types(self) -> ArrayAttr[IteratorTypeAttr]:
        maps = [attribute.data for attribute in self.get_indexing_maps()]
        return iterator_types(maps, len(self.outputs))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties = cls.parse_prefix(parser)
        attributes, operands, types = parse_signature(parser)
        for name in cls.get_irdl_definition().properties:
            if name in attributes:
                properties[name] = attributes.pop(name)
        return cls(operands.inputs, operands.outputs, types, attributes, properties)

    def print(self, printer: Printer) -> None:
        self.print_prefix(printer)
        properties = {
            name: value
            for name, value in self.properties.items()
            if name not in PREFIXED and name != "operandSegmentSizes"
        }
        print_signature(printer, self, {**properties, **self.attributes})

    @classmethod
    def parse_prefix(cls, parser: Parser) -> dict[str, Attribute]:
        """Properties that stand before the attribute dictionary."""
        if not cls.MAPPED or parser.parse_optional_keyword("indexing_maps") is None:
            return {}
        parser.parse_punctuation("=")
        return {"indexing_maps": parser.parse_attribute()}

    def print_prefix(self, printer: Printer) -> None:
        maps = [each.data for each in self.get_indexing_maps()]
        if self.MAPPED and maps != list(self.get_default_indexing_maps()):
            printer.print_string(" indexing_maps = ")
            printer.print_attribute(self.get_indexing_maps())


@irdl_op_definition
class ContractOp(NamedOp):
    """A sum of products of two operands, indexed as its maps say.

    ```mlir
    linalg.contract indexing_maps = [#a, #b, #c] ins(%a, %b : ..) outs(%c : ..)
    ```
    """

    name = "linalg.contract"
    indexing_maps = prop_def(ArrayAttr[AffineMapAttr])
    cast = opt_prop_def(TypeFunctionAttr)
    SCALARS: ClassVar[Scalars] = staticmethod(multiply_add)
    MAPPED: ClassVar[bool] = True

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        return ()


@irdl_op_definition
class ElementwiseOp(NamedOp):
    """An op of `ELEMENTWISE` that is chosen by an attribute.

    ```mlir
    linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : ..) outs(%b : ..)
    ```
    """

    name = "linalg.elementwise"
    kind = prop_def(ElementwiseKindAttr)
    indexing_maps = prop_def(ArrayAttr[AffineMapAttr])
    MAPPED: ClassVar[bool] = True

    def scalars(self) -> Scalars:
        return ELEMENTWISE_KINDS[self.kind.data]

    @classmethod
    def parse_prefix(cls, parser: Parser) -> dict[str, Attribute]:
        parser.parse_keyword("kind")
        parser.parse_punctuation("=")
        kind = parser.parse_attribute()
        return {"kind": kind, **super().parse_prefix(parser)}

    def print_prefix(self, printer: Printer) -> None:
        printer.print_string(" kind=")
        printer.print_attribute(self.kind)
        super().print_prefix(printer)


def _integers(op: NamedOp, name: str) -> tuple[int, ...]:
    value = op.properties.get(name)
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return ()
    return tuple(int(each) for each in value.get_values())


def _properties(name: str) -> dict[str, type[Attribute]]:
    if name in MAPPED:
        return {"indexing_maps": ArrayAttr, "cast": TypeFunctionAttr}
    if "conv_" in name or "pooling_" in name:
        return {"strides": DenseIntElementsAttr, "dilations": DenseIntElementsAttr}
    return {"cast": TypeFunctionAttr} if name == "copy" else {}


def _operation(name: str, definition: Definition) -> type[NamedOp]:
    theirs = _theirs().get(f"linalg.{name}")
    members: dict[str, Any] = {
        "__doc__": NamedOp.__doc__,
        "__module__": __name__,
        "__annotations__": {"SCALARS": ClassVar, "SUBSCRIPTS": ClassVar, "MAPPED": ClassVar},
        "SCALARS": staticmethod(definition.scalars),
        "SUBSCRIPTS": definition.subscripts,
        "verify_": LinalgStructuredOperation.verify_,
        "MAPPED": name in MAPPED,
    }
    class_name = "".join(word.capitalize() for word in name.split("_")) + "Op"
    if theirs is not None:
        properties = {each: optional(kind) for each, kind in _properties(name).items()}
        properties |= _made_optional(theirs)
        return refine(properties=properties)(
            cast(type[NamedOp], type(class_name, (NamedOp, theirs), members))
        )
    members["name"] = f"linalg.{name}"
    members |= {each: opt_prop_def(kind) for each, kind in _properties(name).items()}
    return irdl_op_definition(cast(type[NamedOp], type(class_name, (NamedOp,), members)))


def _made_optional(theirs: type[NamedOperation]) -> dict[str, OptPropertyDef]:
    """Properties that xDSL demands and mlir-opt leaves out."""
    definition = theirs.get_irdl_definition()
    return {name: OptPropertyDef(each.constr) for name, each in definition.properties.items()}


@cache
def _theirs() -> dict[str, type[NamedOperation]]:
    return {op.name: op for op in linalg.Linalg.operations if issubclass(op, NamedOperation)}


NAMED_OPS: tuple[type[NamedOp], ...] = (
    *(_operation(name, definition) for name, definition in DEFINITIONS.items()),
    ContractOp,
    ElementwiseOp,
)
