/**
 * The ops with regions among a body's rows. A module of a gigabyte has a million whose regions are bodies of their own:
 * these are numbers in one array, and become objects when somebody asks.
 */
import { Words } from "../../../kit/numbers";
import type { Blob } from "../model/cursor";

/** An op with regions. */
export interface Nest {
  /** The row of the op; -1 for the body itself. */
  readonly row: number;
  /** The rows in its regions, as far as they were found. */
  readonly rows: readonly number[];
  /** End of the regions, from the file's first byte; until they are closed, that of the body. */
  readonly endByte: number;
  /** Whether all its rows were found. */
  readonly closed: boolean;
  /** Set if its regions are a body of their own, which must be read first. */
  readonly enclosed: Enclosed | undefined;
}

/** Regions with a section around them. */
export interface Enclosed extends Blob {
  readonly regionCount: number;
}

/** A nest whose regions belong to the body, and the one that contains it. */
class OwnNest implements Nest {
  readonly rows: number[] = [];
  readonly enclosed = undefined;
  closed = false;
  constructor(
    readonly row: number,
    public endByte: number,
    readonly parent: OwnNest | undefined,
  ) {}
}

/** The columns. The start and the end of regions are bytes from the body's start. */
const enum Column {
  Row,
  Start,
  End,
  Regions,
  Count,
}

const NO_ROWS: readonly number[] = [];

/** The nests found so far, by index; the body itself has none. */
export class Nests {
  /** The number of nests, which is also the index of the next one. */
  count = 0;
  /** Rows of the body outside all nests. */
  readonly outermost: Nest;
  private readonly cells = new Words();
  /** The nests whose regions belong to the body, by index. */
  private own: Map<number, OwnNest> | undefined;
  /** The nest whose regions are being read. */
  private current: OwnNest;

  /** @param body the extent of the body */
  constructor(private readonly body: Blob) {
    this.current = new OwnNest(-1, body.endByte, undefined);
    this.outermost = this.current;
  }

  private cell(index: number, column: Column): number {
    return this.cells.data[index * Column.Count + column] ?? 0;
  }
  /** A nest by its index; undefined if there is none. */
  at(index: number): Nest | undefined {
    const own = this.own?.get(index);
    if (own || index >= this.count) return own;
    const { startByte } = this.body;
    const endByte = startByte + this.cell(index, Column.End);
    const regionCount = this.cell(index, Column.Regions);
    const enclosed = { startByte: startByte + this.cell(index, Column.Start), endByte, regionCount };
    return { row: this.rowOf(index), rows: NO_ROWS, endByte, closed: true, enclosed };
  }
  /** The row of a nest's op. */
  rowOf(index: number): number {
    return this.cell(index, Column.Row);
  }
  /** The end of a nest's regions, from the file's first byte. */
  endOf(index: number): number {
    return this.own?.get(index)?.endByte ?? this.body.startByte + this.cell(index, Column.End);
  }

  /** Adds a row to the nest whose regions are being read. */
  addRow(row: number): void {
    this.current.rows.push(row);
  }
  /** Adds a nest whose regions are a body of their own. */
  addEnclosed(row: number, { startByte, endByte, regionCount }: Enclosed): void {
    this.count++;
    this.cells.push(row);
    this.cells.push(startByte - this.body.startByte);
    this.cells.push(endByte - this.body.startByte);
    this.cells.push(regionCount);
  }
  /** Adds a nest, and enters its regions. */
  enter(row: number): void {
    const nest = new OwnNest(row, this.body.endByte, this.current);
    (this.own ??= new Map()).set(this.count, nest);
    const { startByte, endByte } = this.body;
    this.addEnclosed(row, { startByte, endByte, regionCount: 0 });
    this.current = nest;
  }
  /** Leaves the regions that were entered last, which end at `endByte`; returns false if there are none. */
  leave(endByte: number): boolean {
    const { current } = this;
    if (!current.parent) return false;
    current.endByte = endByte;
    current.closed = true;
    this.current = current.parent;
    return true;
  }
  /** Notes that the body has been read completely. */
  close(): void {
    this.current.closed = true;
  }
}
