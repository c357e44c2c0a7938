/** Function bodies: basic blocks and instructions. */
import type { MetadataId, ValueId } from "./ids";
import type { BitRange } from "../../../document/bits";
import type { AttributeList } from "./attributes";
import type { Attachment, DebugRecord } from "./metadata";
import type { FunctionType, Type } from "./types";
import type { FunctionValue } from "./values";

/**
 * The id of an instruction that defines no value. It is a small integer, so that JavaScript engines keep value ids
 * unboxed.
 */
export const NO_VALUE = -(2 ** 30);

/** What all instructions have. `operands` are in the reference's operand order, without basic blocks. */
export interface InstructionBase extends BitRange {
  /** As printed: `add`, `load`, `call`. */
  readonly opcode: string;
  readonly type: Type;
  /** The id of the value it defines, or NO_VALUE. */
  readonly id: ValueId;
  readonly operands: readonly ValueId[];
  /** Flags as printed after the opcode (`nuw nsw`, `fast`, `volatile`); empty for none. */
  readonly flags: string;
  /** The `!dbg` location. */
  location: MetadataId | undefined;
  /** Attachments other than `!dbg`, sorted by kind. */
  attachments: readonly Attachment[];
  /** The debug records printed before it. */
  debugRecords: readonly DebugRecord[];
}

/** The attachments, or the debug records, of all instructions that have none. */
export const NO_ATTACHMENTS: readonly never[] = [];

/**
 * What all instructions have, for one that is made where the file has another.
 * @param place the bits of the record that it comes from
 * @param id the value that it defines, or NO_VALUE
 */
export function madeInstruction(
  { startBit, endBit }: BitRange,
  opcode: string,
  type: Type,
  id: ValueId,
  operands: readonly ValueId[],
  flags = "",
): InstructionBase {
  const [attachments, debugRecords] = [NO_ATTACHMENTS, NO_ATTACHMENTS];
  return { startBit, endBit, opcode, type, id, operands, flags, location: undefined, attachments, debugRecords };
}

/** An operand bundle: `[ "deopt"(i32 1) ]`. */
export interface OperandBundle {
  readonly tag: string;
  readonly operands: readonly ValueId[];
}

/** The largest number of a calling convention; readers keep no more bits of it (CallingConv::MaxID). */
export const LAST_CONVENTION = 1023;

/** What call, invoke and callbr have in common. `operands` are the arguments. */
interface CallBase extends InstructionBase {
  readonly callee: ValueId;
  readonly functionType: FunctionType;
  readonly callingConvention: number;
  readonly attributes: AttributeList | undefined;
  readonly bundles: readonly OperandBundle[];
}

/** Memory ordering of atomics and fences: 0 none … 6 seq_cst (LLVMBitCodes.h, AtomicOrderingCodes). */
export interface Atomicity {
  readonly ordering: number;
  /** Name of the synchronization scope; empty for the system scope. */
  readonly scope: string;
}

/** An instruction. */
export type Instruction =
  /** Operands of one type after the opcode: binary and unary operators, freeze, extractelement, select, ret, resume … */
  | (InstructionBase & { readonly kind: "plain" })
  | (InstructionBase & { readonly kind: "cast" })
  | (InstructionBase & { readonly kind: "compare"; readonly predicate: string })
  | (InstructionBase & { readonly kind: "getelementptr"; readonly sourceType: Type })
  | (InstructionBase & { readonly kind: "aggregate"; readonly indices: readonly number[] })
  | (InstructionBase & { readonly kind: "phi"; readonly blocks: readonly number[] })
  | (InstructionBase & { readonly kind: "br"; readonly blocks: readonly number[] })
  /** `operands`: the condition, then one constant per case; `blocks`: the default, then one per case. */
  | (InstructionBase & { readonly kind: "switch"; readonly blocks: readonly number[] })
  | (InstructionBase & { readonly kind: "indirectbr"; readonly blocks: readonly number[] })
  | (CallBase & { readonly kind: "call"; readonly tail: "" | "tail" | "musttail" | "notail" })
  /** `blocks`: normal and unwind destination. */
  | (CallBase & { readonly kind: "invoke"; readonly blocks: readonly number[] })
  /** `blocks`: fallthrough, then the indirect destinations. */
  | (CallBase & { readonly kind: "callbr"; readonly blocks: readonly number[] })
  | (InstructionBase & {
      readonly kind: "alloca";
      readonly allocatedType: Type;
      readonly alignment: number;
      readonly addressSpace: number;
    })
  | (InstructionBase & { readonly kind: "load"; readonly alignment: number; readonly atomic: Atomicity | undefined })
  | (InstructionBase & { readonly kind: "store"; readonly alignment: number; readonly atomic: Atomicity | undefined })
  | (InstructionBase & {
      readonly kind: "cmpxchg";
      readonly alignment: number;
      readonly atomic: Atomicity;
      readonly failureOrdering: number;
    })
  | (InstructionBase & {
      readonly kind: "atomicrmw";
      readonly operation: string;
      readonly alignment: number;
      readonly atomic: Atomicity;
    })
  | (InstructionBase & { readonly kind: "fence"; readonly atomic: Atomicity })
  | (InstructionBase & {
      readonly kind: "landingpad";
      readonly cleanup: boolean;
      /** By operand: whether it is a filter (else a catch). */
      readonly filters: readonly boolean[];
      /** The personality function; before LLVM 3.7 it was an operand of the landingpad. */
      readonly personality: ValueId | undefined;
    })
  | (InstructionBase & { readonly kind: "vaarg" })
  /** Operand 0 is the parent pad; the others are its arguments. */
  | (InstructionBase & { readonly kind: "funcletpad" })
  /** `blocks`: the handlers; `unwind`: undefined for the caller. */
  | (InstructionBase & {
      readonly kind: "catchswitch";
      readonly blocks: readonly number[];
      readonly unwind: number | undefined;
    })
  /** cleanupret and catchret; `blocks[0]` is the destination, absent for the caller. */
  | (InstructionBase & { readonly kind: "funcletret"; readonly blocks: readonly number[] });

/** The kinds of instruction. */
export type InstructionKind = Instruction["kind"];

/** Instructions that call a function. */
export type CallInstruction = Extract<Instruction, { readonly callee: ValueId }>;
/** Instructions that refer to basic blocks. */
export type BlockInstruction = Extract<Instruction, { readonly blocks: readonly number[] }>;

/** Whether an instruction calls a function. */
export function isCall(instruction: Instruction): instruction is CallInstruction {
  const { kind } = instruction;
  return kind === "call" || kind === "invoke" || kind === "callbr";
}

/** Whether an instruction refers to basic blocks: its successors, or the sources of a phi's values. */
export function namesBlocks(instruction: Instruction): instruction is BlockInstruction {
  switch (instruction.kind) {
    case "phi":
    case "br":
    case "switch":
    case "indirectbr":
    case "invoke":
    case "callbr":
    case "catchswitch":
    case "funcletret":
      return true;
    default:
      return false;
  }
}

/** A basic block. */
export interface BasicBlock {
  /** Its name, a byte string; empty if it is unnamed. */
  name: string;
  /** Upgrades replace elements; if their number changes, they replace the list, which blocks may share if it is empty. */
  instructions: Instruction[];
}

/** Whether an instruction ends a basic block. */
export function isTerminator({ kind, opcode }: Instruction): boolean {
  switch (kind) {
    case "plain":
      return opcode === "ret" || opcode === "unreachable" || opcode === "resume" || opcode === "unwind";
    case "br":
    case "switch":
    case "indirectbr":
    case "invoke":
    case "callbr":
    case "funcletret":
    case "catchswitch":
      return true;
    default:
      return false;
  }
}

const NO_BLOCKS: readonly number[] = [];

/** The successors of a terminator, in the order in which the reference adds their uses. */
export function successors(instruction: Instruction): readonly number[] {
  switch (instruction.kind) {
    case "br":
    case "switch":
    case "indirectbr":
    case "invoke":
    case "callbr":
    case "funcletret":
      return instruction.blocks;
    case "catchswitch":
      return instruction.unwind === undefined ? instruction.blocks : [instruction.unwind, ...instruction.blocks];
    default:
      return NO_BLOCKS;
  }
}

/** A new order for the uses of a basic block: the i-th use moves to place `order[i]`. */
export interface BlockUseList {
  readonly block: number;
  readonly order: readonly number[];
  /**
   * The first block that uses this one's address, 0 if the address, should there be one, is older than the body;
   * undefined if an address is no use of its block (since LLVM 23).
   */
  readonly addressedIn: number | undefined;
}

/** A function with its body. Its values are in the module's table while the function is open. */
export interface FunctionBody {
  readonly function: FunctionValue;
  /** The number of the first argument, after all values of the module. */
  readonly firstLocal: ValueId;
  readonly argumentCount: number;
  /** The first number after the arguments and the function's own constants: that of the first instruction result. */
  firstResult: ValueId;
  readonly blocks: BasicBlock[];
  /** Names of values, by number from `firstLocal` on; holes for values without a name. */
  readonly names: string[];
  /** Names of values that an upgrade has made, by their negative ids. */
  readonly extraNames: Map<ValueId, string>;
  /** The personality function of the first landing pad (before LLVM 3.7). */
  personality: ValueId | undefined;
  /** Attachments of the function itself. */
  attachments: readonly Attachment[];
  readonly useLists: BlockUseList[];
  /**
   * Whether the file attaches metadata to instructions, or has debug records; if not, printers need not look for any.
   */
  hasAttachments: boolean;
  hasDebugRecords: boolean;
  /** Whether a debug record has no node where it needs one; there is no object for it. */
  lacksDebugNodes: boolean;
}
