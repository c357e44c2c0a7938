/** The sources of a document's bytes. Every source counts the bytes that were read from it. */
import type { SharedBytes } from "../../document/window";
import { ResidentWindow } from "../../document/window";

/** Bytes that can be read in any order. */
export interface ByteSource {
  /** Size in bytes. */
  readonly length: number;
  /** Bytes read so far; tests check this number. */
  readonly bytesRead: number;
  /** The bytes from `startByte` up to `endByte` (both inside the source); fewer if the file has become shorter. */
  read(startByte: number, endByte: number): Promise<Uint8Array>;
  /**
   * The same without a promise, if the source need not wait for another thread.
   * @param room memory of that size, which the source may use for what it returns
   */
  readNow?(startByte: number, endByte: number, room?: Uint8Array): Uint8Array;
  /** All bytes, if they are in memory. */
  readonly memory?: Uint8Array;
  /** How another thread can reach the same bytes, if it can. */
  share?(): SharedBytes["of"];
  close(): void;
}

/** Bytes that were delivered completely: from `workspace.fs`, from standard input, from another document. */
export class MemorySource implements ByteSource {
  readonly length: number;
  bytesRead = 0;
  private readonly window: ResidentWindow;
  constructor(readonly memory: Uint8Array) {
    this.length = memory.length;
    this.window = new ResidentWindow(memory);
  }
  share(): SharedBytes["of"] {
    return this.window.share().of;
  }
  read(startByte: number, endByte: number): Promise<Uint8Array> {
    return Promise.resolve(this.readNow(startByte, endByte));
  }
  readNow(startByte: number, endByte: number): Uint8Array {
    this.bytesRead += endByte - startByte;
    return this.memory.subarray(startByte, endByte);
  }
  close(): void {
    // There is nothing to release but memory.
  }
}
