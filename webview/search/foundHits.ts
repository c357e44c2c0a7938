/** The hits of a search, in file order, and which of them is the current one. */
import type { Hit, Row, RowPlace } from "../../extension/session/protocol";
import { keyOf } from "../rows/buffer";
import type { Mark } from "../rows/columnText";

/**
 * A position between hits: by its share of the listing where that is known, since the assembly does not print records in
 * the order of their bits; otherwise by its bit.
 */
export interface HitPosition {
  readonly startBit: number;
  /** From 0 to 1, as exact as the hits' own. */
  readonly share?: number | undefined;
  /** The character of its row at which it is. */
  readonly at?: Pick<Hit, "section" | "entry" | "line" | "column" | "start"> | undefined;
}

/** No hit is the current one. */
const NONE = -1;

/** What a search has found so far. */
export class FoundHits {
  private hits: Hit[] = [];
  private byRow = new Map<string, Hit[]>();
  private index = NONE;

  get all(): readonly Hit[] {
    return this.hits;
  }
  get count(): number {
    return this.hits.length;
  }
  /** The number of the current hit, counted from 1; 0 if there is none. */
  get number(): number {
    return this.index + 1;
  }
  get hasCurrent(): boolean {
    return this.index !== NONE;
  }

  /** Adds hits, which come after those found before. */
  add(hits: readonly Hit[]): void {
    for (const hit of hits) {
      this.hits.push(hit);
      const key = keyOf(hit);
      const known = this.byRow.get(key);
      if (known) known.push(hit);
      else this.byRow.set(key, [hit]);
    }
  }
  clear(): void {
    this.hits = [];
    this.byRow = new Map();
    this.index = NONE;
  }
  /** Makes a hit the current one; returns it, or undefined if there is none at this index. */
  choose(index: number): Hit | undefined {
    const hit = this.hits[index];
    if (hit) this.index = index;
    return hit;
  }
  /** Makes the hit of a row that meets a condition the current one; without one, no hit is. */
  chooseOnly(row: RowPlace, isIt: (hit: Hit) => boolean): void {
    const hit = this.byRow.get(keyOf(row))?.find(isIt);
    this.index = hit ? this.hits.indexOf(hit) : NONE;
  }
  /** Makes the hit of a row at or after a character the current one, or the row's first; keeps what is if it has none. */
  chooseIn(row: RowPlace, start: number): void {
    const hits = this.byRow.get(keyOf(row)) ?? [];
    const hit = hits.find((other) => other.start >= start) ?? hits[0];
    if (hit) this.index = this.hits.indexOf(hit);
  }
  /** The current hit, if there is one. */
  get current(): Hit | undefined {
    return this.hits[this.index];
  }
  /**
   * The index of the next or previous hit, wrapping at the ends: from the current hit, or without one from a position.
   */
  next(by: 1 | -1, from: HitPosition): number {
    const { length } = this.hits;
    const next = this.hasCurrent ? this.index + by : this.nearest(by, from);
    return (next + length) % length;
  }
  /** The index of the first hit at or after a position, or of the last one before it; it may not exist. */
  nearest(by: 1 | -1, from: HitPosition): number {
    const after = this.hits.findIndex((hit) => isAfter(hit, from));
    const end = after < 0 ? this.hits.length : after;
    return by > 0 ? end : end - 1;
  }
  /** What is to be marked in a row. */
  marks(row: Row): readonly Mark[] {
    const hits = this.byRow.get(keyOf(row)) ?? [];
    return hits.map((hit) => ({ ...hit, current: hit === this.current }));
  }
}

/** Whether a hit is at or after a position; between the cells of a row, which are side by side, that is not asked. */
function isAfter(hit: Hit, { startBit, share, at }: HitPosition): boolean {
  if (at?.column === hit.column && keyOf(at) === keyOf(hit)) return hit.start >= at.start;
  return share === undefined ? hit.startBit >= startBit : hit.share >= share;
}
