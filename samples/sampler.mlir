// What generic form has to show: several results, blocks with predecessors, nested and isolated regions, aliases, symbols.
#rows = affine_map<(d0, d1) -> (d1, d0)>
module @sampler attributes {t.note = "first\0Asecond", t.list = [1, 2.5, unit, @scale, #rows]} {
  func.func private @scale(f32) -> (f32, i32)
  func.func @sum(%n: index, %m: memref<4x8xf32, #rows>, %flag: i1) -> f32 {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %total = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %m[%c0, %i] : memref<4x8xf32, #rows>
      %y:2 = func.call @scale(%x) : (f32) -> (f32, i32)
      %next = arith.addf %acc, %y#0 : f32
      scf.yield %next : f32
    }
    cf.cond_br %flag, ^bb1, ^bb2(%total : f32)
  ^bb1:
    %half = arith.constant 0.1 : f32
    cf.br ^bb2(%half : f32)
  ^bb2(%result: f32):
    return %result : f32
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
