// What generic form has to show: several results, blocks with predecessors, nested and isolated regions, aliases, symbols.
#rows = affine_map<(d0, d1) -> (d1, d0)>
#same = affine_map<(d0, d1) -> (d0, d1)>
module @sampler attributes {t.note = "first\0Asecond", t.list = [1, 2.5, unit, @scale, #rows]} {
  memref.global "private" constant @lookup : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  func.func private @scale(f32) -> (f32, i32)
  func.func @sum(%n: index, %m: memref<4x8xf32, #rows>, %flag: i1) -> f32 {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %total = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %m[%c0, %i] : memref<4x8xf32, #rows>
      %y:2 = func.call @scale(%x) : (f32) -> (f32, i32)
      %f = arith.sitofp %y#1 : i32 to f32
      %z = arith.mulf %f, %y#0 : f32
      %next = arith.addf %acc, %z : f32
      scf.yield %next : f32
    }
    cf.cond_br %flag, ^bb1, ^bb2(%total : f32)
  ^bb1:
    %half = arith.constant 0.1 : f32
    cf.br ^bb2(%half : f32)
  ^bb2(%result: f32):
    return %result : f32
  }
  func.func @product(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %halve: i1) -> tensor<4x2xf32> {
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %empty = tensor.empty() : tensor<4x2xf32>
    %cleared = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x2xf32>) -> tensor<4x2xf32>
    %full = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%cleared : tensor<4x2xf32>) -> tensor<4x2xf32>
    %result = scf.if %halve -> (tensor<4x2xf32>) {
      %halved = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
          ins(%full : tensor<4x2xf32>) outs(%empty : tensor<4x2xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.mulf %in, %half : f32
        linalg.yield %0 : f32
      } -> tensor<4x2xf32>
      scf.yield %halved : tensor<4x2xf32>
    } else {
      scf.yield %full : tensor<4x2xf32>
    }
    return %result : tensor<4x2xf32>
  }
  func.func @main(%n: index, %flag: i1, %a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> (f32, tensor<4x2xf32>) {
    %m = memref.alloc() : memref<4x8xf32, #rows>
    %0 = call @sum(%n, %m, %flag) : (index, memref<4x8xf32, #rows>, i1) -> f32
    memref.dealloc %m : memref<4x8xf32, #rows>
    %1 = call @product(%a, %b, %flag) : (tensor<4x8xf32>, tensor<8x2xf32>, i1) -> tensor<4x2xf32>
    %2 = memref.get_global @lookup : memref<4xf32>
    return %0, %1 : f32, tensor<4x2xf32>
  }
  module @inner {
    func.func @table() -> tensor<2x3xi16> {
      %0 = arith.constant dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi16>
      %1 = "t.weights"() {w = dense_resource<weights> : tensor<4xf32>} : () -> tensor<4xf32>
      return %0 : tensor<2x3xi16>
    }
  }
}
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
