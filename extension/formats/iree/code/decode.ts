/**
 * Reads one op of VM bytecode by an opcode table. Everything is little-endian; positions count from the function's
 * start, because lists are aligned from there (iree/vm/bytecode/utils/isa_decoder.inl; compiler: BytecodeEncoder).
 */
import { signed, u16, u32, unsigned } from "../bytes";
import type { OpcodeTable, OpSchema, OperandSchema } from "../opcodes";

/** A counted list: the positions of its padding, its count and its first element. */
export interface List {
  /** Zero bytes before the count, for alignment. */
  readonly padding: number;
  readonly countAt: number;
  /** Elements as stored; in a remap list source and destination alternate. */
  readonly raws: readonly number[];
}

/** A case of br_table: the branch target and the values that it passes. */
export interface Case {
  readonly at: number;
  readonly target: number;
  readonly remap: List;
}

/** The value of an operand, with the byte where it starts (for a list, its padding). */
export type OperandValue =
  | { readonly kind: "register"; readonly at: number; readonly raw: number }
  | {
      readonly kind: "attribute";
      readonly at: number;
      readonly bytes: number;
      readonly raw: number | bigint;
      /** Signed if the type is. */
      readonly value: number | bigint;
    }
  | { readonly kind: "ordinal"; readonly at: number; readonly raw: number }
  | { readonly kind: "target"; readonly at: number; readonly raw: number }
  | { readonly kind: "string"; readonly at: number; readonly start: number; readonly end: number }
  | { readonly kind: "registers"; readonly at: number; readonly list: List }
  | { readonly kind: "integers"; readonly at: number; readonly list: List }
  | { readonly kind: "remap"; readonly at: number; readonly list: List }
  | {
      readonly kind: "cases";
      readonly at: number;
      readonly padding: number;
      readonly countAt: number;
      readonly cases: readonly Case[];
    };

/** An op, or the marker that starts a block (which has no schema). */
export interface Op {
  readonly start: number;
  readonly end: number;
  readonly schema: OpSchema | undefined;
  /** Whether a prefix byte precedes the opcode. */
  readonly prefixed: boolean;
  /** Values in the order of the schema's operands. */
  readonly operands: readonly OperandValue[];
}

/** What could not be read, and the byte where that was noticed. */
export interface DecodeFault {
  readonly at: number;
  readonly message: string;
}

/** Thrown by the cursor, caught by {@link readOp}. */
class Truncated {
  constructor(readonly at: number) {}
}

/** Reads a function's numbers one after another. */
class Cursor {
  constructor(
    private readonly code: Uint8Array,
    public at: number,
    private readonly table: OpcodeTable,
  ) {}
  /** The position of the next `size` bytes, which are skipped. */
  private take(size: number): number {
    const at = this.at;
    if (at + size > this.code.length) throw new Truncated(at);
    this.at = at + size;
    return at;
  }
  unsigned(size: number): number | bigint {
    return unsigned(this.code, this.take(size), size);
  }
  word(): number {
    return u32(this.code, this.take(4));
  }
  register(): number {
    return this.table.registerBytes === 1 ? (this.code[this.take(1)] ?? 0) : u16(this.code, this.take(2));
  }
  text(): { start: number; end: number } {
    const length = u16(this.code, this.take(2));
    const start = this.take(length);
    return { start, end: start + length };
  }
  /** Skips the padding before a list's count; returns its bytes. */
  pad(): number {
    const padding = this.at % this.table.listAlignment;
    this.take(padding);
    return padding;
  }
  list(perElement: number): List {
    const padding = this.pad();
    const countAt = this.at;
    const count = this.register() * perElement;
    if (this.at + count * this.table.registerBytes > this.code.length) throw new Truncated(countAt);
    const raws = new Array<number>(count);
    for (let i = 0; i < count; i++) raws[i] = this.register();
    return { padding, countAt, raws };
  }
  cases(): { padding: number; countAt: number; cases: readonly Case[] } {
    const padding = this.pad();
    const countAt = this.at;
    const count = u16(this.code, this.take(2));
    const cases: Case[] = [];
    for (let i = 0; i < count; i++) cases.push({ at: this.at, target: this.word(), remap: this.list(2) });
    return { padding, countAt, cases };
  }
}

/** Reads one operand by its encoding; the cursor throws if the function ends first. */
function readOperand(cursor: Cursor, { encoding }: OperandSchema): OperandValue {
  const at = cursor.at;
  switch (encoding.kind) {
    case "register":
      return { kind: "register", at, raw: cursor.register() };
    case "attribute": {
      const raw = cursor.unsigned(encoding.bytes);
      const value = encoding.type.startsWith("i") ? signed(raw, encoding.bytes) : raw;
      return { kind: "attribute", at, bytes: encoding.bytes, raw, value };
    }
    case "ordinal":
    case "target":
      return { kind: encoding.kind, at, raw: cursor.word() };
    case "string":
      return { kind: "string", at, ...cursor.text() };
    case "registers":
    case "integers":
      return { kind: encoding.kind, at, list: cursor.list(1) };
    case "remap":
      return { kind: "remap", at, list: cursor.list(2) };
    case "cases":
      return { kind: "cases", at, ...cursor.cases() };
  }
}

/**
 * The op at byte `start` of a function.
 * @param code the function's bytes, from its first to bytecode_length
 */
export function readOp(code: Uint8Array, start: number, table: OpcodeTable): Op | DecodeFault {
  const first = code[start] ?? 0;
  if (first === table.blockMarker) return { start, end: start + 1, schema: undefined, prefixed: false, operands: [] };
  const prefixed = table.prefixes.has(first);
  const opcodeAt = prefixed ? start + 1 : start;
  if (opcodeAt >= code.length) return { at: start, message: "the function ends within an op" };
  const schema = table.ops.get((prefixed ? first : 0) * 256 + (code[opcodeAt] ?? 0));
  if (!schema) {
    const bytes = [...code.subarray(start, opcodeAt + 1)].map((b) => b.toString(16).toUpperCase().padStart(2, "0"));
    return { at: start, message: `${table.name} has no opcode ${bytes.join(" ")}` };
  }
  const cursor = new Cursor(code, opcodeAt + 1, table);
  try {
    const operands = schema.operands.map((operand) => readOperand(cursor, operand));
    return { start, end: cursor.at, schema, prefixed, operands };
  } catch (thrown) {
    if (!(thrown instanceof Truncated)) throw thrown;
    return { at: thrown.at, message: `the function ends within vm.${schema.mnemonic}` };
  }
}

/** The prefix and opcode of the op at byte `start`, as a key of {@link OpcodeTable.ops}. */
export function opcodeKey(code: Uint8Array, start: number, table: OpcodeTable): number {
  const first = code[start] ?? 0;
  return table.prefixes.has(first) ? first * 256 + (code[start + 1] ?? 0) : first;
}

/** Whether {@link readOp} returned a fault. */
export function isFault(op: Op | DecodeFault): op is DecodeFault {
  return "message" in op;
}

/** Ops after which execution does not continue (IREE_VM_VERIFY of HEAD: terminators). */
const terminators = new Set([
  "br",
  "cond_br",
  "br_table",
  "return",
  "fail",
  "yield",
  "break",
  "cond_break",
  "call.yieldable",
  "call.variadic.yieldable",
]);

/**
 * Whether control leaves the block at this op. Before 2022-01 a yield had no target and execution continued after it.
 */
export function isTerminator(op: Op): boolean {
  if (!op.schema || !terminators.has(op.schema.mnemonic)) return false;
  return op.schema.mnemonic !== "yield" || op.operands.length > 0;
}

/** The function offsets that an op may branch to. */
export function branchTargets(op: Op): readonly { readonly at: number; readonly target: number }[] {
  const found: { at: number; target: number }[] = [];
  for (const operand of op.operands) {
    if (operand.kind === "target") found.push({ at: operand.at, target: operand.raw });
    else if (operand.kind === "cases") for (const c of operand.cases) found.push({ at: c.at, target: c.target });
  }
  return found;
}
