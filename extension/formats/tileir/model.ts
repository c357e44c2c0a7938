/** The content of a Tile IR file in memory. */

/** A half-open range of bytes of the file. */
export interface Bytes {
  readonly startByte: number;
  readonly endByte: number;
}

/** A bytecode version, such as 13.3. */
export interface Version {
  readonly major: number;
  readonly minor: number;
}

/** Whether a file of `version` has what was added in `since` (`13.2`). */
export function has(version: Version, since: string): boolean {
  const [major = 0, minor = 0] = since.split(".").map(Number);
  return version.major > major || (version.major === major && version.minor >= minor);
}

/** A section: its header from `startByte`, its content from `contentByte`. */
export interface SectionRange extends Bytes {
  readonly id: number;
  readonly contentByte: number;
}

/** A type of the table. Indices refer to the same table. */
export type TypeNode =
  | { readonly kind: "scalar"; readonly name: string }
  | { readonly kind: "token" }
  | { readonly kind: "pointer"; readonly pointee: number; readonly attribute?: number }
  | { readonly kind: "tile"; readonly element: number; readonly shape: readonly bigint[] }
  | {
      readonly kind: "tensor view";
      readonly element: number;
      readonly shape: readonly bigint[];
      readonly strides: readonly bigint[];
      /** The attribute of the pointer to it. */
      readonly attribute?: number;
    }
  | ViewNode
  | { readonly kind: "function"; readonly inputs: readonly number[]; readonly results: readonly number[] }
  | { readonly kind: "unknown"; readonly tag: number };

/** A view of tiles of a tensor view. */
export interface ViewNode {
  readonly kind: "partition_view" | "strided_view" | "gather_scatter_view";
  readonly tile: readonly bigint[];
  readonly strides?: readonly bigint[];
  readonly view: number;
  readonly map?: readonly bigint[];
  readonly sparse?: number;
  /** A value of the enumeration PaddingValue. */
  readonly padding?: number;
}

/** An attribute's value. Indices refer to the tables of the file. */
export type Attribute =
  | { readonly kind: "unit" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "enum"; readonly value: number }
  | { readonly kind: "integer"; readonly value: bigint; readonly type?: number }
  | { readonly kind: "float"; readonly bits: bigint; readonly type: number }
  | { readonly kind: "string"; readonly string: number }
  | { readonly kind: "type"; readonly type: number }
  | { readonly kind: "numbers"; readonly values: readonly bigint[] }
  | { readonly kind: "bools"; readonly values: readonly boolean[] }
  | { readonly kind: "constant"; readonly constant: number; readonly type?: number }
  | { readonly kind: "attributes"; readonly values: readonly Attribute[] }
  | { readonly kind: "dictionary"; readonly entries: readonly (readonly [name: number, value: Attribute])[] }
  | { readonly kind: "hints"; readonly value: Attribute }
  | { readonly kind: "divBy"; readonly divisor: bigint; readonly every?: bigint; readonly along?: bigint }
  | { readonly kind: "sameElements"; readonly values: readonly bigint[] }
  | { readonly kind: "bounded"; readonly lower?: bigint; readonly upper?: bigint };

/** Represents the token type where a file's table does not contain it. */
export const TOKEN = -1;

/** A value of a function: an argument or a result. */
export interface Value {
  readonly type: number;
  /** Its number among all values of the function, in the order of the file. */
  readonly index: number;
}
/** The attributes of an operation: few, so that a list takes less memory than a map, and is as fast. */
export class Attributes {
  /** @param values those of `defined`, in the same order; undefined for one that is not stored */
  constructor(
    private readonly defined: readonly { readonly name: string }[],
    private readonly values: readonly (Attribute | undefined)[],
  ) {}
  get(name: string): Attribute | undefined {
    return this.values[this.defined.findIndex((attribute) => attribute.name === name)];
  }
  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}
/** A block of a region: its arguments and operations. */
export interface Block {
  readonly args: readonly Value[];
  readonly ops: readonly Op[];
}
/** An operation, with its bytes in the file; `code` is its opcode. */
export interface Op extends Bytes {
  readonly code: number;
  readonly results: readonly Value[];
  readonly attributes: Attributes;
  /** Operands by the groups in the operation's definition. */
  readonly operands: readonly (readonly Value[])[];
  readonly regions: readonly (readonly Block[])[];
}

/** A global; `name` is the index of a string, `type` of a type, `constant` of its initial value. */
export interface Global extends Bytes {
  readonly name: number;
  readonly type: number;
  readonly constant: number;
  readonly alignment: bigint;
  readonly visibility: number;
  readonly isConstant: boolean;
}
/** The flag of a function that is a kernel's entry point. */
export const KERNEL = 2;
/** A function's header; its body is read only when somebody looks. */
export interface TileFunction extends Bytes {
  readonly name: number;
  readonly type: number;
  readonly flags: number;
  readonly location: number;
  readonly hints: Attribute | undefined;
  readonly body: Bytes;
}

/** An entry of the debug info, and its fields by their names. */
export interface DebugEntry {
  readonly kind: "unknown" | "compile unit" | "file" | "lexical block" | "location" | "subprogram" | "call site";
  readonly values: ReadonlyMap<string, number>;
}
/** The debug info of a file. */
export interface DebugInfo {
  /** Where each function's locations begin. */
  readonly starts: readonly number[];
  /** The location of each function and of its operations: the number of an entry, counted from 1; 0 for none. */
  readonly locations: readonly number[];
  readonly entries: readonly (DebugEntry & Bytes)[];
}

/** A fault, as a range of bytes. */
export interface Fault extends Bytes {
  readonly message: string;
  readonly section: string;
}

/** A file's tables. */
export interface TileModule {
  readonly bytes: Uint8Array;
  readonly version: Version;
  readonly sections: readonly SectionRange[];
  readonly strings: readonly Bytes[];
  readonly types: readonly (TypeNode & Bytes)[];
  readonly constants: readonly Bytes[];
  readonly globals: readonly Global[];
  readonly functions: readonly TileFunction[];
  readonly debug: DebugInfo | undefined;
  readonly producer: number | undefined;
  readonly faults: readonly Fault[];
}
