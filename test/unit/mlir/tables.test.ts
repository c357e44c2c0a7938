import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import type { DialectDefinitions } from "../../../extension/document/definitions";
import { OpTable } from "../../../extension/formats/mlir/properties/tables";
import { ConstraintTable } from "../../../extension/formats/mlir/verify/table";

const DATA = path.resolve("extension/formats/mlir/properties/data");
const CONSTRAINTS = path.resolve("extension/formats/mlir/verify/data");

/** The names of a table's ops, with their dialects. */
const opsOf = ({ dialects }: DialectDefinitions): readonly string[] =>
  Object.entries(dialects).flatMap(([dialect, lines]) =>
    lines.split("\n").map((line) => `${dialect}.${/^[^/ ]*/.exec(line)?.[0] ?? ""}`),
  );

describe("the tables of ops", () => {
  const files = fs.readdirSync(DATA).filter((name) => name.endsWith(".json"));

  it("give each op that they contain a layout", () => {
    for (const file of files) {
      const data = JSON.parse(fs.readFileSync(path.join(DATA, file), "utf8")) as DialectDefinitions;
      const table = new OpTable(data);
      for (const op of opsOf(data).filter((name) => !name.includes(".-")))
        assert.ok(table.layout(op), `${op} of ${file}`);
    }
  });
  it("name a base that exists", () => {
    for (const file of files) {
      const { base } = JSON.parse(fs.readFileSync(path.join(DATA, file), "utf8")) as DialectDefinitions;
      assert.ok(base === undefined || files.includes(base), file);
    }
  });
});

describe("the tables of constraints", () => {
  const table = new ConstraintTable(
    JSON.parse(fs.readFileSync(path.join(CONSTRAINTS, "constraints-22.json"), "utf8")) as DialectDefinitions,
  );
  it("tell how many blocks regions have", () => {
    const [one] = table.of("omp.sections")?.regions ?? [];
    assert.deepEqual(one, { region: 0, open: false, blocks: 1, relation: "", name: "region" });
    const [most] = table.of("omp.declare_reduction")?.regions ?? [];
    assert.equal(most?.relation, "-");
  });
});
