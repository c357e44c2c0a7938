/**
 * Which FUNCTION_BLOCK is the body of which function: the symbol table's FNENTRY records give its word if VSTOFFSET leads
 * to that table; otherwise the blocks are in the order of the FUNCTION records (docs/formats/llvm.md, "The file").
 */
import type { BitRange } from "../../../document/bits";
import { countBefore } from "../../../kit/sortedSearch";
import type { Checkpoint } from "../../bitstream/reader";
import type { Body } from "../ir/module";
import type { FunctionValue } from "../ir/values";
import type { ProblemList } from "../stream/blocks";

interface Block extends BitRange {
  readonly checkpoint: Checkpoint;
}
/** FNENTRY: the word of a function's body, and where the record is. */
interface Entry extends BitRange {
  readonly words: number;
}

/** Notes the blocks and the entries of one module as they are read. */
export class BodyPlaces {
  private readonly blocks: Block[] = [];
  /** What VSTOFFSET says, and where. */
  private offset: (BitRange & { readonly words: number }) | undefined;
  /** The entries that say other than the order, by value number: none, if the table comes after the bodies as usual. */
  private readonly entries = new Map<number, Entry>();

  /** `originBit`: the bit from which words are counted, less one word. */
  constructor(
    private readonly originBit: number,
    private readonly functions: readonly FunctionValue[],
    private readonly problems: ProblemList,
  ) {}

  noteBlock(block: Block): void {
    this.blocks.push(block);
  }
  /** Notes VSTOFFSET: [words]. */
  noteOffset(words: number, { startBit, endBit }: BitRange): void {
    this.offset = { words, startBit, endBit };
  }
  /** Notes FNENTRY: [value, words, ...]. */
  noteEntry(value: number, words: number, { startBit, endBit }: BitRange): void {
    const index = countBefore(this.functions.length, (at) => (this.functions[at] as FunctionValue).id >= value);
    // The last entry of a function decides.
    if (this.blocks[index]?.startBit === this.bitOf(words)) this.entries.delete(value);
    else this.entries.set(value, { words, startBit, endBit });
  }

  /** Where VSTOFFSET leads; the reference goes there when it comes to the first body. */
  get symbolsAt(): (BitRange & { readonly bit: number }) | undefined {
    // A word of 1 is the module's own start, which the reference takes for "none"; so it does 0 before it is filled in.
    if (!this.offset || this.offset.words <= 1 || this.blocks.length === 0) return undefined;
    return { ...this.offset, bit: this.bitOf(this.offset.words) };
  }
  private bitOf(words: number): number {
    return this.originBit + 32 * (words - 1);
  }

  /** The bodies in file order. Reports blocks and functions that have no counterpart. */
  paired(): readonly Body[] {
    if (this.entries.size === 0 || this.symbolsAt === undefined) return this.byOrder();
    return this.byEntries().sort((a, b) => a.startBit - b.startBit);
  }
  private byOrder(): Body[] {
    const { blocks, functions } = this;
    for (const { startBit, endBit } of blocks.slice(functions.length)) {
      const message = "Insufficient function protos";
      this.problems.add({ code: "bad-block", message, startBit, endBit, path: ["module"] });
    }
    return blocks.slice(0, functions.length).map((block, i) => bodyOf(functions[i] as FunctionValue, block));
  }

  /**
   * The reference takes the first block for the first function, whatever its entry says: it has met that block when it
   * reads the table. A function without an entry gets its block by order. Blocks may remain, or be used twice.
   */
  private byEntries(): Body[] {
    const { blocks, functions, entries } = this;
    const byBit = new Map(blocks.map((block) => [block.startBit, block]));
    return functions.flatMap((function_, i) => {
      const entry = entries.get(function_.id);
      const told = entry && byBit.get(this.bitOf(entry.words));
      if (entry && !told) this.report(entry, i === 0);
      const block = (i === 0 ? undefined : told) ?? blocks[i];
      return block ? [bodyOf(function_, block)] : [];
    });
  }
  /** An entry that leads to no block. That of the first function matters only if reading continues after it. */
  private report({ words, startBit, endBit }: Entry, isFirst: boolean): void {
    const last = this.blocks.at(-1)?.startBit ?? 0;
    if (isFirst && this.bitOf(words) <= last) return;
    const message = `the function's offset ${words} leads to no function block`;
    this.problems.add({ code: "bad-reference", message, startBit, endBit, path: ["module", "symbols"] });
  }
}

function bodyOf(function_: FunctionValue, { checkpoint, startBit, endBit }: Block): Body {
  return { function: function_, checkpoint, startBit, endBit };
}
