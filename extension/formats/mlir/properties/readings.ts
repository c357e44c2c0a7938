/** The possible meanings of a record's bytes that no table explains. */
import { silent } from "../model/cursor";
import type { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";

/** Most varints of a record that are listed; the others are counted. */
const SHOWN = 16;
/** Longer byte sequences are data, not fields. */
const MOST_BYTES = 4096;

/**
 * The possible meanings of a sequence of bytes, each as a phrase: as varints, and what each varint can refer to (an
 * attribute, a type, an optional attribute, a string). Nothing is recorded.
 * @param cursor at the bytes; all of them are read as a sequence of varints
 * @returns nothing if the bytes are not a sequence of varints, or if there are too many
 */
export function possibleReadings(cursor: MlirCursor): readonly string[] {
  const values = varints(silent(cursor));
  if (!values || values.length === 0) return [];
  const { attributes, types, strings } = cursor.sizes;
  const list = (texts: readonly string[]): string =>
    texts.slice(0, SHOWN).join(", ") + (texts.length > SHOWN ? ` and ${texts.length - SHOWN} more` : "");
  const readings = [`integers ${list(values.map(String))}`];
  const below = (size: number): boolean => values.every((value) => value < size);
  if (below(attributes)) readings.push(`attributes ${list(values.map((value) => `#${value}`))}`);
  const isOptional = (value: number): boolean => value === 0 || (value % 2 === 1 && (value - 1) / 2 < attributes);
  if (values.every(isOptional)) {
    readings.push(`optional attributes ${list(values.map((value) => (value === 0 ? "none" : `#${(value - 1) / 2}`)))}`);
  }
  if (below(types)) readings.push(`types ${list(values.map((value) => `!${value}`))}`);
  if (below(strings)) readings.push(`strings ${list(values.map((value) => `${value}`))}`);
  return readings;
}

/** The bytes as a sequence of varints; undefined if the last one is cut off. */
function varints(cursor: MlirCursor): readonly number[] | undefined {
  if (cursor.remaining > MOST_BYTES) return undefined;
  try {
    const values: number[] = [];
    while (!cursor.atEnd) values.push(cursor.varint(""));
    return values;
  } catch (thrown) {
    if (thrown instanceof Damage) return undefined;
    throw thrown;
  }
}
