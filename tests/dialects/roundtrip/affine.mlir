func.func @for(%n: index, %x: f32) {
  affine.for %i = 0 to 10 {
  }
  affine.for %i = -2 to %n step 3 {
  } {foo.a}
  %0 = affine.for %i = 0 to 4 iter_args(%y = %x) -> (f32) {
    affine.yield %y : f32
  }
  %1:2 = affine.for %i = 0 to 4 iter_args(%y = %x, %z = %x) -> (f32, f32) {
    affine.yield %z, %y : f32, f32
  } {enzyme.enable_checkpointing = true}
  return
}
// -----
func.func @bounds(%n: index) {
  affine.for %i = affine_map<()[s0] -> (s0 + 1)>()[%n] to affine_map<()[s0] -> (s0 * 2)>()[%n] {
    affine.for %j = max affine_map<(d0) -> (d0, 3)>(%i) to min affine_map<(d0)[s0] -> (d0 + s0, 8)>(%i)[%n] step 2 {
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%i, %j) {
      }
    }
  }
  return
}
// -----
func.func @load(%m: memref<8x8xf32>, %n: index, %s: memref<f32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %m[%i, %j] : memref<8x8xf32>
      %1 = affine.load %m[%i + 1, %j - 1] {foo.a} : memref<8x8xf32>
      %2 = affine.load %m[%i * 2 + %j, 3] : memref<8x8xf32>
      %3 = affine.load %m[symbol(%n), %i + symbol(%n) * 2] : memref<8x8xf32>
      %4 = affine.load %m[%i floordiv 2, (%i + %j) mod 4] : memref<8x8xf32>
      %5 = affine.load %m[-%i + 7, (%j ceildiv 2) * 2] : memref<8x8xf32>
      %6 = affine.load %m[%i - %j, %i + %i] : memref<8x8xf32>
    }
  }
  %7 = affine.load %s[] : memref<f32>
  return
}
// -----
func.func @store(%m: memref<8x8xf32>, %n: index, %x: f32, %s: memref<f32>) {
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i, symbol(%n)] {foo.a} : memref<8x8xf32>
    affine.store %x, %m[0, %i * 3 + 1] : memref<8x8xf32>
  }
  affine.store %x, %s[] : memref<f32>
  return
}
// -----
func.func @argument_index(%m: memref<8xf32>, %n: index) {
  %0 = affine.load %m[%n] : memref<8xf32>
  %1 = affine.load %m[%n + 1] : memref<8xf32>
  return
}
// -----
func.func @vector(%m: memref<8x8xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %0 = affine.vector_load %m[%i, symbol(%n)] {foo.a} : memref<8x8xf32>, vector<4xf32>
    affine.vector_store %0, %m[%i + 1, 0] {foo.b} : memref<8x8xf32>, vector<4xf32>
  }
  return
}
// -----
func.func @maps(%n: index) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv 2 + s0)>(%i)[%n]
    %1 = affine.apply affine_map<() -> (7)>()
    %2 = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%i, %i)
    %3 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
    %4 = affine.max affine_map<(d0)[s0] -> (d0, s0, 3)>(%i)[%n]
    %5 = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%n]
    %6 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%n]
  }
  return
}
// -----
func.func @if(%n: index, %x: f32, %m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>(%i)[%n] {
      affine.store %x, %m[%i] : memref<8xf32>
    }
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
    } else {
      affine.store %x, %m[%i] : memref<8xf32>
    } {foo.a}
    %0 = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %x : f32
    }
    %1:2 = affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] -> (f32, f32) {
      affine.yield %x, %0 : f32, f32
    } else {
      affine.yield %x, %x : f32, f32
    }
  }
  return
}
// -----
func.func @parallel(%n: index, %x: f32, %m: memref<8x8xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (8, symbol(%n)) {
    affine.store %x, %m[%i, %j] : memref<8x8xf32>
  }
  affine.parallel (%i) = (0) to (10) step (2) {
    affine.parallel (%j) = (%i) to (%i + symbol(%n)) {
    }
  } {foo.a}
  %0:2 = affine.parallel (%i, %j) = (max(0, symbol(%n)), 1) to (min(10, symbol(%n) + 2), 20) step (1, 3) reduce ("addf", "maximumf") -> (f32, f32) {
    affine.yield %x, %x : f32, f32
  }
  %1 = affine.parallel (%i) = (0) to (4) reduce ("mulf") -> f32 {
    affine.yield %x : f32
  } {foo.a}
  return
}
// -----
func.func @prefetch(%m: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.prefetch %m[%i, %i + 5], read, locality<3>, data : memref<8x8xf32>
  }
  return
}
// -----
func.func @yield_attributes(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.yield {foo.a}
  }
  return
}
// -----
func.func @prefetch(%m: memref<8x8xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.prefetch %m[%i, %i + 1], read, locality<3>, data : memref<8x8xf32>
    affine.prefetch %m[%i, symbol(%n)], write, locality<0>, instr {foo.a} : memref<8x8xf32>
  }
  return
}
// -----
func.func @delinearize(%i: index, %n: index) {
  %0:3 = affine.delinearize_index %i into (4, 8, 16) : index, index, index
  %1:2 = affine.delinearize_index %i into (%n, 16) {foo.a} : index, index
  %2:3 = affine.delinearize_index %i into (8, %n) : index, index, index
  return
}
// -----
func.func @linearize(%i: index, %j: index, %n: index) {
  %0 = affine.linearize_index [%i, %j] by (4, 8) : index
  %1 = affine.linearize_index disjoint [%i, %j] by (%n, 8) {foo.a} : index
  %2 = affine.linearize_index [%i, %j] by (8) : index
  return
}
// -----
func.func @parallel_bounds(%n: index, %m: memref<8x8xf32>, %x: f32) {
  affine.parallel (%i, %j) = (0, max(%n, 2)) to (min(8, %n), 8) step (1, 2) {
    affine.store %x, %m[%i, %j] : memref<8x8xf32>
  } {foo.a}
  %0:2 = affine.parallel (%i) = (0) to (8) reduce ("addf", "maximumf") -> (f32, f32) {
    affine.yield %x, %x : f32, f32
  }
  affine.parallel () = () to () {
  }
  return
}
// -----
func.func @if_results(%i: index, %n: index, %x: f32) -> f32 {
  %0 = affine.if affine_set<(d0)[s0] : (d0 - 5 >= 0, s0 - d0 >= 0)>(%i)[%n] -> f32 {
    affine.yield %x : f32
  } else {
    %c = arith.constant 0.0 : f32
    affine.yield %c : f32
  } {foo.a}
  affine.if affine_set<() : ()>() {
  } else {
  }
  return %0 : f32
}
// -----
#id = affine_map<(d0) -> (d0)>
#sum = affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 - s0, d1)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
func.func @aliases(%n: index) {
  affine.for %i = #id(%n) to 10 {
    affine.for %j = max #sum(%i, %i)[%n] to min #sum(%i, %i)[%n] {
      affine.if #set(%i)[%n] {
      }
      %0 = affine.apply #id(%i)
      %1 = affine.min #sum(%i, %j)[%n] {foo.a}
    }
  }
  return
}
// -----
func.func @semi_affine_access(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i * symbol(%n)] : memref<?xf32>
    %1 = affine.load %m[(%i floordiv symbol(%n)) mod 3] : memref<?xf32>
    affine.store %0, %m[symbol(%n) * symbol(%n) + %i] : memref<?xf32>
    %2 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0 + d0 ceildiv s0)>(%i)[%n]
  }
  return
}
// -----
func.func @two_dimensional_vectors(%m: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.vector_load %m[%i, 0] : memref<8x8xf32>, vector<2x4xf32>
    affine.vector_store %0, %m[%i, %i mod 4] : memref<8x8xf32>, vector<2x4xf32>
  }
  return
}
