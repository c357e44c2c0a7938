/** The ids that a section defines, found by printing it: for the outline. */
import { ASSEMBLY_ALONE } from "./layout";
import { ItemWriter } from "./output";
import type { SectionNode } from "./section";
import type { Sections } from "./sections";
import { itemText } from "./text";

/** A definition: its id, its symbol, the text of its statement, and the bits of its record. */
export interface Definition {
  readonly id: string;
  readonly symbol: string;
  readonly statement: string;
  readonly startBit: number;
  readonly endBit: number;
}

/** The definitions of a section in file order, without those of nested sections. */
export function* definitionsIn(sections: Sections, section: SectionNode): Generator<Definition, void, undefined> {
  const out = new ItemWriter(ASSEMBLY_ALONE, false);
  const walk = sections.walk(section, out);
  for (let more = true; more;) {
    more = walk.step();
    for (const item of sections.report(section, out)) {
      if (item.kind === "section") continue;
      const { startBit, endBit } = item;
      for (const { text, symbol, definition } of item.assembly.flat()) {
        if (!definition || symbol === undefined) continue;
        yield { id: text, symbol, statement: itemText(item).trim().replace(/\s+/g, " "), startBit, endBit };
      }
    }
  }
}
