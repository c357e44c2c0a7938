/** Where the index of a very large file is kept from one opening to the next (`KeptIndex`). */

/** Keeps the index of one file. A failure to keep or to find it costs only time, so neither throws. */
export interface IndexStore {
  /** The index that was kept of the file's content, by this very version of the code; undefined if there is none. */
  find(): Promise<Uint8Array | undefined>;
  /** Keeps the index, unless the file has changed since the store was made. */
  keep(index: Uint8Array): Promise<void>;
}
