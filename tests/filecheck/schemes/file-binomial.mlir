// RUN: ckptopt %s -p 'loop-checkpoint' | filecheck %s

// Snapshots of a binomial schedule in a file. The loop carries two buffers that change places: their
// contents are in the file, and the handles of their shadows in memory, as are the numbers of steps.

func.func @f(%p: memref<3xf32>, %q: memref<3xf32>, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10 : index
  %a:3 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %p, %v = %q, %s = %x) -> (memref<3xf32>, memref<3xf32>, f64) {
    %e = memref.load %u[%c1] : memref<3xf32>
    %w = math.sin %e : f32
    memref.store %w, %v[%c1] : memref<3xf32>
    %d = arith.extf %w : f32 to f64
    %t = arith.mulf %s, %d : f64
    scf.yield %v, %u, %t : memref<3xf32>, memref<3xf32>, f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 3 : i64, enzyme.checkpoint_storage = "file"}
  return %a#2 : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%p: memref<3xf32>, %q: memref<3xf32>, %x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %n = arith.constant 10 : index
// CHECK-NEXT:      %a, %a_1, %a_2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %p, %v = %q, %s = %x) -> (memref<3xf32>, memref<3xf32>, f64) {
// CHECK-NEXT:        %e = memref.load %u[%c1] : memref<3xf32>
// CHECK-NEXT:        %w = math.sin %e : f32
// CHECK-NEXT:        memref.store %w, %v[%c1] : memref<3xf32>
// CHECK-NEXT:        %d = arith.extf %w : f32 to f64
// CHECK-NEXT:        %t = arith.mulf %s, %d : f64
// CHECK-NEXT:        scf.yield %v, %u, %t : memref<3xf32>, memref<3xf32>, f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 3 : i64, enzyme.checkpoint_storage = "file"}
// CHECK-NEXT:      return %a_2 : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%p: memref<3xf32>, %p_shadow: memref<3xf32>, %q: memref<3xf32>, %q_shadow: memref<3xf32>, %x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c9 = arith.constant 9 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c12 = arith.constant 12 : index
// CHECK-NEXT:      %c20 = arith.constant 20 : index
// CHECK-NEXT:      %c32 = arith.constant 32 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<3xindex>
// CHECK-NEXT:      %store = call @ckptopt_store_open(%c3, %c32) : (index, index) -> index
// CHECK-NEXT:      %u_shadow_slots = memref.alloc() : memref<3xmemref<3xf32>>
// CHECK-NEXT:      %v_shadow_slots = memref.alloc() : memref<3xmemref<3xf32>>
// CHECK-NEXT:      %step, %a, %a_1, %s, %a_shadow, %a_shadow_1 = scf.for %slot = %c0 to %c3 step %c1 iter_args(%step_1 = %c0, %u = %p, %v = %q, %s_1 = %x, %u_shadow = %p_shadow, %v_shadow = %q_shadow) -> (index, memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>) {
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<3xindex>
// CHECK-NEXT:        memref.store %u_shadow, %u_shadow_slots[%slot] : memref<3xmemref<3xf32>>
// CHECK-NEXT:        memref.store %v_shadow, %v_shadow_slots[%slot] : memref<3xmemref<3xf32>>
// CHECK-NEXT:        %numbers = memref.alloc() : memref<1xf64>
// CHECK-NEXT:        memref.store %s_1, %numbers[%c0] : memref<1xf64>
// CHECK-NEXT:        %address = memref.extract_aligned_pointer_as_index %numbers : memref<1xf64> -> index
// CHECK-NEXT:        func.call @ckptopt_store_write(%store, %slot, %c0, %address, %c8) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        memref.dealloc %numbers : memref<1xf64>
// CHECK-NEXT:        %address_1 = memref.extract_aligned_pointer_as_index %u : memref<3xf32> -> index
// CHECK-NEXT:        func.call @ckptopt_store_write(%store, %slot, %c8, %address_1, %c12) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %address_2 = memref.extract_aligned_pointer_as_index %v : memref<3xf32> -> index
// CHECK-NEXT:        func.call @ckptopt_store_write(%store, %slot, %c20, %address_2, %c12) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %left = arith.subi %c9, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %c3, %slot : index
// CHECK-NEXT:        %0 = arith.cmpi sle, %left, %c1 : index
// CHECK-NEXT:        %1 = arith.cmpi sle, %free, %c1 : index
// CHECK-NEXT:        %at_once = arith.ori %0, %1 : i1
// CHECK-NEXT:        %stretch = scf.if %at_once -> (index) {
// CHECK-NEXT:          %2 = arith.maxsi %left, %c0 : index
// CHECK-NEXT:          scf.yield %2 : index
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %repetitions, %before, %beta = scf.while (%repetitions_1 = %c0, %before_1 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:            %3 = arith.cmpi slt, %beta_1, %left : index
// CHECK-NEXT:            scf.condition(%3) %repetitions_1, %before_1, %beta_1 : index, index, index
// CHECK-NEXT:          } do {
// CHECK-NEXT:          ^bb0(%repetitions_2: index, %before_2: index, %beta_2: index):
// CHECK-NEXT:            %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// CHECK-NEXT:            %4 = arith.addi %free, %repetitions_3 : index
// CHECK-NEXT:            %5 = arith.muli %beta_2, %4 : index
// CHECK-NEXT:            %beta_3 = arith.divui %5, %repetitions_3 : index
// CHECK-NEXT:            scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// CHECK-NEXT:          }
// CHECK-NEXT:          %6 = arith.addi %free, %repetitions : index
// CHECK-NEXT:          %7 = arith.subi %6, %c1 : index
// CHECK-NEXT:          %8 = arith.muli %before, %free : index
// CHECK-NEXT:          %finer = arith.divui %8, %7 : index
// CHECK-NEXT:          %9 = arith.subi %left, %finer : index
// CHECK-NEXT:          %10 = arith.subi %c8, %step_1 : index
// CHECK-NEXT:          %11 = arith.minsi %9, %10 : index
// CHECK-NEXT:          %12 = arith.minsi %before, %11 : index
// CHECK-NEXT:          %stretch_1 = arith.maxsi %c1, %12 : index
// CHECK-NEXT:          scf.yield %stretch_1 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        %u_1, %v_1, %s_2, %u_shadow_1, %v_shadow_1 = scf.for %offset = %c0 to %stretch step %c1 iter_args(%u_2 = %u, %v_2 = %v, %s_3 = %s_1, %u_shadow_2 = %u_shadow, %v_shadow_2 = %v_shadow) -> (memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>) {
// CHECK-NEXT:          %e = memref.load %u_2[%c1] : memref<3xf32>
// CHECK-NEXT:          %w = math.sin %e : f32
// CHECK-NEXT:          memref.store %w, %v_2[%c1] : memref<3xf32>
// CHECK-NEXT:          %d = arith.extf %w : f32 to f64
// CHECK-NEXT:          %t = arith.mulf %s_3, %d : f64
// CHECK-NEXT:          scf.yield %v_2, %u_2, %t, %v_shadow_2, %u_shadow_2 : memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2, %u_1, %v_1, %s_2, %u_shadow_1, %v_shadow_1 : index, memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      %e_1 = memref.load %a[%c1] : memref<3xf32>
// CHECK-NEXT:      %w_1 = math.sin %e_1 : f32
// CHECK-NEXT:      memref.store %w_1, %a_1[%c1] : memref<3xf32>
// CHECK-NEXT:      %d_1 = arith.extf %w_1 : f32 to f64
// CHECK-NEXT:      %s_adj = arith.mulf %seed, %d_1 : f64
// CHECK-NEXT:      %d_adj = arith.mulf %seed, %s : f64
// CHECK-NEXT:      %w_adj = arith.truncf %d_adj : f64 to f32
// CHECK-NEXT:      %w_adj_1 = memref.load %a_shadow_1[%c1] : memref<3xf32>
// CHECK-NEXT:      %w_adj_2 = arith.addf %w_adj, %w_adj_1 : f32
// CHECK-NEXT:      memref.store %zero, %a_shadow_1[%c1] : memref<3xf32>
// CHECK-NEXT:      %13 = math.cos %e_1 : f32
// CHECK-NEXT:      %e_adj = arith.mulf %w_adj_2, %13 : f32
// CHECK-NEXT:      %u_adj = memref.load %a_shadow[%c1] : memref<3xf32>
// CHECK-NEXT:      %u_adj_1 = arith.addf %u_adj, %e_adj : f32
// CHECK-NEXT:      memref.store %u_adj_1, %a_shadow[%c1] : memref<3xf32>
// CHECK-NEXT:      %live, %s_adj_1 = scf.for %back = %c0 to %c9 step %c1 iter_args(%live_1 = %c3, %s_adj_2 = %s_adj) -> (index, f64) {
// CHECK-NEXT:        %target = arith.subi %c8, %back : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %step_3 = memref.load %slot_steps[%top] : memref<3xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:        %u_shadow_3 = memref.load %u_shadow_slots[%top] : memref<3xmemref<3xf32>>
// CHECK-NEXT:        %v_shadow_3 = memref.load %v_shadow_slots[%top] : memref<3xmemref<3xf32>>
// CHECK-NEXT:        %numbers_1 = memref.alloc() : memref<1xf64>
// CHECK-NEXT:        %address_3 = memref.extract_aligned_pointer_as_index %numbers_1 : memref<1xf64> -> index
// CHECK-NEXT:        func.call @ckptopt_store_read(%store, %top, %c0, %address_3, %c8) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %s_4 = memref.load %numbers_1[%c0] : memref<1xf64>
// CHECK-NEXT:        memref.dealloc %numbers_1 : memref<1xf64>
// CHECK-NEXT:        %u_work = memref.alloc() : memref<3xf32>
// CHECK-NEXT:        %address_4 = memref.extract_aligned_pointer_as_index %u_work : memref<3xf32> -> index
// CHECK-NEXT:        func.call @ckptopt_store_read(%store, %top, %c8, %address_4, %c12) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %v_work = memref.alloc() : memref<3xf32>
// CHECK-NEXT:        %address_5 = memref.extract_aligned_pointer_as_index %v_work : memref<3xf32> -> index
// CHECK-NEXT:        func.call @ckptopt_store_read(%store, %top, %c20, %address_5, %c12) : (index, index, index, index, index) -> ()
// CHECK-NEXT:        %slot_1, %step_4, %u_3, %v_3, %s_5, %u_shadow_4, %v_shadow_4 = scf.while (%slot_2 = %top, %step_5 = %step_3, %u_4 = %u_work, %v_4 = %v_work, %s_6 = %s_4, %u_shadow_5 = %u_shadow_3, %v_shadow_5 = %v_shadow_3) : (index, index, memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>) -> (index, index, memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>) {
// CHECK-NEXT:          %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:          scf.condition(%more) %slot_2, %step_5, %u_4, %v_4, %s_6, %u_shadow_5, %v_shadow_5 : index, index, memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %step_6: index, %u_5: memref<3xf32>, %v_5: memref<3xf32>, %s_7: f64, %u_shadow_6: memref<3xf32>, %v_shadow_6: memref<3xf32>):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %c3, %slot_3 : index
// CHECK-NEXT:          %14 = arith.cmpi sle, %left_1, %c1 : index
// CHECK-NEXT:          %15 = arith.cmpi sle, %free_1, %c1 : index
// CHECK-NEXT:          %at_once_1 = arith.ori %14, %15 : i1
// CHECK-NEXT:          %stretch_2 = scf.if %at_once_1 -> (index) {
// CHECK-NEXT:            %16 = arith.maxsi %left_1, %c0 : index
// CHECK-NEXT:            scf.yield %16 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions_4, %before_3, %beta_4 = scf.while (%repetitions_5 = %c0, %before_4 = %c0, %beta_5 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %17 = arith.cmpi slt, %beta_5, %left_1 : index
// CHECK-NEXT:              scf.condition(%17) %repetitions_5, %before_4, %beta_5 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_6: index, %before_5: index, %beta_6: index):
// CHECK-NEXT:              %repetitions_7 = arith.addi %repetitions_6, %c1 : index
// CHECK-NEXT:              %18 = arith.addi %free_1, %repetitions_7 : index
// CHECK-NEXT:              %19 = arith.muli %beta_6, %18 : index
// CHECK-NEXT:              %beta_7 = arith.divui %19, %repetitions_7 : index
// CHECK-NEXT:              scf.yield %repetitions_7, %beta_6, %beta_7 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %20 = arith.addi %free_1, %repetitions_4 : index
// CHECK-NEXT:            %21 = arith.subi %20, %c1 : index
// CHECK-NEXT:            %22 = arith.muli %before_3, %free_1 : index
// CHECK-NEXT:            %finer_1 = arith.divui %22, %21 : index
// CHECK-NEXT:            %23 = arith.subi %left_1, %finer_1 : index
// CHECK-NEXT:            %24 = arith.minsi %23, %ahead : index
// CHECK-NEXT:            %25 = arith.minsi %before_3, %24 : index
// CHECK-NEXT:            %stretch_3 = arith.maxsi %c1, %25 : index
// CHECK-NEXT:            scf.yield %stretch_3 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length = arith.minsi %stretch_2, %ahead : index
// CHECK-NEXT:          %u_6, %v_6, %s_8, %u_shadow_7, %v_shadow_7 = scf.for %offset_1 = %c0 to %length step %c1 iter_args(%u_7 = %u_5, %v_7 = %v_5, %s_9 = %s_7, %u_shadow_8 = %u_shadow_6, %v_shadow_8 = %v_shadow_6) -> (memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>) {
// CHECK-NEXT:            %e_2 = memref.load %u_7[%c1] : memref<3xf32>
// CHECK-NEXT:            %w_2 = math.sin %e_2 : f32
// CHECK-NEXT:            memref.store %w_2, %v_7[%c1] : memref<3xf32>
// CHECK-NEXT:            %d_2 = arith.extf %w_2 : f32 to f64
// CHECK-NEXT:            %t_1 = arith.mulf %s_9, %d_2 : f64
// CHECK-NEXT:            scf.yield %v_7, %u_7, %t_1, %v_shadow_8, %u_shadow_8 : memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_7 = arith.addi %step_6, %length : index
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_1 {
// CHECK-NEXT:            memref.store %step_7, %slot_steps[%slot_4] : memref<3xindex>
// CHECK-NEXT:            memref.store %u_shadow_7, %u_shadow_slots[%slot_4] : memref<3xmemref<3xf32>>
// CHECK-NEXT:            memref.store %v_shadow_7, %v_shadow_slots[%slot_4] : memref<3xmemref<3xf32>>
// CHECK-NEXT:            %numbers_2 = memref.alloc() : memref<1xf64>
// CHECK-NEXT:            memref.store %s_8, %numbers_2[%c0] : memref<1xf64>
// CHECK-NEXT:            %address_6 = memref.extract_aligned_pointer_as_index %numbers_2 : memref<1xf64> -> index
// CHECK-NEXT:            func.call @ckptopt_store_write(%store, %slot_4, %c0, %address_6, %c8) : (index, index, index, index, index) -> ()
// CHECK-NEXT:            memref.dealloc %numbers_2 : memref<1xf64>
// CHECK-NEXT:            %address_7 = memref.extract_aligned_pointer_as_index %u_6 : memref<3xf32> -> index
// CHECK-NEXT:            func.call @ckptopt_store_write(%store, %slot_4, %c8, %address_7, %c12) : (index, index, index, index, index) -> ()
// CHECK-NEXT:            %address_8 = memref.extract_aligned_pointer_as_index %v_6 : memref<3xf32> -> index
// CHECK-NEXT:            func.call @ckptopt_store_write(%store, %slot_4, %c20, %address_8, %c12) : (index, index, index, index, index) -> ()
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %step_7, %u_6, %v_6, %s_8, %u_shadow_7, %v_shadow_7 : index, index, memref<3xf32>, memref<3xf32>, f64, memref<3xf32>, memref<3xf32>
// CHECK-NEXT:        }
// CHECK-NEXT:        %e_3 = memref.load %u_3[%c1] : memref<3xf32>
// CHECK-NEXT:        %w_3 = math.sin %e_3 : f32
// CHECK-NEXT:        memref.store %w_3, %v_3[%c1] : memref<3xf32>
// CHECK-NEXT:        %d_3 = arith.extf %w_3 : f32 to f64
// CHECK-NEXT:        %s_adj_3 = arith.mulf %s_adj_2, %d_3 : f64
// CHECK-NEXT:        %d_adj_1 = arith.mulf %s_adj_2, %s_5 : f64
// CHECK-NEXT:        %w_adj_3 = arith.truncf %d_adj_1 : f64 to f32
// CHECK-NEXT:        %w_adj_4 = memref.load %v_shadow_4[%c1] : memref<3xf32>
// CHECK-NEXT:        %w_adj_5 = arith.addf %w_adj_3, %w_adj_4 : f32
// CHECK-NEXT:        memref.store %zero, %v_shadow_4[%c1] : memref<3xf32>
// CHECK-NEXT:        %26 = math.cos %e_3 : f32
// CHECK-NEXT:        %e_adj_1 = arith.mulf %w_adj_5, %26 : f32
// CHECK-NEXT:        %u_adj_2 = memref.load %u_shadow_4[%c1] : memref<3xf32>
// CHECK-NEXT:        %u_adj_3 = arith.addf %u_adj_2, %e_adj_1 : f32
// CHECK-NEXT:        memref.store %u_adj_3, %u_shadow_4[%c1] : memref<3xf32>
// CHECK-NEXT:        memref.dealloc %u_work : memref<3xf32>
// CHECK-NEXT:        memref.dealloc %v_work : memref<3xf32>
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3, %s_adj_3 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %u_shadow_slots : memref<3xmemref<3xf32>>
// CHECK-NEXT:      memref.dealloc %v_shadow_slots : memref<3xmemref<3xf32>>
// CHECK-NEXT:      call @ckptopt_store_close(%store) : (index) -> ()
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<3xindex>
// CHECK-NEXT:      return %s_adj_1 : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @ckptopt_store_open(index, index) -> index
// CHECK-LABEL:   func.func private @ckptopt_store_write(index, index, index, index, index)
// CHECK-LABEL:   func.func private @ckptopt_store_read(index, index, index, index, index)
// CHECK-LABEL:   func.func private @ckptopt_store_close(index)
// CHECK-NEXT:  }
