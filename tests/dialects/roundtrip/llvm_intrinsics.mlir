llvm.func @llvm_intr_float(%x: f32, %v: vector<4xf32>) {
  %0 = llvm.intr.acos(%x) : (f32) -> f32
  %1 = llvm.intr.asin(%x) : (f32) -> f32
  %2 = llvm.intr.atan(%x) : (f32) -> f32
  %3 = llvm.intr.ceil(%x) : (f32) -> f32
  %4 = llvm.intr.cos(%v) : (vector<4xf32>) -> vector<4xf32>
  %5 = llvm.intr.cosh(%x) : (f32) -> f32
  %6 = llvm.intr.exp(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %7 = llvm.intr.exp10(%x) : (f32) -> f32
  %8 = llvm.intr.exp2(%x) : (f32) -> f32
  %9 = llvm.intr.fabs(%x) : (f32) -> f32
  %10 = llvm.intr.floor(%x) : (f32) -> f32
  %11 = llvm.intr.log(%x) : (f32) -> f32
  %12 = llvm.intr.log10(%x) : (f32) -> f32
  %13 = llvm.intr.log2(%x) : (f32) -> f32
  %14 = llvm.intr.nearbyint(%x) : (f32) -> f32
  %15 = llvm.intr.rint(%x) : (f32) -> f32
  %16 = llvm.intr.round(%x) : (f32) -> f32
  %17 = llvm.intr.roundeven(%x) : (f32) -> f32
  %18 = llvm.intr.sin(%x) : (f32) -> f32
  %19 = llvm.intr.sinh(%x) : (f32) -> f32
  %20 = llvm.intr.sqrt(%x) {my.mark} : (f32) -> f32
  %21 = llvm.intr.tan(%x) : (f32) -> f32
  %22 = llvm.intr.tanh(%x) : (f32) -> f32
  %23 = llvm.intr.trunc(%x) : (f32) -> f32
  llvm.return
}
// -----
llvm.func @llvm_intr_binary_float(%x: f32, %n: i32) {
  %0 = llvm.intr.atan2(%x, %x) : (f32, f32) -> f32
  %1 = llvm.intr.copysign(%x, %x) : (f32, f32) -> f32
  %2 = llvm.intr.maximum(%x, %x) : (f32, f32) -> f32
  %3 = llvm.intr.maxnum(%x, %x) : (f32, f32) -> f32
  %4 = llvm.intr.minimum(%x, %x) : (f32, f32) -> f32
  %5 = llvm.intr.minnum(%x, %x) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %6 = llvm.intr.pow(%x, %x) : (f32, f32) -> f32
  %7 = llvm.intr.powi(%x, %n) : (f32, i32) -> f32
  %8 = llvm.intr.ldexp(%x, %n) : (f32, i32) -> f32
  %9 = llvm.intr.fma(%x, %x, %x) : (f32, f32, f32) -> f32
  %10 = llvm.intr.fmuladd(%x, %x, %x) : (f32, f32, f32) -> f32
  %11 = llvm.intr.frexp(%x) : (f32) -> !llvm.struct<(f32, i32)>
  %12 = llvm.intr.sincos(%x) : (f32) -> !llvm.struct<(f32, f32)>
  llvm.return
}
// -----
llvm.func @llvm_intr_rounding(%x: f32) {
  %0 = llvm.intr.lrint(%x) : (f32) -> i64
  %1 = llvm.intr.llrint(%x) : (f32) -> i64
  %2 = llvm.intr.lround(%x) : (f32) -> i64
  %3 = llvm.intr.llround(%x) : (f32) -> i64
  llvm.return
}
// -----
llvm.func @llvm_intr_float_class(%x: f32) {
  %0 = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f32) -> i1
  llvm.return
}
// -----
llvm.func @llvm_intr_integers(%a: i32, %v: vector<4xi32>) {
  %0 = llvm.intr.smax(%a, %a) : (i32, i32) -> i32
  %1 = llvm.intr.smin(%a, %a) : (i32, i32) -> i32
  %2 = llvm.intr.umax(%v, %v) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %3 = llvm.intr.umin(%a, %a) : (i32, i32) -> i32
  %4 = llvm.intr.sadd.sat(%a, %a) : (i32, i32) -> i32
  %5 = llvm.intr.ssub.sat(%a, %a) : (i32, i32) -> i32
  %6 = llvm.intr.uadd.sat(%a, %a) : (i32, i32) -> i32
  %7 = llvm.intr.usub.sat(%a, %a) : (i32, i32) -> i32
  %8 = llvm.intr.sshl.sat(%a, %a) : (i32, i32) -> i32
  %9 = llvm.intr.ushl.sat(%a, %a) : (i32, i32) -> i32
  %10 = llvm.intr.fshl(%a, %a, %a) : (i32, i32, i32) -> i32
  %11 = llvm.intr.fshr(%a, %a, %a) : (i32, i32, i32) -> i32
  %12 = llvm.intr.bitreverse(%a) : (i32) -> i32
  %13 = llvm.intr.bswap(%a) : (i32) -> i32
  %14 = llvm.intr.ctpop(%a) : (i32) -> i32
  llvm.return
}
// -----
llvm.func @llvm_intr_integer_flags(%a: i32) {
  %0 = "llvm.intr.abs"(%a) <{is_int_min_poison = false}> : (i32) -> i32
  %1 = "llvm.intr.ctlz"(%a) <{is_zero_poison = true}> : (i32) -> i32
  %2 = "llvm.intr.cttz"(%a) <{is_zero_poison = false}> : (i32) -> i32
  %3 = llvm.intr.scmp(%a, %a) : (i32, i32) -> i8
  %4 = llvm.intr.ucmp(%a, %a) : (i32, i32) -> i8
  llvm.return
}
// -----
llvm.func @llvm_intr_overflow(%a: i32) {
  %0 = "llvm.intr.sadd.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %1 = "llvm.intr.uadd.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %2 = "llvm.intr.ssub.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %3 = "llvm.intr.usub.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %4 = "llvm.intr.smul.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %5 = "llvm.intr.umul.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return
}
// -----
llvm.func @llvm_intr_memory(%p: !llvm.ptr, %q: !llvm.ptr<1>, %n: i64, %b: i8) {
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%p, %q, %n) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memcpy.inline"(%p, %p) <{isVolatile = false, len = 64 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memset.inline"(%p, %b) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, i8) -> ()
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false, arg_attrs = [{llvm.align = 4 : i64}, {}, {}]}> {my.mark} : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
// -----
#scopes = #llvm.alias_scope_domain<id = "domain">
#scope = #llvm.alias_scope<id = "scope", domain = #scopes>
llvm.func @llvm_intr_memory_aliases(%p: !llvm.ptr, %n: i64) {
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false, alias_scopes = [#scope]}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
// -----
llvm.func @llvm_intr_lifetime() {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x f64 : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.intr.lifetime.end %p : !llvm.ptr
  %0 = llvm.intr.invariant.start 8, %p : !llvm.ptr
  llvm.intr.invariant.end %0, 8, %p : !llvm.ptr
  %1 = llvm.intr.launder.invariant.group %p : !llvm.ptr
  %2 = llvm.intr.strip.invariant.group %p : !llvm.ptr
  %3 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %3 : !llvm.ptr
  llvm.return
}
// -----
llvm.func @llvm_intr_hints(%c: i1, %n: i32, %p: !llvm.ptr) {
  llvm.intr.assume %c : i1
  llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, i32)] : i1
  %0 = llvm.intr.expect %n, %n : i32
  %1 = llvm.intr.expect.with.probability %n, %n, 5.000000e-01 : i32
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  %2 = "llvm.intr.is.constant"(%n) : (i32) -> i1
  %3 = llvm.intr.ptrmask %p, %n : (!llvm.ptr, i32) -> !llvm.ptr
  %4 = llvm.intr.ssa.copy %n : i32
  llvm.return
}
// -----
llvm.func @llvm_intr_traps() {
  "llvm.intr.trap"() : () -> ()
  "llvm.intr.debugtrap"() : () -> ()
  "llvm.intr.ubsantrap"() <{failureKind = 1 : i8}> : () -> ()
  llvm.return
}
// -----
llvm.func @llvm_intr_varargs(%p: !llvm.ptr, ...) {
  llvm.intr.vastart %p : !llvm.ptr
  llvm.intr.vacopy %p to %p : !llvm.ptr, !llvm.ptr
  llvm.intr.vaend %p : !llvm.ptr
  %0 = llvm.va_arg %p : (!llvm.ptr) -> i32
  llvm.return
}
// -----
llvm.func @llvm_intr_reductions(%v: vector<8xi32>, %w: vector<8xf32>, %x: f32) {
  %0 = "llvm.intr.vector.reduce.add"(%v) : (vector<8xi32>) -> i32
  %1 = "llvm.intr.vector.reduce.and"(%v) : (vector<8xi32>) -> i32
  %2 = "llvm.intr.vector.reduce.mul"(%v) : (vector<8xi32>) -> i32
  %3 = "llvm.intr.vector.reduce.or"(%v) : (vector<8xi32>) -> i32
  %4 = "llvm.intr.vector.reduce.smax"(%v) : (vector<8xi32>) -> i32
  %5 = "llvm.intr.vector.reduce.smin"(%v) : (vector<8xi32>) -> i32
  %6 = "llvm.intr.vector.reduce.umax"(%v) : (vector<8xi32>) -> i32
  %7 = "llvm.intr.vector.reduce.umin"(%v) : (vector<8xi32>) -> i32
  %8 = "llvm.intr.vector.reduce.xor"(%v) : (vector<8xi32>) -> i32
  %9 = llvm.intr.vector.reduce.fmax(%w) : (vector<8xf32>) -> f32
  %10 = llvm.intr.vector.reduce.fmin(%w) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<8xf32>) -> f32
  %11 = llvm.intr.vector.reduce.fmaximum(%w) : (vector<8xf32>) -> f32
  %12 = llvm.intr.vector.reduce.fminimum(%w) : (vector<8xf32>) -> f32
  %13 = "llvm.intr.vector.reduce.fadd"(%x, %w) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<8xf32>) -> f32
  %14 = "llvm.intr.vector.reduce.fmul"(%x, %w) : (f32, vector<8xf32>) -> f32
  llvm.return
}
// -----
llvm.func @llvm_intr_vectors(%v: vector<8xf32>, %w: vector<[4]xf32>, %u: vector<4xf32>) {
  %0 = llvm.intr.vector.insert %u, %w[0] : vector<4xf32> into vector<[4]xf32>
  %1 = llvm.intr.vector.extract %w[0] : vector<4xf32> from vector<[4]xf32>
  %2 = "llvm.intr.vector.interleave2"(%u, %u) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
  %3 = "llvm.intr.vector.deinterleave2"(%v) : (vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
  %4 = "llvm.intr.vscale"() : () -> i64
  %5 = llvm.intr.stepvector : vector<4xi32>
  llvm.return
}
// -----
llvm.func @llvm_intr_masked(%p: !llvm.ptr, %m: vector<4xi1>, %v: vector<4xf32>, %ps: vector<4x!llvm.ptr>) {
  %0 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %1 = llvm.intr.masked.load %p, %m {alignment = 4 : i32, nontemporal} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %2 = llvm.intr.masked.gather %ps, %m, %v {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %3 = llvm.intr.masked.gather %ps, %m {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
  llvm.intr.masked.scatter %v, %ps, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %4 = "llvm.intr.masked.expandload"(%p, %m, %v) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%v, %p, %m) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return
}
// -----
llvm.func @llvm_intr_lane_mask(%n: i64) {
  %0 = llvm.intr.get.active.lane.mask %n, %n : i64, i64 to vector<4xi1>
  llvm.return
}
// -----
llvm.func @llvm_intr_matrix(%p: !llvm.ptr, %n: i64, %a: vector<16xf32>, %b: vector<48xf32>, %c: vector<12xf32>) {
  %0 = llvm.intr.matrix.multiply %a, %c {lhs_columns = 4 : i32, lhs_rows = 4 : i32, rhs_columns = 3 : i32} : (vector<16xf32>, vector<12xf32>) -> vector<12xf32>
  %1 = llvm.intr.matrix.transpose %b {columns = 16 : i32, rows = 3 : i32} : vector<48xf32> into vector<48xf32>
  %2 = llvm.intr.matrix.column.major.load %p, <stride = %n> {columns = 16 : i32, isVolatile = false, rows = 3 : i32} : vector<48xf32> from !llvm.ptr stride i64
  llvm.intr.matrix.column.major.store %b, %p, <stride = %n> {columns = 16 : i32, isVolatile = false, rows = 3 : i32} : vector<48xf32> to !llvm.ptr stride i64
  llvm.return
}
// -----
llvm.func @llvm_intr_vp(%a: vector<4xi32>, %x: vector<4xf32>, %m: vector<4xi1>, %n: i32, %p: !llvm.ptr, %y: f32) {
  %0 = "llvm.intr.vp.add"(%a, %a, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %1 = "llvm.intr.vp.fmul"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %2 = "llvm.intr.vp.fma"(%x, %x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %3 = "llvm.intr.vp.load"(%p, %m, %n) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xf32>
  "llvm.intr.vp.store"(%x, %p, %m, %n) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %4 = "llvm.intr.vp.reduce.fadd"(%y, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %5 = "llvm.intr.vp.select"(%m, %x, %x, %n) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
  llvm.return
}
// -----
llvm.func @llvm_intr_constrained(%x: f64, %n: i32) {
  %0 = llvm.intr.experimental.constrained.fptrunc %x towardzero ignore : f64 to f32
  %1 = llvm.intr.experimental.constrained.fpext %0 strict : f32 to f64
  %2 = llvm.intr.experimental.constrained.sitofp %n tonearest strict : i32 to f64
  llvm.return
}
// -----
llvm.mlir.global internal thread_local @llvm_thread(0 : i32) : i32
llvm.func @llvm_intr_thread_local(%p: !llvm.ptr, %n: i32) {
  %0 = llvm.mlir.addressof @llvm_thread : !llvm.ptr
  %1 = "llvm.intr.threadlocal.address"(%0) : (!llvm.ptr) -> !llvm.ptr
  "llvm.intr.var.annotation"(%p, %p, %p, %n, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}
