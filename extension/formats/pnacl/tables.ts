/** Numbers of the PNaCl bitcode format and their meanings. Source: the PNaCl bitcode manual and ABI pages. */
import { CASTS as LLVM_CASTS } from "../bitstream/operations";

/** Block ids. */
export const BLOCK = {
  BLOCKINFO: 0,
  MODULE: 8,
  CONSTANTS: 11,
  FUNCTION: 12,
  VALUE_SYMTAB: 14,
  TYPE: 17,
  GLOBALVAR: 19,
} as const;

/** Names of the blocks, as pnacl-bcdis prints them. */
export const BLOCK_NAMES: Readonly<Record<number, string>> = {
  [BLOCK.BLOCKINFO]: "abbreviations",
  [BLOCK.MODULE]: "module",
  [BLOCK.CONSTANTS]: "constants",
  [BLOCK.FUNCTION]: "function",
  [BLOCK.VALUE_SYMTAB]: "valuesymtab",
  [BLOCK.TYPE]: "types",
  [BLOCK.GLOBALVAR]: "globals",
};

/** Codes that the record column shows for what is no record. */
export const PSEUDO = { ENTER: 65535, EXIT: 65534, DEFINE_ABBREV: 65533, HEADER: 65532 } as const;

/** Record codes of the module block. */
export const MODULE_CODE = { VERSION: 1, FUNCTION: 8 } as const;
/** Record codes of the types block. */
export const TYPE_CODE = { NUMENTRY: 1, VOID: 2, FLOAT: 3, DOUBLE: 4, INTEGER: 7, VECTOR: 12, FUNCTION: 21 } as const;
/** Record codes of the globals block. */
export const GLOBALVAR = { VAR: 0, COMPOUND: 1, ZEROFILL: 2, DATA: 3, RELOC: 4, COUNT: 5 } as const;
/** Record codes of the symbol table. */
export const VST = { ENTRY: 1, BBENTRY: 2 } as const;
/** Record codes of constants blocks. */
export const CST = { SETTYPE: 1, UNDEF: 3, INTEGER: 4, FLOAT: 6 } as const;
/** Record codes of function blocks. */
export const INST = {
  DECLAREBLOCKS: 1,
  BINOP: 2,
  CAST: 3,
  EXTRACTELT: 6,
  INSERTELT: 7,
  RET: 10,
  BR: 11,
  SWITCH: 12,
  UNREACHABLE: 15,
  PHI: 16,
  ALLOCA: 19,
  LOAD: 20,
  STORE: 24,
  CMP2: 28,
  VSELECT: 29,
  CALL: 34,
  FORWARDTYPEREF: 43,
  CALL_INDIRECT: 44,
} as const;

/** What an operand represents; decides how a hover card reads it. */
export type OperandRole =
  | "value"
  | "signedValue"
  | "absolute"
  | "type"
  | "block"
  | "number"
  | "alignment"
  | "flag"
  | "byte"
  | "signRotated"
  | "opcode"
  | "cast"
  | "predicate"
  | "linkage"
  | "callingConvention"
  | "float";

/** A kind of record: its name, its operands (the last `repeats` of them repeat), and a line about it. */
export interface RecordKind {
  readonly name: string;
  readonly operands: readonly (readonly [name: string, role: OperandRole])[];
  readonly repeats?: number;
  readonly about: string;
}

const value = (name: string) => [name, "value"] as const;
const type = (name: string) => [name, "type"] as const;
const label = (name: string) => [name, "block"] as const;
const number = (name: string) => [name, "number"] as const;
const ALIGN = ["align", "alignment"] as const;

/** The record kinds by block and code. */
export const RECORD_KINDS: Readonly<Record<number, Readonly<Record<number, RecordKind>>>> = {
  [BLOCK.BLOCKINFO]: {
    1: {
      name: "SETBID",
      operands: [number("block id")],
      about: "the abbreviations that follow are for this kind of block",
    },
  },
  [BLOCK.MODULE]: {
    1: { name: "VERSION", operands: [number("version")], about: "version 1: operands of instructions are relative" },
    8: {
      name: "FUNCTION",
      operands: [type("type"), ["cc", "callingConvention"], ["isproto", "flag"], ["linkage", "linkage"]],
      about: "a function: its type, calling convention, whether it has no body, its linkage",
    },
  },
  [BLOCK.TYPE]: {
    1: { name: "NUMENTRY", operands: [number("count")], about: "how many types the block defines" },
    2: { name: "VOID", operands: [], about: "no value: the result of a function that returns none" },
    3: { name: "FLOAT", operands: [], about: "32-bit floating point" },
    4: { name: "DOUBLE", operands: [], about: "64-bit floating point" },
    7: { name: "INTEGER", operands: [number("width")], about: "an integer of that many bits" },
    12: { name: "VECTOR", operands: [number("count"), type("element")], about: "that many elements of a type" },
    21: {
      name: "FUNCTION",
      operands: [["vararg", "flag"], type("result"), type("parameter")],
      repeats: 1,
      about: "a function's type: its result, then its parameters",
    },
  },
  [BLOCK.GLOBALVAR]: {
    0: { name: "VAR", operands: [ALIGN, ["isconst", "flag"]], about: "a global variable; its initializer follows" },
    1: { name: "COMPOUND", operands: [number("count")], about: "the initializer has that many parts, which follow" },
    2: { name: "ZEROFILL", operands: [number("size")], about: "that many zero bytes" },
    3: { name: "DATA", operands: [["byte", "byte"]], repeats: 1, about: "the bytes of the initializer" },
    4: {
      name: "RELOC",
      operands: [["value", "absolute"], number("addend")],
      about: "the address of a function or global",
    },
    5: { name: "COUNT", operands: [number("count")], about: "how many globals the block defines" },
  },
  [BLOCK.VALUE_SYMTAB]: {
    1: {
      name: "ENTRY",
      operands: [
        ["value", "absolute"],
        ["char", "byte"],
      ],
      repeats: 1,
      about: "the name of a value",
    },
    2: { name: "BBENTRY", operands: [label("bb"), ["char", "byte"]], repeats: 1, about: "the name of a basic block" },
  },
  [BLOCK.CONSTANTS]: {
    1: { name: "SETTYPE", operands: [type("type")], about: "the type of the constants that follow" },
    3: { name: "UNDEF", operands: [], about: "an undefined value" },
    4: { name: "INTEGER", operands: [["value", "signRotated"]], about: "an integer, its sign in the lowest bit" },
    6: { name: "FLOAT", operands: [["bits", "float"]], about: "a floating point number's IEEE bits" },
  },
  [BLOCK.FUNCTION]: {
    1: { name: "DECLAREBLOCKS", operands: [number("count")], about: "how many basic blocks the function has" },
    2: {
      name: "INST_BINOP",
      operands: [value("opval"), value("opval"), ["opcode", "opcode"], number("flags")],
      about: "two values, then the operation",
    },
    3: {
      name: "INST_CAST",
      operands: [value("opval"), type("destty"), ["castopc", "cast"]],
      about: "converts a value to a type",
    },
    6: { name: "INST_EXTRACTELT", operands: [value("vector"), value("index")], about: "an element of a vector" },
    7: {
      name: "INST_INSERTELT",
      operands: [value("vector"), value("element"), value("index")],
      about: "a vector with one element replaced",
    },
    10: {
      name: "INST_RET",
      operands: [value("opval")],
      about: "returns from the function, with its result if it has one",
    },
    11: {
      name: "INST_BR",
      operands: [label("true bb"), label("false bb"), value("condition")],
      about: "goes to a basic block, or to one of two by a condition",
    },
    12: {
      name: "INST_SWITCH",
      operands: [
        type("type"),
        value("condition"),
        label("default bb"),
        number("cases"),
        number("items"),
        ["single", "flag"],
        ["case value", "signRotated"],
        label("case bb"),
      ],
      repeats: 4,
      about: "goes to the basic block of the case that the condition equals",
    },
    15: { name: "INST_UNREACHABLE", operands: [], about: "never reached" },
    16: {
      name: "INST_PHI",
      operands: [type("type"), ["value", "signedValue"], label("bb")],
      repeats: 2,
      about: "the value for the basic block that control came from",
    },
    19: {
      name: "INST_ALLOCA",
      operands: [value("size"), ALIGN],
      about: "reserves stack memory; the result is its address",
    },
    20: {
      name: "INST_LOAD",
      operands: [value("pointer"), ALIGN, type("type")],
      about: "reads a value of the type from memory",
    },
    24: { name: "INST_STORE", operands: [value("pointer"), value("value"), ALIGN], about: "writes a value to memory" },
    28: {
      name: "INST_CMP2",
      operands: [value("left"), value("right"), ["predicate", "predicate"]],
      about: "compares two values",
    },
    29: {
      name: "INST_VSELECT",
      operands: [value("then"), value("else"), value("condition")],
      about: "one of two values, by a condition",
    },
    34: {
      name: "INST_CALL",
      operands: [["cc", "callingConvention"], value("function"), value("argument")],
      repeats: 1,
      about: "calls a function by its address in the module",
    },
    43: {
      name: "FORWARDTYPEREF",
      operands: [["value", "absolute"], type("type")],
      about: "the type of a value that is used before it is defined",
    },
    44: {
      name: "INST_CALL_INDIRECT",
      operands: [["cc", "callingConvention"], value("pointer"), type("result"), value("argument")],
      repeats: 1,
      about: "calls the function at an address",
    },
  },
};

/** Block and record names of the dump, in the manual's spelling. */
export const DUMP_NAMES = Object.fromEntries(
  Object.entries(BLOCK).map(([name, id]) => {
    const codes = Object.entries(RECORD_KINDS[id] ?? {}).map(([code, kind]) => [code, kind.name]);
    return [id, { name: `${name}_BLOCK`, codes: Object.fromEntries(codes) as Record<string, string> }];
  }),
);

/** An operand's name and role. After the listed ones, the last `repeats` follow again and again. */
export function operandOf(kind: RecordKind, index: number): readonly [name: string, role: OperandRole] | undefined {
  const { operands, repeats = 0 } = kind;
  if (index < operands.length) return operands[index];
  if (repeats === 0) return undefined;
  return operands[operands.length - repeats + ((index - operands.length) % repeats)];
}

/** Binary operations by opcode: their names for integers, and for floating point if it has a name of its own. */
export const BINARY_OPERATIONS: readonly (readonly [integer: string, floating?: string])[] = [
  ["add", "fadd"],
  ["sub", "fsub"],
  ["mul", "fmul"],
  ["udiv"],
  ["sdiv", "fdiv"],
  ["urem"],
  ["srem", "frem"],
  ["shl"],
  ["lshr"],
  ["ashr"],
  ["and"],
  ["or"],
  ["xor"],
];

/** Casts that PNaCl does not have: it has no pointers. */
const POINTER_CASTS = ["ptrtoint", "inttoptr", "addrspacecast", "ptrtoaddr"];
/** Casts by opcode; undefined for those of pointers. */
export const CASTS: readonly (string | undefined)[] = LLVM_CASTS.map((name) =>
  POINTER_CASTS.includes(name) ? undefined : name,
);

/** Linkages by their codes. */
export const LINKAGES: Readonly<Record<number, string>> = { 0: "external", 3: "internal" };

/** Largest exponent of an alignment (LLVM's limit for values). */
export const MAX_ALIGNMENT_EXPONENT = 29;
