func.func @constants() {
  %0 = arith.constant 5 : index
  %1 = arith.constant -1 : i8
  %2 = arith.constant true
  %3 = arith.constant 1.5 : f16
  %4 = arith.constant 1 : i128
  %5 = arith.constant {foo.a} 2.0 : f32
  %6 = arith.constant -9223372036854775808 : i64
  return
}
// -----
func.func @integers(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %a, %b {foo.a} : i32
  %2 = arith.muli %a, %b overflow<nsw> : i32
  %3 = arith.divui %a, %b : i32
  %4 = arith.divsi %a, %b : i32
  %5 = arith.ceildivui %a, %b : i32
  %6 = arith.ceildivsi %a, %b : i32
  %7 = arith.floordivsi %a, %b : i32
  %8 = arith.remui %a, %b : i32
  %9 = arith.remsi %a, %b : i32
  %10 = arith.andi %a, %b : i32
  %11 = arith.ori %a, %b : i32
  %12 = arith.xori %a, %b : i32
  %13 = arith.shli %a, %b overflow<nsw, nuw> : i32
  %14 = arith.shrui %a, %b : i32
  %15 = arith.shrsi %a, %b : i32
  %16 = arith.maxsi %a, %b : i32
  %17 = arith.maxui %a, %b : i32
  %18 = arith.minsi %a, %b : i32
  %19 = arith.minui %a, %b : i32
  return
}
// -----
func.func @exact(%a: i32, %b: i32) {
  %0 = arith.divsi %a, %b exact : i32
  %1 = arith.divui %a, %b exact {foo.a} : i32
  %2 = arith.shrsi %a, %b exact : i32
  %3 = arith.shrui %a, %b exact : i32
  return
}
// -----
func.func @overflow(%a: i64, %b: vector<4xi64>) {
  %0 = arith.trunci %a overflow<nsw> : i64 to i32
  %1 = arith.trunci %a overflow<nsw, nuw> {foo.a} : i64 to i32
  %2 = arith.trunci %a : i64 to i8
  %3 = arith.trunci %b overflow<nuw> : vector<4xi64> to vector<4xi1>
  %4 = arith.addi %a, %a overflow<nuw> {foo.a} : i64
  return
}
// -----
func.func @floats(%a: f32, %b: f32) {
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b fastmath<fast> : f32
  %2 = arith.mulf %a, %b fastmath<nnan, ninf> {foo.a} : f32
  %3 = arith.divf %a, %b fastmath<arcp, contract> : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.remf %a, %b fastmath<nsz> {foo.a} : f32
  %6 = arith.negf %a : f32
  %7 = arith.negf %a fastmath<reassoc, afn> : f32
  %8 = arith.maximumf %a, %b : f32
  %9 = arith.minimumf %a, %b : f32
  %10 = arith.maxnumf %a, %b fastmath<nnan> : f32
  %11 = arith.minnumf %a, %b : f32
  return
}
// -----
func.func @cmpi(%a: i32, %b: i32, %v: vector<4xi32>, %t: tensor<?xindex>) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi ne, %a, %b {foo.a} : i32
  %2 = arith.cmpi slt, %a, %b : i32
  %3 = arith.cmpi sle, %a, %b : i32
  %4 = arith.cmpi sgt, %a, %b : i32
  %5 = arith.cmpi sge, %a, %b : i32
  %6 = arith.cmpi ult, %a, %b : i32
  %7 = arith.cmpi ule, %a, %b : i32
  %8 = arith.cmpi ugt, %a, %b : i32
  %9 = arith.cmpi uge, %a, %b {foo.a, foo.b = 2 : i32} : i32
  %10 = arith.cmpi slt, %v, %v : vector<4xi32>
  %11 = arith.cmpi slt, %t, %t : tensor<?xindex>
  %12 = arith.select %10, %v, %v : vector<4xi1>, vector<4xi32>
  return
}
// -----
func.func @cmpf(%a: f32, %b: f32, %v: vector<4xf32>) {
  %0 = arith.cmpf false, %a, %b : f32
  %1 = arith.cmpf oeq, %a, %b : f32
  %2 = arith.cmpf ogt, %a, %b fastmath<nnan> : f32
  %3 = arith.cmpf oge, %a, %b {foo.a} : f32
  %4 = arith.cmpf olt, %a, %b fastmath<fast> {foo.a} : f32
  %5 = arith.cmpf ole, %a, %b : f32
  %6 = arith.cmpf one, %a, %b : f32
  %7 = arith.cmpf ord, %a, %b : f32
  %8 = arith.cmpf ueq, %a, %b : f32
  %9 = arith.cmpf ugt, %a, %b : f32
  %10 = arith.cmpf uge, %a, %b : f32
  %11 = arith.cmpf ult, %a, %b : f32
  %12 = arith.cmpf ule, %a, %b : f32
  %13 = arith.cmpf une, %a, %b : f32
  %14 = arith.cmpf uno, %a, %b : f32
  %15 = arith.cmpf true, %a, %b : f32
  %16 = arith.cmpf olt, %v, %v : vector<4xf32>
  return
}
// -----
func.func @select(%c: i1, %v: vector<4xi1>, %t: tensor<?xi1>, %a: f32, %x: vector<4xf32>, %y: tensor<?xf32>) {
  %0 = arith.select %c, %a, %a : f32
  %1 = arith.select %c, %x, %x {foo.a} : vector<4xf32>
  %2 = arith.select %v, %x, %x : vector<4xi1>, vector<4xf32>
  %3 = arith.select %t, %y, %y {foo.a} : tensor<?xi1>, tensor<?xf32>
  return
}
// -----
func.func @casts(%i: i32, %n: index, %f: f32, %d: f64) {
  %0 = arith.extsi %i : i32 to i64
  %1 = arith.extui %i : i32 to i64
  %2 = arith.sitofp %i : i32 to f32
  %3 = arith.uitofp %i : i32 to f64
  %4 = arith.fptosi %f : f32 to i32
  %5 = arith.fptoui %f : f32 to i8
  %6 = arith.extf %f : f32 to f64
  %7 = arith.truncf %d : f64 to f32
  %8 = arith.index_cast %i : i32 to index
  %9 = arith.index_cast %n {foo.a} : index to i64
  %10 = arith.index_castui %i : i32 to index
  %11 = arith.index_castui %n {foo.a} : index to i32
  %12 = arith.bitcast %f : f32 to i32
  return
}
// -----
func.func @vector_casts(%i: vector<4xi32>, %n: vector<4xindex>, %f: vector<4xf32>, %t: tensor<?xf64>) {
  %0 = arith.extsi %i : vector<4xi32> to vector<4xi64>
  %1 = arith.extui %i : vector<4xi32> to vector<4xi64>
  %2 = arith.sitofp %i : vector<4xi32> to vector<4xf32>
  %3 = arith.uitofp %i : vector<4xi32> to vector<4xf64>
  %4 = arith.fptosi %f : vector<4xf32> to vector<4xi32>
  %5 = arith.fptoui %f : vector<4xf32> to vector<4xi8>
  %6 = arith.extf %f : vector<4xf32> to vector<4xf64>
  %7 = arith.truncf %t : tensor<?xf64> to tensor<?xf32>
  %8 = arith.index_cast %i : vector<4xi32> to vector<4xindex>
  %9 = arith.index_castui %n : vector<4xindex> to vector<4xi32>
  %10 = arith.bitcast %f : vector<4xf32> to vector<4xi32>
  return
}
// -----
func.func @rounding(%d: f64, %f: f32) {
  %0 = arith.truncf %d to_nearest_even : f64 to f32
  %1 = arith.truncf %d downward fastmath<nnan> : f64 to f32
  %2 = arith.truncf %d upward {foo.a} : f64 to f32
  %3 = arith.truncf %d toward_zero : f64 to f32
  %4 = arith.truncf %d to_nearest_away : f64 to f32
  %5 = arith.truncf %d fastmath<fast> {foo.a} : f64 to f32
  %6 = arith.extf %f fastmath<contract> : f32 to f64
  return
}
// -----
func.func @extended(%a: i32, %v: vector<4xi32>) {
  %0, %1 = arith.addui_extended %a, %a : i32, i1
  %2, %3 = arith.mului_extended %a, %a : i32
  %4, %5 = arith.mulsi_extended %v, %v {foo.a} : vector<4xi32>
  return
}
// -----
func.func @scaling(%a: f4E2M1FN, %s: f8E8M0FNU, %b: vector<4xf4E2M1FN>, %t: vector<4xf8E8M0FNU>, %x: f32) {
  %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  %1 = arith.scaling_extf %b, %t fastmath<fast> {foo.a} : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  %2 = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
  %3 = arith.scaling_truncf %x, %s to_nearest_even fastmath<nnan> {foo.a} : f32, f8E8M0FNU to f4E2M1FN
  return
}
// -----
func.func @extended(%a: i32, %v: vector<4xi32>) {
  %0, %1 = arith.addui_extended %a, %a : i32, i1
  %2:2 = arith.addui_extended %v, %v {foo.a} : vector<4xi32>, vector<4xi1>
  %3, %4 = arith.mulsi_extended %a, %a : i32
  %5, %6 = arith.mului_extended %v, %v {foo.a} : vector<4xi32>
  return
}
// -----
func.func @bitcasts(%a: f32, %v: vector<4xf16>, %t: tensor<?xi64>) {
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.bitcast %v {foo.a} : vector<4xf16> to vector<4xi16>
  %2 = arith.bitcast %t : tensor<?xi64> to tensor<?xf64>
  return
}
// -----
func.func @casts_on_shapes(%a: vector<4xi8>, %b: tensor<?xf32>, %c: vector<[4]xi32>, %i: vector<2xindex>) {
  %0 = arith.extui %a : vector<4xi8> to vector<4xi16>
  %1 = arith.extsi %a {foo.a} : vector<4xi8> to vector<4xi32>
  %2 = arith.truncf %b : tensor<?xf32> to tensor<?xf16>
  %3 = arith.extf %b fastmath<nnan> : tensor<?xf32> to tensor<?xf64>
  %4 = arith.sitofp %c : vector<[4]xi32> to vector<[4]xf32>
  %5 = arith.uitofp %c : vector<[4]xi32> to vector<[4]xf64>
  %6 = arith.fptosi %b : tensor<?xf32> to tensor<?xi32>
  %7 = arith.fptoui %b {foo.a} : tensor<?xf32> to tensor<?xi8>
  %8 = arith.index_cast %i : vector<2xindex> to vector<2xi64>
  %9 = arith.index_castui %i : vector<2xindex> to vector<2xi32>
  return
}
// -----
func.func @on_tensors(%a: tensor<4xf32>, %i: tensor<4xi32>) {
  %0 = arith.addf %a, %a : tensor<4xf32>
  %1 = arith.divsi %i, %i exact : tensor<4xi32>
  %2 = arith.negf %a fastmath<nnan> : tensor<4xf32>
  %3 = arith.maxsi %i, %i : tensor<4xi32>
  %4 = arith.cmpf oge, %a, %a fastmath<ninf> : tensor<4xf32>
  %5 = arith.select %4, %a, %a : tensor<4xi1>, tensor<4xf32>
  %7 = arith.shli %i, %i overflow<nuw> : tensor<4xi32>
  return
}
// -----
func.func @predicates(%a: f64) {
  %0 = arith.cmpf false, %a, %a : f64
  %1 = arith.cmpf oeq, %a, %a : f64
  %2 = arith.cmpf ogt, %a, %a : f64
  %3 = arith.cmpf olt, %a, %a : f64
  %4 = arith.cmpf ole, %a, %a : f64
  %5 = arith.cmpf one, %a, %a : f64
  %6 = arith.cmpf ord, %a, %a : f64
  %7 = arith.cmpf ueq, %a, %a : f64
  %8 = arith.cmpf ugt, %a, %a : f64
  %9 = arith.cmpf uge, %a, %a : f64
  %10 = arith.cmpf ult, %a, %a : f64
  %11 = arith.cmpf ule, %a, %a : f64
  %12 = arith.cmpf une, %a, %a : f64
  %13 = arith.cmpf uno, %a, %a : f64
  %14 = arith.cmpf true, %a, %a : f64
  return
}
// -----
func.func @rounding(%a: f64) {
  %0 = arith.truncf %a to_nearest_even : f64 to f32
  %1 = arith.truncf %a downward : f64 to f32
  %2 = arith.truncf %a upward : f64 to f32
  %3 = arith.truncf %a toward_zero : f64 to f32
  %4 = arith.truncf %a to_nearest_away fastmath<fast> {foo.a} : f64 to f32
  return
}
// -----
func.func @select_kinds(%c: i1, %m: memref<4xf32>, %t: tensor<4xf32>, %p: index, %f: () -> ()) {
  %0 = arith.select %c, %m, %m : memref<4xf32>
  %1 = arith.select %c, %t, %t {foo.a} : tensor<4xf32>
  %2 = arith.select %c, %p, %p : index
  %3 = arith.select %c, %f, %f : () -> ()
  return
}
// -----
func.func @constant_kinds() {
  %0 = arith.constant 255 : i8
  %1 = arith.constant -1 : i1
  %2 = arith.constant 0 : i1
  %3 = arith.constant 170141183460469231731687303715884105727 : i128
  %5 = arith.constant dense<1.0> : vector<2x[4]xf16>
  %6 = arith.constant 1.0e+300 : f64
  %7 = arith.constant 4.9406564584124654e-324 : f64
  %8 = arith.constant dense_resource<r> : tensor<4xf32>
  return
}
// -----
func.func @index_arithmetic(%a: index, %b: index) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : index
  %1 = arith.ceildivsi %a, %b : index
  %2 = arith.floordivsi %a, %b {foo.a} : index
  %3 = arith.remui %a, %b : index
  %4 = arith.cmpi ult, %a, %b : index
  %5 = arith.index_cast %a : index to i8
  return
}
