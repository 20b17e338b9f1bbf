func.func @index_constants() -> (index, i1) {
  %0 = index.constant 42
  %1 = index.constant -5
  %2 = index.bool.constant true
  %3 = index.bool.constant false
  %4 = index.sizeof
  return %0, %2 : index, i1
}
// -----
func.func @index_attributes(%a: index) {
  %0 = index.constant {my.mark} 1
  %1 = index.add %a, %0 {my.mark = 1 : i8}
  %2 = index.cmp eq(%a, %1) {my.mark}
  %3 = index.casts %a {my.mark} : index to i64
  %4 = index.sizeof {my.mark}
  return
}
// -----
func.func @index_arithmetic(%a: index, %b: index) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  return
}
// -----
func.func @index_bits(%a: index, %b: index) {
  %0 = index.and %a, %b
  %1 = index.or %a, %b
  %2 = index.xor %a, %b
  %3 = index.shl %a, %b
  %4 = index.shrs %a, %b
  %5 = index.shru %a, %b
  return
}
// -----
func.func @index_extremes(%a: index, %b: index) {
  %0 = index.maxs %a, %b
  %1 = index.maxu %a, %b
  %2 = index.mins %a, %b
  %3 = index.minu %a, %b
  return
}
// -----
func.func @index_compare(%a: index, %b: index) {
  %0 = index.cmp eq(%a, %b)
  %1 = index.cmp ne(%a, %b)
  %2 = index.cmp slt(%a, %b)
  %3 = index.cmp sle(%a, %b)
  %4 = index.cmp sgt(%a, %b)
  %5 = index.cmp sge(%a, %b)
  %6 = index.cmp ult(%a, %b)
  %7 = index.cmp ule(%a, %b)
  %8 = index.cmp ugt(%a, %b)
  %9 = index.cmp uge(%a, %b)
  return
}
// -----
func.func @index_casts(%a: index, %b: i32, %c: i64) {
  %0 = index.casts %a : index to i32
  %1 = index.casts %b : i32 to index
  %2 = index.castu %a : index to i64
  %3 = index.castu %c : i64 to index
  return
}
// -----
module attributes {my.predicate = #index<cmp_predicate sge>} {
}
