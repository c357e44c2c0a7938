/**
 * Calls a session's methods in any order and with any arguments: each call is answered, and the answers are consistent.
 */
import assert from "node:assert/strict";
import type { Folds, Row } from "../../extension/session/protocol";
import { Session } from "../../extension/session/session";
import { MemorySource } from "../../extension/session/bytes/source";
import type { Random } from "./mutators";

const CALLS = 12;
const PATTERNS = ["0", "%", "@", "i32", "<", "\\d+", "["];

/** Opens a session on bytes and calls its methods. @throws if a call fails */
export async function calls(bytes: Uint8Array, random: Random, count = CALLS): Promise<void> {
  const stopped: string[] = [];
  const session = await Session.open(new MemorySource(bytes), { fileName: "x" }, (event) => {
    if (event.kind === "stopped") stopped.push(event.reason);
  });
  try {
    const { arrangements } = await session.api.opened(null, call());
    let seen: readonly Row[] = [];
    for (let i = 0; i < count; i++) {
      const arrangement = arrangements[random(arrangements.length)] ?? "records";
      seen = (await one(session.api, arrangement, seen, bytes.length * 8, random)) ?? seen;
    }
  } finally {
    session.dispose();
  }
  assert.deepEqual(stopped, [], "counting lines goes on to the end");
}
const call = () => ({ signal: new AbortController().signal, progress: () => undefined });

/** Calls one method; returns the rows that it showed. */
async function one(
  api: Session["api"],
  arrangement: Folds["arrangement"] & string,
  seen: readonly Row[],
  bits: number,
  random: Random,
): Promise<readonly Row[] | undefined> {
  const folds: Folds = {
    arrangement,
    base: (["preamble", "none", "all"] as const)[random(3)] ?? "none",
    toggled: seen.slice(0, random(3)).map((row) => row.section),
    detail: random(2) === 0,
  };
  const bit = random(bits + 64);
  const row = seen[random(Math.max(1, seen.length))];
  const place = row ? { section: row.section, entry: row.entry, line: row.line } : { section: 0, entry: 0, line: 0 };
  switch (random(12)) {
    case 0:
    case 1:
    case 2: {
      const anchors = [
        { kind: "bit", bit },
        { kind: "line", line: random(500) },
        { kind: "end" },
        { kind: "place", place },
      ] as const;
      const anchor = anchors[random(row?.section === undefined ? 3 : 4)] ?? { kind: "end" };
      const answer = await api.rows({ anchor, before: random(60), after: 1 + random(60), folds }, call());
      assert.ok(
        answer.rows.length === 0 || answer.anchor < answer.rows.length,
        "the row that was asked for is among them",
      );
      return answer.rows;
    }
    case 3:
      await api.find(
        {
          text: PATTERNS[random(PATTERNS.length)] ?? "",
          matchCase: false,
          wholeWord: false,
          regex: random(2) === 0,
          scope: "all",
          folds,
        },
        call(),
      );
      return undefined;
    case 4: {
      const symbol = row?.assembly.find((token) => token.symbol !== undefined)?.symbol;
      if (symbol !== undefined) await api.references({ symbol, folds: { ...folds, detail: false } }, call());
      return undefined;
    }
    case 5: {
      const target = { column: "assembly" as const, line: place.line, token: random(4) };
      if (row) await api.hover({ ...place, arrangement, target }, call());
      if (row) await api.definition({ ...place, arrangement, target }, call());
      return undefined;
    }
    case 6:
      await api.placeOf({ bit, arrangement }, call());
      await api.sourceAt({ bit }, call());
      return undefined;
    case 7:
      await api.outline({ path: [], from: 0, count: 50, sort: "size", filter: "", demangle: true }, call());
      await api.outlineAt({ bit, demangle: false }, call());
      return undefined;
    case 8:
      await api.text(
        { what: (["text", "dump", "listing"] as const)[random(3)] ?? "text", fileName: "x", cursor: 0, raw: false },
        call(),
      );
      return undefined;
    case 9:
      await api.overview({ sort: "size", count: 5 }, call());
      await api.marks(folds, call());
      return undefined;
    case 10:
      await api.copy(
        {
          kind: (["rows", "text", "record", "position", "hex", "json"] as const)[random(6)] ?? "rows",
          arrangement,
          ...(row ? { from: place, to: place } : {}),
        },
        call(),
      );
      return undefined;
    default:
      await api.textLines({ from: random(100), count: 50 }, call());
      await api.symbols({ text: "", count: 20, demangle: false }, call());
      return undefined;
  }
}
