/** What the releases print differently (AsmWriter.cpp of each). */

type Conventions = ReadonlyMap<number, string>;

/** The calling conventions that have a word, as they came (CallingConv.h of each release). */
const CONVENTIONS_1_5: Conventions = new Map([
  [8, "fastcc"],
  [9, "coldcc"],
]);
const CONVENTIONS_1_8: Conventions = new Map([...CONVENTIONS_1_5, [1, "csretcc"]]);
const CONVENTIONS_1_9: Conventions = new Map([...CONVENTIONS_1_8, [64, "x86_stdcallcc"], [65, "x86_fastcallcc"]]);

/** One release's way of printing. */
export interface Style {
  /** `; ModuleID = '…'` first. */
  readonly moduleId: boolean;
  /** The data layout that 1.9 derives from endianness and pointer size. */
  readonly dataLayout: boolean;
  /** Numbers that survive six digits in decimal; before, always in hexadecimal. */
  readonly decimalFloats: boolean;
  /** The entry block's predecessors too. */
  readonly entryPredecessors: boolean;
  /** The word before an invoke's second destination. */
  readonly unwindWord: "except" | "unwind";
  /** A zero aggregate is `zeroinitializer` whatever its size; before, from six elements on. */
  readonly zeroAggregates: boolean;
  /** A reference to a global inside a constant has a space too many. */
  readonly spacedReferences: boolean;
  /** One constant for each global stands between it and the constants that use it, and is its only user there. */
  readonly pointerConstants: boolean;
  /** An array of sbyte is a string even where it has negative elements. */
  readonly negativeStrings: boolean;
  /** Structures of three fields and more take a line for each. */
  readonly structureLines: boolean;
  /** Labels are quoted as other names are. */
  readonly quotedLabels: boolean;
  /** The words of calling conventions; others print as `ccN`. */
  readonly conventions: Conventions;
  /** Locals that have a global's name and type get another name. */
  readonly renamesLocals: boolean;
  /** Uses are a list whose latest comes first; before, a vector. */
  readonly latestUseFirst: boolean;
}

const LLVM_1_0: Style = {
  moduleId: false,
  dataLayout: false,
  decimalFloats: false,
  entryPredecessors: true,
  unwindWord: "except",
  zeroAggregates: false,
  spacedReferences: false,
  pointerConstants: true,
  negativeStrings: false,
  structureLines: false,
  quotedLabels: false,
  renamesLocals: false,
  conventions: CONVENTIONS_1_5,
  latestUseFirst: false,
};
const LLVM_1_1: Style = { ...LLVM_1_0, entryPredecessors: false };
const LLVM_1_2: Style = {
  ...LLVM_1_1,
  unwindWord: "unwind",
  zeroAggregates: true,
  spacedReferences: true,
  negativeStrings: true,
};
const LLVM_1_3: Style = { ...LLVM_1_2, spacedReferences: false, pointerConstants: false };
const LLVM_1_4: Style = { ...LLVM_1_3, renamesLocals: true };
const LLVM_1_5: Style = { ...LLVM_1_4, moduleId: true, decimalFloats: true, latestUseFirst: true };
const LLVM_1_6: Style = { ...LLVM_1_5, structureLines: true, quotedLabels: true };
const LLVM_1_8: Style = { ...LLVM_1_6, conventions: CONVENTIONS_1_8 };
const LLVM_1_9: Style = { ...LLVM_1_8, dataLayout: true, conventions: CONVENTIONS_1_9 };

/** The releases by name. */
export const STYLES: ReadonlyMap<string, Style> = new Map([
  ["1.0", LLVM_1_0],
  ["1.1", LLVM_1_1],
  ["1.2", LLVM_1_2],
  ["1.3", LLVM_1_3],
  ["1.4", LLVM_1_4],
  ["1.5", LLVM_1_5],
  ["1.6", LLVM_1_6],
  ["1.7", LLVM_1_6],
  ["1.8", LLVM_1_8],
  ["1.9", LLVM_1_9],
]);

/** The last release that wrote each version (2, 4 and 7 were never released). */
const LAST_RELEASE = ["1.1", "1.2", "1.3", "1.3", "1.4", "1.8", "1.9"];

/**
 * The release whose way of printing a file gets.
 * @param basicBlocks whether bodies consist of basic block blocks, as only LLVM 1.0 wrote them
 */
export function releaseOf(version: number, basicBlocks: boolean): string {
  if (version === 0 && basicBlocks) return "1.0";
  return LAST_RELEASE[version] ?? "1.9";
}
