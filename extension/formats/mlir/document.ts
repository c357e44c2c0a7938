/** MLIR bytecode as a document. Format: docs/formats/mlir.md. */
import type { Arrangement } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { Piece } from "../../document/byteText";
import type {
  DerivedDocument,
  Fact,
  Format,
  IrDocument,
  Notice,
  OpenOptions,
  StatsRow,
  TextOptions,
} from "../../document/document";
import type { NameTaker } from "../../document/nameTaker";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { ElementSink } from "../../document/element";
import type { HoverCard, HoverTarget } from "../../document/hover";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { SymbolId } from "../../document/token";
import { columnText } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { definitionBit } from "../../kit/chunks";
import { allEntries } from "../../kit/entryWalk";
import { explainOp } from "../words/mlir";
import { assemblyOf } from "./assembly/arrangement";
import { entryCodec } from "./attributes";
import { Container } from "./container/container";
import { isMlirBytecode, SectionKind, sectionPath } from "./container/sections";
import { dumpText } from "./dump";
import { ElementWalk } from "./elements/elements";
import { opRecords } from "./ir/records";
import { Listing } from "./listing/listing";
import { hoverCard } from "./listing/hover";
import { locate, scope } from "./listing/locate";
import { tellNames } from "./listing/rowNames";
import { outlineOf, symbolsOf } from "./listing/outline";
import { stats } from "./listing/stats";
import { isRegisteredDialect, propertyCodec, tablesOfDefinitions } from "./properties";
import type { OpKnowledge, OpTable } from "./properties";
import { moduleText, numberModule } from "./text/module";
import { OpReader } from "./text/values";

/** The rows of more bytes of ops than this are not counted. */
const VAST_BYTES = 32 << 20;

/** Bytes of memory that numbers, aliases and lines take for each byte of ops: measured. */
const MEMORY_PER_BYTE = 4;
const TOO_LARGE = "the assembly would take more memory than bitscope.maxMemory allows; the records can be shown";

/** What is made of a file when its ops are first needed. */
interface Parts {
  readonly codec: OpKnowledge;
  readonly reader: OpReader;
  readonly listing: Listing;
}

/** An opened file of MLIR bytecode. */
export class MlirDocument implements IrDocument {
  readonly format = "mlir";
  readonly bits: number;
  readonly recordWidth = 40;
  readonly explain = explainOp;
  /** Most of the file is ops; it may also be resources, whose rows are few. */
  readonly isVast: boolean;
  /** Whether what the assembly keeps of all ops takes no more memory than it may. */
  private readonly fitsMemory: boolean;
  private readonly container: Container;
  private opened: Parts | undefined;

  /** Tables of the user's own definitions. */
  private readonly brought: readonly OpTable[];

  constructor(
    readonly window: ByteWindow,
    { dialects = [], maxMemory = Infinity }: OpenOptions = {},
  ) {
    this.bits = window.length * 8;
    const brought = tablesOfDefinitions(dialects);
    this.brought = brought;
    const isBrought = (dialect: string): boolean => brought.some((table) => table.hasDialect(dialect));
    this.container = new Container(
      window,
      entryCodec,
      (dialect, ...file) => isRegisteredDialect(dialect, ...file) || isBrought(dialect),
    );
    const { dataByte = 0, endByte = 0 } = this.container.section(SectionKind.ir) ?? {};
    this.isVast = endByte - dataByte > Math.max(VAST_BYTES, window.length / 2);
    this.fitsMemory = (endByte - dataByte) * MEMORY_PER_BYTE <= maxMemory;
  }

  /** What needs the tables of ops: made when first needed. */
  private get parts(): Parts {
    if (this.opened) return this.opened;
    const { container, brought } = this;
    const codec = propertyCodec(container, () => opRecords(container), brought, container.dialects.opNames);
    const reader = new OpReader(container, codec);
    this.opened = { codec, reader, listing: new Listing(reader) };
    return this.opened;
  }

  get title(): string {
    const { version, producer } = this.container.frame;
    return producer === "" ? `MLIR bytecode ${version}` : `MLIR bytecode ${version} (${producer})`;
  }
  problems(): readonly Problem[] {
    return this.container.problems.all;
  }

  /** The producer, and the release as which the file is read. */
  facts(): readonly Fact[] {
    const { producer, version } = this.container.frame;
    const { codec } = this.parts;
    // Tables of dialects that the file does not contain are of no interest.
    const name = codec.sourceOf(this.container.dialects.dialects.map((dialect) => dialect.name));
    const { guessed } = codec.source;
    return [
      { label: "producer", value: producer === "" ? "a producer without a name" : producer },
      { label: "bytecode version", value: String(version) },
      { label: "release", value: `MLIR ${this.container.release}` },
      { label: "op definitions", value: guessed ? `${name} first, since its layouts fit most records` : name },
    ];
  }
  notices(): readonly Notice[] {
    const { producer, version } = this.container.frame;
    return this.container.notices.all(producer, version, this.parts.reader.codec.source.name);
  }

  roots(): readonly SectionId[] {
    return this.parts.listing.tree.roots;
  }
  section(id: SectionId): Section {
    return this.parts.listing.section(id);
  }
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    return this.parts.listing.entries(id, from, count, options);
  }
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    return this.parts.listing.write(id, from, count, options, writer);
  }
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    return tellNames(this.parts.listing, id, from, count, taker);
  }
  placeOf(bit: number): Place | undefined {
    return this.parts.listing.placeOf(bit);
  }

  assembly(options: TextOptions): Arrangement | undefined {
    // Whoever reads in the background keeps the whole assembly; the others print it as they read.
    if (options.inBackground && !this.fitsMemory) {
      const { dataByte, endByte } = this.container.section(SectionKind.ir) ?? { dataByte: 0, endByte: 0 };
      this.container.problems.add("limit", TOO_LARGE, dataByte, endByte, [sectionPath(SectionKind.ir)]);
      return undefined;
    }
    return assemblyOf(this.parts.reader, this.title, options, (symbol) => definitionBit(this, symbol));
  }
  text(options: TextOptions): Generator<Piece, void, undefined> {
    if (options.function !== undefined) return this.functionText(options);
    return moduleText(this.parts.reader, { fileName: options.fileName, locations: options.locations === true });
  }
  /** A function as a part of its module: values and aliases are numbered for the whole module. */
  private *functionText(options: TextOptions): Generator<string, void, undefined> {
    const assembly = this.assembly(options);
    if (!assembly) return;
    for (const work = assembly.background?.(); work?.next().done === false;) yield "";
    for (const { kind, name, startBit } of this.symbols()) {
      const isWanted = name === options.function && (kind === "function" || kind === "declaration");
      const place = isWanted ? assembly.placeOf(startBit) : undefined;
      if (!place) continue;
      for (const { lines } of allEntries(assembly, { unpaired: true }, place.section))
        for (const { when, assembly: tokens } of lines) if (when !== "folded") yield `${columnText(tokens)}\n`;
    }
  }
  dump(): Generator<Piece, void, undefined> {
    return dumpText(this.parts.reader);
  }
  elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    return new ElementWalk(this.parts.reader, sink, range).run();
  }

  outline(): readonly OutlineNode[] {
    return outlineOf(this.parts.listing);
  }
  symbols(): Iterable<SymbolInfo> {
    return symbolsOf(this.parts.listing);
  }
  locate(symbol: SymbolId): Place | undefined {
    return locate(this.parts.listing, symbol);
  }
  scope(symbol: SymbolId): SectionId | undefined {
    return scope(this.parts.listing, symbol);
  }
  /** The numbers of values in the text, for the cards. */
  *background(): Generator<void, void, undefined> {
    if (this.fitsMemory) yield* numberModule(this.parts.reader);
  }
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
    return hoverCard(this.parts.listing, place, entry, target);
  }
  derived(): readonly DerivedDocument[] {
    return [];
  }
  stats(): Generator<void, readonly StatsRow[], undefined> {
    return stats(this.parts.reader);
  }
}

/** MLIR bytecode, versions 0 to 6: recognised by its magic `ML\xEFR`. */
export const mlirFormat: Format = {
  id: "mlir",
  matches: (head) => isMlirBytecode(head),
  open: (window, options) => new MlirDocument(window, options),
};
