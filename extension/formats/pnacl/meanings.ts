/** The meaning of an operand in words, from the table of records alone. */
import { FIRST_INTEGER_PREDICATE, FLOAT_PREDICATES, INTEGER_PREDICATES } from "../bitstream/operations";
import { formatFloatBits, formatSignRotated, signRotated32 } from "./numbers";
import type { OperandRole } from "./tables";
import { BINARY_OPERATIONS, CASTS, LINKAGES } from "./tables";

function relative(value: number): string {
  const signed = value | 0;
  return signed >= 0 ? `relative: ${signed} back` : `relative: ${-signed} ahead`;
}

function predicate(value: number): string | undefined {
  const integer = INTEGER_PREDICATES[value - FIRST_INTEGER_PREDICATE];
  if (integer !== undefined) return `icmp ${integer}`;
  const floating = FLOAT_PREDICATES[value];
  return floating === undefined ? undefined : `fcmp ${floating}`;
}

/** An operand's meaning by its role; undefined if its value says everything. `wide` returns the value as 64 bits. */
export function meaningOf(role: OperandRole, value: number, wide: () => bigint): string | undefined {
  switch (role) {
    case "value":
      return relative(value);
    case "signedValue":
      return relative(signRotated32(wide()));
    case "absolute":
      return `value id ${value}`;
    case "type":
      return `@t${value}`;
    case "block":
      return `%b${value}`;
    case "alignment":
      return value === 0 ? "no alignment" : `align ${2 ** (value - 1)}`;
    case "flag":
      return value === 0 ? "no" : "yes";
    case "byte":
      return value >= 32 && value < 127 ? `'${String.fromCharCode(value)}'` : undefined;
    case "signRotated":
      return formatSignRotated(wide(), false);
    case "opcode":
      return BINARY_OPERATIONS[value]?.join(" or ");
    case "cast":
      return CASTS[value];
    case "predicate":
      return predicate(value);
    case "linkage":
      return LINKAGES[value];
    case "callingConvention":
      return value === 0 ? "C" : value === 1 ? "C, tail call" : undefined;
    case "float":
      return `double ${formatFloatBits(wide(), false)}, float ${formatFloatBits(wide(), true)}`;
    case "number":
      return undefined;
  }
}
