/** Opens the input file as a window whose pages are read when a decoder looks at them. */
import { fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { ByteWindow, SharedBytes } from "../document/window";
import { Replaced, ResidentWindow, Unreadable } from "../document/window";
import { LeastRecent } from "../kit/leastRecent";
import { stampOf } from "../session/bytes/file";
import { shortened } from "../session/bytes/window";
import { memory } from "./memory";
import { systemWords } from "./systemWords";

const STDIN = 0;
/** Files up to this size are read whole: one read is faster than many pages, and views cost nothing. */
const WHOLE_LIMIT = 512 * 1024 * 1024;
/** Bytes read at once from a larger file, and from an input without a size. */
const PAGE = 64 * 1024;
const PART = 1024 * 1024;
/** How many pages of a larger file are kept. */
const KEPT_PAGES = 1024;

/** An input that cannot be opened: a missing file, a directory. Ends the program with status 2. */
export class InputError extends Error {}

/** Calls of `view` between two checks of the memory in use. */
const LOOK_EVERY = 64;

/** A file that was read completely; checks the memory now and then while it is decoded. */
class WholeFile extends ResidentWindow {
  private views = 0;
  constructor(bytes: Uint8Array) {
    super(bytes);
    memory.expect(bytes.length);
  }
  override view(startByte: number, endByte: number): Uint8Array {
    if (++this.views % LOOK_EVERY === 0) memory.look();
    return super.view(startByte, endByte);
  }
}

/** A file read in pages; the least recently used page is dropped first. */
class PagedFile implements ByteWindow {
  readonly pageBytes = PAGE;
  private readonly pages = new LeastRecent<number, Uint8Array>(KEPT_PAGES);
  private readonly stamp: string;
  constructor(
    private readonly descriptor: number,
    readonly length: number,
    private readonly path: string,
  ) {
    this.stamp = stampOf(descriptor);
  }
  share(): SharedBytes | undefined {
    if (this.path === "-") return undefined;
    return { of: { path: this.path, stamp: this.stamp }, startByte: 0, endByte: this.length };
  }

  view(startByte: number, endByte: number): Uint8Array {
    const start = Math.max(0, Math.min(startByte, this.length));
    const end = Math.max(start, Math.min(endByte, this.length));
    const first = Math.floor(start / PAGE);
    if (end <= (first + 1) * PAGE) return this.page(first).subarray(start - first * PAGE, end - first * PAGE);
    return this.read(start, end);
  }
  copy(startByte: number, target: Uint8Array): void {
    const got = this.readTo(startByte, target);
    if (got < target.length) throw shortened(startByte + got, this.length);
    if (stampOf(this.descriptor) !== this.stamp) throw new Replaced();
  }
  private readTo(startByte: number, target: Uint8Array): number {
    try {
      return readFully(this.descriptor, target, startByte);
    } catch (error) {
      throw new InputError(`${this.path}: ${systemWords(error)}`);
    }
  }
  private page(index: number): Uint8Array {
    return this.pages.of(index, () => this.read(index * PAGE, Math.min((index + 1) * PAGE, this.length)));
  }
  private read(start: number, end: number): Uint8Array {
    const bytes = new Uint8Array(end - start);
    this.copy(start, bytes);
    return bytes;
  }
}

/** Reads from a position (bytes) until the buffer is full or the file ends. Returns the number of bytes read. */
function readFully(descriptor: number, bytes: Uint8Array, position: number | null): number {
  let at = 0;
  while (at < bytes.length) {
    const got = readSync(descriptor, bytes, at, bytes.length - at, position === null ? null : position + at);
    if (got === 0) break;
    at += got;
  }
  return at;
}

/**
 * Everything that an input without a size (a pipe, a device) delivers. @throws {InputError} past {@link WHOLE_LIMIT}
 */
function readStream(descriptor: number, path: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let more = true; more;) {
    const part = new Uint8Array(PART);
    const got = readFully(descriptor, part, null);
    more = got === part.length;
    parts.push(part.subarray(0, got));
    length += got;
    if (length > WHOLE_LIMIT)
      throw new InputError(`${path}: more than ${WHOLE_LIMIT >> 20} MiB without an end; write it to a file first`);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The window of an open file, depending on its kind. */
function windowOf(descriptor: number, path: string): ByteWindow {
  const stat = fstatSync(descriptor);
  if (stat.isDirectory()) throw new InputError(`${path}: is a directory`);
  if (!stat.isFile()) return new WholeFile(readStream(descriptor, path));
  if (stat.size > WHOLE_LIMIT) return new PagedFile(descriptor, stat.size, path);
  const bytes = readFileSync(descriptor);
  // A file in /proc reports a size of 0 but has content.
  if (bytes.length < stat.size) throw shortened(bytes.length, stat.size);
  return new WholeFile(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
}

/**
 * Opens a file (`-` is standard input). A large file is read in pages; an input without a size is read completely.
 * @throws {InputError} if it cannot be read, is a directory, or is an endless stream
 */
export function openInput(path: string): ByteWindow {
  try {
    return windowOf(path === "-" ? STDIN : openSync(path, "r"), path);
  } catch (error) {
    if (error instanceof InputError || error instanceof Unreadable) throw error;
    throw new InputError(`${path}: ${systemWords(error)}`);
  }
}
