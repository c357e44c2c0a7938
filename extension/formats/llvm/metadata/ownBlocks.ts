/** The metadata blocks of a module itself: what is done when one of them, or the whole module, has been read. */
import type { MetadataId } from "../ir/ids";

/** What one or more blocks have added to the table. */
export interface AddedEntries {
  /** The first entry. */
  readonly firstId: MetadataId;
  /** The bit at which the block ended, and the block's path, for problems. */
  readonly position: number;
  readonly path: readonly string[];
}

/**
 * Nearly all modules have one block. What any others add is upgraded together at the module's end, since upgrades go
 * through all names and attachments, and a file can have very many blocks.
 */
export class OwnBlocks {
  private hasFirst = false;
  private others: AddedEntries | undefined;
  /** @param upgrade upgrades what has been added, up to the table's end */
  constructor(private readonly upgrade: (added: AddedEntries) => void) {}

  /** A block has been read. */
  endBlock(added: AddedEntries): void {
    if (this.hasFirst) this.others ??= added;
    else this.upgrade(added);
    this.hasFirst = true;
  }
  /** The module has been read, except for its bodies. */
  endModule(): void {
    if (this.others) this.upgrade(this.others);
    this.others = undefined;
  }
}
