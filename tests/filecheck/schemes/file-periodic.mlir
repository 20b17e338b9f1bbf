// RUN: ckptopt %s -p 'loop-checkpoint{storage=file}' | filecheck %s

// Snapshots of a periodic schedule in a file: a slot per segment, with the number, the size of the
// memory, and its contents. A replay reads them into a buffer of its own.

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %a = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %a : f64
// CHECK-NEXT:        memref.store %t, %m[%c0] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<?xf64>, %m_shadow: memref<?xf64>, %n: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c16 = arith.constant 16 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %0 = arith.addi %trips, %c3 : index
// CHECK-NEXT:      %length = arith.divui %0, %c4 : index
// CHECK-NEXT:      %length_1 = arith.maxsi %length, %c1 : index
// CHECK-NEXT:      %last = arith.subi %length_1, %c1 : index
// CHECK-NEXT:      %1 = arith.addi %trips, %last : index
// CHECK-NEXT:      %segments = arith.divui %1, %length_1 : index
// CHECK-NEXT:      %stretches = arith.maxsi %segments, %c1 : index
// CHECK-NEXT:      %others = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %base = arith.muli %length_1, %others : index
// CHECK-NEXT:      %rest = arith.subi %trips, %base : index
// CHECK-NEXT:      %dim = memref.dim %m, %c0 : memref<?xf64>
// CHECK-NEXT:      %size = arith.muli %c8, %dim : index
// CHECK-NEXT:      %snapshot_bytes = arith.addi %c16, %size : index
// CHECK-NEXT:      %store = call @ckptopt_store_open(%others, %snapshot_bytes) : (index, index) -> index
// CHECK-NEXT:      %s = scf.for %segment = %c0 to %others step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %numbers = memref.alloc() : memref<1xf64>
// CHECK-NEXT:        memref.store %s_1, %numbers[%c0] : memref<1xf64>
// CHECK-NEXT:        %address = memref.extract_aligned_pointer_as_index %numbers : memref<1xf64> -> index
// CHECK-NEXT:        func.call @ckptopt_store_write(%store, %segment, %c0, %address, %c8) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        memref.dealloc %numbers : memref<1xf64>
// CHECK-NEXT:        %numbers_1 = memref.alloc() : memref<1xindex>
// CHECK-NEXT:        memref.store %dim, %numbers_1[%c0] : memref<1xindex>
// CHECK-NEXT:        %address_1 = memref.extract_aligned_pointer_as_index %numbers_1 : memref<1xindex> -> index
// CHECK-NEXT:        func.call @ckptopt_store_write(%store, %segment, %c8, %address_1, %c8) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        memref.dealloc %numbers_1 : memref<1xindex>
// CHECK-NEXT:        %address_2 = memref.extract_aligned_pointer_as_index %m : memref<?xf64> -> index
// CHECK-NEXT:        func.call @ckptopt_store_write(%store, %segment, %c16, %address_2, %size) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %length_1 step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %a = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:          %t = arith.mulf %s_3, %a : f64
// CHECK-NEXT:          memref.store %t, %m[%c0] : memref<?xf64>
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %a_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %rest step %c1 iter_args(%s_4 = %s) -> (f64) {
// CHECK-NEXT:        %a_1 = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_1 = arith.mulf %s_4, %a_1 : f64
// CHECK-NEXT:        memref.store %t_1, %m[%c0] : memref<?xf64>
// CHECK-NEXT:        memref.store %s_4, %s_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        memref.store %a_1, %a_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last_1 = arith.subi %rest, %c1 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %rest step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %last_1, %back : index
// CHECK-NEXT:        %a_2 = memref.load %a_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %s_5 = memref.load %s_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %t_adj = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_adj_1 = arith.addf %s_adj_1, %t_adj : f64
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %s_adj_2 = arith.mulf %t_adj_1, %a_2 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %t_adj_1, %s_5 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %s_tape : memref<?xf64>
// CHECK-NEXT:      %last_2 = arith.subi %stretches, %c2 : index
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %others step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %last_2, %back_1 : index
// CHECK-NEXT:        %numbers_2 = memref.alloc() : memref<1xf64>
// CHECK-NEXT:        %address_3 = memref.extract_aligned_pointer_as_index %numbers_2 : memref<1xf64> -> index
// CHECK-NEXT:        func.call @ckptopt_store_read(%store, %segment_1, %c0, %address_3, %c8) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %s_6 = memref.load %numbers_2[%c0] : memref<1xf64>
// CHECK-NEXT:        memref.dealloc %numbers_2 : memref<1xf64>
// CHECK-NEXT:        %numbers_3 = memref.alloc() : memref<1xindex>
// CHECK-NEXT:        %address_4 = memref.extract_aligned_pointer_as_index %numbers_3 : memref<1xindex> -> index
// CHECK-NEXT:        func.call @ckptopt_store_read(%store, %segment_1, %c8, %address_4, %c8) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %dim_1 = memref.load %numbers_3[%c0] : memref<1xindex>
// CHECK-NEXT:        memref.dealloc %numbers_3 : memref<1xindex>
// CHECK-NEXT:        %m_work = memref.alloc(%dim_1) : memref<?xf64>
// CHECK-NEXT:        %size_1 = arith.muli %c8, %dim_1 : index
// CHECK-NEXT:        %address_5 = memref.extract_aligned_pointer_as_index %m_work : memref<?xf64> -> index
// CHECK-NEXT:        func.call @ckptopt_store_read(%store, %segment_1, %c16, %address_5, %size_1) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %s_tape_1 = memref.alloc(%length_1) : memref<?xf64>
// CHECK-NEXT:        %a_tape_1 = memref.alloc(%length_1) : memref<?xf64>
// CHECK-NEXT:        %s_7 = scf.for %offset_3 = %c0 to %length_1 step %c1 iter_args(%s_8 = %s_6) -> (f64) {
// CHECK-NEXT:          %a_3 = memref.load %m_work[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_2 = arith.mulf %s_8, %a_3 : f64
// CHECK-NEXT:          memref.store %t_2, %m_work[%c0] : memref<?xf64>
// CHECK-NEXT:          memref.store %s_8, %s_tape_1[%offset_3] : memref<?xf64>
// CHECK-NEXT:          memref.store %a_3, %a_tape_1[%offset_3] : memref<?xf64>
// CHECK-NEXT:          scf.yield %t_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_5 = scf.for %back_2 = %c0 to %length_1 step %c1 iter_args(%s_adj_6 = %s_adj_4) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %last, %back_2 : index
// CHECK-NEXT:          %a_4 = memref.load %a_tape_1[%offset_4] : memref<?xf64>
// CHECK-NEXT:          %s_9 = memref.load %s_tape_1[%offset_4] : memref<?xf64>
// CHECK-NEXT:          %t_adj_2 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_adj_3 = arith.addf %s_adj_6, %t_adj_2 : f64
// CHECK-NEXT:          memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %s_adj_7 = arith.mulf %t_adj_3, %a_4 : f64
// CHECK-NEXT:          %a_adj_1 = arith.mulf %t_adj_3, %s_9 : f64
// CHECK-NEXT:          %m_adj_2 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:          memref.store %m_adj_3, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          scf.yield %s_adj_7 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %a_tape_1 : memref<?xf64>
// CHECK-NEXT:        memref.dealloc %s_tape_1 : memref<?xf64>
// CHECK-NEXT:        memref.dealloc %m_work : memref<?xf64>
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      call @ckptopt_store_close(%store) : (index) -> ()
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @ckptopt_store_open(index, index) -> index
// CHECK-LABEL:   func.func private @ckptopt_store_write(index, index, index, index, index)
// CHECK-LABEL:   func.func private @ckptopt_store_read(index, index, index, index, index)
// CHECK-LABEL:   func.func private @ckptopt_store_close(index)
// CHECK-NEXT:  }
