llvm.func @llvm_declared(!llvm.ptr {llvm.noalias}, i32) -> f64
llvm.func internal @llvm_internal(%x: f64) -> f64 {
  llvm.return %x : f64
}
llvm.func extern_weak @llvm_extern_weak()
llvm.func weak_odr @llvm_weak() {
  llvm.return
}
// -----
llvm.func @llvm_argument_attributes(%p: !llvm.ptr {llvm.noalias, llvm.align = 16 : i64, llvm.readonly}, %s: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i32)>}, %n: i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 12>}) -> (i32 {llvm.zeroext}) {
  llvm.return %n : i32
}
// -----
llvm.func fastcc @llvm_fastcc()
llvm.func spir_kernelcc @llvm_kernel() {
  llvm.return
}
llvm.func local_unnamed_addr @llvm_unnamed_addr(%n: i32) {
  llvm.return
}
llvm.func hidden @llvm_hidden() {
  llvm.return
}
llvm.func protected unnamed_addr @llvm_protected() attributes {dso_local} {
  llvm.return
}
// -----
llvm.func @llvm_function_attributes() attributes {passthrough = ["noinline", ["target-cpu", "sm_90"]], frame_pointer = #llvm.framePointerKind<all>, target_cpu = "x86-64", target_features = #llvm.target_features<["+avx", "-sse"]>, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>, will_return, no_unwind, always_inline} {
  llvm.return
}
// -----
llvm.func @llvm_function_marks() attributes {llvm.emit_c_interface, my.mark = 1 : i32, garbageCollector = "statepoint", section = ".text", alignment = 16 : i64, uwtable_kind = #llvm.uwtableKind<sync>, no_inline, optimize_none, convergent, tune_cpu = "generic"} {
  llvm.return
}
// -----
llvm.func @llvm_entry_counts() attributes {function_entry_count = 42 : i64, vec_type_hint = #llvm.vec_type_hint<hint = i32, is_signed = true>, work_group_size_hint = array<i32: 64, 1, 1>, reqd_work_group_size = array<i32: 64, 1, 1>, intel_reqd_sub_group_size = 8 : i32} {
  llvm.return
}
// -----
llvm.comdat @__llvm_comdat {
  llvm.comdat_selector @any any
  llvm.comdat_selector @largest largest
}
llvm.func linkonce @llvm_comdat_function() comdat(@__llvm_comdat::@any) {
  llvm.return
}
llvm.mlir.global linkonce @llvm_comdat_global(0 : i32) comdat(@__llvm_comdat::@largest) : i32
// -----
llvm.mlir.global internal constant @llvm_text("text\00") : !llvm.array<5 x i8>
llvm.mlir.global external @llvm_external() : i32
llvm.mlir.global private unnamed_addr constant @llvm_private(42 : i64) {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : i64
llvm.mlir.global internal thread_local @llvm_thread(0.0 : f32) : f32
llvm.mlir.global internal @llvm_shared() {addr_space = 3 : i32} : !llvm.array<32 x f32>
llvm.mlir.global weak hidden @llvm_hidden(1 : i32) : i32
llvm.mlir.global external local_unnamed_addr @llvm_local(2 : i32) {section = ".data", my.mark} : i32
llvm.mlir.global common @llvm_common(0 : i32) : i32
llvm.mlir.global appending @llvm_appending() : !llvm.array<2 x i32>
llvm.mlir.global external constant @llvm_declared_constant() {externally_initialized} : i32
// -----
llvm.mlir.global internal constant @llvm_dense(dense<[1.0, 2.0]> : tensor<2xf32>) : !llvm.array<2 x f32>
llvm.mlir.global internal @llvm_pointer() : !llvm.ptr {
  %0 = llvm.mlir.addressof @llvm_dense : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global internal @llvm_struct() {alignment = 8 : i64} : !llvm.struct<(i32, f32)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  llvm.return %0 : !llvm.struct<(i32, f32)>
}
llvm.func @llvm_address() {
  %0 = llvm.mlir.addressof @llvm_dense : !llvm.ptr
  %1 = llvm.mlir.addressof @llvm_address {my.mark} : !llvm.ptr
  llvm.return
}
// -----
llvm.func @llvm_constructor() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@llvm_constructor], priorities = [65535 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@llvm_constructor], priorities = [0 : i32], data = [#llvm.zero]
// -----
llvm.mlir.global external @llvm_aliased(1 : i32) : i32
llvm.mlir.alias external @llvm_alias : i32 {
  %0 = llvm.mlir.addressof @llvm_aliased : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.alias external unnamed_addr @llvm_other_alias {dso_local} : i32 {
  %0 = llvm.mlir.addressof @llvm_aliased : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// -----
module attributes {llvm.data_layout = "e-m:e-i64:64", llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
}
// -----
llvm.func @llvm_loop(%c: i1) {
  llvm.br ^a
^a:
  llvm.cond_br %c, ^a, ^b {loop_annotation = #llvm.loop_annotation<disableNonforced = false, mustProgress = true, unroll = <disable = false, count = 4 : i32>, vectorize = <disable = false, width = 8 : i32>>}
^b:
  llvm.br ^a {loop_annotation = #llvm.loop_annotation<mustProgress = true>}
}
// -----
#loop_access = #llvm.access_group<id = distinct[0]<>>
#other_access = #llvm.access_group<id = distinct[1]<>>
llvm.func @llvm_access_groups(%p: !llvm.ptr, %c: i1) {
  %0 = llvm.load %p {access_groups = [#loop_access, #other_access]} : !llvm.ptr -> f32
  llvm.store %0, %p {access_groups = [#loop_access]} : f32, !llvm.ptr
  llvm.br ^a
^a:
  llvm.cond_br %c, ^a, ^b {loop_annotation = #llvm.loop_annotation<parallelAccesses = #loop_access, #other_access>}
^b:
  llvm.return
}
// -----
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "domain">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
#other = #llvm.alias_scope<id = distinct[2]<>, domain = #domain, description = "an \"other\" scope">
llvm.func @llvm_alias_scopes(%p: !llvm.ptr, %x: f32) {
  llvm.intr.experimental.noalias.scope.decl #scope
  llvm.store %x, %p {alias_scopes = [#scope], noalias_scopes = [#other]} : f32, !llvm.ptr
  %0 = llvm.load %p {alias_scopes = [#other]} : !llvm.ptr -> f32
  llvm.return
}
// -----
#root = #llvm.tbaa_root<id = "root">
#char = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#long = #llvm.tbaa_type_desc<id = "long", members = {<#char, 0>}>
#tag = #llvm.tbaa_tag<base_type = #long, access_type = #long, offset = 0>
llvm.func @llvm_tbaa(%p: !llvm.ptr, %x: i64) {
  %0 = llvm.load %p {tbaa = [#tag]} : !llvm.ptr -> i64
  llvm.store %x, %p {tbaa = [#tag], alignment = 8 : i64} : i64, !llvm.ptr
  %1 = llvm.atomicrmw add %p, %x monotonic {tbaa = [#tag]} : !llvm.ptr, i64
  llvm.return
}
// -----
#file = #llvm.di_file<"a.c" in "/tmp">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "p", isOptimized = true, emissionKind = Full>
#type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#subroutine = #llvm.di_subroutine_type<types = #type, #type>
#subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, line = 3, scopeLine = 3, subprogramFlags = Definition, type = #subroutine>
#variable = #llvm.di_local_variable<scope = #subprogram, name = "x", file = #file, line = 3, arg = 1, type = #type>
llvm.func @llvm_debug_info(%x: i32, %p: !llvm.ptr) {
  llvm.intr.dbg.value #variable = %x : i32
  llvm.intr.dbg.value #variable #llvm.di_expression<[DW_OP_LLVM_fragment(16, 8)]> = %x : i32
  llvm.intr.dbg.declare #variable = %p : !llvm.ptr
  llvm.return
}
// -----
module attributes {my.list = [#llvm.fastmath<fast>, #llvm.linkage<weak>, #llvm.cconv<ccc>, #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, #llvm.target_features<["+a", "+b"]>, #llvm.mlir.module_flag<error, "x", 1 : i32>]} {
}
// -----
module attributes {my.types = [!llvm.void, !llvm.func<i32 (ptr, ...)>, !llvm.func<void ()>, !llvm.struct<(struct<(ptr<1>)>, array<2 x ptr>)>, !llvm.token, !llvm.metadata, !llvm.label]} {
}
// -----
module attributes {my.poison = [#llvm.poison, #llvm.undef, #llvm.zero]} {
}
