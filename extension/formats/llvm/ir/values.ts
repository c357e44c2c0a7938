/** Values: what operands refer to by number. */
import type { MetadataId, ValueId } from "./ids";
import type { BitRange } from "../../../document/bits";
import type { AttributeList } from "./attributes";
import type { Type } from "./types";

/** What arguments and constants have: a type, and the range of their record, to which names lead. */
interface Defined extends BitRange {
  readonly type: Type;
}

/** An argument of a function; `index` counts from 0. */
export interface Argument extends Defined {
  readonly kind: "argument";
  readonly index: number;
}

/** Marks the number of an instruction's result; the instruction itself is in its function's body. */
export interface InstructionResult {
  readonly kind: "instruction";
}

/** Constants. Operands are absolute value ids and may refer forward. */
export type Constant = Defined &
  (
    | { readonly kind: "null" | "undef" | "poison" }
    | { readonly kind: "integer"; readonly value: number | bigint }
    /**
     * The bits of the number: at most 64 for half, bfloat, float and double; 80 for x86_fp80; 128 for fp128 and
     * ppc_fp128.
     */
    | { readonly kind: "float"; readonly bits: bigint }
    | { readonly kind: "aggregate"; readonly elements: readonly ValueId[] }
    /** Array or vector of plain numbers as raw bit patterns; bigints if an element may exceed 2^53. */
    | { readonly kind: "data"; readonly elements: ArrayLike<number> | readonly bigint[] }
    /** `[n x i8]` as a byte string, the implied final zero included. */
    | { readonly kind: "string"; readonly text: string }
    | {
        readonly kind: "expression";
        readonly operation: string;
        /** Printed between the operation and its operands: `nuw nsw`, `inbounds`. */
        readonly flags: string;
        readonly operands: readonly ValueId[];
        /** The source element type of a getelementptr. */
        readonly sourceType?: Type;
        /** Comparison predicate. */
        readonly predicate?: string;
        /** getelementptr: the index marked `inrange` before LLVM 19. */
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

/** What all four kinds of globals have in common; codes are those of MODULE records. */
export interface GlobalBase extends BitRange {
  readonly id: ValueId;
  /** A byte string; empty if it is unnamed. */
  name: string;
  /** The type of the value itself: of a variable, a function, an aliasee. */
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
/** What variables and functions have in common. */
export interface GlobalObjectBase extends GlobalBase {
  /** In bytes; 0 for none. */
  readonly alignment: number;
  /** Section name, empty for none. */
  readonly section: string;
  /** 1-based index in the module's comdats, 0 for none. */
  readonly comdat: number;
}
/** A global variable. */
export interface GlobalVariable extends GlobalObjectBase {
  readonly kind: "variable";
  readonly constant: boolean;
  readonly externallyInitialized: boolean;
  readonly initializer: ValueId | undefined;
  readonly attributes: AttributeList | undefined;
  readonly sanitizer: number;
  readonly codeModel: number;
}
/** A function: its declaration, with or without a body. */
export interface FunctionValue extends GlobalObjectBase {
  readonly kind: "function";
  readonly declaration: boolean;
  readonly callingConvention: number;
  readonly attributes: AttributeList | undefined;
  /** The alignment in bytes that the target should prefer; 0 for none (LLVM 23). */
  readonly preferredAlignment: number;
  /** Name of the garbage collector; empty for none. */
  readonly gc: string;
  readonly prefix: ValueId | undefined;
  readonly prologue: ValueId | undefined;
  readonly personality: ValueId | undefined;
}
/** An alias or an ifunc. */
export interface IndirectGlobal extends GlobalBase {
  readonly kind: "alias" | "ifunc";
  /** The aliasee or the resolver. */
  readonly target: ValueId;
}
/** A global of any kind. */
export type GlobalValue = GlobalVariable | FunctionValue | IndirectGlobal;

/** A call's operand of type metadata. */
export interface MetadataOperand {
  readonly kind: "metadataOperand";
  /** The node; upgrades may replace it. */
  metadata: MetadataId;
}
/** A call's operand of type label (only callbr of old files). */
export interface BlockOperand {
  readonly kind: "blockOperand";
  readonly block: number;
}

/** Anything that operands refer to. The last two kinds have negative ids. */
export type Value = GlobalValue | Constant | Argument | InstructionResult | MetadataOperand | BlockOperand;

/** Whether the linkage makes a name local to its module. */
export function isLocal(linkage: string): boolean {
  return linkage === "internal" || linkage === "private";
}

/** Whether `dso_local` is implied and therefore not printed (GlobalValue::isImplicitDSOLocal). */
export function isImplicitlyLocal(global: GlobalBase): boolean {
  return isLocal(global.linkage) || (global.visibility !== 0 && global.linkage !== "extern_weak");
}

const INTERPOSABLE: ReadonlySet<string> = new Set(["weak", "linkonce", "common", "extern_weak"]);
/** Whether another definition may replace a global's own (GlobalValue::isInterposableLinkage). */
export function isInterposable({ linkage }: GlobalBase): boolean {
  return INTERPOSABLE.has(linkage);
}

/** Means "a comdat with the global's own name" until the module has made that comdat. */
export const IMPLICIT_COMDAT = -1;

/** Whether a value is the number 0, or the zero of any type. */
export function isZero(value: Value | undefined): boolean {
  return value?.kind === "null" || (value?.kind === "integer" && BigInt(value.value) === 0n);
}

/** Whether a value does not depend on a run of its function. */
export function isConstant(value: Value | undefined): boolean {
  return value !== undefined && value.kind !== "instruction" && value.kind !== "argument";
}

const NO_PARTS: readonly ValueId[] = [];
/** The values that a constant consists of; none if the value is no such constant. */
export function partsOf(value: Value | undefined): readonly ValueId[] {
  switch (value?.kind) {
    case "aggregate":
      return value.elements;
    case "expression":
    case "ptrAuth":
      return value.operands;
    default:
      return NO_PARTS;
  }
}

/** A copy of a global with some fields replaced. */
export function changed<T extends GlobalValue>(global: T, changes: Partial<T>): T {
  const made = Object.create(global) as T;
  for (const [key, value] of Object.entries(changes))
    Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
  return made;
}

/** The kinds of globals that are listed together; functions with a body are listed by their bodies. */
export type GlobalKind = "declaration" | "global" | "alias";

/** The kind of a global; undefined for a function with a body. */
export function kindOf(global: GlobalValue): GlobalKind | undefined {
  switch (global.kind) {
    case "function":
      return global.declaration ? "declaration" : undefined;
    case "variable":
      return "global";
    case "alias":
    case "ifunc":
      return "alias";
  }
}
