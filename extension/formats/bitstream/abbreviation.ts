/** Abbreviations: how a record's operands are encoded. Definition: LLVM BitCodeFormat, "DEFINE_ABBREV Encoding". */

/** One operand of an abbreviation. */
export type AbbreviationOperand =
  | { readonly kind: "literal"; readonly value: number; readonly big?: bigint }
  | { readonly kind: "fixed"; readonly width: number }
  | { readonly kind: "vbr"; readonly width: number }
  | { readonly kind: "array" }
  | { readonly kind: "char6" }
  | { readonly kind: "blob" };

/** The encodings by the number that DEFINE_ABBREV writes for them, from 1. */
export const ENCODINGS = ["fixed", "vbr", "array", "char6", "blob"] as const;

/** Operands that many abbreviations use, shared because a file may consist of definitions only. */
const LITERALS: readonly AbbreviationOperand[] = Array.from({ length: 256 }, (_, value) => ({
  kind: "literal",
  value,
}));
const WIDTHS = {
  fixed: Array.from({ length: 33 }, (_, width): AbbreviationOperand => ({ kind: "fixed", width })),
  vbr: Array.from({ length: 33 }, (_, width): AbbreviationOperand => ({ kind: "vbr", width })),
};
const PLAIN: Readonly<Record<"array" | "char6" | "blob", AbbreviationOperand>> = {
  array: { kind: "array" },
  char6: { kind: "char6" },
  blob: { kind: "blob" },
};

/** A literal; `big` is its exact value if that is past 2^53. */
export function literalOperand(value: number, big?: bigint): AbbreviationOperand {
  if (big !== undefined) return { kind: "literal", value, big };
  return LITERALS[value] ?? { kind: "literal", value };
}
/** An operand of one of the encodings. As in LLVM's reader, a width of 0 means the literal 0 and reads no bits. */
export function encodedOperand(kind: (typeof ENCODINGS)[number], width: number): AbbreviationOperand {
  if (kind !== "fixed" && kind !== "vbr") return PLAIN[kind];
  return width === 0 ? literalOperand(0) : (WIDTHS[kind][width] ?? { kind, width });
}

/** An abbreviation that the file defines. */
export class Abbreviation {
  /** Why it cannot be used, if its operands are in an order that cannot be read. */
  readonly fault: string | undefined;
  private steps: Int32Array | undefined;
  /** @param startBit the bit where its definition starts */
  constructor(
    readonly operands: readonly AbbreviationOperand[],
    readonly startBit: number,
  ) {
    this.fault = abbreviationFault(operands);
  }
  /** The operands as steps of reading, up to the first array or blob: see {@link planOf}. */
  get plan(): Int32Array {
    return (this.steps ??= planOf(this.operands));
  }
}

/**
 * The most operands of one record that take no bits; without a limit, a few bytes could define any number of operands.
 */
export const MAX_BITLESS = 256;

/** The widest field that a single read returns (llvm::Bitstream, MaxChunkSize). */
export const MAX_WIDTH = 32;

/** In a plan, a VBR field is this plus the width of its chunks; a Fixed field is its width. */
export const FIRST_VBR = 64;
/** In a plan, a char6 field. */
export const CHAR6_STEP = 128;

/**
 * The operands up to the first array or blob, encoded as one number each, for the loop that reads most records. A
 * literal `v` is `-1 - v`; the plan ends before a literal too large for that.
 */
export function planOf(operands: readonly AbbreviationOperand[]): Int32Array {
  const steps: number[] = [];
  for (const operand of operands) {
    if (operand.kind === "array" || operand.kind === "blob") break;
    if (operand.kind === "literal" && (operand.big !== undefined || operand.value > LARGEST_STEP)) break;
    steps.push(stepOf(operand));
  }
  return Int32Array.from(steps);
}
const LARGEST_STEP = 0x7ffffffe;

function stepOf(operand: Exclude<AbbreviationOperand, { readonly kind: "array" | "blob" }>): number {
  switch (operand.kind) {
    case "literal":
      return -1 - operand.value;
    case "fixed":
      return operand.width;
    case "vbr":
      return FIRST_VBR + operand.width;
    case "char6":
      return CHAR6_STEP;
  }
}

/**
 * What is wrong with an abbreviation's operands: an array that is not second to last, an element that is not a scalar,
 * a blob that is not last. LLVM's reader reports it when a record uses the abbreviation, and so do we.
 */
export function abbreviationFault(operands: readonly AbbreviationOperand[]): string | undefined {
  const first = operands[0];
  if (!first) return "Abbrev record with no operands";
  if (first.kind === "blob") return "Abbreviation starts with an Array or a Blob";
  let literals = 0;
  for (const [index, operand] of operands.entries()) {
    if (operand.kind === "literal" && ++literals > MAX_BITLESS)
      return `Abbreviation of more than ${MAX_BITLESS} literals`;
    if (operand.kind === "array") {
      if (index !== operands.length - 2) return "Array op not second to last";
      const element = operands[index + 1];
      if (element?.kind === "array" || element?.kind === "blob")
        return "Array element type can't be an Array or a Blob";
      return undefined;
    }
    if (operand.kind === "blob" && index !== operands.length - 1) return "Blob op not last";
  }
  return undefined;
}

/** An operand in the words of pnacl-bcdis: `fixed(3)`, `vbr(6)`, `array`, `char6`, `7`. */
export function operandText(operand: AbbreviationOperand): string {
  switch (operand.kind) {
    case "literal":
      return String(operand.big ?? operand.value);
    case "fixed":
    case "vbr":
      return `${operand.kind}(${operand.width})`;
    case "array":
    case "char6":
    case "blob":
      return operand.kind;
  }
}

/** The whole abbreviation: `<1, vbr(8), array(char6)>`. */
export function abbreviationText(abbreviation: Abbreviation): string {
  const parts: string[] = [];
  for (const operand of abbreviation.operands) {
    if (parts.at(-1) === "array") parts[parts.length - 1] = `array(${operandText(operand)})`;
    else parts.push(operandText(operand));
  }
  return `<${parts.join(", ")}>`;
}

const CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
/** Character codes of the 64 char6 values. */
export const CHAR6_CODES = Uint8Array.from(CHAR6, (c) => c.charCodeAt(0));

/**
 * The abbreviations in force at some point. {@link with} returns a longer list and leaves this one unchanged; both
 * share their storage, so a block with many definitions makes no copies.
 */
export class AbbreviationList {
  static readonly EMPTY = new AbbreviationList([], 0);
  private constructor(
    private readonly items: Abbreviation[],
    readonly length: number,
  ) {}
  /** The abbreviation at `index` (its id less 4). */
  at(index: number): Abbreviation | undefined {
    return index < this.length ? this.items[index] : undefined;
  }
  /** This list with one more abbreviation at its end. */
  with(abbreviation: Abbreviation): AbbreviationList {
    const items = this.items.length === this.length && this.length > 0 ? this.items : this.items.slice(0, this.length);
    items.push(abbreviation);
    return new AbbreviationList(items, this.length + 1);
  }
  *[Symbol.iterator](): Generator<Abbreviation, void, undefined> {
    for (let i = 0; i < this.length; i++) yield this.items[i] as Abbreviation;
  }
}
