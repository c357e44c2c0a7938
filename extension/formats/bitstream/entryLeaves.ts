/** The fields of one entry, collected until it is known what the entry is. */
import { BitPositions, Words } from "../../kit/numbers";
import type { Encoding, Leaf, LeafKind } from "../../document/element";
import type { ByteWindow } from "../../document/window";
import type { FieldTrace } from "./entry";
import { MOST_WORD } from "./record";

const FIXED: Encoding = { kind: "fixed" };
const CHAR6: Encoding = { kind: "char6" };
const BYTES: Encoding = { kind: "bytes" };
/** Names of leaves that are not fields of a record. */
const ALIGNMENT = "alignment";
/** The name of a record's blob. */
export const BLOB = "blob";
/** By chunk width. */
const VBR: readonly Encoding[] = Array.from({ length: 33 }, (_, chunk) => ({ kind: "vbr", chunk }));

/** In `operands`: the leaf is not an operand. */
const NONE = MOST_WORD;

/** How a field is called, and how it is encoded: the fields of a file have few forms. */
interface Form {
  readonly name: string;
  readonly encoding: Encoding;
}

/**
 * Collects the fields of one entry until it is known what the entry is; then they become leaves. A record may be as
 * long as the file, so a field is kept as numbers in arrays, not as an object.
 */
export class EntryLeaves implements FieldTrace {
  count = 0;
  /** Where the first field begins; each of the others begins where the one before it ends. */
  private startBit = 0;
  private readonly endBits = new BitPositions();
  private readonly raws = new Words();
  private readonly operands = new Words();
  /** Indices of {@link known}. */
  private readonly forms = new Words();
  private readonly known: Form[] = [];
  /** Raw values that are not numbers of 32 bits, by the index of the field. */
  private readonly wide = new Map<number, number | bigint | Uint8Array>();
  constructor(private readonly window: ByteWindow) {}

  fixed(name: string, startBit: number, endBit: number, raw: number, operand = NONE): void {
    if (endBit > startBit) this.add(name, startBit, endBit, FIXED, raw, operand);
  }
  vbr(name: string, chunk: number, startBit: number, endBit: number, raw: number | bigint, operand = NONE): void {
    const encoding = VBR[chunk] ?? { kind: "vbr", chunk };
    const isWord = typeof raw === "number" && raw <= MOST_WORD;
    this.add(name, startBit, endBit, encoding, isWord ? raw : 0, operand);
    if (!isWord) this.wide.set(this.count - 1, raw);
  }
  char6(startBit: number, endBit: number, raw: number, operand: number): void {
    this.add("operand", startBit, endBit, CHAR6, raw, operand);
  }
  padding(startBit: number, endBit: number, raw: number): void {
    this.add(ALIGNMENT, startBit, endBit, FIXED, raw, NONE);
  }
  blob(startBit: number, endBit: number): void {
    this.add(BLOB, startBit, endBit, BYTES, 0, NONE);
    this.wide.set(this.count - 1, this.window.view(startBit / 8, endBit / 8));
  }
  private add(name: string, startBit: number, endBit: number, encoding: Encoding, raw: number, operand: number): void {
    if (this.count++ === 0) this.startBit = startBit;
    this.endBits.push(endBit);
    this.raws.push(raw);
    this.operands.push(operand);
    this.forms.push(this.numberOf(name, encoding));
  }
  /** The index of a form in {@link known}. */
  private numberOf(name: string, encoding: Encoding): number {
    const { known } = this;
    const index = known.findIndex((form) => form.name === name && form.encoding === encoding);
    return index >= 0 ? index : known.push({ name, encoding }) - 1;
  }
  private form(index: number): Form {
    return this.known[this.forms.data[index] as number] as Form;
  }
  clear(): void {
    this.count = 0;
    this.endBits.clear();
    this.raws.length = this.operands.length = this.forms.length = 0;
    if (this.wide.size > 0) this.wide.clear();
  }
  /** The operand index of a field; undefined if it is not an operand. */
  operand(index: number): number | undefined {
    const operand = this.operands.data[index] as number;
    return operand === NONE ? undefined : operand;
  }
  name(index: number): string {
    return this.form(index).name;
  }
  /** A field as a leaf. Its name and meaning come from the caller, who knows what the entry is. */
  leaf(index: number, name: string, meaning: string | undefined, blobIsDecoded = false): Leaf {
    const { encoding } = this.form(index);
    const kind = this.kindOf(index, blobIsDecoded);
    const startBit = index === 0 ? this.startBit : this.endBits.at(index - 1);
    const endBit = this.endBits.at(index);
    const raw = this.wide.get(index) ?? (this.raws.data[index] as number);
    return { kind, name, startBit, endBit, encoding, raw, meaning };
  }
  /** The raw value of a field if it is a number, else 0. */
  raw(index: number): number {
    const wide = this.wide.get(index);
    return typeof wide === "number" ? wide : (this.raws.data[index] as number);
  }
  private kindOf(index: number, blobIsDecoded: boolean): LeafKind {
    const { name, encoding } = this.form(index);
    if (encoding === BYTES) return blobIsDecoded ? "decoded" : "opaque";
    return name === ALIGNMENT ? "padding" : "decoded";
  }
}
