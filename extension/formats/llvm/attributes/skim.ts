/** Finds the attribute kinds in a group's record without decoding the values. */
import { PARAMATTR_GROUP } from "../spec/attributes";
import type { RecordOperands } from "../spec/layout";
import { Layout, plainSurroundings } from "../spec/layout";
import { GROUP_ENTRY } from "./reader";

/** The layout of a group is the same in all releases. */
const SURROUNDINGS = plainSurroundings(3);

/** The index of the first attribute's form. */
const FIRST = 2;

/**
 * The highest attribute kind in a record of PARAMATTR_GROUP_BLOCK, 0 if all its attributes are strings. It stops at an
 * attribute of unknown form, whose end is not known.
 */
export function highestAttributeKind(record: RecordOperands): number {
  const specification = PARAMATTR_GROUP[GROUP_ENTRY];
  if (!specification) return 0;
  const layout = new Layout(record, specification, SURROUNDINGS);
  let highest = 0;
  for (let i = FIRST; i < record.length; i++) {
    const { form } = layout.field(i);
    if (form.kind === "attributeKind") highest = Math.max(highest, record.value(i));
    else if (form.kind === "names" && form.names[record.value(i)] === undefined) break;
  }
  return highest;
}
