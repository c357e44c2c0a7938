/** Copying characters of a column: exactly those, across wrapped rows, whether or not they are loaded. */
import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { ArrangementName } from "../../../extension/document/arrangement";
import { columnText } from "../../../extension/document/token";
import type { CopyKind, CopyPart, CopyQuery, Row, TextPage } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/bytes/source";

const call = { signal: new AbortController().signal, progress: () => undefined };

async function opened(): Promise<Session> {
  return Session.open(new MemorySource(new Uint8Array(readFileSync("samples/factorial.bc"))));
}
async function allRows(session: Session, arrangement: ArrangementName): Promise<readonly Row[]> {
  const folds = { arrangement, base: "none", toggled: [], detail: false } as const;
  const answer = await session.api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 400, folds }, call);
  return answer.rows;
}
async function copied(session: Session, kind: CopyKind, from?: Row, to?: Row, part?: CopyPart): Promise<string> {
  let text = "";
  let at: { section: number; entry: number } | undefined = from;
  do {
    const query: CopyQuery = {
      arrangement: "assembly",
      kind,
      ...(at ? { from: at } : {}),
      ...(to ? { to } : {}),
      ...(part ? { part } : {}),
    };
    const page: { text: string; next?: { section: number; entry: number } } = await session.api.copy(query, call);
    text += page.text;
    at = page.next;
  } while (at);
  return text;
}

describe("copying from the assembly", () => {
  it("from the first row to the last returns the text, byte for byte", async () => {
    const session = await opened();
    let text = "";
    for (let cursor: number | undefined = 0; cursor !== undefined;) {
      const page: TextPage = await session.api.text({ what: "text", fileName: "-", cursor, raw: false }, call);
      text += page.text;
      cursor = page.next;
    }
    const all = await copied(session, "text");
    // The first line contains the name under which the file was opened.
    assert.deepEqual(all.split("\n").slice(1), text.split("\n").slice(1));
    session.dispose();
  });
  it("returns exactly the selected characters", async () => {
    const session = await opened();
    const rows = await allRows(session, "assembly");
    const start = rows.findIndex((row) => columnText(row.assembly).startsWith("define"));
    const [from, to] = [rows[start], rows[start + 4]];
    assert.ok(from && to);
    const part: CopyPart = { column: "assembly", from: { ...from, char: 7 }, to: { ...to, char: 4 } };
    const lines = rows.slice(start, start + 5).map((row) => columnText(row.assembly));
    const expected = [lines[0]?.slice(7), ...lines.slice(1, 4), lines[4]?.slice(0, 4)].join("\n");
    assert.equal(await copied(session, "text", from, to, part), expected);
    session.dispose();
  });
});
