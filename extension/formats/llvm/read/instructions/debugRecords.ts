/** Reads debug records of function blocks (LLVM 19 and later). */
import type { BitRecord } from "../../../bitstream/record";
import type { MetadataId } from "../../ir/ids";
import type { DebugRecord, DebugValue } from "../../ir/metadata";
import { readersByCode } from "../../spec/fieldReader";
import { FUNCTION } from "../../spec/instructions";
import type { InstructionContext } from "./context";

/** What a debug record tells, by record code. */
export const DEBUG_RECORD_KINDS = readersByCode<DebugRecord["kind"]>(FUNCTION, {
  DEBUG_RECORD_VALUE: "value",
  DEBUG_RECORD_VALUE_SIMPLE: "value",
  DEBUG_RECORD_DECLARE: "declare",
  DEBUG_RECORD_DECLARE_VALUE: "declare_value",
  DEBUG_RECORD_ASSIGN: "assign",
  DEBUG_RECORD_LABEL: "label",
});

/** What LLVM writes where a record has no node: the number of none, less one. */
export const NO_NODE = 2 ** 32 - 1;
/** How many operands of VALUE_SIMPLE are nodes; of the other records, all are. */
const NODES_BEFORE_VALUE = 3;

const isSimple = ({ code }: BitRecord): boolean => FUNCTION[code]?.name === "DEBUG_RECORD_VALUE_SIMPLE";

/** Whether a debug record has no node in the place of one: the reference reads it, and then drops all debug info. */
export function lacksNode(record: BitRecord): boolean {
  const nodes = isSimple(record) ? NODES_BEFORE_VALUE : record.length;
  for (let at = 0; at < nodes; at++) if (record.value(at) === NO_NODE) return true;
  return false;
}

function node(c: InstructionContext): MetadataId {
  return c.tables.metadata.idOf(c.raw()) ?? c.fail("Invalid dbg record: no such metadata", "bad-reference");
}

/**
 * The described value: VALUE_SIMPLE has the value itself as its last operand, the others a metadata node that contains
 * it.
 */
function described(c: InstructionContext): DebugValue {
  if (!isSimple(c.record)) return { metadata: node(c) };
  const value = c.value();
  return { type: c.type, value };
}

/**
 * Reads [location, variable, expression, value]; ASSIGN adds [assign id, address expression, address]; LABEL is
 * [location, label].
 */
export function readDebugRecord(c: InstructionContext): DebugRecord {
  const location = node(c);
  const kind = DEBUG_RECORD_KINDS[c.record.code] ?? c.fail("Invalid dbg record");
  if (kind === "label") return { kind, location, label: node(c) };
  const variable = node(c);
  const expression = node(c);
  const value = described(c);
  if (kind !== "assign") return { kind, location, variable, expression, value };
  const [assignment, addressExpression, address] = [node(c), node(c), { metadata: node(c) }];
  return { kind, location, variable, expression, value, assignment, addressExpression, address };
}
