/** The basic blocks of a section, found in its lines: where labels are, and what each block's last instruction names. */
import type { BitRange } from "../../document/bits";
import type { Place, SectionId } from "../../document/section";
import type { Line, SymbolId } from "../../document/token";
import { append } from "../../document/arrays";
import { asked } from "../../kit/continued";
import type { RowPlace } from "../protocol";
import type { Arranged } from "../rows/arranged";
import type { LinesEntry } from "../rows/folds";
import { PAGE } from "../rows/pages";
import type { Successor } from "./edges";
import { labelOf, successorsOf } from "./edges";
import { flowLines, rowText } from "./rows";

/** Most characters that a tab takes in a graph. */
const TAB = 2;

/** A basic block. */
export interface Block {
  /** The first bit of its first instruction; if it has none, of its label. */
  readonly startBit: number;
  /** Absent: an entry block that the text does not name. */
  readonly symbol: SymbolId | undefined;
  readonly label: string;
  readonly place: RowPlace;
  readonly rows: number;
  /** Characters of the longest row. */
  readonly width: number;
  /** What its last instruction names, in order. */
  readonly next: readonly Successor[];
}

/** The blocks of a section in the order of the text, found in steps. May throw MissingBytes. */
export function* blocksOf(arranged: Arranged, section: SectionId): Generator<void, readonly Block[], undefined> {
  const { pages, arrangement } = arranged;
  const reader = new BlockReader(arrangement.labelsEntry ?? false);
  for (let index = 0; ; index++) {
    const page = yield* asked(() => pages.page(section, index));
    page.entries.forEach((entry, i) => {
      const place = { section, entry: index * PAGE + i };
      if (entry.kind === "lines") reader.take(entry, place);
      else reader.takeSection(entry, place, pages.section(entry.section)?.title ?? "");
    });
    if (page.end || page.entries.length === 0) return reader.end();
    yield;
  }
}

/** A block that is being read. */
type Reading = { -readonly [Part in keyof Block]: Block[Part] };

/** Puts lines together into blocks. */
class BlockReader {
  private readonly blocks: Reading[] = [];
  /** The lines of the statement that is being read; it may go on over entries, as switches do. */
  private statement: Line[] = [];
  private isOpen = false;

  constructor(
    /** Whether lines before the first label belong to no block. */
    private readonly labelsEntry: boolean,
  ) {}

  /** Takes the next entry. */
  take(entry: LinesEntry, place: Place): void {
    const shown = flowLines(entry);
    const lines = shown.map((line) => entry.lines[line] as Line);
    const head = lines.findIndex((line) => labelOf(line) !== undefined);
    const line = shown[Math.max(0, head)];
    // The first entry is the section's head, which may include the label of the first block.
    if (line === undefined || (head < 0 && (place.entry === 0 || this.isFoot(lines)))) return;
    const { startBit } = entry;
    const at = { ...place, line };
    const block = head < 0 ? this.blockAt(startBit, at) : this.begin(startBit, at, lines[head] as Line);
    if (block) this.add(block, startBit, head < 0 ? lines : lines.slice(head), head < 0);
  }
  /** Takes an entry that is a section: an instruction with regions. It is shown folded. */
  takeSection({ startBit }: BitRange, place: Place, title: string): void {
    const block = this.blockAt(startBit, { ...place, line: 0 });
    if (block)
      this.add(block, startBit, [{ kind: "row", record: [], assembly: [{ text: title, kind: "text" }] }], true);
  }
  /** All blocks, when no entry is left. */
  end(): readonly Block[] {
    this.close();
    return this.blocks;
  }

  /** The block that is being read, begun at a row if there is none yet. */
  private blockAt(startBit: number, place: RowPlace): Reading | undefined {
    return this.blocks.at(-1) ?? (this.labelsEntry ? undefined : this.begin(startBit, place, undefined));
  }
  private begin(startBit: number, place: RowPlace, line: Line | undefined): Reading {
    this.close();
    const { symbol, text = "" } = (line && labelOf(line)) ?? {};
    const label = text.trim().replace(/:$/, "");
    const block: Reading = { symbol, label, place, startBit, rows: 0, width: 0, next: [] };
    this.blocks.push(block);
    return block;
  }
  /** The last statement of a block tells what follows it. */
  private close(): void {
    const block = this.blocks.at(-1);
    if (block) block.next = successorsOf(this.statement);
    this.statement = [];
    this.isOpen = false;
  }
  private add(block: Reading, startBit: number, lines: readonly Line[], isStatement: boolean): void {
    // A label has no bits of its own: the format gives it those of its block, of its function, or none.
    if (isStatement && this.statement.length === 0) block.startBit = startBit;
    for (const line of lines) {
      block.rows++;
      const text = rowText(line);
      block.width = Math.max(block.width, text.length + (TAB - 1) * text.split("\t").slice(1).length);
    }
    if (isStatement) this.follow(lines);
  }
  /** Goes on with a statement, or begins one. */
  private follow(lines: readonly Line[]): void {
    if (!this.isOpen) this.statement = [];
    append(this.statement, lines);
    const text = lines.map(rowText).join("").trim();
    this.isOpen = this.isOpen ? !/^[\]}]/.test(text) : /[[{]$/.test(text);
  }
  /** Whether lines are the end of the section, which is no instruction. */
  private isFoot([first]: readonly Line[]): boolean {
    return first !== undefined && !this.isOpen && rowText(first).trimStart().startsWith("}");
  }
}
