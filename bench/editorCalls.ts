/** The requests that the editor sends, as the benchmark of bench/editor.ts sends them to a session in its own thread. */
import type { ArrangementName } from "../extension/document/arrangement";
import type { Anchor, Folds, OutlineItem, Row, RowsAnswer, TokenPlace } from "../extension/session/protocol";
import type { Session } from "../extension/session/session";
import type { Call } from "../extension/session/transport/rpc";

/** Rows of a screen and around it, as the editor asks for them. */
const [BEFORE, AFTER] = [60, 120];
/** Outline items in one request. */
const PAGE = 500;

/** A call whose answer somebody waits for, unless `signal` says otherwise. */
export function call<P>(signal = new AbortController().signal): Call<P> {
  return { signal, progress: () => undefined };
}

/** Pseudo-random numbers from 0 to 1, the same in each run. */
export function* chances(): Generator<number, never, undefined> {
  for (let state = 12345; ;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

/** A token of a row: a place to hover over. */
interface Spot {
  readonly row: Row;
  readonly token: number;
}

/** Sends one editor's requests to a session. */
export class EditorCalls {
  private readonly chance = chances();
  private folds: Folds;

  constructor(
    private readonly api: Session["api"],
    arrangement: ArrangementName,
    readonly bits: number,
  ) {
    this.folds = { arrangement, base: "preamble", toggled: [], detail: false, hidden: [] };
  }

  /** Folds all sections, or returns to those that are folded at first. */
  fold(base: Folds["base"]): void {
    this.folds = { ...this.folds, base };
  }
  private random(): number {
    return this.chance.next().value;
  }
  /** A bit of the file, at random. */
  bit(): number {
    return Math.floor(this.random() * this.bits);
  }
  rows(anchor: Anchor): Promise<RowsAnswer> {
    return this.api.rows({ anchor, before: BEFORE, after: AFTER, folds: this.folds }, call());
  }
  /** A token of the assembly at random among those of rows; undefined if they have none. */
  spot(rows: readonly Row[], wanted: (token: Row["assembly"][number]) => boolean = () => true): Spot | undefined {
    const all = rows.flatMap((row) => row.assembly.flatMap((t, token) => (wanted(t) ? [{ row, token }] : [])));
    return all[Math.floor(this.random() * all.length)];
  }
  private at({ row: { section, entry, line }, token }: Spot): TokenPlace {
    const { arrangement = "records" } = this.folds;
    return { section, entry, arrangement, target: { column: "assembly", line, token } };
  }
  hover(spot: Spot): Promise<unknown> {
    return this.api.hover(this.at(spot), call());
  }
  definition(spot: Spot): Promise<unknown> {
    return this.api.definition(this.at(spot), call());
  }
  /** All references, or those found until `signal`. */
  references(symbol: string, signal?: AbortSignal): Promise<unknown> {
    return this.api.references({ symbol, folds: this.folds }, call(signal));
  }
  calls(symbol: string): Promise<unknown> {
    return this.api.calls({ symbol, ...this.arranging }, call());
  }
  /** Searches the complete text for a word. */
  find(text: string, signal?: AbortSignal): Promise<unknown> {
    const { folds } = this;
    const query = { text, matchCase: false, wholeWord: false, regex: false, scope: "assembly", folds } as const;
    return this.api.find(query, call(signal));
  }
  marks(): Promise<unknown> {
    return this.api.marks(this.folds, call());
  }
  placeOf(bit: number): Promise<unknown> {
    return this.api.placeOf({ ...this.arranging, bit }, call());
  }
  rowOfRange(startBit: number): Promise<unknown> {
    return this.api.rowOfRange({ ...this.arranging, startBit, endBit: startBit + 1 }, call());
  }
  /** The row of a line of the text; `wait`: until all lines are counted. */
  placeOfLine(line: number, wait: boolean): Promise<unknown> {
    return this.api.placeOfLine({ line, folds: this.folds, wait }, call());
  }
  textLines(from: number): Promise<unknown> {
    return this.api.textLines({ from, count: 100 }, call());
  }
  /** The children of an outline node. */
  async outline(
    path: readonly number[] = [],
    sort: "position" | "name" | "size" = "position",
    filter = "",
  ): Promise<readonly OutlineItem[]> {
    const query = { path, from: 0, count: PAGE, sort, filter, demangle: true };
    return (await this.api.outline(query, call())).items;
  }
  outlineAt(bit: number): Promise<unknown> {
    return this.api.outlineAt({ bit, demangle: true }, call());
  }
  symbols(text: string): Promise<unknown> {
    return this.api.symbols({ text, count: PAGE, demangle: true }, call());
  }
  copy(from: Row, to: Row): Promise<unknown> {
    return this.api.copy({ kind: "rows", from, to, ...this.arranging }, call());
  }
  source(row: Row): Promise<unknown> {
    const { section, entry, startBit } = row;
    return Promise.all([
      this.api.sourceOf({ section, entry, ...this.arranging }, call()),
      this.api.sourceAt({ bit: startBit }, call()),
    ]);
  }
  overview(sort: "size" | "name" | "position" = "size"): Promise<unknown> {
    return this.api.overview({ sort, count: 20 }, call());
  }
  space(): Promise<unknown> {
    return this.api.space(null, call());
  }
  problems(): Promise<unknown> {
    return this.api.problems({ from: 0, count: PAGE }, call());
  }
  stats(): Promise<unknown> {
    return this.api.stats(null, call());
  }
  private get arranging(): Pick<Folds, "arrangement"> {
    return { arrangement: this.folds.arrangement ?? "records" };
  }
}
