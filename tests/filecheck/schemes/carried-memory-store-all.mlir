// RUN: ckptopt %s -p 'loop-checkpoint{fn=f}' | filecheck %s

// Two buffers that change places. The shadows change places with them: in the tape there are the loaded
// values and the handles of the shadows of each step.

func.func @f(%p: memref<3xf64>, %q: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%src = %p, %dst = %q) -> (memref<3xf64>, memref<3xf64>) {
    %a = memref.load %src[%c0] : memref<3xf64>
    %b = math.sin %a : f64
    memref.store %b, %dst[%c0] : memref<3xf64>
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  }
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%p: memref<3xf64>, %q: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %r, %r_1 = scf.for %i = %c0 to %c6 step %c1 iter_args(%src = %p, %dst = %q) -> (memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:        %a = memref.load %src[%c0] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %dst[%c0] : memref<3xf64>
// CHECK-NEXT:        scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%p: memref<3xf64>, %p_shadow: memref<3xf64>, %q: memref<3xf64>, %q_shadow: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %src_shadow_tape = memref.alloc() : memref<6xmemref<3xf64>>
// CHECK-NEXT:      %dst_shadow_tape = memref.alloc() : memref<6xmemref<3xf64>>
// CHECK-NEXT:      %a_tape = memref.alloc() : memref<6xf64>
// CHECK-NEXT:      %r, %r_1, %r_shadow, %r_shadow_1 = scf.for %i = %c0 to %c6 step %c1 iter_args(%src = %p, %dst = %q, %src_shadow = %p_shadow, %dst_shadow = %q_shadow) -> (memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:        %a = memref.load %src[%c0] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %dst[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %src_shadow, %src_shadow_tape[%i] : memref<6xmemref<3xf64>>
// CHECK-NEXT:        memref.store %dst_shadow, %dst_shadow_tape[%i] : memref<6xmemref<3xf64>>
// CHECK-NEXT:        memref.store %a, %a_tape[%i] : memref<6xf64>
// CHECK-NEXT:        scf.yield %dst, %src, %dst_shadow, %src_shadow : memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back = %c0 to %c6 step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %c5, %back : index
// CHECK-NEXT:        %a_1 = memref.load %a_tape[%i_1] : memref<6xf64>
// CHECK-NEXT:        %dst_shadow_1 = memref.load %dst_shadow_tape[%i_1] : memref<6xmemref<3xf64>>
// CHECK-NEXT:        %src_shadow_1 = memref.load %src_shadow_tape[%i_1] : memref<6xmemref<3xf64>>
// CHECK-NEXT:        %b_adj = memref.load %dst_shadow_1[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %dst_shadow_1[%c0] : memref<3xf64>
// CHECK-NEXT:        %0 = math.cos %a_1 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %b_adj, %0 : f64
// CHECK-NEXT:        %src_adj = memref.load %src_shadow_1[%c0] : memref<3xf64>
// CHECK-NEXT:        %src_adj_1 = arith.addf %src_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %src_adj_1, %src_shadow_1[%c0] : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<6xf64>
// CHECK-NEXT:      memref.dealloc %dst_shadow_tape : memref<6xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %src_shadow_tape : memref<6xmemref<3xf64>>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
