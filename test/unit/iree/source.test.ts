/** The source of an IREE module's ops, from its debug database. */
import assert from "node:assert/strict";
import type { Arrangement } from "../../../extension/document/arrangement";
import type { SourceFrame } from "../../../extension/document/sourceLocation";
import { buildModule } from "../../fixtures/iree/builder.mjs";
import { lastEra, lastModule, lastSpec } from "../../fixtures/iree/modules.mjs";
import { rows, textOf } from "../../support/rows";
import { opened } from "../../support/tiling";

const brief = ({ file, line, column, function: name }: SourceFrame): string => `${name} ${file}:${line}:${column}`;
const assemblyOf = (bytes: Uint8Array): Arrangement => {
  const assembly = opened(bytes).assembly?.({ fileName: "x" });
  assert.ok(assembly);
  return assembly;
};
/** The rows of the assembly that have a source, with its frames. */
function sources(assembly: Arrangement): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const root of assembly.roots())
    for (const { section, index, tokens } of rows(assembly, root)) {
      const frames = assembly.sourceOf?.({ section, entry: index }) ?? [];
      if (frames.length > 0) found.set(textOf(tokens.assembly).trim(), frames.map(brief));
    }
  return found;
}

describe("the source of an IREE op", () => {
  it("is that of the last entry at or before it; a call's has its caller too, a fused one is its first part's", () => {
    const found = sources(assemblyOf(lastModule().bytes));
    const plain = " model.mlir:4:3";
    const named = "loop model.mlir:4:3";
    const of = (op: string): readonly string[] | undefined =>
      [...found].find(([text]) => text.includes(`  ${op}`))?.[1];
    assert.deepEqual(of("%i1 = vm.const.i32 10"), [named]);
    assert.deepEqual(of("vm.br ^bb1"), [plain, named]);
    assert.deepEqual(of("vm.return %i3"), [plain, named]);
    assert.deepEqual(
      [...found].filter(([text]) => /^vm\.func|\^bb\d+:$|^\}/.test(text)),
      [],
    );
    // The whole of @make has one location, and @wide has none.
    assert.deepEqual(
      [...new Set([...found.values()].map((frames) => frames.join("; ")))],
      [named, `${plain}; ${named}`, plain],
    );
  });
  it("leads back from a line to its ops", () => {
    const assembly = assemblyOf(lastModule().bytes);
    const places = (line: number): number =>
      [...(assembly.entriesOfSource?.(({ file }) => file === "model.mlir", line) ?? [])].filter(Boolean).length;
    assert.deepEqual([places(4) > 10, places(5)], [true, 0]);
  });
  it("is unknown if no entry has it, or the module has no debug database", () => {
    const location_table = [null];
    const functions = [{ local_name: "sum", locations: [{ bytecode_offset: 0, location: 0 }] }];
    for (const debug_database of [{ location_table, functions }, undefined]) {
      const assembly = assemblyOf(buildModule(lastSpec({ debug_database }), lastEra).bytes);
      assert.equal(sources(assembly).size, 0);
      assert.equal(assembly.sourceOf === undefined, debug_database === undefined);
    }
  });
});
