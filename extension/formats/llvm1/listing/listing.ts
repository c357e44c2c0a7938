/** The listing: a section for each block, an entry for each record, in file order. */
import { indentation } from "../../../document/indentation";
import type { NameTaker } from "../../../document/nameTaker";
import { tellLines } from "../../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../../document/rowWriter";
import { hasMuchText, writeEntry } from "../../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../../document/section";
import { TokenSink } from "../../../document/sink";
import type { Line, Token } from "../../../document/token";
import type { Block, BlockKind } from "../read/blocks";
import type { Bytecode } from "../read/bytecode";
import { FieldReader } from "./fields";
import { GlobalPrinter } from "../print/globals";
import { contextOf } from "./meanings";
import type { AnyRow, Part } from "./parts";
import { blockParts, fileParts } from "./parts";
import { recordTokens, rowLines } from "./rows";
import { RowNames } from "./rowNames";
import { RowText } from "./rowText";
import { LeastRecent } from "../../../kit/leastRecent";
import { countBefore } from "../../../kit/sortedSearch";

/** The title of a block's section. */
const TITLES: Record<BlockKind, string> = {
  Module: "module",
  Function: "function",
  ConstantPool: "constants",
  SymbolTable: "symbols",
  ModuleGlobalInfo: "globals",
  GlobalTypePlane: "types",
  BasicBlock: "code",
  InstructionList: "code",
  CompactionTable: "compaction",
  Unknown: "unknown block",
};
/** The section of the file itself; blocks follow by index. */
const FILE: SectionId = 0;
/** Average bytes of a record, for a section that is not decoded yet. */
const BYTES_PER_ROW = 4;
/** Sections whose parts are kept: each function is one, and there may be very many. */
const KEPT_SECTIONS = 16;

/** A part that is an entry of its own. */
type ItemPart = Exclude<Part, { readonly kind: "header" | "signature" | "rows" }>;

/** An entry before it is printed. */
type Item =
  | { readonly kind: "head" }
  | { readonly kind: "foot" }
  | ItemPart
  | { readonly kind: "row"; readonly row: AnyRow; readonly endByte: number };

/** The items of a section: single items, and one run of rows that is not expanded. */
interface Items {
  readonly before: readonly Item[];
  readonly rows: readonly AnyRow[];
  readonly rowsEnd: number;
  readonly after: readonly Item[];
}

/** The sections and entries of a module. */
export class Listing {
  /** Of the sections that were used last. Rows of a function's blocks are dropped with its body. */
  private readonly items = new LeastRecent<SectionId, Items>(KEPT_SECTIONS);
  /**
   * The number of entries in sections that were read, plus one; 0 in the others. A function's is still known after its
   * body was dropped.
   */
  private readonly counts: Uint32Array;
  constructor(private readonly bytecode: Bytecode) {
    this.counts = new Uint32Array(bytecode.layout.blocks.length + 1);
  }

  roots(): readonly SectionId[] {
    return [FILE];
  }

  /** The section of a block. */
  sectionOf(block: Block): SectionId {
    return block.index + 1;
  }
  /** The block of a section; undefined for the file's section. */
  blockOf(id: SectionId): Block | undefined {
    return this.bytecode.layout.blocks[id - 1];
  }

  section(id: SectionId): Section {
    const block = this.blockOf(id);
    if (!block) {
      const range = { startBit: 0, endBit: this.bytecode.window.length * 8 };
      const items = this.itemsOf(id);
      const what = { kind: "file", title: "LLVM 1.x bytecode", foldedAtFirst: false };
      return { id, parent: undefined, ...what, ...range, entryCount: countOf(items), exact: true };
    }
    // Module-level tables are decoded together; a function's blocks are not decoded for a count.
    if (block.parent?.kind !== "Function") this.itemsOf(id);
    const count = (this.counts[id] ?? 0) - 1;
    return {
      id,
      parent: block.parent ? block.parent.index + 1 : FILE,
      kind: TITLES[block.kind],
      title: this.title(block),
      startBit: block.headerByte * 8,
      endBit: block.endByte * 8,
      entryCount: count >= 0 ? count : 2 + Math.ceil(block.size / BYTES_PER_ROW),
      exact: count >= 0,
      foldedAtFirst: block.kind === "SymbolTable" || block.kind === "CompactionTable",
    };
  }

  private title(block: Block): string {
    if (block.kind !== "Function") return TITLES[block.kind];
    const of = this.bytecode.module().bodies.get(block.index);
    return of ? `function %${of.name ?? `#${of.ordinal}`}` : "function";
  }

  private itemsOf(id: SectionId): Items {
    if (this.blockOf(id)?.parent?.kind === "Function") return this.makeItems(id);
    return this.items.of(id, () => this.makeItems(id));
  }

  /** A section's parts in order: its head, what precedes its records, the records, what follows them, its foot. */
  private makeItems(id: SectionId): Items {
    const block = this.blockOf(id);
    const before: Item[] = block ? [{ kind: "head" }] : [];
    const after: Item[] = [];
    let rows: readonly AnyRow[] = [];
    let rowsEnd = 0;
    for (const part of block ? blockParts(this.bytecode, block) : fileParts(this.bytecode)) {
      if (part.kind === "header" || part.kind === "signature") continue;
      if (part.kind === "rows") [rows, rowsEnd] = [part.rows.rows, part.endByte];
      else (rows.length > 0 ? after : before).push(part);
    }
    if (block) after.push({ kind: "foot" });
    const items = { before, rows, rowsEnd, after };
    this.counts[id] = countOf(items) + 1;
    return items;
  }

  /** Entries from an index on; their records are read again with a trace, so that no fields are kept. */
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    const items = this.itemsOf(id);
    const total = countOf(items);
    const entries: Entry[] = [];
    for (let i = from; i < Math.min(total, from + count); i++) entries.push(this.entry(id, itemAt(items, i), options));
    return { from, entries, end: from + count >= total };
  }

  /** Writes entries as plain text, up to the first that is a section. */
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    const items = this.itemsOf(id);
    const total = countOf(items);
    const to = Math.min(total, from + count);
    const block = this.blockOf(id);
    const layout = block && { indent: indentOf(block, 1), full: options.full ?? false };
    const text = layout && new RowText(this.bytecode, block, layout, writer);
    for (let i = from; i < to; i++) {
      const item = itemAt(items, i);
      if (item.kind === "row" && text) text.write(item.row, item.endByte);
      else {
        const entry = this.entry(id, item, options);
        if (entry.kind === "section") return { entries: i + 1 - from, section: entry.section, end: i + 1 >= total };
        writeEntry(entry, writer);
      }
      if (hasMuchText(writer)) return { entries: i + 1 - from, section: undefined, end: i + 1 >= total };
    }
    return { entries: to - from, section: undefined, end: to >= total };
  }

  /** Passes on the names of entries, up to the first that is a section. */
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    const items = this.itemsOf(id);
    const total = countOf(items);
    const to = Math.min(total, from + count);
    const block = this.blockOf(id);
    const names = block && new RowNames(this.bytecode, block, taker);
    for (let i = from; i < to; i++) {
      const item = itemAt(items, i);
      if (item.kind === "row" && names) names.tell(item.row);
      else {
        const entry = this.entry(id, item, {});
        if (entry.kind === "section") return { entries: i + 1 - from, section: entry.section, end: i + 1 >= total };
        tellLines(entry.lines, taker);
      }
    }
    return { entries: to - from, section: undefined, end: to >= total };
  }

  private entry(id: SectionId, item: Item, options: ListingOptions): Entry {
    const block = this.blockOf(id);
    const isOfBlock = item.kind === "head" || item.kind === "foot" || item.kind === "row";
    if (!isOfBlock) return this.part(item, block);
    if (!block) return lines(0, 0, []);
    if (item.kind === "head") return this.head(block, options);
    if (item.kind === "foot") return this.foot(block);
    const { row } = item;
    const rows = rowLines(this.bytecode, block, row, { indent: indentOf(block, 1), full: options.full ?? false });
    return lines(row.startByte, item.endByte, rows);
  }

  /**
   * A block's first row: the words of its header, and for a function its signature with the names from its own table.
   */
  private head(block: Block, options: ListingOptions): Entry {
    const reader = new FieldReader(this.bytecode, block);
    const from = block.parent ? block.headerByte : 0;
    const part: Part = { kind: "header", startByte: block.headerByte, endByte: block.startByte };
    const record = recordTokens(reader.part(part), options.full ?? false);
    const sink = new TokenSink();
    sink.put("text", indentOf(block, 0));
    this.headText(block, sink);
    return lines(from, block.startByte, [
      { kind: "row", positionBit: block.headerByte * 8, record, assembly: sink.take() },
    ]);
  }

  private headText(block: Block, sink: TokenSink): void {
    const of = block.kind === "Function" ? this.bytecode.module().bodies.get(block.index) : undefined;
    const body = of && this.bytecode.body(block);
    if (of && body) {
      const printer = contextOf(this.bytecode).printer(sink, block);
      const { linkage, args } = body;
      const declared = of.declared;
      const signature = { of, linkage, declared, args };
      new GlobalPrinter(printer, this.bytecode.module().sections).signature(signature, !declared);
    } else sink.put("keyword", block.kind === "Unknown" ? `unknown block ${block.id}` : TITLES[block.kind]);
    sink.put("punctuation", " {");
    sink.put("comment", `  ; ${block.kind === "Module" ? this.version() : block.kind}`);
  }

  private version(): string {
    const { traits } = this.bytecode.layout;
    const release = this.bytecode.released ? `LLVM ${contextOf(this.bytecode).release()}` : "never released";
    return `Module, bytecode version ${traits.version} (${release})`;
  }

  private foot(block: Block): Entry {
    const assembly: Token[] = [{ text: `${indentOf(block, 0)}}`, kind: "punctuation" }];
    return lines(block.endByte, block.endByte, [{ kind: "row", record: [], assembly }]);
  }

  /** The row of a part that is not a record: a nested block, the version word, padding, damage. */
  private part(part: ItemPart, block: Block | undefined): Entry {
    const { startByte, endByte } = part;
    if (part.kind === "block") {
      const id = part.block.index + 1;
      return { kind: "section", section: id, startBit: startByte * 8, endBit: endByte * 8 };
    }
    const positionBit = startByte * 8;
    const bits = (endByte - startByte) * 8;
    const indent = block ? indentOf(block, 1) : "";
    const row = (text: string, kind: Token["kind"], detail: boolean, record: readonly Token[] = []): Entry => {
      const assembly: Token[] = [{ text: indent + text, kind }];
      return lines(startByte, endByte, [{ kind: "row", positionBit, record, assembly, ...(detail ? { detail } : {}) }]);
    };
    if (part.kind === "damage") return row(`; undecoded ${bits} bits: ${part.reason}`, "problem", false);
    if (part.kind === "padding") return row(`; padding, ${bits} bits`, "comment", true);
    if (part.kind === "trailing") return row(`; ${bits} bits after the module`, "comment", false);
    if (!block) return row("", "comment", true);
    const fields = new FieldReader(this.bytecode, block).part(part);
    const meaning = fields[0]?.explanation?.() ?? "cut off";
    return row(
      `; ${part.kind === "linkage" ? "linkage " : ""}${meaning}`,
      "comment",
      false,
      recordTokens(fields, true),
    );
  }

  /** The entry that contains a bit, in the innermost section. */
  placeOf(bit: number): Place | undefined {
    if (bit < 0 || bit >= this.bytecode.window.length * 8) return undefined;
    const byte = Math.floor(bit / 8);
    const block = this.innermost(byte);
    const id = block ? block.index + 1 : FILE;
    return { section: id, entry: this.entryAt(id, block, byte) };
  }

  /** The innermost block around a byte, including its header; a block's padding belongs to the block around it. */
  private innermost(byte: number): Block | undefined {
    let found: Block | undefined = this.bytecode.layout.module;
    // Bytes of the signature belong to the module's head.
    if (!found || byte >= found.endByte) return undefined;
    for (let at: Block | undefined = found; at;) {
      found = at;
      at = at.children.find((child) => child.headerByte <= byte && byte < child.endByte);
    }
    return found;
  }

  private entryAt(id: SectionId, block: Block | undefined, byte: number): number {
    if (block && byte < block.startByte) return 0;
    const items = this.itemsOf(id);
    const row = rowAt(items.rows, byte);
    if (row >= 0 && byte < items.rowsEnd) return items.before.length + row;
    const holds = (item: Item): boolean => "startByte" in item && item.startByte <= byte && byte < item.endByte;
    const before = items.before.findIndex(holds);
    if (before >= 0) return before;
    const after = items.after.findIndex(holds);
    return after < 0 ? 0 : items.before.length + items.rows.length + after;
  }
}

function lines(startByte: number, endByte: number, rows: readonly Line[]): Entry {
  return { kind: "lines", startBit: startByte * 8, endBit: endByte * 8, lines: rows };
}

function countOf(items: Items): number {
  return items.before.length + items.rows.length + items.after.length;
}

function itemAt(items: Items, index: number): Item {
  const first = items.before[index];
  if (first) return first;
  const at = index - items.before.length;
  const row = items.rows[at];
  if (row) return { kind: "row", row, endByte: items.rows[at + 1]?.startByte ?? items.rowsEnd };
  return items.after[at - items.rows.length] ?? { kind: "foot" };
}

/** The last row that starts at or before a byte; -1 if there is none. */
function rowAt(rows: readonly AnyRow[], byte: number): number {
  return countBefore(rows.length, (index) => (rows[index]?.startByte ?? 0) > byte) - 1;
}

/** Two blanks for each block around, and for each of `deeper` more levels. */
function indentOf(block: Block, deeper: number): string {
  let depth = deeper;
  for (let at = block.parent; at; at = at.parent) depth++;
  return indentation(depth);
}
