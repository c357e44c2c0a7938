/** The 35 tables of VM opcodes, from data/opcodes.json; tools/iree-data.mjs describes its origin and notation. */
import data from "./data/opcodes.json";

/** A bank of registers; `any`: the register itself tells whether it is a value or a ref. */
export type Bank = "i32" | "i64" | "f32" | "f64" | "ref" | "any";

/**
 * The encodings of operands, from iree/compiler/Dialect/VM/IR/VMBase.td (VM_Enc*) and the runtime's dispatch_util.h.
 */
export type OperandKind =
  | { readonly kind: "register"; readonly bank: Bank; readonly written: boolean }
  | { readonly kind: "attribute"; readonly type: "i8" | "i32" | "i64" | "f32" | "f64"; readonly bytes: number }
  | { readonly kind: "ordinal"; readonly of: "global" | "type" | "rodata" | "function" }
  | { readonly kind: "string" }
  | { readonly kind: "registers"; readonly bank: Bank; readonly written: boolean }
  | { readonly kind: "integers" }
  | { readonly kind: "target" }
  | { readonly kind: "remap" }
  | { readonly kind: "cases" };

/** An operand of an op, by its name in VMOps.td. */
export interface OperandSchema {
  readonly name: string;
  readonly encoding: OperandKind;
}

/** An op of a table. */
export interface OpSchema {
  /** `core`, or the extension whose prefix byte precedes the opcode: `ext_f32`. */
  readonly set: string;
  readonly opcode: number;
  /** Its name in the runtime's enumerations: `GlobalLoadI32`. */
  readonly symbol: string;
  /** Without the dialect: `global.load.i32`. */
  readonly mnemonic: string;
  readonly operands: readonly OperandSchema[];
}

/** One table, and the layout of the code written with it. */
export interface OpcodeTable {
  /** `T35` */
  readonly name: string;
  readonly from: string;
  readonly until: string | undefined;
  readonly commit: string;
  readonly versions: readonly [number, number] | undefined;
  /** Bytes of a register, and of a list's count. */
  readonly registerBytes: number;
  /** Lists start at a multiple of this, counted from the function's start. */
  readonly listAlignment: number;
  /** Zero bytes up to a multiple of 8 at a function's end: none, counted in bytecode_length, or after it. */
  readonly padding: "none" | "counted" | "outside";
  /** The byte that starts every block, if blocks are marked. */
  readonly blockMarker: number | undefined;
  /** Opcode set by prefix byte. */
  readonly prefixes: ReadonlyMap<number, string>;
  /** Ops by prefix byte (0: none) * 256 + opcode. */
  readonly ops: ReadonlyMap<number, OpSchema>;
}

const attributeBytes = { i8: 1, i32: 4, i64: 8, f32: 4, f64: 8 } as const;

/** An operand from `NAME:KIND`; a register that is written from `>NAME:KIND`. */
function parseOperand(text: string): OperandSchema {
  const written = text.startsWith(">");
  const [name = "", kind = ""] = (written ? text.slice(1) : text).split(":");
  return { name, encoding: parseKind(kind, written) };
}

/** The encoding of a kind; tools/iree-data.mjs has the list. */
function parseKind(kind: string, written: boolean): OperandKind {
  switch (kind) {
    case "global":
    case "type":
    case "rodata":
      return { kind: "ordinal", of: kind };
    case "func":
      return { kind: "ordinal", of: "function" };
    case "str":
      return { kind: "string" };
    case "target":
    case "remap":
    case "cases":
      return { kind };
    case "int*":
      return { kind: "integers" };
  }
  if (kind.startsWith("attr.")) {
    const type = kind.slice(5) as keyof typeof attributeBytes;
    return { kind: "attribute", type, bytes: attributeBytes[type] };
  }
  const bank = kind.replace("*", "") as Bank;
  return { kind: kind.endsWith("*") ? "registers" : "register", bank, written };
}

/** The numbers of the tables in a range such as `T05-T08,T10`. */
function tableNumbers(text: string): readonly number[] {
  return text.split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map((name) => Number(name.slice(1)));
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** Makes every table from the lines; an op that did not change is the same object in all of them. */
function allTables(): readonly OpcodeTable[] {
  const byTable = data.tables.map(() => new Map<number, OpSchema>());
  const prefixes = data.tables.map((t) => new Map(Object.entries(t.prefixes).map(([set, byte]) => [byte, set])));
  for (const line of data.ops) {
    const [tables = "", set = "", opcode = "", symbol = "", mnemonic = "", ...operands] = line.split(" ");
    const op = { set, opcode: Number.parseInt(opcode, 16), symbol, mnemonic, operands: operands.map(parseOperand) };
    for (const number of tableNumbers(tables)) {
      const prefix = [...(prefixes[number - 1] ?? [])].find((entry) => entry[1] === set)?.[0] ?? 0;
      byTable[number - 1]?.set(prefix * 256 + op.opcode, op);
    }
  }
  return data.tables.map((t, i) => ({
    ...t,
    until: t.until ?? undefined,
    versions: t.versions === null ? undefined : ([t.versions[0] ?? 0, t.versions[1] ?? 0] as const),
    padding: t.padding as OpcodeTable["padding"],
    blockMarker: t.blockMarker ?? undefined,
    prefixes: prefixes[i] ?? new Map<number, string>(),
    ops: byTable[i] ?? new Map<number, OpSchema>(),
  }));
}

let made: readonly OpcodeTable[] | undefined;

/** Every table, oldest first; made when first asked for. */
export function opcodeTables(): readonly OpcodeTable[] {
  return (made ??= allTables());
}

/** A register operand's parts (T01–T04 one byte, later two): bank bit, move bit, number. */
export interface Register {
  readonly ref: boolean;
  readonly move: boolean;
  readonly ordinal: number;
}

/** The register that a stored number of `bytes` bytes means. */
export function registerOf(raw: number, bytes: number): Register {
  const refBit = refBitOf(bytes);
  if ((raw & refBit) === 0) return { ref: false, move: false, ordinal: raw };
  return { ref: true, move: (raw & (refBit >> 1)) !== 0, ordinal: ordinalIn("ref", raw, bytes) };
}
/** The bit of a stored number that tells a ref; the next lower one tells a move of it. */
const refBitOf = (bytes: number): number => (bytes === 1 ? 0x80 : 0x8000);

/** The number that the disassembler prints of a register where an op takes one of a bank, whichever bank the register names. */
export function ordinalIn(bank: "ref" | "value", raw: number, bytes: number): number {
  const refBit = refBitOf(bytes);
  return raw & ((bank === "ref" ? refBit >> 1 : refBit) - 1);
}

/** The bit of a function ordinal that marks an import. */
export const IMPORT_BIT = 0x80000000;
