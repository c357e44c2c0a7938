/** The basic blocks of a section, found in its lines: where labels are, and what each block's last instruction names. */
import type { BitRange } from "../../document/bits";
import type { Place, SectionId } from "../../document/section";
import type { Line, SymbolId, Token } from "../../document/token";
import { append } from "../../document/arrays";
import { asked } from "../../kit/continued";
import type { RowPlace } from "../protocol";
import type { Arranged } from "../rows/arranged";
import type { LinesEntry } from "../rows/folds";
import { PAGE } from "../rows/pages";
import type { Successor } from "./edges";
import { labelOf, successorsOf } from "./edges";
import type { FlowLine } from "./rows";
import { flowLines } from "./rows";

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
  /** Characters of the longest row, and blanks in front of the first. */
  readonly width: number;
  readonly indent: number;
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

type StatementLine = Pick<FlowLine, "line" | "text">;
/** The line of an instruction with regions: it leads to no other block. */
const WITH_REGIONS: Line = { kind: "row", record: [], assembly: [] };

function indentOf(text: string): number {
  return text.length - text.replace(/^ +/, "").length;
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
    const lines = flowLines(entry);
    const { startBit } = entry;
    const head = lines.findIndex(({ line }) => labelOf(line) !== undefined);
    const first = lines[Math.max(0, head)];
    if (!first) return;
    const at = { ...place, line: first.index };
    if (head >= 0) return this.addRows(this.begin(startBit, at, labelOf(first.line)), lines.slice(head));
    // The first entry is the section's head, which may include the label of the first block.
    if (place.entry > 0 && !this.isFoot(first)) this.addStatement(startBit, at, lines);
  }
  /** Takes an entry that is a section: an instruction with regions. It is shown folded. */
  takeSection({ startBit }: BitRange, place: Place, title: string): void {
    this.addStatement(startBit, { ...place, line: 0 }, [{ line: WITH_REGIONS, text: title }]);
  }
  /** All blocks, when no entry is left. */
  end(): readonly Block[] {
    this.close();
    return this.blocks;
  }

  private begin(startBit: number, place: RowPlace, name?: Token): Reading {
    this.close();
    const label = (name?.text ?? "").trim().replace(/:$/, "");
    const block: Reading = { symbol: name?.symbol, label, place, startBit, rows: 0, width: 0, indent: 0, next: [] };
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
  private addRows(block: Reading, lines: readonly Pick<FlowLine, "text">[]): void {
    if (block.rows === 0) block.indent = indentOf(lines[0]?.text ?? "");
    block.rows += lines.length;
    for (const { text } of lines)
      block.width = Math.max(block.width, text.length + (TAB - 1) * text.split("\t").slice(1).length);
  }
  /** Adds a statement, or a part of one, to the block that is being read, or to an entry block without a label. */
  private addStatement(startBit: number, place: RowPlace, lines: readonly StatementLine[]): void {
    const block = this.blocks.at(-1) ?? (this.labelsEntry ? undefined : this.begin(startBit, place));
    if (!block) return;
    // A label has no bits of its own: the format gives it those of its block, of its function, or none.
    if (this.statement.length === 0) block.startBit = startBit;
    this.addRows(block, lines);
    if (!this.isOpen) this.statement = [];
    append(
      this.statement,
      lines.map(({ line }) => line),
    );
    const text = lines
      .map((line) => line.text)
      .join("")
      .trim();
    this.isOpen = this.isOpen ? !/^[\]}]/.test(text) : /[[{]$/.test(text);
  }
  /** Whether a line is the end of the section, which is no instruction. */
  private isFoot({ text }: FlowLine): boolean {
    return !this.isOpen && text.trimStart().startsWith("}");
  }
}
