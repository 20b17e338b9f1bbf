// A region that overwrites %m, so that its replay works on a copy; %t is only read.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=memory}' | filecheck %s

func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  scf.execute_region {
    %u = memref.load %m[%c0] : memref<4xf64>
    %k = memref.load %t[%c0] : memref<4xf64>
    %p = arith.mulf %u, %k : f64
    %r = math.sin %p : f64
    memref.store %r, %m[%c0] : memref<4xf64>
    scf.yield
  } {ckptopt.remat}
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      scf.execute_region {
// CHECK-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// CHECK-NEXT:        %k = memref.load %t[%c0] : memref<4xf64>
// CHECK-NEXT:        %p = arith.mulf %u, %k : f64
// CHECK-NEXT:        %r = math.sin %p : f64
// CHECK-NEXT:        memref.store %r, %m[%c0] : memref<4xf64>
// CHECK-NEXT:        scf.yield
// CHECK-NEXT:      } {ckptopt.remat}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @memory_grad(%m: memref<4xf64>, %m_shadow: memref<4xf64>, %t: memref<4xf64>, %t_shadow: memref<4xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %m_snapshot = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      memref.copy %m, %m_snapshot : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:      %u = memref.load %m[%c0] : memref<4xf64>
// CHECK-NEXT:      %k = memref.load %t[%c0] : memref<4xf64>
// CHECK-NEXT:      %p = arith.mulf %u, %k : f64
// CHECK-NEXT:      %r = math.sin %p : f64
// CHECK-NEXT:      memref.store %r, %m[%c0] : memref<4xf64>
// CHECK-NEXT:      %u_1 = memref.load %m_snapshot[%c0] : memref<4xf64>
// CHECK-NEXT:      %u_2 = llvm.call_intrinsic "llvm.arithmetic.fence"(%u_1) : (f64) -> f64
// CHECK-NEXT:      %k_1 = memref.load %t[%c0] : memref<4xf64>
// CHECK-NEXT:      %k_2 = llvm.call_intrinsic "llvm.arithmetic.fence"(%k_1) : (f64) -> f64
// CHECK-NEXT:      %p_1 = arith.mulf %u_2, %k_2 : f64
// CHECK-NEXT:      %r_1 = math.sin %p_1 : f64
// CHECK-NEXT:      memref.store %r_1, %m_snapshot[%c0] : memref<4xf64>
// CHECK-NEXT:      %r_adj = memref.load %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:      %0 = math.cos %p_1 : f64
// CHECK-NEXT:      %p_adj = arith.mulf %r_adj, %0 : f64
// CHECK-NEXT:      %u_adj = arith.mulf %p_adj, %k_2 : f64
// CHECK-NEXT:      %k_adj = arith.mulf %p_adj, %u_2 : f64
// CHECK-NEXT:      %t_adj = memref.load %t_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:      %t_adj_1 = arith.addf %t_adj, %k_adj : f64
// CHECK-NEXT:      memref.store %t_adj_1, %t_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %u_adj : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %m_snapshot : memref<4xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
