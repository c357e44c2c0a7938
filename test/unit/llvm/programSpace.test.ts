/** Where intrinsics are that a release declares anew. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pieceText } from "../../../extension/document/byteText";
import { opened } from "../../support/tiling";

const bytes = new Uint8Array(readFileSync(path.resolve("test/fixtures/llvm/program-space.bc")));
function callsIn(release: string): readonly string[] {
  let text = "";
  for (const piece of opened(bytes).text({ fileName: "x", release })) text += pieceText(piece);
  return [...text.matchAll(/call (addrspace\(\d\)) \w+ @llvm\.(\w+)/g)].map(([, space, name]) => `${name} ${space}`);
}

describe("an intrinsic that is declared anew", () => {
  it("is in the address space of functions", () => {
    assert.deepEqual(callsIn("14"), ["ctlz addrspace(1)", "memcpy addrspace(0)"]);
    assert.deepEqual(callsIn("23"), ["ctlz addrspace(1)", "memcpy addrspace(1)"]);
  });
});
