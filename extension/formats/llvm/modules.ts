/** The modules of a file, read in the ways that the parts of a document need, on demand; those used last stay read. */
import type { BitRange } from "../../document/bits";
import type { KeptIndex, Notice } from "../../document/document";
import type { ByteWindow } from "../../document/window";
import { Continued } from "../../kit/continued";
import { LeastRecent } from "../../kit/leastRecent";
import { Unfitting } from "../../kit/packed";
import { countBefore } from "../../kit/sortedSearch";
import { yielding } from "../../kit/steps";
import type { Waymarks } from "../bitstream/waymarks";
import { ListingModule } from "./listing/module";
import { NamedModule } from "./listing/names";
import { BodyFindings } from "./ir/findings";
import type { Release } from "./ir/releases";
import { metadataTable } from "./metadata/host";
import { LoadedModule } from "./read/module";
import { headEnd } from "./read/moduleParts";
import type { ModuleSource, Reading } from "./read/moduleTables";
import { inferRelease } from "./release/infer";
import { newerNotice } from "./release/notices";
import { ProblemList, UnknownAside } from "./stream/blocks";
import type { ModulePlace, StreamRange } from "./stream/modules";

/** The most modules whose tables the listing keeps at once. */
export const KEPT_MODULES = 4;
/** More readings than are kept at once: those of the listing, of its heads, of names, of text. */
const AWAITED = 4 * KEPT_MODULES;

/**
 * A module of this size or more shows its head before its tables are read, since that takes longer than a reader should
 * wait.
 */
const LARGE_BITS = 8 * (512 << 10);

/** A range of more bits is not read a second time, and its rows are not counted. */
const VAST_BITS = 8 * (32 << 20);
/** Whether a module or a file is so large. */
export function isVast({ startBit, endBit }: BitRange): boolean {
  return endBit - startBit > VAST_BITS;
}
/**
 * Up to this size, that reading happens when the first hover card needs it; a larger module is read in the background,
 * and cards before that go without.
 */
const COMPARED_AT_ONCE_BITS = 8 * (64 << 10);

/** How much of a module is read: its head, its names only, or all of it literally as the file holds it. */
type Part = "head" | "names" | "literal";

/** Reads modules of one file. */
export class Modules implements KeptIndex {
  /** Modules read literally. */
  private readonly opened = new LeastRecent<ModulePlace, ListingModule>(KEPT_MODULES);

  /** @param found collects the problems of the modules */
  constructor(
    private readonly window: ByteWindow,
    private readonly stream: StreamRange,
    readonly places: readonly ModulePlace[],
    private readonly found: ProblemList,
  ) {
    this.begun = { head: new Continued(window), names: new Continued(window), literal: new Continued(window) };
  }

  /** The module that starts at a bit. */
  private placeAt(bit: number): ModulePlace | undefined {
    const { places } = this;
    const place = places[countBefore(places.length, (at) => (places[at]?.startBit ?? 0) >= bit)];
    return place?.startBit === bit ? place : undefined;
  }
  /** Whether a module starts at a bit. */
  startsAt(bit: number): boolean {
    return this.placeAt(bit) !== undefined;
  }
  /** Whether a module's head is shown before its tables are read. */
  isLarge({ startBit, endBit }: ModulePlace): boolean {
    return endBit - startBit >= LARGE_BITS;
  }
  load(place: ModulePlace, reading: Reading, problems = this.found): LoadedModule {
    return LoadedModule.read(...this.sourceOf(place, reading, problems));
  }
  loadInSteps(place: ModulePlace, reading: Reading, problems = this.found): Generator<number, LoadedModule, undefined> {
    return LoadedModule.inSteps(...this.sourceOf(place, reading, problems));
  }
  private sourceOf(place: ModulePlace, reading: Reading, problems: ProblemList): ModuleSource {
    const list = this.listFor(place, problems);
    const findings = this.findingsOf(place, reading.release);
    return [this.window, this.stream, place, list, { ...reading, findings }, metadataTable];
  }
  /**
   * What bodies have told, by module and the release that reads it; it applies from the next reading on. Most modules
   * tell nothing, and a file may have very many: only what they have told is kept when they are no longer read.
   */
  private readonly findings = new Map<string, BodyFindings>();
  private readonly awaited = new LeastRecent<string, BodyFindings>(AWAITED);
  private findingsOf({ startBit }: ModulePlace, release: Release | undefined): BodyFindings {
    const key = `${startBit} ${release ?? ""}`;
    const keep = (told: BodyFindings): void => void this.findings.set(key, told);
    return this.findings.get(key) ?? this.awaited.of(key, () => new BodyFindings(keep));
  }
  /** Readings that were interrupted for other work, by kind and module. */
  private readonly begun: Readonly<Record<Part, Continued<ModulePlace, LoadedModule, number>>>;
  /** Reads that much of a module; continues an interrupted reading. @throws Unfinished */
  private loadPatiently(place: ModulePlace, part: Part): LoadedModule {
    return this.begun[part].run(place, () => {
      switch (part) {
        case "head":
          return this.loadInSteps(place, { headOnly: true });
        case "names":
          return this.loadInSteps(place, { namesOnly: true });
        case "literal":
          return this.loadLiterally(place);
      }
    });
  }
  /** The list that collects the problems of a module. */
  listFor(place: ModulePlace, problems = this.found): ProblemList {
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
  moduleAt(bit: number, entryBit = Infinity): ListingModule | undefined {
    const place = this.placeAt(bit);
    if (!place) return undefined;
    const known = this.opened.get(place);
    if (known) return known;
    if (this.isInHead(place, entryBit)) return this.headAt(place);
    // The whole module has the head's tables too. If reading it is interrupted, the head is read once more.
    if (!this.begun.literal.get(place)) this.recordHeads.delete(place);
    return this.opened.of(place, () => new ListingModule(this.loadPatiently(place, "literal")));
  }
  /** The positions noted when the large module whose block starts at this bit is read. @throws Unfinished */
  waymarksAt(bit: number): Waymarks | undefined {
    const place = this.placeAt(bit);
    return place && this.isLarge(place) ? this.moduleAt(bit)?.module.waymarks : undefined;
  }
  private readonly headEnds = new LeastRecent<ModulePlace, number>(KEPT_MODULES);
  /** Whether an entry is in the head of a large module. Names of types from before LLVM 3.0 are not. */
  private isInHead(place: ModulePlace, entryBit: number): boolean {
    if (entryBit >= place.endBit || !this.isLarge(place) || place.oldTypeTable) return false;
    return entryBit < this.headEnds.of(place, () => headEnd(this.window, this.stream, place));
  }
  private readonly recordHeads = new LeastRecent<ModulePlace, ListingModule>(KEPT_MODULES);
  private headAt(place: ModulePlace): ListingModule {
    return this.recordHeads.of(place, () => new ListingModule(this.loadPatiently(place, "head")));
  }
  /**
   * The module as its release reads it, to show in hovers what upgrades change. Its problems are dropped: the literal
   * reading reports them.
   */
  upgradedAt(place: ModulePlace): ListingModule | undefined {
    if (this.upgraded?.module.place === place) return this.upgraded;
    return place.endBit - place.startBit > COMPARED_AT_ONCE_BITS ? undefined : this.readUpgraded(place);
  }
  private readUpgraded(place: ModulePlace): ListingModule {
    this.upgraded = new ListingModule(this.load(place, {}, new ProblemList()));
    return this.upgraded;
  }
  /**
   * Reads the first module of a large file so that its hover cards can show what upgrades change; a vast one once, so that
   * all of its places are shown at once.
   */
  *background(): Generator<void, void, undefined> {
    const [first] = this.places;
    if (first && isVast(first)) yield* this.readRecords();
    if (!first || isVast(first)) return;
    yield;
    if (this.upgradedAt(first)) return;
    const module = yield* yielding(undefined, this.loadInSteps(first, {}, new ProblemList()));
    this.upgraded = new ListingModule(module);
  }
  private upgraded: ListingModule | undefined;
  *listingModules(): Generator<ListingModule, void, undefined> {
    for (const { startBit } of this.places) {
      const module = this.moduleAt(startBit);
      if (module) yield module;
    }
  }

  private readonly named = new LeastRecent<ModulePlace, NamedModule>(KEPT_MODULES);
  /**
   * A module's names; its bodies, constants and metadata nodes are not read. A very large module is not read twice: its
   * names are those of the literal reading. @throws Unfinished
   */
  namedAt(place: ModulePlace): NamedModule {
    const whole = isVast(place) ? this.moduleAt(place.startBit) : undefined;
    if (whole) return whole;
    return this.named.of(place, () => new NamedModule(this.loadPatiently(place, "names")));
  }
  *namedModules(): Generator<NamedModule, void, undefined> {
    for (const place of this.places) yield this.namedAt(place);
  }

  /** What an earlier reading of the same bytes found in the first module. */
  private index: Uint8Array | undefined;
  /** Reads a module literally, as fast as an index allows. */
  private *loadLiterally(place: ModulePlace): Generator<number, LoadedModule, undefined> {
    const { index } = this;
    if (index && place === this.places[0])
      try {
        return yield* this.loadInSteps(place, { index });
      } catch (thrown) {
        if (!(thrown instanceof Unfitting)) throw thrown;
        this.index = undefined;
      }
    return yield* this.loadInSteps(place, { literal: true });
  }
  /** Takes the index of the first module, unless it has been read already. */
  recall(index: Uint8Array): void {
    const [first] = this.places;
    if (!first || this.opened.has(first)) return;
    this.index = index;
    this.begun.literal.delete(first);
  }
  isFound(): boolean {
    const [first] = this.places;
    return first !== undefined && !this.index && this.opened.has(first);
  }
  /** The index of the first module; undefined before it has been read, or if it has none. */
  *keep(): Generator<void, Uint8Array | undefined, undefined> {
    const [first] = this.places;
    const module = first && this.opened.get(first)?.module;
    return module && (yield* module.index());
  }

  /** How much of the first module {@link readRecords} has read, from 0 to 1. */
  progress = 0;
  /**
   * Reads the first module as the records show it, for hover cards: otherwise the first card would wait for that. A card
   * that is asked for meanwhile goes on with the same reading.
   */
  *readRecords(): Generator<void, void, undefined> {
    const [first] = this.places;
    if (!first) return;
    const begun = this.begun.literal;
    while (!this.opened.has(first)) {
      const work = begun.get(first) ?? this.loadLiterally(first);
      begun.set(first, work);
      const step = work.next();
      if (!step.done) {
        this.progress = (step.value - first.startBit) / (first.endBit - first.startBit);
        yield;
      } else {
        begun.delete(first);
        this.opened.set(first, new ListingModule(step.value));
      }
    }
    // Somebody who asked for rows may have read it meanwhile.
    yield* this.opened.get(first)?.prepare() ?? [];
  }
}
