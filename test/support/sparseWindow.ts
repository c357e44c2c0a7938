/** A window that is loaded piece by piece, as the session's is. */
import type { Attempt, ByteRange, ByteWindow } from "../../extension/document/window";
import { attempt, MissingBytes } from "../../extension/document/window";

/** A window of which only the loaded bytes may be read. */
export class SparseWindow implements ByteWindow {
  private readonly loaded: Uint8Array;
  /** @param due tells whether others wait */
  constructor(
    private readonly bytes: Uint8Array,
    readonly due: () => boolean = () => false,
  ) {
    this.loaded = new Uint8Array(bytes.length);
  }
  get length(): number {
    return this.bytes.length;
  }
  get loadedBytes(): number {
    return this.loaded.reduce((sum, one) => sum + one, 0);
  }
  view(startByte: number, endByte: number): Uint8Array {
    const part = this.loaded.subarray(startByte, endByte);
    if (part.includes(0)) throw new MissingBytes(startByte, Math.min(endByte, this.length));
    return this.bytes.subarray(startByte, endByte);
  }
  load({ startByte, endByte }: ByteRange): void {
    this.loaded.fill(1, startByte, endByte);
  }
  /** Repeats a step until the bytes it needs are loaded, as the session does. */
  run<T>(step: () => T): T {
    for (let turns = 0; turns < 10_000; turns++) {
      const result: Attempt<T> = attempt(step);
      if ("value" in result) return result.value;
      if ("missing" in result) this.load(result.missing);
    }
    throw new Error("the step never has enough");
  }
}
