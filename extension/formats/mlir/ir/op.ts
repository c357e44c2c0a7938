/** Reads the fields of an op, up to its regions (BytecodeFormat.md, "Operation"). */
import type { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { Release } from "../model/release";
import { readUseListOrders, USE_LIST_ORDERS } from "./useOrders";
import type { UseOrder } from "./useOrders";

/** The parts of an op, one bit each (mlir::bytecode::OpEncodingMask). */
export const OpMask = {
  attributes: 0x01,
  results: 0x02,
  operands: 0x04,
  successors: 0x08,
  regions: 0x10,
  useListOrders: 0x20,
  properties: 0x40,
} as const;

/** The part of an op that each bit of the mask means. */
const MASK_WORDS: readonly (readonly [number, string])[] = [
  [OpMask.attributes, "attributes"],
  [OpMask.results, "results"],
  [OpMask.operands, "operands"],
  [OpMask.successors, "successors"],
  [OpMask.regions, "regions"],
  [OpMask.useListOrders, "use-list orders"],
  [OpMask.properties, "properties"],
];

/** The parts of an op, by its mask: `results, operands`. */
const MASK_TEXTS: readonly string[] = Array.from(
  { length: 256 },
  (_, mask) => MASK_WORDS.flatMap(([bit, word]) => (mask & bit ? [word] : [])).join(", ") || "nothing",
);

/** A list of numbers that is refilled for every op, so that the hot loop allocates nothing. */
export class NumberList {
  items = new Int32Array(16);
  length = 0;

  /** Makes room for `count` items. Each takes at least a byte of the file, so the file's size bounds the count. */
  reserve(count: number): void {
    if (count > this.items.length) this.items = new Int32Array(Math.max(count, this.items.length * 2));
    this.length = count;
  }
  at(index: number): number {
    return this.items[index] ?? 0;
  }
  /** A list of the same items, which stays as it is. */
  copy(): NumberList {
    const made = new NumberList();
    made.items = this.items.slice(0, this.length);
    made.length = this.length;
    return made;
  }
}

/** An op's fields. One object serves all ops of a walk and holds the one that was read last. */
export class Op {
  /** The op's first byte, from the file's first byte. */
  startByte = 0;
  /** The end of the fields before the regions. */
  endByte = 0;
  /** The index of the op's name. */
  name = 0;
  mask = 0;
  /** Attribute indices; -1: none. */
  location = 0;
  attributes = -1;
  /** The index of the record of properties; -1: none. */
  properties = -1;
  /** Types. */
  readonly results = new NumberList();
  /** Value numbers, which count from the start of the isolated region. */
  readonly operands = new NumberList();
  /** The least and the greatest of them; without operands Infinity and -1. */
  leastOperand = Infinity;
  greatestOperand = -1;
  /** Indices of blocks in the region. */
  readonly successors = new NumberList();
  /** The orders of its results' uses, if there are any. */
  useOrders: readonly UseOrder[] | undefined;
  regions = 0;
  isolated = false;
}

/** The number of entries in each table to which an op can refer. */
export interface OpLimits {
  readonly version: number;
  readonly release: Release;
  readonly opNames: number;
  readonly properties: number;
  /** Bytes of the file. */
  readonly bytes: number;
  /** An op's name, for messages. */
  opName(index: number): string;
}

/**
 * Reads an op's fields.
 * @param values number of values that can be referred to: those of the regions around, up to the isolated one
 * @param blocks number of blocks in the op's region
 * @throws Damage
 */
export function readOp(cursor: MlirCursor, op: Op, limits: OpLimits, values: number, blocks: number): void {
  op.startByte = cursor.position;
  op.name = cursor.index("op name", "opName", limits.opNames, "operation name");
  const mask = cursor.byte("mask");
  op.mask = mask;
  cursor.leaves?.note(MASK_TEXTS[mask] ?? "");
  op.location = cursor.attribute("location", "Attribute");
  op.attributes = mask & OpMask.attributes ? cursor.attribute("attributes", "Attribute") : -1;
  op.properties = mask & OpMask.properties ? readPropertyIndex(cursor, op, limits) : -1;
  if (mask & OpMask.results) {
    const results = op.results;
    results.reserve(cursor.count("result count"));
    for (let i = 0; i < results.length; i++) results.items[i] = cursor.type("result type", "Type");
  } else op.results.length = 0;
  op.leastOperand = Infinity;
  op.greatestOperand = -1;
  if (mask & OpMask.operands) {
    const operands = op.operands;
    operands.reserve(cursor.count("operand count"));
    for (let i = 0; i < operands.length; i++) {
      const value = cursor.index("operand", "value", values, "value");
      operands.items[i] = value;
      if (value < op.leastOperand) op.leastOperand = value;
      if (value > op.greatestOperand) op.greatestOperand = value;
    }
  } else op.operands.length = 0;
  if (mask & OpMask.successors) {
    const successors = op.successors;
    successors.reserve(cursor.count("successor count"));
    for (let i = 0; i < successors.length; i++)
      successors.items[i] = cursor.index("successor", "block", blocks, "successor");
  } else op.successors.length = 0;
  // Before, the bit of the mask means nothing.
  op.useOrders =
    mask & OpMask.useListOrders && limits.version >= USE_LIST_ORDERS
      ? readUseListOrders(cursor, op.results.length)
      : undefined;
  op.regions = 0;
  op.isolated = false;
  if (mask & OpMask.regions) {
    const both = cursor.varint("region count, is isolated");
    op.regions = Math.floor(both / 2);
    op.isolated = both % 2 === 1;
    cursor.leaves?.note(`${op.regions} regions${op.isolated ? ", isolated" : ""}`);
    // Up to the file's end: an isolated op is also read alone, and then has to have as many regions as in its section.
    const remaining = limits.bytes - cursor.position;
    if (op.regions > remaining)
      throw new Damage(
        "truncated",
        `${op.regions} regions, but ${remaining} bytes remain`,
        op.startByte,
        cursor.position,
      );
  }
  op.endByte = cursor.position;
}

function readPropertyIndex(cursor: MlirCursor, op: Op, limits: OpLimits): number {
  const start = cursor.position;
  if (limits.version < 5) {
    const message = `Unexpected missing \`wasRegistered\` opname flag at bytecode version ${limits.version} with properties.`;
    throw new Damage("bad-record", message, start - 1, start);
  }
  const index = cursor.varint("properties");
  if (index >= limits.properties) {
    const message = `Properties idx out-of-bound for ${limits.opName(op.name)}`;
    throw new Damage("bad-reference", message, start, cursor.position);
  }
  cursor.refer("property", index);
  return index;
}
