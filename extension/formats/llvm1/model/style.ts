/** The differences between releases in printing (AsmWriter.cpp of each). */

type Conventions = ReadonlyMap<number, string>;

/** The calling conventions that have a keyword, as they were added (CallingConv.h of each release). */
const CONVENTIONS_1_5: Conventions = new Map([
  [8, "fastcc"],
  [9, "coldcc"],
]);
const CONVENTIONS_1_8: Conventions = new Map([...CONVENTIONS_1_5, [1, "csretcc"]]);
const CONVENTIONS_1_9: Conventions = new Map([...CONVENTIONS_1_8, [64, "x86_stdcallcc"], [65, "x86_fastcallcc"]]);

/** How one release prints. */
export interface Style {
  /** Whether `; ModuleID = '…'` is printed first. */
  readonly moduleId: boolean;
  /** Whether a data layout is printed, which 1.9 derives from endianness and pointer size. */
  readonly dataLayout: boolean;
  /** Whether numbers that survive six digits are printed in decimal; before, all were hexadecimal. */
  readonly decimalFloats: boolean;
  /** Whether the predecessors of the entry block are printed too. */
  readonly entryPredecessors: boolean;
  /** The keyword before an invoke's second destination. */
  readonly unwindWord: "except" | "unwind";
  /** Whether every zero aggregate is `zeroinitializer`; before, only from six elements on. */
  readonly zeroAggregates: boolean;
  /** Whether a reference to a global inside a constant has an extra blank. */
  readonly spacedReferences: boolean;
  /** Whether a pointer constant per global is between it and the constants that use it, and is its only user there. */
  readonly pointerConstants: boolean;
  /** Whether an array of sbyte is a string even with negative elements. */
  readonly negativeStrings: boolean;
  /** Whether structures of three or more fields take one line per field. */
  readonly structureLines: boolean;
  /** Whether labels are quoted like other names. */
  readonly quotedLabels: boolean;
  /** The keywords of calling conventions; others print as `ccN`. */
  readonly conventions: Conventions;
  /** Whether locals with a global's name and type get another name. */
  readonly renamesLocals: boolean;
  /** Whether uses are a list with the latest first; before, a vector. */
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
 * The release as which a file is printed.
 * @param basicBlocks whether bodies consist of basic block blocks, as only LLVM 1.0 wrote them
 */
export function releaseOf(version: number, basicBlocks: boolean): string {
  if (version === 0 && basicBlocks) return "1.0";
  return LAST_RELEASE[version] ?? "1.9";
}
