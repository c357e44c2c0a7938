/** Where a document's bytes come from. Every source counts what it was asked for. */
import type { SharedBytes } from "../../document/window";
import { ResidentWindow } from "../../document/window";

/** Bytes that can be read in any order. */
export interface ByteSource {
  /** Bytes in all. */
  readonly length: number;
  /** Bytes read so far; tests hold it. */
  readonly bytesRead: number;
  /** The bytes from `startByte` up to `endByte` (both inside the source); fewer where the file has become shorter. */
  read(startByte: number, endByte: number): Promise<Uint8Array>;
  /** The same at once, where the source can do that without waiting for another thread. */
  readNow?(startByte: number, endByte: number): Uint8Array;
  /** How another thread comes to the same bytes, where it can. */
  share?(): SharedBytes["of"];
  close(): void;
}

/** Bytes that came whole: from `workspace.fs`, from standard input, out of another document. */
export class MemorySource implements ByteSource {
  readonly length: number;
  bytesRead = 0;
  private readonly window: ResidentWindow;
  constructor(private readonly bytes: Uint8Array) {
    this.length = bytes.length;
    this.window = new ResidentWindow(bytes);
  }
  share(): SharedBytes["of"] {
    return this.window.share().of;
  }
  read(startByte: number, endByte: number): Promise<Uint8Array> {
    return Promise.resolve(this.readNow(startByte, endByte));
  }
  readNow(startByte: number, endByte: number): Uint8Array {
    this.bytesRead += endByte - startByte;
    return this.bytes.subarray(startByte, endByte);
  }
  close(): void {
    // Nothing is held but memory.
  }
}
