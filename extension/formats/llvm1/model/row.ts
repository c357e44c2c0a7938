/** A record of a block, as every block's reader gives it. */

/** Where a record stands, in bytes from the document's first. */
export interface Row {
  readonly startByte: number;
  readonly endByte: number;
}
