func.func private @a(vector<2xcomplex<f32>>)
// -----
func.func private @a(vector<2x!llvm.ptr>)
// -----
func.func private @a(vector<2xmemref<f32>>)
// -----
func.func private @a(vector<2xnone>)
// -----
func.func private @a(tensor<2xnone>)
// -----
func.func private @a(tensor<2xtensor<2xf32>>)
// -----
func.func private @a(tensor<2xmemref<2xf32>>)
// -----
func.func private @a(tensor<2xtuple<f32>>)
// -----
func.func private @a(memref<2xcomplex<f32>>)
// -----
func.func private @a(memref<2xtensor<2xf32>>)
// -----
func.func private @a(memref<2xnone>)
// -----
func.func private @a(memref<2xtuple<f32>>)
// -----
func.func private @a(memref<2xvector<2xf32>>)
// -----
func.func private @a(memref<*xvector<2xf32>, 3>)
// -----
func.func private @a(memref<2xf32, {a = 1}>)
// -----
func.func private @a(memref<2xf32, [1]>)
// -----
func.func private @a(memref<2xf32, f32>)
// -----
func.func private @a(memref<2xf32, @f>)
// -----
func.func private @a(memref<2xf32, unit>)
// -----
func.func private @a(memref<2xf32, true>)
// -----
func.func private @a(memref<2xf32, -1>)
// -----
func.func private @a(memref<2xf32, 1.0>)
// -----
func.func private @a(i0)
// -----
func.func private @a() attributes {a = -9223372036854775808 : index}
// -----
func.func private @a() attributes {a = -9223372036854775809 : index}
// -----
func.func private @a() attributes {a = 9223372036854775807 : index}
// -----
func.func private @a() attributes {a = 18446744073709551615 : i64}
// -----
func.func private @a() attributes {a = 9223372036854775808}
// -----
func.func private @a() attributes {a = -9223372036854775808}
// -----
func.func private @a() attributes {a = -1 : ui8}
// -----
func.func private @a() attributes {a = 255 : si8}
// -----
func.func private @a() attributes {a = 0xFF : si8}
// -----
func.func private @a() attributes {a = 0xFFFFFFFFFFFFFFFF : index}
// -----
func.func private @a() attributes {a = dense<-9223372036854775809> : tensor<2xindex>}
// -----
func.func private @a() attributes {a = dense<9223372036854775808> : tensor<2xindex>}
// -----
func.func private @a() attributes {a = dense<255> : tensor<2xi8>}
// -----
func.func private @a() attributes {a = dense<256> : tensor<2xi8>}
// -----
func.func private @a() attributes {a = dense<255> : tensor<2xsi8>}
// -----
func.func private @a() attributes {a = dense<-1> : tensor<2xui8>}
// -----
func.func private @a() attributes {a = array<i8: 255>}
// -----
func.func private @a() attributes {a = array<i8: -129>}
// -----
func.func private @a() attributes {a = array<i32: 4294967295>}
// -----
func.func private @a() attributes {a = affine_map<(d0) -> (d0 + 9223372036854775807)>}
// -----
func.func private @a() attributes {a = affine_map<(d0) -> (d0 + 9223372036854775808)>}
// -----
func.func private @a() attributes {a = affine_map<(d0) -> (d0 - 9223372036854775808)>}
// -----
func.func private @a() attributes {a = affine_map<(d0) -> (d0 * 9223372036854775807 * 4)>}
// -----
func.func private @a() attributes {a = affine_map<(d0) -> (9223372036854775807 * 4)>}
// -----
func.func private @a() attributes {a = affine_map<(d0) -> (9223372036854775807 + 4)>}
// -----
func.func private @a() attributes {a = affine_map<(d0) -> (d0 mod 0)>}
// -----
func.func private @a() attributes {a = affine_map<(d0) -> (d0 mod -2)>}
// -----
func.func private @a() attributes {a = affine_map<(d0, d0) -> (d0)>}
// -----
func.func private @a(memref<2x2xf32, affine_map<(d0) -> (d0)>>)
// -----
func.func private @a(memref<2x2xf32, strided<[1]>>)
// -----
func.func private @a(memref<2xf32, strided<[0]>>)
// -----
func.func private @a(memref<2xf32, strided<[-1], offset: -3>>)
// -----
func.func private @a(memref<2xf32, strided<[18446744073709551616]>>)
// -----
func.func private @a(complex<index>)
// -----
func.func private @a(complex<si8>)
// -----
func.func private @a(vector<2xsi8>)
// -----
func.func private @a(tensor<2xf32, 3>)
// -----
func.func private @a(tensor<2x() -> ()>)
// -----
func.func private @a(memref<2x() -> ()>)
// -----
func.func private @a(tensor<2x!foo.x>)
// -----
func.func private @a(vector<f32>)
// -----
func.func private @a(vector<[4]x[2]xf32>)
// -----
func.func private @a() attributes {a, a}
// -----
func.func private @a() attributes {a = 1 : f32}
// -----
func.func private @a() attributes {a = 1.0 : i32}
// -----
func.func private @a() attributes {a = true : i32}
// -----
func.func private @a() attributes {a = 1.0e400 : f64}
// -----
func.func private @a() attributes {a = 1.0e39 : f32}
// -----
func.func private @a() attributes {a = 0xFFFFFFFFF : f32}
// -----
func.func private @a() attributes {a = 1 : memref<2xf32>}
// -----
func.func private @a() attributes {a = dense<1> : tensor<2xf32>}
// -----
func.func private @a() attributes {a = dense<1.0> : tensor<2xi32>}
// -----
func.func private @a() attributes {a = dense<[1,2]> : tensor<3xi32>}
// -----
func.func private @a() attributes {a = dense<1> : memref<2xi32>}
// -----
func.func private @a() attributes {a = dense<[]> : tensor<0xi32>}
// -----
func.func private @a() attributes {a = dense<5> : tensor<0xi32>}
// -----
func.func private @a() attributes {a = dense<true> : tensor<2xi32>}
// -----
func.func private @a() attributes {a = dense<true> : tensor<2xi1>}
// -----
func.func private @a() attributes {a = dense<3> : tensor<2xi1>}
// -----
func.func private @a() attributes {a = dense<(1,2)> : tensor<2xcomplex<i32>>}
// -----
func.func private @a() attributes {a = "\zz"}
// -----
func.func private @a() attributes {a = "\F"}
// -----
func.func private @a() attributes {a = 1 : i0}
// -----
func.func private @a() attributes {a = 0 : i0}
// -----
func.func private @a() attributes {a = 00001}
// -----
func.func private @a() attributes {a = 1 : none}
// -----
func.func @a() { return } func.func @a() { return }
// -----
func.func private @a(tensor<-1xf32>)
// -----
func.func private @a(tensor<0x10xf32>)
// -----
func.func private @a(tensor<9223372036854775807x9223372036854775807xf32>)
// -----
func.func @f(%x: f64, %n: index) -> f64 { %r = math.fpowi %x, %n : f64, index return %r : f64 }
// -----
func.func @f(%n: index) { func.func private @g() return }
// -----
func.func @f(%n: index) attributes {foo = 1} { return }
// -----
module attributes {foo = 1} { }
// -----
module @x attributes {sym_visibility = "private"} { }
// -----
func.func @f(%n: index) { scf.for %i = %n to %n step %n { scf.yield } {foo=1} return }
// -----
func.func @f(%n: index) { %c = arith.constant 0 : index scf.for %i = %n to %n step %c { scf.yield } {foo=1} return }
// -----
func.func @f(%n: index) { %c = arith.constant -1 : index scf.for %i = %n to %n step %c { scf.yield } {foo=1} return }
// -----
func.func @f(%n: index) { %c = arith.constant 0 : index scf.parallel (%i) = (%n) to (%n) step (%c) { scf.reduce } return }
// -----
func.func @f(%n: index, %m: memref<8xf64>) { scf.for %i = %n to %n step %n { %v = affine.load %m[%i] : memref<8xf64> } return }
// -----
func.func @f(%n: index, %m: memref<8xf64>) { affine.for %i = 0 to 3 { %k = arith.addi %i, %n : index %v = affine.load %m[%k] : memref<8xf64> } return }
// -----
func.func @f(%n: index, %m: memref<8xf64>) { affine.for %i = 0 to 3 { %v = affine.load %m[symbol(%i)] : memref<8xf64> } return }
// -----
func.func @f(%n: index, %m: memref<8xf64>) { affine.for %i = 0 to 3 { %k = arith.constant 3 : index %v = affine.load %m[symbol(%k)] : memref<8xf64> } return }
// -----
func.func @f(%n: index, %m: memref<8xf64>) { affine.for %i = 0 to 3 { %k = affine.apply affine_map<(d0)->(d0)>(%i) %v = affine.load %m[%k] : memref<8xf64> } return }
// -----
func.func @f(%n: index, %m: memref<8xf64>) { affine.for %i = 0 to 3 { %k = affine.apply affine_map<(d0)->(d0)>(%n) %v = affine.load %m[symbol(%k)] : memref<8xf64> } return }
// -----
func.func @f(%n: index, %m: memref<?xf64>) { affine.for %i = 0 to 3 { %k = memref.dim %m, %n : memref<?xf64> affine.for %j = 0 to %k { } } return }
// -----
func.func @f(%n: index, %m: memref<?xf64>) { scf.for %i = %n to %n step %n { %k = memref.dim %m, %n : memref<?xf64> affine.for %j = 0 to %k { } } return }
// -----
func.func @f(%n: index, %m: memref<?xf64>) { scf.for %i = %n to %n step %n { %mm = memref.alloc(%i) : memref<?xf64> %c = arith.constant 0 : index %k = memref.dim %mm, %c : memref<?xf64> affine.for %j = 0 to %k { } } return }
// -----
func.func @f(%n: index, %m: memref<?xf64>) { %0 = scf.for %i = %n to %n step %n iter_args(%a = %n) -> index { affine.for %j = 0 to %a { } scf.yield %a : index } return }
// -----
func.func @f(%n: index, %m: memref<?xf64>) { scf.for %i = %n to %n step %n { affine.for %j = 0 to %i { } } return }
// -----
func.func @f(%n: index, %m: memref<?xf64>) { affine.for %i = 0 to 4 { affine.for %j = 0 to %i { } } return }
// -----
func.func @f(%n: index, %m: memref<?xindex>) { affine.for %i = 0 to 4 { %l = affine.load %m[%i] : memref<?xindex> affine.for %j = 0 to %l { } } return }
// -----
func.func @f(%n: index, %m: memref<?xindex>) { %l = memref.load %m[%n] : memref<?xindex> affine.for %j = 0 to %l { } return }
// -----
func.func @f(%n: index, %m: memref<?xindex>) { scf.for %i = %n to %n step %n { %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i) } return }
// -----
func.func @f(%n: index, %m: memref<?xindex>) { scf.for %i = %n to %n step %n { %0 = affine.min affine_map<(d0) -> (d0 + 1)>(%i) } return }
// -----
func.func @f(%n: index, %m: memref<?xindex>) { scf.for %i = %n to %n step %n { affine.if affine_set<(d0) : (d0 >= 0)>(%i) {} } return }
// -----
func.func @f(%n: index, %m: memref<?xindex>) { scf.for %i = %n to %n step %n { affine.parallel (%j) = (0) to (%i) {} } return }
// -----
func.func @f(%n: index, %m: memref<8xf64>) { "func.func"() ({}) {sym_name="g", function_type = () -> ()} : () -> () return }
// -----
module { func.func private @h() func.func @f() { %0 = func.constant @nope : () -> () return } }
// -----
module { func.func private @h() func.func @f() { %0 = func.constant @h : () -> i32 return } }
// -----
module { func.func private @h() func.func @f() { func.call @nope() : () -> () return } }
// -----
module { memref.global "private" @g : memref<2xf32> func.func @f() { %0 = memref.get_global @h : memref<2xf32> return } }
// -----
module { memref.global "private" @g : memref<2xf32> func.func @f() { %0 = memref.get_global @g : memref<2xf64> return } }
// -----
module { memref.global "public" @g : memref<2xf32> }
// -----
module { memref.global @g : memref<2xf32> }
// -----
module { memref.global @g : memref<2xf32> = uninitialized }
// -----
module { memref.global @g : memref<?xf32> = uninitialized }
// -----
module { memref.global @g : memref<2xf32> = dense<1.0> memref.global @g : memref<2xf32> = dense<1.0> }
// -----
module { memref.global @g : memref<2xf32, strided<[2]>> = uninitialized }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.subview %m[0] [4] [1] : memref<8xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.subview %m[1] [4] [1] : memref<8xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.subview %m[1] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 1>> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.subview %m[1] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.subview %m[1] [9] [1] : memref<8xf32> to memref<9xf32, strided<[1], offset: 1>> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.subview %m[1] [0] [1] : memref<8xf32> to memref<0xf32, strided<[1], offset: 1>> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.subview %m[-1] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: -1>> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.subview %m[1] [2] [-1] : memref<8xf32> to memref<2xf32, strided<[-1], offset: 1>> return }
// -----
func.func @f(%m: memref<8xf32, affine_map<(d0) -> (d0)>>) { %0 = memref.subview %m[1] [2] [1] : memref<8xf32, affine_map<(d0) -> (d0)>> to memref<2xf32, strided<[1], offset: 1>> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf64> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8xf32> to memref<5xf32> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [2] : memref<8xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.cast %m : memref<8xf32> to memref<9xf32> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.cast %m : memref<8xf32> to memref<8x1xf32> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.cast %m : memref<8xf32> to memref<8xf32> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.cast %m : memref<8xf32> to memref<8xf32, 3> return }
// -----
func.func @f(%m: memref<8xf32>) { %0 = memref.cast %m : memref<8xf32> to memref<8xf32, strided<[2]>> return }
// -----
func.func @f(%m: memref<8xf32>, %o: memref<9xf32>) { memref.copy %m, %o : memref<8xf32> to memref<9xf32> return }
// -----
func.func @f(%m: memref<8xf32>, %o: memref<9x9xf32>) { memref.copy %m, %o : memref<8xf32> to memref<9x9xf32> return }
// -----
func.func @f(%m: memref<8xf32>, %i: index) { memref.prefetch %m[], read, locality<3>, data : memref<8xf32> return }
// -----
func.func @f(%m: memref<8xf32>, %i: index) { memref.prefetch %m[%i], read, locality<9>, data : memref<8xf32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.alloc() : memref<?xf32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.alloc(%i) : memref<2xf32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.alloc() {alignment = 3 : i64} : memref<2xf32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.alloca() : memref<?xf32> return }
// -----
%0 = memref.alloca() : memref<2xf32>
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %c5 = arith.constant 5 : index %0 = memref.dim %m, %c5 : memref<?xf32> return }
// -----
func.func @f(%m: memref<f32>, %i: index) { %0 = memref.dim %m, %i : memref<f32> return }
// -----
func.func @f(%m: memref<2x3xf32>, %i: index) { %0 = memref.collapse_shape %m [[0]] : memref<2x3xf32> into memref<6xf32> return }
// -----
func.func @f(%m: memref<2x3xf32>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<2x3xf32> into memref<7xf32> return }
// -----
func.func @f(%m: memref<6xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<6xf32> into memref<2x4xf32> return }
// -----
func.func @f(%m: memref<2x3xf32>, %i: index) { %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<2x3xf32> -> memref<f64>, index, index, index, index, index return }
// -----
func.func @f(%m: memref<2x3xf32>, %i: index) { %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<2x3xf32> -> memref<f32>, index, index, index return }
// -----
func.func @f(%m: memref<64xi8>, %i: index) { %0 = memref.view %m[%i][] : memref<64xi8> to memref<4xf32> return }
// -----
func.func @f(%m: memref<64xf32>, %i: index) { %0 = memref.view %m[%i][] : memref<64xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<64xi8>, %i: index) { %0 = memref.view %m[%i][] : memref<64xi8> to memref<?xf32> return }
// -----
func.func @f(%x: f32) { %0 = memref.alloca_scope -> f32 { memref.alloca_scope.return } return }
// -----
func.func @f(%m: memref<2xf32>, %x: f64, %i: index) { %0 = memref.atomic_rmw addf %x, %m[%i] : (f64, memref<2xf32>) -> f64 return }
// -----
func.func @f(%c: i1) { %0 = scf.if %c -> f32 { %x = arith.constant 0.0 : f32 scf.yield %x : f32 } return }
// -----
func.func @f(%c: index) { scf.index_switch %c case 0 { scf.yield } case 0 { scf.yield } default { } return }
// -----
func.func @f(%c: index) { affine.for %i = 0 to 4 step 0 { } return }
// -----
func.func @f(%c: index) { affine.for %i = 0 to 4 step -1 { } return }
// -----
func.func @f(%c: index) { affine.parallel (%i) = (0) to (4) step (0) { } return }
// -----
func.func @f(%c: i32) { cf.switch %c : i32, [default: ^a, 0: ^a, 0: ^a] ^a: return }
// -----
func.func @f(%c: index) { cf.switch %c : index, [default: ^a, 0: ^a] ^a: return }
// -----
func.func @f(%c: i1) { cf.br ^a(%c : i1) ^a(%x: i32): return }
// -----
func.func @f(%c: i1) { cf.cond_br %c, ^a(%c : i1), ^a(%c : i1) ^a(%x: i32): return }
// -----
func.func @f(%c: i1) { cf.br ^bb0 ^bb0: return }
// -----
func.func @f(%c: i1) { "cf.br"()[^bb0] : () -> () ^bb0: cf.br ^bb0 }
// -----
func.func @f(%c: i1) { ^entry: cf.br ^entry }
// -----
func.func @f() { return return }
// -----
func.func @f() { }
// -----
func.func @f(%c: i1) { %x = arith.constant 3 : i1 return }
// -----
func.func @f(%c: i1) { %x = arith.constant dense<1> : vector<2xf32> return }
// -----
func.func @f(%c: i1) { %x = "arith.constant"() {value = 1 : i32} : () -> i64 return }
// -----
func.func @f(%c: i1) { %x = arith.constant "a" return }
// -----
func.func @f(%c: i1) { %x = arith.constant 1 : si32 return }
// -----
func.func @f(%x: vector<2xf32>, %y: vector<3xi32>) { %0 = math.fpowi %x, %y : vector<2xf32>, vector<3xi32> return }
// -----
func.func @f(%x: vector<2xf32>, %y: vector<2xi32>) { %0 = arith.sitofp %y : vector<2xi32> to vector<3xf32> return }
// -----
func.func @f(%x: vector<2xf32>, %y: vector<2xi32>) { %0 = arith.index_cast %y : vector<2xi32> to index return }
// -----
func.func @f(%x: vector<2xf32>, %y: vector<2xi32>) { %0 = arith.bitcast %y : vector<2xi32> to vector<2xf64> return }
// -----
func.func @f(%x: f32) { %0 = arith.bitcast %x : f32 to i64 return }
// -----
func.func @f(%x: f32) { %0 = arith.extf %x : f32 to f16 return }
// -----
func.func @f(%x: i1, %y: f32) { %0 = arith.select %x, %y, %y : vector<2xi1>, f32 return }
// -----
func.func @f(%x: si32) { %0 = arith.addi %x, %x : si32 return }
// -----
func.func @f(%x: i32) { %0 = arith.addf %x, %x : i32 return }
// -----
func.func @f(%x: i32) { %0 = math.ctpop %x : i32 %1 = math.sin %x : i32 return }
// -----
func.func @f(%x: tensor<2xf32>, %y: tensor<?xf32>) { %0 = arith.addf %x, %x : tensor<2xf32> %1 = arith.cmpf oeq, %x, %x : tensor<2xf32> %2 = arith.extf %y : tensor<?xf32> to tensor<2xf64> return }
// -----
func.func @f(%m: memref<?x?xf32>) { %0 = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<?x?xf32> to memref<2x2xf32, strided<[?, 1]>> return }
// -----
func.func @f(%m: memref<?x?xf32>) { %0 = memref.subview %m[1, 0] [2, 2] [1, 1] : memref<?x?xf32> to memref<2x2xf32, strided<[?, 1]>> return }
// -----
func.func @f(%m: memref<?x?xf32>) { %0 = memref.subview %m[1, 0] [2, 2] [1, 1] : memref<?x?xf32> to memref<2x2xf32, strided<[?, 1], offset: ?>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[%i, 0] [1, 2] [1, 1] : memref<4x4xf32> to memref<2xf32, strided<[1], offset: ?>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[%i, 0] [1, 2] [1, 1] : memref<4x4xf32> to memref<1x2xf32, strided<[4, 1], offset: ?>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[%i, 0] [1, 1] [1, 1] : memref<4x4xf32> to memref<1xf32, strided<[4], offset: ?>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[%i, 0] [1, 1] [1, 1] : memref<4x4xf32> to memref<1xf32, strided<[1], offset: ?>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[%i, 0] [1, 1] [1, 1] : memref<4x4xf32> to memref<f32, strided<[], offset: ?>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[2, 0] [%i, 4] [1, 1] : memref<4x4xf32> to memref<?x4xf32, strided<[4, 1], offset: 8>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[0, 0] [2, 4] [%i, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[?, 1]>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[3, 0] [4, 4] [0, 1] : memref<4x4xf32> to memref<4x4xf32, strided<[0, 1], offset: 12>> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.subview %m[3, 0] [4, 4] [-1, 1] : memref<4x4xf32> to memref<4x4xf32, strided<[-4, 1], offset: 12>> return }
// -----
func.func @f(%m: memref<4x4xf32, 3>, %i: index) { %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<4x4xf32, 3> to memref<4x4xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { scf.for %j = %i to %i step %i { %0 = affine.apply affine_map<()[s0] -> (s0)>()[%j] } return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { affine.for %j = 0 to 3 { %0 = affine.apply affine_map<()[s0] -> (s0)>()[%j] } return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { affine.for %j = 0 to 3 { %0 = affine.min affine_map<()[s0] -> (s0)>()[%j] } return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { affine.for %j = 0 to 3 { %a = arith.muli %i, %i : index %0 = affine.load %m[%a] : memref<?xf32> } return }
// -----
func.func @f(%m: memref<?xf32>, %i: index, %c: i1) { affine.for %j = 0 to 3 { %a = scf.if %c -> index { scf.yield %i : index } else { scf.yield %i : index } %0 = affine.load %m[%a] : memref<?xf32> } return }
// -----
func.func @f(%m: memref<?xf32>, %i: i64) { affine.for %j = 0 to 3 { %a = arith.index_cast %i : i64 to index %0 = affine.load %m[%a] : memref<?xf32> } return }
// -----
func.func @f(%m: memref<?xf32>, %i: i64) { affine.for %j = 0 to 3 { %x = arith.constant 3 : i64 %a = arith.index_cast %x : i64 to index %0 = affine.load %m[%a] : memref<?xf32> } return }
// -----
func.func @f(%m: memref<?xf32>, %n: index) { scf.for %j = %n to %n step %n { %s = memref.alloca() : memref<4xf32> affine.for %k = 0 to 4 { %v = affine.load %s[%k] : memref<4xf32> } } return }
// -----
func.func @f(%m: memref<?xf32>, %n: index) { scf.execute_region { %s = memref.alloca() : memref<4xindex> %v = memref.load %s[%n] : memref<4xindex> affine.for %k = 0 to %v {} scf.yield } return }
// -----
func.func @f(%m: memref<?xf32>, %n: index) { memref.alloca_scope { %s = memref.alloca() : memref<4xindex> %v = memref.load %s[%n] : memref<4xindex> affine.for %k = 0 to %v {} } return }
// -----
func.func @f(%m: memref<?xf32>, %n: index) { %0 = affine.for %j = 0 to 4 iter_args(%a = %n) -> index { %v = affine.load %m[%a] : memref<?xf32> affine.yield %a : index } return }
// -----
func.func @f(%m: memref<?xf32, 1>) { %0 = memref.cast %m : memref<?xf32, 1> to memref<4xf32, 1> %1 = memref.cast %0 : memref<4xf32, 1> to memref<*xf32, 1> return }
// -----
func.func @f(%m: memref<4x4xf32>) { %0 = memref.cast %m : memref<4x4xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>> %1 = memref.cast %0 : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4x4xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>) { %0 = memref.cast %m : memref<4x4xf32> to memref<?x?xf32, strided<[?, 1], offset: 3>> return }
// -----
func.func @f(%m: memref<4x4xf32>) { %0 = memref.cast %m : memref<4x4xf32> to memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>> return }
// -----
func.func @f(%m: memref<4xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [%n], sizes: [%n], strides: [1] : memref<4xf32> to memref<?xf32, strided<[1], offset: ?>> return }
// -----
func.func @f(%m: memref<4xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>> return }
// -----
func.func @f(%m: memref<4xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<4xf32> to memref<?xf32, strided<[?], offset: ?>> return }
// -----
func.func @f(%m: memref<4xf32, 1>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<4xf32, 1> to memref<4xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %n: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 1], strides: [1, 1] : memref<4xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<?x3xf32>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<?x3xf32> into memref<6xf32> return }
// -----
func.func @f(%m: memref<?x3xf32>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<?x3xf32> into memref<?xf32> return }
// -----
func.func @f(%m: memref<2x3xf32>, %i: index) { %0 = memref.collapse_shape %m [[0], [1]] : memref<2x3xf32> into memref<2x3xf32> return }
// -----
func.func @f(%m: memref<2x3xf32>, %i: index) { %0 = memref.collapse_shape %m [[1, 0]] : memref<2x3xf32> into memref<6xf32> return }
// -----
func.func @f(%m: memref<1xf32>, %i: index) { %0 = memref.collapse_shape %m [] : memref<1xf32> into memref<f32> return }
// -----
func.func @f(%m: memref<2x3xf32>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<2x3xf32> into memref<6xf64> return }
// -----
func.func @f(%m: memref<6xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32, strided<[3, 1]>> return }
// -----
func.func @f(%m: memref<6xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32, strided<[1, 1]>> return }
// -----
func.func @f(%m: memref<2x3xf32, 4>, %i: index) { %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<2x3xf32, 4> -> memref<f32>, index, index, index, index, index return }
// -----
func.func @f(%m: memref<2x3xf32, 4>, %i: index) { %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<2x3xf32, 4> -> memref<f32, 4>, index, index, index, index, index return }
// -----
func.func @f() {
  cf.br ^bb1
^bb1:
  return
}
// -----
func.func @f() {
^bb1:
  cf.br ^bb1
}
// -----
func.func @f() {
^bb1:
  cf.br ^bb1
^bb2:
  return
}
// -----
module {
^bb0(%a: f64):
}
// -----
memref.global "privae" @g : memref<2xf32>
// -----
func.func @f(%m: memref<2xf32>, %i: index) {
  %0 = memref.load %m[%i] {alignment = 3 : i64} : memref<2xf32>
  return
}
// -----
func.func @f(%m: memref<2xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<2xf32> {
  ^bb0(%x: f64):
    memref.atomic_yield %x : f64
  }
  return
}
// -----
func.func @f(%c: i1, %x: f32) {
  %0 = scf.while : () -> f32 {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%y: f64):
    scf.yield
  }
  return
}
// -----
func.func @f(%c: i1, %x: f32) {
  %0 = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%y: f32):
    scf.yield %y : f32
  }
  return
}
// -----
func.func @f(%m: memref<4x4xf64>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i] : memref<4x4xf64>
  }
  return
}
// -----
func.func @f() {
  affine.for %i = 0 to 18446744073709551616 {
  }
  return
}
// -----
func.func private @a() attributes {a.d = distinct[18446744073709551616]<>}
// -----
func.func private @a() attributes {a.d = distinct[18446744073709551615]<>}
// -----
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.getelementptr %p[2147483648] : (!llvm.ptr) -> !llvm.ptr, f64
  llvm.return
}
// -----
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.getelementptr %p[2147483647] : (!llvm.ptr) -> !llvm.ptr, f64
  llvm.return
}
// -----
llvm.func @f(%p: !llvm.ptr) {
  %0 = "llvm.getelementptr"(%p) <{elem_type = f64, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}
// -----
func.func @f(%a: f8E8M0FNU, %b: f32) {
  %c = arith.scaling_extf %b, %a : f32, f8E8M0FNU to f16
  return
}
// -----
func.func @f(%a: f8E8M0FNU, %b: f32) {
  %c = arith.scaling_truncf %b, %a : f32, f8E8M0FNU to f64
  return
}
