/** What is known along a section of records, and what follows from it for a row. */
import type { Body } from "../ir/module";
import type { Sink } from "../../../document/sink";
import type { BlockNames } from "../../bitstream/names";
import type { Block } from "../../bitstream/reader";
import { BLOCK } from "../codes";
import { printFunctionHead } from "../print/globals";
import type { ListingModule } from "./module";

/** Opens the module whose block starts at a bit. */
export type ModuleAt = (bit: number) => ListingModule | undefined;

/**
 * The state along a section. Every section keeps one, so it names its module and function by their first bits: a file may
 * hold more modules than are kept open.
 */
export class RowState {
  /**
   * @param metadataBlock the first bit of the block of metadata that the section is, or 0
   * @param metadataCount entries of the metadata table that its records before this one define
   */
  constructor(
    private readonly moduleAt: ModuleAt,
    readonly moduleBit: number | undefined,
    readonly bodyBit: number | undefined,
    readonly metadataBlock = 0,
    public metadataCount = 0,
  ) {}
  get module(): ListingModule | undefined {
    return this.moduleBit === undefined ? undefined : this.moduleAt(this.moduleBit);
  }
  /** The function that the section is in, or is. */
  get body(): Body | undefined {
    return this.bodyBit === undefined ? undefined : this.module?.bodyAt(this.bodyBit);
  }
  copy(): RowState {
    return new RowState(this.moduleAt, this.moduleBit, this.bodyBit, this.metadataBlock, this.metadataCount);
  }
}

/** The next index of the metadata table. The function that the section may be in is open: its tables are known. */
export function metadataIndex({ module }: ListingModule, { metadataBlock, metadataCount }: RowState): number {
  return (module.metadata.firstIndexOf(metadataBlock) ?? 0) + metadataCount;
}

/** Prints a block's head: `define i32 @add(i32 %a) {  ; FUNCTION_BLOCK`, `symbols {  ; VALUE_SYMTAB`. */
export function printHead(sink: Sink, block: Block, state: RowState, names: BlockNames): void {
  const name = names.blockOrUnknown(block.id);
  if (block.id === BLOCK.FUNCTION && state.body && state.module) {
    printFunctionHead(sink, state.body.function, state.module.context);
    sink.put("punctuation", " {");
  } else {
    sink.put("keyword", HEADS[block.id] ?? name.toLowerCase().replace(/_block(_id)?$/, ""));
    sink.put("punctuation", " {");
  }
  sink.put("comment", `  ; ${name}`);
}

/** What a block is called in the assembly column. */
const HEADS: Readonly<Record<number, string>> = {
  [BLOCK.MODULE]: "module",
  [BLOCK.PARAMATTR]: "attribute lists",
  [BLOCK.PARAMATTR_GROUP]: "attribute groups",
  [BLOCK.CONSTANTS]: "constants",
  [BLOCK.VALUE_SYMTAB]: "symbols",
  [BLOCK.METADATA]: "metadata",
  [BLOCK.METADATA_ATTACHMENT]: "attachments",
  [BLOCK.METADATA_KIND]: "metadata kinds",
  [BLOCK.TYPE]: "types",
  [BLOCK.USELIST]: "use lists",
  [BLOCK.OPERAND_BUNDLE_TAGS]: "operand bundle tags",
  [BLOCK.SYNC_SCOPE_NAMES]: "sync scopes",
  [BLOCK.GLOBALVAL_SUMMARY]: "summary",
};
