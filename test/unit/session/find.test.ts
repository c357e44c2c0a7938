/** A search covers the whole of a file, however early it is asked for. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/source";

const FOLDS = { arrangement: "assembly", base: "none", toggled: [], detail: false } as const;
const CALL = { signal: new AbortController().signal, progress: () => undefined };

/** How often a word is found as the first thing that is asked of a file. */
async function hits(file: string, text: string): Promise<number> {
  const session = await Session.open(new MemorySource(new Uint8Array(readFileSync(file))));
  try {
    const query = { text, matchCase: true, wholeWord: false, regex: false, scope: "assembly", folds: FOLDS } as const;
    return (await session.api.find(query, CALL)).hits;
  } finally {
    session.dispose();
  }
}

describe("a search that is the first call", () => {
  it("finds what is known only when all of an MLIR module has been numbered", async () => {
    assert.ok((await hits("samples/sampler.mlirbc", "linalg")) > 0);
  });
  it("finds an LLVM module's metadata by its numbers in the text", async () => {
    assert.equal(await hits("samples/factorial.bc", "!0 = "), 1);
  });
});
