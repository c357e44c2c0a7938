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
import { BLOCK } from "../codes";
import { Code, definesNode } from "../spec/metadataCodes";
import { labelText } from "../print/functions";
import { printRecord } from "./records";

import type { ModuleAt } from "./rowState";
import { metadataIndex, printHead, RowState } from "./rowState";
import { ListingSink } from "./sink";
import { labelSymbol, tellRecordNames } from "./toldNames";
import { WrittenRows } from "./written";

/** The METADATA record that contains all strings. */

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
  ) {
    this.generic = new GenericRows(names);
    this.written = new WrittenRows(this.generic, names);
    this.shared = this.top();
  }

  top(): RowState {
    return new RowState(this.moduleAt, undefined, undefined);
  }
  begin(block: Block, outer: RowState): RowState {
    const moduleBit = block.id === BLOCK.MODULE ? block.startBit : outer.moduleBit;
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
    const global = state.body?.function;
    if (block.id !== BLOCK.FUNCTION || !global || !state.module) return this.names.blockOrUnknown(block.id);
    return `function ${state.module.context.globalName(global.id)}`;
  }
  foldedAtFirst(block: Block): boolean {
    return !SHOWN_BLOCKS.has(block.id);
  }

  lines(
    event: RowEvent,
    reader: BitstreamReader,
    state: RowState,
    depth: number,
    options: ListingOptions,
  ): readonly Line[] {
    const block = reader.block;
    if (!state.module || block?.id === BLOCKINFO) return this.generic.lines(event, reader, state, depth, options);
    const open = state.body && state.module.open(state.body);
    const sink = new ListingSink();
    sink.attributesAreNoise = block?.id === BLOCK.MODULE || block?.id === BLOCK.FUNCTION;
    sink.scope = state.body ? `f${state.body.function.id}/` : "";
    sink.moduleNodes = state.module.metadataCount;
    sink.origins = state.module.origins;
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
        const record = recordTokens(reader.record, depth, options.full ?? false);
        const found = open?.at(reader.record.startBit);
        const index = metadataIndex(state.module, state);
        const label = found?.begins === undefined ? [] : this.label(found.begins, state, depth);
        if (!printRecord(sink, block as Block, reader.record, state.module, open, index, !options.unpaired)) {
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
    const { module } = state;
    if (module && reader.block?.id !== BLOCKINFO && event !== "defineAbbrev")
      this.written.write(event, reader, module, state, depth, options.full ?? false, writer);
    else writeLines(reader.startBit, this.generic.lines(event, reader, state, depth, options), writer);
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
  private label(index: number, state: RowState, depth: number): readonly Line[] {
    const open = state.module?.context.body;
    if (!open || !state.module || !state.body) return [];
    const text = labelText(open, index, state.module.context);
    if (text === "") return [];
    const symbol = labelSymbol(text, `f${state.body.function.id}/`);
    const name: Token = { kind: "block", text: text.replace(/:$/, ""), symbol, definition: true };
    const colon: Token = { kind: "punctuation", text: ":" };
    const outdent: Token = { kind: "text", text: indentation(Math.max(0, depth - 1)) };
    return [{ kind: "row", record: [], assembly: [outdent, name, colon] }];
  }
}
