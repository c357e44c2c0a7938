/** What ops are: their properties in the bytes, by the tables of the release that wrote the file. */
import type { Tables } from "../model/module";
import { TablePropertyCodec } from "./codec";
import type { OpKnowledge } from "./codec";
import { chooseRelease } from "./releases";
import type { OpRecord } from "./releases";

export type { OpKnowledge } from "./codec";
export type { OpLayout } from "./tables";
export type { OpRecord } from "./releases";
export { isRegisteredDialect } from "./releases";
export { sorted } from "./decode";
export { possibleReadings } from "./readings";

/**
 * The codec for a file's properties.
 * @param records the ops that have a record, with it: looked at only where the producer string does not say the release
 */
export function propertyCodec(
  tables: Pick<Tables, "producer" | "version" | "release" | "sizes" | "attribute" | "type"> &
    Partial<Pick<Tables, "spelled">>,
  records: () => Iterable<OpRecord>,
): OpKnowledge {
  return new TablePropertyCodec(tables, chooseRelease(tables, records));
}
