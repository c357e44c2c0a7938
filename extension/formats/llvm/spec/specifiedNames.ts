/** The names of records and blocks that LLVM's headers give (LLVMBitCodes.h), for those that llvm-bcanalyzer prints by number. */
import type { NameTable } from "../../bitstream/header";
import { BLOCK } from "../codes";
import { BLOCKS } from "./index";

/** The names of blocks that llvm-bcanalyzer 23 does not know, spelled as it spells those that it knows. */
const BLOCK_NAMES: Readonly<Record<string, string>> = { [BLOCK.SYNC_SCOPE_NAMES]: "SYNC_SCOPE_NAMES_BLOCK" };

/** The names by block and code, for `BlockNames`, which prefers those of llvm-bcanalyzer. */
export const SPECIFIED_NAMES: NameTable = Object.fromEntries(
  Object.entries(BLOCKS).map(([id, records]) => [
    id,
    {
      ...(BLOCK_NAMES[id] === undefined ? {} : { name: BLOCK_NAMES[id] }),
      codes: Object.fromEntries(Object.entries(records).map(([code, { name }]) => [code, name])),
    },
  ]),
);
