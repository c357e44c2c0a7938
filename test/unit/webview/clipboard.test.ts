import assert from "node:assert/strict";
import type { CopyQuery, Folds } from "../../../extension/session/protocol";
import type { Host } from "../../../webview/base/connection";
import type { Notice } from "../../../webview/base/notice";
import { copySelected } from "../../../webview/cursor/clipboard";
import type { CopyForm } from "../../../webview/cursor/clipboard";
import type { Selected } from "../../../webview/cursor/selection";

const FOLDS: Folds = { arrangement: "assembly", base: "none", toggled: [], detail: false, hidden: ["lifetime"] };
const FORM: CopyForm = { kind: "selection", whole: "rows", folds: FOLDS, demangle: true };

/** Copies a selection from a host that answers with these pages; returns what was asked, copied and said. */
async function copied(
  selected: Selected,
  pages: readonly string[],
  form = FORM,
): Promise<{ queries: readonly CopyQuery[]; text: string | undefined; said: readonly string[] }> {
  const queries: CopyQuery[] = [];
  const said: string[] = [];
  let text: string | undefined;
  const host = {
    copy: (query: CopyQuery) => {
      queries.push(query);
      const text = pages[queries.length - 1] ?? assert.fail("no page is left");
      const next = queries.length < pages.length ? { section: 1, entry: queries.length * 100 } : undefined;
      return Promise.resolve({ text, ...(next ? { next } : {}) });
    },
    writeClipboard: (written: string) => {
      text = written;
      return Promise.resolve();
    },
  } as unknown as Host;
  const notice = { show: (message: string) => said.push(message) } as unknown as Notice;
  await copySelected(host, selected, form, notice);
  return { queries, text, said };
}

describe("copying", () => {
  const here = { section: 1, entry: 4 };
  it("one record leaves out its line end; several keep theirs", async () => {
    const one = await copied({ kind: "rows", from: here, to: here, count: 1 }, ["  ret void\n"]);
    assert.equal(one.text, "  ret void");
    const several = await copied({ kind: "rows", from: here, to: { section: 1, entry: 5 }, count: 2 }, ["a\nb\n"]);
    assert.equal(several.text, "a\nb\n");
  });

  it("everything asks for page after page, without what is hidden", async () => {
    const { queries, text } = await copied({ kind: "rows", count: 300 }, ["a\n", "b\n", "c\n"]);
    assert.equal(text, "a\nb\nc\n");
    assert.deepEqual(
      queries.map(({ from }) => from?.entry),
      [undefined, 100, 200],
    );
    for (const { hidden, to } of queries) assert.deepEqual([hidden, to], [["lifetime"], undefined]);
  });

  it("characters asks for them as they are, and for their records in another form", async () => {
    const point = (entry: number, char: number) => ({ section: 1, entry, line: 0, char, at: entry });
    const selected: Selected = { kind: "text", column: "record", from: point(2, 3), to: point(4, 1), count: 3 };
    const asText = await copied(selected, ["x"]);
    assert.deepEqual(asText.queries[0]?.part, {
      from: { section: 1, entry: 2, line: 0, char: 3 },
      to: { section: 1, entry: 4, line: 0, char: 1 },
      column: "record",
    });
    const asJson = await copied(selected, ["{}"], { ...FORM, kind: "json" });
    assert.deepEqual([asJson.queries[0]?.kind, asJson.queries[0]?.part], ["json", undefined]);
  });

  it("too much copies the beginning and says so", async () => {
    const page = "x".repeat(9 * 1024 * 1024);
    const { text, said } = await copied({ kind: "rows", count: 1e6 }, [page, page, page]);
    assert.equal(text?.length, 2 * page.length);
    assert.equal(said.length, 1);
  });
});
