/**
 * The owner of each byte of a file: container headers, the FlatBuffer's objects, functions, rodata, and gaps. Tiles are
 * in file order, without gaps or overlaps. Only positions are read, never the content of blobs.
 */
import type { Bytes } from "./bytes";
import type { Container } from "./container";
import type { FlatBufferMap } from "./flatbuffer/map";
import type { Module } from "./module";
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

/** The tiles of a file, by index. */
export class Tiles {
  readonly overlaps: Overlap[] = [];
  private readonly starts: number[] = [];
  private readonly kinds: number[] = [];
  private readonly indexes: number[] = [];
  private readonly owners: number[] = [];

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
    return this.starts.length;
  }
  /** The tile at an index; its end is the start of the next. */
  tile(number: number): Tile {
    return {
      kind: kinds[this.kinds[number] ?? 0] ?? "gap",
      index: this.indexes[number] ?? 0,
      owner: this.owners[number] ?? -1,
      start: this.starts[number] ?? this.length,
      end: this.starts[number + 1] ?? this.length,
    };
  }
  /** The index of the tile that contains a byte. */
  at(byte: number): number {
    return Math.max(0, countBefore(this.starts.length, (index) => (this.starts[index] ?? 0) > byte) - 1);
  }

  /** Orders the claims: bytes between two are a gap, a claim that overlaps an earlier one is dropped. */
  private lay(all: readonly Tile[]): void {
    const ordered = [...all].sort((a, b) => a.start - b.start || b.end - a.end);
    let end = 0;
    let previous: Tile | undefined;
    for (const [i, claim] of ordered.entries()) {
      if (claim.start < end) {
        const shared = previous?.kind === claim.kind && claim.kind === "rodata" && previous.start === claim.start;
        if (!shared) this.overlaps.push(claim);
        continue;
      }
      if (claim.start > end) this.push({ kind: "gap", index: 0, owner: -1, start: end, end: claim.start });
      // A zip header written around a vector ends with the vector's length, which the vector owns.
      const next = claim.kind === "zip" ? (ordered[i + 1]?.start ?? this.length) : Infinity;
      this.push(claim);
      end = Math.min(claim.end, Math.max(next, claim.start + 1));
      previous = claim;
    }
    if (end < this.length) this.push({ kind: "gap", index: 0, owner: -1, start: end, end: this.length });
  }

  /** Appends a tile, whose end is the start of the next. */
  private push({ kind, index, owner, start }: Tile): void {
    this.starts.push(start);
    this.kinds.push(kinds.indexOf(kind));
    this.indexes.push(index);
    this.owners.push(owner);
  }
}

type Sources = ConstructorParameters<typeof Tiles>[1];

/** Everything that claims bytes, unordered; nothing empty, nothing past the end. */
function claims({ container, map, module }: Sources, length: number): readonly Tile[] {
  const found: Tile[] = [];
  const claim = (kind: TileKind, index: number, start: number, end: number, owner = -1): void => {
    const last = Math.min(end, length);
    if (last > start) found.push({ kind, index, owner, start, end: last });
  };
  if (container.sizePrefix) claim("prefix", 0, container.sizePrefix.start, container.sizePrefix.end);
  for (const [i, part] of container.zip.entries()) claim("zip", i, part.start, part.end);
  if (map) for (let i = 0; i < map.count; i++) claimObject(map, i, module, claim);
  for (const def of module?.functions ?? []) claim("function", def.ordinal, def.code.start, def.code.end);
  for (const segment of module?.rodata ?? [])
    if (segment.data) claim("rodata", segment.ordinal, segment.data.start, segment.data.end);
  return found;
}

/** Claims a complete object; for a vector of structs its count and each element, for a blob only its count. */
function claimObject(
  map: FlatBufferMap,
  number: number,
  module: Module | undefined,
  claim: (kind: TileKind, index: number, start: number, end: number, owner?: number) => void,
): void {
  const { type, start, end } = map.object(number);
  if (type.kind !== "vector" || end - start < 4) return claim("object", number, start, end);
  if (type.of.kind === "struct") {
    const size = module?.revision.structs.get(type.of.struct)?.bytes ?? 0;
    claim("object", number, start, start + 4);
    for (let at = start + 4, i = 0; size > 0 && at < end; at += size, i++) claim("struct", i, at, at + size, number);
    return;
  }
  claim("object", number, start, isBlob(module, start + 4) ? start + 4 : end);
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
