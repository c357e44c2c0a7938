/** The specifications of all records of an IR file by block and code, put together from the files of this folder. */
import { BLOCK } from "../codes";
import type { Release } from "../ir/releases";
import { OldCode } from "./metadataCodes";
import { PARAMATTR, PARAMATTR_GROUP } from "./attributes";
import { CONSTANTS } from "./constants";
import type { BlockSpecification, RecordSpecification } from "./form";
import { FUNCTION } from "./instructions";
import { NODES } from "./metadata";
import {
  BLOCKINFO,
  IDENTIFICATION,
  METADATA_ATTACHMENT,
  METADATA_KIND,
  METADATA_TABLE,
  MODULE,
  MODULE_STRTAB,
  OPERAND_BUNDLE_TAGS,
  STRTAB,
  SYMTAB,
  SYNC_SCOPE_NAMES,
  TYPE,
  TYPE_OLD,
  TYPE_SYMTAB,
  USELIST,
  VALUE_SYMTAB,
} from "./module";
import { SUMMARY } from "./summary";

const METADATA: BlockSpecification = { ...METADATA_TABLE, ...NODES };

/** The blocks of LLVM 3.0 and later by id. */
export const BLOCKS: Readonly<Record<number, BlockSpecification>> = {
  0: BLOCKINFO,
  [BLOCK.MODULE]: MODULE,
  [BLOCK.PARAMATTR]: PARAMATTR,
  [BLOCK.PARAMATTR_GROUP]: PARAMATTR_GROUP,
  [BLOCK.CONSTANTS]: CONSTANTS,
  [BLOCK.FUNCTION]: FUNCTION,
  [BLOCK.IDENTIFICATION]: IDENTIFICATION,
  [BLOCK.VALUE_SYMTAB]: VALUE_SYMTAB,
  [BLOCK.METADATA]: METADATA,
  [BLOCK.METADATA_ATTACHMENT]: METADATA_ATTACHMENT,
  [BLOCK.TYPE]: TYPE,
  [BLOCK.USELIST]: USELIST,
  [BLOCK.MODULE_STRTAB]: MODULE_STRTAB,
  [BLOCK.GLOBALVAL_SUMMARY]: SUMMARY,
  [BLOCK.OPERAND_BUNDLE_TAGS]: OPERAND_BUNDLE_TAGS,
  [BLOCK.METADATA_KIND]: METADATA_KIND,
  [BLOCK.STRTAB]: STRTAB,
  [BLOCK.FULL_LTO_GLOBALVAL_SUMMARY]: SUMMARY,
  [BLOCK.SYMTAB]: SYMTAB,
  [BLOCK.SYNC_SCOPE_NAMES]: SYNC_SCOPE_NAMES,
};
/** Two block ids that had another meaning before LLVM 3.0. */
export const OLD_BLOCKS: Readonly<Record<number, BlockSpecification>> = {
  [BLOCK.PARAMATTR_GROUP]: TYPE_OLD,
  [BLOCK.IDENTIFICATION]: TYPE_SYMTAB,
};

/** METADATA with the record codes of LLVM 2.7. */
const OLD_METADATA: BlockSpecification = {
  ...METADATA,
  ...pick({ [OldCode.NODE]: 8, [OldCode.FN_NODE]: 9, [OldCode.NAMED_NODE]: 10 }),
};
function pick(codes: Readonly<Record<number, number>>): BlockSpecification {
  const found: Record<number, RecordSpecification> = {};
  for (const [code, today] of Object.entries(codes)) {
    const record = METADATA[today];
    if (record) found[Number(code)] = record;
  }
  return found;
}
/** The release number that represents all releases before 3.0, whose metadata has the older codes. */
const OLDEST: Release = 3;

/** The era of a file, as far as record codes and block ids depend on it. */
export interface Era {
  readonly release: Release;
  readonly oldTypeTable: boolean;
}

/** The specification of a record; undefined for a code that no known release writes. */
export function specificationOf(block: number, code: number, era: Era): RecordSpecification | undefined {
  const old = era.oldTypeTable ? OLD_BLOCKS[block] : undefined;
  if (old) return old[code];
  if (block === BLOCK.METADATA && era.release === OLDEST) return OLD_METADATA[code];
  return BLOCKS[block]?.[code];
}
