/** Reads OPERAND_BUNDLE_TAGS and SYNC_SCOPE_NAMES: names that records refer to by number. */
import type { BitstreamReader } from "../../bitstream/reader";
import type { ProblemList } from "../stream/blocks";
import { readBlock, RecordFault } from "../stream/blocks";

/** The only record code of these blocks. */
const NAME = 1;

/**
 * The operand bundle tags of a file without that block, as all files before LLVM 5. Source: LLVMContext's fixed ids.
 */
export const FIXED_BUNDLES: readonly string[] = ["deopt", "funclet", "gc-transition"];
/** The sync scopes of a file without that block, as all files before LLVM 6. Source: LLVMContext's fixed ids. */
export const FIXED_SCOPES: readonly string[] = ["singlethread", ""];

/** The sync scopes of a file with these names: the first two numbers mean the fixed scopes, whatever their names. */
export function scopesNamed(names: readonly string[]): string[] {
  return [...FIXED_SCOPES, ...names.slice(FIXED_SCOPES.length)];
}

/** Reads the block that was just entered, whose names are in the order of their numbers, into `into`. */
export function readNumberedNames(reader: BitstreamReader, problems: ProblemList, into: string[], what: string): void {
  readBlock(reader, problems, {
    path: ["module"],
    record: (record) => {
      if (record.code !== NAME) throw new RecordFault("bad-record", `Invalid ${what} record`);
      into.push(record.text());
    },
  });
}
