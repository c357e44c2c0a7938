/** Reads the five records of getelementptr. */
import type { Type } from "../../ir/types";
import type { Constant } from "../../ir/values";
import { readRange } from "../../attributes/range";
import { gepFlagsText } from "../../operations";
import type { FieldReader } from "../../spec/fieldReader";
import { RecordFault } from "../../stream/blocks";
import { makeExpression } from "./make";
import type { ConstantScope } from "./scope";
import { fieldsOf, pointeeOf, typeIn } from "./scope";

const INVALID = "Invalid constexpr gep record";

/** What comes before the pointer and its indices, besides the source element type. */
interface Head {
  readonly flags: string;
  /** The index that bounds the range of the result (LLVM 4 to 18). */
  readonly inRangeIndex?: number;
}
/** Reads the head after the source element type. */
type ReadHead = (fields: FieldReader) => Head;

/** CE_GEP_OLD, and CE_INBOUNDS_GEP with its flag: they have no operand for flags. */
const withFlags =
  (flags: string): ReadHead =>
  () => ({ flags });
/** CE_GEP. */
const flagsFirst: ReadHead = (fields) => ({ flags: gepFlagsText(fields.number("flags")) });
/** CE_GEP_WITH_INRANGE_INDEX_OLD. */
const rangeIndex: ReadHead = (fields) => {
  const bits = fields.packed("flags");
  return { flags: gepFlagsText(bits.get("inbounds")), inRangeIndex: bits.get("inrange index") };
};
/** CE_GEP_WITH_INRANGE. */
const range: ReadHead = (fields) => {
  const flags = gepFlagsText(fields.number("flags"));
  const { lower, upper } = readRange(fields, fields.number("bitwidth"));
  return { flags: `${flags} inrange(${lower}, ${upper})`.trim() };
};

/** The reader of a record with this head. */
function reader(readHead: ReadHead): (scope: ConstantScope) => Constant {
  return (scope) => {
    const fields = fieldsOf(scope, INVALID);
    const stated = fields.has("pointee type") ? typeIn(scope, fields, "pointee type") : undefined;
    const { flags, inRangeIndex } = readHead(fields);
    if (fields.left < 2) throw new RecordFault("bad-record", "Constant GEP record must have at least two elements");
    const { operands, first } = pairsOf(scope, fields);
    const sourceType = stated ?? pointeeOf(first);
    if (!sourceType) throw new RecordFault("bad-type", "Missing element type for old-style constant GEP");
    const inRange = inRangeIndex === undefined ? undefined : { index: inRangeIndex };
    return makeExpression(scope, "getelementptr", operands, { flags, sourceType, inRange });
  };
}

/** The pointer and the indices, each after its type; and the type of the pointer. */
function pairsOf(scope: ConstantScope, fields: FieldReader): { readonly operands: number[]; readonly first?: Type } {
  const first = scope.types[fields.number("ty")];
  const operands = [fields.number("opval")];
  while (fields.left > 0) {
    typeIn(scope, fields, "ty");
    operands.push(fields.number("opval"));
  }
  // A list that grows has room for many more; there may be a million of these.
  return { operands: operands.slice(), ...(first && { first }) };
}

/** Readers by the name of the record's code. */
export const GEP_READERS = {
  CE_GEP_OLD: reader(withFlags("")),
  CE_INBOUNDS_GEP: reader(withFlags("inbounds")),
  CE_GEP_WITH_INRANGE_INDEX_OLD: reader(rangeIndex),
  CE_GEP_WITH_INRANGE: reader(range),
  CE_GEP: reader(flagsFirst),
} as const;
