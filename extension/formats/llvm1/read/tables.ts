/** Symbol tables, compaction tables, and the global type plane: blocks that are lists with headings for planes. */
import type { Cursor } from "../model/cursor";
import type { Row } from "../model/row";
import type { Traits } from "../model/traits";
import type { TypeRow } from "../model/typeRecord";
import { readType, readTypeSlot, sanitizeSlot } from "../model/typeRecord";

/** The plane of types in versions 0 and 1. */
const TYPE_PLANE = 12;

/** The heading of a plane: the number of its records, which follow. */
interface Heading extends Row {
  readonly count: number;
  /** A type slot, or "types". */
  readonly plane: number | "types";
}

/** Reads the records of a table in order: headings of planes, and the entries of each. */
abstract class PlanesReader<H extends Heading, E extends Row> {
  private left = 0;
  private plane: number | "types" = "types";
  private started = false;
  constructor(protected readonly traits: Traits) {}

  protected abstract readPlane(cursor: Cursor, types: boolean): H;
  protected abstract readEntry(cursor: Cursor, plane: number | "types"): E;

  done(cursor: Cursor): boolean {
    return cursor.left <= 0 && this.left === 0;
  }

  /** @throws {Damage} */
  next(cursor: Cursor): H | E {
    if (this.left > 0) {
      this.left--;
      return this.readEntry(cursor, this.plane);
    }
    const row = this.readPlane(cursor, !this.started && this.traits.typeNamesFirst);
    this.started = true;
    this.left = row.count;
    this.plane = row.plane;
    return row;
  }

  /** Reads a row again, for its fields. */
  again(cursor: Cursor, row: H | (E & { readonly plane: number | "types" })): void {
    if ("count" in row) this.readPlane(cursor, this.traits.typeNamesFirst && row.plane === "types");
    else this.readEntry(cursor, row.plane);
  }
}

/** A plane of a symbol table, and a name in it. */
type Symbols = Heading & { readonly kind: "symbols" };
type Symbol = Row & {
  readonly kind: "symbol";
  readonly plane: number | "types";
  readonly slot: number;
  readonly name: string;
};
/** A record of a symbol table. */
export type SymbolRow = Symbols | Symbol;

/** Reads a symbol table's records in order. */
export class SymbolReader extends PlanesReader<Symbols, Symbol> {
  protected override readPlane(cursor: Cursor, types: boolean): Symbols {
    const startByte = cursor.position;
    const count = cursor.vbr32(types ? "types" : "count");
    let plane: number | "types" = "types";
    if (!types && this.traits.typeOfTypes && cursor.peek() === TYPE_PLANE) cursor.vbr32("plane");
    else if (!types) plane = readTypeSlot(cursor, this.traits, "plane");
    return { kind: "symbols", count, plane, startByte, endByte: cursor.position };
  }

  protected override readEntry(cursor: Cursor, plane: number | "types"): Symbol {
    const startByte = cursor.position;
    const slot = plane === "types" ? readTypeSlot(cursor, this.traits, "slot") : cursor.vbr32("slot");
    return { kind: "symbol", plane, slot, name: cursor.string("name"), startByte, endByte: cursor.position };
  }
}

/** A plane of a compaction table, and an entry in it: a local slot refers to the global one in `slot`. */
type Mapped = Heading & { readonly kind: "mapped" };
type Mapping = Row & { readonly kind: "entry"; readonly plane: number | "types"; readonly slot: number };
/** A record of a compaction table. */
export type CompactionRow = Mapped | Mapping;

/** Reads a compaction table's records in order. */
export class CompactionReader extends PlanesReader<Mapped, Mapping> {
  /** Up to two entries are counted in the plane's own number; 3 there means that the plane follows. */
  protected override readPlane(cursor: Cursor, types: boolean): Mapped {
    const startByte = cursor.position;
    if (types) {
      return { kind: "mapped", count: cursor.vbr32("types"), plane: "types", startByte, endByte: cursor.position };
    }
    const word = cursor.vbr32("count and plane");
    const short = (word & 3) !== 3;
    const count = short ? word & 3 : word >>> 2;
    if (!short) cursor.explain(() => `${count} entries`);
    const at = cursor.position;
    const raw = short ? word >>> 2 : cursor.peek();
    const isTypes = this.traits.typeOfTypes && raw === TYPE_PLANE;
    let plane: number | "types" = "types";
    if (short) {
      plane = isTypes ? "types" : sanitizeSlot(word >>> 2, this.traits, at);
      cursor.explain(() => `${count} entries of plane ${word >>> 2}`);
    } else if (isTypes) cursor.vbr32("plane");
    else plane = readTypeSlot(cursor, this.traits, "plane");
    return { kind: "mapped", count, plane, startByte, endByte: cursor.position };
  }

  protected override readEntry(cursor: Cursor, plane: number | "types"): Mapping {
    const startByte = cursor.position;
    const slot = plane === "types" ? readTypeSlot(cursor, this.traits, "type") : cursor.vbr32("slot");
    return { kind: "entry", plane, slot, startByte, endByte: cursor.position };
  }
}

/** A record of the global type plane. */
export type TypePlaneRow = TypeRow | (Row & { readonly kind: "types"; readonly count: number });

/** Reads the global type plane's records in order. */
export class TypePlaneReader {
  private left = 0;
  constructor(private readonly traits: Traits) {}

  done(cursor: Cursor): boolean {
    return cursor.left <= 0 && this.left === 0;
  }

  /** @throws {Damage} */
  next(cursor: Cursor): TypePlaneRow {
    if (this.left > 0) {
      this.left--;
      return readType(cursor, this.traits);
    }
    const row = this.readCount(cursor);
    this.left = row.count;
    return row;
  }

  /** Reads a row again, for its fields. */
  again(cursor: Cursor, row: TypePlaneRow): void {
    if (row.kind === "type") readType(cursor, this.traits);
    else this.readCount(cursor);
  }

  private readCount(cursor: Cursor): TypePlaneRow & { readonly kind: "types" } {
    const startByte = cursor.position;
    const count = cursor.vbr32("types");
    if (this.traits.typeOfTypes) {
      cursor.vbr32("plane");
      cursor.explain(() => "types");
    }
    return { kind: "types", count, startByte, endByte: cursor.position };
  }
}
