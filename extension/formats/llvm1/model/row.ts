/** A record of a block, common to the readers of all blocks. */

/** The extent of a record, in bytes from the document's first. */
export interface Row {
  readonly startByte: number;
  readonly endByte: number;
}
