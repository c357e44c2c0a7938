/** Noise that is left out: its lines are no rows, are not counted, found or copied, and come back for who goes there. */
import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { NoiseKind } from "../../../extension/document/token";
import { columnText } from "../../../extension/session/listing";
import type { Anchor, Hit, RowsAnswer } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/source";

const call = { signal: new AbortController().signal, progress: () => undefined };

async function opened(name = "debug"): Promise<Session> {
  return Session.open(new MemorySource(new Uint8Array(readFileSync(`test/fixtures/llvm/${name}.bc`))));
}
function foldsOf(hidden: readonly NoiseKind[]) {
  return { arrangement: "assembly", base: "none", toggled: [], detail: false, hidden } as const;
}
/** The rows around an anchor, once all lines are counted. */
async function rows(
  session: Session,
  hidden: readonly NoiseKind[],
  anchor: Anchor = { kind: "line", line: 0 },
): Promise<RowsAnswer> {
  for (;;) {
    const answer = await session.api.rows({ anchor, before: 0, after: 400, folds: foldsOf(hidden) }, call);
    if (answer.exact) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
function texts({ rows }: RowsAnswer): readonly string[] {
  return rows.map((row) => columnText(row.assembly));
}
const isDebug = (text: string): boolean => /^\s*(#dbg_|(tail )?call void @llvm\.dbg\.)/.test(text);

describe("noise in the assembly", () => {
  it("is left out of the rows and of their count, and nothing else is", async () => {
    const session = await opened();
    const all = await rows(session, []);
    const less = await rows(session, ["debugRecord"]);
    const expected = texts(all).filter((text) => !isDebug(text));
    assert.ok(expected.length < all.rows.length);
    assert.deepEqual(texts(less), expected);
    assert.equal(less.total, expected.length);
    session.dispose();
  });
  it("is declarations, too, with the empty lines between them", async () => {
    const session = await opened("intrinsics");
    const all = await rows(session, []);
    const less = await rows(session, ["declaration"]);
    const declared = texts(all).filter((text) => text.startsWith("declare ")).length;
    assert.ok(declared > 0);
    assert.ok(texts(less).every((text) => !text.startsWith("declare ")));
    assert.ok(less.total <= all.total - 2 * declared);
    session.dispose();
  });
  it("is not copied", async () => {
    const session = await opened();
    const hidden = ["debugRecord"] as const;
    const { text } = await session.api.copy({ arrangement: "assembly", kind: "text", hidden }, call);
    assert.deepEqual(text.split("\n").slice(0, -1), texts(await rows(session, hidden)));
    session.dispose();
  });
  it("is not found", async () => {
    const session = await opened();
    const find = async (hidden: readonly NoiseKind[]): Promise<number> => {
      const hits: Hit[] = [];
      const query = { text: "dbg_|llvm\\.dbg\\.", matchCase: true, wholeWord: false, regex: true } as const;
      const progress = (part: { readonly hits: readonly Hit[] }): number => hits.push(...part.hits);
      await session.api.find({ ...query, scope: "assembly", folds: foldsOf(hidden) }, { ...call, progress });
      return hits.length;
    };
    const declared = texts(await rows(session, ["debugRecord"])).filter((text) => /llvm\.dbg\./.test(text)).length;
    assert.ok((await find([])) > declared);
    assert.equal(await find(["debugRecord"]), declared);
    session.dispose();
  });
  it("is shown to who goes there; a row nearby is shown to who only comes by", async () => {
    const session = await opened();
    const place = (await rows(session, [])).rows.find((row) => isDebug(columnText(row.assembly)));
    assert.ok(place);
    const there = await rows(session, ["debugRecord"], { kind: "place", place, unhide: true });
    assert.deepEqual(there.unhidden, ["debugRecord"]);
    assert.ok(isDebug(texts(there)[there.anchor] ?? ""));
    const near = await rows(session, ["debugRecord"], { kind: "shown", place });
    assert.deepEqual(near.unhidden, []);
    assert.ok(near.rows[near.anchor] && !isDebug(texts(near)[near.anchor] ?? ""));
    session.dispose();
  });
});
