/** A file on disk, read through a descriptor that is opened for reading only and closed when idle. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { SharedBytes } from "../../document/window";
import type { ByteSource } from "./source";

/** How long a descriptor stays open after the last read, in ms: an open file cannot be replaced on Windows. */
const IDLE = 1000;

/**
 * A byte source over a path. Reads block; that is fine in a worker, since a page takes less time than a turn of its
 * event loop.
 */
export class FileSource implements ByteSource {
  readonly length: number;
  bytesRead = 0;
  private descriptor: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @throws unless the path is a readable file */
  constructor(private readonly path: string) {
    const stat = statSync(path);
    if (!stat.isFile()) throw new Error(`${path} is not a file`);
    this.length = stat.size;
    this.open();
  }
  read(startByte: number, endByte: number): Promise<Uint8Array> {
    return Promise.resolve(this.readNow(startByte, endByte));
  }
  readNow(startByte: number, endByte: number): Uint8Array {
    const descriptor = this.open();
    const bytes = new Uint8Array(endByte - startByte);
    let at = 0;
    while (at < bytes.length) {
      const got = readSync(descriptor, bytes, at, bytes.length - at, startByte + at);
      if (got === 0) break;
      at += got;
    }
    this.bytesRead += at;
    return bytes.subarray(0, at);
  }
  share(): SharedBytes["of"] {
    return { path: this.path };
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
