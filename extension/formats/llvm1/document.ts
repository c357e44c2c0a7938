/** A bytecode module as a document. Format: docs/formats/llvm1.md. */
import type { Arrangement } from "../../document/arrangement";
import type { Piece } from "../../document/byteText";
import { assemblyOf } from "./assembly";
import type { BitRange } from "../../document/bits";
import type { DerivedDocument, Fact, IrDocument, StatsRow, TextOptions } from "../../document/document";
import type { HoverCard, HoverTarget } from "../../document/hover";
import type { NameTaker } from "../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { ElementSink } from "../../document/element";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { SymbolId } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { definitionBit } from "../../kit/chunks";
import { explainLlvm } from "../words/llvm";
import { Bytecode } from "./read/bytecode";
import { printDump } from "./dump";
import { ElementWalk } from "./listing/elements";
import { Listing } from "./listing/listing";
import { contextOf } from "./listing/meanings";
import { listSymbols, Outline } from "./listing/outline";
import { Places } from "./listing/places";
import { countStats } from "./listing/stats";
import { STYLES } from "./model/style";
import { targetOf } from "./print/writer";
import { printText } from "./text";

/** Width of the record cell. */
export const RECORD_WIDTH = 40;

/** One module, after its signature, or as a payload without one. */
export class BytecodeDocument implements IrDocument {
  readonly format = "llvm1";
  readonly bits: number;
  readonly recordWidth = RECORD_WIDTH;
  readonly explain = explainLlvm;
  readonly styles = [...STYLES.keys()];
  private readonly bytecode: Bytecode;
  private readonly listing: Listing;
  private readonly places: Places;

  /** @param start position of the module's header: 4 after a signature, 0 in a payload */
  constructor(
    readonly window: ByteWindow,
    start: number,
  ) {
    this.bits = window.length * 8;
    this.bytecode = new Bytecode(window, start);
    this.listing = new Listing(this.bytecode);
    this.places = new Places(this.bytecode, this.listing);
  }

  get title(): string {
    const { layout, released } = this.bytecode;
    if (layout.versionWord === undefined) return "LLVM 1.x bytecode";
    const release = released ? ` (LLVM ${contextOf(this.bytecode).release()})` : "";
    return `LLVM 1.x bytecode, version ${layout.traits.version}${release}`;
  }
  problems(): readonly Problem[] {
    return this.bytecode.problems();
  }
  /** The release as which the module is printed, and its target: the triple, or else what the version word tells. */
  facts(): readonly Fact[] {
    const { versionWord } = this.bytecode.layout;
    if (versionWord === undefined) return [];
    const { endian, pointerSize } = targetOf(versionWord);
    const told = [endian && `${endian}-endian`, pointerSize && `${pointerSize}-bit pointers`]
      .filter(Boolean)
      .join(", ");
    const target = this.bytecode.module().triple || told;
    const release = { label: "release", value: `LLVM ${contextOf(this.bytecode).release()}` };
    return target === "" ? [release] : [release, { label: "target", value: target }];
  }
  roots(): readonly SectionId[] {
    return this.listing.roots();
  }
  section(id: SectionId): Section {
    return this.listing.section(id);
  }
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    return this.listing.entries(id, from, count, options);
  }
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    return this.listing.write(id, from, count, options, writer);
  }
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    return this.listing.tellNames(id, from, count, taker);
  }
  scope(symbol: SymbolId): SectionId | undefined {
    return this.places.scope(symbol);
  }
  placeOf(bit: number): Place | undefined {
    return this.listing.placeOf(bit);
  }
  assembly(options: TextOptions): Arrangement | undefined {
    return assemblyOf(this.bytecode, this.title, options, (symbol) => definitionBit(this, symbol));
  }
  text(options: TextOptions): Generator<Piece, void, undefined> {
    return printText(this.bytecode, options);
  }
  dump(): Generator<string, void, undefined> {
    return printDump(this.bytecode);
  }
  *elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    if (!range) this.window.view(0, this.window.length);
    yield* new ElementWalk(this.bytecode, sink, range).walk();
  }
  outline(): readonly OutlineNode[] {
    return new Outline(this.bytecode).nodes();
  }
  symbols(): Iterable<SymbolInfo> {
    return listSymbols(this.bytecode);
  }
  locate(symbol: SymbolId): Place | undefined {
    return this.places.locate(symbol);
  }
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
    return this.places.hover(place, entry, target);
  }
  derived(): readonly DerivedDocument[] {
    return [];
  }
  stats(): Generator<void, readonly StatsRow[], undefined> {
    return countStats(this.bytecode);
  }
}
