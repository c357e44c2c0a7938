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
  KeptIndex,
  StatsRow,
  TextOptions,
} from "../../document/document";
import type { HoverCard, HoverTarget } from "../../document/hover";
import type { NameTaker } from "../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { BitRange } from "../../document/bits";
import type { ElementSink } from "../../document/element";
import type { OutlineNodes, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { Threads } from "../../document/threads";
import type { SymbolId } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { Made } from "../../document/madeList";
import { allSteps, yielding } from "../../kit/steps";
import type { HeadLine } from "./print/head";
import { headLines, readHead } from "./print/head";
import { LlvmAssembly } from "./assembly/arrangement";
import { AssemblyModule } from "./assembly/module";
import { BitstreamDocument, streamHead } from "../bitstream/document";
import type { StreamHeader } from "../bitstream/header";
import { MAGIC_BYTES, readStreamHeader } from "../bitstream/header";
import { headCard } from "../bitstream/hover";
import { LazyBlocks } from "../bitstream/lazyBlocks";
import { BlockNames } from "../bitstream/names";
import type { Waymarks } from "../bitstream/waymarks";
import { explainLlvm } from "../words/llvm";
import type { Release } from "./ir/releases";
import { releaseName, releaseNamed, RELEASES } from "./ir/releases";
import { factsOf } from "./listing/facts";
import { inferRelease } from "./release/infer";
import { hoverCard } from "./listing/hover";
import type { ListingModule } from "./listing/module";
import { isVast, KEPT_MODULES, Modules } from "./modules";
import { outlineOf } from "./listing/outline";
import type { RowState } from "./listing/rowState";
import { LlvmRows } from "./listing/rows";
import { localScope, symbolBit, symbolsOf } from "./listing/symbols";
import { tileLlvm } from "./listing/tiling";
import { Numbering } from "./metadata/numbering";
import { MetadataPrinter } from "./metadata/print";
import { isWorthThreads, orElse, textTogether } from "./parallel/together";
import { ModuleText } from "./print/module";
import type { Reading } from "./read/moduleTables";
import { TooMany } from "./read/moduleTables";
import type { LoadedModule } from "./read/module";
import { isHeldBack } from "./read/moduleParts";
import { SPECIFIED_NAMES } from "./spec/specifiedNames";
import { ProblemList } from "./stream/blocks";
import type { ModulePlace } from "./stream/modules";
import { findModules } from "./stream/modules";

/** The most text of a module that is held back, as a multiple of its size: a small file may have a very long text. */
const MOST_HELD = 24;
/** Text that is held back in any case, in characters: a damaged module may say that it has no bytes. */
const ALWAYS_HELD = 1 << 20;

class LlvmDocument implements IrDocument {
  readonly format = "llvm";
  readonly title: string;
  readonly bits: number;
  readonly recordWidth = 40;
  readonly explain = explainLlvm;
  readonly isVast: boolean;
  readonly index?: KeptIndex;
  readonly styles = RELEASES.map(releaseName);
  /** The same bytes as a plain bitstream, for its dump and statistics. */
  private readonly container: BitstreamDocument;
  private readonly header: StreamHeader;
  private readonly found = new ProblemList();
  /** Problems found while finding the modules; they do not belong to the container's own dump. */
  private readonly outside = new ProblemList();
  private irIsRead = false;
  private readonly places: readonly ModulePlace[];
  private readonly modules: Modules;
  private readonly names = new BlockNames("LLVM IR", SPECIFIED_NAMES);
  private readonly blocks: LazyBlocks<RowState>;
  private readonly root: SectionId;

  /** @param maxMemory the most bytes that decoded data may take */
  constructor(
    readonly window: ByteWindow,
    private readonly maxMemory = Infinity,
  ) {
    this.bits = window.length * 8;
    this.isVast = isVast({ startBit: 0, endBit: this.bits });
    this.container = new BitstreamDocument(window);
    this.header = readStreamHeader(window);
    this.places = findModules(window, this.header, this.outside);
    this.modules = new Modules(window, this.stream, this.places, this.found);
    if (this.places[0] && isVast(this.places[0])) this.index = this.modules;
    this.title = titleOf(this.places);
    const moduleAt = (bit: number, entryBit: number): ListingModule | undefined => this.modules.moduleAt(bit, entryBit);
    const rows = new LlvmRows(
      this.names,
      moduleAt,
      (bit) => this.modules.startsAt(bit),
      (bit) => this.modules.waymarksAt(bit),
    );
    this.blocks = new LazyBlocks(window, this.stream, rows);
    const { startByte } = this.header;
    this.root = this.blocks.openStream((startByte + MAGIC_BYTES) * 8, this.title, streamHead(this.header));
  }

  private get stream(): { originByte: number; endByte: number } {
    return { originByte: this.header.startByte, endByte: this.header.endByte };
  }
  notices(): readonly Notice[] {
    return this.modules.notices();
  }
  background(): Generator<void, void, undefined> {
    return this.modules.background();
  }
  progress(): number {
    return Math.min(0.99, this.modules.progress);
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
    if (this.places.length === 0) return undefined;
    this.irIsRead = true;
    const release = options.release === undefined ? undefined : releaseNamed(options.release);
    const place = (index: number): ModulePlace => {
      const found = this.places[index];
      if (!found) throw new RangeError(`no module ${index}`);
      return found;
    };
    const { fileName, inBackground = false } = options;
    const arranged = (module: LoadedModule): Generator<void, AssemblyModule, undefined> =>
      AssemblyModule.inSteps(module, fileName);
    return new LlvmAssembly({
      count: this.places.length,
      place,
      open: (index) => allSteps(arranged(this.modules.load(place(index), { release }))),
      openInSteps: (index) => this.arrangedInSteps(place(index), { release }, arranged),
      head: inBackground ? (index) => this.headOf(place(index), release, fileName) : undefined,
      explanations: inBackground ? () => this.modules.readRecords() : undefined,
    });
  }
  private *arrangedInSteps(
    place: ModulePlace,
    reading: Reading,
    arranged: (module: LoadedModule) => Generator<void, AssemblyModule, undefined>,
  ): Generator<number, AssemblyModule | undefined, undefined> {
    try {
      const module = yield* this.modules.loadInSteps(place, { ...reading, maxMemory: this.maxMemory });
      yield place.endBit;
      return yield* yielding(place.endBit, arranged(module));
    } catch (thrown) {
      if (!(thrown instanceof TooMany)) throw thrown;
      const { startBit, endBit } = place;
      const message = "the assembly would take more memory than bitscope.maxMemory allows; the records can be shown";
      this.found.add({ code: "limit", message, startBit, endBit, path: ["module"] });
      return undefined;
    }
  }
  /** The lines that can be shown of a large module before its tables are read; undefined for other modules. */
  private headOf(place: ModulePlace, as: Release | undefined, fileName: string): readonly HeadLine[] | undefined {
    if (!this.modules.isLarge(place)) return undefined;
    const release = as ?? inferRelease(this.window, this.stream, place).release;
    return headLines(readHead(this.window, this.stream, place, release), fileName);
  }
  /** Several modules follow each other without a line between, as `llvm-dis` prints standard input. */
  *text(options: TextOptions): Generator<Piece, void, undefined> {
    this.irIsRead = true;
    const release = options.release === undefined ? undefined : releaseNamed(options.release);
    for (const place of this.places) {
      const { threads } = options;
      const isWorth = options.function === undefined && isWorthThreads(place.endBit - place.startBit, threads);
      if (isWorth && !this.isChangedByBodies(place, release))
        yield* this.textOfThreads(place, release, { ...options, threads });
      else yield* this.textOf(place, release, options);
    }
  }
  /** Whether bodies of a module tell what changes the text around them; only of a module whose text is held back. */
  private isChangedByBodies(place: ModulePlace, release: Release | undefined): boolean {
    if (!isHeldBack(place)) return false;
    const module = this.modules.load(place, { release });
    for (const body of module.bodies) module.peek(body);
    return module.isOutdated;
  }
  private *textOf(
    place: ModulePlace,
    release: Release | undefined,
    options: TextOptions,
  ): Generator<Piece, void, undefined> {
    // The text of a function is that of the module as all its bodies make it.
    if (options.function !== undefined) this.isChangedByBodies(place, release);
    const module = this.modules.load(place, { release });
    const text = this.printed(module, options);
    if (options.function !== undefined || !isHeldBack(place)) {
      yield* text;
      return;
    }
    // Bodies may tell what changes the text before them: then it is printed again.
    const held: Piece[] = [];
    let size = 0;
    for (let step = text.next(); !step.done; step = text.next()) {
      const { value: piece } = step;
      size += piece.length;
      held.push(typeof piece === "string" ? piece : piece.slice());
      if (size > Math.max(ALWAYS_HELD, (MOST_HELD * (place.endBit - place.startBit)) / 8)) {
        yield* held;
        yield* text;
        return;
      }
      yield "";
    }
    yield* module.isOutdated ? this.printed(this.modules.load(place, { release }), options) : held;
  }
  private printed(module: LoadedModule, options: TextOptions): Generator<Piece, void, undefined> {
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
    const problems = this.modules.listFor(place);
    const { fileName, whole = false } = options;
    const report = (problem: Problem): void => problems.add(problem);
    const source = { window: this.window, index: this.places.indexOf(place), release, fileName, whole, report };
    yield* orElse(textTogether(source, threads), () => this.textOf(place, release, options));
  }
  dump(options: DumpOptions): Generator<Piece, void, undefined> {
    return this.container.dump(options);
  }
  *elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    const moduleAt = sink.plain ? undefined : (bit: number, entryBit: number) => this.modules.moduleAt(bit, entryBit);
    const report = (problem: Problem): void => {
      this.found.add(problem);
    };
    const waymarksAt = (bit: number): Waymarks | undefined => this.modules.waymarksAt(bit);
    yield* tileLlvm(this.window, this.header, sink, { moduleAt, waymarksAt, report }, range);
  }

  outline(): OutlineNodes {
    const nodes = (place: ModulePlace, problems: () => readonly Problem[]): OutlineNodes => {
      const module = this.modules.namedAt(place);
      return outlineOf(module, () => this.modules.moduleAt(place.startBit), problems());
    };
    const { places } = this;
    const [only] = places;
    if (places.length === 1 && only) return nodes(only, () => this.problems());
    return new Made(places.length, (index) => {
      const place = places[index] as ModulePlace;
      const { startBit, endBit } = place;
      return { kind: "module", name: `module ${index}`, startBit, endBit, children: () => nodes(place, () => []) };
    });
  }
  facts(): readonly Fact[] {
    const { length } = this.places;
    const facts = factsOf(this.places.slice(0, KEPT_MODULES).map((place) => this.modules.namedAt(place)));
    if (length <= KEPT_MODULES) return facts;
    return [{ label: "modules", value: `${length}; what follows is of the first ${KEPT_MODULES}` }, ...facts];
  }
  *symbols(): Generator<SymbolInfo, void, undefined> {
    for (const module of this.modules.namedModules()) yield* symbolsOf(module);
  }
  locate(symbol: SymbolId): Place | undefined {
    for (const module of this.modules.listingModules()) {
      const bit = symbolBit(module, symbol);
      if (bit !== undefined) return this.placeOf(bit);
    }
    return undefined;
  }
  scope(symbol: SymbolId): SectionId | undefined {
    // In a damaged file, blocks that are passed over for the names may hide a function.
    const { modules } = this;
    const bit = localScope(modules.namedModules(), symbol) ?? localScope(modules.listingModules(), symbol);
    return bit === undefined ? undefined : this.placeOf(bit)?.section;
  }
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
    const reader = this.blocks.readerBefore(place);
    if (!reader) return headCard(entry, this.title);
    const around = this.places.find((m) => m.startBit <= entry.startBit && entry.startBit < m.endBit);
    const { title: container } = this.section(place.section);
    const module = around && this.modules.moduleAt(around.startBit);
    const upgraded = (): ListingModule | undefined => around && this.modules.upgradedAt(around);
    return hoverCard({ reader, entry, container, names: this.names, module, upgraded }, target);
  }
  derived(): readonly DerivedDocument[] {
    return [];
  }
  stats(): Generator<void, readonly StatsRow[], undefined> {
    return this.container.stats(SPECIFIED_NAMES);
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
