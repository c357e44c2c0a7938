/** What the bytes of a record that no table explains can be. */
import { silent } from "../model/cursor";
import type { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";

/** Varints of a record that are read out loud; the others are counted. */
const SHOWN = 16;
/** Longer runs of bytes are data, and no fields. */
const MOST_BYTES = 4096;

/**
 * The readings of a run of bytes, each a phrase: as varints, and what each varint can refer to (an attribute, a type, an
 * attribute that may be absent, a string). Nothing is recorded.
 * @param cursor on the bytes, all of which are meant; they are read as one run of varints
 * @returns none where the bytes are no run of varints, or too many
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

/** The run of varints that the bytes are, or undefined where the last one is cut off. */
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
