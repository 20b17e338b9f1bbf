module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64, "dlti.endianness" = "little", i64 = dense<[32, 64]> : vector<2xi64>>} {
}
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : i32>, "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : ui32>>} {
}
// -----
module attributes {my.map = #dlti.map<"a" = 1 : i32, f32 = #dlti.map<"b" = "c">>} {
}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<4xi64>, f128 = dense<128> : vector<2xi64>, "dlti.stack_alignment" = 128 : i64>, llvm.data_layout = "e-m:e"} {
}
