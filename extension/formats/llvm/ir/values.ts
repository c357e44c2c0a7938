/** Values: what operands refer to by number. */
import type { MetadataId, ValueId } from "./ids";
import type { BitRange } from "../../../document/bits";
import type { AttributeList } from "./attributes";
import type { Type } from "./types";

/** Records' ranges are kept so that names lead to definitions. */
interface Defined extends BitRange {
  readonly type: Type;
}

export interface Argument extends Defined {
  readonly kind: "argument";
  readonly index: number;
}

/** Marks the number of an instruction's result; the instruction itself stands in its function's body. */
export interface InstructionResult {
  readonly kind: "instruction";
}

/** Constants. Operands are value ids, absolute, and may refer forward. */
export type Constant = Defined &
  (
    | { readonly kind: "null" | "undef" | "poison" }
    | { readonly kind: "integer"; readonly value: number | bigint }
    /** Bits of the number: one word for half, bfloat, float, double; x86_fp80 80, fp128 and ppc_fp128 128 bits. */
    | { readonly kind: "float"; readonly bits: bigint }
    | { readonly kind: "aggregate"; readonly elements: readonly ValueId[] }
    /** Array or vector of plain numbers; `wide` where an element may pass 2^53. Raw bit patterns. */
    | { readonly kind: "data"; readonly elements: ArrayLike<number> | readonly bigint[] }
    /** `[n x i8]` as a byte string, the implied final zero included. */
    | { readonly kind: "string"; readonly text: string }
    | {
        readonly kind: "expression";
        readonly operation: string;
        /** Printed between the operation and its operands: `nuw nsw`, `inbounds`. */
        readonly flags: string;
        readonly operands: readonly ValueId[];
        /** Source element type of a getelementptr. */
        readonly sourceType?: Type;
        /** Comparison predicate. */
        readonly predicate?: string;
        /** getelementptr: the index that the `inrange` of before LLVM 19 marks. */
        readonly inRange?: { readonly index: number };
      }
    | { readonly kind: "blockAddress"; readonly function: ValueId; readonly block: number }
    | { readonly kind: "dsoLocalEquivalent" | "noCfi"; readonly global: ValueId }
    | { readonly kind: "ptrAuth"; readonly operands: readonly ValueId[] }
    | {
        readonly kind: "inlineAsm";
        readonly functionType: Type;
        readonly flags: number;
        readonly assembly: string;
        readonly constraints: string;
      }
  );

/** What globals of all four kinds share; codes are those of MODULE records. */
export interface GlobalBase extends BitRange {
  readonly id: ValueId;
  /** A byte string; empty for an unnamed one. */
  name: string;
  /** Type of the value itself: of a variable, a function, an aliasee. */
  readonly valueType: Type;
  readonly addressSpace: number;
  /** Linkage as printed; `external` is not printed on definitions. */
  readonly linkage: string;
  readonly visibility: number;
  readonly dllStorage: number;
  readonly unnamedAddress: number;
  readonly threadLocal: number;
  readonly dsoLocal: boolean;
  readonly partition: string;
}
/** What variables and functions share. */
export interface GlobalObjectBase extends GlobalBase {
  /** Bytes, 0 for none. */
  readonly alignment: number;
  /** Section name, empty for none. */
  readonly section: string;
  /** 1-based index in the module's comdats, 0 for none. */
  readonly comdat: number;
}
export interface GlobalVariable extends GlobalObjectBase {
  readonly kind: "variable";
  readonly constant: boolean;
  readonly externallyInitialized: boolean;
  readonly initializer: ValueId | undefined;
  readonly attributes: AttributeList | undefined;
  readonly sanitizer: number;
  readonly codeModel: number;
}
export interface FunctionValue extends GlobalObjectBase {
  readonly kind: "function";
  readonly declaration: boolean;
  readonly callingConvention: number;
  readonly attributes: AttributeList | undefined;
  /** Bytes that the target should align it to, 0 for none said (LLVM 23). */
  readonly preferredAlignment: number;
  /** Name of the garbage collector, empty for none. */
  readonly gc: string;
  readonly prefix: ValueId | undefined;
  readonly prologue: ValueId | undefined;
  readonly personality: ValueId | undefined;
}
export interface IndirectGlobal extends GlobalBase {
  readonly kind: "alias" | "ifunc";
  /** The aliasee or the resolver. */
  readonly target: ValueId;
}
export type GlobalValue = GlobalVariable | FunctionValue | IndirectGlobal;

/** A call's operand of type metadata. */
export interface MetadataOperand {
  readonly kind: "metadataOperand";
  /** Upgrades put another node here. */
  metadata: MetadataId;
}
/** A call's operand of type label (only callbr of old files). */
export interface BlockOperand {
  readonly kind: "blockOperand";
  readonly block: number;
}

/** Anything that operands refer to. The last two have numbers below zero. */
export type Value = GlobalValue | Constant | Argument | InstructionResult | MetadataOperand | BlockOperand;

/** Whether the linkage keeps a name within its module. */
export function isLocal(linkage: string): boolean {
  return linkage === "internal" || linkage === "private";
}

/** What is known to stay in the module prints no `dso_local`, but is (GlobalValue::isImplicitDSOLocal). */
export function isImplicitlyLocal(global: GlobalBase): boolean {
  return isLocal(global.linkage) || (global.visibility !== 0 && global.linkage !== "extern_weak");
}

/** Stands for "a comdat of the global's own name" until the module has made it. */
export const IMPLICIT_COMDAT = -1;

/** A global as another one says it, but for some of its fields. */
export function changed<T extends GlobalValue>(global: T, changes: Partial<T>): T {
  const made = Object.create(global) as T;
  for (const [key, value] of Object.entries(changes))
    Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
  return made;
}
