/** What definitions of ops demand of the types of several operands and results. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import type { DialectDefinitions } from "../../../../extension/document/definitions";
import { typesFault } from "../../../../extension/formats/mlir/verify/definition";
import { ConstraintTable } from "../../../../extension/formats/mlir/verify/table";
import { entries, typeList } from "../../../support/mlirOps";
import { op } from "../../../support/mlirRows";

const dataOf = (name: string): DialectDefinitions =>
  JSON.parse(
    fs.readFileSync(path.resolve(`extension/formats/mlir/verify/data/constraints-${name}.json`), "utf8"),
  ) as DialectDefinitions;

/** Ops by their names: a signature, and the words in which MLIR 22 refuses it; without words it is accepted. */
const ROWS: Readonly<Record<string, readonly (readonly [signature: string, words?: string])[]>> = {
  "memref.load": [
    ["memref<?xf32>, index -> f32"],
    ["memref<?xf32>, index -> i32", "result type matches element type of 'memref'"],
  ],
  "memref.store": [
    ["f32, memref<?xf32>, index"],
    ["memref<?xf32>, memref<?xf32>, index", "type of 'value' matches element type of 'memref'"],
  ],
  "tensor.extract": [
    ["tensor<4xf32>, index -> f32"],
    ["tensor<4xf32>, index -> f16", "result type matches element type of tensor"],
  ],
  "tensor.insert": [
    ["f32, tensor<4xf32>, index -> tensor<4xf32>"],
    ["f16, tensor<4xf32>, index -> tensor<4xf32>", "scalar type matches element type of dest"],
    ["f32, tensor<4xf32>, index -> tensor<5xf32>", "result type matches type of dest"],
  ],
  "arith.cmpi": [
    ["i32, i32 -> i1"],
    ["vector<4xi32>, vector<4xi32> -> vector<4xi1>"],
    ["tensor<*xi32>, tensor<*xi32> -> tensor<*xi1>"],
    ["i32, i32 -> i8", "result type has i1 element type and same shape as operands"],
    ["vector<4xi32>, vector<4xi32> -> i1", "result type has i1 element type and same shape as operands"],
    ["vector<4xi32>, vector<4xi32> -> vector<5xi1>", "result type has i1 element type and same shape as operands"],
    ["!x.y, !x.y -> i1"],
  ],
  "llvm.atomicrmw": [
    ["!llvm.ptr, i32 -> i32"],
    ["!llvm.ptr, i32 -> i8", "result #0 and operand #1 have the same type"],
  ],
  "llvm.cmpxchg": [
    ["!llvm.ptr, i32, i32 -> !llvm.struct<(i32, i1)>"],
    ["!llvm.ptr, i8, i32 -> !llvm.struct<(i32, i1)>", "operand #1 and operand #2 have the same type"],
  ],
  "llvm.extractelement": [
    ["vector<4xi32>, i64 -> i32"],
    ["vector<4xi32>, i64 -> i8", "result type matches vector element type"],
    ["!llvm.vec<4 x i32>, i64 -> i8"],
  ],
  "llvm.insertelement": [
    ["vector<4xi32>, i32, i64 -> vector<4xi32>"],
    ["vector<4xi32>, i8, i64 -> vector<4xi32>", "argument type matches vector element type"],
  ],
  "sparse_tensor.push_back": [
    ["index, memref<?xf64>, f64 -> memref<?xf64>, index"],
    ["index, memref<?xf64>, f32 -> memref<?xf64>, index", "value type matches element type of inBuffer"],
  ],
};

describe("definitions of ops", () => {
  const table = new ConstraintTable(dataOf("22"));
  for (const [name, rows] of Object.entries(ROWS))
    it(`tell how types of ${name} depend on each other`, () => {
      const rules = table.of(name);
      assert.ok(rules);
      for (const [signature, words] of rows) {
        const { operands, results } = op(signature);
        const types = { operands: typeList(operands), results: typeList(results) };
        const defined = { ...types, properties: [], inRecord: true, integers: () => undefined };
        // Without the traits, some of which would refuse these types first.
        const found = typesFault({ ...rules, compares: false }, defined, entries);
        assert.equal(found, words && `failed to verify that ${words}`, signature);
      }
    });

  const old = new ConstraintTable(dataOf("17"), table, true);
  /** The fault in an op's types by the table of older releases. */
  const oldFault = (name: string, signature: string): string | undefined => {
    const rules = old.of(name);
    const { operands, results } = op(signature);
    const types = { operands: typeList(operands), results: typeList(results) };
    return rules && typesFault(rules, { ...types, properties: [], inRecord: true, integers: () => undefined }, entries);
  };
  it("are those of older releases where none of them says something else", () => {
    assert.equal(old.of("arith.addf")?.operands[0]?.constraint?.summary, "floating-point-like");
    assert.equal(old.of("arith.cmpi")?.operands[0]?.constraint, undefined, "18 names other types");
    assert.match(oldFault("arith.cmpi", "i32, i32 -> i8") ?? "", /result type has i1 element type/);
    assert.equal(old.of("memref.assume_alignment"), undefined, "it has no result before 21");
  });
  it("tell of dialects that are met seldom only what ends a block and which regions have an order", () => {
    assert.equal(oldFault("tosa.add", "f32, f32 -> i32"), undefined);
    assert.equal(old.of("tosa.add")?.isTerminator, false);
    assert.equal(old.of("tosa.yield")?.isTerminator, true);
    assert.equal(old.of("pdl.pattern")?.traits, table.of("pdl.pattern")?.traits.replace(/[^XNGK]/g, ""));
    assert.ok(!old.lists("tosa") && old.lists("spirv") && table.lists("tosa"));
    assert.equal(old.of("tosa.no_such_op"), undefined);
  });
  it("allow what any release allows where many ops have another constraint in one of them", () => {
    const constraint = old.of("spirv.FAdd")?.operands[0]?.constraint;
    const allowed = ["f32", "vector<4xf32>", "vector<5xf32>", "i32", "!spirv.NV.coopmatrix<8x16xf32, Subgroup>"].map(
      (type) => constraint?.test({ table: "type", index: typeList(op(type).operands).at(0) }, entries),
    );
    assert.deepEqual(allowed, [true, true, false, false, undefined]);
  });
  it("keep the classes of attributes", () => {
    assert.deepEqual(
      old.of("arith.cmpi")?.classes.map(([name]) => name),
      ["predicate"],
    );
  });
  it("may allow LLVM's own vectors, which 18 has", () => {
    const constraint = table.of("llvm.fneg")?.operands[0]?.constraint;
    const verdicts = ["!llvm.vec<7 x f32>", "vector<7xf32>", "i32"].map((type) =>
      constraint?.test({ table: "type", index: typeList(op(type).operands).at(0) }, entries),
    );
    assert.deepEqual(verdicts, [undefined, true, false]);
    assert.equal(oldFault("llvm.icmp", "!llvm.vec<2 x ptr>, !llvm.vec<2 x ptr> -> vector<2xi1>"), undefined);
  });
});
