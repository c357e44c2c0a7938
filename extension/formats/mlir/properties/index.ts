/** The properties of ops, read by the tables of the release that wrote the file. */
import type { OpEvidence, OpName, Tables } from "../model/module";
import { TablePropertyCodec } from "./codec";
import type { OpKnowledge } from "./codec";
import { chooseRelease, withBrought } from "./releases";
import type { OpTable } from "./tables";

export type { OpKnowledge } from "./codec";
export type { OpLayout, OpTable } from "./tables";
export { isDialectOfMlir, isRegisteredDialect, tablesOfDefinitions } from "./releases";
export { sorted } from "./decode";
export { possibleReadings } from "./readings";

/**
 * The codec for a file's properties.
 * @param brought the user's own tables
 * @param records what the ops show of their definitions; needed only if the producer string does not name the release
 * @param opNames the names of the file's ops
 */
export function propertyCodec(
  tables: Pick<Tables, "producer" | "version" | "release" | "string" | "sizes" | "attribute" | "type"> &
    Partial<Pick<Tables, "spelled">>,
  records: () => Iterable<OpEvidence>,
  brought: readonly OpTable[] = [],
  opNames: readonly OpName[] = [],
): OpKnowledge {
  return new TablePropertyCodec(tables, withBrought(chooseRelease(tables, records, opNames), brought));
}
