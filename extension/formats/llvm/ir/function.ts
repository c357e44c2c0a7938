/** Function bodies: basic blocks and instructions. */
import type { MetadataId, ValueId } from "./ids";
import type { BitRange } from "../../../document/bits";
import type { AttributeList } from "./attributes";
import type { Attachment, DebugRecord } from "./metadata";
import type { FunctionType, Type } from "./types";
import type { FunctionValue } from "./values";

/** The number of an instruction that defines no value: a small integer, so that engines keep numbers of values unboxed. */
export const NO_VALUE = -(2 ** 30);

/** What all instructions have. `operands` are in the reference's operand order, without blocks. */
export interface InstructionBase extends BitRange {
  /** As printed: `add`, `load`, `call`. */
  readonly opcode: string;
  readonly type: Type;
  /** The value it defines, or NO_VALUE. */
  readonly id: ValueId;
  readonly operands: readonly ValueId[];
  /** Flags as printed after the opcode (`nuw nsw`, `fast`, `volatile`), empty for none. */
  readonly flags: string;
  /** The `!dbg` location. */
  location: MetadataId | undefined;
  /** Attachments other than `!dbg`, sorted by kind. */
  attachments: readonly Attachment[];
  /** Records printed before it. */
  debugRecords: readonly DebugRecord[];
}

/** An operand bundle: `[ "deopt"(i32 1) ]`. */
export interface OperandBundle {
  readonly tag: string;
  readonly operands: readonly ValueId[];
}

/** What call, invoke and callbr share. `operands` are the arguments. */
interface CallBase extends InstructionBase {
  readonly callee: ValueId;
  readonly functionType: FunctionType;
  readonly callingConvention: number;
  readonly attributes: AttributeList | undefined;
  readonly bundles: readonly OperandBundle[];
}

/** Memory order of atomics and fences; 0 none … 6 seq_cst (LLVMBitCodes.h, AtomicOrderingCodes). */
export interface Atomicity {
  readonly ordering: number;
  /** Name of the sync scope, empty for the system's. */
  readonly scope: string;
}

export type Instruction =
  /** Operands of one type after the opcode: binary and unary operators, freeze, extractelement, select, ret, resume … */
  | (InstructionBase & { readonly kind: "plain" })
  | (InstructionBase & { readonly kind: "cast" })
  | (InstructionBase & { readonly kind: "compare"; readonly predicate: string })
  | (InstructionBase & { readonly kind: "getelementptr"; readonly sourceType: Type })
  | (InstructionBase & { readonly kind: "aggregate"; readonly indices: readonly number[] })
  | (InstructionBase & { readonly kind: "phi"; readonly blocks: readonly number[] })
  | (InstructionBase & { readonly kind: "br"; readonly blocks: readonly number[] })
  /** `operands` are the condition, then one constant a case; `blocks` the default, then one a case. */
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
      /** Before LLVM 3.7 the personality function stood here. */
      readonly personality: ValueId | undefined;
    })
  | (InstructionBase & { readonly kind: "vaarg" })
  /** Operand 0 is the parent pad, the others its arguments. */
  | (InstructionBase & { readonly kind: "funcletpad" })
  /** `blocks`: the handlers; `unwind`: undefined is the caller. */
  | (InstructionBase & {
      readonly kind: "catchswitch";
      readonly blocks: readonly number[];
      readonly unwind: number | undefined;
    })
  /** cleanupret and catchret; `blocks[0]`: where it goes, absent is the caller. */
  | (InstructionBase & { readonly kind: "funcletret"; readonly blocks: readonly number[] });

export type InstructionKind = Instruction["kind"];

/** Instructions that call something. */
export type CallInstruction = Extract<Instruction, { readonly callee: ValueId }>;
/** Instructions that name blocks. */
export type BlockInstruction = Extract<Instruction, { readonly blocks: readonly number[] }>;

/** Whether an instruction calls something. */
export function isCall(instruction: Instruction): instruction is CallInstruction {
  const { kind } = instruction;
  return kind === "call" || kind === "invoke" || kind === "callbr";
}

/** Whether an instruction names blocks: where it leads, or where a phi's values come from. */
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

/** A basic block: a run of instructions. */
export interface BasicBlock {
  /** A byte string, empty for an unnamed one. */
  name: string;
  readonly instructions: Instruction[];
}

/** Whether a basic block ends with it. */
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

/** A new order for the uses of a basic block: the i-th use goes to place `order[i]`. */
export interface BlockUseList {
  readonly block: number;
  readonly order: readonly number[];
}

/** A function with its body. Its values stand in the module's table while it is open. */
export interface FunctionBody {
  readonly function: FunctionValue;
  /** The first argument's number; the module's values stand before it. */
  readonly firstLocal: ValueId;
  readonly argumentCount: number;
  /** The first number behind those of the arguments and of the function's own constants: of results of instructions alone. */
  firstResult: ValueId;
  readonly blocks: BasicBlock[];
  /** Names of values by number from `firstLocal` on; holes where they have none. */
  readonly names: string[];
  /** Names of values that reading has made, by their numbers below zero. */
  readonly extraNames: Map<ValueId, string>;
  /** The personality function that the first landing pad names (before LLVM 3.7). */
  personality: ValueId | undefined;
  /** Attachments of the function itself. */
  attachments: readonly Attachment[];
  readonly useLists: BlockUseList[];
  /** Whether the file attaches metadata to instructions, or has debug records: without, none need be looked for. */
  hasAttachments: boolean;
  hasDebugRecords: boolean;
}
