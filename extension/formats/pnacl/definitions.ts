/** The ids that a section defines and their statements, found by printing it: for the outline. */
import type { SymbolId } from "../../document/token";
import { ASSEMBLY_ALONE } from "./layout";
import { ONE_LINE, StatementNames } from "./nameStatements";
import type { Item } from "./output";
import { ItemWriter } from "./output";
import type { SectionNode } from "./section";
import type { Sections } from "./sections";
import { itemText } from "./text";
import type { Walk } from "./walk";

/** A definition: its id, its symbol, the bits of its record, and its entry in the section. */
export interface Definition {
  readonly id: string;
  readonly symbol: string;
  readonly startBit: number;
  readonly endBit: number;
  readonly entry: number;
}

/** So many steps of a walk are one of {@link definitionSteps}: each writes few items. */
const WALKED = 64;

/**
 * The definitions of a section in file order, without those of nested sections, in steps: yields those that one has found,
 * which may be none.
 * @param isWanted whether a symbol is wanted: making no tokens of others takes less time
 */
export function* definitionSteps(
  sections: Sections,
  section: SectionNode,
  isWanted: (symbol: SymbolId) => boolean = () => true,
): Generator<readonly Definition[], void, undefined> {
  const out = new ItemWriter(ONE_LINE, false, new StatementNames(ONE_LINE, isWanted));
  const walk = sections.walk(section, out);
  for (let more = true; more;) {
    const found: Definition[] = [];
    for (let steps = 0; more && steps < WALKED; steps++) {
      more = walk.step();
      const items = sections.report(section, out);
      for (const [index, item] of items.entries()) noteDefinitions(item, out.index - items.length + index, found);
    }
    yield found;
  }
}
function noteDefinitions(item: Item, entry: number, found: Definition[]): void {
  if (item.kind === "section") return;
  const { startBit, endBit } = item;
  for (const line of item.assembly)
    for (const { text, symbol, definition } of line)
      if (definition && symbol !== undefined) found.push({ id: text, symbol, startBit, endBit, entry });
}

/** The same, all at once. */
export function* definitionsIn(sections: Sections, section: SectionNode): Generator<Definition, void, undefined> {
  for (const found of definitionSteps(sections, section)) yield* found;
}

/** Items that a step of a walk may write: an earlier item may be among those of the step that writes a later one. */
const STEP_ITEMS = 4;

/** The statements of a section's entries, one by one: quickly if they are asked for in order. */
export class StatementsOf {
  private walk: Walk | undefined;
  private texts: string[] = [];
  /** The entry of the first text. */
  private first = 0;

  constructor(
    private readonly sections: Sections,
    private readonly section: SectionNode,
  ) {}

  /** An entry's statement and its messages, in one line. */
  at(entry: number): string {
    const walk = this.walk && entry >= this.first ? this.walk : this.walkTo(entry);
    // Not kept if a step is interrupted, since it cannot be repeated.
    this.walk = undefined;
    for (let more = true; more && entry >= this.first + this.texts.length;) {
      more = walk.step();
      this.take(walk);
    }
    this.walk = walk;
    return this.texts[entry - this.first] ?? "";
  }
  private walkTo(entry: number): Walk {
    const walk = this.sections.walk(this.section, new ItemWriter(ASSEMBLY_ALONE, false), entry);
    walk.skimTo(entry - STEP_ITEMS);
    this.texts = [];
    this.first = walk.out.index;
    return walk;
  }
  private take({ out }: Walk): void {
    const items = this.sections.report(this.section, out);
    this.first = out.index - items.length;
    this.texts = items.map((item) => itemText(item).trim().replace(/\s+/g, " "));
  }
}
