import assert from "node:assert/strict";
import type { MetadataId } from "../../../extension/formats/llvm/ir/ids";
import { moveFunctionLocals } from "../../../extension/formats/llvm/metadata/functionLocals";
import type { NodeUpgrades } from "../../../extension/formats/llvm/metadata/upgrades";

/** Nodes by their ids, as the table of a module gives them; counts how often one is asked for. */
function upgradesOf(nodes: readonly object[]) {
  let asked = 0;
  const made: object[] = [];
  const overridden = new Map<MetadataId, object>();
  const upgrades = {
    release: 23,
    node: (id: MetadataId | undefined) => {
      asked++;
      if (id === undefined) return undefined;
      return id < 0 ? made[-1 - id] : (overridden.get(id) ?? nodes[id]);
    },
    fieldOf: (record: Record<string, MetadataId>, field: string) => record[field],
    withFields: (record: object, fields: object) => ({ ...record, ...fields }),
    tuple: (operands: readonly MetadataId[]) => -made.push({ kind: "tuple", operands }),
    override: (id: MetadataId, node: object) => overridden.set(id, node),
  };
  return { upgrades: upgrades as unknown as NodeUpgrades, overridden, asked: () => asked, made };
}

describe("what belongs to functions", () => {
  const record = (name: string, fields: object) => ({ kind: "record", name, ...fields });
  /** A unit with `count` imports into the innermost of `depth` blocks of a function. */
  function nested(depth: number, count: number): readonly object[] {
    const imports = Array.from({ length: count }, (_, i) => 3 + depth + i);
    return [
      record("DICompileUnit", { imports: 1 }),
      { kind: "tuple", operands: imports },
      record("DISubprogram", {}),
      ...Array.from({ length: depth }, (_, i) => record("DILexicalBlock", { scope: 2 + i })),
      ...imports.map(() => record("DIImportedEntity", { scope: 2 + depth })),
    ];
  }

  it("moves to the function's retained nodes", () => {
    const { upgrades, overridden, made } = upgradesOf(nested(3, 2));
    moveFunctionLocals(upgrades, [{ name: "llvm.dbg.cu", nodes: [0] }]);
    const retained = (overridden.get(2) as { retainedNodes: MetadataId }).retainedNodes;
    assert.deepEqual(made[-1 - retained], { kind: "tuple", operands: [6, 7] });
    const { imports } = overridden.get(0) as { imports: MetadataId };
    assert.deepEqual(made[-1 - imports], { kind: "tuple", operands: [] });
  });
  it("is found once, however many share deep scopes", () => {
    const { upgrades, overridden, asked } = upgradesOf(nested(20_000, 20_000));
    moveFunctionLocals(upgrades, [{ name: "llvm.dbg.cu", nodes: [0] }]);
    assert.ok(overridden.has(2));
    assert.ok(asked() < 20_000 * 10, `${asked()} nodes`);
  });
  it("is nowhere if scopes are a circle", () => {
    const circle = [...nested(3, 2)];
    circle[3] = record("DILexicalBlock", { scope: 5 });
    const { upgrades, overridden } = upgradesOf(circle);
    moveFunctionLocals(upgrades, [{ name: "llvm.dbg.cu", nodes: [0] }]);
    assert.ok(overridden.has(0) && !overridden.has(2));
  });
});
