/** The arrangement in which a file opens. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/bytes/source";

const call = { signal: new AbortController().signal, progress: () => undefined };

describe("the arrangement that a file opens in", () => {
  for (const [name, first] of [
    ["factorial.bc", "assembly"],
    ["factorial.pexe", "records"],
  ] as const)
    it(`is ${first} for ${name}`, async () => {
      const session = await Session.open(new MemorySource(new Uint8Array(readFileSync(`samples/${name}`))));
      assert.equal((await session.api.opened(null, call)).arrangements[0], first);
      session.dispose();
    });
});
