// An attention block on a sequence of 6 with heads of size 4, on tensors:
// loss = mean((softmax(queries * keys^T / sqrt(4)) * values - targets)^2).
//
// Run:       ckptopt examples/attention.mlir -p 'loop-checkpoint{fn=attention}'
// Look for:  The softmax subtracts the largest score of each row, whose gradient cancels; the adjoint
//            of that maximum goes to the first element that attains it. The adjoints of both products
//            are linalg.contract operations, with the maps of the product in another order.

#element = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @attention(%queries: tensor<6x4xf64>, %keys: tensor<6x4xf64>, %values: tensor<6x4xf64>,
                     %targets: tensor<6x4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %scale = arith.constant 0.5 : f64
  %count = arith.constant 24.0 : f64
  %square = tensor.empty() : tensor<6x6xf64>
  %column = tensor.empty() : tensor<6xf64>
  %block = tensor.empty() : tensor<6x4xf64>
  %nothing = tensor.empty() : tensor<f64>
  %turned = tensor.empty() : tensor<4x6xf64>
  %columns = linalg.transpose ins(%keys : tensor<6x4xf64>) outs(%turned : tensor<4x6xf64>)
                              permutation = [1, 0]
  %zeros = linalg.fill ins(%zero : f64) outs(%square : tensor<6x6xf64>) -> tensor<6x6xf64>
  %scores = linalg.matmul ins(%queries, %columns : tensor<6x4xf64>, tensor<4x6xf64>)
                          outs(%zeros : tensor<6x6xf64>) -> tensor<6x6xf64>

  // softmax along each row
  %low = linalg.fill ins(%lowest : f64) outs(%column : tensor<6xf64>) -> tensor<6xf64>
  %most = linalg.reduce { arith.maximumf } ins(%scores : tensor<6x6xf64>) outs(%low : tensor<6xf64>)
                        dimensions = [1]
  %powers = linalg.generic {indexing_maps = [#element, #row, #element],
                            iterator_types = ["parallel", "parallel"]}
      ins(%scores, %most : tensor<6x6xf64>, tensor<6xf64>) outs(%square : tensor<6x6xf64>) {
  ^bb0(%score: f64, %largest: f64, %old: f64):
    %below = arith.subf %score, %largest : f64
    %scaled = arith.mulf %below, %scale : f64
    %power = math.exp %scaled : f64
    linalg.yield %power : f64
  } -> tensor<6x6xf64>
  %none = linalg.fill ins(%zero : f64) outs(%column : tensor<6xf64>) -> tensor<6xf64>
  %sums = linalg.reduce { arith.addf } ins(%powers : tensor<6x6xf64>) outs(%none : tensor<6xf64>)
                        dimensions = [1]
  %weights = linalg.generic {indexing_maps = [#element, #row, #element],
                             iterator_types = ["parallel", "parallel"]}
      ins(%powers, %sums : tensor<6x6xf64>, tensor<6xf64>) outs(%square : tensor<6x6xf64>) {
  ^bb0(%power: f64, %sum: f64, %old: f64):
    %weight = arith.divf %power, %sum : f64
    linalg.yield %weight : f64
  } -> tensor<6x6xf64>

  %empty = linalg.fill ins(%zero : f64) outs(%block : tensor<6x4xf64>) -> tensor<6x4xf64>
  %mixed = linalg.matmul ins(%weights, %values : tensor<6x6xf64>, tensor<6x4xf64>)
                         outs(%empty : tensor<6x4xf64>) -> tensor<6x4xf64>
  %error = linalg.sub ins(%mixed, %targets : tensor<6x4xf64>, tensor<6x4xf64>)
                      outs(%block : tensor<6x4xf64>) -> tensor<6x4xf64>
  %squares = linalg.square ins(%error : tensor<6x4xf64>) outs(%block : tensor<6x4xf64>) -> tensor<6x4xf64>
  %start = linalg.fill ins(%zero : f64) outs(%nothing : tensor<f64>) -> tensor<f64>
  %total = linalg.reduce { arith.addf } ins(%squares : tensor<6x4xf64>) outs(%start : tensor<f64>)
                         dimensions = [0, 1]
  %sum = tensor.extract %total[] : tensor<f64>
  %loss = arith.divf %sum, %count : f64
  return %loss : f64
}
