// RUN: ckptopt %s -p loop-checkpoint | filecheck %s

// A schedule from a library: the forward sweep does what it says until the last step is next and tapes
// that; the reverse sweep does what it says until it is done. The memory that the loop overwrites is in
// each slot, and in one more to work in. The functions of the library are declared once.

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_runtime, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 4 : i64}
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
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_runtime, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<?xf64>, %m_shadow: memref<?xf64>, %n: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4_i64 = arith.constant 4 : i64
// CHECK-NEXT:      %cm1 = arith.constant -1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %false = arith.constant false
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %stretches = arith.maxsi %trips, %c1 : index
// CHECK-NEXT:      %others = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %rest = arith.subi %trips, %others : index
// CHECK-NEXT:      %steps = arith.index_cast %trips : index to i64
// CHECK-NEXT:      %schedule = call @__enzyme_ckpt_schedule_begin(%c4_i64, %c4_i64, %steps) : (i64, i64, i64) -> !llvm.ptr
// CHECK-NEXT:      %schedule_1 = llvm.ptrtoint %schedule : !llvm.ptr to i64
// CHECK-NEXT:      %slots = call @__enzyme_ckpt_schedule_slots(%schedule) : (!llvm.ptr) -> i64
// CHECK-NEXT:      %slots_1 = arith.index_cast %slots : i64 to index
// CHECK-NEXT:      %rows = arith.addi %slots_1, %c1 : index
// CHECK-NEXT:      %slot_steps = memref.alloc(%rows) : memref<?xindex>
// CHECK-NEXT:      %s_slots = memref.alloc(%rows) : memref<?xf64>
// CHECK-NEXT:      %m_slots = memref.alloc(%rows) : memref<?xmemref<?xf64>>
// CHECK-NEXT:      scf.for %slot = %c0 to %rows step %c1 {
// CHECK-NEXT:        memref.store %cm1, %slot_steps[%slot] : memref<?xindex>
// CHECK-NEXT:        %dim = memref.dim %m, %c0 : memref<?xf64>
// CHECK-NEXT:        %m_snapshot = memref.alloc(%dim) : memref<?xf64>
// CHECK-NEXT:        memref.store %m_snapshot, %m_slots[%slot] : memref<?xmemref<?xf64>>
// CHECK-NEXT:      }
// CHECK-NEXT:      %flag = call @__enzyme_ckpt_schedule_next(%schedule) : (!llvm.ptr) -> i32
// CHECK-NEXT:      %flag_1 = arith.index_cast %flag : i32 to index
// CHECK-NEXT:      %flag_2, %step, %s = scf.while (%flag_3 = %flag_1, %step_1 = %c0, %s_1 = %x) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:        %0 = arith.cmpi ne, %flag_3, %c4 : index
// CHECK-NEXT:        %1 = arith.cmpi ne, %flag_3, %c7 : index
// CHECK-NEXT:        %goes_on = arith.andi %0, %1 : i1
// CHECK-NEXT:        scf.condition(%goes_on) %flag_3, %step_1, %s_1 : index, index, f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%flag_4: index, %step_2: index, %s_2: f64):
// CHECK-NEXT:        %step_3, %s_3 = scf.index_switch %flag_4 -> index, f64
// CHECK-NEXT:        case 1 {
// CHECK-NEXT:          %slot_1 = func.call @__enzyme_ckpt_schedule_slot(%schedule) : (!llvm.ptr) -> i64
// CHECK-NEXT:          %slot_2 = arith.index_cast %slot_1 : i64 to index
// CHECK-NEXT:          %2 = arith.cmpi ult, %slot_2, %slots_1 : index
// CHECK-NEXT:          cf.assert %2, "the checkpoint schedule names a slot that there is not"
// CHECK-NEXT:          memref.store %step_2, %slot_steps[%slot_2] : memref<?xindex>
// CHECK-NEXT:          memref.store %s_2, %s_slots[%slot_2] : memref<?xf64>
// CHECK-NEXT:          %m_snapshot_1 = memref.load %m_slots[%slot_2] : memref<?xmemref<?xf64>>
// CHECK-NEXT:          memref.copy %m, %m_snapshot_1 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:          scf.yield %step_2, %s_2 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        case 3 {
// CHECK-NEXT:          %start = func.call @__enzyme_ckpt_schedule_start(%schedule) : (!llvm.ptr) -> i64
// CHECK-NEXT:          %start_1 = arith.index_cast %start : i64 to index
// CHECK-NEXT:          %iteration = func.call @__enzyme_ckpt_schedule_iteration(%schedule) : (!llvm.ptr) -> i64
// CHECK-NEXT:          %iteration_1 = arith.index_cast %iteration : i64 to index
// CHECK-NEXT:          %length = arith.subi %iteration_1, %start_1 : index
// CHECK-NEXT:          %3 = arith.subi %others, %start_1 : index
// CHECK-NEXT:          %room = arith.addi %3, %c1 : index
// CHECK-NEXT:          %4 = arith.cmpi eq, %start_1, %step_2 : index
// CHECK-NEXT:          %5 = arith.cmpi ult, %length, %room : index
// CHECK-NEXT:          %fits = arith.andi %4, %5 : i1
// CHECK-NEXT:          cf.assert %fits, "the checkpoint schedule runs steps that are not next"
// CHECK-NEXT:          %s_4 = scf.for %offset = %c0 to %length step %c1 iter_args(%s_5 = %s_2) -> (f64) {
// CHECK-NEXT:            %a = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:            %t = arith.mulf %s_5, %a : f64
// CHECK-NEXT:            memref.store %t, %m[%c0] : memref<?xf64>
// CHECK-NEXT:            scf.yield %t : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %iteration_1, %s_4 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          cf.assert %false, "the checkpoint schedule fails"
// CHECK-NEXT:          scf.yield %step_2, %s_2 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %flag_5 = func.call @__enzyme_ckpt_schedule_next(%schedule) : (!llvm.ptr) -> i32
// CHECK-NEXT:        %flag_6 = arith.index_cast %flag_5 : i32 to index
// CHECK-NEXT:        scf.yield %flag_6, %step_3, %s_3 : index, index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %6 = arith.cmpi eq, %step, %others : index
// CHECK-NEXT:      cf.assert %6, "the checkpoint schedule does not reach the last step"
// CHECK-NEXT:      %s_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %a_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %rest step %c1 iter_args(%s_6 = %s) -> (f64) {
// CHECK-NEXT:        %a_1 = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_1 = arith.mulf %s_6, %a_1 : f64
// CHECK-NEXT:        memref.store %t_1, %m[%c0] : memref<?xf64>
// CHECK-NEXT:        memref.store %s_6, %s_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        memref.store %a_1, %a_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %rest, %c1 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %rest step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %last, %back : index
// CHECK-NEXT:        %a_2 = memref.load %a_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %s_7 = memref.load %s_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %t_adj = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_adj_1 = arith.addf %s_adj_1, %t_adj : f64
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %s_adj_2 = arith.mulf %t_adj_1, %a_2 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %t_adj_1, %s_7 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %s_tape : memref<?xf64>
// CHECK-NEXT:      %schedule_2 = llvm.inttoptr %schedule_1 : i64 to !llvm.ptr
// CHECK-NEXT:      %slots_2 = call @__enzyme_ckpt_schedule_slots(%schedule_2) : (!llvm.ptr) -> i64
// CHECK-NEXT:      %slots_3 = arith.index_cast %slots_2 : i64 to index
// CHECK-NEXT:      %flag_7 = call @__enzyme_ckpt_schedule_flag(%schedule_2) : (!llvm.ptr) -> i32
// CHECK-NEXT:      %flag_8 = arith.index_cast %flag_7 : i32 to index
// CHECK-NEXT:      %flag_9, %left, %s_adj_3 = scf.while (%flag_10 = %flag_8, %left_1 = %others, %s_adj_4 = %s_adj) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:        %7 = arith.cmpi ne, %flag_10, %c7 : index
// CHECK-NEXT:        scf.condition(%7) %flag_10, %left_1, %s_adj_4 : index, index, f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%flag_11: index, %left_2: index, %s_adj_5: f64):
// CHECK-NEXT:        %last_1 = arith.subi %left_2, %c1 : index
// CHECK-NEXT:        %step_4 = memref.load %slot_steps[%slots_3] : memref<?xindex>
// CHECK-NEXT:        %left_3, %s_adj_6 = scf.index_switch %flag_11 -> index, f64
// CHECK-NEXT:        case 1 {
// CHECK-NEXT:          %there = arith.cmpi slt, %cm1, %step_4 : index
// CHECK-NEXT:          cf.assert %there, "the checkpoint schedule works on a state that it has not restored"
// CHECK-NEXT:          %slot_3 = func.call @__enzyme_ckpt_schedule_slot(%schedule_2) : (!llvm.ptr) -> i64
// CHECK-NEXT:          %slot_4 = arith.index_cast %slot_3 : i64 to index
// CHECK-NEXT:          %8 = arith.cmpi ult, %slot_4, %slots_3 : index
// CHECK-NEXT:          cf.assert %8, "the checkpoint schedule names a slot that there is not"
// CHECK-NEXT:          %9 = memref.load %slot_steps[%slots_3] : memref<?xindex>
// CHECK-NEXT:          memref.store %9, %slot_steps[%slot_4] : memref<?xindex>
// CHECK-NEXT:          %10 = memref.load %s_slots[%slots_3] : memref<?xf64>
// CHECK-NEXT:          memref.store %10, %s_slots[%slot_4] : memref<?xf64>
// CHECK-NEXT:          %m_snapshot_2 = memref.load %m_slots[%slots_3] : memref<?xmemref<?xf64>>
// CHECK-NEXT:          %m_snapshot_3 = memref.load %m_slots[%slot_4] : memref<?xmemref<?xf64>>
// CHECK-NEXT:          memref.copy %m_snapshot_2, %m_snapshot_3 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:          scf.yield %left_2, %s_adj_5 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        case 2 {
// CHECK-NEXT:          %slot_5 = func.call @__enzyme_ckpt_schedule_slot(%schedule_2) : (!llvm.ptr) -> i64
// CHECK-NEXT:          %slot_6 = arith.index_cast %slot_5 : i64 to index
// CHECK-NEXT:          %11 = arith.cmpi ult, %slot_6, %slots_3 : index
// CHECK-NEXT:          cf.assert %11, "the checkpoint schedule names a slot that there is not"
// CHECK-NEXT:          %12 = memref.load %slot_steps[%slot_6] : memref<?xindex>
// CHECK-NEXT:          memref.store %12, %slot_steps[%slots_3] : memref<?xindex>
// CHECK-NEXT:          %13 = memref.load %s_slots[%slot_6] : memref<?xf64>
// CHECK-NEXT:          memref.store %13, %s_slots[%slots_3] : memref<?xf64>
// CHECK-NEXT:          %m_snapshot_4 = memref.load %m_slots[%slot_6] : memref<?xmemref<?xf64>>
// CHECK-NEXT:          %m_snapshot_5 = memref.load %m_slots[%slots_3] : memref<?xmemref<?xf64>>
// CHECK-NEXT:          memref.copy %m_snapshot_4, %m_snapshot_5 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:          scf.yield %left_2, %s_adj_5 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        case 3 {
// CHECK-NEXT:          %there_1 = arith.cmpi slt, %cm1, %step_4 : index
// CHECK-NEXT:          cf.assert %there_1, "the checkpoint schedule works on a state that it has not restored"
// CHECK-NEXT:          %start_2 = func.call @__enzyme_ckpt_schedule_start(%schedule_2) : (!llvm.ptr) -> i64
// CHECK-NEXT:          %start_3 = arith.index_cast %start_2 : i64 to index
// CHECK-NEXT:          %iteration_2 = func.call @__enzyme_ckpt_schedule_iteration(%schedule_2) : (!llvm.ptr) -> i64
// CHECK-NEXT:          %iteration_3 = arith.index_cast %iteration_2 : i64 to index
// CHECK-NEXT:          %length_1 = arith.subi %iteration_3, %start_3 : index
// CHECK-NEXT:          %14 = arith.subi %last_1, %start_3 : index
// CHECK-NEXT:          %room_1 = arith.addi %14, %c1 : index
// CHECK-NEXT:          %15 = arith.cmpi eq, %start_3, %step_4 : index
// CHECK-NEXT:          %16 = arith.cmpi ult, %length_1, %room_1 : index
// CHECK-NEXT:          %fits_1 = arith.andi %15, %16 : i1
// CHECK-NEXT:          cf.assert %fits_1, "the checkpoint schedule runs steps that are not next"
// CHECK-NEXT:          %s_8 = memref.load %s_slots[%slots_3] : memref<?xf64>
// CHECK-NEXT:          %m_work = memref.load %m_slots[%slots_3] : memref<?xmemref<?xf64>>
// CHECK-NEXT:          %s_9 = scf.for %offset_3 = %c0 to %length_1 step %c1 iter_args(%s_10 = %s_8) -> (f64) {
// CHECK-NEXT:            %a_3 = memref.load %m_work[%c0] : memref<?xf64>
// CHECK-NEXT:            %t_2 = arith.mulf %s_10, %a_3 : f64
// CHECK-NEXT:            memref.store %t_2, %m_work[%c0] : memref<?xf64>
// CHECK-NEXT:            scf.yield %t_2 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          memref.store %iteration_3, %slot_steps[%slots_3] : memref<?xindex>
// CHECK-NEXT:          memref.store %s_9, %s_slots[%slots_3] : memref<?xf64>
// CHECK-NEXT:          scf.yield %left_2, %s_adj_5 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        case 4 {
// CHECK-NEXT:          scf.yield %left_2, %s_adj_5 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        case 5 {
// CHECK-NEXT:          %iteration_4 = func.call @__enzyme_ckpt_schedule_iteration(%schedule_2) : (!llvm.ptr) -> i64
// CHECK-NEXT:          %iteration_5 = arith.index_cast %iteration_4 : i64 to index
// CHECK-NEXT:          %17 = arith.cmpi eq, %iteration_5, %left_2 : index
// CHECK-NEXT:          %18 = arith.cmpi eq, %step_4, %last_1 : index
// CHECK-NEXT:          %fits_2 = arith.andi %17, %18 : i1
// CHECK-NEXT:          cf.assert %fits_2, "the checkpoint schedule does not reverse the step that is next"
// CHECK-NEXT:          %s_11 = memref.load %s_slots[%slots_3] : memref<?xf64>
// CHECK-NEXT:          %m_work_1 = memref.load %m_slots[%slots_3] : memref<?xmemref<?xf64>>
// CHECK-NEXT:          %a_4 = memref.load %m_work_1[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_3 = arith.mulf %s_11, %a_4 : f64
// CHECK-NEXT:          memref.store %t_3, %m_work_1[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_adj_2 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_adj_3 = arith.addf %s_adj_5, %t_adj_2 : f64
// CHECK-NEXT:          memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %s_adj_7 = arith.mulf %t_adj_3, %a_4 : f64
// CHECK-NEXT:          %a_adj_1 = arith.mulf %t_adj_3, %s_11 : f64
// CHECK-NEXT:          %m_adj_2 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:          memref.store %m_adj_3, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          memref.store %left_2, %slot_steps[%slots_3] : memref<?xindex>
// CHECK-NEXT:          memref.store %t_3, %s_slots[%slots_3] : memref<?xf64>
// CHECK-NEXT:          scf.yield %last_1, %s_adj_7 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          cf.assert %false, "the checkpoint schedule fails"
// CHECK-NEXT:          scf.yield %left_2, %s_adj_5 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %flag_12 = func.call @__enzyme_ckpt_schedule_next(%schedule_2) : (!llvm.ptr) -> i32
// CHECK-NEXT:        %flag_13 = arith.index_cast %flag_12 : i32 to index
// CHECK-NEXT:        scf.yield %flag_13, %left_3, %s_adj_6 : index, index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %19 = arith.cmpi eq, %left, %c0 : index
// CHECK-NEXT:      cf.assert %19, "the checkpoint schedule ends before all steps are reversed"
// CHECK-NEXT:      %rows_1 = arith.addi %slots_3, %c1 : index
// CHECK-NEXT:      scf.for %slot_7 = %c0 to %rows_1 step %c1 {
// CHECK-NEXT:        %m_snapshot_6 = memref.load %m_slots[%slot_7] : memref<?xmemref<?xf64>>
// CHECK-NEXT:        memref.dealloc %m_snapshot_6 : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_slots : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %m_slots : memref<?xmemref<?xf64>>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<?xindex>
// CHECK-NEXT:      call @__enzyme_ckpt_schedule_end(%schedule_2) : (!llvm.ptr) -> ()
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @__enzyme_ckpt_schedule_begin(i64, i64, i64) -> !llvm.ptr
// CHECK-LABEL:   func.func private @__enzyme_ckpt_schedule_slots(!llvm.ptr) -> i64
// CHECK-LABEL:   func.func private @__enzyme_ckpt_schedule_next(!llvm.ptr) -> i32
// CHECK-LABEL:   func.func private @__enzyme_ckpt_schedule_slot(!llvm.ptr) -> i64
// CHECK-LABEL:   func.func private @__enzyme_ckpt_schedule_start(!llvm.ptr) -> i64
// CHECK-LABEL:   func.func private @__enzyme_ckpt_schedule_iteration(!llvm.ptr) -> i64
// CHECK-LABEL:   func.func private @__enzyme_ckpt_schedule_flag(!llvm.ptr) -> i32
// CHECK-LABEL:   func.func private @__enzyme_ckpt_schedule_end(!llvm.ptr)
// CHECK-NEXT:  }
