// y' = rate * (cos(t) - y) from t = 0 to 5, with Heun's method and steps as long as the error allows:
// nobody knows how many before the loop has ended.
//
// Run:       ckptopt examples/adaptive.mlir -p 'loop-checkpoint{fn=adaptive}'
// Look for:  The forward loop of @adaptive_grad counts its steps, and its tapes are buffers that
//            double when they are full. The reverse is a loop over the steps that were counted.
//            How long a step is depends on the state, so the gradient goes through that as well.

func.func @adaptive(%start: f64, %rate: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %double = arith.constant 2.0 : f64
  %first = arith.constant 0.1 : f64
  %end = arith.constant 5.0 : f64
  %nearly = arith.constant 4.999999999 : f64
  %tolerance = arith.constant 1.0e-3 : f64
  %floor = arith.constant 1.0e-12 : f64
  %final:3 = scf.while (%t = %zero, %y = %start, %h = %first) : (f64, f64, f64) -> (f64, f64, f64) {
    %more = arith.cmpf olt, %t, %nearly : f64
    scf.condition(%more) %t, %y, %h : f64, f64, f64
  } do {
  ^bb0(%t: f64, %y: f64, %h: f64):
    %left = arith.subf %end, %t : f64
    %step = arith.minimumf %h, %left : f64
    %after = arith.addf %t, %step : f64

    %aim1 = math.cos %t : f64
    %gap1 = arith.subf %aim1, %y : f64
    %slope1 = arith.mulf %rate, %gap1 : f64
    %move1 = arith.mulf %step, %slope1 : f64
    %guess = arith.addf %y, %move1 : f64

    %aim2 = math.cos %after : f64
    %gap2 = arith.subf %aim2, %guess : f64
    %slope2 = arith.mulf %rate, %gap2 : f64
    %bend = arith.subf %slope2, %slope1 : f64
    %twice = arith.mulf %step, %bend : f64
    %correction = arith.mulf %half, %twice : f64
    %next = arith.addf %guess, %correction : f64

    // The correction is the error of the guess; it grows with the square of the step.
    %size = math.absf %correction : f64
    %error = arith.addf %size, %floor : f64
    %ratio = arith.divf %tolerance, %error : f64
    %wish = math.sqrt %ratio : f64
    %at_most = arith.minimumf %wish, %double : f64
    %factor = arith.maximumf %at_most, %half : f64
    %next_h = arith.mulf %factor, %step : f64
    scf.yield %after, %next, %next_h : f64, f64, f64
  }
  return %final#1 : f64
}
