/** Hidden noise: its lines are no rows; they are not counted, found or copied, and are shown when one goes there. */
import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { NoiseKind } from "../../../extension/document/token";
import { columnText } from "../../../extension/document/token";
import type { Anchor, Hit, Reference, RowsAnswer } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/bytes/source";

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
  it("includes declarations, with the empty lines between them", async () => {
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
  it("is shown when one goes there, but not for a nearby row", async () => {
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

  it("includes parts of lines: the same rows, without these parts and their blanks", async () => {
    const session = await opened();
    const all = texts(await rows(session, []));
    const without = texts(await rows(session, ["location"]));
    assert.deepEqual(
      without,
      all.map((text) => text.replace(/,? !dbg !\d+/, "").replace(/^( +#dbg_.*), !\d+\)$/, "$1)")),
    );
    assert.notDeepEqual(without, all);
    session.dispose();
  });
  it("includes attributes of parameters, calls and functions, with the comments that list them, but not their groups", async () => {
    const session = await opened("../../../samples/factorial");
    const linesWithout = async (hidden: readonly NoiseKind[]): Promise<readonly string[]> =>
      (await session.api.copy({ arrangement: "assembly", kind: "text", hidden }, call)).text.split("\n");
    const all = await linesWithout([]);
    const without = await linesWithout(["attribute"]);
    assert.ok(all.some((text) => text.startsWith("; Function Attrs:")));
    assert.ok(!without.some((text) => text.startsWith("; Function Attrs:")));
    assert.ok(all.some((text) => / noundef /.test(text)));
    assert.ok(!without.some((text) => / noundef |^(define|declare|.* call) .*#\d/.test(text)));
    assert.ok(!without.some((text) => /\w {2,}[%@\w]/.test(text.replace(/;.*/, "").trim())));
    const groups = (lines: readonly string[]): readonly string[] => lines.filter((t) => t.startsWith("attributes #"));
    assert.ok(groups(all).length > 0);
    assert.deepEqual(groups(without), groups(all));
    session.dispose();
  });
  it("within lines is neither found nor copied, and is shown when one goes to a use in it", async () => {
    const session = await opened();
    const hidden = ["location"] as const;
    const { text } = await session.api.copy({ arrangement: "assembly", kind: "text", hidden }, call);
    assert.deepEqual(text.split("\n").slice(0, -1), texts(await rows(session, hidden)));
    const query = { text: "!dbg", matchCase: true, wholeWord: false, regex: false, scope: "assembly" } as const;
    assert.equal((await session.api.find({ ...query, folds: foldsOf(hidden) }, call)).hits, 0);
    assert.ok((await session.api.find({ ...query, folds: foldsOf([]) }, call)).hits > 0);
    const token = (await rows(session, [])).rows
      .flatMap(({ assembly }) => assembly)
      .find(({ noise, symbol }) => noise === "location" && symbol !== undefined);
    assert.ok(token?.symbol !== undefined);
    const uses: Reference[] = [];
    const progress = (part: readonly Reference[]): number => uses.push(...part);
    await session.api.references({ symbol: token.symbol, folds: foldsOf(hidden) }, { ...call, progress });
    const use = uses.find(({ noise }) => noise === "location");
    assert.ok(use);
    const anchor = { kind: "place", place: use, unhide: true, reveals: "location" } as const;
    const there = await rows(session, hidden, anchor);
    assert.deepEqual(there.unhidden, ["location"]);
    assert.equal(texts(there)[there.anchor]?.slice(use.start, use.end), token.text);
    session.dispose();
  });
  it("does not hide the source of rows", async () => {
    const session = await opened();
    const { rows: shown } = await rows(session, ["location"]);
    const located = shown.filter(({ source }) => source !== undefined);
    assert.ok(located.length > 0);
    const [first] = located;
    assert.ok(first);
    const [frame] = await session.api.sourceOf({ ...first, arrangement: "assembly" }, call);
    assert.deepEqual(
      [frame?.file, frame?.line, frame?.column],
      [first.source?.file, first.source?.line, first.source?.column],
    );
    session.dispose();
  });
});
