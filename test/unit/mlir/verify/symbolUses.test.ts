/** How the symbols of a file are found for the ops that name them. */
import assert from "node:assert/strict";
import type { NestedOp, SymbolCheck } from "../../../../extension/formats/mlir/verify/nestedOp";
import { known, refuse } from "../../../../extension/formats/mlir/verify/fault";
import { SymbolUses } from "../../../../extension/formats/mlir/verify/symbols";
import { placed } from "../../../support/mlirOps";

/** More uses than are checked. */
const MANY = 3000;
const named: SymbolCheck = (op, find) => refuse(!find(known(op.attribute("callee"))), "names nothing");
const use = (symbol: string): NestedOp => placed("func.call", { properties: { callee: `@${symbol}` } });
const define = (name: string): NestedOp => placed("func.func", { properties: { sym_name: `"${name}"` } });
const made = (): SymbolUses => new SymbolUses(new Map([["func.call", named]]), new Set(["func.func"]));
const faults = (uses: SymbolUses, damaged = false): readonly string[] => {
  const found: string[] = [];
  uses.finish(damaged, (_, fault) => found.push(fault));
  return found;
};

describe("uses of symbols", () => {
  it("are looked up in the table around them, whether it comes before or after", () => {
    const [uses, table, other] = [made(), placed("builtin.module"), placed("builtin.module")];
    uses.define(define("first"), table);
    for (const name of ["first", "second", "third", "elsewhere"]) uses.use(use(name), table);
    uses.define(define("second"), table);
    uses.define(define("elsewhere"), other);
    assert.deepEqual(
      faults(uses),
      ["names nothing", "names nothing"].map((words) => `'func.call' op ${words}`),
    );
    assert.deepEqual(faults(uses), [], "nothing is left");
  });
  it("are not all kept, but the definitions after them are", () => {
    const [uses, table] = [made(), placed("builtin.module")];
    for (let i = 0; i < MANY; i++) {
      assert.equal(uses.full, i >= 256);
      uses.use(use(`f${i}`), table);
    }
    for (let i = 1; i < MANY; i++) uses.define(define(`f${i}`), table);
    assert.equal(faults(uses).length, 1, "the first function is not there");
  });
  it("are not checked if definitions may be missing, or the table around them is unknown", () => {
    const uses = made();
    uses.use(use("f"), placed("builtin.module"));
    assert.deepEqual(faults(uses, true), []);
    uses.use(use("f"), undefined);
    uses.define(define("f"), undefined);
    assert.deepEqual(faults(uses), []);
  });
});
