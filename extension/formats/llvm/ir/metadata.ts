/** Metadata: strings, values and nodes, each with an id in the module's (or function's) METADATA tables. */
import type { BitRange } from "../../../document/bits";
import type { MetadataId, ValueId } from "./ids";
import type { Type } from "./types";

/** `!"…"`; a byte string. */
export interface MetadataString {
  readonly kind: "string";
  readonly text: string;
}
/** A value wrapped as metadata (`i32 7`, `ptr @f`, or a local `i32 %x`). */
export interface MetadataValue {
  readonly kind: "value";
  readonly type: Type;
  readonly value: ValueId;
}
/** An integer constant that reading has made (`i32 8`): no value of the file. */
export interface MetadataInteger {
  readonly kind: "integer";
  readonly bits: number;
  readonly value: bigint;
}
/** `!{…}`; operands are ids, undefined is `null`. */
export interface MetadataTuple {
  readonly kind: "tuple";
  readonly distinct: boolean;
  readonly operands: readonly (MetadataId | undefined)[];
}
/** A specialised node (`!DILocation(…)`, `!GenericDINode(…)`), upgraded to the newest layout of its class. */
export interface MetadataRecord {
  readonly kind: "record";
  /** Class name: `DILocation`. */
  readonly name: string;
  readonly distinct: boolean;
  /** Values of the class's fields, by the order of its layout. A reference to metadata is an id; null is undefined. */
  readonly fields: readonly MetadataField[];
  /** Operands in the order of the reference's MDNode operands, which is the order of numbering. */
  readonly operands: readonly (MetadataId | undefined)[];
}
/** A field: an id or a number (the class's layout says which), a wide number, absent. */
export type MetadataField = number | bigint | string | boolean | undefined;

/** `!DIExpression(…)`: printed in place, never numbered. */
export interface MetadataExpression {
  readonly kind: "expression";
  readonly elements: readonly (number | bigint)[];
}
/** `!DIArgList(…)`: printed in place, never numbered. */
export interface MetadataArguments {
  readonly kind: "arguments";
  readonly operands: readonly MetadataId[];
}

export type Metadata =
  | MetadataString
  | MetadataValue
  | MetadataInteger
  | MetadataTuple
  | MetadataRecord
  | MetadataExpression
  | MetadataArguments;

/** A node attached to a function, instruction or global under a kind (`!dbg`, `!tbaa`). */
export interface Attachment {
  /** Id in the module's METADATA_KIND table. */
  readonly kind: number;
  readonly node: MetadataId;
}

/** `!llvm.ident = !{!0}`. */
export interface NamedMetadata {
  readonly name: string;
  readonly nodes: readonly MetadataId[];
}

/** What a module's `!nvvm.annotations` said of a function: a key, and its number or numbers. */
export interface DeviceAnnotation {
  readonly function: ValueId;
  readonly key: string;
  readonly values: readonly bigint[];
}

/** A debug record (`#dbg_value(…)`), printed before the instruction that it precedes. Operands are metadata ids. */
export type DebugRecord = {
  /** Its own record; absent where reading has made it from a call. */
  range?: BitRange;
} & (
  | { readonly kind: "label"; readonly location: MetadataId; readonly label: MetadataId }
  | {
      readonly kind: "value" | "declare" | "declare_value";
      readonly location: MetadataId;
      readonly variable: MetadataId;
      readonly expression: MetadataId;
      readonly value: DebugValue;
    }
  | {
      readonly kind: "assign";
      readonly location: MetadataId;
      readonly variable: MetadataId;
      readonly expression: MetadataId;
      readonly value: DebugValue;
      readonly assignment: MetadataId;
      readonly addressExpression: MetadataId;
      readonly address: DebugValue;
    }
);

/** What a debug record describes: metadata (a wrapped value, an argument list), or the value itself (VALUE_SIMPLE). */
export type DebugValue = { readonly metadata: MetadataId } | { readonly type: Type; readonly value: ValueId };
