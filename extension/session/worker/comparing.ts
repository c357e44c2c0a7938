/** Comparing as a worker's method: opens two documents, compares them, and returns two texts in pages. */
import { demanglerLoading } from "../names/demangle";
import { unicode } from "../names/unicode";
import type { CompareApi, CompareQuery, OpenQuery } from "../protocol";
import { PAGE_BYTES } from "../protocol";
import type { Call, Methods } from "../transport/rpc";
import type { Session } from "../session";
import { runSliced } from "../transport/slices";
import type { DocumentComparison, NamedDocument } from "../compare/compare";
import { compareDocuments } from "../compare/compare";
import type { SideBySide } from "../compare/render";
import { sideBySide } from "../compare/render";
import { shown, titleOf } from "../compare/summary";

/** The comparison that a worker holds. */
export class CompareService {
  private comparison: DocumentComparison | undefined;
  private readonly printed = new Map<boolean, SideBySide>();
  constructor(private readonly open: (query: OpenQuery) => Promise<Session>) {}

  readonly api: Methods<CompareApi> = {
    compare: async (query, call) => {
      this.comparison = await this.compare(query, call);
      this.printed.clear();
      const { summary, items } = this.comparison;
      // The first mangled name requests the demangler; the headings are made when it is loaded.
      for (const item of items) if (item.kind === "function") shown(item.value.name);
      await demanglerLoading();
      const functions = summary.functions.map((of) => ({ ...of, title: titleOf(of) }));
      return { ...summary, functions, lines: summary.lines.length };
    },
    compareText: ({ side, all, cursor }) => {
      const { [side]: lines } = this.texts(all);
      let [end, length] = [cursor, 0];
      while (end < lines.length && length < PAGE_BYTES) length += (lines[end++] ?? "").length + 1;
      const text = lines.slice(cursor, end).join("\n") + "\n";
      return Promise.resolve(end < lines.length ? { text, next: end } : { text });
    },
    compareLine: ({ side, all, index }) => Promise.resolve(this.texts(all).starts[index]?.[side] ?? null),
    compareFunction: ({ side, all, line }) => Promise.resolve(this.functionAt(side, all, line)),
  };

  /** The last function that begins at a line or before it, unless it has ended there. */
  private functionAt(side: "left" | "right", all: boolean, line: number): { name: string; line: number } | null {
    const { [side]: lines, starts } = this.texts(all);
    let [start, found] = [-1, -1];
    // What only the right side has is where the left one has a place for it: the starts are not in order.
    for (const [index, { [side]: at = -1 }] of starts.entries())
      if (at <= line && at > start) [start, found] = [at, index];
    const of = this.comparison?.summary.functions[found];
    const { name, rightName = name, leftLines = 0, rightLines = 0 } = of ?? { name: "" };
    if (!of || line - start >= (side === "left" ? leftLines : rightLines)) return null;
    // The comments above its head belong to it.
    let head = start;
    while (lines[head]?.startsWith(this.comparison?.comment ?? "") === true) head++;
    return { name: unicode(side === "left" ? name : rightName), line: Math.max(0, line - head) };
  }

  private async compare({ left, right }: CompareQuery, call: Call): Promise<DocumentComparison> {
    const sessions: Session[] = [];
    const read = async (query: OpenQuery | null): Promise<NamedDocument | undefined> => {
      if (!query) return undefined;
      const session = await this.open(query);
      sessions.push(session);
      return { name: "", document: await session.resident() };
    };
    try {
      const work = compareDocuments(await read(left), await read(right));
      return await runSliced(work, call.signal, () => undefined);
    } finally {
      for (const session of sessions) session.dispose();
    }
  }
  private texts(all: boolean): SideBySide {
    if (!this.comparison) throw new Error("nothing has been compared");
    const known = this.printed.get(all) ?? sideBySide(this.comparison, this.comparison.summary, { all });
    this.printed.set(all, known);
    return known;
  }
}
