/** The edges of a body on which constants become instructions: those that a phi names. */
import type { ValueId } from "../ir/ids";
import type { BasicBlock, FunctionBody, Instruction } from "../ir/function";
import { madeInstruction, namesBlocks, NO_VALUE } from "../ir/function";
import type { TypeInterner } from "../ir/interner";
import type { Release } from "../ir/releases";
import { SymbolTable } from "./calls/host";

/** An edge between two blocks that needs instructions: it gets a block of its own. */
interface Edge {
  readonly from: number;
  readonly to: number;
  /** The number of its block, after those of the body. */
  readonly block: number;
  readonly instructions: Instruction[];
}

type Phi = Extract<Instruction, { kind: "phi" }>;

/** The first release in which a phi lists such an edge once, even if the branch before it takes it several times. */
const MERGED_EDGES: Release = 21;

/** Makes instructions of constants. */
interface Expander {
  needs(id: ValueId): boolean;
  expand(id: ValueId, into: Instruction[], place: Instruction): ValueId;
}
interface Host {
  readonly release: Release;
  readonly interner: TypeInterner;
}

export class Edges {
  private readonly list: Edge[] = [];
  /** Edges by the block that they lead to and the one that they come from. */
  private readonly into = new Map<number, Map<number, Edge>>();

  constructor(
    private readonly body: FunctionBody,
    private readonly expander: Expander,
    private readonly host: Host,
  ) {}

  /** A phi of block `to` whose constants are made on the edges that they come from. */
  expand(phi: Phi, to: number): Phi {
    const operands: ValueId[] = [];
    const blocks: number[] = [];
    const places = new Map<number, number>();
    phi.blocks.forEach((from, i) => {
      const id = phi.operands[i] as ValueId;
      const earlier = places.get(from);
      let edge = this.into.get(to)?.get(from);
      if (earlier !== undefined && edge && this.host.release >= MERGED_EDGES) return;
      if (earlier === undefined && !edge && this.expander.needs(id)) edge = this.add(from, to);
      if (earlier !== undefined) operands.push(operands[earlier] as ValueId);
      else {
        places.set(from, operands.length);
        operands.push(edge ? this.expander.expand(id, edge.instructions, phi) : id);
      }
      blocks.push(from);
    });
    return { ...phi, operands, blocks };
  }
  private add(from: number, to: number): Edge {
    const edge = { from, to, block: this.body.blocks.length + this.list.length, instructions: [] };
    this.list.push(edge);
    const others = this.into.get(to);
    if (others) others.set(from, edge);
    else this.into.set(to, new Map([[from, edge]]));
    return edge;
  }

  /** Puts a block on each edge, before the block that the edge leads to. */
  split(): void {
    if (this.list.length === 0) return;
    const { body, into, list, host } = this;
    const symbols = new SymbolTable(body);
    const count = body.blocks.length;
    const outOf = new Map<number, Map<number, Edge>>();
    for (const edge of list) {
      const instructions = [...edge.instructions, branch(edge, host)];
      body.blocks.push({ name: symbols.take(TEMPORARY), instructions });
      const others = outOf.get(edge.from);
      if (others) others.set(edge.to, edge);
      else outOf.set(edge.from, new Map([[edge.to, edge]]));
    }
    for (const [from, edges] of outOf) renumberBlocks(body.blocks[from], (number) => through(edges, number), isLast);
    for (const [to, edges] of into) renumberBlocks(body.blocks[to], (number) => through(edges, number), isPhi);
    const inOrder = (number: number): readonly number[] => [
      ...Array.from(into.get(number)?.values() ?? [], ({ block }) => block),
      number,
    ];
    reorder(
      body,
      body.blocks.slice(0, count).flatMap((_, number) => inOrder(number)),
    );
  }
}

/** The block of the edge that leads to or from a block; without one that block itself. */
function through(edges: ReadonlyMap<number, Edge>, number: number): number {
  return edges.get(number)?.block ?? number;
}

/** Puts the blocks of a body into this order. */
function reorder(body: FunctionBody, order: readonly number[]): void {
  const places = new Map(order.map((old, place) => [old, place]));
  const placeOf = (block: number): number => places.get(block) ?? block;
  const blocks = order.map((old) => body.blocks[old] as BasicBlock);
  body.blocks.length = 0;
  for (const block of blocks) {
    renumberBlocks(block, placeOf, () => true);
    body.blocks.push(block);
  }
  body.useLists.forEach((list, i) => {
    const { block, addressedIn } = list;
    body.useLists[i] = {
      ...list,
      block: placeOf(block),
      addressedIn: addressedIn === undefined ? undefined : placeOf(addressedIn),
    };
  });
}

/**
 * The name of a temporary block that the reader makes at the first phi, before blocks are named, and removes in the end
 * if unused.
 */
const TEMPORARY = "phi.constexpr";
/** The first release that makes it. */
const TEMPORARIES: Release = 16;

/** Appends a number to the name of a block that has the temporary block's name. */
export function renameBesideTemporary(body: FunctionBody, release: Release): void {
  const block = release >= TEMPORARIES ? body.blocks.find(({ name }) => name === TEMPORARY) : undefined;
  if (!block || !body.blocks.some(({ instructions }) => instructions.some(isPhi))) return;
  block.name = new SymbolTable(body).take(TEMPORARY);
}

function isPhi(instruction: Instruction): boolean {
  return instruction.kind === "phi";
}
function isLast(_instruction: Instruction, index: number, all: readonly Instruction[]): boolean {
  return index === all.length - 1;
}

/** Renumbers the blocks that some instructions refer to. */
function renumberBlocks(
  block: BasicBlock | undefined,
  change: (number: number) => number,
  which: (instruction: Instruction, index: number, all: readonly Instruction[]) => boolean,
): void {
  const instructions = block?.instructions ?? [];
  instructions.forEach((instruction, i) => {
    if (!namesBlocks(instruction) || !which(instruction, i, instructions)) return;
    const changed = { ...instruction, blocks: instruction.blocks.map(change) };
    if (changed.kind === "catchswitch" && changed.unwind !== undefined) {
      instructions[i] = { ...changed, unwind: change(changed.unwind) };
    } else instructions[i] = changed;
  });
}

/** The branch at the end of an edge's block. */
function branch({ to, instructions }: Edge, host: Host): Instruction {
  const place = instructions[0] ?? { startBit: 0, endBit: 0 };
  return { kind: "br", ...madeInstruction(place, "br", host.interner.void, NO_VALUE, []), blocks: [to] };
}
