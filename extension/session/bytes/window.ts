/** A document's bytes in pages: those used last are resident, the others are read when a decoder asks for them. */
import type { ByteRange, ByteWindow, SharedBytes } from "../../document/window";
import { MissingBytes, Unreadable } from "../../document/window";
import type { ByteSource } from "./source";

/** Bytes in a page: few, so that looking at the heads of blocks here and there costs little. */
const PAGE_SIZE = 8 * 1024;
/** Most pages read at once when pages are asked for in sequence, so that a scan makes few reads. */
const MOST_AHEAD = 32;
/** A view of more bytes than this belongs to a walk through the file. */
const WALKED = 32 * 1024;
/** Most bytes to keep, unless the caller sets another limit. */
const KEPT = 64 * 1024 * 1024;

/** The error for a file that ends before the size it had when it was opened; both in bytes. */
export function shortened(endByte: number, length: number): Unreadable {
  return new Unreadable(
    `the file has become shorter: it ended at byte ${length} and now ends at byte ${endByte} or before`,
  );
}

/**
 * Pages of a source; the least recently used page is dropped first. If the source cannot be read without waiting,
 * `view` throws MissingBytes, and the caller must `load` the bytes before it calls the decoder again.
 */
export class PagedWindow implements ByteWindow {
  readonly length: number;
  /** A quarter of a page: what a decoder reads at one position usually lies within one page. */
  readonly pageBytes: number;
  private readonly pages = new Map<number, Uint8Array>();
  /** The page after the last one read, and how many were read at once. */
  private expected = -1;
  private ahead = 1;
  /** When a step began that should stop after {@link limit} ms, and when it should stop, once it has asked. */
  private began = 0;
  private limit = Infinity;
  private deadline: number | undefined;
  /** The page used last: nearly all views are of the same page again. */
  private latest = -1;
  private latestPage: Uint8Array = new Uint8Array(0);
  /** Room for all bytes, if all may be kept: pages that were read lie there, so that views of several are no copies. */
  private readonly all: Uint8Array | undefined;

  constructor(
    private readonly source: ByteSource,
    private readonly kept: number = KEPT,
    private readonly pageSize: number = PAGE_SIZE,
  ) {
    this.length = source.length;
    this.pageBytes = Math.max(64, pageSize >> 2);
    if (this.length <= kept) this.all = source.memory ?? new Uint8Array(this.length);
  }

  /**
   * A step begins that should stop after this many ms if it can be continued later. What it does before it first asks
   * whether it is due is repeated each time; so that this does not become most of the work, it may then take as long
   * again.
   */
  patience(milliseconds: number): void {
    this.limit = milliseconds;
    this.began = performance.now();
    this.deadline = undefined;
  }
  readonly due = (): boolean => {
    if (this.limit === Infinity) return false;
    const now = performance.now();
    this.deadline ??= Math.max(this.began + this.limit, now + (now - this.began));
    return now >= this.deadline;
  };

  view(startByte: number, endByte: number): Uint8Array {
    const start = Math.max(0, Math.min(startByte, this.length));
    const end = Math.max(start, Math.min(endByte, this.length));
    if (start === end) return new Uint8Array(0);
    const first = Math.floor(start / this.pageSize);
    const last = Math.floor((end - 1) / this.pageSize);
    if (first === last) {
      const offset = first * this.pageSize;
      return this.page(first).subarray(start - offset, end - offset);
    }
    return this.joined(start, end, first, last);
  }

  share(): SharedBytes | undefined {
    const of = this.source.share?.();
    return of && { of, startByte: 0, endByte: this.length };
  }

  /** Loads the pages of a range into memory. */
  async load(range: ByteRange): Promise<void> {
    const first = Math.floor(range.startByte / this.pageSize);
    const last = Math.floor(Math.max(range.startByte, range.endByte - 1) / this.pageSize);
    for (let index = first; index <= last; index++) {
      if (!this.pages.has(index)) this.keep(index, await this.source.read(...this.extent(index)));
    }
  }

  /** Bytes in memory. */
  get resident(): number {
    let bytes = 0;
    for (const page of this.pages.values()) bytes += page.length;
    return bytes;
  }
  /** Whether a decoder can look at every byte without a MissingBytes. */
  get blocking(): boolean {
    return this.source.readNow !== undefined;
  }

  private extent(index: number): [number, number] {
    return [index * this.pageSize, Math.min((index + 1) * this.pageSize, this.length)];
  }
  private page(index: number): Uint8Array {
    if (index === this.latest) return this.latestPage;
    const page = this.pages.get(index);
    if (page) {
      // Move it to the end of the map, whose order is the order of use. That matters only if pages are dropped.
      if (this.length > this.kept) {
        this.pages.delete(index);
        this.pages.set(index, page);
      }
      this.latest = index;
      this.latestPage = page;
      return page;
    }
    const [start, end] = this.extent(index);
    if (!this.source.readNow) throw new MissingBytes(start, end);
    this.ahead = index === this.expected ? Math.min(this.ahead * 2, MOST_AHEAD) : 1;
    const most = Math.min(index + this.ahead, Math.ceil(this.length / this.pageSize));
    // Pages that are there stay as they are, even if the file has changed.
    let last = index;
    while (last + 1 < most && !this.pages.has(last + 1)) last++;
    const [, readTo] = this.extent(last);
    const bytes = this.source.readNow(start, readTo, this.all?.subarray(start, readTo));
    for (let at = last; at > index; at--) {
      const [from, to] = this.extent(at);
      this.keep(at, bytes.subarray(from - start, to - start));
    }
    this.expected = last + 1;
    return this.keep(index, bytes.subarray(0, end - start));
  }
  /** Stores a page. @throws {Unreadable} if the file no longer has all of it */
  private keep(index: number, page: Uint8Array): Uint8Array {
    const [start, end] = this.extent(index);
    if (page.length < end - start) throw shortened(start + page.length, this.length);
    if (this.all && page.buffer !== this.all.buffer) {
      this.all.set(page, start);
      page = this.all.subarray(start, end);
    }
    this.pages.set(index, page);
    // Not even begun without need: the start of the order is where the places of moved pages were.
    if (this.pages.size * this.pageSize > this.kept)
      for (const oldest of this.pages.keys()) {
        if (this.pages.size * this.pageSize <= this.kept || oldest === index) break;
        this.pages.delete(oldest);
      }
    return page;
  }
  /**
   * A view over several pages is a copy, unless all may be kept. What a walk through a file larger than the limit views
   * is read directly, not through pages: it would drop them all, and come back to none.
   */
  private joined(start: number, end: number, first: number, last: number): Uint8Array {
    if (end - start > Math.min(WALKED, this.kept / 2) && this.length > this.kept && this.source.readNow) {
      const bytes = this.source.readNow(start, end);
      if (bytes.length < end - start) throw shortened(start + bytes.length, this.length);
      return bytes;
    }
    if (!this.source.readNow) {
      for (let index = first; index <= last; index++) if (!this.pages.has(index)) throw new MissingBytes(start, end);
    }
    if (this.all) {
      for (let index = first; index <= last; index++) this.page(index);
      return this.all.subarray(start, end);
    }
    const bytes = new Uint8Array(end - start);
    for (let index = first; index <= last; index++) {
      const [from, to] = this.extent(index);
      const part = this.page(index).subarray(Math.max(start, from) - from, Math.min(end, to) - from);
      bytes.set(part, Math.max(start, from) - start);
    }
    return bytes;
  }
}
