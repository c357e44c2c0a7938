/** The bytes a decoder may read: those that are resident. Reading others stops the decoder until they are loaded. */

/** A half-open range of bytes from the document's first byte. */
export interface ByteRange {
  readonly startByte: number;
  readonly endByte: number;
}

/** A document's bytes, part of which are in memory. */
export interface ByteWindow {
  /** Bytes in the whole document, resident or not. */
  readonly length: number;
  /** How many bytes are best read together; absent if all are resident and a view of any size costs nothing. */
  readonly pageBytes?: number;
  /**
   * The bytes from `startByte` up to `endByte`, both clamped to the document. Do not keep the array longer than the
   * step that asked for it.
   * @throws {MissingBytes} if some are not resident; only {@link attempt} catches that
   * @throws {Unreadable} if the source no longer has them
   */
  view(startByte: number, endByte: number): Uint8Array;
  /**
   * Copies the bytes from `startByte` on into `target`, all of which must be inside the document. Present if views are
   * new copies: whoever reads on and on then needs no new memory for each part.
   * @throws {Unreadable} if the source no longer has them
   */
  copy?(startByte: number, target: Uint8Array): void;
  /**
   * Whether a step has taken long enough, so that one that has kept its progress should throw {@link Unfinished}.
   * Absent if nobody else waits.
   */
  readonly due?: () => boolean;
  /** How another thread gets these bytes; undefined, or absent, if it cannot. */
  share?(): SharedBytes | undefined;
}

/** Bytes that several threads read: a range of memory that they share, or of a file that each of them opens. */
export interface SharedBytes extends ByteRange {
  /** `stamp` tells whether the file is still the same ({@link Replaced} if it is not). */
  readonly of: { readonly memory: SharedArrayBuffer } | { readonly path: string; readonly stamp: string };
}

/** Thrown through a decoder up to {@link attempt}, never past it: load these bytes, then repeat the call. */
export class MissingBytes implements ByteRange {
  constructor(
    readonly startByte: number,
    readonly endByte: number,
  ) {}
}

/**
 * Thrown like {@link MissingBytes} by a step that has kept its progress: repeat the call after others have had their
 * turn.
 */
export class Unfinished {}

/**
 * Thrown through a decoder by a window whose source no longer has the bytes: the fault is the source's, not damage in
 * the file.
 */
export class Unreadable extends Error {}

/** Thrown when the file has changed since it was opened: nothing read before fits to what could be read now. */
export class Replaced extends Unreadable {
  constructor() {
    super("the file has changed since it was opened");
  }
}

/** The outcome of a decoder's step: its value, the bytes it needs first, or nothing yet. */
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
  /** Copies the bytes to shared memory, once. */
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
  readonly copy?: (startByte: number, target: Uint8Array) => void;
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
    if (outer.copy) this.copy = (from, target) => outer.copy?.(this.start + from, target);
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
