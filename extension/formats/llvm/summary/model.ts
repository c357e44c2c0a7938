/** The summary index of one module or several (ThinLTO), as records contain it, with values by number. */
import type { ValueId } from "../ir/ids";

/** A module of a combined index. */
export interface SummarizedModule {
  readonly id: number;
  readonly path: string;
  hash: readonly number[];
}

/** The flags of a summary (GlobalValueSummary::GVFlags). */
export interface SummaryFlags {
  readonly linkage: number;
  readonly visibility: number;
  readonly notEligibleToImport: boolean;
  readonly live: boolean;
  readonly dsoLocal: boolean;
  readonly canAutoHide: boolean;
  readonly declaration: boolean;
  readonly noRenameOnPromotion: boolean;
}

/** A reference from one summary to another. */
export interface Reference {
  readonly value: ValueId;
  readonly access: "" | "readonly " | "writeonly ";
}
/** A call in a function's summary. */
export interface CallEdge {
  readonly callee: ValueId;
  /** CalleeInfo::HotnessType; 0 unknown. */
  readonly hotness: number;
  readonly relativeFrequency: number;
  readonly tail: boolean;
}
/** A virtual function: a type id and an offset in its vtable. */
export interface VirtualFunction {
  readonly guid: bigint;
  readonly offset: bigint;
}
/** A virtual call with constant arguments. */
export interface ConstantVirtualCall extends VirtualFunction {
  readonly args: readonly bigint[];
}
/** Type tests and virtual calls of a function, in the order of printing. */
export interface TypeTests {
  readonly typeTests: readonly bigint[];
  readonly assumeCalls: readonly VirtualFunction[];
  readonly checkedCalls: readonly VirtualFunction[];
  readonly assumeConstantCalls: readonly ConstantVirtualCall[];
  readonly checkedConstantCalls: readonly ConstantVirtualCall[];
}
/** A context of an allocation that memory profiling recorded. */
export interface ProfiledContext {
  readonly type: number;
  readonly stackIds: readonly bigint[];
}
/** An allocation with its profiled contexts. */
export interface Allocation {
  readonly versions: readonly number[];
  readonly contexts: readonly ProfiledContext[];
}
/** A call site in the memory profile. */
export interface CallSite {
  readonly callee: ValueId;
  readonly clones: readonly number[];
  readonly stackIds: readonly bigint[];
}
/** The bytes accessed through a pointer parameter: a half-open range of offsets. */
export interface AccessRange {
  readonly lower: bigint;
  readonly upper: bigint;
}
/** How a function accesses memory through a parameter, itself and through calls. */
export interface ParameterAccess {
  readonly parameter: number;
  readonly use: AccessRange;
  readonly calls: readonly { readonly callee: ValueId; readonly parameter: number; readonly offsets: AccessRange }[];
}

interface SummaryBase {
  readonly value: ValueId;
  /** Module id in a combined index; undefined for this module. */
  readonly module: number | undefined;
  readonly flags: SummaryFlags;
  readonly references: readonly Reference[];
}
/** The summary of a global value. */
export type Summary = SummaryBase &
  (
    | {
        readonly kind: "function";
        readonly instructions: number;
        readonly functionFlags: number;
        readonly calls: readonly CallEdge[];
        readonly tests: TypeTests;
        allocations: Allocation[];
        callSites: CallSite[];
        readonly parameters: readonly ParameterAccess[];
      }
    | {
        readonly kind: "variable";
        readonly variableFlags: number;
        readonly virtualFunctions: readonly { readonly function: ValueId; readonly offset: bigint }[];
      }
    | { readonly kind: "alias"; readonly aliasee: ValueId }
  );

/** How type tests against a type id are resolved. */
export interface TypeIdSummary {
  readonly name: string;
  readonly kind: number;
  readonly sizeM1BitWidth: bigint;
  readonly alignLog2: bigint;
  readonly sizeM1: bigint;
  readonly bitMask: bigint;
  readonly inlineBits: bigint;
  readonly resolutions: readonly Devirtualization[];
}
/** How virtual calls at an offset of a vtable are devirtualized. */
export interface Devirtualization {
  readonly offset: bigint;
  readonly kind: number;
  readonly implementation: string;
  readonly byArgument: readonly {
    readonly args: readonly bigint[];
    readonly kind: number;
    readonly info: bigint;
    readonly byte: bigint;
    readonly bit: bigint;
  }[];
}

/** The content of the summary blocks of one MODULE_BLOCK. */
export interface SummaryIndex {
  version: number;
  flags: number;
  blockCount: bigint;
  readonly modules: SummarizedModule[];
  /** GUIDs from VALUE_GUID records (combined indexes). */
  readonly guids: Map<ValueId, bigint>;
  readonly summaries: Summary[];
  readonly typeIds: TypeIdSummary[];
  readonly vtables: Map<string, { readonly offset: bigint; readonly vtable: ValueId }[]>;
}
