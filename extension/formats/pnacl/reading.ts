/** Reads an operand for a hover card: step by step from its raw value to its meaning. */
import type { OperandReading } from "../bitstream/hover";
import type { BitRecord } from "../bitstream/record";
import { ConstantsPrinter } from "./blocks/constants";
import { FunctionPrinter } from "./blocks/function";
import { meaningOf } from "./meanings";
import { formatFloatBits, signRotated32 } from "./numbers";
import type { OperandRole } from "./tables";
import type { Walk } from "./walk";

/** Reads operand `index` of a record that the walk's reader has read and its printer has not yet taken in. */
export function readOperand(walk: Walk, record: BitRecord, index: number, role: OperandRole): OperandReading {
  const { printer } = walk;
  const value = record.word(index);
  const meaning = meaningOf(role, value, () => record.big(index));
  switch (role) {
    case "value":
      return printer instanceof FunctionPrinter ? relative(printer, value) : { steps: [] };
    case "signedValue":
      return printer instanceof FunctionPrinter ? relative(printer, signRotated32(record.big(index))) : { steps: [] };
    case "absolute":
      return absolute(walk, value);
    case "type": {
      const type = walk.tables.types[value];
      return { steps: [type ? `@t${value} = ${type.name}` : `@t${value}, not defined`], symbol: `@t${value}` };
    }
    case "block":
      return { steps: [`%b${value}`], symbol: `${walk.section.id}/%b${value}` };
    case "float":
      return { steps: [floating(walk, record.big(index)) ?? meaning ?? ""] };
    case "number":
    case "alignment":
    case "flag":
    case "byte":
    case "signRotated":
    case "opcode":
    case "cast":
    case "predicate":
    case "linkage":
    case "callingConvention":
      return { steps: meaning === undefined ? [] : [meaning] };
  }
}

/** Reads a relative operand: how far back or ahead, then the value. */
function relative(fn: FunctionPrinter, value: number): OperandReading {
  const signed = value | 0;
  const how = signed >= 0 ? `${signed} back from` : `${-signed} ahead of`;
  const target = fn.absolute(value);
  const { symbol } = fn.idOf(target);
  return { steps: [`relative: ${how} ${fn.nextValue}`, described(fn, target)], symbol };
}

/** A value with its type and role: `%p0 (i32, parameter 0)`. */
function described(fn: FunctionPrinter, target: number): string {
  const { text } = fn.idOf(target);
  const number = text.slice(2);
  const { functions, names } = fn.moduleTables;
  const name = names.get(target);
  const called = name === undefined ? "" : ` "${name}"`;
  switch (text.slice(0, 2)) {
    case "@f":
      return `${text} (${functions[target]?.type.name ?? "?"}, function${called})`;
    case "@g":
      return `${text} (i32, global ${number}${called})`;
    case "%p":
      return `${text} (${fn.typeOf(target).name}, parameter ${number})`;
    case "%c":
      return `${text} (${fn.typeOf(target).name}, constant ${number})`;
    default:
      return `${text} (${fn.typeOf(target).name}, value ${number})`;
  }
}

/** Reads an operand that is an absolute value id. */
function absolute(walk: Walk, value: number): OperandReading {
  const { printer } = walk;
  const isBody = printer instanceof FunctionPrinter;
  const { text, symbol } = isBody ? printer.idOf(value) : printer.globalId(value);
  return { steps: [`value id ${value}`, isBody ? described(printer, value) : text], symbol };
}

/** A float or double constant; undefined outside of constants blocks and for other types. */
function floating(walk: Walk, bits: bigint): string | undefined {
  if (!(walk.printer instanceof ConstantsPrinter)) return undefined;
  const { kind } = walk.printer.currentType;
  return kind === "float" || kind === "double" ? `${kind} ${formatFloatBits(bits, kind === "float")}` : undefined;
}
