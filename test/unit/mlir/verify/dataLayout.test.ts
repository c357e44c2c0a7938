import * as assert from "node:assert/strict";
import { dataLayoutFault } from "../../../../extension/formats/mlir/verify/ops/dataLayout";

const fault = (entries: string): string | undefined =>
  dataLayoutFault(`#dlti.dl_spec<${entries}>`, (dialect) => dialect === "llvm");

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
  it("has 64 bits of an integer or a float once or twice, a number of the index, and names of dlti alone", () => {
    const wide = "dense<[64, 128]> : vector<2xi64>";
    for (const entries of [
      `i7 = ${wide}`,
      `f8E4M3FN = ${wide}`,
      "bf16 = dense<16> : vector<2xi64>",
      "index = 32 : index",
      // No numbers, in an attribute that is stored as text.
      "i32 = dense<true> : vector<1xi64>",
      "i32 = dense<[1.5, -]> : vector<2xi64>",
    ])
      assert.equal(fault(entries), undefined, entries);
    for (const [entries, words] of [
      [
        "i32 = 32 : i64",
        "expected a dense i64 elements attribute in the data layout entry #dlti.dl_entry<i32, 32 : i64>",
      ],
      ["i1 = dense<true> : vector<1xi1>", /^expected a dense i64 elements attribute/],
      [`f32 = ${wide.replace("xi64", "xi32")}`, /^expected a dense i64 elements attribute/],
      ["ui8 = dense<8> : vector<3xi64>", /^expected 1 or 2 elements in the data layout entry /],
      ["i32 = dense<[64, 32]> : vector<2xi64>", /^preferred alignment is expected to be greater than or equal /],
      [`index = ${wide}`, "expected integer attribute in the data layout entry for 'index'"],
      ['"dlti.unknown_id" = 42 : i64', "unknown data layout entry name: dlti.unknown_id"],
      ['"llvm.a" = 42 : i64', "the 'llvm' dialect does not support identifier data layout entries"],
    ] as const)
      if (typeof words === "string") assert.equal(fault(entries), words);
      else assert.match(fault(entries) ?? "", words);
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
