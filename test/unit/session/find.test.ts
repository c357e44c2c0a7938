/** A search covers the whole of a file, however early it is asked for. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { ArrangementName } from "../../../extension/document/arrangement";
import type { NoiseKind } from "../../../extension/document/token";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import type { FindProgress, FindQuery, Hit } from "../../../extension/session/protocol";
import { setDemangler } from "../../../extension/session/names/demangle";
import { allEntries } from "../../../extension/kit/entryWalk";
import { columnText } from "../../../extension/document/token";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/bytes/source";
import { HOSTILE } from "../../support/hostile";
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
/** All hits of a query in an arrangement. */
async function hitsOf(
  session: Session,
  query: Omit<FindQuery, "folds">,
  arrangement: ArrangementName,
  hidden: readonly NoiseKind[] = [],
): Promise<Hit[]> {
  const all: Hit[] = [];
  const call = { ...CALL, progress: ({ hits }: FindProgress) => void all.push(...hits) };
  await session.api.find({ ...query, folds: { ...FOLDS, arrangement, hidden } }, call);
  return all;
}
/** The same in a session of its own. */
async function found(
  bytes: Uint8Array,
  query: Omit<FindQuery, "folds">,
  arrangement: ArrangementName,
  hidden?: readonly NoiseKind[],
): Promise<Hit[]> {
  const session = await Session.open(new MemorySource(bytes));
  try {
    return await hitsOf(session, query, arrangement, hidden);
  } finally {
    session.dispose();
  }
}
const sample = (name: string): Uint8Array => new Uint8Array(readFileSync(`samples/${name}`));

describe("a search", () => {
  it("reports where a match in a mangled name is in the demangled one", async () => {
    setDemangler(() => new Uint8Array(readFileSync("dist/demangle.wasm")));
    const bytes = new Uint8Array(readFileSync("test/fixtures/llvm/mangled.bc"));
    const query = { matchCase: true, wholeWord: false, regex: false, scope: "assembly" } as const;
    const plain = "@shape::Circle::area(int)";
    const at = (text: string): { start: number; end: number } => {
      const start = plain.indexOf(text);
      return { start, end: start + text.length };
    };
    // It is in both: each hit is a part of the name.
    const area = (await found(bytes, { ...query, text: "area" }, "assembly")).filter((hit) => hit.plain);
    assert.ok(area.length > 0);
    for (const hit of area) assert.deepEqual([hit.end - hit.start, hit.plain], [4, at("area")]);
    // It is in the demangled name alone: the hit is all of the name.
    const [hit] = await found(bytes, { ...query, text: "Circle::area" }, "assembly");
    assert.deepEqual(hit?.plain, at("Circle::area"));
    assert.ok((hit?.end ?? 0) - (hit?.start ?? 0) > "Circle::area".length);
  });

  it("shows a match beyond the cut of a long row as the words that stand for the rest", async () => {
    const bytes = HOSTILE["phi.bc"]!(3000);
    const query = { matchCase: true, wholeWord: false, regex: true, scope: "assembly" } as const;
    const [row, ...others] = await found(bytes, { ...query, text: "phi .*more characters$" }, "assembly");
    assert.ok(row && row.start < 10000 && others.length === 0);
    const ends = await found(bytes, { ...query, text: "phi .*\\]$" }, "assembly");
    assert.deepEqual(
      ends.map(({ entry, end }) => ({ entry, end })),
      [{ entry: row.entry, end: row.end }],
    );
    assert.ok(ends[0]!.start >= 10000);
  });
  it("finds each match inside functions of MLIR, which are searched whole first", async () => {
    const bytes = new Uint8Array(readFileSync("test/fixtures/mlir/sampler-22-v6.mlirbc"));
    const query = { text: "arith", matchCase: true, wholeWord: false, regex: false, scope: "assembly" } as const;
    const document = openDocument(new ResidentWindow(bytes));
    const assembly = document.assembly?.({ fileName: "x" });
    assert.ok(assembly);
    for (const work = assembly.background?.(); work?.next().done === false;);
    for (const [name, arrangement] of [["records", document] as const, ["assembly", assembly] as const]) {
      const wanted = Array.from(allEntries(arrangement, {})).flatMap(({ lines }) =>
        lines.flatMap(({ assembly: tokens }) => [...columnText(tokens).matchAll(/arith/g)].map(({ index }) => index)),
      );
      const hits = await found(bytes, query, name);
      assert.ok(wanted.length > 3);
      assert.deepEqual(
        hits.map(({ start }) => start),
        wanted,
        name,
      );
    }
  });

  for (const name of ["factorial.bc", "sampler.mlirbc", "factorial.vmfb"])
    for (const arrangement of ["assembly", "records"] as const)
      it(`finds in a part what it finds there in the whole: ${arrangement} of ${name}`, async () => {
        const session = await Session.open(new MemorySource(sample(name)));
        const query = { text: "i", matchCase: true, wholeWord: false, regex: false, scope: "assembly" } as const;
        const all = await hitsOf(session, query, arrangement);
        const at = ({ section, entry }: Hit): string => `${section} ${entry}`;
        const places = all.map(at);
        const middle = all.length >> 1;
        for (const [first, last] of [
          [0, all.length - 1],
          [3, 8],
          [middle, all.length - 2],
        ] as const) {
          const [from, to] = [all[first], all[last]];
          assert.ok(from && to);
          const wanted = all.slice(places.indexOf(at(from)), places.lastIndexOf(at(to)) + 1);
          const between = { from, to };
          assert.deepEqual(await hitsOf(session, { ...query, between }, arrangement), wanted);
          const { section } = from;
          const isOwn = (hit: Hit): boolean => hit.section === section;
          const inSection = await hitsOf(session, { ...query, between, section }, arrangement);
          assert.deepEqual(inSection.filter(isOwn), wanted.filter(isOwn));
        }
        session.dispose();
      });
  it("finds what is known only after all of an MLIR module was numbered", async () => {
    assert.ok((await hits(sample("sampler.mlirbc"), "linalg")) > 0);
  });
  it("finds what comes after the head of a large LLVM module", async () => {
    const functions = await hits(sample("factorial.bc"), "define ");
    assert.ok(functions > 0);
    assert.equal(await hits(largeModule(), "define "), functions);
  });
  it("finds an LLVM module's metadata by its numbers in the text", async () => {
    const copied = (session: Session): Promise<unknown> =>
      session.api.copy({ kind: "rows", arrangement: "assembly" }, CALL);
    assert.equal(await hits(sample("factorial.bc"), "!0 = ", copied), 1);
  });
  for (const arrangement of ["assembly", "records"] as const)
    it(`finds the same in the text of rows as in their tokens: ${arrangement}`, async () => {
      const bytes = sample("factorial.bc");
      // What may be hidden in rows is searched by their tokens; this file has nothing of this kind.
      const hidden = ["attachment"] as const;
      const where = (hits: readonly Hit[]): unknown[] =>
        hits.map(({ startBit, line, column, start, end }) => [startBit, line, column, start, end]);
      for (const text of [
        "call",
        "CALL i32",
        "%1",
        "v1",
        "[0-9]+:",
        "^  ret",
        "^define|\\[\\d+ x",
        "\\bi32\\b",
        "[\\d}]$",
        "^\\S+$",
        "(?:^|ret)",
        "i32 %.*i32",
        "2, …",
        "factorial(",
        "nothing",
      ])
        for (const scope of ["all", "assembly", "record"] as const)
          for (const [regex, wholeWord] of [
            [false, false],
            [false, true],
            [true, false],
          ] as const) {
            if (regex && text === "factorial(") continue;
            const query = { text, matchCase: false, regex, wholeWord, scope };
            const inText = where(await found(bytes, query, arrangement));
            assert.deepEqual(inText, where(await found(bytes, query, arrangement, hidden)), JSON.stringify(query));
          }
    });
});
