/** An open IREE VM module. Format: docs/formats/iree.md. */
import type { Arrangement } from "../../document/arrangement";
import type { Piece } from "../../document/byteText";
import type { BitRange } from "../../document/bits";
import type { DerivedDocument, Fact, IrDocument, OpenOptions, StatsRow, TextOptions } from "../../document/document";
import type { HoverCard, HoverTarget } from "../../document/hover";
import type { NameTaker } from "../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { ElementSink } from "../../document/element";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import { ByteSink } from "../../document/sink";
import type { SymbolId } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { functionAround } from "../../kit/functionSymbols";
import { definitionBit } from "../../kit/chunks";
import { SubWindow } from "../../document/window";
import { explainVm } from "./explain";
import { Analysis } from "./analysis";
import type { Bytes } from "./bytes";
import { cString } from "./bytes";
import { isModule } from "./container";
import { walkElements } from "./elements";
import { hoverCard } from "./hover";
import { Rows } from "./listing/rows";
import type { Item } from "./listing/sections";
import { Sections } from "./listing/sections";
import { locateSymbol } from "./locate";
import { moduleOutline, moduleSymbols } from "./outline";
import { assemblyOf } from "./assembly";
import { printAssembly } from "./print/assembly";
import { printDump } from "./print/dump";
import { printTables } from "./print/tables";
import { recogniseAll } from "./rodata";
import { moduleStats } from "./stats";

/** Deepest nesting of modules that is opened. */
const DEEPEST = 8;

/** A module as a document. */
export class IreeDocument implements IrDocument {
  readonly format = "iree";
  readonly bits: number;
  readonly recordWidth = 40;
  readonly explain = explainVm;
  private readonly analysis: Analysis;
  private madeSections: Sections | undefined;
  private readonly rows: Rows;

  constructor(
    readonly window: ByteWindow,
    private readonly options: OpenOptions,
    private readonly depth = 0,
  ) {
    this.bits = window.length * 8;
    this.analysis = new Analysis(window, options.era);
    this.rows = new Rows(this.analysis);
  }

  get title(): string {
    const { era } = this.analysis;
    if (!era) return "IREE VM module";
    const version = era.module.bytecodeVersion;
    const versionText = version ? ` v${version.major}.${version.minor}` : "";
    return `IREE VM module${versionText} (${era.module.revision.name}, ${era.table.name})`;
  }

  /** The module's name, and its version if it has one. */
  facts(): readonly Fact[] {
    const module = this.analysis.era?.module;
    if (!module) return [];
    const { name, version } = module;
    const facts = [{ label: "module", value: cString(name) }];
    return version === 0 ? facts : [...facts, { label: "version", value: String(version >>> 0) }];
  }
  problems(): readonly Problem[] {
    return this.analysis.problems;
  }

  private get sections(): Sections {
    return (this.madeSections ??= new Sections(this.analysis));
  }

  roots(): readonly SectionId[] {
    return [Sections.ROOT];
  }
  section(id: SectionId): Section {
    return this.sections.section(id);
  }
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    const entries: Entry[] = [];
    for (let i = from; i < from + Math.max(1, count); i++) {
      const item = this.sections.item(id, i);
      if (!item) return { from, entries, end: true };
      if (item.kind !== "section") {
        entries.push(this.rows.entry(item, options));
        continue;
      }
      entries.push({ kind: "section", startBit: item.start * 8, endBit: item.end * 8, section: item.section });
      // The walk enters the section next: entries after it would be made twice.
      break;
    }
    return { from, entries, end: this.sections.item(id, from + entries.length) === undefined };
  }
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    return this.page(id, from, count, (item) => this.rows.write(item, options, writer));
  }
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    return this.page(id, from, count, (item) => this.rows.tell(item, taker));
  }
  /** Passes on the items of a page, up to the first that is a section. */
  private page(
    id: SectionId,
    from: number,
    count: number,
    take: (item: Exclude<Item, { kind: "section" }>) => void,
  ): WrittenPage {
    const to = from + Math.max(1, count);
    this.rows.begin();
    const isEnd = (index: number): boolean => this.sections.item(id, index) === undefined;
    for (let i = from; i < to; i++) {
      const item = this.sections.item(id, i);
      if (!item) return { entries: i - from, section: undefined, end: true };
      if (item.kind === "section") return { entries: i + 1 - from, section: item.section, end: isEnd(i + 1) };
      take(item);
    }
    return { entries: to - from, section: undefined, end: isEnd(to) };
  }
  scope(symbol: SymbolId): SectionId | undefined {
    const owner = functionAround(symbol);
    return owner !== undefined && this.analysis.functions?.def(owner) ? this.sections.ofFunction(owner) : undefined;
  }
  placeOf(bit: number): Place | undefined {
    return this.sections.placeOf(Math.floor(bit / 8));
  }

  assembly(options: TextOptions): Arrangement | undefined {
    if (options.tables) return undefined;
    return assemblyOf(this.analysis, this.title, (symbol) => definitionBit(this, symbol));
  }
  *text(options: TextOptions): Generator<Piece, void, undefined> {
    const { era, functions } = this.analysis;
    this.analysis.tiles();
    if (options.tables) yield* printTables(this.analysis);
    else if (era && functions) yield* printAssembly(era, functions, new ByteSink(), options.function);
    this.analysis.checkAll();
  }
  *dump(): Generator<string, void, undefined> {
    const { era } = this.analysis;
    this.analysis.tiles();
    if (era) yield* printDump(era);
  }
  elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    return walkElements(this.analysis, sink, range);
  }

  outline(): readonly OutlineNode[] {
    return moduleOutline(this.analysis);
  }
  symbols(): Iterable<SymbolInfo> {
    return moduleSymbols(this.analysis);
  }
  locate(symbol: SymbolId): Place | undefined {
    return locateSymbol(this.analysis, this.sections, symbol);
  }
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
    const item = this.sections.item(place.section, place.entry);
    return item && hoverCard(this.analysis, item, entry, target);
  }
  derived(): readonly DerivedDocument[] {
    const { window, depth } = this;
    if (depth >= DEEPEST) return [];
    const found: DerivedDocument[] = [];
    for (const [ordinal, recognised] of recogniseAll(window, this.analysis.era?.module.rodata ?? []).entries()) {
      if (recognised?.inner) found.push(this.member(`rodata ${ordinal}`, recognised.inner));
      for (const [index, { inner }] of recognised?.images.entries() ?? [])
        if (inner) found.push(this.member(`rodata ${ordinal} image ${index}`, inner));
    }
    return found;
  }
  private member(name: string, { start, end }: Bytes): DerivedDocument {
    const part = new SubWindow(this.window, start, end);
    return { name, startBit: start * 8, endBit: end * 8, open: () => this.openInner(part) };
  }
  /** A module opens as a module; other content of rodata opens in whatever format it has. */
  private openInner(part: ByteWindow): IrDocument {
    const options = { ...this.options, era: "" };
    if (!isModule(part) && options.openInner) return options.openInner(part, options);
    return new IreeDocument(part, options, this.depth + 1);
  }
  stats(): Generator<void, readonly StatsRow[], undefined> {
    return moduleStats(this.analysis);
  }
}
