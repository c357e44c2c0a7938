/** The table of a body's rows: one array for all columns, since a file has many small bodies. */

/** The kinds of rows. */
export const enum RowKind {
  /** An op without regions. */
  Op,
  /** An op with regions, which is a section. */
  Nested,
  Block,
  /** A region's header; the first region's is shown with the op. */
  Region,
  /** Bytes that could not be decoded. */
  Lost,
}

/** The columns. The start of a row and the end of its fields are bytes from the body's start. */
const enum Column {
  Kind,
  Start,
  End,
  Region,
  Detail,
  Value,
  Count,
}

/** The rows found so far; a row is known by its index. */
export class BodyRows {
  count = 0;
  private cells: Int32Array;

  /**
   * @param startByte the body's first byte, from the file's first byte
   * @param capacity rows for which there is room at first
   */
  constructor(
    readonly startByte: number,
    capacity: number,
  ) {
    this.cells = new Int32Array(capacity * Column.Count);
  }

  private cell(row: number, column: Column): number {
    return this.cells[row * Column.Count + column] ?? 0;
  }
  kind(row: number): RowKind {
    return this.cell(row, Column.Kind);
  }
  /** A row's first byte, from the file's first byte. */
  start(row: number): number {
    return this.startByte + (this.cell(row, Column.Start) >>> 0);
  }
  /** The end of a row's fields. */
  end(row: number): number {
    return this.startByte + (this.cell(row, Column.End) >>> 0);
  }
  /** The region, as the numbering counts them, that a row's op or block is in. */
  region(row: number): number {
    return this.cell(row, Column.Region);
  }
  /** `Nested`: the nest. `Block` and `Region`: its index. */
  detail(row: number): number {
    return this.cell(row, Column.Detail);
  }
  /** The first result of `Op` and `Nested`, the first argument of `Block`. */
  value(row: number): number {
    return this.cell(row, Column.Value);
  }

  /** Adds a row; returns its index. Positions are bytes from the file's first byte. */
  add(kind: RowKind, startByte: number, endByte: number, detail: number, region: number, value: number): number {
    const row = this.count++;
    const at = row * Column.Count;
    if (at >= this.cells.length) {
      const grown = new Int32Array(Math.max(Column.Count, 2 * this.cells.length));
      grown.set(this.cells);
      this.cells = grown;
    }
    const { cells } = this;
    cells[at + Column.Kind] = kind;
    cells[at + Column.Start] = startByte - this.startByte;
    cells[at + Column.End] = endByte - this.startByte;
    cells[at + Column.Region] = region;
    cells[at + Column.Detail] = detail;
    cells[at + Column.Value] = value;
    return row;
  }
  /** Gives back the memory for rows that will not come: a body's bytes may all be those of the bodies in it. */
  settle(): void {
    const used = this.count * Column.Count;
    if (2 * used < this.cells.length) this.cells = this.cells.slice(0, used);
  }
}
