// A perceptron of two layers on a batch of 8 samples, and the mean square of its error:
// loss = mean((tanh(samples * w1 + b1) * w2 + b2 - targets)^2), on tensors.
//
// Run:       ckptopt examples/mlp.mlir -p 'loop-checkpoint{fn=mlp}'
// Look for:  @mlp_grad returns the gradients of all arguments. The adjoint of a linalg.matmul is one
//            linalg.contract per matrix, with the maps of the product in another order; that of tanh
//            is one linalg.generic, which reads the result of tanh and not what it was applied to;
//            and that of the broadcast of a bias is a sum over the batch.

func.func @mlp(%samples: tensor<8x4xf64>, %w1: tensor<4x16xf64>, %b1: tensor<16xf64>,
               %w2: tensor<16x3xf64>, %b2: tensor<3xf64>, %targets: tensor<8x3xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %count = arith.constant 24.0 : f64
  %wide = tensor.empty() : tensor<8x16xf64>
  %narrow = tensor.empty() : tensor<8x3xf64>

  %bias1 = linalg.broadcast ins(%b1 : tensor<16xf64>) outs(%wide : tensor<8x16xf64>) dimensions = [0]
  %sum1 = linalg.matmul ins(%samples, %w1 : tensor<8x4xf64>, tensor<4x16xf64>)
                        outs(%bias1 : tensor<8x16xf64>) -> tensor<8x16xf64>
  %hidden = linalg.tanh ins(%sum1 : tensor<8x16xf64>) outs(%wide : tensor<8x16xf64>) -> tensor<8x16xf64>

  %bias2 = linalg.broadcast ins(%b2 : tensor<3xf64>) outs(%narrow : tensor<8x3xf64>) dimensions = [0]
  %sum2 = linalg.matmul ins(%hidden, %w2 : tensor<8x16xf64>, tensor<16x3xf64>)
                        outs(%bias2 : tensor<8x3xf64>) -> tensor<8x3xf64>

  %error = linalg.sub ins(%sum2, %targets : tensor<8x3xf64>, tensor<8x3xf64>)
                      outs(%narrow : tensor<8x3xf64>) -> tensor<8x3xf64>
  %square = linalg.square ins(%error : tensor<8x3xf64>) outs(%narrow : tensor<8x3xf64>) -> tensor<8x3xf64>
  %total = linalg.reduce { arith.addf } ins(%square : tensor<8x3xf64>) outs(%zero : tensor<f64>)
                         dimensions = [0, 1]
  %sum = tensor.extract %total[] : tensor<f64>
  %loss = arith.divf %sum, %count : f64
  return %loss : f64
}
