/** What is worked out of an open module once, each part when first asked for: era, map, tiles, bodies, problems. */
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

/** An open file. */
export class Analysis {
  readonly container: Container;
  /** Undefined where no root table can be found. */
  readonly era: Era | undefined;
  readonly functions: Functions | undefined;
  private readonly map: FlatBufferMap | undefined;
  private laid: Tiles | undefined;
  private readonly found: Problem[] = [];
  /** The same by their place; made anew when there are more. */
  private sorted: readonly Problem[] = [];
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
   * The problems that start within a range of bits, in file order. For the rows of the listing: each shows what is wrong
   * with the bytes that it stands for.
   */
  problemsIn(startBit: number, endBit: number): readonly Problem[] {
    if (this.sorted.length !== this.found.length) this.sorted = [...this.found].sort((a, b) => a.startBit - b.startBit);
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle]?.startBit ?? 0) < startBit) low = middle + 1;
      else high = middle;
    }
    const last = this.sorted.findIndex((problem, i) => i >= low && problem.startBit >= endBit);
    return this.sorted.slice(low, last < 0 ? this.sorted.length : last);
  }

  /** The FlatBuffer's objects. Walking them can stop for missing bytes and goes on at the next call. */
  objects(): FlatBufferMap | undefined {
    const { map } = this;
    if (map && !map.done) map.walk();
    return map;
  }

  /** The file's tiles; finds the problems of the FlatBuffer and of the module's tables on the way. */
  tiles(): Tiles {
    if (this.laid) return this.laid;
    const map = this.objects();
    const module = this.era?.module;
    const tiles = new Tiles(this.window.length, { container: this.container, map, module });
    const faults = this.era ? checkModule(this.era) : [];
    this.laid = tiles;
    for (const { start, end, message, object } of map?.faults ?? [])
      this.note("bad-table", start, end, message, this.objectPath(object));
    for (const { start, end, code, message, path } of faults) this.note(code, start, end, message, path);
    for (const { start, end, kind, index } of tiles.overlaps) {
      const name = kind === "function" || kind === "rodata" ? `${kind} ${index}` : `the ${kind}`;
      this.note("bad-table", start, end, `${name} overlaps what is before it`, ["FlatBuffer"]);
      if (kind === "function") this.checkFunction(index);
    }
    // Functions without a tile of their own are not met by a walk over the file.
    for (const { ordinal, code } of module?.functions ?? []) if (code.end <= code.start) this.checkFunction(ordinal);
    return tiles;
  }

  /** Notes the problems of a function, once. */
  checkFunction(ordinal: number): void {
    const code = this.functions?.code(ordinal);
    if (!code || this.checked.has(ordinal)) return;
    this.checked.add(ordinal);
    const path = [`function @${functionName(code.module, ordinal)}`];
    for (const { start, end, message } of code.body.faults)
      this.note("bad-instruction", code.def.code.start + start, code.def.code.start + end, message, path);
  }

  /** Finds every problem that there is. */
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

  /** Notes a problem by bytes of the document, cut to it. */
  private note(code: ProblemCode, start: number, end: number, message: string, path: readonly string[]): void {
    const limit = this.window.length;
    const from = Math.min(start, limit);
    const startBit = from * 8;
    this.found.push({ code, message, startBit, endBit: Math.min(Math.max(end, from), limit) * 8, path });
  }
}
