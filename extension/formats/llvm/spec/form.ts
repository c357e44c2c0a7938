/**
 * The words in which records are specified: what a field is called, how its number is meant, and in which order fields stand.
 * A specification is data alone. `layout.ts` reads a record by it, `meaning.ts` says what a number stands for, and
 * `describe.ts` makes the line that a reader sees; nothing about a record's layout is written down a second time.
 */
import type { DwarfFamily } from "../dwarf/names";

/** Names by number; a hole is a number that stands for nothing. */
export type Names = readonly (string | undefined)[] | Readonly<Record<number, string>>;

/** A run of bits within a packed number, the lowest first. */
export interface Bits {
  readonly name: string;
  /** How many; the last takes all that are left. */
  readonly width: number;
  /** What they say: one of these names, yes or no where absent and one bit wide, else a number. */
  readonly names?: Names;
  /** Of a number: `convention` for a calling convention, `alignment` for log2 plus one. */
  readonly as?: "convention" | "alignment";
}

/** Tables of the module that a number can lead into. */
export type TableName = "section" | "gc" | "comdat" | "bundleTag" | "syncScope" | "metadataKind";

/** How the number of a field is meant. */
export type Form =
  /** The number itself, with the unit it counts; `plusOne`: 0 is none. */
  | { readonly kind: "number"; readonly unit?: string; readonly plusOne?: boolean }
  /** Magnitude shifted left by one, the sign in bit 0 (emitSignedInt64). */
  | { readonly kind: "signed" }
  /** Two's complement shifted left by one, complemented where it is negative (rotateSign). */
  | { readonly kind: "rotated" }
  /** Two's complement in so many bits. */
  | { readonly kind: "complement"; readonly bits: 32 | 64 }
  | { readonly kind: "boolean" }
  /** A hash or an address: in hexadecimal. */
  | { readonly kind: "hex" }
  | { readonly kind: "character" }
  | { readonly kind: "names"; readonly names: Names; readonly plusOne?: boolean; readonly otherwise?: string }
  | { readonly kind: "packed"; readonly bits: readonly Bits[] }
  /** log2 plus one; 0 is none. */
  | { readonly kind: "alignment" }
  | { readonly kind: "type" }
  /**
   * A value. `relative`: back from the next value's number, and a forward reference brings its type as the next operand
   * (pushValueAndType); `known`: the same without a type (pushValue); `signed`: relative with a sign; `absolute`: its own
   * number; `plusOne`: that plus one, 0 for none. `type`: the field that gives its type.
   */
  | {
      readonly kind: "value";
      readonly form: "relative" | "known" | "signed" | "absolute" | "plusOne";
      readonly type?: string;
    }
  /** A basic block of the function; `of`: of the function that this field gives. */
  | { readonly kind: "block"; readonly of?: string }
  /**
   * A metadata node by its index in the table; `plusOne`: 0 is null. `of`: a type, or a list of types; before LLVM 4 a string
   * could stand for a type, whose identifier it is.
   */
  | { readonly kind: "node"; readonly form: "absolute" | "plusOne" | "relative"; readonly of?: "type" | "types" }
  /** A size: a node plus one where that bit of the first operand is set, else a count of bits. */
  | { readonly kind: "size"; readonly nodeBit: number }
  /** A value of metadata: by its type an index in the metadata table, or a value. */
  | { readonly kind: "oldOperand" }
  | { readonly kind: "attributeList" }
  | { readonly kind: "attributeGroup" }
  /** An index into a table; `plusOne`: 0 is none. */
  | { readonly kind: "entry"; readonly of: TableName; readonly plusOne?: boolean }
  /** The offset of a slice of STRTAB, whose length is the next operand. */
  | { readonly kind: "slice" }
  | { readonly kind: "dwarf"; readonly family: DwarfFamily }
  /** DWARF's language, which from LLVM 22 on may be a name with a version of its own (bit 63). */
  | { readonly kind: "language" }
  | { readonly kind: "diFlags" }
  | { readonly kind: "spFlags" }
  | { readonly kind: "convention" }
  /** An operator by its number; of `binary` ones the type of `operand` decides, or the type in force in a block of constants. */
  | { readonly kind: "operation"; readonly of: "binary" | "unary" | "cast" | "predicate"; readonly operand?: string }
  /** Flags of the operator that `operation` gives, on the type of `operand`. */
  | { readonly kind: "operationFlags"; readonly operation: string; readonly operand?: string }
  | { readonly kind: "fastMath" }
  | { readonly kind: "attributeKind" }
  /** The number of the attribute whose kind is `of`. */
  | { readonly kind: "attributeValue"; readonly of: string }
  /** The bits of a constant of the type in force, or (`element`) of its elements. */
  | { readonly kind: "constant"; readonly of: "type" | "element" }
  /** An operator of a DIExpression. */
  | { readonly kind: "expressionOperator" }
  /** A word in the file: an offset in 32-bit words from the module's first. */
  | { readonly kind: "wordOffset" };

/** One operand of a record. */
export interface Field {
  readonly part: "field";
  /** As LLVM spells it (LLVMBitCodes.h, the writer, or the class's own field). */
  readonly name: string;
  readonly form: Form;
  /** The first release that writes it, and the first that does not any more. */
  readonly since?: number;
  readonly until?: number;
}

/** What decides between two layouts: all that are given have to hold. */
export interface Test {
  /** MODULE's VERSION is at least this. */
  readonly version?: number;
  /** The record has at least so many operands. */
  readonly length?: number;
  /** So many operands are left at least. */
  readonly left?: number;
  /** The operands in all, or those left, are odd in number. */
  readonly odd?: "length" | "left";
  /** A field that was read has this value, or one of these bits, or at most this value. */
  readonly field?: string;
  readonly is?: number;
  readonly bit?: number;
  readonly atMost?: number;
  /** The next operand's bits from 16 on are this. */
  readonly upper?: number;
  /** The type that a field gives is an integer of more than 64 bits. */
  readonly wide?: string;
  /** The release that is read for is at least this. */
  readonly release?: number;
  /** The version of the summary index is at least this. */
  readonly summary?: number;
}

/** What a record's operands are, in order. A record may end before its layout does: a shorter tail is an older writer's. */
export type Part =
  | Field
  /** The parts again and again, up to the record's end. */
  | { readonly part: "rest"; readonly parts: readonly Part[] }
  /** The parts as often as a field says; `half`: that half of it. */
  | {
      readonly part: "times";
      readonly count: string;
      readonly half?: "low" | "high";
      readonly parts: readonly Part[];
    }
  | { readonly part: "when"; readonly test: Test; readonly then: readonly Part[]; readonly otherwise: readonly Part[] }
  /** The layout that a field's value chooses. */
  | {
      readonly part: "choose";
      readonly field: string;
      readonly cases: Readonly<Record<number, readonly Part[]>>;
    }
  /** Characters up to and with a zero. */
  | { readonly part: "string"; readonly name: string }
  /** A call's arguments: those of the function type without their types, what a vararg function gets on top with them. */
  | { readonly part: "arguments"; readonly type: string; readonly callee: string }
  /** A value of an operand bundle; METADATA_MARK announces that the next operand is a metadata node (LLVM 22). */
  | { readonly part: "bundled"; readonly name: string }
  /** Operators of a DIExpression, each with its arguments. */
  | { readonly part: "operators" };

/** A record of one code. */
export interface RecordSpecification {
  /** As LLVMBitCodes.h names its code, without the prefix. */
  readonly name: string;
  readonly parts: readonly Part[];
  /** What the record's blob is, where it has one. */
  readonly blob?: string;
  /** One sentence, where the fields do not say all. */
  readonly note?: string;
}

/** The records of a block by their codes. */
export type BlockSpecification = Readonly<Record<number, RecordSpecification>>;

/** Releases in which a field is written. */
export interface Span {
  readonly since?: number;
  readonly until?: number;
}

/** A record with these operands. */
export function record(name: string, ...parts: readonly Part[]): RecordSpecification {
  return { name, parts };
}
export function field(name: string, form: Form, span: Span = {}): Field {
  return { part: "field", name, form, ...span };
}
export function rest(...parts: readonly Part[]): Part {
  return { part: "rest", parts };
}
export function times(count: string, ...parts: readonly Part[]): Part {
  return { part: "times", count, parts };
}
export function when(test: Test, then: readonly Part[], otherwise: readonly Part[] = []): Part {
  return { part: "when", test, then, otherwise };
}

/** Forms without details. */
export const number: Form = { kind: "number" };
export const boolean: Form = { kind: "boolean" };
export const signed: Form = { kind: "signed" };
export const rotated: Form = { kind: "rotated" };
export const hex: Form = { kind: "hex" };
export const character: Form = { kind: "character" };
export const alignment: Form = { kind: "alignment" };
export const type: Form = { kind: "type" };
export const block: Form = { kind: "block" };
export const attributeList: Form = { kind: "attributeList" };
export const fastMath: Form = { kind: "fastMath" };
export const convention: Form = { kind: "convention" };

export function counted(unit: string): Form {
  return { kind: "number", unit };
}
export function names(of: Names, otherwise?: string): Form {
  return { kind: "names", names: of, ...(otherwise === undefined ? {} : { otherwise }) };
}
export function packed(...bits: readonly Bits[]): Form {
  return { kind: "packed", bits };
}
/** A flag: one bit of a packed number. */
export function flag(name: string): Bits {
  return { name, width: 1 };
}
/** Bits of which nothing is known to be written. */
export function unused(width: number): Bits {
  return { name: "", width };
}

/** "V": a value, whose type follows if it is defined later. */
export function value(name: string): Field {
  return field(name, { kind: "value", form: "relative" });
}
/** "v": a value whose type the reader knows. */
export function known(name: string, typeField?: string): Field {
  return field(name, { kind: "value", form: "known", ...(typeField === undefined ? {} : { type: typeField }) });
}
/** A value by its own number. */
export function absolute(name: string, typeField?: string): Field {
  return field(name, { kind: "value", form: "absolute", ...(typeField === undefined ? {} : { type: typeField }) });
}
/** A value plus one; 0 is none. */
export function optionalValue(name: string, span: Span = {}): Field {
  return field(name, { kind: "value", form: "plusOne" }, span);
}
/** A node plus one; 0 is null. */
export function node(name: string, span: Span = {}): Field {
  return field(name, { kind: "node", form: "plusOne" }, span);
}
/** A node that is a type, or a list of types. */
export function typeNode(name: string, of: "type" | "types" = "type"): Field {
  return field(name, { kind: "node", form: "plusOne", of });
}
/** A node by its index. */
export function nodeAt(name: string): Field {
  return field(name, { kind: "node", form: "absolute" });
}
/** Characters up to the record's end. */
export function characters(name = "strchr"): Part {
  return rest(field(name, character));
}
