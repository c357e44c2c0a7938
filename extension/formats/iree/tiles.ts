/**
 * The owner of each byte of a file: container headers, the FlatBuffer's objects, functions, rodata, and gaps. Tiles are
 * in file order, without gaps or overlaps. Only positions are read, never the content of blobs.
 */
import type { Bytes } from "./bytes";
import type { Container } from "./container";
import type { FlatBufferMap } from "./flatbuffer/map";
import type { Module } from "./module";
import { Bits, Octets, Words } from "../../kit/numbers";
import { countBefore } from "../../kit/sortedSearch";

/** The kind of a tile; `index` identifies the item. */
export type TileKind =
  /** An object of the FlatBuffer by its index in the map; for a vector of structs or bytes only the count. */
  | "object"
  /** An element of the vector of structs before it; `index` counts them. */
  | "struct"
  /** A function's code by its ordinal. */
  | "function"
  /** A rodata segment's bytes by its ordinal. */
  | "rodata"
  /** A part of the zip by its index in the container. */
  | "zip"
  | "prefix"
  /** Bytes that nothing refers to: padding where they are zero. */
  | "gap";

const kinds: readonly TileKind[] = ["object", "struct", "function", "rodata", "zip", "prefix", "gap"];

/** A tile. Bytes of the document. */
export interface Tile extends Bytes {
  readonly kind: TileKind;
  readonly index: number;
  /** For a struct, the index of the vector's object. */
  readonly owner: number;
}

/** Two items that claim the same bytes. */
export interface Overlap extends Bytes {
  readonly kind: TileKind;
  readonly index: number;
}

/** Tiles without their ends, as numbers: there may be a million of them. */
class Columns {
  readonly starts = new Bits();
  private readonly kinds = new Octets();
  private readonly indexes = new Words();
  /** One more than the index of the owner. */
  private readonly owners = new Words();

  push({ kind, index, owner, start }: Omit<Tile, "end">): void {
    this.starts.push(start);
    this.kinds.push(kinds.indexOf(kind));
    this.indexes.push(index);
    this.owners.push(owner + 1);
  }
  /** A tile that ends at byte `end`. */
  at(number: number, end: number): Tile {
    return {
      kind: kinds[this.kinds.data[number] as number] ?? "gap",
      index: this.indexes.data[number] as number,
      owner: (this.owners.data[number] as number) - 1,
      start: this.starts.data[number] as number,
      end,
    };
  }
}

/** The tiles of a file, by index. */
export class Tiles {
  readonly overlaps: Overlap[] = [];
  /** Each ends where the next one begins. */
  private readonly columns = new Columns();

  constructor(
    private readonly length: number,
    sources: {
      readonly container: Container;
      readonly map: FlatBufferMap | undefined;
      readonly module: Module | undefined;
    },
  ) {
    this.lay(claims(sources, length));
  }

  get count(): number {
    return this.columns.starts.length;
  }
  /** The tile at an index; past the last one, an empty one at the end of the file. */
  tile(number: number): Tile {
    if (number >= this.count) return { kind: "object", index: 0, owner: -1, start: this.length, end: this.length };
    return this.columns.at(number, this.start(number + 1));
  }
  private start(number: number): number {
    return number < this.count ? (this.columns.starts.data[number] as number) : this.length;
  }
  /** The index of the tile that contains a byte. */
  at(byte: number): number {
    return Math.max(0, countBefore(this.count, (index) => this.start(index) > byte) - 1);
  }

  /** Orders the claims: bytes between two are a gap, a claim that overlaps an earlier one is dropped. */
  private lay(all: Claims): void {
    const ordered = all.ordered();
    let end = 0;
    let previous: Tile | undefined;
    for (let i = 0; i < ordered.length; i++) {
      const claim = all.at(ordered[i] as number);
      if (claim.start < end) {
        const shared = previous?.kind === claim.kind && claim.kind === "rodata" && previous.start === claim.start;
        if (!shared) this.overlaps.push(claim);
        continue;
      }
      if (claim.start > end) this.gap(end);
      // A zip header written around a vector ends with the vector's length, which the vector owns.
      const after = i + 1 < ordered.length ? all.at(ordered[i + 1] as number).start : this.length;
      const next = claim.kind === "zip" ? after : Infinity;
      this.columns.push(claim);
      end = Math.min(claim.end, Math.max(next, claim.start + 1));
      previous = claim;
    }
    if (end < this.length) this.gap(end);
  }
  private gap(start: number): void {
    this.columns.push({ kind: "gap", index: 0, owner: -1, start });
  }
}

type Sources = ConstructorParameters<typeof Tiles>[1];

/** Items that claim bytes of a file. */
class Claims {
  private readonly columns = new Columns();
  private readonly ends = new Bits();

  /** @param length the file's length in bytes */
  constructor(private readonly length: number) {}

  /** Adds a claim, cut at the end of the file; none that is empty. */
  add(kind: TileKind, index: number, start: number, end: number, owner = -1): void {
    const last = Math.min(end, this.length);
    if (last <= start) return;
    this.columns.push({ kind, index, owner, start });
    this.ends.push(last);
  }
  at(number: number): Tile {
    return this.columns.at(number, this.ends.data[number] as number);
  }
  /** The numbers of the claims by position; of those that begin together, the longest is first. */
  ordered(): Uint32Array {
    const [starts, ends] = [this.columns.starts.data, this.ends.data];
    const numbers = Uint32Array.from({ length: this.ends.length }, (_, number) => number);
    return numbers.sort(
      (a, b) => (starts[a] as number) - (starts[b] as number) || (ends[b] as number) - (ends[a] as number),
    );
  }
}

/** Everything that claims bytes. */
function claims({ container, map, module }: Sources, length: number): Claims {
  const found = new Claims(length);
  if (container.sizePrefix) found.add("prefix", 0, container.sizePrefix.start, container.sizePrefix.end);
  for (const [i, part] of container.zip.entries()) found.add("zip", i, part.start, part.end);
  if (map) for (let i = 0; i < map.count; i++) claimObject(map, i, module, found);
  for (const def of module?.functions ?? []) found.add("function", def.ordinal, def.code.start, def.code.end);
  for (const segment of module?.rodata ?? [])
    if (segment.data) found.add("rodata", segment.ordinal, segment.data.start, segment.data.end);
  return found;
}

/** Claims a complete object; for a vector of structs its count and each element, for a blob only its count. */
function claimObject(map: FlatBufferMap, number: number, module: Module | undefined, found: Claims): void {
  const { type, start, end } = map.object(number);
  if (type.kind !== "vector" || end - start < 4) return found.add("object", number, start, end);
  if (type.of.kind === "struct") {
    const size = module?.revision.structs.get(type.of.struct)?.bytes ?? 0;
    found.add("object", number, start, start + 4);
    for (let at = start + 4, i = 0; size > 0 && at < end; at += size, i++)
      found.add("struct", i, at, at + size, number);
    return;
  }
  found.add("object", number, start, isBlob(module, start + 4) ? start + 4 : end);
}

const blobs = new WeakMap<Module, ReadonlySet<number>>();

/** Whether the bytes from `start` on are code or rodata, which have tiles of their own. */
function isBlob(module: Module | undefined, start: number): boolean {
  if (!module) return false;
  let known = blobs.get(module);
  if (!known) {
    const starts = (module.rodata ?? []).filter((s) => !s.external).map((s) => s.data?.start ?? -1);
    blobs.set(module, (known = new Set([module.bytecode?.start ?? -1, ...starts])));
  }
  return known.has(start);
}
