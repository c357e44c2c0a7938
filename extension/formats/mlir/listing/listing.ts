/** The listing: the entries of sections, and the place of a bit. */
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../../document/section";
import type { RowWriter, WrittenPage } from "../../../document/rowWriter";
import type { Line, Token } from "../../../document/token";
import { MOST_TOKENS, tokenCount } from "../../../kit/lightPage";
import type { Container } from "../container/container";
import type { SectionFrame } from "../container/sections";
import { CHECKSUM, SectionKind, sectionNames } from "../container/sections";
import type { Reference } from "../model/cursor";
import { quoted } from "../model/spelling";
import { numberModule } from "../text/module";
import type { OpReader } from "../text/values";
import { EntryWriter } from "../model/entryWriter";
import type { Body } from "./body";
import { RowKind } from "./bodyRows";
import { lines, undecoded } from "./lineEntries";
import { OpDrawing } from "./opDrawing";
import type { RowContext } from "./bodyRow";
import { OpRows } from "./opRow";
import type { SectionInfo } from "./sections";
import { isIr, SectionTree } from "./sections";
import { TableFields } from "./tableFields";
import type { TableItem } from "./tableItems";
import { last } from "./tableItems";
import { TableRows } from "./tableRows";
import { SymbolTables } from "./symbols";
import { RowTexts } from "./rowTexts";
import { WholeOps } from "./wholeOps";
import { allSteps } from "../../../kit/steps";

/** Modules up to this size (bytes of IR) are numbered at once for a hover. */
const NUMBERED_AT_ONCE = 1024 * 1024;

/** A row with its context, as hovers and the outline need it. */
export interface IrRow extends RowContext {
  readonly kind: RowKind;
  readonly section: SectionId;
}

/** Makes a document's sections and their entries. */
export class Listing {
  readonly tree: SectionTree;
  readonly writer: EntryWriter;
  readonly rows: OpRows;
  readonly tables: TableRows;
  readonly fields: TableFields;
  readonly symbols: SymbolTables;
  private readonly texts: RowTexts;

  constructor(readonly reader: OpReader) {
    this.tree = new SectionTree(reader.container, reader.codec.numbersByRegion);
    this.writer = new EntryWriter(reader.container.codec, reader.container);
    const drawing = new OpDrawing(reader, this.writer);
    this.rows = new OpRows(reader.container, drawing);
    this.fields = new TableFields(reader, this.writer);
    this.tables = new TableRows(reader, this.writer, this.fields);
    this.symbols = new SymbolTables(this.tree, reader);
    this.texts = new RowTexts(this, new WholeOps(reader.container, drawing, reader.codec.numbersByRegion));
  }
  get container(): Container {
    return this.reader.container;
  }

  section(id: SectionId): Section {
    return this.tree.section(id, (op) => this.title(op));
  }

  /** `func.func @main`. */
  title(id: SectionId): string {
    const symbol = this.symbols.own(id);
    return symbol.name === undefined ? symbol.op : `${symbol.op} @${symbol.name}`;
  }

  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    const info = this.tree.info(id);
    const { known, closed } = this.extent(info, from + count);
    const entries: Entry[] = [];
    for (let i = from, tokens = 0; i < Math.min(known, from + count) && tokens < MOST_TOKENS; i++) {
      const entry = this.entry(info, i, closed && i === known - 1, options);
      entries.push(entry);
      tokens += tokenCount(entry);
      // The entries after a nested section are asked for again.
      if (entry.kind === "section" && entries.length >= 64) break;
    }
    return { from, entries, end: closed && from + entries.length >= known };
  }

  /**
   * How many entries of a section are known, including head and foot, once `wanted` are; `closed`: there are no more.
   */
  extent(info: SectionInfo, wanted: number): { readonly known: number; readonly closed: boolean } {
    switch (info.kind) {
      case "header":
      case "checksum":
      case "rest":
        return { known: 1, closed: true };
      case "table":
        if (!isIr(info.frame)) return { known: this.tree.tableSize(info.frame), closed: true };
        break;
      case "op":
        break;
    }
    const contents = this.tree.contents(info.id);
    if (!contents) return { known: 2, closed: true };
    const { body, nest, rows } = contents;
    body.readUntil(() => nest.closed || rows.length + 1 >= wanted);
    return { known: rows.length + (nest.closed ? 2 : 1), closed: nest.closed };
  }

  /** An entry of a section; `foot`: whether it is the section's last row. */
  entry(info: SectionInfo, index: number, foot: boolean, options: ListingOptions): Entry {
    switch (info.kind) {
      case "header":
        return this.header(info.endByte);
      case "checksum":
        return this.checksum(info.startByte);
      case "rest":
        return undecoded(info.startByte, this.container.window.length, "no section begins here");
      case "table":
        return this.tableEntry(info.frame, info.id, index, foot, options);
      case "op":
        return this.opEntry(info, index, foot, options);
    }
  }

  private header(endByte: number): Entry {
    const { version, producer } = this.container.frame;
    const record: Token[] = [{ kind: "text", text: `magic ML\\xEFR version ${version}` }];
    const assembly: Token[] = [{ kind: "comment", text: `// MLIR bytecode ${version}, ${quoted(producer)}` }];
    return lines(0, endByte, [{ kind: "row", positionBit: 0, record, assembly }]);
  }

  private checksum(startByte: number): Entry {
    const record: Token[] = [{ kind: "text", text: "checksum" }];
    const assembly: Token[] = [{ kind: "comment", text: `// ${CHECKSUM}` }];
    return lines(startByte, this.container.window.length, [
      { kind: "row", positionBit: startByte * 8, record, assembly },
    ]);
  }

  private tableEntry(frame: SectionFrame, id: SectionId, index: number, foot: boolean, options: ListingOptions): Entry {
    const name = sectionNames[frame.id] ?? "";
    if (index === 0) {
      const length = frame.endByte - frame.dataByte;
      const aligned = frame.alignment > 1 ? ` alignment=${frame.alignment}` : "";
      const record: Token[] = [{ kind: "keyword", text: `section ${frame.id} length=${length}${aligned}` }];
      const assembly: Token[] = [{ kind: "keyword", text: `${name} section {` }];
      return lines(frame.startByte, frame.dataByte, [
        { kind: "row", positionBit: frame.startByte * 8, record, assembly },
      ]);
    }
    if (foot)
      return lines(frame.endByte, frame.endByte, [
        { kind: "row", record: [], assembly: [{ kind: "punctuation", text: "}" }] },
      ]);
    if (frame.ignored) return undecoded(frame.dataByte, frame.endByte, "a second section of its kind");
    if (isIr(frame)) return this.irEntry(id, index - 1, options);
    const item = this.tree.items.at(frame, index - 1);
    if (!item) throw new RangeError(`no row ${index}`);
    return lines(item.startByte, item.endByte, options.bare ? [] : [this.tables.line(item, options.full === true)]);
  }

  private opEntry(info: SectionInfo & { kind: "op" }, index: number, foot: boolean, options: ListingOptions): Entry {
    const owner = this.tree.ownerOf(info);
    const nest = owner.nests.at(info.nest);
    const context = this.context(info.parent, nest?.row ?? 0, options.full === true, info.id);
    if (index === 0)
      return lines(owner.start(context.row), owner.end(context.row), [this.rows.opLine(context, "head")]);
    if (!foot) return this.irEntry(info.id, index - 1, options);
    const end = nest?.endByte ?? 0;
    return lines(end, end, [this.rows.opLine(context, "foot")]);
  }

  /** What drawing the rows of a section of the IR needs. `own`: the section of the row's op, for its head and foot. */
  context(section: SectionId, row: number, full: boolean, own?: SectionId): RowContext {
    const contents = this.tree.contents(section);
    if (!contents) throw new RangeError(`section ${section} has no rows`);
    return {
      body: contents.body,
      row,
      depth: this.depthIn(section),
      full,
      symbolOf: (path) => this.symbols.use(section, path, own),
      own: () => {
        const { name } = this.symbols.ofRow(contents.body, row);
        return { name, symbol: name === undefined ? undefined : this.symbols.definition(section, name) };
      },
    };
  }

  private irEntry(section: SectionId, index: number, options: ListingOptions): Entry {
    const contents = this.tree.contents(section);
    const row = contents?.rows[index];
    if (!contents || row === undefined) throw new RangeError(`no row ${index}`);
    const { body, place } = contents;
    const kind: RowKind = body.kind(row);
    const [start, end] = [body.start(row), body.end(row)];
    const context = this.context(section, row, options.full === true);
    const line = (make: () => Line): Entry => lines(start, end, options.bare ? [] : [make()]);
    switch (kind) {
      case RowKind.Nested: {
        const id = this.tree.op(place, body.detail(row), section);
        return { kind: "section", section: id, startBit: start * 8, endBit: end * 8 };
      }
      case RowKind.Op:
        return line(() => this.rows.opLine(context, "head"));
      case RowKind.Block:
        return line(() => this.rows.blockLine(context));
      case RowKind.Region:
        return line(() => this.rows.regionLine(context));
      case RowKind.Lost:
        return undecoded(start, end, body.lost.get(row) ?? "");
    }
  }

  /** Writes entries as plain text, up to the first that is a section. */
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    return this.texts.write(id, from, count, options, writer);
  }
  /** Levels of nesting of a section's rows. */
  depthIn(section: SectionId): number {
    const info = this.tree.info(section);
    return info.kind === "op" ? info.depth + 1 : 1;
  }

  /** The name of a value in `text`. Small modules are numbered at once, others in the background. */
  moduleName(body: Body, value: number): string | undefined {
    const frame = this.container.section(SectionKind.ir);
    if (!this.reader.numbering && frame && frame.endByte - frame.dataByte <= NUMBERED_AT_ONCE)
      allSteps(numberModule(this.reader));
    const { numbering } = this.reader;
    const region = body.numbering.regionOf(value);
    const found = numbering?.regionAt(body.numbering.startByte(region)) ?? -1;
    if (!numbering || found < 0) return undefined;
    return numbering.name(numbering.firstValue(found) + value - body.numbering.firstValue(region));
  }

  /** The entry that contains a bit, in the innermost section. */
  placeOf(bit: number): Place | undefined {
    const byte = Math.floor(bit / 8);
    if (bit < 0 || byte >= this.container.window.length) return undefined;
    for (const id of [...this.tree.roots].reverse()) {
      const info = this.tree.info(id);
      const section = this.section(id);
      if (section.startBit > bit) continue;
      if (info.kind !== "table" || byte < info.frame.dataByte) return { section: id, entry: 0 };
      if (isIr(info.frame)) return this.irPlace(id, byte);
      if (info.frame.ignored) return { section: id, entry: 1 };
      return { section: id, entry: this.tree.items.find(info.frame, byte) + 1 };
    }
    return undefined;
  }

  /** The item that a row of a table shows. */
  item({ section, entry }: Place): TableItem | undefined {
    const info = this.tree.info(section);
    return info.kind === "table" && !info.frame.ignored ? this.tree.items.at(info.frame, entry - 1) : undefined;
  }
  /** The row of a table's entry. */
  entryPlace(reference: Reference): Place | undefined {
    const found = this.tree.items.place(reference);
    const info = this.tree.infos.find((i) => i.kind === "table" && i.frame.id === found?.section && !i.frame.ignored);
    return found && info && { section: info.id, entry: found.row + 1 };
  }

  private irPlace(root: SectionId, byte: number): Place {
    for (let section = root; ;) {
      const contents = this.tree.contents(section);
      if (!contents) return { section, entry: 0 };
      const { body, rows, place, nest: shown } = contents;
      body.readUntil(() => shown.closed || body.start(body.count - 1) > byte);
      const index = last(rows.length, (i) => body.start(rows[i] ?? 0), byte);
      const row = rows[index];
      if (row === undefined) return { section, entry: 0 };
      if (body.kind(row) !== RowKind.Nested) return { section, entry: index + 1 };
      const nest = body.detail(row);
      const inner = this.tree.op(place, nest, section);
      if (byte >= body.nests.endOf(nest)) return { section, entry: index + 1 };
      if (byte < body.end(row)) return { section: inner, entry: 0 };
      section = inner;
    }
  }
}
