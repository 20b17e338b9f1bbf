func.func @opaque_attribute() attributes {a.o = #foo.bar<baz, 1>, a.q = #foo.plain} {
  return
}
// -----
func.func private @opaque_types(!foo.bar<baz, i32>, !foo.plain, tensor<4x!foo.elem>)
// -----
func.func private @encodings(tensor<4x?xf32, #foo.encoding<x>>, tensor<4xf32, "dense">, tensor<4xf32, {a = 1 : i32}>)
