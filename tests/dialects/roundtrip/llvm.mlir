llvm.func @llvm_integers(%a: i32, %b: i32, %v: vector<4xi64>) {
  %0 = llvm.add %a, %b : i32
  %1 = llvm.sub %a, %b overflow<nsw> : i32
  %2 = llvm.mul %a, %b overflow<nsw, nuw> : i32
  %3 = llvm.shl %a, %b overflow<nuw> : i32
  %4 = llvm.udiv %a, %b : i32
  %5 = llvm.sdiv exact %a, %b : i32
  %6 = llvm.lshr exact %a, %b : i32
  %7 = llvm.ashr %a, %b : i32
  %8 = llvm.urem %a, %b : i32
  %9 = llvm.srem %a, %b : i32
  %10 = llvm.and %a, %b : i32
  %11 = llvm.or disjoint %a, %b : i32
  %12 = llvm.or %a, %b : i32
  %13 = llvm.xor %a, %b : i32
  %14 = llvm.add %v, %v {my.mark} : vector<4xi64>
  llvm.return
}
// -----
llvm.func @llvm_floats(%a: f64, %v: vector<4xf32>) {
  %0 = llvm.fadd %a, %a : f64
  %1 = llvm.fsub %a, %a {fastmathFlags = #llvm.fastmath<fast>} : f64
  %2 = llvm.fmul %v, %v {fastmathFlags = #llvm.fastmath<nnan, contract>} : vector<4xf32>
  %3 = llvm.fdiv %a, %a : f64
  %4 = llvm.frem %a, %a : f64
  %5 = llvm.fneg %a : f64
  %6 = llvm.fneg %a {fastmathFlags = #llvm.fastmath<ninf>, my.mark} : f64
  llvm.return
}
// -----
llvm.func @llvm_compare(%a: i32, %x: f64, %p: !llvm.ptr, %v: vector<4xf32>) {
  %0 = llvm.icmp "slt" %a, %a : i32
  %1 = llvm.icmp "eq" %p, %p : !llvm.ptr
  %2 = llvm.icmp "uge" %a, %a {my.mark} : i32
  %3 = llvm.fcmp "ogt" %x, %x : f64
  %4 = llvm.fcmp "_true" %v, %v : vector<4xf32>
  %5 = llvm.fcmp "une" %x, %x {fastmathFlags = #llvm.fastmath<nnan>} : f64
  %6 = llvm.select %0, %x, %x : i1, f64
  %7 = llvm.select %4, %v, %v {fastmathFlags = #llvm.fastmath<fast>} : vector<4xi1>, vector<4xf32>
  llvm.return
}
// -----
llvm.func @llvm_integer_casts(%a: i32, %b: i64, %p: !llvm.ptr, %v: vector<4xi32>) {
  %0 = llvm.trunc %b : i64 to i32
  %1 = llvm.trunc %b overflow<nsw> : i64 to i32
  %2 = llvm.sext %a : i32 to i64
  %3 = llvm.zext %a : i32 to i64
  %4 = llvm.zext nneg %a : i32 to i64
  %5 = llvm.inttoptr %b : i64 to !llvm.ptr
  %6 = llvm.ptrtoint %p : !llvm.ptr to i64
  %7 = llvm.bitcast %a : i32 to f32
  %8 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %9 = llvm.sext %v {my.mark} : vector<4xi32> to vector<4xi64>
  %10 = llvm.ptrtoint %p {my.mark} : !llvm.ptr to i32
  llvm.return
}
// -----
llvm.func @llvm_float_casts(%a: i32, %x: f32, %y: f64) {
  %0 = llvm.sitofp %a : i32 to f64
  %1 = llvm.uitofp %a : i32 to f64
  %2 = llvm.uitofp nneg %a : i32 to f64
  %3 = llvm.fptosi %y : f64 to i32
  %4 = llvm.fptoui %y : f64 to i32
  %5 = llvm.fpext %x : f32 to f64
  %6 = llvm.fptrunc %y : f64 to f32
  %7 = llvm.fptrunc %y {fastmathFlags = #llvm.fastmath<nnan>} : f64 to f32
  %8 = llvm.fpext %x {fastmathFlags = #llvm.fastmath<fast>} : f32 to f64
  llvm.return
}
// -----
llvm.func @llvm_constants() {
  %0 = llvm.mlir.constant(42 : i32) : i32
  %1 = llvm.mlir.constant(1.5 : f64) : f64
  %2 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xi32>
  %3 = llvm.mlir.constant("text") : !llvm.array<4 x i8>
  %4 = llvm.mlir.constant(true) : i1
  %5 = llvm.mlir.constant(7 : index) : i64
  %6 = llvm.mlir.constant(0x7F800000 : f32) : f32
  %7 = llvm.mlir.constant(1 : i32) {my.mark} : i32
  %8 = llvm.mlir.constant(dense<0.0> : tensor<2x3xf32>) : !llvm.array<2 x array<3 x f32>>
  %9 = llvm.mlir.constant([1.0 : f32, 2.0 : f32]) : !llvm.struct<(f32, f32)>
  llvm.return
}
// -----
llvm.func @llvm_special_values() {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, f64)>
  %1 = llvm.mlir.poison : i32
  %2 = llvm.mlir.zero : !llvm.ptr
  %3 = llvm.mlir.zero {my.mark} : i32
  %4 = llvm.mlir.poison : vector<4xf32>
  %5 = llvm.mlir.none : !llvm.token
  %6 = llvm.freeze %1 : i32
  llvm.return
}
// -----
llvm.func @llvm_memory(%p: !llvm.ptr, %n: i64, %x: f64) {
  %0 = llvm.alloca %n x f64 : (i64) -> !llvm.ptr
  %1 = llvm.alloca %n x !llvm.struct<(i32, ptr)> {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %2 = llvm.alloca inalloca %n x i32 : (i64) -> !llvm.ptr
  %3 = llvm.alloca %n x i32 {my.mark} : (i64) -> !llvm.ptr<5>
  %4 = llvm.load %p : !llvm.ptr -> f64
  %5 = llvm.load %p {alignment = 8 : i64, nontemporal} : !llvm.ptr -> f64
  %6 = llvm.load volatile %p : !llvm.ptr -> f64
  %7 = llvm.load %p invariant : !llvm.ptr -> i32
  %8 = llvm.load %p atomic seq_cst {alignment = 8 : i64} : !llvm.ptr -> i64
  %9 = llvm.load volatile %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %x, %p : f64, !llvm.ptr
  llvm.store %x, %p {alignment = 8 : i64, nontemporal} : f64, !llvm.ptr
  llvm.store volatile %x, %p : f64, !llvm.ptr
  llvm.store %n, %p atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store volatile %n, %p atomic syncscope("workgroup") monotonic {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %x, %p invariant_group : f64, !llvm.ptr
  %10 = llvm.load %p invariant_group : !llvm.ptr -> i32
  llvm.return
}
// -----
llvm.func @llvm_addresses(%p: !llvm.ptr, %n: i64, %v: vector<4xi64>) {
  %0 = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %1 = llvm.getelementptr inbounds %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f64)>
  %2 = llvm.getelementptr inbounds|nuw %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %3 = llvm.getelementptr nusw %p[%n, 2, %n] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x array<4 x f32>>
  %4 = llvm.getelementptr nuw %p[-1] : (!llvm.ptr) -> !llvm.ptr, i8
  %5 = llvm.getelementptr %p[%v] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f64
  %6 = llvm.getelementptr nusw|nuw %p[1] {my.mark} : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.return
}
// -----
llvm.func @llvm_atomics(%p: !llvm.ptr, %n: i32, %x: f32) {
  %0 = llvm.atomicrmw add %p, %n monotonic : !llvm.ptr, i32
  %1 = llvm.atomicrmw volatile fadd %p, %x syncscope("agent") seq_cst {alignment = 4 : i64} : !llvm.ptr, f32
  %2 = llvm.atomicrmw xchg %p, %n acq_rel {my.mark} : !llvm.ptr, i32
  %3 = llvm.atomicrmw uinc_wrap %p, %n acquire : !llvm.ptr, i32
  %4 = llvm.cmpxchg %p, %n, %n acq_rel monotonic : !llvm.ptr, i32
  %5 = llvm.cmpxchg weak volatile %p, %n, %n syncscope("singlethread") seq_cst acquire {alignment = 8 : i64} : !llvm.ptr, i32
  llvm.fence seq_cst
  llvm.fence syncscope("agent") acquire
  llvm.fence release {my.mark}
  llvm.return
}
// -----
llvm.func @llvm_atomic_kinds(%p: !llvm.ptr, %n: i32, %x: f32) {
  %0 = llvm.atomicrmw sub %p, %n monotonic : !llvm.ptr, i32
  %1 = llvm.atomicrmw _and %p, %n monotonic : !llvm.ptr, i32
  %2 = llvm.atomicrmw nand %p, %n monotonic : !llvm.ptr, i32
  %3 = llvm.atomicrmw _or %p, %n monotonic : !llvm.ptr, i32
  %4 = llvm.atomicrmw _xor %p, %n monotonic : !llvm.ptr, i32
  %5 = llvm.atomicrmw max %p, %n monotonic : !llvm.ptr, i32
  %6 = llvm.atomicrmw min %p, %n monotonic : !llvm.ptr, i32
  %7 = llvm.atomicrmw umax %p, %n monotonic : !llvm.ptr, i32
  %8 = llvm.atomicrmw umin %p, %n monotonic : !llvm.ptr, i32
  %9 = llvm.atomicrmw fsub %p, %x monotonic : !llvm.ptr, f32
  %10 = llvm.atomicrmw fmax %p, %x monotonic : !llvm.ptr, f32
  %11 = llvm.atomicrmw fmin %p, %x monotonic : !llvm.ptr, f32
  %12 = llvm.atomicrmw udec_wrap %p, %n monotonic : !llvm.ptr, i32
  %13 = llvm.atomicrmw usub_cond %p, %n monotonic : !llvm.ptr, i32
  %14 = llvm.atomicrmw usub_sat %p, %n monotonic : !llvm.ptr, i32
  %15 = llvm.atomicrmw fmaximum %p, %x monotonic : !llvm.ptr, f32
  %16 = llvm.atomicrmw fminimum %p, %x monotonic : !llvm.ptr, f32
  llvm.return
}
// -----
llvm.func @llvm_aggregates(%s: !llvm.struct<(i32, array<2 x f64>)>, %x: f64, %v: vector<4xf32>, %y: f32, %i: i32) {
  %0 = llvm.extractvalue %s[0] : !llvm.struct<(i32, array<2 x f64>)>
  %1 = llvm.extractvalue %s[1, 0] : !llvm.struct<(i32, array<2 x f64>)>
  %2 = llvm.insertvalue %x, %s[1, 1] : !llvm.struct<(i32, array<2 x f64>)>
  %3 = llvm.insertvalue %x, %2[1, 0] {my.mark} : !llvm.struct<(i32, array<2 x f64>)>
  %4 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %5 = llvm.insertelement %y, %v[%i : i32] : vector<4xf32>
  %6 = llvm.shufflevector %v, %v [0, 1, -1, 7] : vector<4xf32>
  llvm.return
}
// -----
llvm.func @llvm_branches(%c: i1, %x: f64) -> f64 {
  llvm.cond_br %c weights([5, 10]), ^a(%x : f64), ^b
^a(%y: f64):
  llvm.br ^c(%y : f64)
^b:
  llvm.cond_br %c, ^c(%x : f64), ^d
^c(%z: f64):
  llvm.return %z : f64
^d:
  llvm.unreachable
}
// -----
llvm.func @llvm_switch(%n: i32, %x: f64) -> f64 {
  llvm.switch %n : i32, ^d(%x : f64) [
    1: ^a(%x : f64),
    -2: ^b
  ]
^a(%y: f64):
  llvm.switch %n : i32, ^b [
  ]
^b:
  llvm.switch %n : i32, ^d(%x : f64) [
    3: ^b
  ] {branch_weights = array<i32: 1, 2>}
^d(%z: f64):
  llvm.return %z : f64
}
// -----
llvm.func @puts(!llvm.ptr) -> i32
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @llvm_calls(%p: !llvm.ptr, %x: f64) {
  %0 = llvm.call @puts(%p) : (!llvm.ptr) -> i32
  %1 = llvm.call @printf(%p, %x) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  %2 = llvm.call %p(%x) : !llvm.ptr, (f64) -> f64
  llvm.call %p() : !llvm.ptr, () -> ()
  %3 = llvm.call @puts(%p) {fastmathFlags = #llvm.fastmath<none>, my.mark} : (!llvm.ptr) -> i32
  %4 = llvm.call @puts(%p) : (!llvm.ptr {llvm.noundef}) -> (i32 {llvm.signext})
  %5 = llvm.call %p(%x) {fastmathFlags = #llvm.fastmath<fast>} : !llvm.ptr, (f64 {llvm.noundef}) -> f64
  %6 = llvm.call tail @puts(%p) {no_unwind, will_return} : (!llvm.ptr) -> i32
  %7 = llvm.call fastcc @puts(%p) : (!llvm.ptr) -> i32
  %8 = llvm.call musttail @puts(%p) : (!llvm.ptr) -> i32
  %9 = llvm.call @puts(%p) ["tag"(%p, %x : !llvm.ptr, f64), "other"()] : (!llvm.ptr) -> i32
  %10 = llvm.call @puts(%p) {branch_weights = array<i32: 7>} : (!llvm.ptr) -> i32
  %11 = llvm.call %p(%p, %x) vararg(!llvm.func<i32 (ptr, ...)>) : !llvm.ptr, (!llvm.ptr, f64) -> i32
  %12 = llvm.call @puts(%p) {memory_effects = #llvm.memory_effects<other = read, argMem = none, inaccessibleMem = write, errnoMem = none, targetMem0 = none, targetMem1 = none>} : (!llvm.ptr) -> i32
  llvm.return
}
// -----
llvm.func @personality(...) -> i32
llvm.func @throwing(i32) -> i32
llvm.func @llvm_invoke(%n: i32) -> i32 attributes {personality = @personality} {
  %0 = llvm.invoke @throwing(%n) to ^a unwind ^b : (i32) -> i32
^a:
  llvm.return %0 : i32
^b:
  %1 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %1 : !llvm.struct<(ptr, i32)>
}
// -----
llvm.func @llvm_inline_asm(%n: i32) {
  %0 = llvm.inline_asm "mov $0, $1", "=r,r" %n : (i32) -> i32
  llvm.inline_asm has_side_effects asm_dialect = intel "nop", "" : () -> ()
  %1 = llvm.inline_asm has_side_effects is_align_stack tail_call_kind = <tail> {my.mark} "f $0", "=r" : () -> i32
  llvm.return
}
// -----
llvm.func @llvm_intrinsic_by_name(%x: f32, %y: f32) {
  %0 = llvm.call_intrinsic "llvm.round"(%x) : (f32) -> f32
  %1 = llvm.call_intrinsic "llvm.maxnum"(%x, %y) {fastmathFlags = #llvm.fastmath<reassoc>} : (f32, f32) -> f32
  llvm.call_intrinsic "llvm.debugtrap"() : () -> ()
  llvm.call_intrinsic "llvm.assume"(%x) ["align"(%x, %y : f32, f32)] : (f32) -> ()
  %2 = llvm.call_intrinsic "llvm.round"(%x) : (f32 {llvm.noundef}) -> (f32 {llvm.noundef})
  llvm.return
}
// -----
llvm.func @llvm_returns(%x: f64, %n: i32) -> !llvm.struct<(f64, i32)> {
  %0 = llvm.mlir.undef : !llvm.struct<(f64, i32)>
  llvm.return {my.mark} %0 : !llvm.struct<(f64, i32)>
}
// -----
llvm.func @llvm_types(%a: !llvm.ptr<3>, %b: !llvm.array<4 x ptr>, %c: !llvm.struct<packed (i8, i32)>, %d: !llvm.struct<"named", (i32, ptr)>, %e: vector<[4]xf32>, %f: !llvm.struct<()>, %g: !llvm.array<2 x struct<(i32, array<3 x f32>)>>, %h: f80, %i: !llvm.ppc_fp128, %j: !llvm.target<"spirv.Image", i32, 0>, %k: !llvm.x86_amx, %l: vector<4x!llvm.ptr>) {
  llvm.return
}
// -----
llvm.func @llvm_struct_names(%d: !llvm.struct<"opaque", opaque>, %e: !llvm.struct<"packed one", packed (i8, f32)>, %f: !llvm.struct<"empty", ()>) {
  llvm.return
}
// -----
llvm.func @llvm_recursive_struct(%d: !llvm.struct<"list", (i32, ptr, struct<"list">)>) {
  llvm.return
}
// -----
llvm.func @llvm_blocks(%p: !llvm.ptr) {
  llvm.blocktag <id = 1>
  llvm.br ^a
^a:
  llvm.indirectbr %p : !llvm.ptr, [
  ^a
  ]
}
