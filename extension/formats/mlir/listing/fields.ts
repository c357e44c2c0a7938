/** The fields of one row, with their places: read again for a hover. */
import type { Encoding, Leaf } from "../../../document/element";
import type { LeafRecorder, Reference } from "../model/cursor";

/** A field of a record. Positions are bytes from the file's first byte. */
export interface Field {
  readonly name: string;
  readonly startByte: number;
  readonly endByte: number;
  readonly raw: number | bigint;
  readonly encoding: string;
  readonly meaning: string | undefined;
}

const encodings: Partial<Record<Encoding["kind"], string>> = { prefixVarint: "PrefixVarInt", fixed: "byte" };

/** Keeps the numbers that a cursor reads. */
export class FieldRecorder implements LeafRecorder {
  readonly fields: Field[] = [];
  private pending: Field | undefined;

  constructor(private readonly describe: (reference: Reference) => string) {}

  leaf(name: string, startByte: number, endByte: number, encoding: Encoding, raw: Leaf["raw"]): void {
    this.finish();
    if (typeof raw === "object") return;
    this.pending = {
      name,
      startByte,
      endByte,
      raw,
      encoding: encodings[encoding.kind] ?? encoding.kind,
      meaning: undefined,
    };
  }
  note(meaning: string | Reference): void {
    const text = typeof meaning === "string" ? meaning : this.describe(meaning);
    if (this.pending) this.pending = { ...this.pending, meaning: text };
  }
  open(): void {
    // A row's fields are a flat list.
  }
  close(): void {
    // As above.
  }
  /** Takes the last field. */
  finish(): void {
    if (this.pending) this.fields.push(this.pending);
    this.pending = undefined;
  }
}
