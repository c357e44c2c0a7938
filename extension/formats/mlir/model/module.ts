/** The interfaces through which entries are decoded and printed: a module's tables and the codecs. */
import type { ProblemCode } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import type { MlirCursor, TableSizes } from "./cursor";
import type { AssemblyNode, AttributeNode, TypeNode } from "./node";
import type { Elision, Piece } from "./piece";
import type { Release } from "./release";

export type { Release } from "./release";

/** An op's name. `registered` is undefined before bytecode version 5, which does not store it. */
export interface OpName {
  readonly dialect: string;
  /** With the dialect: `arith.addi`. */
  readonly name: string;
  readonly registered: boolean | undefined;
}

/** What decoding attributes and types needs from a module. Nothing here throws Damage. */
export interface Tables {
  readonly window: ByteWindow;
  /** Bytecode version, 0 to 6. */
  readonly version: number;
  readonly producer: string;
  /** The release whose text is printed. */
  readonly release: Release;
  readonly sizes: TableSizes;
  /**
   * Whether the release, or the user's own definitions, has a dialect: the text of its entries is parsed, that of
   * others copied.
   */
  isRegistered(dialect: string): boolean;
  /** A string of the string section (a byte string); empty past its end. */
  string(index: number): string;
  /** The decoded entry, one level deep; memoised. Damaged or unknown: an opaque node. */
  attribute(index: number): AttributeNode;
  type(index: number): TypeNode;
  /** Whether an attribute has no alias, and contains nothing that could have one; known without decoding it. */
  isAtom(attribute: number): boolean;
  /** An attribute's text in brief, for messages. */
  spelled(attribute: number): string;
  /** Reports a problem with an entry. */
  report(kind: "attribute" | "type", index: number, message: string, code?: ProblemCode): void;
  /** The scope in which a text was first found among the file's entries; `scope` if it is new. */
  textScope(text: string, scope: number): number;
  /** The value of a StringAttr entry; empty if the entry is something else. */
  stringValue(attribute: number): string;
  /** The string literal of a StringAttr entry's value; memoised. */
  literal(attribute: number): string;
  /** The number of resources in all dialect groups. */
  readonly resourceCount: number;
  /** The key of a resource by its index over all dialect groups. */
  resourceKey(resource: number): string;
}

/**
 * Decodes and spells entries; implemented by `attributes/`. The cursor is at the entry's bytes; if a decoder does not
 * read them all, the caller reports trailing bytes.
 */
export interface EntryCodec {
  /** @throws Damage */
  readonly decodeAttribute: (cursor: MlirCursor, dialect: string, tables: Tables) => AttributeNode;
  /** @throws Damage */
  readonly decodeType: (cursor: MlirCursor, dialect: string, tables: Tables) => TypeNode;
  /** The spelling of an attribute; `index` is its entry's. */
  spellAttribute(node: AttributeNode, index: number, elision: Elision, tables: Tables): readonly Piece[];
  spellType(node: TypeNode, index: number, tables: Tables): readonly Piece[];
  /** What is wrong with an entry stored as assembly, as far as that can be told; undefined if nothing is. */
  assemblyFault(node: AssemblyNode, kind: "attribute" | "type", tables: Tables): string | undefined;
  /** The name of the attribute's alias in generic form (`map`, `loc`, `di_file`), if it gets one. */
  attributeAlias(node: AttributeNode, tables: Tables): string | undefined;
  typeAlias(node: TypeNode, tables: Tables): string | undefined;
}

/**
 * An attribute of an op with its name (a byte string). The value is an entry, or a text (`array<i32: 1, 2>`) if there
 * is no entry; `pieces` if parts of the text have aliases.
 */
export interface NamedValue {
  readonly name: string;
  readonly value:
    | { readonly kind: "attribute"; readonly index: number }
    | { readonly kind: "spelled"; readonly text: string; readonly pieces?: readonly Piece[] };
}

/** The parts of an op, for the check against its definition. */
export interface OpStructure {
  readonly operands: number;
  readonly results: number;
  readonly regions: number;
  readonly successors: number;
  readonly properties: readonly NamedValue[];
  /** The characters of a property that is a string; empty for any other property. */
  text(value: NamedValue["value"]): string;
  /** The numbers of a property that is an array of i32 or i64; undefined for any other property. */
  integers(value: NamedValue["value"]): readonly bigint[] | undefined;
}

/** How many operands and results an op has. */
export interface ValueCounts {
  readonly operands: number;
  readonly results: number;
}

/**
 * What an op of a file shows of its definition: `record` its properties as stored, with a new cursor on their bytes;
 * `none` that it has no properties; `names`, before version 5, those of its attributes, which may be properties.
 */
export type OpEvidence =
  | { readonly kind: "record"; readonly op: OpName; readonly counts: ValueCounts; cursor(): MlirCursor }
  | { readonly kind: "none"; readonly op: OpName }
  | { readonly kind: "names"; readonly op: OpName; readonly names: readonly string[] };

/** Knows the properties of ops; implemented by `properties/`. */
export interface PropertyCodec {
  /**
   * The tables that are used, for the title and hovers: `MLIR 22`, `StableHLO 1.13`. `guessed`: the producer did not
   * name them.
   */
  readonly source: { readonly name: string; readonly guessed: boolean };
  /** Whether the file's release numbers values from the parent's count in each region. */
  readonly numbersByRegion: boolean;
  /** Whether an op opens a symbol table. */
  isSymbolTable(op: OpName): boolean;
  /** Whether an op with this name is in the tables. */
  knows(op: OpName): boolean;
  /**
   * What the release's verifier reports about an op before it checks types; undefined if nothing, or if the release is
   * uncertain.
   * @param structure without it only the name is checked
   */
  fault(op: OpName, structure?: OpStructure): string | undefined;
  /** Whether what `fault` finds depends on the record of an op's properties, not only on the numbers of its parts. */
  checksRecord(op: OpName): boolean;
  /**
   * An op's properties (since bytecode version 5), sorted by name, with defaults filled in. The cursor is at one record
   * of the properties section, which must be read completely. Undefined: the op is in no table.
   * @param checked whether to check the class of each attribute against the op's definition (the default)
   * @throws Damage
   */
  decode(op: OpName, cursor: MlirCursor, checked?: boolean): readonly NamedValue[] | undefined;
  /**
   * Before version 5, and for ops without a record: splits an op's attribute dictionary (sorted by name) into
   * properties and attributes. Both results are sorted by name; defaults are filled in. With release 16 everything
   * stays an attribute.
   */
  split(
    op: OpName,
    attributes: readonly NamedValue[],
  ): { readonly properties: readonly NamedValue[]; readonly attributes: readonly NamedValue[] };
}
