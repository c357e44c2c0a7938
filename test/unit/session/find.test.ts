/** A search covers the whole of a file, however early it is asked for. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/source";
import { largeModule } from "../../support/largeLlvm";

const FOLDS = { arrangement: "assembly", base: "none", toggled: [], detail: false } as const;
const CALL = { signal: new AbortController().signal, progress: () => undefined };

/** How often a word is found; `first`: what is asked of the file before. */
async function hits(
  bytes: Uint8Array,
  text: string,
  first: (session: Session) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  const session = await Session.open(new MemorySource(bytes));
  try {
    await first(session);
    const query = { text, matchCase: true, wholeWord: false, regex: false, scope: "assembly", folds: FOLDS } as const;
    return (await session.api.find(query, CALL)).hits;
  } finally {
    session.dispose();
  }
}
const sample = (name: string): Uint8Array => new Uint8Array(readFileSync(`samples/${name}`));

describe("a search", () => {
  it("finds what is known only when all of an MLIR module has been numbered", async () => {
    assert.ok((await hits(sample("sampler.mlirbc"), "linalg")) > 0);
  });
  it("finds what is behind the head of a large LLVM module", async () => {
    const functions = await hits(sample("factorial.bc"), "define ");
    assert.ok(functions > 0);
    assert.equal(await hits(largeModule(), "define "), functions);
  });
  it("finds an LLVM module's metadata by its numbers in the text", async () => {
    const copied = (session: Session): Promise<unknown> =>
      session.api.copy({ kind: "rows", arrangement: "assembly" }, CALL);
    assert.equal(await hits(sample("factorial.bc"), "!0 = ", copied), 1);
  });
});
