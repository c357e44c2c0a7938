/** Reads debug records of function blocks (LLVM 19 and later). */
import type { MetadataId } from "../../ir/ids";
import type { DebugRecord, DebugValue } from "../../ir/metadata";
import type { InstructionContext } from "./context";

const VALUE = 61;
const DECLARE = 62;
const ASSIGN = 63;
const VALUE_SIMPLE = 64;
const LABEL = 65;
const DECLARE_VALUE = 66;

function node(c: InstructionContext): MetadataId {
  return c.tables.metadata.idOf(c.raw()) ?? c.fail("Invalid dbg record: no such metadata", "bad-reference");
}

/**
 * The described value: VALUE_SIMPLE has the value itself as its last operand, the others a metadata node that contains
 * it.
 */
function described(c: InstructionContext): DebugValue {
  if (c.record.code !== VALUE_SIMPLE) return { metadata: node(c) };
  const value = c.value();
  return { type: c.type, value };
}

/**
 * Reads [location, variable, expression, value]; ASSIGN adds [assign id, address expression, address]; LABEL is
 * [location, label].
 */
export function readDebugRecord(c: InstructionContext): DebugRecord {
  const location = node(c);
  const { code } = c.record;
  if (code === LABEL) return { kind: "label", location, label: node(c) };
  const variable = node(c);
  const expression = node(c);
  const value = described(c);
  switch (code) {
    case VALUE:
    case VALUE_SIMPLE:
      return { kind: "value", location, variable, expression, value };
    case DECLARE:
      return { kind: "declare", location, variable, expression, value };
    case DECLARE_VALUE:
      return { kind: "declare_value", location, variable, expression, value };
    case ASSIGN: {
      const [assignment, addressExpression, address] = [node(c), node(c), { metadata: node(c) }];
      return { kind: "assign", location, variable, expression, value, assignment, addressExpression, address };
    }
    default:
      return c.fail("Invalid dbg record");
  }
}
