/** A file on disk, read through a descriptor that is opened for reading only and closed when idle. */
import type { BigIntStats } from "node:fs";
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { SharedBytes } from "../../document/window";
import { Replaced } from "../../document/window";
import type { ByteSource } from "./source";

/** How long a descriptor stays open after the last read, in ms: an open file cannot be replaced on Windows. */
const IDLE = 1000;

/** The size of an open file and when it was last changed, as text: another text means that the content may be another. */
export function stampOf(descriptor: number): string {
  return textOf(fstatSync(descriptor, { bigint: true }));
}
/**
 * Both times: whoever copies a file may set the time of its content back (`cp -p`, archivers), but not that of its entry
 * in the file system. Not the file's number, although another file in its place has another one: some network file
 * systems give a file a new number each time it is opened.
 */
function textOf({ size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs}`;
}

/** What a source is told besides its path. */
export interface FileOptions {
  /** The stamp that the file must have, if others read it too ({@link stampOf}). */
  readonly stamp?: string | undefined;
  /** Called when a read finds that the file has changed since it was opened; once. */
  readonly changed?: () => void;
}

/**
 * A byte source over a path. Reads block; that is fine in a worker, since a page takes less time than a turn of its
 * event loop. If the file changes, nothing more is read: new bytes beside those that were read before would be a file
 * that never existed.
 */
export class FileSource implements ByteSource {
  readonly length: number;
  bytesRead = 0;
  private descriptor: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly stamp: string;
  private changed: (() => void) | undefined;

  /** @throws unless the path is a readable file; {@link Replaced} if it no longer has the stamp */
  constructor(
    private readonly path: string,
    { stamp, changed }: FileOptions = {},
  ) {
    // Before it is opened: that would wait for a writer if it is a pipe.
    if (!statSync(path).isFile()) throw new Error(`${path} is not a file`);
    const stat = fstatSync(this.open(), { bigint: true });
    this.length = Number(stat.size);
    this.stamp = stamp ?? textOf(stat);
    this.changed = changed;
    if (this.stamp === textOf(stat)) return;
    this.close();
    throw new Replaced();
  }
  read(startByte: number, endByte: number): Promise<Uint8Array> {
    return Promise.resolve(this.readNow(startByte, endByte));
  }
  /** @throws {Replaced} if the file has changed, unless it has become too short */
  readNow(startByte: number, endByte: number, bytes = new Uint8Array(endByte - startByte)): Uint8Array {
    const descriptor = this.open();
    let at = 0;
    while (at < bytes.length) {
      const got = readSync(descriptor, bytes, at, bytes.length - at, startByte + at);
      if (got === 0) break;
      at += got;
    }
    // Afterwards: what was written while this was reading has changed the stamp too.
    if (stampOf(descriptor) !== this.stamp) {
      this.changed?.();
      this.changed = undefined;
      if (at === bytes.length) throw new Replaced();
    }
    this.bytesRead += at;
    return bytes.subarray(0, at);
  }
  share(): SharedBytes["of"] {
    return { path: this.path, stamp: this.stamp };
  }
  /** Whether the descriptor is open now. */
  get isOpen(): boolean {
    return this.descriptor !== undefined;
  }
  close(): void {
    clearTimeout(this.timer);
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }
  private open(): number {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), IDLE);
    this.timer.unref();
    this.descriptor ??= openSync(this.path, "r");
    return this.descriptor;
  }
}
