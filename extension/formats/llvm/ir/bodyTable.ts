/** The bodies of a module's functions, as numbers: a large module has a million, of which a view shows a few. */
import type { BitRange } from "../../../document/bits";
import { BitPositions, Words } from "../../../kit/numbers";
import { countBefore } from "../../../kit/sortedSearch";
import type { Block, BlockInfo, Checkpoint } from "../../bitstream/reader";
import type { ValueId } from "./ids";
import type { Body } from "./module";
import type { FunctionValue } from "./values";

/** What many blocks have in common: the state of the reader at their start, apart from positions. */
interface Frame {
  readonly like: Block;
  readonly blockInfo: BlockInfo;
  readonly setBlock: number | undefined;
}

/** The FUNCTION_BLOCKs of a module in the order of the file. */
export class FunctionBlocks {
  private readonly starts = new BitPositions();
  private readonly ends = new BitPositions();
  /** Bits from a block's start to its first entry. */
  private readonly heads = new Words();
  /** The end that a block's header states. */
  private readonly stated = new BitPositions();
  private readonly frames: Frame[] = [];
  /** The index of each block's frame. */
  private readonly frame = new Words();

  get length(): number {
    return this.starts.length;
  }
  /**
   * Adds a block.
   * @param checkpoint the state of the reader after it has entered the block
   * @param range the block's range within the stream
   */
  add({ block, blockInfo, setBlock, bit }: Checkpoint, { startBit, endBit }: BitRange): void {
    if (!block) return;
    const last = this.frames.at(-1);
    if (!last || !differOnlyInPlace(last.like, block) || last.blockInfo !== blockInfo || last.setBlock !== setBlock)
      this.frames.push({ like: block, blockInfo, setBlock });
    this.starts.push(startBit);
    this.ends.push(endBit);
    this.heads.push(bit - startBit);
    this.stated.push(block.endBit);
    this.frame.push(this.frames.length - 1);
  }
  /**
   * Adds the block that follows the last one, which it resembles in all but its positions.
   * @param head bits from its start to its first entry
   */
  addLike(head: number, endBit: number): void {
    this.starts.push(this.endBit(this.length - 1));
    this.ends.push(endBit);
    this.heads.push(head);
    this.stated.push(endBit);
    this.frame.push(this.frames.length - 1);
  }
  /** How many blocks from this one on, at most `most`, follow one another and differ in nothing but their positions. */
  countLike(index: number, most: number): number {
    const frame = this.frame.data[index];
    const end = Math.min(this.length, index + most);
    let at = index + 1;
    while (at < end && this.frame.data[at] === frame && this.startBit(at) === this.endBit(at - 1)) {
      if (this.stated.at(at) !== this.endBit(at)) break;
      at++;
    }
    return at - index;
  }
  /** Bits from a block's start to its first entry. */
  headBits(index: number): number {
    return this.heads.data[index] as number;
  }
  startBit(index: number): number {
    return this.starts.at(index);
  }
  endBit(index: number): number {
    return this.ends.at(index);
  }
  /** The index of the block that starts at a bit; -1 if there is none. */
  indexAt(bit: number): number {
    const index = countBefore(this.length, (at) => this.startBit(at) >= bit);
    return index < this.length && this.startBit(index) === bit ? index : -1;
  }
  /** The state of a reader that has entered a block. */
  checkpoint(index: number): Checkpoint {
    const startBit = this.startBit(index);
    const { like, blockInfo, setBlock } = this.frames[this.frame.data[index] as number] as Frame;
    const bit = startBit + (this.heads.data[index] as number);
    const endBit = this.stated.at(index);
    // Every record reads its block, which is fast if all blocks list their fields in the same order.
    const { outer, depth, id, width, abbreviations, shared } = like;
    return {
      bit,
      block: { outer, depth, id, width, startBit, bodyBit: bit, endBit, abbreviations, shared },
      blockInfo,
      setBlock,
    };
  }
}

/** Whether two blocks differ in nothing but their positions. */
export function differOnlyInPlace(one: Block, other: Block): boolean {
  return (
    one.outer === other.outer &&
    one.id === other.id &&
    one.width === other.width &&
    one.abbreviations === other.abbreviations &&
    one.shared === other.shared
  );
}

/** Functions that have a body: their numbers in the order of their records, and the functions themselves. */
export interface DefinedFunctions {
  readonly ids: Words;
  /** A function by its index. */
  at(index: number): FunctionValue;
}

/** The index of the first function with this number or a higher one. */
export function firstFrom({ ids }: DefinedFunctions, id: ValueId): number {
  return countBefore(ids.length, (at) => (ids.data[at] as number) >= id);
}
/** The index of the function with this number; -1 if it has no body. */
export function indexOfFunction(functions: DefinedFunctions, id: ValueId): number {
  const index = firstFrom(functions, id);
  return index < functions.ids.length && functions.ids.data[index] === id ? index : -1;
}

/** A function and the block that is its body, by their indices. */
export type BodyPair = readonly [function_: number, block: number];

/** The bodies in the order of the file. The objects that describe them are made when they are asked for. */
export class BodyTable implements Iterable<Body> {
  readonly length: number;
  private byFunction: ReadonlyMap<number, number> | undefined;

  /** @param pairs the bodies in the order of their blocks; without them, functions and blocks are in the same order */
  constructor(
    private readonly functions: DefinedFunctions,
    private readonly blocks: FunctionBlocks,
    private readonly pairs?: readonly BodyPair[],
  ) {
    this.length = pairs?.length ?? Math.min(functions.ids.length, blocks.length);
  }

  private functionAt(index: number): number {
    return this.pairs?.[index]?.[0] ?? index;
  }
  private blockAt(index: number): number {
    return this.pairs?.[index]?.[1] ?? index;
  }
  private startBit(index: number): number {
    return this.blocks.startBit(this.blockAt(index));
  }
  at(index: number): Body {
    const block = this.blockAt(index);
    return {
      function: this.functions.at(this.functionAt(index)),
      checkpoint: this.blocks.checkpoint(block),
      startBit: this.blocks.startBit(block),
      endBit: this.blocks.endBit(block),
    };
  }
  *[Symbol.iterator](): Generator<Body, void, undefined> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
  /** The number of a function with the range of its body. */
  rangeOf(index: number): BitRange & { readonly id: ValueId } {
    const block = this.blockAt(index);
    const id = this.functions.ids.data[this.functionAt(index)] as number;
    return { id, startBit: this.blocks.startBit(block), endBit: this.blocks.endBit(block) };
  }
  /** The index of the last body whose block starts at a bit or before it; -1 if there is none. */
  private lastUpTo(bit: number): number {
    return countBefore(this.length, (at) => this.startBit(at) > bit) - 1;
  }
  /** The body whose block contains a bit. */
  around(bit: number): Body | undefined {
    const index = this.lastUpTo(bit);
    return index >= 0 && bit < this.blocks.endBit(this.blockAt(index)) ? this.at(index) : undefined;
  }
  /** The body whose block starts at a bit. */
  startingAt(bit: number): Body | undefined {
    const index = this.lastUpTo(bit);
    return index >= 0 && this.startBit(index) === bit ? this.at(index) : undefined;
  }
  /** The index of the body of a function by its number; undefined if it has none. */
  private indexOf(id: ValueId): number | undefined {
    const index = indexOfFunction(this.functions, id);
    if (index < 0) return undefined;
    const { pairs } = this;
    if (pairs) this.byFunction ??= new Map(pairs.map(([function_], at) => [function_, at]));
    const at = this.byFunction ? this.byFunction.get(index) : index;
    return at === undefined || at >= this.length ? undefined : at;
  }
  /** The body of a function by its number; undefined if it has none. */
  of(id: ValueId): Body | undefined {
    const index = this.indexOf(id);
    return index === undefined ? undefined : this.at(index);
  }
  /** The body of this very function, which an upgrade may have replaced by another one with the same number. */
  ofGlobal(global: FunctionValue): Body | undefined {
    const body = this.of(global.id);
    return body?.function === global ? body : undefined;
  }
}

/** The bodies of a module before it has been read. */
export const NO_BODIES = new BodyTable(
  {
    ids: new Words(),
    at: () => {
      throw new RangeError("no bodies");
    },
  },
  new FunctionBlocks(),
);
