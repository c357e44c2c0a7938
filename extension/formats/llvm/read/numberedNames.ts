/** OPERAND_BUNDLE_TAGS and SYNC_SCOPE_NAMES: names that records refer to by number. */
import type { BitstreamReader } from "../../bitstream/reader";
import type { ProblemList } from "../stream/blocks";
import { readBlock, RecordFault } from "../stream/blocks";

/** The one code of these blocks. */
const NAME = 1;

/** What files have that lack the block: before LLVM 5 (bundles) and 6 (scopes) all did. Source: LLVMContext's fixed ids. */
export const FIXED_BUNDLES: readonly string[] = ["deopt", "funclet", "gc-transition"];
export const FIXED_SCOPES: readonly string[] = ["singlethread", ""];

/** Reads the block that was just entered: names in the order of their numbers. */
export function readNumberedNames(reader: BitstreamReader, problems: ProblemList, into: string[], what: string): void {
  readBlock(reader, problems, {
    path: ["module"],
    record: (record) => {
      if (record.code !== NAME) throw new RecordFault("bad-record", `Invalid ${what} record`);
      into.push(record.text());
    },
  });
}
