"""Gradients through scf.index_switch and scf.execute_region, executed: each scheme against
store-all bit for bit, store-all against finite differences."""

from __future__ import annotations

import pytest
from fuzz.agreement import assert_agreement
from support.directives import DIRECTIVES
from support.written import programs_of

PROGRAMS: dict[str, str] = {
    "loop_in_nested_branches": """
func.func @f(%x: f64, %n: index, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %p = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %p, %c0 : index
    %o = scf.if %even -> (f64) {
      %q = arith.remui %i, %c3 : index
      %h = scf.index_switch %q -> f64
      case 0 {
        %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (f64) {
          %k = arith.remui %j, %c3 : index
          %u = memref.load %m[%k] : memref<4xf64>
          %d = arith.mulf %b, %u : f64
          %t = math.sin %d : f64
          memref.store %t, %m[%k] : memref<4xf64>
          scf.yield %t : f64
        } DIRECTIVE
        scf.yield %s : f64
      }
      default {
        %c = math.cos %a : f64
        scf.yield %c : f64
      }
      scf.yield %h : f64
    } else {
      %e = arith.mulf %a, %x : f64
      scf.yield %e : f64
    }
    scf.yield %o : f64
  }
  return %r : f64
}
""",
    "loop_in_the_last_of_nested_branches": """
func.func @f(%x: f64, %n: index, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %p = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %p, %c0 : index
    %o = scf.if %even -> (f64) {
      %e = arith.mulf %a, %x : f64
      scf.yield %e : f64
    } else {
      %first = arith.cmpi eq, %i, %c1 : index
      %h = scf.if %first -> (f64) {
        %c = math.cos %a : f64
        scf.yield %c : f64
      } else {
        %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (f64) {
          %k = arith.remui %j, %c3 : index
          %u = memref.load %m[%k] : memref<4xf64>
          %d = arith.mulf %b, %u : f64
          %t = math.sin %d : f64
          memref.store %t, %m[%k] : memref<4xf64>
          scf.yield %t : f64
        } DIRECTIVE
        scf.yield %s : f64
      }
      scf.yield %h : f64
    }
    scf.yield %o : f64
  }
  return %r : f64
}
""",
    "switch_with_results": """
func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %k = arith.remui %i, %c3 : index
    %b, %d = scf.index_switch %k -> f64, f64
    case 0 {
      %p = arith.mulf %a, %y : f64
      scf.yield %p, %a : f64, f64
    }
    case 2 {
      %p = math.sin %a : f64
      %q = arith.mulf %p, %p : f64
      scf.yield %q, %y : f64, f64
    }
    default {
      scf.yield %y, %a : f64, f64
    }
    %e = arith.mulf %b, %d : f64
    %g = math.cos %e : f64
    scf.yield %g : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "switch_with_stores_and_empty_default": """
func.func @f(%x: f64, %n: index, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %k = arith.remui %i, %c4 : index
    scf.index_switch %k
    case 1 {
      %v = memref.load %m[%c0] : memref<4xf64>
      %p = arith.mulf %v, %a : f64
      memref.store %p, %m[%k] : memref<4xf64>
      scf.yield
    }
    case 3 {
      memref.store %a, %m[%c0] : memref<4xf64>
      scf.yield
    }
    default {
    }
    %w = memref.load %m[%k] : memref<4xf64>
    %q = arith.mulf %w, %a : f64
    %s = math.sin %q : f64
    scf.yield %s : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "loops_in_a_switch_in_a_loop": """
func.func @f(%x: f64, %n: index, %m: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %k = arith.remui %i, %c2 : index
    %b = scf.index_switch %k -> f64
    case 0 {
      %s = scf.for %j = %c0 to %i step %c1 iter_args(%d = %a) -> (f64) {
        %v = memref.load %m[%j] : memref<8xf64>
        %p = arith.mulf %v, %d : f64
        %q = math.sin %p : f64
        memref.store %q, %m[%j] : memref<8xf64>
        scf.yield %q : f64
      } DIRECTIVE
      scf.yield %s : f64
    }
    default {
      %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%d = %a) -> (f64) {
        %q = math.cos %d : f64
        %p = arith.mulf %q, %d : f64
        scf.yield %p : f64
      }
      scf.yield %s : f64
    }
    scf.yield %b : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "inactive_switch": """
func.func @f(%x: f64, %n: index, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %k = arith.remui %i, %c3 : index
    %l = scf.index_switch %k -> index
    case 1 {
      scf.yield %c3 : index
    }
    default {
      %t = arith.addi %k, %c1 : index
      scf.yield %t : index
    }
    %v = memref.load %m[%l] : memref<4xf64>
    %p = arith.mulf %v, %a : f64
    %s = math.sin %p : f64
    scf.yield %s : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "switch_outside_loops": """
func.func @f(%x: f64, %n: index) -> f64 {
  %r = scf.index_switch %n -> f64
  case 7 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
      %b = math.sin %a : f64
      scf.yield %b : f64
    } DIRECTIVE
    scf.yield %s : f64
  }
  default {
    %s = arith.mulf %x, %x : f64
    scf.yield %s : f64
  }
  %t = arith.mulf %r, %x : f64
  return %t : f64
}
""",
    "region_that_runs_once": """
func.func @f(%x: f64, %n: index, %m: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %b, %k = scf.execute_region -> (f64, index) {
      %v = memref.load %m[%i] : memref<8xf64>
      %p = arith.mulf %v, %a : f64
      %s = scf.for %j = %c0 to %i step %c1 iter_args(%d = %p) -> (f64) {
        %q = math.sin %d : f64
        scf.yield %q : f64
      }
      memref.store %s, %m[%c0] : memref<8xf64>
      scf.yield %s, %i : f64, index
    }
    %w = memref.load %m[%k] : memref<8xf64>
    %e = arith.mulf %b, %w : f64
    scf.yield %e : f64
  } DIRECTIVE
  return %r : f64
}
""",
}


@pytest.mark.parametrize("scheme", DIRECTIVES)
def test_gradients_through_branches(scheme: str):
    report = assert_agreement(programs_of(PROGRAMS, DIRECTIVES[scheme]))
    assert report.inconclusive == 0
