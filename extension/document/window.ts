/** The bytes a decoder may look at: those that are resident. Asking for others stops the decoder until they are loaded. */

/** A half-open range of bytes from the document's first byte. */
export interface ByteRange {
  readonly startByte: number;
  readonly endByte: number;
}

/** A document's bytes, part of which are in memory. */
export interface ByteWindow {
  /** Bytes in the whole document, resident or not. */
  readonly length: number;
  /** How many bytes are best looked at together; absent where all are resident and a view of any size costs nothing. */
  readonly pageBytes?: number;
  /**
   * The bytes from `startByte` up to `endByte`, both clamped to the document.
   * Keep the array no longer than the step that asked for it.
   * @throws {MissingBytes} where some are not resident; only {@link attempt} catches that
   * @throws {Unreadable} where the source does not have them any more
   */
  view(startByte: number, endByte: number): Uint8Array;
  /**
   * Whether a step has taken long enough, so that one which keeps what it has come to should throw {@link Unfinished}.
   * Absent where nobody else waits.
   */
  readonly due?: () => boolean;
  /** How another thread comes to these bytes; undefined, or absent, where it cannot. */
  share?(): SharedBytes | undefined;
}

/** Bytes that several threads look at: a range of memory that they share, or of a file that each of them reads. */
export interface SharedBytes extends ByteRange {
  readonly of: { readonly memory: SharedArrayBuffer } | { readonly path: string };
}

/** Thrown through a decoder, never past {@link attempt}: these bytes have to be loaded, then the call is made again. */
export class MissingBytes implements ByteRange {
  constructor(
    readonly startByte: number,
    readonly endByte: number,
  ) {}
}

/** Thrown as {@link MissingBytes} is, by a step that has kept what it has come to: the call is made again, after others'. */
export class Unfinished {}

/** Thrown through a decoder by a window whose source no longer has the bytes: the source's fault, and no damage of the file. */
export class Unreadable extends Error {}

/** What a decoder's step gives: its value, the bytes it has to have first, or nothing yet. */
export type Attempt<T> = { readonly value: T } | { readonly missing: ByteRange } | { readonly unfinished: true };

/**
 * Runs one step of a decoder. A step must be repeatable: it stores what it found only at its end.
 * @throws whatever `step` throws, except {@link MissingBytes} and {@link Unfinished}
 */
export function attempt<T>(step: () => T): Attempt<T> {
  try {
    return { value: step() };
  } catch (thrown) {
    if (thrown instanceof MissingBytes) return { missing: thrown };
    if (thrown instanceof Unfinished) return { unfinished: true };
    throw thrown;
  }
}

/** A window on bytes that are all in memory. */
export class ResidentWindow implements ByteWindow {
  readonly length: number;
  private shared: SharedArrayBuffer | undefined;
  constructor(private readonly bytes: Uint8Array) {
    this.length = bytes.length;
  }
  /** The bytes are copied for it, once. */
  share(): SharedBytes {
    if (!this.shared) {
      this.shared = new SharedArrayBuffer(this.length);
      new Uint8Array(this.shared).set(this.bytes);
    }
    return { of: { memory: this.shared }, startByte: 0, endByte: this.length };
  }
  view(startByte: number, endByte: number): Uint8Array {
    return startByte === 0 && endByte === this.length ? this.bytes : this.bytes.subarray(startByte, endByte);
  }
}

/** The part of a window from `startByte` to `endByte` as a document of its own: positions count from `startByte`. */
export class SubWindow implements ByteWindow {
  readonly length: number;
  readonly pageBytes?: number;
  readonly due?: () => boolean;
  private readonly start: number;
  constructor(
    private readonly outer: ByteWindow,
    startByte: number,
    endByte: number,
  ) {
    this.start = Math.min(startByte, outer.length);
    this.length = Math.max(0, Math.min(endByte, outer.length) - this.start);
    if (outer.pageBytes !== undefined) this.pageBytes = outer.pageBytes;
    if (outer.due !== undefined) this.due = outer.due;
  }
  share(): SharedBytes | undefined {
    const outer = this.outer.share?.();
    const startByte = (outer?.startByte ?? 0) + this.start;
    return outer && { of: outer.of, startByte, endByte: startByte + this.length };
  }
  view(startByte: number, endByte: number): Uint8Array {
    const from = Math.min(Math.max(0, startByte), this.length);
    const to = Math.min(Math.max(from, endByte), this.length);
    return this.outer.view(this.start + from, this.start + to);
  }
}
