/** `text`: what `pnacl-bcdis -no-records` prints, which is the assembly alone in 79 columns. */
import { ByteText } from "../../document/byteText";
import { columnText } from "../../document/token";
import { ASSEMBLY_ALONE } from "./layout";
import type { Item } from "./output";
import { ItemWriter, messageText } from "./output";
import type { SectionNode } from "./section";
import type { Sections } from "./sections";
import type { Walk } from "./walk";

/** Bytes that are collected before a piece is yielded. */
const PIECE_BYTES = 65536;

/** An item's assembly lines and messages. */
export function itemText(item: Item): string {
  if (item.kind === "section") return "";
  let text = "";
  for (const line of item.assembly) text += columnText(line) + "\n";
  for (const message of item.messages) text += messageText(message) + "\n";
  return text;
}

/**
 * The items of a section and its nested sections, in order, with `null` after each step.
 * @param outOf gives a section's walk its output
 */
export function* itemsWithin(
  sections: Sections,
  section: SectionNode,
  outOf = (): ItemWriter => new ItemWriter(ASSEMBLY_ALONE, false),
): Generator<Item | null, void, undefined> {
  const begin = (node: SectionNode): Walk => sections.walk(node, outOf());
  const open: Walk[] = [begin(section)];
  for (let walk = open.at(-1); walk; walk = open.at(-1)) {
    const more = walk.step();
    for (const item of sections.report(walk.section, walk.out)) {
      yield item;
      const nested = item.kind === "section" ? sections.node(item.section) : undefined;
      if (nested) open.push(begin(nested));
    }
    if (!more) open.splice(open.indexOf(walk), 1);
    yield null;
  }
}

/** The text of a section and its nested sections, in pieces. A piece is valid until the next one is requested. */
export function* sectionText(
  sections: Sections,
  section: SectionNode,
  layout = ASSEMBLY_ALONE,
): Generator<Uint8Array, void, undefined> {
  const text = new ByteText();
  const outOf = (): ItemWriter => new ItemWriter(layout, false, text);
  for (const items = itemsWithin(sections, section, outOf); !items.next().done;)
    if (text.length >= PIECE_BYTES) yield text.take();
  if (text.length > 0) yield text.take();
}
