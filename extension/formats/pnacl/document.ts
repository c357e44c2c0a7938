/** A `.pexe` as a document. Format: docs/formats/pnacl.md. */
import type { Arrangement } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { Piece } from "../../document/byteText";
import type { DerivedDocument, IrDocument, StatsRow, TextOptions } from "../../document/document";
import type { FunctionFacts, HoverCard, HoverTarget } from "../../document/hover";
import type { NameTaker } from "../../document/nameTaker";
import { tellEntries } from "../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import { writeEntries } from "../../document/rowWriter";
import type { ElementSink } from "../../document/element";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { SymbolId } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { definitionBit } from "../../kit/chunks";
import { dumpText } from "../bitstream/dump/text";
import { MAGIC_BYTES } from "../bitstream/header";
import { explainLlvm } from "../words/llvm";
import { assemblyOf } from "./assembly";
import { tilePexe } from "./elements";
import { functionFactsOf } from "./facts";
import { fileItems } from "./file";
import type { Header } from "./header";
import { readHeader } from "./header";
import { hoverCard } from "./hover";
import { locateSymbol, scopeOf, placeOfBit } from "./places";
import { outlineOf, symbolsOf } from "./outline";
import { entryOf } from "./rows";
import type { SectionNode } from "./section";
import { isPreamble } from "./section";
import { FILE_SECTION, Sections } from "./sections";
import { statsOf } from "./stats";
import { DUMP_NAMES } from "./tables";
import { ASSEMBLY_ALONE, UNBROKEN } from "./layout";
import { sectionText } from "./text";

/** Bits that an entry takes on average: an estimate for sections that have not been walked yet. */
const GUESSED_ENTRY_BITS = 32;

/** A `.pexe` file as a document. */
export class PexeDocument implements IrDocument {
  readonly format = "pnacl";
  readonly opensIn = "records";
  readonly title: string;
  readonly bits: number;
  /** Columns of the record column: the reference's 40 without the position. */
  readonly recordWidth = 29;
  readonly explain = explainLlvm;
  readonly sections: Sections;
  private readonly header: Header;

  constructor(readonly window: ByteWindow) {
    this.bits = window.length * 8;
    this.header = readHeader(window);
    this.title = this.header.version === undefined ? "PNaCl" : `PNaCl ${this.header.version}`;
    this.sections = new Sections(window, this.header);
    this.reportFile();
  }
  private reportFile(): void {
    const { tables } = this.sections;
    for (const item of fileItems(this.sections)) {
      if (item.kind !== "text") continue;
      for (const { level, bit, text } of item.messages) {
        if (level !== "Warning") tables.report("bad-container", text, bit, item.endBit, []);
      }
    }
  }

  problems(): readonly Problem[] {
    return this.sections.tables.reported;
  }
  roots(): readonly SectionId[] {
    return [FILE_SECTION];
  }
  section(id: SectionId): Section {
    const node = this.sections.node(id);
    return node ? this.describe(node) : this.fileSection();
  }
  private fileSection(): Section {
    const entryCount = fileItems(this.sections).length;
    const head = { id: FILE_SECTION, parent: undefined, kind: "file", title: this.title, foldedAtFirst: false };
    return { ...head, startBit: 0, endBit: this.bits, entryCount, exact: true };
  }
  private describe(node: SectionNode): Section {
    const { id, kind, exact, endBit } = node;
    const { startBit } = node.block;
    const guess = Math.max(2, Math.ceil((endBit - startBit) / GUESSED_ENTRY_BITS));
    return {
      id,
      parent: node.parent?.id ?? FILE_SECTION,
      kind,
      title: this.sections.titleOf(node),
      startBit,
      endBit,
      entryCount: exact ? node.entryCount : Math.max(guess, node.entryCount),
      exact,
      foldedAtFirst: isPreamble(kind),
    };
  }
  entries(id: SectionId, from: number, count: number): EntryPage {
    const node = this.sections.node(id);
    if (node) {
      const { items, end } = this.sections.pages.items(node, from, count);
      return { from, entries: items.map(entryOf), end };
    }
    const items = fileItems(this.sections);
    return { from, entries: items.slice(from, from + count).map(entryOf), end: from + count >= items.length };
  }
  write(id: SectionId, from: number, count: number, _: ListingOptions, writer: RowWriter): WrittenPage {
    const node = this.sections.node(id);
    if (node) return this.sections.pages.write(node, from, count, writer);
    return writeEntries(this.entries(id, from, count), writer);
  }
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    const node = this.sections.node(id);
    if (!node) return tellEntries(this.entries(id, from, count), taker);
    const { items, end } = this.sections.pages.named(node, from, count, taker.locals);
    return tellEntries({ from, entries: items.map(entryOf), end }, taker);
  }
  placeOf(bit: number): Place | undefined {
    return bit >= 0 && bit < this.bits ? placeOfBit(this.sections, bit) : undefined;
  }

  assembly(): Arrangement | undefined {
    return assemblyOf(this.sections, this.title, (symbol) => definitionBit(this, symbol));
  }
  *text(options: TextOptions): Generator<Piece, void, undefined> {
    const { module } = this.sections;
    if (!module) return;
    const section = options.function === undefined ? module : this.functionNamed(options.function);
    if (section) yield* sectionText(this.sections, section, options.unbroken ? UNBROKEN : ASSEMBLY_ALONE);
  }
  /** The body of a function, by its id (`f3`) or its name in the symbol table. */
  private functionNamed(name: string): SectionNode | undefined {
    const { sections } = this;
    if (sections.module) sections.exhaust(sections.module);
    const { names } = sections.tables;
    return sections.all.find(
      ({ kind, functionId }) =>
        kind === "function" &&
        functionId !== undefined &&
        (name === `f${functionId}` || names.get(functionId) === name),
    );
  }
  /** The stream after the header as llvm-bcanalyzer dumps it. */
  dump(options: { readonly fileName: string }): Generator<Piece, void, undefined> {
    const startByte = this.header.endByte - MAGIC_BYTES;
    const stream = {
      wrapper: undefined,
      type: "PNaCl" as const,
      names: DUMP_NAMES,
      startByte,
      endByte: this.window.length,
      problems: [],
    };
    return dumpText(this.window, stream, options, (problem) => {
      this.sections.tables.report(problem.code, problem.message, problem.startBit, problem.endBit, problem.path);
    });
  }
  elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    return tilePexe(this.sections, sink, range);
  }

  outline(): readonly OutlineNode[] {
    return outlineOf(this.sections);
  }
  symbols(): Iterable<SymbolInfo> {
    return symbolsOf(this.sections);
  }
  locate(symbol: SymbolId): Place | undefined {
    return locateSymbol(this.sections, symbol);
  }
  scope(symbol: SymbolId): SectionId | undefined {
    return scopeOf(this.sections, symbol);
  }
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
    return hoverCard(this.sections, place, entry, target);
  }
  functionFacts(symbol: SymbolId): FunctionFacts | undefined {
    return functionFactsOf(this.sections, symbol);
  }
  derived(): readonly DerivedDocument[] {
    return [];
  }
  stats(): Generator<void, readonly StatsRow[], undefined> {
    return statsOf(this.sections);
  }
}
