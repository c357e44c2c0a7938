/** What is derived from an open module, each part once: era, map, tiles, bodies, problems. */
import type { Problem, ProblemCode } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import { Functions } from "./code/functions";
import type { Container } from "./container";
import { readContainer } from "./container";
import type { Era } from "./era";
import { findEra } from "./era";
import { FlatBufferMap } from "./flatbuffer/map";
import { checkModule } from "./check";
import { functionName } from "./module";
import { Tiles } from "./tiles";
import { countBefore } from "../../kit/sortedSearch";

/** An open file. */
export class Analysis {
  readonly container: Container;
  /** Undefined if there is no root table. */
  readonly era: Era | undefined;
  readonly functions: Functions | undefined;
  private readonly map: FlatBufferMap | undefined;
  private laid: Tiles | undefined;
  private readonly found: Problem[] = [];
  /** The problems outside code, by position; known once the tiles are. */
  private ofTables: readonly Problem[] = [];
  private readonly checked = new Set<number>();

  constructor(
    readonly window: ByteWindow,
    wishedEra: string | undefined,
  ) {
    this.container = readContainer(window);
    this.era = findEra(window, this.container, wishedEra);
    this.functions = this.era && new Functions(this.era);
    this.map = this.era && new FlatBufferMap(this.era.buffer);
    for (const { start, end, code, message } of this.container.faults) this.note(code, start, end, message, []);
    if (!this.era) {
      const { start, end } = this.container.flatbuffer;
      this.note("bad-table", start, Math.min(end, start + 8), "the FlatBuffer has no root table", ["FlatBuffer"]);
    }
  }

  /** All problems found so far. */
  get problems(): readonly Problem[] {
    return this.found;
  }

  /**
   * The problems of container, FlatBuffer and tables that start within a range of bits, in file order. The row of these
   * bytes shows them; problems of code are kept in its body.
   */
  problemsIn(startBit: number, endBit: number): readonly Problem[] {
    const found: Problem[] = [];
    for (let i = this.firstFrom(startBit); i < this.ofTables.length; i++) {
      const problem = this.ofTables[i];
      if (!problem || problem.startBit >= endBit) break;
      found.push(problem);
    }
    return found;
  }

  /** The index of the first such problem at or after a bit. */
  private firstFrom(bit: number): number {
    return countBefore(this.ofTables.length, (index) => (this.ofTables[index]?.startBit ?? 0) >= bit);
  }

  /** The FlatBuffer's objects. The walk may stop for missing bytes and then continues at the next call. */
  objects(): FlatBufferMap | undefined {
    const { map } = this;
    if (map && !map.done) map.walk();
    return map;
  }

  /** The file's tiles; also finds the problems of the FlatBuffer and of the module's tables. */
  tiles(): Tiles {
    if (this.laid) return this.laid;
    const map = this.objects();
    const module = this.era?.module;
    const tiles = new Tiles(this.window.length, { container: this.container, map, module });
    const faults = this.era ? checkModule(this.era.module) : [];
    // Functions without a tile are not reached by a walk over the file, so they are checked here. Their bytes are
    // requested before anything is noted, so that a call that misses some can be repeated.
    const empty = (module?.functions ?? []).filter(({ code }) => code.end <= code.start).map((f) => f.ordinal);
    const covered = tiles.overlaps.filter(({ kind }) => kind === "function").map(({ index }) => index);
    for (const ordinal of covered) this.functions?.code(ordinal);
    this.laid = tiles;
    for (const { start, end, message, object } of map?.faults ?? [])
      this.note("bad-table", start, end, message, this.objectPath(object));
    for (const { start, end, code, message, path } of faults) this.note(code, start, end, message, path);
    for (const { start, end, kind, index } of tiles.overlaps) {
      const name = kind === "function" || kind === "rodata" ? `${kind} ${index}` : `the ${kind}`;
      this.note("bad-table", start, end, `${name} overlaps what is before it`, ["FlatBuffer"]);
    }
    this.ofTables = [...this.found].sort((a, b) => a.startBit - b.startBit);
    for (const ordinal of [...covered, ...empty]) this.checkFunction(ordinal);
    return tiles;
  }

  /** Notes the problems of a function, once. */
  checkFunction(ordinal: number): void {
    if (this.checked.has(ordinal)) return;
    const code = this.functions?.code(ordinal);
    if (!code) return;
    this.checked.add(ordinal);
    if (code.body.faults.length === 0) return;
    const path = [`function @${functionName(code.module, ordinal)}`];
    for (const { start, end, message } of code.body.faults)
      this.note("bad-instruction", code.def.code.start + start, code.def.code.start + end, message, path);
  }

  /** Finds all problems. */
  checkAll(): void {
    this.tiles();
    for (let ordinal = 0; ordinal < (this.functions?.count ?? 0); ordinal++) this.checkFunction(ordinal);
  }

  /** The fields that lead to an object, outermost first: `imported_functions[3]`, `signature`. */
  private objectPath(object: number): readonly string[] {
    const path: string[] = [];
    for (let at = object; at >= 0 && path.length < 8;) {
      const { field, element, owner } = this.map?.object(at) ?? { field: "", element: -1, owner: -1 };
      if (field !== "" && field !== "root") path.unshift(element < 0 ? field : `${field}[${element}]`);
      at = owner;
    }
    return ["FlatBuffer", ...path];
  }

  /** Notes a problem by bytes of the document; the range is clamped to it. */
  private note(code: ProblemCode, start: number, end: number, message: string, path: readonly string[]): void {
    const limit = this.window.length;
    const from = Math.min(start, limit);
    const startBit = from * 8;
    this.found.push({ code, message, startBit, endBit: Math.min(Math.max(end, from), limit) * 8, path });
  }
}
