func.func @ub_poison() {
  %0 = ub.poison : i32
  %1 = ub.poison : vector<4xf32>
  %2 = ub.poison : memref<?xf32>
  %3 = ub.poison {my.mark} : tensor<4xindex>
  return
}
// -----
func.func @ub_unreachable(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  ub.unreachable
^b:
  return
}
// -----
module attributes {my.value = #ub.poison} {
}
