// A recurrence that reads one entry of a large table in each step; nobody writes the table.

func.func @f(%x: f64, %table: memref<${entries}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %stride = arith.constant 4099 : index
  %entries = arith.constant $entries : index
  %steps = arith.constant $steps : index
  %h = arith.constant 0.001 : f64
  %y = scf.for %t = %c0 to %steps step %c1 iter_args(%s = %x) -> (f64) {
    %far = arith.muli %t, %stride : index
    %at = arith.remui %far, %entries : index
    %entry = memref.load %table[%at] : memref<${entries}xf64>
    %wave = math.sin %s : f64
    %push = arith.mulf %entry, %wave : f64
    %change = arith.mulf %h, %push : f64
    %next = arith.addf %s, %change : f64 // counted
    scf.yield %next : f64
  } $loop
  return %y : f64
}
