/**
 * Which FUNCTION_BLOCK is the body of which function: the symbol table's FNENTRY records give its word if VSTOFFSET leads
 * to that table; otherwise the blocks are in the order of the FUNCTION records (docs/formats/llvm.md, "The file").
 */
import type { BitRange } from "../../../document/bits";
import type { PackedReader, PackedWriter } from "../../../kit/packed";
import { Unfitting } from "../../../kit/packed";
import type { BitstreamReader, Checkpoint } from "../../bitstream/reader";
import type { BodyPair, DefinedFunctions } from "../ir/bodyTable";
import { BodyTable, firstFrom, FunctionBlocks, indexOfFunction } from "../ir/bodyTable";
import type { ProblemList } from "../stream/blocks";
import { MOST_PASSED, PACKED_AT_ONCE } from "./moduleIndex";

/** FNENTRY: the word of a function's body, and where the record is. */
interface Entry extends BitRange {
  readonly words: number;
}

/** The blocks that an earlier reading has found: see `moduleIndex.ts`. They come in stretches of similar ones. */
class KnownBlocks {
  /** How many blocks of the stretch are left. */
  private left = 0;
  constructor(private readonly from: PackedReader) {}
  get atEnd(): boolean {
    return this.left === 0 && this.from.atEnd;
  }
  /** Notes that the first block of a stretch has been read. */
  begin(): void {
    if (this.left > 0) throw new Unfitting("a body is listed that was not passed over");
    this.left = this.from.number();
  }
  /** Adds those that follow the block added last, not too many. */
  take(blocks: FunctionBlocks): void {
    for (let count = 0; this.left > 0 && count < MOST_PASSED; this.left--, count++) {
      const head = this.from.number();
      blocks.addLike(head, blocks.endBit(blocks.length - 1) + this.from.number());
    }
  }
}

/** Notes the blocks and the entries of one module as they are read. */
export class BodyPlaces {
  private readonly blocks = new FunctionBlocks();
  /** What VSTOFFSET says, and where. */
  private offset: (BitRange & { readonly words: number }) | undefined;
  /** The entries that say other than the order, by value number: none, if the table comes after the bodies as usual. */
  private readonly entries = new Map<number, Entry>();

  /** `originBit`: the bit from which words are counted, less one word. */
  constructor(
    private readonly originBit: number,
    private readonly functions: DefinedFunctions,
    private readonly problems: ProblemList,
  ) {}

  /** Notes a block that a reader has entered, and its range within the stream. */
  noteBlock(checkpoint: Checkpoint, range: BitRange): void {
    // Only the first is met before the symbol table, if its offset is known.
    const isMet = this.blocks.length === 0 || this.symbolsAt === undefined;
    if (isMet && this.functions.ids.length <= this.blocks.length) this.reportSurplus(range);
    this.blocks.add(checkpoint, range);
    this.known?.begin();
  }
  /** Writes where the blocks are, for {@link recall}, in steps; returns false if the symbol table says where they are. */
  *pack(to: PackedWriter): Generator<void, boolean, undefined> {
    const { blocks } = this;
    for (let index = 0; index < blocks.length;) {
      yield;
      const count = blocks.countLike(index, PACKED_AT_ONCE);
      to.number(count - 1);
      for (const end = index++ + count; index < end; index++) {
        to.number(blocks.headBits(index));
        to.number(blocks.endBit(index) - blocks.startBit(index));
      }
    }
    return this.entries.size === 0;
  }
  /** Takes what {@link pack} has written, before the first block is read. */
  recall(from: PackedReader): void {
    this.known = new KnownBlocks(from);
  }
  private known: KnownBlocks | undefined;
  /**
   * If an earlier reading has found blocks from where a reader is, adds them, not too many, and moves the reader to where
   * they end. Returns how many there were.
   */
  pass(reader: BitstreamReader): number {
    const { blocks, known } = this;
    const before = blocks.length;
    if (!known || before === 0 || reader.position !== blocks.endBit(before - 1)) return 0;
    known.take(blocks);
    if (blocks.length > before) reader.restore({ ...reader.checkpoint(), bit: blocks.endBit(blocks.length - 1) });
    return blocks.length - before;
  }
  /** Checks that the reading has passed over all that an earlier one found. @throws {Unfitting} if not */
  checkRecalled(): void {
    if (this.known?.atEnd === false) throw new Unfitting("there are fewer bodies than listed");
  }
  /** Whether there is a table with positions. */
  private hasTable = false;
  /** Notes VSTOFFSET: [words]. */
  noteOffset(words: number, { startBit, endBit }: BitRange): void {
    this.offset = { words, startBit, endBit };
  }
  /** Whether a value is a function that has a body. */
  isDefined(value: number): boolean {
    return indexOfFunction(this.functions, value) >= 0;
  }
  /** Notes FNENTRY: [value, words, ...]. */
  noteEntry(value: number, words: number, { startBit, endBit }: BitRange): void {
    this.hasTable = true;
    const index = firstFrom(this.functions, value);
    // The last entry of a function decides.
    if (index < this.blocks.length && this.blocks.startBit(index) === this.bitOf(words)) this.entries.delete(value);
    else this.entries.set(value, { words, startBit, endBit });
  }

  /** Where VSTOFFSET leads; the reference goes there when it comes to the first body. */
  get symbolsAt(): (BitRange & { readonly bit: number }) | undefined {
    if (!this.offset || this.blocks.length === 0) return undefined;
    // A word of 1 is the module's own start, which the reference takes for "none" unless there is a table.
    if (this.offset.words === 1 && !this.hasTable) return undefined;
    // The reference subtracts 1 from a number without a sign: 0 is past every end.
    return { ...this.offset, bit: this.offset.words === 0 ? Infinity : this.bitOf(this.offset.words) };
  }
  /** Whether the reference goes to the symbol table because of VSTOFFSET, rather than meet it. */
  get isLedToSymbols(): boolean {
    return this.blocks.length > 0 && this.offset !== undefined && this.offset.words !== 1;
  }
  private bitOf(words: number): number {
    return this.originBit + 32 * (words - 1);
  }

  /** The bodies in file order. Reports blocks and functions that have no counterpart. */
  paired(): BodyTable {
    const { functions, blocks } = this;
    if (this.entries.size > 0 && this.symbolsAt !== undefined)
      return new BodyTable(
        functions,
        blocks,
        this.byEntries().sort(([, a], [, b]) => a - b),
      );
    // If the symbol table has the positions of the bodies, only the first of them is met before these are asked for.
    const met = this.symbolsAt === undefined ? blocks.length : 1;
    for (let block = functions.ids.length; block < met; block++)
      this.reportSurplus({ startBit: blocks.startBit(block), endBit: blocks.endBit(block) });
    return new BodyTable(functions, blocks);
  }
  /** Reports a block for which there is no function. */
  private reportSurplus({ startBit, endBit }: BitRange): void {
    this.problems.add({
      code: "bad-block",
      message: "Insufficient function protos",
      startBit,
      endBit,
      path: ["module"],
    });
  }

  /**
   * The reference takes the first block for the first function, whatever its entry says: it has met that block when it
   * reads the table. A function without an entry gets its block by order. Blocks may remain, or be used twice.
   */
  private byEntries(): BodyPair[] {
    const { blocks, entries } = this;
    const { ids } = this.functions;
    const pairs: BodyPair[] = [];
    for (let i = 0; i < ids.length; i++) {
      const entry = entries.get(ids.data[i] as number);
      const told = entry ? blocks.indexAt(this.bitOf(entry.words)) : -1;
      if (entry && told < 0) this.report(entry, i === 0);
      const block = i === 0 || told < 0 ? i : told;
      if (block < blocks.length) pairs.push([i, block]);
    }
    return pairs;
  }
  /**
   * An entry that leads to no block. That of the first function matters only if the reference goes on from there when it has
   * read all bodies: from the end of the first block, or from the entry that leads farthest.
   */
  private report({ words, startBit, endBit }: Entry, isFirst: boolean): void {
    const { blocks } = this;
    let last = blocks.length === 0 ? 0 : blocks.endBit(0);
    for (const { words: other } of this.entries.values())
      if (blocks.indexAt(this.bitOf(other)) >= 0) last = Math.max(last, this.bitOf(other));
    if (isFirst && words > 0 && this.bitOf(words) <= last) return;
    const message = `the function's offset ${words} leads to no function block`;
    this.problems.add({ code: "bad-reference", message, startBit, endBit, path: ["module", "symbols"] });
  }
}
