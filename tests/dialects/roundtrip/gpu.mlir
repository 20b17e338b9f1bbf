gpu.module @gpu_ids {
  gpu.func @ids() kernel {
    %0 = gpu.thread_id x
    %1 = gpu.thread_id y
    %2 = gpu.thread_id z
    %3 = gpu.block_id x
    %4 = gpu.block_id y
    %5 = gpu.block_dim x
    %6 = gpu.block_dim z
    %7 = gpu.grid_dim x
    %8 = gpu.grid_dim y
    %9 = gpu.global_id x
    %10 = gpu.global_id z
    %11 = gpu.lane_id
    %12 = gpu.num_subgroups : index
    %13 = gpu.subgroup_id : index
    %14 = gpu.subgroup_size : index
    gpu.return
  }
}
// -----
func.func @gpu_upper_bounds() {
  %0 = gpu.thread_id x upper_bound 128
  %1 = gpu.block_id y upper_bound 64
  %2 = gpu.block_dim z upper_bound 32
  %3 = gpu.grid_dim x upper_bound 16
  %4 = gpu.global_id x upper_bound 65536
  %5 = gpu.lane_id upper_bound 32
  %6 = gpu.num_subgroups upper_bound 8 : index
  %7 = gpu.subgroup_id upper_bound 4 : index
  %8 = gpu.subgroup_size upper_bound 64 : index
  %9 = gpu.thread_id x {my.mark}
  return
}
// -----
func.func @gpu_clusters() {
  %0 = gpu.cluster_id x
  %1 = gpu.cluster_dim y
  %2 = gpu.cluster_block_id z
  %3 = gpu.cluster_dim_blocks x upper_bound 4
  return
}
// -----
gpu.module @gpu_empty {
}
// -----
gpu.module @gpu_attributes attributes {my.mark = 3 : i32} {
  gpu.func @nothing() {
    gpu.return
  }
}
// -----
gpu.module @gpu_nvvm_target [#nvvm.target] {
}
// -----
gpu.module @gpu_targets [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">, #rocdl.target<chip = "gfx90a">] {
}
// -----
gpu.module @gpu_nvvm_flags [#nvvm.target<chip = "sm_80", flags = {fast, ftz}, link = ["a.bc", "b.bc"]>] attributes {my.mark} {
}
// -----
gpu.module @gpu_offloading <#gpu.select_object<1>> [#nvvm.target<chip = "sm_70">, #rocdl.target] {
}
// -----
gpu.module @gpu_device_functions {
  gpu.func @scale(%x: f32, %y: f32) -> f32 {
    %0 = arith.mulf %x, %y : f32
    gpu.return %0 : f32
  }
  gpu.func @pair(%x: f32) -> (f32, index) {
    %0 = gpu.thread_id x
    gpu.return %x, %0 : f32, index
  }
  gpu.func @kernel(%m: memref<?xf32, 1>, %x: f32) kernel {
    %0 = gpu.thread_id x
    %1 = func.call @helper(%x) : (f32) -> f32
    memref.store %1, %m[%0] : memref<?xf32, 1>
    gpu.return
  }
  func.func private @helper(f32) -> f32
}
// -----
gpu.module @gpu_attributions {
  gpu.func @shared(%m: memref<32xf32>) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>) private(%p: memref<1xf32, #gpu.address_space<private>>) kernel {
    %0 = gpu.thread_id x
    %1 = memref.load %m[%0] : memref<32xf32>
    memref.store %1, %s[%0] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    gpu.return
  }
}
// -----
gpu.module @gpu_several_attributions {
  gpu.func @shared() workgroup(%a: memref<32xf32, 3>, %b: memref<8xf64, 3>) private(%c: memref<1xf32, 5>, %d: memref<2xi32, 5>) {
    gpu.return
  }
  gpu.func @private() private(%c: memref<1xf32, 5>) kernel {
    gpu.return
  }
}
// -----
gpu.module @gpu_attribution_attributes {
  gpu.func @shared(%x: memref<?xf32> {llvm.noalias, llvm.align = 16 : i64}) workgroup(%a: memref<32xf32, 3> {llvm.align = 16 : i64}, %b: memref<32xf32, 3>) private(%c: memref<32xf32, 5> {llvm.align = 8 : i64}) kernel {
    gpu.return
  }
}
// -----
gpu.module @gpu_known_sizes {
  gpu.func @sized() kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 8, 4, 1>, my.mark} {
    gpu.return
  }
}
// -----
gpu.module @gpu_known_cluster_size {
  gpu.func @sized() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
    gpu.return
  }
}
// -----
func.func @gpu_launch(%n: index, %m: memref<?xf32>, %x: f32) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    memref.store %x, %m[%tx] : memref<?xf32>
    gpu.terminator
  }
  return
}
// -----
func.func @gpu_launch_uses_all(%n: index, %m: memref<?xindex>) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %0 = arith.addi %bx, %by : index
    %1 = arith.addi %bz, %gx : index
    %2 = arith.addi %gy, %gz : index
    %3 = arith.addi %tx, %ty : index
    %4 = arith.addi %tz, %sx : index
    %5 = arith.addi %sy, %sz : index
    gpu.terminator
  } {my.mark}
  return
}
// -----
func.func @gpu_launch_dynamic(%n: index, %s: i32) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size %s {
    %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}
// -----
func.func @gpu_launch_async(%n: index, %t: !gpu.async.token) {
  %0 = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  %1 = gpu.launch async [%t, %0] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}
// -----
func.func @gpu_launch_clusters(%n: index) {
  gpu.launch clusters(%cx, %cy, %cz) in (%ux = %n, %uy = %n, %uz = %n) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %0 = arith.addi %cx, %ux : index
    gpu.terminator
  }
  return
}
// -----
func.func @gpu_launch_attributions(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%w: memref<32xf32, 3>) private(%p: memref<1xf32, 5>, %q: memref<2xf32, 5>) {
    gpu.terminator
  }
  return
}
// -----
gpu.module @gpu_names {
  gpu.func @kernel() kernel {
    gpu.return
  }
}
func.func @gpu_launch_names(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@gpu_names) function(@kernel) {
    gpu.terminator
  }
  return
}
// -----
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32, %m: memref<?xf32>) kernel {
      gpu.return
    }
    gpu.func @plain() kernel {
      gpu.return
    }
  }
  func.func @gpu_launch_func(%n: index, %x: f32, %m: memref<?xf32>, %s: i32, %t: !gpu.async.token) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32, %m : memref<?xf32>)
    gpu.launch_func @kernels::@plain blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @kernels::@plain blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %s {my.mark}
    %0 = gpu.launch_func async @kernels::@plain blocks in (%n, %n, %n) threads in (%n, %n, %n)
    %1 = gpu.launch_func async [%t, %0] @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %s args(%x : f32, %m : memref<?xf32>)
    gpu.launch_func [%t] @kernels::@plain blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @plain() kernel {
      gpu.return
    }
  }
  func.func @gpu_launch_func_clusters(%n: index) {
    gpu.launch_func @kernels::@plain clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
module attributes {gpu.container_module} {
  llvm.func @gpu_launch_func_lowered(%n: i64, %i: i32, %o: !llvm.ptr) {
    gpu.launch_func <%o : !llvm.ptr> @kernels::@plain blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    gpu.launch_func @kernels::@plain blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
    llvm.return
  }
  gpu.binary @kernels [#gpu.object<#nvvm.target, "text">]
}
// -----
gpu.binary @gpu_binary [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = "// \22PTX\22 > ]">, #gpu.object<#nvvm.target, properties = {O = 2 : i32}, "\00\FF">]
// -----
gpu.binary @gpu_binary_selected <#gpu.select_object<#nvvm.target>> [#gpu.object<#nvvm.target, "text">]
// -----
func.func @gpu_alloc(%n: index, %t: !gpu.async.token) {
  %0 = gpu.alloc() : memref<4xf32>
  %1 = gpu.alloc(%n) : memref<?xf32>
  %2 = gpu.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %3 = gpu.alloc host_shared () : memref<4xf32>
  %4, %5 = gpu.alloc async (%n, %n) : memref<?x?xf32, 1>
  %6, %7 = gpu.alloc async [%t, %5] host_shared (%n) : memref<?xf32>
  %8 = gpu.alloc() {my.mark} : memref<4xf32>
  gpu.dealloc %0 : memref<4xf32>
  gpu.dealloc [%t] %1 : memref<?xf32>
  %9 = gpu.dealloc async [%7] %6 : memref<?xf32>
  return
}
// -----
func.func @gpu_copies(%d: memref<?xf32>, %s: memref<?xf32, 1>, %x: f32, %t: !gpu.async.token) {
  gpu.memcpy %d, %s : memref<?xf32>, memref<?xf32, 1>
  %0 = gpu.memcpy async [%t] %d, %s : memref<?xf32>, memref<?xf32, 1>
  %1 = gpu.memcpy async %d, %s : memref<?xf32>, memref<?xf32, 1> {my.mark}
  gpu.memset %d, %x : memref<?xf32>, f32
  %2 = gpu.memset async [%0, %1] %d, %x : memref<?xf32>, f32
  return
}
// -----
func.func @gpu_wait(%t: !gpu.async.token) {
  %0 = gpu.wait async
  %1 = gpu.wait async [%0, %t]
  gpu.wait [%1]
  gpu.wait
  return
}
// -----
func.func @gpu_tokens(%t: !gpu.async.token) -> !gpu.async.token {
  return %t : !gpu.async.token
}
// -----
func.func @gpu_host(%m: memref<*xf32>, %d: i32) {
  gpu.host_register %m : memref<*xf32>
  gpu.host_unregister %m : memref<*xf32>
  gpu.set_default_device %d
  return
}
// -----
func.func @gpu_all_reduce(%x: f32, %n: i32) {
  %0 = gpu.all_reduce add %x {} : (f32) -> f32
  %1 = gpu.all_reduce add %x uniform {} : (f32) -> f32
  %2 = gpu.all_reduce maxsi %n {} : (i32) -> i32
  %3 = gpu.all_reduce minnumf %x {} : (f32) -> f32
  %4 = gpu.all_reduce and %n {} : (i32) -> i32
  %5 = gpu.all_reduce %x {
  ^bb(%a: f32, %b: f32):
    %s = arith.mulf %a, %b : f32
    "gpu.yield"(%s) : (f32) -> ()
  } : (f32) -> f32
  %6 = gpu.all_reduce %x uniform {
  ^bb(%a: f32, %b: f32):
    gpu.yield %a : f32
  } : (f32) -> f32
  return
}
// -----
func.func @gpu_subgroup_reduce(%x: f32, %v: vector<4xf32>, %n: i32) {
  %0 = gpu.subgroup_reduce add %x : (f32) -> f32
  %1 = gpu.subgroup_reduce add %x uniform : (f32) -> f32
  %2 = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32
  %3 = gpu.subgroup_reduce maximumf %v uniform cluster(size = 8, stride = 2) : (vector<4xf32>) -> vector<4xf32>
  %4 = gpu.subgroup_reduce xor %n : (i32) -> i32
  return
}
// -----
func.func @gpu_shuffle(%x: f32, %o: i32, %w: i32, %v: vector<4xf32>) {
  %0, %1 = gpu.shuffle xor %x, %o, %w : f32
  %2, %3 = gpu.shuffle up %x, %o, %w : f32
  %4, %5 = gpu.shuffle down %x, %o, %w : f32
  %6, %7 = gpu.shuffle idx %v, %o, %w : vector<4xf32>
  return
}
// -----
func.func @gpu_rotate(%x: f32) {
  %0, %1 = gpu.rotate %x, 1, 16 : f32
  return
}
// -----
func.func @gpu_broadcast(%x: f32, %l: i32) {
  %0 = gpu.subgroup_broadcast %x, first_active_lane : f32
  %1 = gpu.subgroup_broadcast %x, specific_lane %l : f32
  return
}
// -----
gpu.module @gpu_printf {
  gpu.func @print(%x: f32, %n: i32) kernel {
    gpu.printf "%f and %d\n", %x, %n : f32, i32
    gpu.printf "hello \"there\""
    gpu.printf "%f\n" {my.mark}, %x : f32
    gpu.return
  }
}
// -----
func.func @gpu_barrier() {
  gpu.barrier
  gpu.barrier {my.mark}
  return
}
// -----
func.func @gpu_address_spaces(%a: memref<4xf32, #gpu.address_space<global>>, %b: memref<4xf32, #gpu.address_space<workgroup>>, %c: memref<4xf32, #gpu.address_space<private>>) {
  return
}
// -----
func.func @gpu_warp(%l: index, %x: vector<1xf32>) -> vector<1xf32> {
  %0 = gpu.warp_execute_on_lane_0(%l)[32] args(%x : vector<1xf32>) -> (vector<1xf32>) {
  ^bb0(%a: vector<32xf32>):
    gpu.yield %a : vector<32xf32>
  }
  gpu.warp_execute_on_lane_0(%l)[32] {
  }
  return %0 : vector<1xf32>
}
// -----
func.func @gpu_mma(%m: memref<32x32xf16, 3>, %i: index, %x: f16) {
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %1 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %2 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
  %3 = gpu.subgroup_mma_compute %0, %1, %2 : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %4 = gpu.subgroup_mma_elementwise addf %3, %2 : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %4, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}
// -----
func.func @gpu_mapped(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
module attributes {my.mapping = [#gpu.thread<x>, #gpu.thread<linear_dim_0>, #gpu.block<y>, #gpu.warp<z>, #gpu.warpgroup<x>, #gpu.lane<linear_dim_0>, #gpu.mask<5>]} {
}
// -----
module attributes {gpu.container_module, my.kinds = [#gpu<dim x>, #gpu<all_reduce_op add>, #gpu<shuffle_mode xor>]} {
}
