/** The file that a call names, as a window whose pages are read when a decoder looks at them. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { ByteWindow } from "../document/window";
import { ResidentWindow } from "../document/window";

/** Files up to this size are read whole: one read is faster than many pages, and views cost nothing. */
const WHOLE_LIMIT = 512 * 1024 * 1024;
/** Bytes read at once of a larger file. */
const PAGE = 1024 * 1024;
/** Pages kept of a larger file. */
const KEPT_PAGES = 64;

/** An input that cannot be had: a missing file, a directory. Ends the call with status 2. */
export class InputError extends Error {}

/** A file read by pages, least recently used first out. */
class PagedFile implements ByteWindow {
  readonly pageBytes = PAGE;
  private readonly pages = new Map<number, Uint8Array>();
  constructor(
    private readonly descriptor: number,
    readonly length: number,
  ) {}

  view(startByte: number, endByte: number): Uint8Array {
    const start = Math.max(0, Math.min(startByte, this.length));
    const end = Math.max(start, Math.min(endByte, this.length));
    const first = Math.floor(start / PAGE);
    if (end <= (first + 1) * PAGE) return this.page(first).subarray(start - first * PAGE, end - first * PAGE);
    return this.read(start, end);
  }
  private page(index: number): Uint8Array {
    const page = this.pages.get(index) ?? this.read(index * PAGE, Math.min((index + 1) * PAGE, this.length));
    this.pages.delete(index);
    this.pages.set(index, page);
    if (this.pages.size > KEPT_PAGES) this.pages.delete(this.pages.keys().next().value ?? 0);
    return page;
  }
  private read(start: number, end: number): Uint8Array {
    const bytes = new Uint8Array(end - start);
    let at = 0;
    while (at < bytes.length) {
      const got = readSync(this.descriptor, bytes, at, bytes.length - at, start + at);
      if (got === 0) break;
      at += got;
    }
    return bytes;
  }
}

/**
 * Opens a file (`-` is standard input, read whole).
 * @throws {InputError} where it cannot be read or is a directory
 */
export function openInput(path: string): ByteWindow {
  try {
    if (path === "-") return new ResidentWindow(new Uint8Array(readFileSync(0)));
    const descriptor = openSync(path, "r");
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw new InputError(`${path}: is a directory`);
    if (stat.isFile() && stat.size > WHOLE_LIMIT) return new PagedFile(descriptor, stat.size);
    const bytes = readFileSync(descriptor);
    closeSync(descriptor);
    return new ResidentWindow(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${path}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}
