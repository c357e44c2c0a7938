/** Reads fields of nodes' records by their places, for rules that look at many records without decoding them. */
import type { MetadataId } from "../ir/ids";
import { Code } from "../spec/metadataCodes";
import { operandsOf } from "./operands";
import type { NodeRecords } from "./store";

/** Names of types that old records have in place of the types; reading replaces them. */
export const STRINGS: ReadonlySet<number> = new Set([Code.STRING_OLD, Code.STRINGS]);

/** Where local variables, labels, blocks and subprograms all have their scope. */
export const SCOPE = operandsOf(Code.LEXICAL_BLOCK, ["scope"]).scope;

/** The number in an operand; 0 if the record is too short. */
export function valueAt(store: NodeRecords, id: MetadataId, operand: number): number {
  return operand < store.length(id) ? store.operand(id, operand) : 0;
}

/** The node that an operand refers to; -1 for none. */
export function targetOf(store: NodeRecords, id: MetadataId, operand: number): MetadataId {
  return valueAt(store, id, operand) - 1;
}

/** The record code of a node; undefined if there is no node, or one that the records do not include. */
export function codeOf(store: NodeRecords, id: MetadataId): number | undefined {
  return id >= 0 && id < store.size ? store.code(id) : undefined;
}

/** The members of a tuple; -1 for null, none if there is no tuple. */
export function membersOf(store: NodeRecords, tuple: MetadataId): readonly MetadataId[] {
  const code = codeOf(store, tuple);
  if (code !== Code.NODE && code !== Code.DISTINCT_NODE) return [];
  return Array.from({ length: store.length(tuple) }, (_, i) => targetOf(store, tuple, i));
}
