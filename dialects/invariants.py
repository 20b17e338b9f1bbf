"""What an op owes to the ops around it and to its types, where xDSL's definitions say nothing.

`fault_of` applies `CHECKS`, which go by the name of an op, so that they hold for ops of xDSL's
classes and of ours. The text of a fault is mlir-opt's where that is short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ShapedType,
    Signedness,
    SignednessAttr,
    StringAttr,
    UnregisteredOp,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import SymbolTable

from .affine_operands import access_fault, bounds_fault, condition_fault, symbols_fault
from .memref_views import (
    cast_fault,
    collapse_fault,
    expand_fault,
    metadata_fault,
    reinterpret_fault,
    subview_fault,
)

Check = Callable[[Operation], str | None]


def fault_of(op: Operation) -> str | None:
    """What is wrong with `op`, as the end of a sentence that begins with its name."""
    for check in (*CHECKS.get(op.name, ()), *_of_dialect(op)):
        if (fault := check(op)) is not None:
            return fault
    return None


def _of_dialect(op: Operation) -> tuple[Check, ...]:
    return (_signless,) if op.name.startswith("arith.") else ()


# Regions and branches


def _passed_on(op: Operation) -> str | None:
    """What a region yields is what its op has results for, or what the next region takes."""
    parent = op.parent_op()
    if parent is None:
        return None
    match op.name, parent.name:
        case "scf.yield", "scf.while":
            passed, wanted = op.operand_types, parent.regions[0].block.arg_types
        case "scf.condition", "scf.while":
            passed, wanted = op.operand_types[1:], parent.result_types
        case _, name if name in _YIELD_RESULTS:
            passed, wanted = op.operand_types, parent.result_types
        case _:
            return None
    if tuple(passed) == tuple(wanted):
        return None
    return f"passes on other types than its parent '{parent.name}' takes"


_YIELD_RESULTS = frozenset(
    {
        "affine.for",
        "affine.if",
        "affine.parallel",
        "memref.alloca_scope",
        "scf.execute_region",
        "scf.for",
        "scf.if",
        "scf.index_switch",
    }
)


def _while_arguments(op: Operation) -> str | None:
    before, after = (region.first_block for region in op.regions)
    assert before is not None
    assert after is not None
    if before.arg_types == op.operand_types and after.arg_types == op.result_types:
        return None
    return "has regions whose arguments have other types than its operands and results"


def _else_for_results(op: Operation) -> str | None:
    if op.results and op.regions[1].first_block is None:
        return "must have an else block if defining values"
    return None


def _branch_operands(op: Operation) -> str | None:
    """A branch gives each successor what its block takes."""
    groups = _successor_operands(op)
    for number, (block, values) in enumerate(zip(op.successors, groups, strict=True)):
        if len(values) != len(block.args):
            return (
                f"has {len(values)} operands for successor #{number}, but target block has "
                f"{len(block.args)}"
            )
        for index, (value, argument) in enumerate(zip(values, block.args, strict=True)):
            if value.type != argument.type:
                return f"type mismatch for bb argument #{index} of successor #{number}"
    return None


def _successor_operands(op: Operation) -> list[Sequence[SSAValue]]:
    from xdsl.dialects import cf

    match op:
        case cf.ConditionalBranchOp():
            return [op.then_arguments, op.else_arguments]
        case cf.SwitchOp():
            return [op.default_operands, *op.case_operand]
        case _:
            return [op.operands]


def _integer_flag(op: Operation) -> str | None:
    return None if isinstance(op.operands[0].type, IntegerType) else "needs a flag of integer type"


def _positive_steps(op: Operation) -> str | None:
    from xdsl.dialects.scf import ParallelOp
    from xdsl.utils.hints import isa

    from .affine_operands import constant

    assert isa(op, ParallelOp)
    if any((step := constant(value)) is not None and step <= 0 for value in op.step):
        return "constant step operand must be positive"
    return None


# Attributes and symbols


def _argument_attributes(op: Operation) -> str | None:
    for what, key in (("arguments", "arg_attrs"), ("results", "res_attrs")):
        if isinstance(each := op.properties.get(key), ArrayAttr):
            for one in cast(ArrayAttr[Attribute], each):
                if isinstance(one, DictionaryAttr) and not _all_prefixed(one.data):
                    return f"{what} may only have dialect attributes"
    return None


def _module_attributes(op: Operation) -> str | None:
    if _all_prefixed(op.attributes.keys() - {"sym_name", "sym_visibility"}):
        return None
    return "can only contain attributes with dialect-prefixed names"


def _no_arguments(op: Operation) -> str | None:
    return "region should have no arguments" if op.regions[0].block.args else None


def _all_prefixed(names: Iterable[str]) -> bool:
    return all("." in name for name in names)


def _declaration(op: Operation) -> str | None:
    visibility = op.properties.get("sym_visibility")
    is_public = not isinstance(visibility, StringAttr) or visibility.data == "public"
    if is_public and op.regions[0].first_block is None:
        return "symbol declaration cannot have public visibility"
    return None


def _in_symbol_table(op: Operation) -> str | None:
    parent = op.parent_op()
    if parent is None or isinstance(parent, UnregisteredOp) or parent.has_trait(SymbolTable):
        return None
    return "symbol's parent must have the SymbolTable trait"


def _visibility(op: Operation) -> str | None:
    visibility = op.properties.get("sym_visibility")
    if isinstance(visibility, StringAttr) and visibility.data not in _VISIBILITIES:
        return f"visibility expected to be one of {_VISIBILITIES}, but got '{visibility.data}'"
    return None


_VISIBILITIES = ("public", "private", "nested")


def _function_constant(op: Operation) -> str | None:
    from xdsl.dialects.func import FuncOp

    name = op.properties["value"]
    target = SymbolTable.lookup_symbol(op, cast(StringAttr, name))
    if not isinstance(target, FuncOp):
        return f"reference to undefined function {name}"
    if target.function_type != op.results[0].type:
        return "reference to function with mismatched type"
    return None


def _global_of_its_type(op: Operation) -> str | None:
    from xdsl.dialects.memref import GlobalOp

    name = op.properties["name"]
    target = SymbolTable.lookup_symbol(op, cast(StringAttr, name))
    if not isinstance(target, GlobalOp):
        return f"{name} does not reference a valid global memref"
    if target.type != op.results[0].type:
        return f"result type '{op.results[0].type}' does not match type '{target.type}' of {name}"
    return None


# Memory


def _static_global(op: Operation) -> str | None:
    type = op.properties["type"]
    if isinstance(type, MemRefType) and type.has_static_shape():
        return None
    return f"type should be static shaped memref, but got '{type}'"


def _inside_allocation_scope(op: Operation) -> str | None:
    around = op.parent_op()
    while around is not None and around.name == "builtin.module":
        around = around.parent_op()
    return "requires an ancestor op that frees it" if around is None else None


def _alignment(op: Operation) -> str | None:
    alignment = op.properties.get("alignment")
    if not isinstance(alignment, IntegerAttr):
        return None
    number = alignment.value.data
    return None if number > 0 and number.bit_count() == 1 else "needs a power of 2 as alignment"


def _atomic_argument(op: Operation) -> str | None:
    block, result = op.regions[0].block, op.results[0].type
    last = block.last_op
    if list(block.arg_types) == [result] and last and list(last.operand_types) == [result]:
        return None
    return "expected block argument and yielded value of the result type"


def _has_dimensions(op: Operation) -> str | None:
    type = op.operands[0].type
    return "needs a memref with dimensions" if _shape(type) == (type.name, ()) else None


def _prefetched(op: Operation) -> str | None:
    type = op.operands[0].type
    if isinstance(type, MemRefType) and len(op.operands) - 1 != type.get_num_dims():
        return f"needs {type.get_num_dims()} indices"
    return None


def _locality(op: Operation) -> str | None:
    hint = op.properties["localityHint"]
    if isinstance(hint, IntegerAttr) and not 0 <= hint.value.data <= 3:
        return "needs a locality from 0 to 3"
    return None


# Types


_SIGNLESS = SignednessAttr(Signedness.SIGNLESS)


def _signless(op: Operation) -> str | None:
    for value in (*op.operands, *op.results):
        type = _element(value.type)
        if isinstance(type, IntegerType) and cast(IntegerType, type).signedness != _SIGNLESS:
            return f"takes and gives signless integers only, not '{type}'"
    return None


def _element(type: Attribute) -> Attribute:
    element = getattr(type, "element_type", type)
    assert isinstance(element, Attribute)
    return element


def _same_shape(op: Operation) -> str | None:
    shapes = {_shape(value.type) for value in (*op.operands, *op.results)}
    return "requires the same shape for all operands and results" if len(shapes) > 1 else None


def _shape(type: Attribute) -> tuple[str, tuple[int, ...]] | None:
    return (type.name, type.get_shape()) if isinstance(type, ShapedType) else None


_CASTS = (
    *("bitcast", "extf", "extsi", "extui", "fptosi", "fptoui", "index_cast", "index_castui"),
    *("sitofp", "truncf", "trunci", "uitofp"),
)

_OPERAND = -(1 << 31)
"""The index of a `llvm.getelementptr` that stands for an operand."""


def _addressed(op: Operation) -> str | None:
    """Each marked index of an address is an operand."""
    indices = op.properties.get("rawConstantIndices")
    if not isinstance(indices, DenseArrayBase):
        return None
    marked = sum(index == _OPERAND for index in indices.get_values())
    if marked == len(op.operands) - 1:
        return None
    return "expected as many dynamic indices as specified in 'rawConstantIndices'"


CHECKS: dict[str, tuple[Check, ...]] = {
    "affine.apply": (symbols_fault,),
    "affine.for": (bounds_fault,),
    "affine.if": (_else_for_results, condition_fault),
    "affine.load": (access_fault,),
    "affine.parallel": (bounds_fault,),
    "affine.prefetch": (access_fault, _locality),
    "affine.store": (access_fault,),
    "affine.vector_load": (access_fault,),
    "affine.vector_store": (access_fault,),
    "affine.yield": (_passed_on,),
    "builtin.module": (_module_attributes, _no_arguments),
    "cf.br": (_branch_operands,),
    "cf.cond_br": (_branch_operands,),
    "cf.switch": (_integer_flag, _branch_operands),
    "func.constant": (_function_constant,),
    "func.func": (_declaration, _visibility, _in_symbol_table, _argument_attributes),
    "llvm.getelementptr": (_addressed,),
    "math.fpowi": (_same_shape,),
    "memref.alloc": (_alignment,),
    "memref.alloca": (
        _alignment,
        _inside_allocation_scope,
    ),
    "memref.alloca_scope.return": (_passed_on,),
    "memref.assume_alignment": (_alignment,),
    "memref.cast": (cast_fault,),
    "memref.collapse_shape": (collapse_fault,),
    "memref.dim": (_has_dimensions,),
    "memref.expand_shape": (expand_fault,),
    "memref.extract_strided_metadata": (metadata_fault,),
    "memref.generic_atomic_rmw": (_atomic_argument,),
    "memref.get_global": (_global_of_its_type,),
    "memref.global": (_visibility, _in_symbol_table, _static_global),
    "memref.load": (_alignment,),
    "memref.prefetch": (_prefetched, _locality),
    "memref.reinterpret_cast": (reinterpret_fault,),
    "memref.store": (_alignment,),
    "memref.subview": (subview_fault,),
    "scf.condition": (_passed_on,),
    "scf.if": (_else_for_results,),
    "scf.parallel": (_positive_steps,),
    "scf.while": (_while_arguments,),
    "scf.yield": (_passed_on,),
    **{f"arith.{name}": (_same_shape,) for name in _CASTS},
}
"""Checks of an op that its definition has passed, by its name."""
