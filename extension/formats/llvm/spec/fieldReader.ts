/**
 * Reads a record's operands in order by the names of their fields. The specification decides which fields a record has;
 * a reader never counts operands and never asks for versions.
 */
import { RecordFault, signedBig, signedNumber } from "../stream/blocks";
import type { BlockSpecification, Form, Part, RecordSpecification } from "./form";
import type { LayoutSurroundings, RecordOperands } from "./layout";
import { Layout, MOST_WORD, wordOf } from "./layout";

/** What the reference's readers keep the numbers of in 32 bits. */
const WORDS: ReadonlySet<Form["kind"]> = new Set(["type", "value", "block", "attributeGroup"]);

/** A packed number, read by the names of its runs of bits. */
export class PackedBits {
  constructor(
    readonly raw: number,
    private readonly form: Form,
  ) {}

  /**
   * The run of bits with this name.
   * @throws {Error} if the form has no such run
   */
  get(name: string): number {
    if (this.form.kind !== "packed") throw new Error(`not packed, has no bits ${name}`);
    let unit = 1;
    for (const bits of this.form.bits) {
      if (bits.name === name) return Math.floor(this.raw / unit) % 2 ** bits.width;
      unit *= 2 ** bits.width;
    }
    throw new Error(`no bits ${name}`);
  }
  has(name: string): boolean {
    return this.get(name) !== 0;
  }
}

/** The fields of one record in order. */
export class FieldReader {
  private at = 0;
  private readonly layout: Layout<RecordOperands>;

  /**
   * @param tooShort the message of the fault if the record ends before a field; without it, a field that the record does
   *   not have is zero, as the reference takes missing operands
   */
  constructor(
    private readonly record: RecordOperands,
    private readonly specification: RecordSpecification,
    surroundings: LayoutSurroundings,
    private readonly tooShort?: string,
  ) {
    this.layout = new Layout(record, specification, surroundings);
  }

  /** How many operands are left. */
  get left(): number {
    return this.record.length - this.at;
  }
  /** Whether the next operand belongs to this field. */
  has(name: string): boolean {
    return this.at < this.record.length && this.layout.field(this.at).name === name;
  }
  /** Passes over the next operand if it belongs to this field. */
  skip(name: string): void {
    if (this.has(name)) this.at++;
  }
  /** A number; one that counts types, values, blocks or entries of a table is cut to 32 bits, as in the reference. */
  number(name: string): number {
    const at = this.take(name);
    const value = at < 0 ? 0 : this.record.value(at);
    return value > MOST_WORD && WORDS.has(this.layout.field(at).form.kind) ? wordOf(this.record, at) : value;
  }
  /** The low 32 bits of a number. */
  word(name: string): number {
    const at = this.take(name);
    return at < 0 ? 0 : wordOf(this.record, at);
  }
  /** A number that the record may end before; then zero. */
  optional(name: string): number {
    return this.has(name) ? this.number(name) : 0;
  }
  /** An unsigned 64-bit number. */
  big(name: string): bigint {
    const at = this.take(name);
    return at < 0 ? 0n : this.record.big(at);
  }
  /** A number with its sign in bit 0, in 64 bits. */
  signed(name: string): bigint {
    return BigInt.asIntN(64, signedBig(this.big(name)));
  }
  /** Like {@link signed}, as a plain number where that is exact. */
  integer(name: string): number | bigint {
    const at = this.take(name);
    const raw = at < 0 ? 0 : this.record.value(at);
    return raw <= Number.MAX_SAFE_INTEGER ? signedNumber(raw) : BigInt.asIntN(64, signedBig(this.record.big(at)));
  }
  packed(name: string): PackedBits {
    const { form } = this.layout.field(this.at);
    const at = this.take(name);
    return at < 0 ? new PackedBits(0, formOf(this.specification, name)) : new PackedBits(this.record.value(at), form);
  }
  /** A repeated field: all operands up to one of another field. */
  numbers(name: string): number[] {
    const found: number[] = [];
    while (this.has(name)) found.push(this.number(name));
    return found;
  }
  /** Like {@link numbers}, as unsigned 64-bit numbers. */
  bigs(name: string): bigint[] {
    const found: bigint[] = [];
    while (this.has(name)) found.push(this.big(name));
    return found;
  }
  /** A repeated field of characters, each cut to 8 bits, as a byte string. */
  text(name: string): string {
    let text = "";
    while (this.has(name)) text += String.fromCharCode(this.word(name) & 255);
    return text;
  }
  /**
   * Characters up to a zero, as a byte string.
   * @throws {RecordFault} if there is no zero
   */
  string(name: string): string {
    const text = this.text(name);
    if (!text.endsWith("\0")) this.ended();
    return text.slice(0, -1);
  }

  private ended(): void {
    if (this.tooShort !== undefined) throw new RecordFault("bad-record", this.tooShort);
  }
  /**
   * The index of the operand of this field; -1 if the record ends before it, or its writer did not know it.
   * @throws {RecordFault} if it ends and must not
   * @throws {Error} if the specification has no such field, or has it later
   */
  private take(name: string): number {
    if (this.has(name)) return this.at++;
    if (this.left <= 0) this.ended();
    formOf(this.specification, name);
    if (this.layout.operand(this.at).turn === undefined && this.layout.find(name, this.at) !== undefined)
      throw new Error(`${this.specification.name}: ${name} is read too early`);
    return -1;
  }
}

const forms = new WeakMap<RecordSpecification, ReadonlyMap<string, Form>>();

/** @throws {Error} if a record's specification has no field with this name */
function formOf(specification: RecordSpecification, name: string): Form {
  let known = forms.get(specification);
  if (!known) forms.set(specification, (known = new Map(fieldsOf(specification.parts))));
  const form = known.get(name);
  if (!form) throw new Error(`${specification.name} has no field ${name}`);
  return form;
}
function fieldsOf(parts: readonly Part[]): [string, Form][] {
  return parts.flatMap((part): [string, Form][] => {
    switch (part.part) {
      case "field":
        return [[part.name, part.form]];
      case "rest":
      case "times":
        return fieldsOf(part.parts);
      case "when":
        return [...fieldsOf(part.then), ...fieldsOf(part.otherwise)];
      case "choose":
        return Object.values(part.cases).flatMap((one) => fieldsOf(one));
      case "string":
      case "bundled":
      case "arguments":
      case "operators":
        return [];
    }
  });
}

/**
 * Arranges readers of a block's records by code.
 * @param readers by the name of the record's code
 * @throws {Error} if the block has no record of such a name
 */
export function readersByCode<Reader>(
  block: BlockSpecification,
  readers: Readonly<Record<string, Reader>>,
): Readonly<Record<number, Reader>> {
  const codes = new Map(Object.entries(block).map(([code, { name }]) => [name, Number(code)]));
  const found: Record<number, Reader> = {};
  for (const [name, reader] of Object.entries(readers)) {
    const code = codes.get(name);
    if (code === undefined) throw new Error(`no record ${name}`);
    found[code] = reader;
  }
  return found;
}
