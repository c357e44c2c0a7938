/**
 * Bytes that are collected in pages: they are never copied as a whole, as a growing array would be. Of a long text, the
 * first pages are packed: a small file may have a text of many times its size, which mostly repeats itself.
 */
import type { ByteText, Piece } from "../document/byteText";
import { byteString } from "../document/byteText";

/** Loaded once a text gets long: making its tables takes longer than printing a small file. */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at start
const packing = (): typeof import("./packing") => require("./packing") as typeof import("./packing");

const BITS = 16;
const PAGE = 1 << BITS;
/** How many pages are kept as they are. */
const PLAIN = 128;
const FAST = { level: 1, mem: 2 } as const;
/** A page that does not get smaller than this stays as it is. */
const WORTHWHILE = 0.75 * PAGE;

/** Collects pieces of text and returns any part of what was collected. */
export class PagedBytes {
  /** All pages but the last have `PAGE` bytes. */
  private readonly pages: Uint8Array[] = [];
  /** Below this page, those of fewer than `PAGE` bytes are packed. */
  private packedTo = 0;
  /** The packed page that was read last; the next one takes its memory. */
  private last: { readonly index: number; readonly bytes: Uint8Array } | undefined;
  length = 0;

  /** Adds a piece. */
  piece(piece: Piece): void {
    if (typeof piece === "string") this.characters(piece, 0);
    else this.copied(piece);
  }
  /** Adds one byte. */
  byte(value: number): void {
    const within = this.length & (PAGE - 1);
    this.room(within + 1)[within] = value;
    this.length++;
  }
  /** Adds the characters of a byte string from an index on. */
  characters(text: string, from: number): void {
    for (let at = from; at < text.length;) {
      const within = this.length & (PAGE - 1);
      const count = Math.min(text.length - at, PAGE - within);
      const room = this.room(within + count);
      for (let i = 0; i < count; i++) room[within + i] = text.charCodeAt(at + i);
      at += count;
      this.length += count;
    }
  }
  private copied(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const within = this.length & (PAGE - 1);
      const count = Math.min(bytes.length - at, PAGE - within);
      this.room(within + count).set(bytes.subarray(at, at + count), within);
      at += count;
      this.length += count;
    }
  }
  /** The last page with room for `bytes` bytes. A first page grows, since most texts are short. */
  private room(bytes: number): Uint8Array {
    const index = this.length >> BITS;
    const page = this.pages[index];
    if (page && page.length >= bytes) return page;
    const grown =
      index > 0
        ? (this.packedAway(index - PLAIN) ?? new Uint8Array(PAGE))
        : new Uint8Array(Math.min(PAGE, Math.max(bytes, 2 * (page?.length ?? 0))));
    if (page) grown.set(page);
    this.pages[index] = grown;
    return grown;
  }
  /** Packs a page; returns its memory, so that long texts leave no garbage. */
  private packedAway(index: number): Uint8Array | undefined {
    const page = this.pages[index];
    if (!page) return undefined;
    this.packedTo = index + 1;
    const small = packing().deflateSync(page, FAST);
    if (small.length > WORTHWHILE) return undefined;
    this.pages[index] = small.slice();
    return page;
  }
  /** A page as it was collected. */
  private page(index: number): Uint8Array | undefined {
    const page = this.pages[index];
    if (index >= this.packedTo || !page || page.length === PAGE) return page;
    if (this.last?.index !== index) {
      const out = this.last?.bytes ?? new Uint8Array(PAGE);
      this.last = { index, bytes: packing().inflateSync(page, { out }) };
    }
    return this.last.bytes;
  }

  /** The byte at an index; undefined past the end. */
  at(index: number): number | undefined {
    return index < this.length ? this.page(index >> BITS)?.[index & (PAGE - 1)] : undefined;
  }
  /** The index of the first byte from an index on that has this value; the length if there is none. */
  indexOf(value: number, from: number): number {
    for (let at = from; at < this.length;) {
      const start = (at >> BITS) * PAGE;
      const found = this.page(at >> BITS)?.indexOf(value, at - start) ?? -1;
      if (found >= 0) return Math.min(start + found, this.length);
      at = start + PAGE;
    }
    return this.length;
  }
  /** The index of the first byte from an index on that has another value; the length if there is none. */
  indexAfter(value: number, from: number): number {
    for (let at = from; at < this.length;) {
      const start = (at >> BITS) * PAGE;
      const page = this.page(at >> BITS);
      const end = Math.min(PAGE, this.length - start);
      let within = at - start;
      while (within < end && page?.[within] === value) within++;
      if (within < end) return start + within;
      at = start + PAGE;
    }
    return this.length;
  }
  /** The bytes `from` to `to` (exclusive) as a byte string. */
  text(from: number, to: number): string {
    const within = from & (PAGE - 1);
    const page = this.page(from >> BITS);
    // Most texts lie in one page.
    if (page && within + to - from <= PAGE) return byteString(page, within, within + to - from);
    let text = "";
    for (const { bytes } of this.parts(from, to)) text += byteString(bytes);
    return text;
  }
  /** Writes the bytes `from` to `to` (exclusive). */
  write(from: number, to: number, text: ByteText): void {
    const within = from & (PAGE - 1);
    const page = this.page(from >> BITS);
    // Most lines lie in one page.
    if (page && within + to - from <= PAGE) text.copyRange(page, within, within + to - from);
    else for (const { bytes } of this.parts(from, to)) text.copy(bytes);
  }
  /** The bytes `from` to `to` page by page; each is valid until the next page is read. */
  private *parts(from: number, to: number): Generator<{ readonly from: number; readonly bytes: Uint8Array }> {
    for (let at = from; at < to;) {
      const end = Math.min(to, ((at >> BITS) + 1) * PAGE);
      const start = (at >> BITS) * PAGE;
      const bytes = this.page(at >> BITS)?.subarray(at - start, end - start) ?? new Uint8Array(0);
      yield { from: at, bytes };
      at = end;
    }
  }
}
