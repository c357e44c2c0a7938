import assert from "node:assert/strict";
import type { CopyQuery, Folds } from "../../../extension/session/protocol";
import type { Host } from "../../../webview/base/connection";
import type { Notice } from "../../../webview/base/notice";
import { copySelected } from "../../../webview/cursor/clipboard";
import type { CopyForm } from "../../../webview/cursor/clipboard";
import type { Selected } from "../../../webview/cursor/selection";

const FOLDS: Folds = { arrangement: "assembly", base: "none", toggled: [], detail: false, hidden: ["lifetime"] };
const FORM: CopyForm = { kind: "selection", whole: "rows", folds: FOLDS, demangle: true };

/** Copies a selection from a host that answers with these pages, after a wait (ms); returns what was asked, copied and said. */
async function copied(
  selected: Selected,
  pages: readonly string[],
  form = FORM,
  wait = 0,
): Promise<{ queries: readonly CopyQuery[]; text: string | undefined; said: readonly string[] }> {
  const queries: CopyQuery[] = [];
  const said: string[] = [];
  let text: string | undefined;
  const host = {
    copy: async (query: CopyQuery) => {
      queries.push(query);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const text = pages[queries.length - 1] ?? assert.fail("no page is left");
      const next = queries.length < pages.length ? { section: 1, entry: queries.length * 100 } : undefined;
      return { text, ...(next ? { next } : {}) };
    },
    writeClipboard: (written: string) => {
      text = written;
      return Promise.resolve();
    },
  } as unknown as Host;
  const hide = (message: string): void => {
    if (said.at(-1) === message) said.push("");
  };
  const notice = { show: (message: string) => said.push(message), hide } as unknown as Notice;
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

  it("that takes long says so until all is copied", async () => {
    const { said, text } = await copied({ kind: "rows", count: 300 }, ["a\n", "b\n"], FORM, 600);
    assert.deepEqual(said, ["The selection is being copied…", ""]);
    assert.equal(text, "a\nb\n");
  });

  it("too much copies nothing and says so", async () => {
    const page = "x".repeat(35 * 1024 * 1024);
    const { text, said } = await copied({ kind: "rows", count: 1e6 }, [page, page, page]);
    assert.equal(text, undefined);
    assert.match(said.at(-1) ?? "", /too large/);
  });
});
