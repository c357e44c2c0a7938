/** The assembly alone as lines: each block of the module is a section. */
import { append } from "../../document/arrays";
import type { Arrangement } from "../../document/arrangement";
import type { Line, SymbolId } from "../../document/token";
import type { Chunk } from "../../kit/chunks";
import { ChunkedAssembly } from "../../kit/chunks";
import { MadeLines } from "../../kit/lines";
import { functionFactsOf } from "./facts";
import { ASSEMBLY_ALONE } from "./layout";
import type { Item } from "./output";
import { ItemWriter, messageText } from "./output";
import type { SectionNode } from "./section";
import type { Sections } from "./sections";
import { itemsWithin } from "./text";

/** Bits of a block that make a line, about. */
const BITS_PER_LINE = 24;

/** @param bitOf the bit of the record that defines a symbol */
export function assemblyOf(
  sections: Sections,
  title: string,
  bitOf: (symbol: SymbolId) => number | undefined,
): Arrangement | undefined {
  const { module } = sections;
  if (!module) return undefined;
  return new ChunkedAssembly({
    title,
    bits: sections.endOfFile,
    bitOf,
    chunks: () => chunksOf(sections, module),
    functionFacts: (symbol) => functionFactsOf(sections, symbol),
  });
}

/** The module's own rows, and its blocks between them. */
function chunksOf(sections: Sections, module: SectionNode): readonly Chunk[] {
  // What a block means depends on those before it: all have to have been come by.
  sections.exhaust(module);
  const walk = sections.walk(module, new ItemWriter(ASSEMBLY_ALONE, false));
  const chunks: Chunk[] = [];
  for (let more = true; more;) {
    more = walk.step();
    for (const item of sections.report(module, walk.out)) {
      const node = item.kind === "section" ? sections.node(item.section) : undefined;
      const { startBit, endBit } = item;
      if (node) chunks.push(blockChunk(sections, node));
      else chunks.push({ startBit, endBit, estimate: 1, print: () => new MadeLines(itemLines(item)) });
    }
  }
  return chunks;
}

function blockChunk(sections: Sections, node: SectionNode): Chunk {
  const { startBit } = node.block;
  const { endBit, kind } = node;
  const print = (): MadeLines => {
    const lines: Line[] = [];
    for (const item of itemsWithin(sections, node)) if (item) append(lines, itemLines(item));
    return new MadeLines(lines);
  };
  const estimate = Math.max(2, Math.ceil((endBit - startBit) / BITS_PER_LINE));
  return { startBit, endBit, estimate, section: { kind, title: sections.titleOf(node) }, print };
}

/** An item's assembly lines, the first with its position, and its messages. */
function itemLines(item: Item): readonly Line[] {
  if (item.kind === "section") return [];
  const { positionBit, assembly, messages } = item;
  const lines = assembly.map((tokens, index): Line => {
    const line: Line = { kind: "row", record: [], assembly: tokens };
    return index === 0 && positionBit !== undefined ? { ...line, positionBit } : line;
  });
  const told = messages.map((message): Line => {
    return { kind: "message", record: [], assembly: [{ kind: "problem", text: messageText(message) }] };
  });
  return [...lines, ...told];
}
