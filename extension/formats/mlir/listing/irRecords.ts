/** The record cells of ops and blocks: the fields as encoded. */
import { Packed } from "../../../document/byteText";
import type { Block } from "../ir/block";
import { BlockField, OpField } from "../ir/fieldNumbers";
import type { NumberList, Op } from "../ir/op";
import type { RecordCell } from "./cells";

/** Most operands in a row; the rest is counted. */
const SHOWN = 16;
const COMMA = new Packed(", ");
const CLOSE_LIST = new Packed("]");
const OP = new Packed("op ");
const MASK = new Packed(" mask=");
const LOCATION = new Packed(" loc=");
const ATTRIBUTES = new Packed(" attrs=");
const PROPERTIES = new Packed(" props=");
const RESULTS = new Packed(" results=[");
const OPERANDS = new Packed(" operands=[");
const SUCCESSORS = new Packed(" successors=[");
const ARGUMENTS = new Packed(" args=[");
const LOCATIONS = new Packed(" locs=[");

/** `op 3 mask=15 loc=1 attrs=2 props=0 results=[!4] operands=[0, 1] successors=[1] regions=1 isolated`. */
export function opRecord(record: RecordCell, op: Op, full: boolean): void {
  record.ready("keyword", OP);
  record.reference(OpField.name, "opName", op.name, true);
  record.ready("text", MASK);
  record.field(OpField.mask, op.mask);
  record.ready("text", LOCATION);
  record.reference(OpField.location, "attribute", op.location);
  if (op.attributes >= 0) {
    record.ready("text", ATTRIBUTES);
    record.reference(OpField.attributes, "attribute", op.attributes);
  }
  if (op.properties >= 0) {
    record.ready("text", PROPERTIES);
    record.reference(OpField.properties, "property", op.properties, true);
  }
  list(record, RESULTS, op.results, full, OpField.results, "type");
  list(record, OPERANDS, op.operands, full, OpField.operands);
  list(record, SUCCESSORS, op.successors, full, OpField.successors);
  if (op.regions > 0) record.put("text", ` regions=${op.regions}${op.isolated ? " isolated" : ""}`);
}

/** `block ops=3 args=[!1] locs=[#4]`. */
export function blockRecord(record: RecordCell, block: Block, full: boolean): void {
  record.put("keyword", "block ");
  record.put("text", "ops=");
  record.count(block.ops);
  list(record, ARGUMENTS, block.types, full, 0, "type");
  // An absent location is not a field.
  if (block.types.length > 0) list(record, LOCATIONS, block.locations, full, BlockField.locations, "attribute");
}

/** A list of a record's fields: entries of a table, or numbers. */
function list(
  record: RecordCell,
  opening: Packed,
  items: NumberList,
  full: boolean,
  first: number,
  table?: "type" | "attribute",
): void {
  if (items.length === 0) return;
  record.ready("text", opening);
  const shown = full ? items.length : Math.min(items.length, SHOWN);
  let field = first;
  for (let i = 0; i < shown; i++) {
    if (i > 0) record.ready("text", COMMA);
    const index = items.at(i);
    if (index < 0) record.put("text", "-");
    else if (table) record.reference(field++, table, index);
    else record.field(field++, index);
  }
  if (shown < items.length) record.put("text", `, \xE2\x80\xA6+${items.length - shown}`);
  record.ready("text", CLOSE_LIST);
}
