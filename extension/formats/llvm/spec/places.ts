/** Where the fields of a record are whose operands come one after another, whatever they hold: what readers take them by. */
import type { RecordSpecification } from "./form";

/** Operands by the names of their fields; those that a record may lack are absent where its specification lacks them. */
export type Places<Needed extends string, Optional extends string = never> = Readonly<
  Record<Needed, number> & Partial<Record<Optional, number>>
>;

/**
 * The operands of these fields, counted from the first after a name in STRTAB.
 * @throws {Error} when the record has no field that is needed
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
