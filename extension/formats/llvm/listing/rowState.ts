/** The state that is kept along a section of records, and what is derived from it for a row. */
import type { Body } from "../ir/module";
import type { Sink } from "../../../document/sink";
import type { BlockNames } from "../../bitstream/names";
import type { Block } from "../../bitstream/reader";
import { BLOCK } from "../codes";
import { printFunctionHead } from "../print/globals";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";

/**
 * Returns the module whose block starts at a bit, as far as an entry of it needs it.
 * @param entryBit the first bit of the entry: those at the start of a large module do not need the rest of it
 */
export type ModuleAt = (bit: number, entryBit: number) => ListingModule | undefined;

/**
 * The state along a section. Every section keeps one, so it refers to its module and function by their first bits: a
 * file may have more modules than are kept in memory.
 */
export class RowState {
  /**
   * @param metadataBlock if the section is a metadata block, its first bit, otherwise 0
   * @param metadataCount how many entries of the metadata table its earlier records define
   */
  constructor(
    private readonly moduleAt: ModuleAt,
    readonly moduleBit: number | undefined,
    readonly bodyBit: number | undefined,
    readonly metadataBlock = 0,
    public metadataCount = 0,
  ) {}
  /** The module, as far as the entry that starts at a bit needs it. */
  moduleFor(entryBit: number): ListingModule | undefined {
    return this.moduleBit === undefined ? undefined : this.moduleAt(this.moduleBit, entryBit);
  }
  /** The function that contains the section, or is the section. */
  get body(): Body | undefined {
    return this.bodyBit === undefined ? undefined : this.moduleFor(this.bodyBit)?.bodyAt(this.bodyBit);
  }
  /** The same function, opened in its module. */
  openIn(module: ListingModule): OpenFunction | undefined {
    return this.bodyBit === undefined ? undefined : module.openAt(this.bodyBit);
  }
  copy(): RowState {
    return new RowState(this.moduleAt, this.moduleBit, this.bodyBit, this.metadataBlock, this.metadataCount);
  }
}

/** The next index in the metadata table. A function that contains the section must be open. */
export function metadataIndex({ module }: ListingModule, { metadataBlock, metadataCount }: RowState): number {
  return (module.metadata.firstIndexOf(metadataBlock) ?? 0) + metadataCount;
}

/** Prints a block's head: `define i32 @add(i32 %a) {  ; FUNCTION_BLOCK`, `symbols {  ; VALUE_SYMTAB`. */
export function printHead(sink: Sink, block: Block, state: RowState, names: BlockNames): void {
  const name = names.blockOrUnknown(block.id);
  const body = block.id === BLOCK.FUNCTION ? state.body : undefined;
  const module = body && state.moduleFor(block.startBit);
  if (body && module) {
    printFunctionHead(sink, body.function, module.context);
    sink.put("punctuation", " {");
  } else {
    sink.put("keyword", blockWords(block, names));
    sink.put("punctuation", " {");
  }
  sink.put("comment", `  ; ${name}`);
}

/** What a block is called in the assembly column and in paths: `attribute groups`. */
export function blockWords({ id }: Block, names: BlockNames): string {
  return HEADS[id] ?? names.blockWord(id);
}

/** The names of blocks in the assembly column. */
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
