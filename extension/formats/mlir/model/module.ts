/** What a module's tables hold, for those who decode and print entries. */
import type { ProblemCode } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import type { MlirCursor, TableSizes } from "./cursor";
import type { AssemblyNode, AttributeNode, TypeNode } from "./node";
import type { Elision, Piece } from "./piece";
import type { Release } from "./release";

export type { Release } from "./release";

/** An op's name. `registered` is undefined before bytecode version 5, which did not say. */
export interface OpName {
  readonly dialect: string;
  /** With the dialect: `arith.addi`. */
  readonly name: string;
  readonly registered: boolean | undefined;
}

/** What the attribute and type encodings look things up in. Nothing here throws Damage. */
export interface Tables {
  readonly window: ByteWindow;
  /** Bytecode version, 0 to 6. */
  readonly version: number;
  readonly producer: string;
  /** Which release's text is printed. */
  readonly release: Release;
  readonly sizes: TableSizes;
  /** Whether the release, or the definitions that the reader brought, has a dialect: its entries' text is read, that of others echoed. */
  isRegistered(dialect: string): boolean;
  /** A string of the string section (a byte string); empty past its end. */
  string(index: number): string;
  /** The decoded entry; memoised, and never deeper than this entry. Damaged or unknown: an opaque node. */
  attribute(index: number): AttributeNode;
  type(index: number): TypeNode;
  /** Whether an attribute has no alias, and nothing in it that could have one; known without decoding it. */
  isAtom(attribute: number): boolean;
  /** An attribute's text, in brief: for messages. */
  spelled(attribute: number): string;
  /** Says that something is wrong with an entry. */
  report(kind: "attribute" | "type", index: number, message: string, code?: ProblemCode): void;
  /** The scope that a text within the file's entries was first met in; `scope`, if it is new. */
  textScope(text: string, scope: number): number;
  /** The value of a StringAttr entry; empty where the entry is something else. */
  stringValue(attribute: number): string;
  /** Resources of all dialect groups. */
  readonly resourceCount: number;
  /** Key of a resource by its running number over the dialect groups. */
  resourceKey(resource: number): string;
}

/**
 * Decodes and spells entries: implemented by `attributes/`.
 * The cursor is on the entry's bytes; a decoder reads them all, or the caller reports trailing bytes.
 */
export interface EntryCodec {
  /** @throws Damage */
  readonly decodeAttribute: (cursor: MlirCursor, dialect: string, tables: Tables) => AttributeNode;
  /** @throws Damage */
  readonly decodeType: (cursor: MlirCursor, dialect: string, tables: Tables) => TypeNode;
  /** How an attribute is spelled; `index` is its entry's. */
  spellAttribute(node: AttributeNode, index: number, elision: Elision, tables: Tables): readonly Piece[];
  spellType(node: TypeNode, index: number, tables: Tables): readonly Piece[];
  /** What is wrong with an entry that is held as assembly, as far as it can be told; undefined: nothing. */
  assemblyFault(node: AssemblyNode, tables: Tables): string | undefined;
  /** The name of the alias that the attribute gets in generic form (`map`, `loc`, `di_file`), if it gets one. */
  attributeAlias(node: AttributeNode, tables: Tables): string | undefined;
  typeAlias(node: TypeNode, tables: Tables): string | undefined;
}

/** An attribute of an op with its name (a byte string). A value is an entry, or spelled (`array<i32: 1, 2>`) where it is none. */
export interface NamedValue {
  readonly name: string;
  readonly value:
    { readonly kind: "attribute"; readonly index: number } | { readonly kind: "spelled"; readonly text: string };
}

/** What an op has, for the check against its definition. */
export interface OpStructure {
  readonly operands: number;
  readonly results: number;
  readonly regions: number;
  readonly successors: number;
  readonly properties: readonly NamedValue[];
  /** The numbers of a property that is an array of i32 or i64; undefined where it is none. */
  integers(value: NamedValue["value"]): readonly bigint[] | undefined;
  /** The dimensions of an operand's type; undefined where it has none, or the operand is not known. */
  shape(operand: number): readonly bigint[] | undefined;
}

/** Knows the properties of ops: implemented by `properties/`. */
export interface PropertyCodec {
  /** Which tables are used, for the title and hovers: `MLIR 22`, `StableHLO 1.13`. `guessed`: the producer did not say. */
  readonly source: { readonly name: string; readonly guessed: boolean };
  /** Whether an op opens a table of symbols. */
  isSymbolTable(op: OpName): boolean;
  /** Whether an op of that name is in the tables. */
  knows(op: OpName): boolean;
  /**
   * What the release's verifier says of an op before it looks at types; undefined: nothing, or the release is not known for sure.
   * @param structure left out: only the name is looked at
   */
  fault(op: OpName, structure?: OpStructure): string | undefined;
  /**
   * An op's properties (bytecode version 5 on), sorted by name, defaults filled in. The cursor is on one record of the
   * properties section, which must be read whole. Undefined: the op is in no table.
   * @param checked whether attributes are looked at, of which the op's definition says what class they are (it is so unless told)
   * @throws Damage
   */
  decode(op: OpName, cursor: MlirCursor, checked?: boolean): readonly NamedValue[] | undefined;
  /**
   * Before version 5, and for ops without a record: what of an op's attribute dictionary (sorted by name) are properties.
   * Both results are sorted by name; defaults are filled in. With release 16 everything stays an attribute.
   */
  split(
    op: OpName,
    attributes: readonly NamedValue[],
  ): { readonly properties: readonly NamedValue[]; readonly attributes: readonly NamedValue[] };
}
