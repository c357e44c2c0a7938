/**
 * The sections of the listing: the file, runs of neighbouring objects of one table (`types`, `debug_database`), and
 * functions. Everything is in file order.
 */
import type { Place, Section, SectionId } from "../../../document/section";
import type { Analysis } from "../analysis";
import { byteCount, cString } from "../bytes";
import type { FlatBufferMap } from "../flatbuffer/map";
import { functionName } from "../module";
import type { Tile, Tiles } from "../tiles";
import { countBefore } from "../../../kit/sortedSearch";

/** Fewest neighbouring objects of one table that make a section. */
const SHORTEST_RUN = 12;
/** Average bytes of an op, for functions whose ops are not counted yet. */
const OP_BYTES = 8;

/** Neighbouring tiles with one topic. */
interface Run {
  readonly topic: string;
  readonly firstTile: number;
  /** The index after the last tile. */
  readonly endTile: number;
}

/** What an entry of a section shows. */
export type Item =
  | { readonly kind: "moduleHead" }
  | {
      readonly kind: "runHead";
      readonly topic: string;
      readonly tiles: number;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "tile"; readonly tile: Tile }
  | { readonly kind: "section"; readonly section: SectionId; readonly start: number; readonly end: number }
  | { readonly kind: "functionHead"; readonly ordinal: number }
  | { readonly kind: "op"; readonly ordinal: number; readonly index: number }
  | { readonly kind: "functionTail"; readonly ordinal: number }
  | { readonly kind: "functionFoot"; readonly ordinal: number };

/** The sections of an open module. */
export class Sections {
  private readonly tiles: Tiles;
  private readonly runs: readonly Run[];
  /** The first tile of each entry of the root, and the index of its run, or -1. */
  private readonly rootTiles: Uint32Array;
  private readonly rootRuns: Int32Array;
  /** The bits of the rodata segments directly in the root and in each run, by section. */
  private readonly rodata: readonly number[];

  constructor(private readonly analysis: Analysis) {
    this.tiles = analysis.tiles();
    this.runs = findRuns(this.tiles, analysis.objects());
    const [tiles, runs]: [number[], number[]] = [[], []];
    for (let tile = 0, run = 0; tile < this.tiles.count;) {
      const next = this.runs[run];
      const isRun = next?.firstTile === tile;
      tiles.push(tile);
      runs.push(isRun ? run++ : -1);
      tile = isRun ? next.endTile : tile + 1;
    }
    this.rootTiles = Uint32Array.from(tiles);
    this.rootRuns = Int32Array.from(runs);
    const inRuns = this.runs.map(({ firstTile, endTile }) => rodataBits(this.tiles, firstTile, endTile));
    const inAll = rodataBits(this.tiles, 0, this.tiles.count);
    this.rodata = [inAll - inRuns.reduce((sum, bits) => sum + bits, 0), ...inRuns];
  }

  /** The root: the complete file. */
  static readonly ROOT: SectionId = 0;

  /** The section of a function. */
  ofFunction(ordinal: number): SectionId {
    return 1 + this.runs.length + ordinal;
  }
  /** The function of a section; undefined if it is not a function's. */
  functionOf(id: SectionId): number | undefined {
    const ordinal = id - 1 - this.runs.length;
    return ordinal >= 0 ? ordinal : undefined;
  }

  section(id: SectionId): Section {
    const ordinal = this.functionOf(id);
    if (ordinal !== undefined) return this.functionSection(id, ordinal);
    const run = this.runs[id - 1];
    const holds = { rodata: this.rodata[id] ?? 0 };
    const shared = { id, exact: true, entryCount: this.entryCount(id), holds };
    if (!run) {
      const endBit = this.analysis.window.length * 8;
      const title = `vm.module @${cString(this.analysis.era?.module.name ?? "?")}`;
      return { ...shared, startBit: 0, endBit, parent: undefined, kind: "module", title, foldedAtFirst: false };
    }
    return {
      ...shared,
      ...this.runBits(run),
      parent: Sections.ROOT,
      kind: run.topic,
      title: run.topic,
      foldedAtFirst: run.topic === "debug_database" || run.topic === "zip",
    };
  }

  /** The number of entries in a section; an estimate for a function that was not read. */
  entryCount(id: SectionId): number {
    const ordinal = this.functionOf(id);
    if (ordinal !== undefined) return this.functionEntries(ordinal).count;
    const run = this.runs[id - 1];
    return run ? 1 + run.endTile - run.firstTile : 1 + this.rootTiles.length;
  }

  /** Entry `index` of a section, or undefined past its end. */
  item(id: SectionId, index: number): Item | undefined {
    const ordinal = this.functionOf(id);
    if (ordinal !== undefined) return this.functionItem(ordinal, index);
    const run = this.runs[id - 1];
    return run ? this.runItem(run, index) : this.rootItem(index);
  }

  /** The entry that contains a byte. */
  placeOf(byte: number): Place | undefined {
    if (byte < 0 || byte >= this.analysis.window.length) return undefined;
    const number = this.tiles.at(byte);
    const tile = this.tiles.tile(number);
    if (tile.kind === "function") return this.placeInFunction(tile.index, byte - tile.start);
    return this.placeOfTile(number);
  }

  /** The entry of a function at an offset from its start. */
  placeInFunction(ordinal: number, offset: number): Place {
    const section = this.ofFunction(ordinal);
    const body = this.analysis.functions?.code(ordinal)?.body;
    const starts = body?.starts ?? new Uint32Array(0);
    if (body && offset >= body.end) return { section, entry: 1 + starts.length };
    const after = countBefore(starts.length, (index) => (starts[index] ?? 0) > offset);
    return { section, entry: Math.max(1, after) };
  }

  /** The entry of a tile that is not a function's: in a run, or in the root. */
  private placeOfTile(number: number): Place {
    const run = this.runs.findIndex((r) => number >= r.firstTile && number < r.endTile);
    const found = this.runs[run];
    if (found) return { section: 1 + run, entry: 1 + number - found.firstTile };
    const after = countBefore(this.rootTiles.length, (index) => (this.rootTiles[index] ?? 0) > number);
    return { section: Sections.ROOT, entry: Math.max(1, after) };
  }

  /** A function as a section; it is in the section that contains its first byte. */
  private functionSection(id: SectionId, ordinal: number): Section {
    const { start, end } = this.analysis.functions?.def(ordinal)?.code ?? { start: 0, end: 0 };
    const module = this.analysis.era?.module;
    const { count, exact } = this.functionEntries(ordinal);
    const holder = this.placeOfTile(this.tiles.at(start)).section;
    return {
      id,
      startBit: start * 8,
      endBit: end * 8,
      parent: holder,
      kind: "function",
      title: `vm.func @${module ? cString(functionName(module, ordinal)) : ordinal}`,
      entryCount: count,
      exact,
      foldedAtFirst: false,
    };
  }

  /** A head, the ops, the padding that counts as code if there is any, and a foot. */
  private functionEntries(ordinal: number): { readonly count: number; readonly exact: boolean } {
    const body = this.analysis.functions?.known(ordinal);
    const { start, end } = this.analysis.functions?.def(ordinal)?.code ?? { start: 0, end: 0 };
    if (!body) return { count: 3 + Math.ceil((end - start) / OP_BYTES), exact: false };
    return { count: 2 + body.starts.length + (body.end < end - start ? 1 : 0), exact: true };
  }

  /** Entry `index` of a function: head, ops in order, padding, foot. */
  private functionItem(ordinal: number, index: number): Item | undefined {
    if (index === 0) return { kind: "functionHead", ordinal };
    const body = this.analysis.functions?.body(ordinal);
    if (!body) return undefined;
    const ops = body.starts.length;
    if (index <= ops) return { kind: "op", ordinal, index: index - 1 };
    const foot = this.functionEntries(ordinal).count - 1;
    if (index === foot) return { kind: "functionFoot", ordinal };
    return index < foot ? { kind: "functionTail", ordinal } : undefined;
  }

  /** Entry `index` of the file: its head, then tiles and runs. */
  private rootItem(index: number): Item | undefined {
    if (index === 0) return { kind: "moduleHead" };
    if (index > this.rootTiles.length) return undefined;
    const number = this.rootRuns[index - 1] ?? -1;
    const run = this.runs[number];
    if (!run) return this.tileItem(this.rootTiles[index - 1] ?? 0);
    const { startBit, endBit } = this.runBits(run);
    return { kind: "section", section: 1 + number, start: startBit / 8, end: endBit / 8 };
  }

  /** Entry `index` of a run: its head, then its tiles. */
  private runItem(run: Run, index: number): Item | undefined {
    const tiles = run.endTile - run.firstTile;
    const { startBit, endBit } = this.runBits(run);
    if (index === 0) return { kind: "runHead", topic: run.topic, tiles, start: startBit / 8, end: endBit / 8 };
    return index <= tiles ? this.tileItem(run.firstTile + index - 1) : undefined;
  }

  /** A tile as an entry; a function's tile is a section. */
  private tileItem(number: number): Item {
    const tile = this.tiles.tile(number);
    if (tile.kind !== "function") return { kind: "tile", tile };
    return { kind: "section", section: this.ofFunction(tile.index), start: tile.start, end: tile.end };
  }

  private runBits({ firstTile, endTile }: Run): { readonly startBit: number; readonly endBit: number } {
    return { startBit: this.tiles.tile(firstTile).start * 8, endBit: this.tiles.tile(endTile - 1).end * 8 };
  }
}

/** The title of a run. */
export function runTitle(topic: string, tiles: number, bytes: number): string {
  return `${topic}: ${tiles} items, ${byteCount(bytes)}`;
}

/**
 * The field of the root table to which each tile belongs; undefined for tiles that join their neighbours (vtables,
 * padding).
 */
function topics(tiles: Tiles, map: FlatBufferMap | undefined): (number: number) => string | undefined {
  const known: (string | undefined)[] = [];
  const ofObject = (index: number): string | undefined => {
    const { owner, field, type } = map?.object(index) ?? { owner: -1, field: "", type: { kind: "root" as const } };
    if (type.kind === "vtable") return undefined;
    // Objects come after those that refer to them, so an owner's topic is known by then.
    if (owner <= 0) return field;
    return known[owner] === "root" ? field : known[owner];
  };
  for (let i = 0; i < (map?.count ?? 0); i++) known.push(ofObject(i));
  return (number) => {
    const { kind, index, owner } = tiles.tile(number);
    switch (kind) {
      case "object":
        return known[index];
      case "struct":
        return known[owner];
      case "function":
        return "bytecode_data";
      case "rodata":
        return "rodata_segments";
      case "zip":
        return "zip";
      case "prefix":
        return "prefix";
      case "gap":
        return undefined;
    }
  };
}

/** The bits of the rodata segments among tiles `from` to before `to`. */
function rodataBits(tiles: Tiles, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at++) {
    const { kind, start, end } = tiles.tile(at);
    if (kind === "rodata") bits += (end - start) * 8;
  }
  return bits;
}

/** Neighbouring tiles with one topic, if there are enough for a section. */
function findRuns(tiles: Tiles, map: FlatBufferMap | undefined): readonly Run[] {
  const topicOf = topics(tiles, map);
  const runs: Run[] = [];
  let first = 0;
  let current: string | undefined;
  const finish = (end: number): void => {
    if (current !== undefined && end - first >= SHORTEST_RUN)
      runs.push({ topic: current, firstTile: first, endTile: end });
  };
  for (let i = 0; i < tiles.count; i++) {
    const topic = topicOf(i);
    if (topic === undefined || topic === current) continue;
    finish(i);
    [first, current] = [i, topic];
  }
  finish(tiles.count);
  return runs;
}
