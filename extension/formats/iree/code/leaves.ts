/** The leaves of an op: opcode, operands, list counts and the padding before them. */
import type { ElementSink } from "../../../document/element";
import { u16, unsigned } from "../bytes";
import type { OpcodeTable } from "../opcodes";
import type { List, Op, OperandValue } from "./decode";

/** The meanings of an op's numbers, in words. */
export interface OpWords {
  /** An operand by its index. */
  operand(index: number): string;
  /** A register of a list. */
  register(raw: number): string;
  /** An element of a list of integers. */
  integer(raw: number): string;
  /** The target of a br_table case, in bytes from the function's start. */
  target(raw: number): string;
}

/** Emits little-endian numbers of a function as leaves. */
class LeafWriter {
  constructor(
    private readonly sink: ElementSink,
    private readonly code: Uint8Array,
    /** The document byte at which the function starts. */
    private readonly base: number,
  ) {}
  number(name: string, at: number, bytes: number, meaning?: string): void {
    this.sink.leaf({
      kind: "decoded",
      name,
      startBit: (this.base + at) * 8,
      endBit: (this.base + at + bytes) * 8,
      encoding: { kind: "fixed" },
      raw: unsigned(this.code, at, bytes),
      ...(meaning === undefined ? {} : { meaning }),
    });
  }
  bytes(name: string, start: number, end: number, kind: "decoded" | "padding", meaning?: string): void {
    if (end === start) return;
    const raw = this.code.subarray(start, end);
    const range = { startBit: (this.base + start) * 8, endBit: (this.base + end) * 8 };
    const leaf = { kind, name, ...range, encoding: { kind: "bytes" }, raw } as const;
    this.sink.leaf(meaning === undefined ? leaf : { ...leaf, meaning });
  }
}

/**
 * Emits an op's container and leaves.
 * @param base the document byte at which the function starts
 * @param words the meanings of its numbers; undefined if nobody reads them
 */
export function opLeaves(
  sink: ElementSink,
  code: Uint8Array,
  base: number,
  table: OpcodeTable,
  op: Op,
  words: OpWords | undefined,
): void {
  const out = new LeafWriter(sink, code, base);
  const name = op.schema ? `vm.${op.schema.mnemonic}` : "block";
  sink.open("op", name, (base + op.start) * 8);
  let at = op.start;
  if (op.prefixed) out.number("prefix", at++, 1, op.schema?.set);
  out.number(op.schema ? "opcode" : "block marker", at, 1, name);
  for (const [i, value] of op.operands.entries()) {
    const operand = op.schema?.operands[i]?.name ?? `operand ${i}`;
    operandLeaves(out, code, table, operand, value, words?.operand(i), words);
  }
  sink.close((base + op.end) * 8);
}

/** An operand's leaves: one for a register, number or ordinal; count, padding and elements for lists. */
function operandLeaves(
  out: LeafWriter,
  code: Uint8Array,
  table: OpcodeTable,
  name: string,
  value: OperandValue,
  meaning: string | undefined,
  words: OpWords | undefined,
): void {
  const size = table.registerBytes;
  switch (value.kind) {
    case "register":
      return out.number(name, value.at, size, meaning);
    case "attribute":
      return out.number(name, value.at, value.bytes, meaning);
    case "ordinal":
    case "target":
      return out.number(name, value.at, 4, meaning);
    case "string":
      out.number(`${name} length`, value.at, 2);
      return out.bytes(name, value.start, value.end, "decoded", meaning);
    case "integers":
      return listLeaves(out, size, name, value.list, false, words && ((raw) => words.integer(raw)));
    case "registers":
    case "remap":
      return listLeaves(out, size, name, value.list, value.kind === "remap", words && ((raw) => words.register(raw)));
    case "cases":
      return caseLeaves(out, code, size, name, value, words);
  }
}

/** A list: zeros that align it, the count, then registers (in a remap list a source and a destination in turn). */
function listLeaves(
  out: LeafWriter,
  size: number,
  name: string,
  list: List,
  pairs: boolean,
  words: ((raw: number) => string) | undefined,
): void {
  out.bytes("alignment", list.countAt - list.padding, list.countAt, "padding");
  out.number(`${name} count`, list.countAt, size);
  for (const [i, raw] of list.raws.entries()) {
    const element = pairs ? `${name}[${i >> 1}] ${i % 2 === 0 ? "source" : "destination"}` : `${name}[${i}]`;
    out.number(element, list.countAt + size * (i + 1), size, words?.(raw));
  }
}

/** The cases of br_table: a count, then for each a target and a remap list. */
function caseLeaves(
  out: LeafWriter,
  code: Uint8Array,
  size: number,
  name: string,
  value: OperandValue & { kind: "cases" },
  words: OpWords | undefined,
): void {
  out.bytes("alignment", value.countAt - value.padding, value.countAt, "padding");
  out.number(`${name} count`, value.countAt, 2, `${u16(code, value.countAt)} cases`);
  const register = words && ((raw: number): string => words.register(raw));
  for (const [i, { at, target, remap }] of value.cases.entries()) {
    out.number(`${name}[${i}] target`, at, 4, words?.target(target));
    listLeaves(out, size, `${name}[${i}]`, remap, true, register);
  }
}
