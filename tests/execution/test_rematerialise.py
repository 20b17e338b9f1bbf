"""Gradients under every policy, executed: each equals the one without policy bit for bit, leaves
the primal's memory behind, and frees what it allocates."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fuzz.agreement import assert_agreement
from support.cases import CASES
from support.directives import DIRECTIVES
from support.programs import LoopProgram
from support.written import program_of

POLICIES = (
    "everything_saveable",
    "nothing_saveable",
    "dots_saveable",
    "save_only_these_names(a)",
    "save_any_names_but_these(a)",
    "save_anything_except_these_names(a)",
    "save_from_both_policies(save_only_these_names(a), save_only_these_names(b))",
    "save_and_offload_only_these_names(names_which_can_be_saved=[b], "
    "names_which_can_be_offloaded=[a], offload_src=0, offload_dst=0)",
)

PROGRAMS: dict[str, str] = {
    "straight_line": """
func.func @f(%x: f64, %w: f64) -> f64 {
  %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
  %b = arith.mulf %a, %w {ckptopt.checkpoint_name = "b"} : f64
  %c = math.sin %b : f64
  %d = math.exp %c : f64
  return %d : f64
}
""",
    "loop_with_memory": """
func.func @f(%x: f64, %m: memref<4xf64>, %t: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %y = scf.for %i = %c0 to %c7 step %c1 iter_args(%s = %x) -> f64 {
    %k = arith.remui %i, %c4 : index
    %u = memref.load %m[%k] {ckptopt.checkpoint_name = "a"} : memref<4xf64>
    %v = memref.load %t[%k] : memref<4xf64>
    %p = arith.mulf %u, %s : f64
    %q = math.sin %p {ckptopt.checkpoint_name = "b"} : f64
    %r = arith.mulf %q, %v : f64
    memref.store %r, %m[%k] : memref<4xf64>
    scf.yield %r : f64
  } LOOP
  return %y : f64
}
""",
    "nested_loops_around_and_in_regions": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %r = scf.execute_region -> f64 {
      %q = scf.for %j = %c0 to %i step %c1 iter_args(%u = %s) -> f64 {
        %e = math.exp %u {ckptopt.checkpoint_name = "a"} : f64
        %c = math.cos %e {ckptopt.checkpoint_name = "b"} : f64
        scf.yield %c : f64
      } LOOP
      %o = arith.mulf %q, %x : f64
      scf.yield %o : f64
    } REGION
    scf.yield %r : f64
  } LOOP
  return %y : f64
}
""",
    "regions_in_branches": """
func.func @f(%x: f64, %n: index, %m: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %p = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %p, %c0 : index
    %r = scf.if %even -> f64 {
      %z = scf.execute_region -> f64 {
        %l = memref.load %m[%c0] : memref<?xf64>
        %a = math.sin %l {ckptopt.checkpoint_name = "a"} : f64
        %b = arith.mulf %a, %s {ckptopt.checkpoint_name = "b"} : f64
        memref.store %b, %m[%c1] : memref<?xf64>
        %c = math.sin %b : f64
        scf.yield %c : f64
      } REGION
      scf.yield %z : f64
    } else {
      %l = memref.load %m[%c1] : memref<?xf64>
      %z = arith.mulf %l, %s : f64
      scf.yield %z : f64
    }
    scf.yield %r : f64
  } LOOP
  return %y : f64
}
""",
    "a_function_called_twice": """
func.func private @g(%x: f64, %m: memref<2xf64>) -> (f64, f64) attributes REGION {
  %c0 = arith.constant 0 : index
  %u = memref.load %m[%c0] : memref<2xf64>
  %a = math.sin %u {ckptopt.checkpoint_name = "a"} : f64
  %b = arith.mulf %a, %x : f64
  memref.store %b, %m[%c0] : memref<2xf64>
  %c = math.exp %b {ckptopt.checkpoint_name = "b"} : f64
  return %b, %c : f64, f64
}
func.func @f(%x: f64, %m: memref<2xf64>) -> f64 {
  %p:2 = func.call @g(%x, %m) : (f64, memref<2xf64>) -> (f64, f64)
  %q:2 = func.call @g(%p#0, %m) REGION : (f64, memref<2xf64>) -> (f64, f64)
  %r = arith.mulf %p#1, %q#1 : f64
  return %r : f64
}
""",
    "integers_and_bits_across_the_boundary": """
func.func @f(%x: f32, %n: index, %k: i8) -> f32 {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : i8
  %less = arith.cmpi slt, %k, %c2 : i8
  %y, %next, %bit = scf.execute_region -> (f32, index, i1) {
    %i = arith.addi %n, %c3 : index
    %wide = arith.index_cast %i : index to i32
    %t = arith.sitofp %wide : i32 to f32
    %e = arith.sitofp %k : i8 to f32
    %p = arith.select %less, %t, %e : f32
    %a = arith.mulf %p, %x {ckptopt.checkpoint_name = "a"} : f32
    %s = math.sin %a {ckptopt.checkpoint_name = "b"} : f32
    %c = arith.cmpf olt, %s, %x : f32
    scf.yield %s, %i, %c : f32, index, i1
  } REGION
  %m = arith.index_cast %next : index to i32
  %u = arith.sitofp %m : i32 to f32
  %z = arith.select %bit, %y, %u : f32
  %r = arith.mulf %z, %y : f32
  return %r : f32
}
""",
    "nested_regions_with_scratch": """
func.func @f(%x: f64, %t: memref<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<2xf64>
  %y = scf.execute_region -> f64 {
    %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
    memref.store %a, %s[%c0] : memref<2xf64>
    %i = scf.execute_region -> f64 {
      %u = memref.load %s[%c0] : memref<2xf64>
      %v = memref.load %t[%c1] : memref<3xf64>
      %b = arith.mulf %u, %v : f64
      memref.store %b, %s[%c1] : memref<2xf64>
      %w = memref.load %s[%c1] {ckptopt.checkpoint_name = "b"} : memref<2xf64>
      %e = math.exp %w : f64
      scf.yield %e : f64
    } REGION
    memref.store %i, %s[%c0] : memref<2xf64>
    %c = math.cos %i : f64
    scf.yield %c : f64
  } REGION
  %l = memref.load %s[%c0] : memref<2xf64>
  memref.dealloc %s : memref<2xf64>
  %z = arith.mulf %l, %y : f64
  return %z : f64
}
""",
}


def joined(*attributes: str) -> str:
    return ", ".join(attribute for attribute in attributes if attribute)


def marked(text: str, loop: str, region: str) -> str:
    """The text with attributes of loops and of regions, given without braces."""
    return text.replace("LOOP", f"{{{loop}}}").replace("REGION", f"{{{region}}}")


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_are_the_same_under_every_policy(name: str) -> None:
    """The policy is on loops and regions, or the default; loops have each scheme in turn."""
    programs: list[LoopProgram] = []
    for number, policy in enumerate(POLICIES):
        loop = list(DIRECTIVES.values())[number % 3].strip("{}")
        own = f'ckptopt.policy = "{policy}"' if number % 2 else ""
        text = marked(PROGRAMS[name], joined(loop, own), joined("ckptopt.remat", own))
        options = "" if own else f'policy="{policy}"'
        programs.append(replace(program_of(text, f"{name} {policy}"), options=options))
    assert assert_agreement(programs).refused == 0


@pytest.mark.parametrize("form", ["none", "barrier", "while", "cond"])
def test_gradients_are_the_same_under_every_protection(form: str) -> None:
    programs = [
        replace(program_of(marked(text, "", "ckptopt.remat"), name), options=f"prevent-cse={form}")
        for name, text in PROGRAMS.items()
    ]
    assert assert_agreement(programs).refused == 0


@pytest.mark.parametrize("case", ["110_policy_straight_line", "111_policy_named_in_loop"])
def test_the_cases_are_the_same_under_every_policy(case: str) -> None:
    text = (CASES / f"{case}.mlir").read_text()
    names = ("save_only_these_names(expensive)", "save_only_these_names(a, c, e)")
    assert_agreement(
        [
            replace(program_of(text, f"{case} {policy}"), options=f'policy="{policy}"')
            for policy in (*POLICIES, *names)
        ]
    )
