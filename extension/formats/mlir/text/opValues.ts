/** What is between the operands of an op and its types: properties and attributes. */
import type { NamedValue } from "../model/module";

/** An op's properties: named, or (for an unregistered op) one attribute, or bytes that no table explains. */
export type OpProperties =
  | { readonly kind: "named"; readonly values: readonly NamedValue[] }
  | { readonly kind: "attribute"; readonly index: number }
  | { readonly kind: "unknown"; readonly startByte: number; readonly endByte: number };

/** What is printed of an op between its operands and its types. */
export interface OpValues {
  readonly properties: OpProperties;
  /** Discardable attributes, sorted by name. */
  readonly attributes: readonly NamedValue[];
}
