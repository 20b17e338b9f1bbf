"""The llvm dialect: xDSL's with the syntax of MLIR 22, and the ops that appear beside others."""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.ir import Attribute, Dialect

from . import (
    llvm_branches,
    llvm_calls,
    llvm_intrinsics,
    llvm_operations,
    llvm_symbols,
    llvm_words,
)
from .llvm_types import TYPES
from .opaque import opaque
from .overlay import overlay

OPAQUE = (
    *("access_group", "address_space", "alias_scope_domain", "cgprofile_entry"),
    *("dependent_libraries", "di_annotation", "di_basic_type"),
    *("di_common_block", "di_compile_unit", "di_composite_type", "di_derived_type"),
    *("di_expression_elem", "di_file", "di_generic_subrange"),
    *("di_global_variable", "di_global_variable_expression", "di_imported_entity", "di_label"),
    *("di_lexical_block", "di_lexical_block_file", "di_local_variable", "di_module"),
    *("di_namespace", "di_null_type", "di_string_type", "di_subprogram", "di_subrange"),
    *("di_subroutine_type", "loop_annotation", "loop_distribute", "loop_interleave"),
    *("loop_licm", "loop_peeled", "loop_pipeline", "loop_unroll", "loop_unroll_and_jam"),
    *("loop_unswitch", "loop_vectorize", "memory_effects", "mlir.module_flag", "mmra", "mmra_tag"),
    *("poison", "profile_summary", "profile_summary_detailed", "target"),
    *("tbaa_member", "tbaa_root", "tbaa_tag", "tbaa_type_desc", "undef", "uwtableKind"),
    *("vec_type_hint", "zero"),
)
"""Attributes that are kept as text."""

ATTRIBUTES: list[type[Attribute]] = [
    *(*TYPES, *llvm_operations.ATTRIBUTES, *llvm_words.ATTRIBUTES, *llvm_symbols.ATTRIBUTES),
    *llvm_intrinsics.ATTRIBUTES,
    *(opaque(f"llvm.{name}") for name in OPAQUE),
]

OPERATIONS = [
    *(
        *llvm_operations.OPERATIONS,
        *llvm_intrinsics.OPERATIONS,
        *llvm_calls.OPERATIONS,
        *llvm_branches.OPERATIONS,
    ),
    *llvm_symbols.OPERATIONS,
]

OURS = {attribute.name for attribute in ATTRIBUTES}

LLVM = Dialect(
    "llvm",
    [*overlay(llvm.LLVM, OPERATIONS).operations],
    [*(each for each in llvm.LLVM.attributes if each.name not in OURS), *ATTRIBUTES],
)
