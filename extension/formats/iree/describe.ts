/** The meaning of an op's operands, in words, for leaves and hovers. */
import { TextSink } from "../../document/sink";
import { byteCount, hex, quoted } from "./bytes";
import type { Op } from "./code/decode";
import type { FunctionCode } from "./code/functions";
import type { OpWords } from "./code/leaves";
import type { OperandKind } from "./opcodes";
import { IMPORT_BIT, registerOf } from "./opcodes";
import { functionName } from "./module";

/** `i32 register 3`, `ref register 1, moved`. */
export function registerText(raw: number, bytes: number, bank: string): string {
  const { ref, move, ordinal } = registerOf(raw, bytes);
  if (ref) return `%r${ordinal}: ref register ${ordinal}${move ? ", moved" : ""}`;
  const wide = bank === "i64" || bank === "f64";
  const name = wide ? `%i${ordinal}:${ordinal + 1}` : `%i${ordinal}`;
  return `${name}: ${bank === "any" || bank === "ref" ? "value" : bank} register ${ordinal}`;
}

/** The encoding of an operand: `u16 register`, `u32 type ordinal`, `list of registers: u16 count, then u16 each`. */
export function encodingWords(encoding: OperandKind, registerBytes: number): string {
  const unit = `u${8 * registerBytes}`;
  switch (encoding.kind) {
    case "register":
      return `${unit} register: bit ${8 * registerBytes - 1} ref, bit ${8 * registerBytes - 2} move`;
    case "attribute":
      return `${encoding.type}, little-endian`;
    case "ordinal":
      return encoding.of === "function" ? "u32 function ordinal, bit 31: import" : `u32 ${encoding.of} ordinal`;
    case "string":
      return "u16 length, then bytes";
    case "target":
      return "u32 branch target, from the function's start";
    case "registers":
    case "integers":
      return `${unit} count, then ${unit} each`;
    case "remap":
      return `${unit} count, then pairs of ${unit} registers`;
    case "cases":
      return "u16 count, then u32 target and remap list each";
  }
}

/** The meanings of an op's numbers, for its leaves. */
export function opWords(code: FunctionCode, op: Op): OpWords {
  const { registerBytes } = code.table;
  const fixed = 2 ** (8 * registerBytes) - 1;
  return {
    operand: (index) => operandMeaning(code, op, index),
    register: (raw) => registerText(raw, registerBytes, "any"),
    // The only lists of integers are segment sizes; all ones means an argument that is not a list (VMOps.td,
    // call.variadic).
    integer: (raw) => (raw === fixed ? "one argument" : `list of ${raw}`),
    target: (raw) => targetText(code, raw),
  };
}

/** A branch target as its block, and its byte from the function's start. */
function targetText(code: FunctionCode, raw: number): string {
  const block = code.block(raw);
  return block === undefined ? `offset ${hex(raw, 8)}` : `^bb${block} at ${hex(raw, 8)}`;
}

/** The meaning of an op's operand. */
export function operandMeaning(code: FunctionCode, op: Op, index: number): string {
  const value = op.operands[index];
  const encoding = op.schema?.operands[index]?.encoding;
  if (!value || !encoding) return "";
  switch (value.kind) {
    case "register":
      return registerText(value.raw, code.table.registerBytes, encoding.kind === "register" ? encoding.bank : "any");
    case "attribute":
      return String(value.value);
    case "target":
      return targetText(code, value.raw);
    case "ordinal":
      return ordinalMeaning(code, value.raw, encoding);
    case "string":
      return quoted(code.code.subarray(value.start, value.end));
    case "registers":
    case "integers":
      return `${value.list.raws.length} elements`;
    case "remap":
      return `${value.list.raws.length / 2} registers handed to the block`;
    case "cases":
      return `${value.cases.length} cases`;
  }
}

/** Most characters of a name in the meaning of an operand. */
const BRIEF = 1024;

/** A name, or the beginning of a long one: each operand may refer to it. */
function brief(name: string): string {
  return name.length > BRIEF ? `${name.slice(0, BRIEF)}\xE2\x80\xA6` : name;
}

/** The item to which an ordinal refers, by name. */
function ordinalMeaning({ module }: FunctionCode, raw: number, encoding: OperandKind): string {
  switch (encoding.kind === "ordinal" ? encoding.of : "global") {
    case "function":
      return raw >= IMPORT_BIT
        ? `import ${raw - IMPORT_BIT}: @${brief(module.imports?.[raw - IMPORT_BIT]?.name ?? "?")}`
        : `function ${raw}: @${brief(functionName(module, raw))}`;
    case "type":
      return `type ${raw}: ${brief(module.types?.[raw] ?? "?")}`;
    case "rodata": {
      const data = module.rodata?.[raw]?.data;
      return data ? `rodata ${raw}: ${byteCount(data.end - data.start)}` : `rodata ${raw}`;
    }
    case "global":
      return `global ${raw}`;
  }
}

/** Calls `print` with a text sink and returns the text. */
export function printed(print: (sink: TextSink) => void): string {
  const sink = new TextSink();
  print(sink);
  return sink.take();
}
