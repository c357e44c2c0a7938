/** What takes a file's bytes: objects by table, ops by mnemonic, rodata by content. */
import type { StatsRow } from "../../document/document";
import type { Analysis } from "./analysis";
import { isFault, readOp } from "./code/decode";
import type { MapObject } from "./flatbuffer/map";
import { recognise } from "./rodata";
import type { Tile } from "./tiles";

/** How often something occurs, and its size. */
interface Count {
  count: number;
  bits: number;
}

/** Counts by block and record, in order of first occurrence. */
class Counter {
  private readonly blocks = new Map<string, Map<string, Count>>();
  add(block: string, record: string, bytes: number): void {
    let records = this.blocks.get(block);
    if (!records) this.blocks.set(block, (records = new Map()));
    const known = records.get(record);
    if (known) {
      known.count++;
      known.bits += bytes * 8;
    } else records.set(record, { count: 1, bits: bytes * 8 });
  }
  /** Each block's sum, then its records, the largest first. */
  *rows(): Generator<StatsRow, void, undefined> {
    for (const [block, records] of this.blocks) {
      const sum = { count: 0, bits: 0 };
      for (const { count, bits } of records.values()) {
        sum.count += count;
        sum.bits += bits;
      }
      yield { block, ...sum };
      const sorted = [...records].sort((a, b) => b[1].bits - a[1].bits);
      for (const [record, { count, bits }] of sorted) yield { block, record, count, bits };
    }
  }
}

/** Objects are counted by table; all strings, all vectors and all vtables together. */
function objectName({ type }: MapObject): string {
  switch (type.kind) {
    case "table":
      return type.table;
    case "vector":
      return "vectors";
    case "string":
      return "strings";
    case "vtable":
      return "vtables";
    case "root":
      return "root offset and identifier";
    case "scalar":
    case "enum":
    case "struct":
    case "union":
      return type.kind;
  }
}

/** Counts everything. Yields where it may be interrupted. */
export function* moduleStats(analysis: Analysis): Generator<void, readonly StatsRow[], undefined> {
  const counter = new Counter();
  const tiles = analysis.tiles();
  for (let i = 0; i < tiles.count; i++) {
    yield* countTile(analysis, counter, tiles.tile(i));
    yield;
  }
  return [...counter.rows()];
}

/** Counts a tile; for a function, its ops. */
function* countTile(analysis: Analysis, counter: Counter, tile: Tile): Generator<void, void, undefined> {
  const bytes = tile.end - tile.start;
  const map = analysis.objects();
  switch (tile.kind) {
    case "object":
      return counter.add("FlatBuffer", map ? objectName(map.object(tile.index)) : "", bytes);
    case "struct": {
      const type = map?.object(tile.owner).type;
      const name = type?.kind === "vector" && type.of.kind === "struct" ? type.of.struct : "struct";
      return counter.add("FlatBuffer", name, bytes);
    }
    case "function":
      return yield* countOps(analysis, counter, tile.index);
    case "rodata":
      return counter.add("rodata", rodataName(recognise(analysis.window, tile)), bytes);
    case "zip":
    case "prefix":
      return counter.add("container", tile.kind === "zip" ? "zip headers" : "size prefix", bytes);
    case "gap":
      return counter.add("padding", "between objects", bytes);
  }
}

/** Strings and data are counted together, executables by kind. */
function rodataName({ kind, text }: { readonly kind: string; readonly text: string }): string {
  return kind === "string" || kind === "data" ? kind : text;
}

/** Counts a function's ops by mnemonic, and separately the padding that its length includes. */
function* countOps(analysis: Analysis, counter: Counter, ordinal: number): Generator<void, void, undefined> {
  const code = analysis.functions?.code(ordinal);
  if (!code) return;
  const { starts, end } = code.body;
  for (const [i, start] of starts.entries()) {
    const op = readOp(code.code, start, code.table);
    const name = isFault(op) ? "undecoded" : op.schema ? `vm.${op.schema.mnemonic}` : "block marker";
    counter.add("code", name, (starts[i + 1] ?? end) - start);
    yield;
  }
  const padding = code.code.length - end;
  if (padding > 0) counter.add("padding", "of functions", padding);
}
