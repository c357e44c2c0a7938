/**
 * A window for many small reads of neighbouring bytes: each costs a subarray, not a search among the session's pages.
 */
import type { ByteWindow } from "../../document/window";
/** Bytes read together; a view within them costs only a subarray. */
/** Bytes read together; a multiple of the session's pages, so that a chunk is not a copy. */
const CHUNK_BYTES = 128 * 1024;

/**
 * A window that keeps the chunk used last. Use it for one step of a decoder only, and call {@link forget} at the end,
 * since the bytes must not be kept.
 */
export class ChunkedWindow implements ByteWindow {
  readonly length: number;
  private chunk: Uint8Array = new Uint8Array(0);
  private start = 0;
  constructor(private readonly window: ByteWindow) {
    this.length = window.length;
  }
  view(startByte: number, endByte: number): Uint8Array {
    const from = startByte - this.start;
    const to = endByte - this.start;
    if (from >= 0 && to <= this.chunk.length && to >= from) return this.chunk.subarray(from, to);
    const start = Math.floor(startByte / CHUNK_BYTES) * CHUNK_BYTES;
    if (startByte < 0 || endByte > start + CHUNK_BYTES || endByte > this.length)
      return this.window.view(startByte, endByte);
    this.chunk = new Uint8Array(0);
    this.chunk = this.window.view(start, start + CHUNK_BYTES);
    this.start = start;
    return this.chunk.subarray(startByte - start, endByte - start);
  }
  forget(): void {
    this.chunk = new Uint8Array(0);
  }
}
