/** Goes to places: definitions, references, problems, history, peek and previews. */
import type { NoiseKind, SymbolId } from "../extension/document/token";
import type { ArrangementName } from "../extension/document/arrangement";
import { append } from "../extension/document/arrays";
import type { BitRange } from "../extension/document/bits";
import type { Hit, Row, RowPlace, Target } from "../extension/session/protocol";
import { cardName } from "./cards/card";
import type { Cursor } from "./cursor/cursor";
import type { Host } from "./base/connection";
import type { Folding } from "./folds/folding";
import type { Left, Visited } from "./cursor/history";
import { History } from "./cursor/history";
import type { HitList } from "./search/hitList";
import { Lists } from "./search/lists";
import type { Listing } from "./rows/listing";
import type { Notice } from "./base/notice";
import { Preview } from "./preview";
import { sameEntry } from "./rows/buffer";
import { t } from "./base/l10n";

/** Most problems fetched for F8. */
const PROBLEMS = 500;
/** How long a note is shown (ms). */
const NOTE = 3000;

/** The parts of an editor that navigation uses. */
export interface Parts {
  readonly host: Host;
  readonly listing: Listing;
  readonly cursor: Cursor;
  readonly folding: Folding;
  readonly list: HitList;
  readonly notice: Notice;
  /** Called when hidden noise is shown again because of a row. */
  unhidden(): void;
  /** The number of documents inside this one. */
  readonly derived: number;
  /** Shows a hit and moves the cursor to it. */
  show(hit: Hit): Promise<void>;
  /** Whether names are shown demangled. */
  demangles(): boolean;
  /** Switches to an arrangement; the caller must then show its rows. */
  arrange(arrangement: ArrangementName): void;
}

/** A symbol and its names: as it is in the file and, if that is another, as programmers write it. */
interface Named {
  readonly id: SymbolId;
  readonly text: string;
  readonly plain?: string | undefined;
}

/** Jumps. */
export class Navigation {
  readonly history = new History();
  readonly lists: Lists;
  /** The problem shown last, and its row: the next problem may be in the same row. */
  private problem: { readonly row: Row; readonly index: number } | undefined;
  readonly preview: Preview;
  constructor(private readonly parts: Parts) {
    this.preview = new Preview(parts);
    this.lists = new Lists(parts, {
      here: () => this.here,
      leave: (from) => this.history.leave(from),
      returnTo: (place) => this.returnTo(place),
      inView: (change) => this.inView(change),
    });
  }

  /** Goes to a row: unfolds what hides it, moves the cursor there, and stores the old position in the history. */
  async goTo(place: Visited, keep = true): Promise<Row | undefined> {
    const { cursor } = this.parts;
    if (keep) this.leave();
    const row = await this.reveal(place);
    if (!row) return row;
    const at = place.token === undefined ? undefined : { line: place.line, token: place.token };
    cursor.set(row, place.column ?? (cursor.column === "position" ? "assembly" : cursor.column), at);
    this.parts.listing.scrollAcross(0);
    if (at) cursor.comeAcross();
    return row;
  }
  /** Brings a row into view, without moving the cursor. */
  async reveal(place: RowPlace & { readonly noise?: NoiseKind }): Promise<Row | undefined> {
    const { listing, folding } = this.parts;
    const { noise } = place;
    const isHidden = noise !== undefined && folding.hidden.includes(noise);
    const anchor = { kind: "place", place, unhide: true, ...(isHidden ? { reveals: noise } : {}) } as const;
    const shown = await listing.show(anchor);
    if (shown) folding.flip(shown.unfolded);
    if (shown && shown.unhidden.length > 0) {
      folding.unhide(shown.unhidden);
      this.parts.unhidden();
    }
    return shown?.row;
  }
  /** Goes to the definition of a symbol, or to the row of a bit; if the assembly has none, to its record. */
  async goToBit(bit: number, symbol?: SymbolId): Promise<void> {
    this.preview.end();
    const { host, folding } = this.parts;
    const { arrangement } = folding;
    const target = symbol === undefined ? null : await host.locate({ symbol, arrangement });
    if (target) return void (await this.goTo(target));
    this.leave();
    if (await this.isLeftOut(bit)) {
      this.parts.arrange("records");
      this.parts.notice.show(t("The assembly has no row for this; here is its record."), NOTE);
    }
    await this.goToNearest(bit);
  }
  /** Goes to the row of a bit, or the nearest that this arrangement has; does not store the old position. */
  async goToNearest(bit: number): Promise<void> {
    const shown = await this.parts.listing.show({ kind: "bit", bit });
    if (!shown) return;
    this.parts.folding.flip(shown.unfolded);
    this.parts.cursor.set(shown.row);
    this.parts.listing.scrollAcross(0);
  }
  /** Whether the assembly tells where its rows are in the file, and none shows this bit. */
  private async isLeftOut(bit: number): Promise<boolean> {
    const { host, folding } = this.parts;
    if (folding.arrangement !== "assembly" || !(await host.placeOf({ bit }))) return false;
    return (await host.rowOfRange({ startBit: bit, endBit: bit + 1 })) === null;
  }
  /** Shows the position of another editor's cursor, without adding it to the history. */
  async follow(bit: number): Promise<void> {
    const target = await this.parts.host.placeOf({ bit });
    const shown = target && (await this.parts.listing.show({ kind: "place", place: target }));
    if (!shown) return;
    this.parts.folding.flip(shown.unfolded);
    // On the same record, the reader's token stays.
    if (!sameEntry(shown.row, this.parts.cursor.row)) this.parts.cursor.set(shown.row);
  }
  /** Goes to a line of the text, from 0; waits until its lines are counted. */
  async goToLine(line: number): Promise<void> {
    const { host, folding, listing } = this.parts;
    this.preview.end();
    const found = await listing.waitFor(host.placeOfLine({ line, folds: folding.now(), wait: true }));
    if (!found) return;
    await this.goTo(found.place);
    this.preview.sayLast(line, found.total);
  }
  /** Where the cursor is, for returning to it. */
  private get here(): Left | undefined {
    const { cursor, folding } = this.parts;
    return cursor.visited && { ...cursor.visited, arrangement: folding.arrangement };
  }
  /** Notes the cursor's position, from which it is about to jump. */
  leave(): void {
    this.history.leave(this.here);
  }
  /** Goes to the earlier position; from the first one, to the editor that the reader was in before, as VS Code does. */
  async goBack(): Promise<void> {
    const place = this.history.goBack(this.here);
    await (place ? this.returnTo(place) : this.parts.host.run("goBack"));
  }
  async goForward(): Promise<void> {
    const place = this.history.goForward(this.here);
    await (place ? this.returnTo(place) : this.parts.host.run("goForward"));
  }
  private async returnTo(place: Left): Promise<void> {
    const { folding, arrange } = this.parts;
    if (place.arrangement !== folding.arrangement) arrange(place.arrangement);
    await this.goTo(place, false);
  }

  /** Changes the room for the rows, or what covers them; the cursor's row stays in view if it was there. */
  inView(change: () => void): void {
    const { cursor, listing } = this.parts;
    const { ownRow: row } = cursor;
    const wasInView = row !== undefined && listing.viewOf(row) !== undefined;
    change();
    const index = wasInView ? listing.buffer.indexOfRow(row) : -1;
    if (index >= 0 && !listing.shows(index, cursor.part)) listing.scrollIntoView(index);
  }

  /** The target of the cursor's token; shows a note if it has none. A reader who has gone on meanwhile stays where he is. */
  async target(): Promise<Target | undefined> {
    const { cursor } = this.parts;
    const { moves, tokenPlace: place } = cursor;
    const target = place && (await this.parts.host.definition(place));
    if (cursor.moves !== moves) return undefined;
    if (!target) this.parts.notice.showAtCursor(t("No definition found at the cursor."));
    return target ?? undefined;
  }
  async goToDefinition(): Promise<void> {
    const { token } = this.parts.cursor;
    const leadsOn = token?.symbol !== undefined && token.definition !== true;
    if (!leadsOn && (await this.openInside())) return;
    if (await this.goToRecord()) return;
    const target = await this.target();
    if (target) await this.goTo(target);
  }
  /**
   * A type or an attribute that is spelled out where it is used has no line of its own in the assembly: shows its record.
   * Returns whether the cursor is on one.
   */
  private async goToRecord(): Promise<boolean> {
    const { cursor, folding, arrange, notice } = this.parts;
    const { token } = cursor;
    if (folding.arrangement !== "assembly" || token?.bit === undefined) return false;
    if (token.symbol !== undefined || token.kind === "keyword") return false;
    this.leave();
    arrange("records");
    await this.goToNearest(token.bit);
    notice.show(t("This is spelled out where it is used; here is its record."), NOTE);
    return true;
  }

  /** Opens the document inside the cursor's row, if it opens on its own; returns whether there is one. */
  async openInside(): Promise<boolean> {
    const { cursor, host, derived } = this.parts;
    const { row } = cursor;
    if (!row || derived === 0) return false;
    const from = row.positionBit ?? row.startBit;
    const index = (await host.derived(null)).findIndex(
      ({ startBit }) => startBit === from || (row.startBit <= startBit && startBit < row.endBit),
    );
    if (index >= 0) await host.openMember(index);
    return index >= 0;
  }

  /** The symbol at the cursor: its token's, or the one that its operand refers to. */
  async symbol(): Promise<Named | undefined> {
    const { cursor, host } = this.parts;
    const { token, tokenPlace } = cursor;
    // Whoever has only come to a record means what it defines.
    const named = token ?? cursor.defined;
    if (named?.symbol !== undefined) return { id: named.symbol, text: named.text.trim(), plain: named.plain?.trim() };
    const card = tokenPlace && (await host.hover(tokenPlace));
    return card?.symbol === undefined ? undefined : { id: card.symbol, text: cardName(card, card.symbol) };
  }
  /** A symbol's name as the rows show it now. */
  private nameOf({ text, plain }: Named): string {
    return (this.parts.demangles() ? plain : undefined) ?? text;
  }
  /** Goes to the next or previous use of the symbol at the cursor, wrapping at the ends. */
  async goToUse(by: 1 | -1): Promise<void> {
    const { host, folding, cursor, notice, show } = this.parts;
    const symbol = await this.symbol();
    if (!symbol) return notice.showAtCursor(t("There is nothing with references at the cursor."));
    const hits: Hit[] = [];
    const call = new AbortController();
    let own = -1;
    const progress = (found: readonly Hit[]): void => {
      append(hits, found);
      if (own < 0) own = hits.findIndex((hit) => cursor.isOn(hit));
      // Once the next use is known, no other is searched for.
      if (by > 0 && own >= 0 && hits.length > own + 1) call.abort();
    };
    const options = { signal: call.signal, progress };
    await host.references({ symbol: symbol.id, folds: folding.now() }, options).catch((error: unknown) => {
      if (!call.signal.aborted) throw error;
    });
    const hit = hits[(Math.max(own, by > 0 ? -1 : 0) + by + hits.length) % Math.max(1, hits.length)];
    if (!hit) return notice.showAtCursor(t("No references to {0}.", this.nameOf(symbol)));
    this.leave();
    await show(hit);
  }
  async findReferences(): Promise<void> {
    const symbol = await this.symbol();
    if (symbol) await this.listReferences(symbol);
    else this.parts.notice.showAtCursor(t("There is nothing with references at the cursor."));
  }
  /** Lists all places that name a symbol; they stream in. */
  async listReferences(symbol: Named): Promise<void> {
    await this.lists.references(symbol.id, () => this.nameOf(symbol));
  }

  /**
   * Goes to the row at which a problem is shown; if the assembly has none, to the records, which have a row for every
   * bit.
   */
  async goToProblemRow(problem: BitRange): Promise<void> {
    const { host, folding, arrange } = this.parts;
    const { startBit, endBit } = problem;
    let row = await host.rowOfRange({ startBit, endBit });
    this.leave();
    if (!row && folding.arrangement === "assembly") {
      arrange("records");
      row = await host.rowOfRange({ startBit, endBit });
    }
    if (row) await this.goTo(row, false);
    else await this.goToNearest(startBit);
  }
  /** Goes to the next or previous problem from the cursor, wrapping at the ends; first to one that begins at the cursor. */
  async goToProblem(by: 1 | -1): Promise<void> {
    const { host, cursor, notice } = this.parts;
    const problems = await host.problems({ from: 0, count: PROBLEMS });
    const bit = cursor.row?.startBit ?? 0;
    const beside = (): number => {
      if (this.problem && sameEntry(this.problem.row, cursor.row)) return this.problem.index + by;
      return by > 0 ? problems.findIndex((p) => p.startBit >= bit) : problems.findLastIndex((p) => p.startBit < bit);
    };
    const found = beside();
    const index = found in problems ? found : by > 0 ? 0 : problems.length - 1;
    const next = problems[index];
    if (!next) return notice.show(t("No problems were found in this file."), NOTE);
    await this.goToProblemRow(next);
    this.problem = cursor.row && { row: cursor.row, index };
    notice.show(`⊘ ${next.message}`, NOTE * 2);
  }
}
