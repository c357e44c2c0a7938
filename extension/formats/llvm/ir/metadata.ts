/** Metadata: strings, values and nodes, each with an id in the METADATA table of the module or function. */
import type { BitRange } from "../../../document/bits";
import type { MetadataId, ValueId } from "./ids";
import type { Type } from "./types";

/** `!"…"`; its text is a byte string. */
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
/** An integer constant that an upgrade has made (`i32 8`); the file does not contain it. */
export interface MetadataInteger {
  readonly kind: "integer";
  readonly bits: number;
  readonly value: bigint;
}
/** `!{…}`; operands are ids, undefined for `null`. */
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
  /** Values of the class's fields, in the order of its layout. A reference to metadata is an id, undefined for null. */
  readonly fields: readonly MetadataField[];
  /** Operands in the order of the reference's MDNode operands, which determines the numbering. */
  readonly operands: readonly (MetadataId | undefined)[];
}
/** A field: an id or a number (the class's layout tells which), a wide number, a text; undefined if absent. */
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

/** An entry of the metadata table. */
export type Metadata =
  | MetadataString
  | MetadataValue
  | MetadataInteger
  | MetadataTuple
  | MetadataRecord
  | MetadataExpression
  | MetadataArguments;

/** A node attached to a function, instruction or global, and the kind of the attachment (`!dbg`, `!tbaa`). */
export interface Attachment {
  /** Id in the module's METADATA_KIND table. */
  readonly kind: number;
  readonly node: MetadataId;
}

/** The attachments to keep: the list itself, not a copy, if none is dropped. */
export function keptAttachments(
  list: readonly Attachment[],
  isDropped: (attachment: Attachment) => boolean,
): readonly Attachment[] {
  for (let i = 0; i < list.length; i++)
    if (isDropped(list[i] as Attachment)) return list.filter((attachment) => !isDropped(attachment));
  return list;
}

/** `!llvm.ident = !{!0}`. */
export interface NamedMetadata {
  readonly name: string;
  readonly nodes: readonly MetadataId[];
  /** Its first NAMED_NODE record; absent if an upgrade has made it. */
  readonly record?: BitRange;
}

/** An annotation of a function from the module's `!nvvm.annotations`: a key with its number or numbers. */
export interface DeviceAnnotation {
  readonly function: ValueId;
  readonly key: string;
  readonly values: readonly bigint[];
}

/** How the pointers to all constructors and destructors are signed: with their own address or not. */
export type Signing = "plain" | "by address";

/** What module flags ask of all functions of ARM's processors. */
export interface BranchProtection {
  /** Attributes without a value, and whether they are asked for. */
  readonly enabled: readonly { readonly name: string; readonly isEnabled: boolean }[];
  /** Which functions sign their return address, and with which key. */
  readonly signing?: { readonly type: "all" | "non-leaf"; readonly key: "a_key" | "b_key" };
}

/** A module without flags still loses attributes that say that there is no protection. */
export const NO_PROTECTION: BranchProtection = {
  enabled: ["branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack"].map((name) => ({
    name,
    isEnabled: false,
  })),
};

/** A debug record (`#dbg_value(…)`), printed before the instruction that it belongs to. Operands are metadata ids. */
export type DebugRecord = {
  /** The range of its record; absent if an upgrade has made it from a call. */
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
