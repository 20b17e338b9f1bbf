llvm.func @nvvm_thread_registers() {
  %0 = nvvm.read.ptx.sreg.tid.x : i32
  %1 = nvvm.read.ptx.sreg.tid.y : i32
  %2 = nvvm.read.ptx.sreg.tid.z : i32
  %3 = nvvm.read.ptx.sreg.ntid.x : i32
  %4 = nvvm.read.ptx.sreg.ntid.y : i32
  %5 = nvvm.read.ptx.sreg.ntid.z : i32
  %6 = nvvm.read.ptx.sreg.laneid : i32
  %7 = nvvm.read.ptx.sreg.warpsize : i32
  llvm.return
}
// -----
llvm.func @nvvm_block_registers() {
  %0 = nvvm.read.ptx.sreg.ctaid.x : i32
  %1 = nvvm.read.ptx.sreg.ctaid.y : i32
  %2 = nvvm.read.ptx.sreg.ctaid.z : i32
  %3 = nvvm.read.ptx.sreg.nctaid.x : i32
  %4 = nvvm.read.ptx.sreg.nctaid.y : i32
  %5 = nvvm.read.ptx.sreg.nctaid.z : i32
  llvm.return
}
// -----
llvm.func @nvvm_ranges() {
  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 1024> : i32
  %1 = nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
  llvm.return
}
// -----
llvm.func @nvvm_other_registers() {
  %0 = nvvm.read.ptx.sreg.clock : i32
  %1 = nvvm.read.ptx.sreg.clock64 : i64
  %2 = nvvm.read.ptx.sreg.smid : i32
  %3 = nvvm.read.ptx.sreg.clusterid.x : i32
  %4 = nvvm.read.ptx.sreg.lanemask.eq : i32
  %5 = nvvm.read.ptx.sreg.warpid : i32
  %6 = nvvm.read.ptx.sreg.envreg0 : i32
  %7 = nvvm.read.ptx.sreg.globaltimer : i64
  llvm.return
}
// -----
llvm.func @nvvm_barriers(%a: i32, %b: i32) {
  nvvm.barrier0
  nvvm.barrier
  nvvm.barrier id = %a
  nvvm.barrier id = %a number_of_threads = %b
  %0 = nvvm.barrier #nvvm.reduction<popc> %a -> i32
  nvvm.barrier.arrive id = %a number_of_threads = %b
  nvvm.bar.warp.sync %a : i32
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.fence.mbarrier.init
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 1
  nvvm.cluster.arrive
  nvvm.cluster.wait
  nvvm.fence.sc.cluster
  llvm.return
}
// -----
llvm.func @nvvm_shuffle(%m: i32, %x: f32, %n: i32, %c: i32) {
  %0 = nvvm.shfl.sync bfly %m, %x, %n, %c : f32 -> f32
  %1 = nvvm.shfl.sync idx %m, %x, %n, %c {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  llvm.return
}
// -----
llvm.func @nvvm_kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 32, 4, 1>} {
  llvm.return
}
