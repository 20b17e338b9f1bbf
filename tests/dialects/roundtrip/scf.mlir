func.func @for(%a: index) {
  scf.for %i = %a to %a step %a {
  }
  return
}
// -----
func.func @for_values(%a: index, %x: f64) -> f64 {
  %0 = scf.for %i = %a to %a step %a iter_args(%y = %x) -> f64 {
    scf.yield %y : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return %0 : f64
}
// -----
func.func @for_two(%a: i32, %x: f64, %m: memref<4xf64>) -> f64 {
  %0:2 = scf.for %i = %a to %a step %a iter_args(%y = %x, %n = %m) -> (f64, memref<4xf64>) : i32 {
    scf.yield %y, %n : f64, memref<4xf64>
  }
  return %0#0 : f64
}
// -----
func.func @for_unsigned(%a: i8, %x: f64) {
  scf.for unsigned %i = %a to %a step %a : i8 {
  } {foo.a}
  %0 = scf.for unsigned %i = %a to %a step %a iter_args(%y = %x) -> (f64) : i8 {
    scf.yield %y : f64
  }
  return
}
// -----
func.func @if(%c: i1, %m: memref<f32>, %x: f32) {
  scf.if %c {
  }
  scf.if %c {
    memref.store %x, %m[] : memref<f32>
  } else {
  } {foo.a}
  scf.if %c {
  } else {
    scf.if %c {
      memref.store %x, %m[] : memref<f32>
    }
  }
  return
}
// -----
func.func @if_values(%c: i1, %x: f32) {
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %x : f32
  }
  %1:2 = scf.if %c -> (f32, f32) {
    scf.yield %x, %x : f32, f32
  } else {
    scf.yield %x, %0 : f32, f32
  } {foo.a}
  return
}
// -----
func.func @while(%c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}
// -----
func.func @while_result(%c: i1, %x: f32) {
  %0 = scf.while : () -> f32 {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%y: f32):
    scf.yield
  } attributes {foo.a}
  return
}
// -----
func.func @while_values(%c: i1, %x: f32, %n: i32) {
  %0:2 = scf.while (%y = %x, %k = %n) : (f32, i32) -> (i32, f32) {
    scf.condition(%c) {foo.b} %k, %y : i32, f32
  } do {
  ^bb0(%k: i32, %y: f32):
    scf.yield {foo.c} %y, %k : f32, i32
  } attributes {foo.a = 1 : i32}
  scf.while (%y = %x) : (f32) -> () {
    scf.condition(%c)
  } do {
    scf.yield %x : f32
  }
  return
}
// -----
func.func @execute_region(%x: f32, %c: i1) {
  scf.execute_region {
    scf.yield
  }
  %0 = scf.execute_region -> f32 {
    scf.yield %x : f32
  } {foo.a}
  %1:2 = scf.execute_region -> (f32, f32) no_inline {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x, %x : f32, f32
  ^bb2:
    scf.yield %0, %x : f32, f32
  }
  scf.execute_region no_inline {
    scf.yield
  }
  return
}
// -----
func.func @index_switch(%n: index, %x: f32) {
  scf.index_switch %n
  case 2 {
    scf.yield
  }
  default {
  }
  %0 = scf.index_switch %n {foo.a} -> f32
  case -1 {
    scf.yield %x : f32
  }
  case 5 {
    scf.yield %x : f32
  }
  default {
    scf.yield %x : f32
  }
  scf.index_switch %n
  default {
  }
  %1:2 = scf.index_switch %n -> f32, f32
  default {
    scf.yield %x, %x : f32, f32
  }
  return
}
// -----
func.func @parallel(%a: index, %m: memref<?x?xf32>, %x: f32) {
  scf.parallel (%i, %j) = (%a, %a) to (%a, %a) step (%a, %a) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  } {foo.a}
  scf.parallel (%i) = (%a) to (%a) step (%a) {
  }
  return
}
// -----
func.func @parallel_reduce(%a: index, %x: f32, %y: f64) {
  %0:2 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x, %y) -> (f32, f64) {
    scf.reduce(%x, %y : f32, f64) {
    ^bb0(%l: f32, %r: f32):
      %1 = arith.addf %l, %r : f32
      scf.reduce.return %1 : f32
    }, {
    ^bb0(%l: f64, %r: f64):
      %1 = arith.mulf %l, %r : f64
      scf.reduce.return %1 : f64
    }
  }
  %2 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %3 = arith.maximumf %l, %r : f32
      scf.reduce.return %3 : f32
    }
  } {foo.a}
  return
}
// -----
// a terminator that would be left out, if it carried nothing
func.func @yield_attributes(%a: index, %c: i1) {
  scf.for %i = %a to %a step %a {
    scf.for %j = %i to %a step %a {
      scf.yield {foo.inner}
    }
  }
  scf.if %c {
    scf.yield {foo.a}
  } else {
    scf.yield {foo.b}
  }
  return
}
// -----
func.func @forall(%n: index) {
  scf.forall (%i) in (8) {
  }
  scf.forall (%i, %j) in (8, %n) {
  } {foo.a}
  scf.forall (%i, %j) = (0, %n) to (8, %n) step (1, %n) {
  } {foo.a, mapping = []}
  scf.forall (%i) = (1) to (%n) step (2) {
    scf.forall.in_parallel {
    }
  }
  return
}
// -----
func.func @forall_tensors(%a: tensor<8xf32>, %b: tensor<8xf32>, %s: tensor<1xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = scf.forall (%i) in (8) shared_outs(%x = %a, %y = %b) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %s into %y[%i] [1] [1] {foo.a} : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
func.func @forall_nested(%m: memref<8x8xf32>, %x: f32) {
  scf.forall (%i) in (8) {
    scf.forall (%j) in (8) {
      memref.store %x, %m[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
// -----
func.func @while_forms(%a: i32, %x: f32) -> (f32, i32) {
  %0:2 = scf.while (%i = %a) : (i32) -> (f32, i32) {
    %c = arith.constant true
    scf.condition(%c) {foo.a} %x, %i : f32, i32
  } do {
  ^bb0(%y: f32, %j: i32):
    scf.yield {foo.b} %j : i32
  } attributes {foo.c}
  return %0#0, %0#1 : f32, i32
}
// -----
func.func @switches(%i: index, %x: f32) -> (f32, i32) {
  %0:2 = scf.index_switch %i {foo.a} -> f32, i32
  case -1 {
    %c = arith.constant 1 : i32
    scf.yield %x, %c : f32, i32
  }
  default {
    %c = arith.constant 2 : i32
    scf.yield %x, %c : f32, i32
  }
  scf.index_switch %i
  case 2 {
    scf.yield
  }
  case 5 {
    scf.yield
  }
  default {
  }
  return %0#0, %0#1 : f32, i32
}
// -----
func.func @parallel_attributes(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%x, %x) -> (f32, f32) {
    scf.reduce(%x, %x : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      scf.reduce.return %1 : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.mulf %a, %b : f32
      scf.reduce.return %1 : f32
    }
  } {foo.a}
  return
}
// -----
func.func @more_yield_attributes(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.yield {foo.a}
  }
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (f32) {
    scf.yield {foo.a} %y : f32
  } {foo.b, foo.c = 3 : i64}
  return %0 : f32
}
// -----
func.func @integer_bounds(%a: i32, %b: i64) {
  scf.for %i = %a to %a step %a : i32 {
  }
  scf.for unsigned %i = %b to %b step %b : i64 {
  } {foo.a}
  return
}
// -----
func.func @multi_block_region(%c: i1, %x: f32) -> f32 {
  %0 = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1, ^bb2(%x : f32)
  ^bb1:
    %1 = arith.addf %x, %x : f32
    cf.br ^bb2(%1 : f32)
  ^bb2(%2: f32):
    scf.yield %2 : f32
  }
  return %0 : f32
}
