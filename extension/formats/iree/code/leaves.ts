/** The leaves of an op: opcode, operands, list counts and the padding in front of them. */
import type { ElementSink } from "../../../document/element";
import { u16, unsigned } from "../bytes";
import type { OpcodeTable } from "../opcodes";
import type { List, Op, OperandValue } from "./decode";

/** Emits little-endian numbers of a function as leaves. */
class LeafWriter {
  constructor(
    private readonly sink: ElementSink,
    private readonly code: Uint8Array,
    /** The document's byte that the function starts at. */
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
  bytes(name: string, start: number, end: number, kind: "decoded" | "padding"): void {
    if (end === start) return;
    const raw = this.code.subarray(start, end);
    const range = { startBit: (this.base + start) * 8, endBit: (this.base + end) * 8 };
    this.sink.leaf({ kind, name, ...range, encoding: { kind: "bytes" }, raw });
  }
}

/**
 * Emits an op's container and leaves.
 * @param base the document's byte that the function starts at
 * @param describe what an operand means, in words
 */
export function opLeaves(
  sink: ElementSink,
  code: Uint8Array,
  base: number,
  table: OpcodeTable,
  op: Op,
  describe: (operand: number) => string,
): void {
  const out = new LeafWriter(sink, code, base);
  const name = op.schema ? `vm.${op.schema.mnemonic}` : "block";
  sink.open("op", name, (base + op.start) * 8);
  let at = op.start;
  if (op.prefixed) out.number("prefix", at++, 1, op.schema?.set);
  out.number(op.schema ? "opcode" : "block marker", at, 1, name);
  for (const [i, value] of op.operands.entries()) {
    const operand = op.schema?.operands[i]?.name ?? `operand ${i}`;
    operandLeaves(out, code, table, operand, value, describe(i));
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
  meaning: string,
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
      return out.bytes(name, value.start, value.end, "decoded");
    case "registers":
    case "integers":
    case "remap":
      return listLeaves(out, size, name, value.list, value.kind === "remap");
    case "cases":
      return caseLeaves(out, code, size, name, value);
  }
}

/** A list: zeros that align it, the count, then registers (in a remap list a source and a destination in turn). */
function listLeaves(out: LeafWriter, size: number, name: string, list: List, pairs: boolean): void {
  out.bytes("alignment", list.countAt - list.padding, list.countAt, "padding");
  out.number(`${name} count`, list.countAt, size);
  for (let i = 0; i < list.raws.length; i++) {
    const element = pairs ? `${name}[${i >> 1}] ${i % 2 === 0 ? "source" : "destination"}` : `${name}[${i}]`;
    out.number(element, list.countAt + size * (i + 1), size);
  }
}

/** The cases of br_table: a count, then for each a target and a remap list. */
function caseLeaves(
  out: LeafWriter,
  code: Uint8Array,
  size: number,
  name: string,
  value: OperandValue & { kind: "cases" },
): void {
  out.bytes("alignment", value.countAt - value.padding, value.countAt, "padding");
  out.number(`${name} count`, value.countAt, 2, `${u16(code, value.countAt)} cases`);
  for (const [i, { at, remap }] of value.cases.entries()) {
    out.number(`${name}[${i}] target`, at, 4);
    listLeaves(out, size, `${name}[${i}]`, remap, true);
  }
}
