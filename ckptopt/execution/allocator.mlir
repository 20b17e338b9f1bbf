// The allocator of the executed programs. A block is: its size, a guard, the data, the guard again.
// A freed block loses its guard and is not reused, so that a second free and a late read are noticed;
// once HELD bytes are held back like that, further ones are given back. FRESH and FREED are the bytes
// that fill fresh and freed memory. memref.alloc and memref.dealloc become calls of the two functions
// called `_mlir_memref_to_llvm_*`.

memref.global "private" @harness_memory : memref<4xi64> = dense<0>
memref.global "private" @harness_held : memref<i64> = dense<0>
llvm.func @free(!llvm.ptr)
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @_exit(i32)

func.func @harness_account(%allocations: i64, %deallocations: i64, %bytes: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %memory = memref.get_global @harness_memory : memref<4xi64>
  %a0 = memref.load %memory[%c0] : memref<4xi64>
  %a1 = arith.addi %a0, %allocations : i64
  memref.store %a1, %memory[%c0] : memref<4xi64>
  %d0 = memref.load %memory[%c1] : memref<4xi64>
  %d1 = arith.addi %d0, %deallocations : i64
  memref.store %d1, %memory[%c1] : memref<4xi64>
  %live0 = memref.load %memory[%c2] : memref<4xi64>
  %live1 = arith.addi %live0, %bytes : i64
  memref.store %live1, %memory[%c2] : memref<4xi64>
  %peak0 = memref.load %memory[%c3] : memref<4xi64>
  %peak1 = arith.maxsi %peak0, %live1 : i64
  memref.store %peak1, %memory[%c3] : memref<4xi64>
  return
}

func.func @harness_require(%holds: i1, %code: i32) {
  %true = arith.constant true
  %broken = arith.xori %holds, %true : i1
  scf.if %broken {
    llvm.call @_exit(%code) : (i32) -> ()
  }
  return
}

llvm.func @_mlir_memref_to_llvm_alloc(%size: i64) -> !llvm.ptr {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %alignment = arith.constant 64 : i64
  %extra = arith.constant 191 : i64
  %mask = arith.constant -64 : i64
  %guard = arith.constant 5927651382097343 : i64
  %fill = arith.constant FRESH : i8
  %needed = arith.addi %size, %extra : i64
  %rounded = arith.andi %needed, %mask : i64
  %block = llvm.call @aligned_alloc(%alignment, %rounded) : (i64, i64) -> !llvm.ptr
  %data = llvm.getelementptr %block[64] : (!llvm.ptr) -> !llvm.ptr, i8
  %size_at = llvm.getelementptr %data[-16] : (!llvm.ptr) -> !llvm.ptr, i8
  %front = llvm.getelementptr %data[-8] : (!llvm.ptr) -> !llvm.ptr, i8
  %back = llvm.getelementptr %data[%size] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %size, %size_at : i64, !llvm.ptr
  llvm.store %guard, %front : i64, !llvm.ptr
  llvm.store %guard, %back {alignment = 1} : i64, !llvm.ptr
  "llvm.intr.memset"(%data, %fill, %size) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  func.call @harness_account(%one, %zero, %size) : (i64, i64, i64) -> ()
  llvm.return %data : !llvm.ptr
}

llvm.func @_mlir_memref_to_llvm_free(%data: !llvm.ptr) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %guard = arith.constant 5927651382097343 : i64
  %dead = arith.constant FREED : i8
  %not_live = arith.constant 97 : i32
  %overrun = arith.constant 98 : i32
  %front = llvm.getelementptr %data[-8] : (!llvm.ptr) -> !llvm.ptr, i8
  %found = llvm.load %front : !llvm.ptr -> i64
  %is_live = arith.cmpi eq, %found, %guard : i64
  func.call @harness_require(%is_live, %not_live) : (i1, i32) -> ()
  %size_at = llvm.getelementptr %data[-16] : (!llvm.ptr) -> !llvm.ptr, i8
  %size = llvm.load %size_at : !llvm.ptr -> i64
  %back = llvm.getelementptr %data[%size] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %trailer = llvm.load %back {alignment = 1} : !llvm.ptr -> i64
  %is_whole = arith.cmpi eq, %trailer, %guard : i64
  func.call @harness_require(%is_whole, %overrun) : (i1, i32) -> ()
  llvm.store %zero, %front : i64, !llvm.ptr
  "llvm.intr.memset"(%data, %dead, %size) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %released = arith.subi %zero, %size : i64
  func.call @harness_account(%zero, %one, %released) : (i64, i64, i64) -> ()
  %most = arith.constant HELD : i64
  %held = memref.get_global @harness_held : memref<i64>
  %held0 = memref.load %held[] : memref<i64>
  %held1 = arith.addi %held0, %size : i64
  %is_full = arith.cmpi sgt, %held1, %most : i64
  scf.if %is_full {
    %block = llvm.getelementptr %data[-64] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.call @free(%block) : (!llvm.ptr) -> ()
  } else {
    memref.store %held1, %held[] : memref<i64>
  }
  llvm.return
}
