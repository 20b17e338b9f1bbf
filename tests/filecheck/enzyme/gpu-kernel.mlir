// RUN: ckptopt %s -p 'enzyme,simplify,remove-unnecessary-enzyme-ops,buffers-to-stack,simplify' | filecheck %s

// A kernel can ask for a derivative itself.

gpu.module @kernels {
  func.func @f(%x: f64) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 10 : index
    %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
      %t = math.sin %a : f64
      scf.yield %t : f64
    } {enzyme.enable_checkpointing = true}
    return %y : f64
  }
  gpu.func @k(%x: memref<?xf64>, %g: memref<?xf64>) kernel {
    %tid = gpu.global_id x
    %v = memref.load %x[%tid] : memref<?xf64>
    %one = arith.constant 1.0 : f64
    %r = enzyme.autodiff @f(%v, %one) {activity = [#enzyme<activity enzyme_active>], ret_activity = [#enzyme<activity enzyme_activenoneed>]} : (f64, f64) -> f64
    memref.store %r, %g[%tid] : memref<?xf64>
    gpu.return
  }
}

// CHECK:       module {
// CHECK-NEXT:    gpu.module @kernels {
// CHECK-LABEL:     func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:        %c0 = arith.constant 0 : index
// CHECK-NEXT:        %c1 = arith.constant 1 : index
// CHECK-NEXT:        %n = arith.constant 10 : index
// CHECK-NEXT:        %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:          %t = math.sin %a : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        } {enzyme.enable_checkpointing = true}
// CHECK-NEXT:        return %y : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      gpu.func @k(%x: memref<?xf64>, %g: memref<?xf64>) kernel {
// CHECK-NEXT:        %tid = gpu.global_id x
// CHECK-NEXT:        %v = memref.load %x[%tid] : memref<?xf64>
// CHECK-NEXT:        %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:        %r = func.call @diffef(%v, %one) : (f64, f64) -> f64
// CHECK-NEXT:        memref.store %r, %g[%tid] : memref<?xf64>
// CHECK-NEXT:        gpu.return
// CHECK-NEXT:      }
// CHECK-LABEL:     func.func private @diffef(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:        %c0 = arith.constant 0 : index
// CHECK-NEXT:        %c1 = arith.constant 1 : index
// CHECK-NEXT:        %c3 = arith.constant 3 : index
// CHECK-NEXT:        %c2 = arith.constant 2 : index
// CHECK-NEXT:        %a_snapshots = memref.alloca() : memref<3xf64>
// CHECK-NEXT:        %a_tape = memref.alloca() : memref<3xf64>
// CHECK-NEXT:        %a = scf.for %segment = %c0 to %c3 step %c1 iter_args(%a_1 = %x) -> (f64) {
// CHECK-NEXT:          memref.store %a_1, %a_snapshots[%segment] : memref<3xf64>
// CHECK-NEXT:          %a_2 = scf.for %offset = %c0 to %c3 step %c1 iter_args(%a_3 = %a_1) -> (f64) {
// CHECK-NEXT:            %t = math.sin %a_3 : f64
// CHECK-NEXT:            scf.yield %t : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %a_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %0 = math.cos %a : f64
// CHECK-NEXT:        %a_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:        %a_adj_1 = scf.for %back = %c0 to %c3 step %c1 iter_args(%a_adj_2 = %a_adj) -> (f64) {
// CHECK-NEXT:          %segment_1 = arith.subi %c2, %back : index
// CHECK-NEXT:          %a_4 = memref.load %a_snapshots[%segment_1] : memref<3xf64>
// CHECK-NEXT:          %a_5 = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%a_6 = %a_4) -> (f64) {
// CHECK-NEXT:            %t_1 = math.sin %a_6 : f64
// CHECK-NEXT:            memref.store %a_6, %a_tape[%offset_1] : memref<3xf64>
// CHECK-NEXT:            scf.yield %t_1 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %a_adj_3 = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%a_adj_4 = %a_adj_2) -> (f64) {
// CHECK-NEXT:            %offset_2 = arith.subi %c2, %back_1 : index
// CHECK-NEXT:            %a_7 = memref.load %a_tape[%offset_2] : memref<3xf64>
// CHECK-NEXT:            %1 = math.cos %a_7 : f64
// CHECK-NEXT:            %a_adj_5 = arith.mulf %a_adj_4, %1 : f64
// CHECK-NEXT:            scf.yield %a_adj_5 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %a_adj_3 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        return %a_adj_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
