/** Function bodies: basic blocks and instructions. */
import type { BitRange } from "../../../document/bits";
import type { AttributeList } from "./attributes";
import type { Attachment, DebugRecord, MetadataId } from "./metadata";
import type { FunctionType, Type } from "./types";
import type { ValueId } from "./values";

/** The number of an instruction that defines no value: a small integer, so that engines keep numbers of values unboxed. */
export const NO_VALUE = -(2 ** 30);

/** What all instructions have. `operands` are in the reference's operand order, without blocks. */
interface InstructionBase extends BitRange {
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

/** A basic block: a run of instructions. */
export interface BasicBlock {
  /** A byte string, empty for an unnamed one. */
  name: string;
  readonly instructions: Instruction[];
}
