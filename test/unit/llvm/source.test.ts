/** The source lines of instructions: the files of their locations, and the calls at which they were inlined. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Arrangement } from "../../../extension/document/arrangement";
import type { SourceAnswer } from "../../../extension/document/sourceLocation";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/bytes/source";
import { opened } from "../../support/tiling";

const call = { signal: new AbortController().signal, progress: () => undefined };
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(`test/fixtures/llvm/${name}`));

function assemblyOf(name: string): Arrangement {
  const assembly = opened(bytesOf(name)).assembly?.({ fileName: "-" });
  assert.ok(assembly);
  return assembly;
}

/** The position of the record of the line that contains `text`. */
function bitOf(assembly: Arrangement, text: string): number {
  for (const root of assembly.roots())
    for (const entry of assembly.entries(root, 0, 1000, {}).entries) {
      if (entry.kind !== "section") continue;
      for (const part of assembly.entries(entry.section, 0, 1000, {}).entries)
        for (const line of part.kind === "lines" ? part.lines : [])
          if (
            line.assembly
              .map((token) => token.text)
              .join("")
              .includes(text)
          )
            return line.positionBit ?? NaN;
    }
  throw new Error(`no line with ${text}`);
}

/** `file:line:column function` of each frame, or why there is none. */
function told(answer: SourceAnswer | undefined): readonly string[] | string {
  if (answer?.kind !== "frames") return answer?.why ?? "no facet";
  return answer.frames.map((f) => `${f.directory}|${f.file}:${f.line}:${f.column} ${f.function}`);
}

describe("the source of an LLVM instruction", () => {
  const debug = assemblyOf("debug.bc");
  const inlined = assemblyOf("inlined.bc");
  const sourceOf = (assembly: Arrangement, text: string): readonly string[] | string =>
    told(assembly.source?.(bitOf(assembly, text)));

  it("is its location's line and column in the file of its scope", () => {
    assert.deepEqual(sourceOf(debug, "%y = add"), ["/d|f.c:2:12 f"]);
    assert.deepEqual(sourceOf(debug, "ret i32 %y"), ["/d|f.c:4:3 f"]);
    assert.deepEqual(sourceOf(debug, "#dbg_value"), ["/d|f.c:1:11 f"]);
  });
  it("is the same for every bit of its record", () => {
    const bit = bitOf(debug, "%y = add");
    assert.deepEqual(told(debug.source?.(bit + 1)), ["/d|f.c:2:12 f"]);
  });
  it("of a function's head is the function's line", () => {
    assert.deepEqual(sourceOf(debug, "define"), ["/d|f.c:1:0 f"]);
  });
  it("follows the calls at which it was inlined, innermost first", () => {
    assert.deepEqual(sourceOf(inlined, "%b = mul"), [
      "/build/p|/build/p/inc/tiny.h:5:16 tiny",
      "/build/p|src/outer.c:11:14 middle",
      "/build/p|src/outer.c:22:10 outer",
    ]);
  });
  it("is in the file of a lexical block, and has line 0 if the compiler stores none", () => {
    assert.deepEqual(sourceOf(inlined, "%d = xor"), ["/build/p|/build/p/inc/tiny.h:31:2 outer"]);
    assert.deepEqual(sourceOf(inlined, "ret i32 %d"), ["/build/p|src/outer.c:0:0 outer"]);
  });
  it("is missing for an instruction without a location, and for a module without debug information", () => {
    assert.equal(sourceOf(inlined, "%c = sub"), "instruction");
    assert.equal(sourceOf(inlined, "ret i32 %x"), "instruction");
    assert.equal(told(assemblyOf("mangled.bc").source?.(0)), "module");
  });
  it("is answered by a session, with null if a format keeps no locations", async () => {
    const session = await Session.open(new MemorySource(bytesOf("debug.bc")));
    const answer = await session.api.sourceAt({ bit: bitOf(debug, "%y = add") }, call);
    assert.deepEqual(told(answer ?? undefined), ["/d|f.c:2:12 f"]);
    session.dispose();
    const pexe = new MemorySource(new Uint8Array(readFileSync("samples/factorial.pexe")));
    const other = await Session.open(pexe);
    assert.equal(await other.api.sourceAt({ bit: 0 }, call), null);
    other.dispose();
  });
});
