/** Opcode numbers, which changed whenever an instruction was added or removed (Instruction.def of each release). */

/** An operation, by its name in the assembly. */
export type Operation =
  | "ret"
  | "br"
  | "switch"
  | "invoke"
  | "unwind"
  | "unreachable"
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "udiv"
  | "sdiv"
  | "fdiv"
  | "rem"
  | "urem"
  | "srem"
  | "frem"
  | "and"
  | "or"
  | "xor"
  | "seteq"
  | "setne"
  | "setle"
  | "setge"
  | "setlt"
  | "setgt"
  | "malloc"
  | "free"
  | "alloca"
  | "load"
  | "store"
  | "getelementptr"
  | "phi"
  | "cast"
  | "call"
  | "shl"
  | "shr"
  | "vanext"
  | "vaarg"
  | "select"
  | "userop1"
  | "userop2"
  | "va_arg"
  | "extractelement"
  | "insertelement"
  | "shufflevector";

const SET = ["seteq", "setne", "setle", "setge", "setlt", "setgt"] as const;
const MEMORY = ["malloc", "free", "alloca", "load", "store", "getelementptr"] as const;
const OTHER = ["phi", "cast", "call", "shl", "shr"] as const;
const LOGIC = ["and", "or", "xor"] as const;
const VECTOR = ["extractelement", "insertelement", "shufflevector"] as const;
const BEFORE_UNREACHABLE = ["ret", "br", "switch", "invoke", "unwind"] as const;
const WHOLE_DIVISION = ["add", "sub", "mul", "div", "rem"] as const;
const SPLIT_DIVISION = ["add", "sub", "mul", "udiv", "sdiv", "fdiv", "urem", "srem", "frem"] as const;

type Table = readonly (Operation | undefined)[];

/** LLVM 1.0 and 1.1. */
const VERSION_0: Table = [
  undefined,
  ...[...BEFORE_UNREACHABLE, ...WHOLE_DIVISION, ...LOGIC, ...SET, ...MEMORY, ...OTHER],
  ...(["vanext", "vaarg", "userop1", "userop2"] as const),
];
/** LLVM 1.2 and 1.3: added `select`. */
const VERSION_1: Table = [
  undefined,
  ...[...BEFORE_UNREACHABLE, ...WHOLE_DIVISION, ...LOGIC, ...SET, ...MEMORY, ...OTHER],
  ...(["vanext", "vaarg", "select", "userop1", "userop2"] as const),
];
/**
 * LLVM 1.4 to 1.8: added `unreachable`; within this version also the new `va_arg` (1.6) and the vector operations
 * (1.7).
 */
const VERSION_5: Table = [
  undefined,
  ...[...BEFORE_UNREACHABLE, "unreachable" as const, ...WHOLE_DIVISION, ...LOGIC, ...SET, ...MEMORY, ...OTHER],
  ...(["vanext", "vaarg", "select", "userop1", "userop2", "va_arg"] as const),
  ...VECTOR,
];
/** LLVM 1.9: division by signedness; the old variable argument operations were removed. */
const VERSION_6: Table = [
  undefined,
  ...[...BEFORE_UNREACHABLE, "unreachable" as const, ...SPLIT_DIVISION, ...LOGIC, ...SET, ...MEMORY, ...OTHER],
  ...(["select", "userop1", "userop2", "va_arg"] as const),
  ...VECTOR,
];

/** The operations of a bytecode version by opcode number. */
export function operationsOf(version: number): Table {
  if (version === 0) return VERSION_0;
  if (version <= 4) return VERSION_1;
  return version === 5 ? VERSION_5 : VERSION_6;
}

/** What a pseudo opcode adds to the operation that it encodes (Bytecode/Writer, outputInstruction). */
export interface PseudoOperation {
  readonly operation: Operation;
  readonly volatile?: boolean;
  readonly tail?: boolean;
  readonly fast?: boolean;
  /** The last operand is not a value: `calling convention << 1 | tail` for a call, the convention for an invoke. */
  readonly convention?: boolean;
}

/** 56 to 61 since LLVM 1.5; volatile accesses in all versions. */
export const PSEUDO_OPERATIONS: ReadonlyMap<number, PseudoOperation> = new Map([
  [56, { operation: "invoke", convention: true }],
  [57, { operation: "invoke", fast: true }],
  [58, { operation: "call", convention: true }],
  [59, { operation: "call", tail: true, fast: true }],
  [60, { operation: "call", fast: true }],
  [61, { operation: "call", tail: true }],
  [62, { operation: "load", volatile: true }],
  [63, { operation: "store", volatile: true }],
]);

const TERMINATORS: ReadonlySet<Operation> = new Set([...BEFORE_UNREACHABLE, "unreachable"]);

/** Whether the operation ends its basic block. */
export function isTerminator(operation: Operation): boolean {
  return TERMINATORS.has(operation);
}

const COMPARISONS: ReadonlySet<Operation> = new Set(SET);

/** Whether the operation compares two values, so that its result is a bool. */
export function isComparison(operation: Operation): boolean {
  return COMPARISONS.has(operation);
}
