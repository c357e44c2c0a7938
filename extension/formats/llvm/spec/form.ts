/**
 * The vocabulary for specifying records: the name of each field, how its number is encoded, and the order of the
 * fields. A specification is pure data. `layout.ts` reads a record by it, `meaning.ts` explains what a number means,
 * and `describe.ts` makes the line that a reader sees; nothing about a record's layout is written down a second time.
 */
import type { DwarfFamily } from "../dwarf/names";

/** Names by number; a hole is a number without a meaning. */
export type Names = readonly (string | undefined)[] | Readonly<Record<number, string>>;

/** A run of bits in a packed number, the lowest first. */
export interface Bits {
  readonly name: string;
  /** Its width in bits; the last run takes all remaining bits. */
  readonly width: number;
  /** What the bits mean: one of these names; without names, a flag if one bit wide, else a number. */
  readonly names?: Names;
  /** The meaning of a number: `convention` is a calling convention, `alignment` is log2 plus one. */
  readonly as?: "convention" | "alignment";
}

/** Tables of the module that a number can be an index of. */
export type TableName = "section" | "gc" | "comdat" | "bundleTag" | "syncScope" | "metadataKind";

/** What the number of a field means. */
export type Form =
  /** The number itself, with the unit it counts; with `plusOne`, 0 means none. */
  | { readonly kind: "number"; readonly unit?: string; readonly plusOne?: boolean }
  /** The magnitude shifted left by one, with the sign in bit 0 (emitSignedInt64). */
  | { readonly kind: "signed" }
  /** Two's complement shifted left by one, complemented if negative (rotateSign). */
  | { readonly kind: "rotated" }
  /** Two's complement in this many bits. */
  | { readonly kind: "complement"; readonly bits: 32 | 64 }
  | { readonly kind: "boolean" }
  /** A hash or an address, shown in hexadecimal. */
  | { readonly kind: "hex" }
  | { readonly kind: "character" }
  | { readonly kind: "names"; readonly names: Names; readonly plusOne?: boolean; readonly otherwise?: string }
  | { readonly kind: "packed"; readonly bits: readonly Bits[] }
  /** log2 plus one; 0 means none. */
  | { readonly kind: "alignment" }
  | { readonly kind: "type" }
  /**
   * A value. `relative`: counted back from the next value's number; a forward reference is followed by its type as the
   * next operand (pushValueAndType). `known`: the same without a type (pushValue). `signed`: relative with a sign.
   * `absolute`: its own number. `plusOne`: that plus one, 0 for none. `type` names the field that holds its type.
   */
  | {
      readonly kind: "value";
      readonly form: "relative" | "known" | "signed" | "absolute" | "plusOne";
      readonly type?: string;
    }
  /** A basic block of the current function, or of the function that field `of` refers to. */
  | { readonly kind: "block"; readonly of?: string }
  /**
   * A metadata node by its index in the table; with `plusOne`, 0 means null. `of`: it is a type or a list of types;
   * before LLVM 4 a string could represent a type by its identifier.
   */
  | { readonly kind: "node"; readonly form: "absolute" | "plusOne" | "relative"; readonly of?: "type" | "types" }
  /** A size: a node plus one if bit `nodeBit` of the first operand is set, else a number of bits. */
  | { readonly kind: "size"; readonly nodeBit: number }
  /** An operand of old metadata: depending on its type, an index in the metadata table or a value. */
  | { readonly kind: "oldOperand" }
  | { readonly kind: "attributeList" }
  | { readonly kind: "attributeGroup" }
  /** An index in a table; with `plusOne`, 0 means none. */
  | { readonly kind: "entry"; readonly of: TableName; readonly plusOne?: boolean }
  /** The offset of a slice of STRTAB; its length is the next operand. */
  | { readonly kind: "slice" }
  | { readonly kind: "dwarf"; readonly family: DwarfFamily }
  /** A DWARF language; since LLVM 22 it may be a language name whose version is a separate field (bit 63). */
  | { readonly kind: "language" }
  | { readonly kind: "diFlags" }
  | { readonly kind: "spFlags" }
  | { readonly kind: "convention" }
  /**
   * An operator by its number. Which `binary` operator it is depends on the type of `operand`, or in a block of
   * constants on the current type.
   */
  | { readonly kind: "operation"; readonly of: "binary" | "unary" | "cast" | "predicate"; readonly operand?: string }
  /** Flags of the operator in field `operation`, applied to the type of `operand`. */
  | { readonly kind: "operationFlags"; readonly operation: string; readonly operand?: string }
  | { readonly kind: "fastMath" }
  | { readonly kind: "attributeKind" }
  /** The integer value of an attribute whose kind is in field `of`. */
  | { readonly kind: "attributeValue"; readonly of: string }
  /** The bits of a constant of the current type, or (`element`) of its element type. */
  | { readonly kind: "constant"; readonly of: "type" | "element" }
  /** An operator of a DIExpression. */
  | { readonly kind: "expressionOperator" }
  /** A position in the file: an offset in 32-bit words from the start of the module. */
  | { readonly kind: "wordOffset" };

/** One operand of a record. */
export interface Field {
  readonly part: "field";
  /** As LLVM spells it (in LLVMBitCodes.h, in the writer, or as a field of the class). */
  readonly name: string;
  readonly form: Form;
  /** The first release that writes it, and the first that no longer does. */
  readonly since?: number;
  readonly until?: number;
}

/** A condition that chooses between two layouts. All parts that are present must hold. */
export interface Test {
  /** MODULE's VERSION is at least this. */
  readonly version?: number;
  /** The record has at least this many operands. */
  readonly length?: number;
  /** At least this many operands are left. */
  readonly left?: number;
  /** The number of all operands, or of those left, is odd. */
  readonly odd?: "length" | "left";
  /** An earlier field has this value, or one of these bits, or at most this value. */
  readonly field?: string;
  readonly is?: number;
  readonly bit?: number;
  readonly atMost?: number;
  /** Bits 16 and up of the next operand have this value. */
  readonly upper?: number;
  /** The type in this field is an integer of more than 64 bits. */
  readonly wide?: string;
  /** The release that the file is read for is at least this. */
  readonly release?: number;
  /** The version of the summary index is at least this. */
  readonly summary?: number;
  /** The summary index has a CONTEXT_RADIX_TREE_ARRAY. */
  readonly contextTree?: true;
}

/** The operands of a record in order. A record may end before its layout does: older writers wrote fewer fields. */
export type Part =
  | Field
  /** The parts repeated to the end of the record. */
  | { readonly part: "rest"; readonly parts: readonly Part[] }
  /** The parts repeated as often as field `count` tells; `half`: as that half of the field tells. */
  | {
      readonly part: "times";
      readonly count: string;
      readonly half?: "low" | "high";
      readonly parts: readonly Part[];
    }
  | { readonly part: "when"; readonly test: Test; readonly then: readonly Part[]; readonly otherwise: readonly Part[] }
  /** The layout selected by a field's value. */
  | {
      readonly part: "choose";
      readonly field: string;
      readonly cases: Readonly<Record<number, readonly Part[]>>;
    }
  /** Characters up to and including a zero. */
  | { readonly part: "string"; readonly name: string }
  /** The arguments of a call: fixed arguments without their types, the variable arguments after them with theirs. */
  | { readonly part: "arguments"; readonly type: string; readonly callee: string }
  /** A value of an operand bundle; METADATA_MARK means that the next operand is a metadata node (LLVM 22). */
  | { readonly part: "bundled"; readonly name: string }
  /** Operators of a DIExpression, each followed by its arguments. */
  | { readonly part: "operators" };

/** The specification of the records with one code. */
export interface RecordSpecification {
  /** The name of its code in LLVMBitCodes.h, without the prefix. */
  readonly name: string;
  readonly parts: readonly Part[];
  /** What the record's blob contains, if it has one. */
  readonly blob?: string;
  /** One sentence, if the fields do not explain everything. */
  readonly note?: string;
}

/** The records of a block by code. */
export type BlockSpecification = Readonly<Record<number, RecordSpecification>>;

/** Releases in which a field is written. */
export interface Span {
  readonly since?: number;
  readonly until?: number;
}

/** The specification of a record with these parts. */
export function record(name: string, ...parts: readonly Part[]): RecordSpecification {
  return { name, parts };
}
/** A field. */
export function field(name: string, form: Form, span: Span = {}): Field {
  return { part: "field", name, form, ...span };
}
/** Parts that are repeated to the end of the record. */
export function rest(...parts: readonly Part[]): Part {
  return { part: "rest", parts };
}
/** Parts that are repeated as often as field `count` tells. */
export function times(count: string, ...parts: readonly Part[]): Part {
  return { part: "times", count, parts };
}
/** One layout if the test holds, else the other. */
export function when(test: Test, then: readonly Part[], otherwise: readonly Part[] = []): Part {
  return { part: "when", test, then, otherwise };
}

/** Forms that need no details: an integer. */
export const number: Form = { kind: "number" };
/** Zero or one. */
export const boolean: Form = { kind: "boolean" };
/** A signed number, see {@link Form}. */
export const signed: Form = { kind: "signed" };
/** A rotated number, see {@link Form}. */
export const rotated: Form = { kind: "rotated" };
/** A hash or an address. */
export const hex: Form = { kind: "hex" };
/** A character code. */
export const character: Form = { kind: "character" };
/** An alignment: log2 plus one, 0 for none. */
export const alignment: Form = { kind: "alignment" };
/** A type by its index. */
export const type: Form = { kind: "type" };
/** A basic block of the current function. */
export const block: Form = { kind: "block" };
/** An attribute list by its 1-based number. */
export const attributeList: Form = { kind: "attributeList" };
/** Fast-math flags. */
export const fastMath: Form = { kind: "fastMath" };
/** A calling convention. */
export const convention: Form = { kind: "convention" };

/** A number of things of this unit. */
export function counted(unit: string): Form {
  return { kind: "number", unit };
}
/** A number with these names; `otherwise` is the meaning of all other numbers. */
export function names(of: Names, otherwise?: string): Form {
  return { kind: "names", names: of, ...(otherwise === undefined ? {} : { otherwise }) };
}
/** A number made of runs of bits, the lowest first. */
export function packed(...bits: readonly Bits[]): Form {
  return { kind: "packed", bits };
}
/** A flag: one bit of a packed number. */
export function flag(name: string): Bits {
  return { name, width: 1 };
}
/** Bits that no known writer uses. */
export function unused(width: number): Bits {
  return { name: "", width };
}

/** A value; if it is defined later, its type follows. */
export function value(name: string): Field {
  return field(name, { kind: "value", form: "relative" });
}
/** A value whose type the reader knows; `typeField` is the field with its type, if there is one. */
export function known(name: string, typeField?: string): Field {
  return field(name, { kind: "value", form: "known", ...(typeField === undefined ? {} : { type: typeField }) });
}
/** A value by its absolute number. */
export function absolute(name: string, typeField?: string): Field {
  return field(name, { kind: "value", form: "absolute", ...(typeField === undefined ? {} : { type: typeField }) });
}
/** A value plus one; 0 means none. */
export function optionalValue(name: string, span: Span = {}): Field {
  return field(name, { kind: "value", form: "plusOne" }, span);
}
/** A metadata node plus one; 0 means null. */
export function node(name: string, span: Span = {}): Field {
  return field(name, { kind: "node", form: "plusOne" }, span);
}
/** A metadata node that is a type or a list of types. */
export function typeNode(name: string, of: "type" | "types" = "type"): Field {
  return field(name, { kind: "node", form: "plusOne", of });
}
/** A metadata node by its index. */
export function nodeAt(name: string): Field {
  return field(name, { kind: "node", form: "absolute" });
}
/** Characters to the end of the record. */
export function characters(name = "strchr"): Part {
  return rest(field(name, character));
}
