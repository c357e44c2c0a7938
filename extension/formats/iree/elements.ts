/** The elements that tile a file: containers and leaves, tile after tile. */
import type { BitRange } from "../../document/bits";
import type { ElementSink, LeafKind } from "../../document/element";
import { rawLeaves } from "../../document/leaves";
import type { Analysis } from "./analysis";
import { allZero, byteCount } from "./bytes";
import { isFault, readOp } from "./code/decode";
import type { FunctionCode } from "./code/functions";
import { opLeaves } from "./code/leaves";
import { opWords } from "./describe";
import { fieldMeaning } from "./fieldMeaning";
import { ObjectLeaves } from "./flatbuffer/leaves";
import { functionName } from "./module";
import { recognise } from "./rodata";
import type { Tile } from "./tiles";
import { zipLeaves } from "./zip";

/** Ops emitted between two yields. */
const OPS_AT_ONCE = 512;
/** Tiles emitted between two yields. */
const TILES_AT_ONCE = 512;
/** Longest gap that is read completely to tell padding from other bytes. */
const LONGEST_PADDING = 4096;

/** Walks the elements of a file; those outside `range` are left out where that is easy. */
export function* walkElements(
  analysis: Analysis,
  sink: ElementSink,
  range: BitRange | undefined,
): Generator<void, void, undefined> {
  const tiles = analysis.tiles();
  const walker = new Walker(analysis, sink, range);
  const last = range ? tiles.at(Math.max(0, Math.ceil(range.endBit / 8) - 1)) : tiles.count - 1;
  const first = range ? tiles.at(Math.floor(range.startBit / 8)) : 0;
  sink.open("file", "IREE VM module", 0);
  for (let i = first; i <= last; i++) {
    yield* walker.tile(tiles.tile(i));
    if (i % TILES_AT_ONCE === 0) yield;
  }
  sink.close(analysis.window.length * 8);
  yield;
}

/** Emits the elements of one tile after another. */
class Walker {
  private readonly objects: ObjectLeaves | undefined;
  constructor(
    private readonly analysis: Analysis,
    private readonly sink: ElementSink,
    private readonly range: BitRange | undefined,
  ) {
    const map = analysis.objects();
    const words = sink.plain ? undefined : fieldMeaning(analysis);
    this.objects = map && new ObjectLeaves(sink, map, words);
  }

  /** A tile's container and leaves. */
  *tile(tile: Tile): Generator<void, void, undefined> {
    switch (tile.kind) {
      case "object":
        return yield* this.object(tile);
      case "struct":
        return this.struct(tile);
      case "function":
        return yield* this.function(tile);
      case "rodata":
        return yield* this.rodata(tile);
      case "zip": {
        const part = this.analysis.container.zip[tile.index];
        if (!part) return;
        this.sink.open("zip", part.kind, tile.start * 8);
        zipLeaves(this.sink, this.analysis.window, part, tile.end);
        return this.sink.close(tile.end * 8);
      }
      case "prefix":
        return this.prefix(tile);
      case "gap":
        return this.gap(tile);
    }
  }

  /** An object, named by the field that leads to it; the vector of a blob consists of its count only. */
  private *object(tile: Tile): Generator<void, void, undefined> {
    const map = this.analysis.objects();
    if (!map || !this.objects) return;
    const object = map.object(tile.index);
    const { type, field, element } = object;
    const name = element < 0 ? field : `${field}[${element}]`;
    this.sink.open(type.kind, type.kind === "table" ? `${type.table} ${name}` : name, tile.start * 8);
    yield* this.objects.emit(object, tile.end);
    this.sink.close(tile.end * 8);
  }

  /** An element of a vector of structs. */
  private struct(tile: Tile): void {
    const object = this.analysis.objects()?.object(tile.owner);
    const of = object?.type.kind === "vector" ? object.type.of : undefined;
    const name = of?.kind === "struct" ? of.struct : "";
    const schema = this.analysis.era?.buffer.revision.structs.get(name);
    this.sink.open("struct", `${name} ${object?.field ?? ""}[${tile.index}]`, tile.start * 8);
    if (schema && object) this.objects?.struct(schema, tile.start, tile.end, object);
    this.sink.close(tile.end * 8);
  }

  /** The u32 before the FlatBuffer, since 2022-05-26: its length without these four bytes. */
  private prefix({ start, end }: Tile): void {
    const bytes = this.analysis.window.view(start, end);
    const raw = (bytes[0] ?? 0) + (bytes[1] ?? 0) * 256 + (bytes[2] ?? 0) * 65536 + (bytes[3] ?? 0) * 16777216;
    const range = { startBit: start * 8, endBit: end * 8 };
    this.sink.leaf({
      kind: "decoded",
      name: "size prefix",
      ...range,
      encoding: { kind: "fixed" },
      raw,
      meaning: byteCount(raw),
    });
  }

  /** Zero bytes are padding. Other bytes have an unknown purpose, unless the FlatBuffer is damaged. */
  private gap({ start, end }: Tile): void {
    const { window } = this.analysis;
    const padding = end - start <= LONGEST_PADDING && allZero(window.view(start, end));
    const kind: LeafKind = padding ? "padding" : gapKind(this.analysis, start);
    const name = padding ? "padding" : "unreferenced bytes";
    rawLeaves(this.sink, window, { kind, name, meaning: "nothing refers to these bytes" }, bits(start, end));
  }

  /** A segment is opaque: only its container tells the format. Strings are decoded. */
  private *rodata(tile: Tile): Generator<void, void, undefined> {
    const { window } = this.analysis;
    const { kind, text } = recognise(window, tile);
    const name = `rodata ${tile.index}`;
    this.sink.open("rodata", `${tile.index}: ${text}`, tile.start * 8);
    // Long blobs are emitted in pieces, so that only one must be in memory.
    for (let at = tile.start; at < tile.end; at += PIECE) {
      const range = bits(at, Math.min(tile.end, at + PIECE));
      if (!outside(range, this.range))
        rawLeaves(this.sink, window, { kind: kind === "string" ? "decoded" : "opaque", name, meaning: text }, range);
      yield;
    }
    this.sink.close(tile.end * 8);
  }

  /** A function: each op with its leaves. Bytes from which no op could be read are undecoded. */
  private *function(tile: Tile): Generator<void, void, undefined> {
    const { functions } = this.analysis;
    const code = functions?.code(tile.index);
    if (!code) return;
    this.analysis.checkFunction(tile.index);
    this.sink.open("function", `@${functionName(code.module, tile.index)}`, tile.start * 8);
    const { starts, end } = code.body;
    const inTile = (offset: number): number => Math.min(tile.start + offset, tile.end);
    let fresh = code;
    for (let i = 0; i < starts.length; i++) {
      const [from, to] = [inTile(starts[i] ?? 0), inTile(starts[i + 1] ?? end)];
      if (!outside(bits(from, to), this.range)) this.op(fresh, starts[i] ?? 0, to);
      if (i % OPS_AT_ONCE !== OPS_AT_ONCE - 1) continue;
      yield;
      fresh = functions?.code(tile.index) ?? code;
    }
    this.tail(inTile(end), tile.end);
    this.sink.close(tile.end * 8);
  }

  /** Zero bytes that bytecode_length includes (2021-07 until 2023-03). */
  private tail(start: number, end: number): void {
    rawLeaves(this.sink, this.analysis.window, { kind: "padding", name: "padding" }, bits(start, end));
  }

  /** An op, or the bytes up to the next one if it cannot be read. */
  private op(code: FunctionCode, start: number, end: number): void {
    const base = code.def.code.start;
    const op = readOp(code.code, start, code.table);
    if (isFault(op) || base + op.end > end)
      return rawLeaves(
        this.sink,
        this.analysis.window,
        {
          kind: "undecoded",
          name: "bytes",
          meaning: isFault(op) ? op.message : "another function starts within the op",
        },
        bits(base + start, end),
      );
    opLeaves(this.sink, code.code, base, code.table, op, this.sink.plain ? undefined : opWords(code, op));
  }
}

/** Most bytes of a blob in one leaf. */
const PIECE = 1 << 20;

function bits(start: number, end: number): BitRange {
  return { startBit: start * 8, endBit: end * 8 };
}

function outside(inner: BitRange, range: BitRange | undefined): boolean {
  return range !== undefined && (inner.endBit <= range.startBit || inner.startBit >= range.endBit);
}

/** The kind of bytes that nothing refers to: damage if the FlatBuffer could not be followed completely. */
export function gapKind(analysis: Analysis, start: number): "opaque" | "undecoded" {
  const { start: from, end } = analysis.container.flatbuffer;
  const damaged = !analysis.era || (analysis.objects()?.faults.length ?? 0) > 0;
  return damaged && start >= from && start < end ? "undecoded" : "opaque";
}

/** The text of a gap in the listing. */
export function gapText(kind: "opaque" | "undecoded" | "padding", bytes: number): string {
  if (kind === "padding") return `${byteCount(bytes)} of padding`;
  return kind === "opaque"
    ? `${byteCount(bytes)} that nothing refers to`
    : `undecoded ${bytes * 8} bits: nothing leads here`;
}
