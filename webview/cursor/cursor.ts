/** The cursor: a record and a token in it. */
import type { Token } from "../../extension/document/token";
import type { Column, TokenMemory } from "../../extension/session/protocol/hostApi";
import type { Hit, Row, RowToken, TokenPlace } from "../../extension/session/protocol";
import { sameEntry } from "../rows/buffer";
import { isTarget } from "../rows/columnText";
import type { Visited } from "./history";
import type { Listing, RowPart } from "../rows/listing";
import type { Decorator, Spot } from "../rows/rowPool";
import type { RowView } from "../rows/rowView";
import { Selection } from "./selection";

/** A token of the cursor's record: its line, and its index in the column. */
interface TokenIndex {
  readonly line: number;
  readonly token: number;
}

/** Whether a token is paired with its operand; the comma after it is not. */
function pairs(token: Token): boolean {
  return token.operand !== undefined && token.kind !== "punctuation" && token.kind !== "text";
}

/** So many characters tell whether a token is the remembered one. */
const REMEMBERED = 60;

/** Whether a row says something: the record of a declaration begins with an empty row. */
function hasWords({ record, assembly }: Row): boolean {
  return [...record, ...assembly].some(({ text }) => /\S/.test(text));
}

const COLUMNS: readonly Column[] = ["position", "record", "assembly"];

/** The user's position. */
export class Cursor implements Decorator {
  /** The first row of the cursor's record. */
  row: Row | undefined;
  column: Column = "assembly";
  private at: TokenIndex | undefined;
  readonly selection: Selection;
  /** The spot under the pointer; its partner in the other column is outlined. */
  pointed: Spot | undefined;
  private readonly moved: (() => void)[] = [];
  /** How often it was moved: what has taken its time tells by it whether the reader has gone on. */
  moves = 0;

  constructor(
    private readonly listing: Listing,
    private readonly hiddenColumns: () => readonly Column[],
    /** Unfolds a character of a row's assembly. */
    private readonly revealCharacter: (row: Row, char: number) => void,
  ) {
    listing.add(this);
    this.selection = new Selection(
      listing,
      () => this.row,
      () => this.report(),
    );
  }

  onMove(listener: () => void): void {
    this.moved.push(listener);
  }

  /** Moves the cursor to a row's record (and to a token of it); `extend` selects from the old position. */
  set(row: Row, column: Column = this.column, at?: TokenIndex, extend = false): void {
    if (extend) this.selection.extendRows();
    else this.selection.clear();
    this.row = this.listing.buffer.rows[this.listing.buffer.indexOf(row)] ?? row;
    this.column = column;
    this.at = at;
    this.leave(this.hiddenColumns());
    if (this.at && this.column === "assembly") this.revealCharacter(this.rowOfLine(this.at.line) ?? row, this.char);
    this.report();
  }
  /**
   * Takes over the row that it is on as it is after rows were read again, with its token and the selection; returns
   * whether it was on that row.
   */
  renew(row: Row): boolean {
    if (!sameEntry(row, this.row)) return false;
    this.row = row;
    this.listing.draw();
    return true;
  }
  /** The cursor's token, so that it can be found again. */
  get tokenMemory(): TokenMemory | undefined {
    const { token, at, column } = this;
    if (!token || !at || column === "position") return undefined;
    return { column, line: at.line, token: at.token, text: token.text.slice(0, REMEMBERED) };
  }
  /** Moves to a remembered token of its record, if the record still has it. */
  comeBackTo({ column, line, token, text }: TokenMemory): void {
    const found = this.rowOfLine(line)?.[column][token]?.text.slice(0, REMEMBERED);
    if (this.row && found === text) this.set(this.row, column, { line, token });
  }
  setFromSpot(spot: Spot, extend: boolean): void {
    const column = spot.column === "fold" ? "record" : spot.column;
    this.set(spot.row, column, spot.token < 0 ? undefined : { line: spot.row.line, token: spot.token }, extend);
  }

  /** Moves to the next or previous record; waits for rows that are not loaded. */
  moveRows(step: 1 | -1, extend: boolean): void | Promise<void> {
    if (!this.row) return;
    const { buffer } = this.listing;
    let index = buffer.indexOf(this.row);
    if (index < 0) return this.come();
    const from = buffer.rows[index];
    while (sameEntry(buffer.rows[index], from)) index += step;
    const next = buffer.rows[index];
    if (next) return this.go(buffer.indexOf(next), extend);
    if (step > 0 ? !buffer.atEnd : !buffer.atStart) return buffer.more(step).then(() => this.moveOn(step, extend));
  }
  /** Moves once rows were loaded; without new rows it stays. */
  private moveOn(step: 1 | -1, extend: boolean): void {
    const { buffer } = this.listing;
    const index = this.row ? buffer.indexOf(this.row) : -1;
    const own = buffer.rows.filter((row) => sameEntry(row, this.row)).length;
    const next = index < 0 ? undefined : buffer.rows[step > 0 ? index + own : index - 1];
    if (next) this.go(buffer.indexOf(next), extend);
  }
  /** Moves by a screen of lines, as the page keys do. */
  async movePage(pages: 1 | -1, extend: boolean): Promise<void> {
    if (!this.row) return;
    const { buffer } = this.listing;
    const by = pages * Math.max(1, this.listing.pageRows - 1);
    if (buffer.indexOf(this.row) < 0) return this.come();
    const beyond = (): boolean => {
      const to = buffer.indexOf(this.row ?? { section: -1, entry: 0 }) + by;
      return to < 0 ? !buffer.atStart : to >= buffer.rows.length && !buffer.atEnd;
    };
    if (beyond()) await buffer.more(pages);
    const index = buffer.indexOf(this.row);
    if (index < 0) return;
    const { listing } = this;
    const away = listing.rowAway(index, by);
    listing.scrollBy(by);
    const to = listing.isTall(index) ? listing.topIndex : away;
    const next = buffer.rows[to];
    // A row of more lines than the view has is read on from there, not from its beginning.
    if (next && to === listing.topIndex && listing.isTall(to)) this.set(next, this.column, undefined, extend);
    else this.go(to, extend);
  }
  /** Moves to the next or previous token that has a card; stays at a line's ends. */
  moveToken(step: 1 | -1): void {
    const targets = this.targets();
    const now = targets.findIndex((t) => t.line === this.at?.line && t.token === this.at.token);
    const next = now < 0 ? (step > 0 ? 0 : targets.length - 1) : now + step;
    this.toToken(targets[next]);
  }
  moveToEnd(end: 1 | -1): void {
    const targets = this.targets();
    this.toToken(end > 0 ? targets.at(-1) : targets[0]);
    if (end < 0) return this.listing.scrollAcross(0);
    // Of a token wider than the view, its end.
    const { length } = this.element?.textContent ?? "";
    this.comeAcross({ start: Math.max(0, length - 1), end: length });
  }
  /** Moves to the name that its record defines, if the assembly shows one. */
  toName(): void {
    if (!this.hiddenColumns().includes("assembly")) this.toToken(this.name, "assembly");
  }
  /** What its record defines. */
  get defined(): RowToken | undefined {
    return this.name && this.rowOfLine(this.name.line)?.assembly[this.name.token];
  }
  /** The first token of its assembly that is a definition. */
  private get name(): TokenIndex | undefined {
    for (const { line, assembly } of this.lines) {
      const token = assembly.findIndex(({ definition, symbol }) => definition === true && symbol !== undefined);
      if (token >= 0) return { line, token };
    }
    return undefined;
  }
  /** Moves to the next visible column. */
  moveColumn(step: 1 | -1): void {
    const next = this.nextColumn(step);
    if (next === undefined || !this.row) return;
    this.column = next;
    this.at = this.targets()[0];
    this.report();
  }
  /** Leaves its column, and the token in it, if the column is hidden. */
  leave(hidden: readonly Column[]): void {
    if (!hidden.includes(this.column)) return;
    this.column = COLUMNS.findLast((column) => !hidden.includes(column)) ?? this.column;
    this.at = undefined;
  }
  /** Whether there is a visible column on that side. */
  hasColumn(step: 1 | -1): boolean {
    return this.row !== undefined && this.nextColumn(step) !== undefined;
  }
  private nextColumn(step: 1 | -1): Column | undefined {
    const shown = COLUMNS.filter((c) => !this.hiddenColumns().includes(c));
    return shown[shown.indexOf(this.column) + step];
  }
  /** Scrolls to the cursor. */
  async come(): Promise<void> {
    if (this.row) await this.listing.show({ kind: "place", place: this.row });
  }
  /** Scrolls horizontally to the cursor's token, or to a range of its characters. */
  comeAcross(part?: { readonly start: number; readonly end: number }): void {
    if (!this.at || this.column !== "assembly") return;
    this.listing.drawNow();
    if (this.element) this.listing.showAcross(this.element, part);
  }
  /** The cursor's position, for returning to it. */
  get visited(): Visited | undefined {
    if (!this.row) return undefined;
    const { section, entry, line } = this.row;
    if (!this.at || this.column === "position") return { section, entry, line };
    return { section, entry, line: this.at.line, column: this.column, token: this.at.token };
  }
  /** The token that the cursor is on. */
  get token(): RowToken | undefined {
    if (!this.at || this.column === "position") return undefined;
    return this.rowOfLine(this.at.line)?.[this.column][this.at.token];
  }
  /** The cursor's token, as the session's methods take it. */
  get tokenPlace(): TokenPlace | undefined {
    if (!this.row) return undefined;
    const { section, entry } = this.row;
    const target = this.at ?? { line: this.row.line, token: 0 };
    return { section, entry, target: { column: this.at ? this.column : "position", ...target } };
  }
  /** Whether the cursor's token is that of a hit. */
  isOn({ section, entry, line, column, start }: Hit): boolean {
    const { row, at, token, char } = this;
    if (!at || !token || column !== this.column || !sameEntry(row, { section, entry })) return false;
    return line === at.line && start >= char && start < char + token.text.length;
  }
  /** The element of the cursor's token, or of its row: the one that names the record, otherwise the first with words. */
  get element(): HTMLElement | undefined {
    const line = (this.at ?? this.name)?.line;
    const row = line === undefined ? this.lines.find(hasWords) : this.rowOfLine(line);
    const view = this.row && this.listing.viewOf(row ?? this.row);
    if (!view || !this.at || this.column === "position") return view?.element;
    return view.spans[this.column][this.at.token] ?? view.element;
  }
  /** The characters of its token; without one, its row. */
  get part(): RowPart | undefined {
    const { ownRow: row, token, char: start, column } = this;
    return row && token && column !== "position" ? { ...row, column, start, end: start + token.text.length } : row;
  }
  /** The character of its column at which the cursor's token begins. */
  get char(): number {
    const row = this.at && this.rowOfLine(this.at.line);
    if (!row || !this.at || this.column === "position") return 0;
    return row[this.column].slice(0, this.at.token).reduce((sum, { text }) => sum + text.length, 0);
  }

  decorate({ row, element, spans }: RowView, line: number): void {
    const here = sameEntry(row, this.row);
    element.classList.toggle("cursor", here);
    if (here) {
      const { rows, line: first } = this.listing.buffer;
      element.classList.toggle("first", !sameEntry(rows[line - first - 1], row));
      element.classList.toggle("last", !sameEntry(rows[line - first + 1], row));
    }
    const symbol = this.token?.symbol;
    const operand = here ? this.token?.operand : undefined;
    const pointed = sameEntry(row, this.pointed?.row) ? this.pointed : undefined;
    const over = pointed && this.pointedOperand;
    for (const column of ["record", "assembly"] as const) {
      row[column].forEach((token, index) => {
        const span = spans[column][index];
        if (!span) return;
        const isAt = here && column === this.column && this.at?.line === row.line && this.at.token === index;
        span.classList.toggle("at", isAt);
        span.classList.toggle("use", symbol !== undefined && token.symbol === symbol);
        span.classList.toggle(
          "definition",
          symbol !== undefined && token.symbol === symbol && token.definition === true,
        );
        // Only in the other column: within one column the record's tokens would be outlined in pieces.
        const paired =
          pairs(token) &&
          ((token.operand === operand && column !== this.column) ||
            (token.operand === over && column !== pointed?.column));
        span.classList.toggle("paired", paired && !isAt);
      });
    }
  }

  private get pointedOperand(): number | undefined {
    const spot = this.pointed;
    if (!spot || (spot.column !== "record" && spot.column !== "assembly")) return undefined;
    return spot.row[spot.column][spot.token]?.operand;
  }
  /** The rows of the cursor's record: a record may have several lines. */
  private get lines(): readonly Row[] {
    return this.listing.buffer.rows.filter((row) => sameEntry(row, this.row));
  }
  /** The row of the cursor's token, or the record's first. */
  get ownRow(): Row | undefined {
    return (this.at && this.rowOfLine(this.at.line)) ?? this.row;
  }
  private rowOfLine(line: number): Row | undefined {
    return this.lines.find((row) => row.line === line);
  }
  private targets(): readonly TokenIndex[] {
    const { column } = this;
    if (column === "position") return [];
    return this.lines.flatMap((row) => {
      const spans = this.listing.viewOf(row)?.spans[column];
      const isAway = (token: number): boolean => spans?.[token]?.classList.contains("away") ?? false;
      return row[column].flatMap((t, token) => (isTarget(t) && !isAway(token) ? [{ line: row.line, token }] : []));
    });
  }
  private toToken(at: TokenIndex | undefined, column = this.column): void {
    if (!at) return;
    this.at = at;
    this.column = column;
    this.report();
    this.comeAcross();
  }
  private go(index: number, extend: boolean): void {
    const row = this.listing.buffer.rows[index];
    if (!row) return;
    this.set(row, this.column, undefined, extend);
    this.listing.scrollIntoView(index);
  }
  private report(): void {
    this.moves++;
    this.listing.draw();
    for (const listener of this.moved) listener();
  }
}
