/** What is kept of the ops that define values. */
import assert from "node:assert/strict";
import { Definers } from "../../../../extension/formats/mlir/verify/definers";
import { typeList } from "../../../support/mlirOps";

const fields = (name: number): { name: number; attributes: number; properties: number } => ({
  ...{ name, attributes: -1, properties: 7 },
});

describe("the ops that define values", () => {
  it("are told with the values that they take", () => {
    const definers = new Definers();
    definers.take({ length: 2, at: (i) => 1 - i }, Int32Array.of(40, 41));
    definers.set(100, fields(3));
    definers.set(101, fields(3));
    assert.deepEqual(definers.get(100), fields(3));
    assert.deepEqual(
      [100, 101].map((value) => definers.operands(value)),
      [
        [41, 40],
        [41, 40],
      ],
    );
    assert.equal(definers.get(99), undefined);
  });
  it("are told without those that are not kept, or not defined yet", () => {
    const definers = new Definers();
    definers.set(0, fields(3));
    assert.equal(definers.operands(0), undefined);
    assert.equal(definers.operands(5), undefined);
    definers.take(typeList(["i32"]), []);
    definers.set(1, fields(4));
    assert.deepEqual(definers.operands(1), [-1]);
  });
});
