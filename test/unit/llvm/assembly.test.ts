/** The assembly of an LLVM module, read in any order while the background finds its numbers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { opened } from "../../support/tiling";

describe("the assembly of an LLVM module", () => {
  it("is read without fault where rows are asked for between the steps of the background", () => {
    const document = opened(new Uint8Array(readFileSync("samples/factorial.bc")));
    const assembly = document.assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const module = assembly.roots()[0] ?? 0;
    const background = assembly.background?.();
    do {
      for (const entry of assembly.entries(module, 0, 1000, {}).entries)
        if (entry.kind === "section" && assembly.section(entry.section).kind === "function")
          assembly.entries(entry.section, 0, 1000, {});
    } while (background?.next().done === false);
    assert.deepEqual(document.problems(), []);
  });
  it("has rows before anything is numbered, with the file's own numbers, marked", () => {
    const document = opened(new Uint8Array(readFileSync("samples/factorial.bc")));
    const assembly = document.assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const head = (): string => {
      for (const entry of assembly.entries(assembly.roots()[0] ?? 0, 0, 1000, {}).entries) {
        if (entry.kind !== "section" || assembly.section(entry.section).kind !== "function") continue;
        const [first] = assembly.entries(entry.section, 0, 1, {}).entries;
        if (first?.kind === "lines") return first.lines.map((l) => l.assembly.map((t) => t.text).join("")).join("\n");
      }
      return "";
    };
    assert.match(head(), /^define .* #\? /);
    const background = assembly.background?.();
    while (background?.next().done === false);
    assert.match(head(), /^define .* #0 /);
  });
});
