/** References of which one row has very many. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { MemorySource } from "../../../extension/session/bytes/source";
import type { Reference } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import type { Call } from "../../../extension/session/transport/rpc";
import { HOSTILE } from "../../support/hostile";

const COUNT = 3000;

/** The references of a symbol in the assembly of a fixture. */
async function referencesIn(session: Session, symbol: string): Promise<readonly Reference[]> {
  const hits: Reference[] = [];
  const signal = new AbortController().signal;
  const folds = { arrangement: "assembly", base: "none", toggled: [], detail: false } as const;
  await session.api.references({ symbol, folds }, { signal, progress: (page) => hits.push(...page) });
  return hits;
}

describe("references of what is defined elsewhere", () => {
  const declares = async (file: string, symbol: string): Promise<readonly (boolean | undefined)[]> => {
    const session = await Session.open(new MemorySource(new Uint8Array(readFileSync(file))));
    const found = (await referencesIn(session, symbol)).filter(({ definition }) => definition);
    session.dispose();
    return found.map((reference) => reference.declares);
  };

  it("tell a declaration from a definition, of functions and of globals", async () => {
    const llvm = "test/fixtures/llvm";
    assert.deepEqual(await declares(`${llvm}/intrinsics.bc`, "@llvm.ctlz.i32"), [true]);
    assert.deepEqual(await declares(`${llvm}/constants.bc`, "@g"), [true]);
    assert.deepEqual(await declares(`${llvm}/callees.bc`, "@g"), [true]);
    assert.deepEqual(await declares("samples/factorial.bc", "@main"), [undefined]);
    assert.deepEqual(await declares("samples/factorial.pexe", "@f0"), [undefined]);
  });
});

describe("references in a long row", () => {
  it("have their own places in it, and each only the beginning of its text", async () => {
    const session = await Session.open(new MemorySource(HOSTILE["phi.bc"]!(COUNT)));
    const hits: Reference[] = [];
    const signal = new AbortController().signal;
    const call = <P>(progress: (page: P) => void): Call<P> => ({ signal, progress });
    const silent = call<never>(() => undefined);
    const folds = { arrangement: "assembly", base: "none", toggled: [], detail: true } as const;
    const { rows } = await session.api.rows({ anchor: { kind: "bit", bit: 0 }, before: 0, after: 20, folds }, silent);
    const phi = rows.find(({ assembly }) => assembly.some(({ text }) => text === "phi"));
    const symbol = phi?.assembly.findLast((token) => token.symbol !== undefined && !token.definition)?.symbol ?? "";
    await session.api.references(
      { symbol, folds },
      call((page: readonly Reference[]) => hits.push(...page)),
    );
    const inside = hits.filter(
      ({ line, entry, section }) => section === phi?.section && entry === phi.entry && line === phi.line,
    );
    assert.ok(inside.length >= COUNT, `${inside.length} of ${hits.length}`);
    const gaps = new Set(inside.slice(1).map(({ start }, i) => start - (inside[i]?.start ?? 0)));
    assert.equal(gaps.size, 1);
    assert.ok(inside.every(({ start, end }) => end > start));
    assert.ok(inside.every(({ text }) => text.length <= 500 && text.includes("phi")));
    session.dispose();
  });
});
