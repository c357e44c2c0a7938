/** An LLVM IR file as a document. Its modules are read on demand. Format: docs/formats/llvm.md. */
import type { Arrangement } from "../../document/arrangement";
import type { Piece } from "../../document/byteText";
import type {
  DerivedDocument,
  DumpOptions,
  Fact,
  Format,
  Notice,
  IrDocument,
  StatsRow,
  TextOptions,
} from "../../document/document";
import type { HoverCard, HoverTarget } from "../../document/hover";
import type { NameTaker } from "../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { BitRange } from "../../document/bits";
import type { ElementSink } from "../../document/element";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { Threads } from "../../document/threads";
import type { SymbolId } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { Unfinished } from "../../document/window";
import { LeastRecent } from "../../kit/leastRecent";
import { headLines, readHead } from "./print/head";
import { LlvmAssembly } from "./assembly/arrangement";
import { AssemblyModule } from "./assembly/module";
import { BitstreamDocument, streamHead } from "../bitstream/document";
import type { StreamHeader } from "../bitstream/header";
import { MAGIC_BYTES, readStreamHeader } from "../bitstream/header";
import { headCard } from "../bitstream/hover";
import { LazyBlocks } from "../bitstream/lazyBlocks";
import { BlockNames } from "../bitstream/names";
import type { Release } from "./ir/releases";
import { releaseName, releaseNamed, RELEASES } from "./ir/releases";
import { factsOf } from "./listing/facts";
import { inferRelease } from "./release/infer";
import { newerNotice } from "./release/notices";
import { hoverCard } from "./listing/hover";
import { ListingModule } from "./listing/module";
import { NamedModule } from "./listing/names";
import { outlineOf } from "./listing/outline";
import type { RowState } from "./listing/rowState";
import { LlvmRows } from "./listing/rows";
import { localScope, symbolBit, symbolsOf } from "./listing/symbols";
import { tileLlvm } from "./listing/tiling";
import { Numbering } from "./metadata/numbering";
import { MetadataPrinter } from "./metadata/print";
import { metadataTable } from "./metadata/host";
import { isWorthThreads, orElse, textTogether } from "./parallel/together";
import { ModuleText } from "./print/module";
import type { Reading } from "./read/moduleTables";
import { TooMany } from "./read/moduleTables";
import { LoadedModule } from "./read/module";
import { ProblemList, UnknownAside } from "./stream/blocks";
import type { ModulePlace } from "./stream/modules";
import { findModules } from "./stream/modules";

/** The most modules whose tables the listing keeps at once. */
const KEPT_MODULES = 4;

/**
 * A module of this size or more shows its head before its tables are read, since that takes longer than a reader should
 * wait.
 */
const LARGE_BITS = 8 * (512 << 10);

/** What a global or constant of a module takes at most of memory in the assembly, with what is made for it: measured. */
const BYTES_PER_VALUE = 640;

/** A module larger than this is not read a second time just to show in hovers what an upgrade changes. */
const MOST_COMPARED_BITS = 8 * (32 << 20);
/**
 * Up to this size, that reading happens when the first hover card needs it; a larger module is read in the background,
 * and cards before that go without.
 */
const COMPARED_AT_ONCE_BITS = 8 * (64 << 10);

/** Readings of modules that have begun and not ended. */
class Begun extends Map<ModulePlace, Generator<number, LoadedModule, undefined>> {}

class LlvmDocument implements IrDocument {
  readonly format = "llvm";
  readonly title: string;
  readonly bits: number;
  readonly recordWidth = 40;
  readonly styles = RELEASES.map(releaseName);
  /** The same bytes as a plain bitstream, for its dump and statistics. */
  private readonly container: BitstreamDocument;
  private readonly header: StreamHeader;
  private readonly found = new ProblemList();
  /** Problems found while finding the modules; they do not belong to the container's own dump. */
  private readonly outside = new ProblemList();
  private irIsRead = false;
  private readonly modules: readonly ModulePlace[];
  private readonly placesByBit: ReadonlyMap<number, ModulePlace>;
  private readonly opened = new LeastRecent<ModulePlace, ListingModule>(KEPT_MODULES);
  private readonly names = new BlockNames("LLVM IR");
  private readonly blocks: LazyBlocks<RowState>;
  private readonly root: SectionId;

  /** @param maxMemory the most bytes that decoded data may take */
  constructor(
    readonly window: ByteWindow,
    private readonly maxMemory = Infinity,
  ) {
    this.bits = window.length * 8;
    this.container = new BitstreamDocument(window);
    this.header = readStreamHeader(window);
    this.modules = findModules(window, this.header, this.outside);
    this.placesByBit = new Map(this.modules.map((place) => [place.startBit, place]));
    this.title = titleOf(this.modules);
    const moduleAt = (bit: number, entryBit: number): ListingModule | undefined => this.moduleAt(bit, entryBit);
    const rows = new LlvmRows(this.names, moduleAt, (bit) => this.placesByBit.has(bit));
    this.blocks = new LazyBlocks(window, this.stream, rows);
    const { startByte } = this.header;
    this.root = this.blocks.openStream((startByte + MAGIC_BYTES) * 8, this.title, streamHead(this.header));
  }

  private get stream(): { originByte: number; endByte: number } {
    return { originByte: this.header.startByte, endByte: this.header.endByte };
  }
  private load(place: ModulePlace, reading: Reading, problems = this.found): LoadedModule {
    const list = this.listFor(place, problems);
    return LoadedModule.read(this.window, this.stream, place, list, reading, metadataTable);
  }
  private loadInSteps(
    place: ModulePlace,
    reading: Reading,
    problems = this.found,
  ): Generator<number, LoadedModule, undefined> {
    const list = this.listFor(place, problems);
    return LoadedModule.inSteps(this.window, this.stream, place, list, reading, metadataTable);
  }
  /** Readings that were interrupted for other work, by kind and module. */
  private readonly begun = { names: new Begun(), literal: new Begun() };
  /**
   * Reads a module for its names only, or literally as the file holds it; continues an interrupted reading. @throws
   * Unfinished
   */
  private loadPatiently(place: ModulePlace, kind: "names" | "literal"): LoadedModule {
    const begun = this.begun[kind];
    const reading = kind === "names" ? { namesOnly: true } : { literal: true };
    const work = begun.get(place) ?? this.loadInSteps(place, reading);
    // If it throws, the generator has ended: the next call begins anew.
    begun.delete(place);
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      if (!this.window.due?.()) continue;
      begun.set(place, work);
      throw new Unfinished();
    }
  }
  /** The list that collects the problems of a module. */
  private listFor(place: ModulePlace, problems = this.found): ProblemList {
    const { newer } = inferRelease(this.window, this.stream, place);
    return newer === undefined ? problems : this.asideOf(place, problems);
  }
  /** For each module of a newer LLVM: what is unknown in it, from all of its readings. */
  private readonly unknown = new Map<ModulePlace, UnknownAside>();
  private asideOf(place: ModulePlace, problems: ProblemList): UnknownAside {
    if (problems !== this.found) return new UnknownAside(problems);
    let aside = this.unknown.get(place);
    if (!aside) this.unknown.set(place, (aside = new UnknownAside(problems)));
    return aside;
  }
  notices(): readonly Notice[] {
    return [...this.unknown].flatMap(([place, { unknown }]) => {
      const notice = newerNotice(place, inferRelease(this.window, this.stream, place), unknown.list);
      return notice ? [notice] : [];
    });
  }
  /**
   * The module whose block starts at this bit, read literally as the file holds it. Of a large module, only the head is
   * read for an entry in it. @throws Unfinished
   */
  private moduleAt(bit: number, entryBit = Infinity): ListingModule | undefined {
    const place = this.placesByBit.get(bit);
    if (!place) return undefined;
    const known = this.opened.get(place);
    if (known) return known;
    const head = entryBit < place.endBit ? this.headAt(place) : undefined;
    if (head?.module.hasRead(entryBit)) return head;
    return this.opened.of(place, () => new ListingModule(this.loadPatiently(place, "literal")));
  }
  private readonly recordHeads = new LeastRecent<ModulePlace, ListingModule>(KEPT_MODULES);
  /** The head of a large module; names of types from before LLVM 3.0 are not in it. */
  private headAt(place: ModulePlace): ListingModule | undefined {
    if (place.endBit - place.startBit < LARGE_BITS || place.oldTypeTable) return undefined;
    return this.recordHeads.of(place, () => new ListingModule(this.load(place, { headOnly: true })));
  }
  /**
   * The module as its release reads it, to show in hovers what upgrades change. Its problems are dropped: the literal
   * reading reports them.
   */
  private upgradedAt(place: ModulePlace): ListingModule | undefined {
    if (this.upgraded?.module.place === place) return this.upgraded;
    return place.endBit - place.startBit > COMPARED_AT_ONCE_BITS ? undefined : this.readUpgraded(place);
  }
  private readUpgraded(place: ModulePlace): ListingModule {
    this.upgraded = new ListingModule(this.load(place, {}, new ProblemList()));
    return this.upgraded;
  }
  /** Reads the first module of a large file so that its hover cards can show what upgrades change. */
  *background(): Generator<void, void, undefined> {
    const [first] = this.modules;
    if (!first || first.endBit - first.startBit > MOST_COMPARED_BITS) return;
    yield;
    if (this.upgradedAt(first)) return;
    const work = this.loadInSteps(first, {}, new ProblemList());
    let step = work.next();
    for (; !step.done; step = work.next()) yield;
    this.upgraded = new ListingModule(step.value);
  }
  private upgraded: ListingModule | undefined;
  private *listingModules(): Generator<ListingModule, void, undefined> {
    for (const { startBit } of this.modules) {
      const module = this.moduleAt(startBit);
      if (module) yield module;
    }
  }

  private readonly named = new LeastRecent<ModulePlace, NamedModule>(KEPT_MODULES);
  /** A module's names; its bodies, constants and metadata nodes are not read. @throws Unfinished */
  private namedAt(place: ModulePlace): NamedModule {
    return this.named.of(place, () => new NamedModule(this.loadPatiently(place, "names")));
  }
  private *namedModules(): Generator<NamedModule, void, undefined> {
    for (const place of this.modules) yield this.namedAt(place);
  }

  problems(): readonly Problem[] {
    const outside = this.irIsRead ? this.outside.list : [];
    const container = [...this.header.problems, ...this.blocks.problems(), ...this.container.problems()];
    const all = [...container, ...outside, ...this.found.list];
    const known = new Set<string>();
    return all.filter(({ startBit, message }) => {
      const key = `${startBit} ${message}`;
      if (known.has(key)) return false;
      known.add(key);
      return true;
    });
  }
  roots(): readonly SectionId[] {
    return [this.root];
  }
  section(id: SectionId): Section {
    return this.blocks.section(id);
  }
  holder(id: SectionId): Place | undefined {
    return this.blocks.holder(id);
  }
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    this.irIsRead = true;
    return this.blocks.entries(id, from, count, options);
  }
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    this.irIsRead = true;
    return this.blocks.write(id, from, count, options, writer);
  }
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    this.irIsRead = true;
    return this.blocks.tellNames(id, from, count, taker);
  }
  placeOf(bit: number): Place | undefined {
    return bit < this.bits ? this.blocks.placeOf(this.root, bit) : undefined;
  }

  assembly(options: TextOptions): Arrangement | undefined {
    if (this.modules.length === 0) return undefined;
    this.irIsRead = true;
    const release = options.release === undefined ? undefined : releaseNamed(options.release);
    const place = (index: number): ModulePlace => {
      const found = this.modules[index];
      if (!found) throw new RangeError(`no module ${index}`);
      return found;
    };
    const { fileName, inBackground = false } = options;
    const arranged = (index: number, module: LoadedModule): AssemblyModule =>
      new AssemblyModule(module, fileName, index > 0);
    return new LlvmAssembly({
      count: this.modules.length,
      place,
      open: (index) => arranged(index, this.load(place(index), { release })),
      openInSteps: (index) => this.arrangedInSteps(place(index), { release }, (module) => arranged(index, module)),
      head: inBackground ? (index) => this.headOf(place(index), release, fileName) : undefined,
      explanations: inBackground ? () => this.readRecords() : undefined,
    });
  }
  /**
   * Reads the first module as the records show it, for hover cards: otherwise the first card would wait for that. A card
   * that is asked for meanwhile goes on with the same reading.
   */
  private *readRecords(): Generator<void, void, undefined> {
    const [first] = this.modules;
    if (!first || first.endBit - first.startBit > MOST_COMPARED_BITS || this.opened.has(first)) return;
    const begun = this.begun.literal;
    const work = begun.get(first) ?? this.loadInSteps(first, { literal: true });
    begun.set(first, work);
    while (begun.get(first) === work) {
      const step = work.next();
      if (!step.done) yield;
      else {
        begun.delete(first);
        this.opened.set(first, new ListingModule(step.value));
      }
    }
  }
  private *arrangedInSteps(
    place: ModulePlace,
    reading: Reading,
    arranged: (module: LoadedModule) => AssemblyModule,
  ): Generator<number, AssemblyModule | undefined, undefined> {
    const mostValues = this.maxMemory / BYTES_PER_VALUE;
    try {
      return arranged(yield* this.loadInSteps(place, { ...reading, mostValues }));
    } catch (thrown) {
      if (!(thrown instanceof TooMany)) throw thrown;
      const { startBit, endBit } = place;
      const message = "the assembly would take more memory than bitscope.maxMemory allows; the records can be shown";
      this.found.add({ code: "limit", message, startBit, endBit, path: ["module"] });
      return undefined;
    }
  }
  /** The lines that can be shown of a large module before its tables are read; undefined for other modules. */
  private headOf(place: ModulePlace, as: Release | undefined, fileName: string): readonly string[] | undefined {
    if (place.endBit - place.startBit < LARGE_BITS) return undefined;
    const release = as ?? inferRelease(this.window, this.stream, place).release;
    return headLines(readHead(this.window, this.stream, place, release), fileName);
  }
  *text(options: TextOptions): Generator<Piece, void, undefined> {
    this.irIsRead = true;
    const release = options.release === undefined ? undefined : releaseNamed(options.release);
    let first = true;
    for (const place of this.modules) {
      if (!first) yield "\n";
      first = false;
      const { threads } = options;
      if (options.function === undefined && isWorthThreads(place.endBit - place.startBit, threads))
        yield* this.textOfThreads(place, release, { ...options, threads });
      else yield* this.textOf(place, release, options);
    }
  }
  private textOf(
    place: ModulePlace,
    release: Release | undefined,
    options: TextOptions,
  ): Generator<Piece, void, undefined> {
    const module = this.load(place, { release });
    const numbering = new Numbering(module.metadata);
    const printer = new MetadataPrinter(module.metadata);
    const text = new ModuleText(module, { numbering, printer }, options.fileName);
    return options.function === undefined ? text.print(options.whole ?? false) : text.printOnly(options.function);
  }
  /** Prints the text with the help of threads; if they fail, this thread continues where they stopped. */
  private *textOfThreads(
    place: ModulePlace,
    release: Release | undefined,
    { threads, ...options }: TextOptions & { readonly threads: Threads },
  ): Generator<Piece, void, undefined> {
    const problems = this.listFor(place);
    const { fileName, whole = false } = options;
    const report = (problem: Problem): void => problems.add(problem);
    const source = { window: this.window, index: this.modules.indexOf(place), release, fileName, whole, report };
    yield* orElse(textTogether(source, threads), () => this.textOf(place, release, options));
  }
  dump(options: DumpOptions): Generator<Piece, void, undefined> {
    return this.container.dump(options);
  }
  *elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    const moduleAt = sink.plain ? undefined : (bit: number, entryBit: number) => this.moduleAt(bit, entryBit);
    const report = (problem: Problem): void => {
      this.found.add(problem);
    };
    yield* tileLlvm(this.window, this.header, sink, { moduleAt, report }, range);
  }

  outline(): readonly OutlineNode[] {
    const nodes = (place: ModulePlace, problems: () => readonly Problem[]): readonly OutlineNode[] => {
      const module = this.namedAt(place);
      return outlineOf(module, () => this.moduleAt(place.startBit), problems());
    };
    const [only] = this.modules;
    if (this.modules.length === 1 && only) return nodes(only, () => this.problems());
    return this.modules.map((place, index) => {
      const { startBit, endBit } = place;
      return { kind: "module", name: `module ${index}`, startBit, endBit, children: () => nodes(place, () => []) };
    });
  }
  facts(): readonly Fact[] {
    const { length } = this.modules;
    const facts = factsOf(this.modules.slice(0, KEPT_MODULES).map((place) => this.namedAt(place)));
    if (length <= KEPT_MODULES) return facts;
    return [{ label: "modules", value: `${length}; what follows is of the first ${KEPT_MODULES}` }, ...facts];
  }
  *symbols(): Generator<SymbolInfo, void, undefined> {
    for (const module of this.namedModules()) yield* symbolsOf(module);
  }
  locate(symbol: SymbolId): Place | undefined {
    for (const module of this.listingModules()) {
      const bit = symbolBit(module, symbol);
      if (bit !== undefined) return this.placeOf(bit);
    }
    return undefined;
  }
  scope(symbol: SymbolId): SectionId | undefined {
    const bit = localScope(this.namedModules(), symbol);
    return bit === undefined ? undefined : this.placeOf(bit)?.section;
  }
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
    const reader = this.blocks.readerBefore(place);
    if (!reader) return headCard(entry, this.title);
    const around = this.modules.find((m) => m.startBit <= entry.startBit && entry.startBit < m.endBit);
    const { title: container } = this.section(place.section);
    const module = around && this.moduleAt(around.startBit);
    const upgraded = (): ListingModule | undefined => around && this.upgradedAt(around);
    return hoverCard({ reader, entry, container, names: this.names, module, upgraded }, target);
  }
  derived(): readonly DerivedDocument[] {
    return [];
  }
  *stats(): Generator<StatsRow, void, undefined> {
    yield* this.container.stats();
  }
}

/** `LLVM 19.1.7 bitcode`. */
function titleOf(modules: readonly ModulePlace[]): string {
  const [first] = modules;
  if (!first) return "LLVM bitcode";
  const more = modules.length > 1 ? `, ${modules.length} modules` : "";
  if (first.identification !== undefined) {
    return `LLVM ${first.identification.replace(/^LLVM/, "")} bitcode${more}`;
  }
  return `LLVM ${first.oldTypeTable ? "2.x" : "3.x"} bitcode${more}`;
}

/** LLVM bitcode: the magic `BC C0DE`, or Darwin's wrapper around it. */
export const llvmFormat: Format = {
  id: "llvm",
  matches: (_head, window) => readStreamHeader(window).type === "LLVM IR",
  open: (window, { maxMemory }) => new LlvmDocument(window, maxMemory),
};
