/** Operand indices of fields, for records whose fields are at fixed places. */
import type { RecordSpecification } from "./form";

/** The operand index of each field by name; an optional field is absent if the specification does not have it. */
export type Places<Needed extends string, Optional extends string = never> = Readonly<
  Record<Needed, number> & Partial<Record<Optional, number>>
>;

/**
 * The operand indices of these fields, counted from the first operand after a name in STRTAB.
 * @throws {Error} if the record lacks a needed field
 */
export function placesOf<Needed extends string, Optional extends string = never>(
  specification: RecordSpecification | undefined,
  needed: readonly Needed[],
  optional: readonly Optional[] = [],
): Places<Needed, Optional> {
  const fields = specification?.parts.flatMap((part) => (part.part === "field" ? [part.name] : [])) ?? [];
  const places: Partial<Record<string, number>> = {};
  for (const name of [...needed, ...optional]) {
    const at = fields.indexOf(name);
    if (at >= 0) places[name] = at;
  }
  const missing = needed.find((name) => places[name] === undefined);
  if (missing !== undefined) throw new Error(`${specification?.name ?? "no record"} has no field ${missing}`);
  return places as Places<Needed, Optional>;
}
