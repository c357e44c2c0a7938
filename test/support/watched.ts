/** A window that notes which bytes are read. */
import type { BitRange } from "../../extension/document/bits";
import type { ByteWindow } from "../../extension/document/window";

/** Bytes in memory, returned in small views, and a count of those that were read. */
export class WatchedWindow implements ByteWindow {
  readonly length: number;
  readonly pageBytes = 64;
  private readonly seen: Uint8Array;
  constructor(private readonly bytes: Uint8Array) {
    this.length = bytes.length;
    this.seen = new Uint8Array(bytes.length);
  }
  view(startByte: number, endByte: number): Uint8Array {
    this.seen.fill(1, startByte, endByte);
    return this.bytes.subarray(startByte, endByte);
  }
  /** Starts counting anew. */
  forget(): void {
    this.seen.fill(0);
  }
  /** How many bytes of a range were read; of the complete file if none is given. */
  seenIn({ startBit, endBit }: BitRange = { startBit: 0, endBit: this.length * 8 }): number {
    return this.seen.subarray(startBit / 8, endBit / 8).reduce((sum, byte) => sum + byte, 0);
  }
}
