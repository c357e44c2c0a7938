/** The assembly alone as lines; each block of the module is a section. */
import { append } from "../../document/arrays";
import { ByteText } from "../../document/byteText";
import type { Arrangement } from "../../document/arrangement";
import type { SectionId } from "../../document/section";
import type { Line, SymbolId } from "../../document/token";
import type { Chunk } from "../../kit/chunk";
import { ChunkedAssembly } from "../../kit/chunks";
import type { NamedLines, TextLines } from "../../kit/lines";
import { charactersOf, MadeLines } from "../../kit/lines";
import { TextLineSink } from "../../kit/lineSink";
import { allSteps } from "../../kit/steps";
import { functionFactsOf } from "./facts";
import { ASSEMBLY_ALONE } from "./layout";
import { StatementNames } from "./nameStatements";
import type { Columns, Item } from "./output";
import { ItemWriter, messageText } from "./output";
import { messageLine, rowLine } from "./rows";
import type { SectionNode } from "./section";
import { isPreamble } from "./section";
import type { Sections } from "./sections";
import { scopeOf } from "./places";
import { isLocal } from "./symbols";
import { itemsWithin } from "./text";

/** Bits of a block for each of its lines, roughly. */
const BITS_PER_LINE = 24;

/**
 * The assembly of the module; undefined without one.
 * @param bitOf the first bit of the record that defines a symbol
 */
export function assemblyOf(
  sections: Sections,
  title: string,
  bitOf: (symbol: SymbolId) => number | undefined,
): Arrangement | undefined {
  const { module } = sections;
  if (!module) return undefined;
  /** The chunks of the module's blocks, by their sections among the records. */
  const blocks = new Map<SectionId, number>();
  const chunkOf = (section: SectionId | undefined): number | undefined => {
    let node = section === undefined ? undefined : sections.node(section);
    while (node?.parent && node.parent !== module) node = node.parent;
    return node && blocks.get(node.id);
  };
  return new ChunkedAssembly({
    title,
    window: sections.window,
    bits: sections.endOfFile,
    bitOf,
    scopeOf: (symbol) => chunkOf(scopeOf(sections, symbol)),
    chunks: () => {
      const chunks = chunksOf(sections, module);
      chunks.forEach((chunk, index) => {
        if (chunk instanceof BlockRows) blocks.set(chunk.node.id, index);
      });
      return chunks;
    },
    functionFacts: (symbol) => functionFactsOf(sections, symbol),
    // The rows before `%b0:` count the blocks and define constants.
    labelsEntry: true,
  });
}

/** Items of the module that form one chunk. */
const MAX_CHUNK_ITEMS = 256;

/** A chunk for each block, and chunks of the module's own rows between them. */
function chunksOf(sections: Sections, module: SectionNode): readonly Chunk[] {
  // Blocks depend on the blocks before them: the walk must have passed all of them first.
  sections.exhaust(module);
  const walk = sections.walk(module, new ItemWriter(ASSEMBLY_ALONE, false));
  const chunks: Chunk[] = [];
  let run: ModuleRows | undefined;
  for (let more = true; more;) {
    more = walk.step();
    const items = sections.report(module, walk.out);
    let index = walk.out.index - items.length;
    for (const item of items) {
      if (item.kind === "section") {
        const node = sections.node(item.section);
        if (node) chunks.push(new BlockRows(sections, node));
        run = undefined;
      } else if (run && index - run.from < MAX_CHUNK_ITEMS) run.take(item);
      else chunks.push((run = new ModuleRows(sections, module, index, item)));
      index++;
    }
  }
  return chunks;
}

/** What a block's section says about it; its title takes time. */
class BlockHead {
  constructor(
    private readonly sections: Sections,
    private readonly node: SectionNode,
  ) {}
  get kind(): string {
    return this.node.kind;
  }
  get foldedAtFirst(): boolean {
    return isPreamble(this.node.kind);
  }
  get title(): string {
    return this.sections.titleOf(this.node);
  }
}

/** A block of the module. There may be very many: what it shows is computed when it is requested. */
class BlockRows implements Chunk {
  constructor(
    private readonly sections: Sections,
    readonly node: SectionNode,
  ) {}
  get startBit(): number {
    return this.node.block.startBit;
  }
  get endBit(): number {
    return this.node.endBit;
  }
  get estimate(): number {
    return Math.max(2, Math.ceil((this.endBit - this.startBit) / BITS_PER_LINE));
  }
  get section(): BlockHead {
    return new BlockHead(this.sections, this.node);
  }
  print(): Generator<void, MadeLines, undefined> {
    return this.walked(function* (itemsBy) {
      return yield* madeLines(itemsBy());
    });
  }
  readonly text = (): Generator<void, TextLines, undefined> => this.walked(writtenLines);
  readonly names = (locals: boolean): Generator<void, NamedLines, undefined> =>
    this.walked(function* (itemsBy) {
      return yield* madeLines(itemsBy(() => namesOut(locals)));
    });

  /** Lines of its items: begun again if the tables that the walk relies on are dropped while it is interrupted. */
  private *walked<L>(linesOf: (items: ItemsBy) => Generator<void, L, undefined>): Generator<void, L, undefined> {
    const { sections, node } = this;
    for (;;) {
      const { generation } = node;
      const work = linesOf((outOf) => itemsWithin(sections, node, outOf));
      for (let step = work.next(); node.generation === generation; step = work.next()) {
        if (step.done) return step.value;
        yield;
      }
    }
  }
  *write(text: ByteText): Generator<void, void, undefined> {
    const from = text.length;
    yield* this.walked(function* (itemsBy) {
      text.truncate(from);
      for (const item of itemsBy(() => plainOut(text))) if (item === null) yield;
    });
  }
}

/** Consecutive items of the module itself, between two blocks. */
class ModuleRows implements Chunk {
  readonly startBit: number;
  endBit: number;
  count = 0;
  private items = 0;

  constructor(
    private readonly sections: Sections,
    private readonly module: SectionNode,
    /** Index of the first item. */
    readonly from: number,
    first: TextItem,
  ) {
    this.startBit = first.startBit;
    this.endBit = first.endBit;
    this.take(first);
  }
  take(item: TextItem): void {
    this.items++;
    this.count += item.assembly.length + item.messages.length;
    this.endBit = item.endBit;
  }
  get estimate(): number {
    return this.count;
  }
  print(): MadeLines {
    return allSteps(madeLines(this.walked(new ItemWriter(ASSEMBLY_ALONE, false))));
  }
  /** The items once more, from the checkpoint before them. */
  private *walked(out: ItemWriter): Generator<Item, void, undefined> {
    const { sections, module, from, items } = this;
    const walk = sections.walk(module, out, from);
    for (let more = true; more && out.index < from + items;) {
      more = walk.step();
      const made = sections.report(module, out);
      const first = out.index - made.length;
      yield* made.filter((_, index) => first + index >= from && first + index < from + items);
    }
  }
}

/** Output of which the lines have only the tokens that are names. */
function namesOut(locals: boolean): ItemWriter {
  return new ItemWriter(
    ASSEMBLY_ALONE,
    false,
    new StatementNames(ASSEMBLY_ALONE, (symbol) => locals || !isLocal(symbol)),
  );
}

/** Output that writes the assembly, or columns, as plain text. */
function plainOut(to: ByteText | Columns): ItemWriter {
  return new ItemWriter(ASSEMBLY_ALONE, false, to);
}

type TextItem = Extract<Item, { readonly kind: "text" }>;

/** Walks through the items of a section; `outOf` gives a walk its output. */
type ItemsBy = (outOf?: () => ItemWriter) => Iterable<Item | null>;

/** The lines of items, of which `null` ends a step. */
function* madeLines(items: Iterable<Item | null>): Generator<void, MadeLines, undefined> {
  const lines: Line[] = [];
  let characters = 0;
  for (const item of items)
    if (item) {
      const made = itemLines(item);
      characters += charactersOf(made);
      append(lines, made);
    } else yield;
  return new MadeLines(lines, characters);
}
/** The same as text. */
function* writtenLines(itemsBy: ItemsBy): Generator<void, TextLines, undefined> {
  const sink = new TextLineSink();
  const assembly = new ByteText();
  const columns = { record: new ByteText(0), assembly };
  let from = 0;
  for (const item of itemsBy(() => plainOut(columns))) {
    if (item === null) {
      // What is left belongs to the next item.
      if (from === assembly.length) {
        assembly.truncate(0);
        from = 0;
      }
      yield;
    }
    if (item?.kind !== "text") continue;
    sink.at(item.positionBit);
    sink.lines(assembly.since(0), from, item.assemblyEnd);
    from = item.assemblyEnd;
    sink.at(undefined);
    for (const message of item.messages) sink.put("problem", `${messageText(message)}\n`);
  }
  return sink.takeText();
}

/** An item's assembly lines, of which the first has the item's position, and its messages. */
function itemLines(item: Item): readonly Line[] {
  if (item.kind === "section") return [];
  const { positionBit, assembly, messages } = item;
  const lines = assembly.map((tokens, index) => rowLine(index === 0 ? positionBit : undefined, undefined, tokens));
  return [...lines, ...messages.map(messageLine)];
}
