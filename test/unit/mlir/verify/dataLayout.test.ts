import * as assert from "node:assert/strict";
import { dataLayoutFault } from "../../../../extension/formats/mlir/verify/ops/dataLayout";

const fault = (entries: string): string | undefined => dataLayoutFault(`#dlti.dl_spec<${entries}>`);

describe("a module's data layout", () => {
  it("has the bits of pointers and structs, and an order of bytes", () => {
    for (const entries of [
      "",
      "!llvm.ptr = dense<[64, 64, 64]> : vector<3xi64>, !llvm.ptr<270> = dense<[32, 32, 32, 32]> : vector<4xi64>",
      '!llvm.ptr<5> = dense<64> : vector<3xi64>, "dlti.endianness" = "little", "dlti.stack_alignment" = 128 : i64',
      '!llvm.struct<()> = dense<32> : vector<1xi64>, i64 = dense<[32, 64]> : vector<2xi64>, index = 32 : i32, "a.b" = 1 : i8',
    ])
      assert.equal(fault(entries), undefined, entries);
    assert.match(fault('"dlti.endianness" = "some"') ?? "", /expected to be either 'big' or 'little'$/);
    assert.equal(fault("tensor<f32> = 32 : i64"), "unexpected data layout for a built-in type");
  });
  it("has as many of them as the type wants, in 64 bits", () => {
    const wanted =
      "expected layout attribute for '!llvm.ptr' to be a dense integer elements attribute with 3 or 4 elements";
    assert.equal(fault("!llvm.ptr = dense<64> : vector<2xi64>"), wanted);
    assert.equal(fault("!llvm.ptr = 64 : i64"), wanted);
    assert.equal(fault("!llvm.ptr = dense<6.400000e+01> : vector<3xf32>"), wanted);
    assert.equal(fault("!llvm.ptr = dense<64> : vector<3xi32>"), "expected i64 parameters for '!llvm.ptr'");
    assert.equal(fault("!llvm.struct<()> = dense<64> : vector<1xi32>"), "expected i64 entries for '!llvm.struct<()>'");
    assert.match(fault("!llvm.struct<()> = dense<64> : vector<3xi64>") ?? "", /of 1 or 2 elements$/);
  });
  it("prefers no less than the ABI demands, and knows no struct but the empty one", () => {
    const order = "preferred alignment is expected to be at least as large as ABI alignment";
    assert.equal(fault("!llvm.ptr<1> = dense<[64, 64, 32]> : vector<3xi64>"), order);
    assert.equal(fault("!llvm.struct<()> = dense<[64, 32]> : vector<2xi64>"), order);
    const struct = "!llvm.struct<(i8)>";
    assert.equal(fault(`${struct} = dense<64> : vector<2xi64>`), `unexpected layout attribute for struct '${struct}'`);
  });
});
