/** Where records have their fields, for rules that look at many records: `spec/metadata.ts` tells it, once. */
import { NEWEST } from "../ir/releases";
import { Layout, plainSurroundings } from "../spec/layout";
import { NODES } from "../spec/metadata";

/** More operands than any of these records has. */
const LONGEST = 64;

/**
 * The operands of the fields with these names, in records of a code whose first operand is `head`: it tells their
 * layout. @throws Error if such records have no field with that name
 */
export function operandsOf<Name extends string>(
  code: number,
  names: readonly Name[],
  head = 0,
): Readonly<Record<Name, number>> {
  const specification = NODES[code];
  if (!specification) throw new Error(`no debug info node has code ${code}`);
  const record = { length: LONGEST, value: (at: number) => (at === 0 ? head : 0), big: () => 0n };
  const layout = new Layout(record, specification, plainSurroundings(NEWEST));
  const places = names.map((name) => {
    const at = layout.find(name);
    if (at === undefined) throw new Error(`${specification.name} has no field ${name}`);
    return [name, at] as const;
  });
  return Object.fromEntries(places) as Record<Name, number>;
}
