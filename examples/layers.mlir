// Three residual layers, state <- state + shrink * tanh(widen * state), from 4 numbers to 12 and back,
// with the same weights, and the sum of squares of what comes out. Each layer is a call that is
// rematerialised.
//
// Run:       ckptopt examples/layers.mlir -p 'loop-checkpoint{fn=layers}'
// Look for:  @layers_grad keeps what goes into each layer, and computes the 12 numbers inside it again
//            when the reverse sweep comes to it, as jax.checkpoint does. The replays start from
//            hidden values (slices from an offset that no pass knows), lest a later pass merges them
//            with the first run. With --residuals in place of the module: 96 bytes are kept, and
//            without ckptopt.remat 384.

func.func private @layer(%state: tensor<4xf64>, %widen: tensor<12x4xf64>, %shrink: tensor<4x12xf64>)
    -> tensor<4xf64> {
  %none = arith.constant dense<0.0> : tensor<12xf64>
  %room = tensor.empty() : tensor<12xf64>
  %wide = linalg.matvec ins(%widen, %state : tensor<12x4xf64>, tensor<4xf64>)
                        outs(%none : tensor<12xf64>) -> tensor<12xf64>
  %bent = linalg.tanh ins(%wide : tensor<12xf64>) outs(%room : tensor<12xf64>) -> tensor<12xf64>
  %new = linalg.matvec ins(%shrink, %bent : tensor<4x12xf64>, tensor<12xf64>)
                       outs(%state : tensor<4xf64>) -> tensor<4xf64>
  return %new : tensor<4xf64>
}

func.func @layers(%input: tensor<4xf64>, %widen: tensor<12x4xf64>, %shrink: tensor<4x12xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %state1 = func.call @layer(%input, %widen, %shrink) {ckptopt.remat}
      : (tensor<4xf64>, tensor<12x4xf64>, tensor<4x12xf64>) -> tensor<4xf64>
  %state2 = func.call @layer(%state1, %widen, %shrink) {ckptopt.remat}
      : (tensor<4xf64>, tensor<12x4xf64>, tensor<4x12xf64>) -> tensor<4xf64>
  %state3 = func.call @layer(%state2, %widen, %shrink) {ckptopt.remat}
      : (tensor<4xf64>, tensor<12x4xf64>, tensor<4x12xf64>) -> tensor<4xf64>
  %total = linalg.dot ins(%state3, %state3 : tensor<4xf64>, tensor<4xf64>) outs(%zero : tensor<f64>)
      -> tensor<f64>
  %loss = tensor.extract %total[] : tensor<f64>
  return %loss : f64
}
