/** Rows of an LLVM IR file: each record with its IR (UI.md, "The listing of each format"). */
import { indentation } from "../../../document/indentation";
import type { NameTaker } from "../../../document/nameTaker";
import type { RowWriter } from "../../../document/rowWriter";
import { writeLines } from "../../../document/rowWriter";
import type { ListingOptions } from "../../../document/section";
import type { Line, Token } from "../../../document/token";
import type { BlockRows, RowEvent } from "../../bitstream/blockRows";
import { BlockNames } from "../../bitstream/names";
import type { BitstreamReader, Block } from "../../bitstream/reader";
import { BLOCKINFO } from "../../bitstream/reader";
import { enterTokens, exitTokens, recordTokens } from "../../bitstream/recordText";
import { GenericRows } from "../../bitstream/rows";
import type { Waymarks } from "../../bitstream/waymarks";
import { BLOCK } from "../codes";
import { Code, definesNode } from "../spec/metadataCodes";
import type { ListingModule } from "./module";
import { labelText } from "../print/functions";
import { printRecord } from "./records";

import type { ModuleAt } from "./rowState";
import { metadataIndex, blockWords, printHead, RowState } from "./rowState";
import { ListingSink } from "./sink";
import { labelSymbol, tellRecordNames } from "./toldNames";
import { WrittenRows } from "./written";

/** Blocks that start unfolded; others are preamble. */
const SHOWN_BLOCKS: ReadonlySet<number> = new Set([BLOCK.MODULE, BLOCK.FUNCTION, BLOCK.CONSTANTS]);

/** The rows of an LLVM IR file, and the state along its sections. */
export class LlvmRows implements BlockRows<RowState> {
  private readonly generic: GenericRows;
  private readonly written: WrittenRows;
  private shared: RowState;
  constructor(
    private readonly names: BlockNames,
    private readonly moduleAt: ModuleAt,
    /** Whether the block of a module starts at a bit. */
    private readonly isModule: (bit: number) => boolean,
    /** The positions noted in the block of a large module that starts at a bit. */
    private readonly waymarksAt: (bit: number) => Waymarks | undefined,
  ) {
    this.generic = new GenericRows(names);
    this.written = new WrittenRows(this.generic, names);
    this.shared = this.top();
  }

  top(): RowState {
    return new RowState(this.moduleAt, undefined, undefined);
  }
  begin(block: Block, outer: RowState): RowState {
    const own = this.isModule(block.startBit) ? block.startBit : undefined;
    const moduleBit = block.id === BLOCK.MODULE ? own : outer.moduleBit;
    const bodyBit = block.id === BLOCK.FUNCTION ? block.startBit : outer.bodyBit;
    const metadataBlock = block.id === BLOCK.METADATA ? block.startBit : 0;
    const { shared } = this;
    // A state is copied before it changes, so nested blocks can share one.
    if (metadataBlock === 0 && shared.moduleBit === moduleBit && shared.bodyBit === bodyBit) return shared;
    const state = new RowState(this.moduleAt, moduleBit, bodyBit, metadataBlock);
    if (metadataBlock === 0) this.shared = state;
    return state;
  }
  copy(state: RowState): RowState {
    return state.copy();
  }
  kind(block: Block): string {
    return this.names.blockOrUnknown(block.id);
  }
  title(block: Block, state: RowState): string {
    const global = block.id === BLOCK.FUNCTION ? state.body?.function : undefined;
    const module = global && state.moduleFor(block.startBit);
    if (!global || !module) return blockWords(block, this.names);
    return `function ${module.context.globalName(global.id)}`;
  }
  foldedAtFirst(block: Block): boolean {
    return !SHOWN_BLOCKS.has(block.id);
  }

  waymarks({ startBit }: Block): Waymarks | undefined {
    return this.isModule(startBit) ? this.waymarksAt(startBit) : undefined;
  }

  lines(
    event: RowEvent,
    reader: BitstreamReader,
    state: RowState,
    depth: number,
    options: ListingOptions,
  ): readonly Line[] {
    const block = reader.block;
    const module = neededModule(event, reader, state);
    if (module === "none") return this.generic.lines(event, reader, state, depth, options);
    const open = module && state.openIn(module);
    const sink = new ListingSink();
    sink.attributesAreNoise = block?.id === BLOCK.MODULE || block?.id === BLOCK.FUNCTION;
    sink.scope = open?.scope ?? "";
    sink.moduleNodes = module?.metadataCount ?? 0;
    sink.origins = module?.origins;
    const indent: Token = { kind: "text", text: indentation(depth) };
    const row = (record: readonly Token[]): Line => ({
      kind: "row",
      positionBit: reader.startBit,
      record,
      assembly: [indent, ...sink.take()],
    });
    switch (event) {
      case "enterBlock":
        printHead(sink, block as Block, state, this.names);
        return [row(enterTokens(block as Block, depth))];
      case "endBlock":
        sink.put("punctuation", "}");
        return [row(exitTokens(depth + 1))];
      case "defineAbbrev":
        return this.generic.lines(event, reader, state, depth, options);
      case "record": {
        if (!module) return [];
        const record = recordTokens(reader.record, depth, options.full ?? false);
        const found = open?.at(reader.record.startBit);
        const index = metadataIndex(module, state);
        const label = found?.begins === undefined ? [] : this.label(found.begins, module, sink.scope, depth);
        if (!printRecord(sink, block as Block, reader.record, module, open, index, !options.unpaired)) {
          sink.take();
          return [...label, ...this.generic.lines(event, reader, state, depth, options)];
        }
        return [...label, row(record)];
      }
    }
  }

  write(
    event: RowEvent,
    reader: BitstreamReader,
    state: RowState,
    depth: number,
    options: ListingOptions,
    writer: RowWriter,
  ): void {
    const module = event === "defineAbbrev" ? "none" : neededModule(event, reader, state);
    if (event !== "defineAbbrev" && module !== "none")
      this.written.write(event, reader, module, state, depth, options.full ?? false, writer);
    else
      writeLines(
        { startBit: reader.startBit, endBit: reader.position },
        this.generic.lines(event, reader, state, depth, options),
        writer,
      );
  }

  tellNames(event: RowEvent, reader: BitstreamReader, state: RowState, taker: NameTaker): void {
    tellRecordNames(event, reader, state, this.names, taker);
  }

  /** Counts the entries of metadata tables. */
  advance(event: RowEvent, reader: BitstreamReader, state: RowState): void {
    this.generic.advance(event, reader);
    if (event !== "record" || reader.block?.id !== BLOCK.METADATA) return;
    const { record } = reader;
    if (record.code === Code.STRINGS) state.metadataCount += record.value(0);
    else if (definesNode(record.code)) state.metadataCount++;
  }

  /** The row `entry:`, without a position; an unnamed entry block has none. */
  private label(index: number, { context }: ListingModule, scope: string, depth: number): readonly Line[] {
    if (!context.body) return [];
    const text = labelText(context.body, index, context);
    if (text === "") return [];
    const symbol = labelSymbol(text, scope);
    const name: Token = { kind: "block", text: text.replace(/:$/, ""), symbol, definition: true };
    const colon: Token = { kind: "punctuation", text: ":" };
    const outdent: Token = { kind: "text", text: indentation(Math.max(0, depth - 1)) };
    return [{ kind: "row", record: [], assembly: [outdent, name, colon] }];
  }
}

/**
 * The module that the rows of an entry need; undefined for the beginnings and ends of blocks outside functions, which
 * need none. "none" for rows that are those of any bitstream.
 */
function neededModule(event: RowEvent, reader: BitstreamReader, state: RowState): ListingModule | "none" | undefined {
  if (state.moduleBit === undefined || reader.block?.id === BLOCKINFO) return "none";
  const isEdge = event === "enterBlock" || event === "endBlock";
  return isEdge && state.bodyBit === undefined ? undefined : (state.moduleFor(reader.startBit) ?? "none");
}
