/**
 * Numbers of metadata. What records hold is a *file index*: it counts the module's entries, then those of the function that
 * is open, so that functions use the same indices. Here an entry has an *id* as well, its place in the store, for good.
 */
import type { MetadataId } from "../ir/ids";
import type { FunctionMetadata } from "../ir/tables";
import type { Layer } from "./store";

/** The blocks of metadata of a module, each a run of entries whose indices and ids both count up. */
export class Layers {
  /** Blocks that were read, by their first bit: a function that is read again keeps its ids. */
  private readonly byBit = new Map<number, Layer>();
  /** The same by their first ids. */
  private readonly ordered: Layer[] = [];
  /** Entries of the open function, behind the module's. */
  private active: Layer[] = [];
  /** Entries of the module, whose indices are their ids. */
  moduleCount = 0;

  /** The block that starts at this bit, where it was read already; its entries are in force again. */
  again(startBit: number, inFunction: boolean): Layer | undefined {
    const known = this.byBit.get(startBit);
    if (known && inFunction) this.active.push(known);
    return known;
  }
  /** A block that starts at this bit, about to be read; its first entry has the id `firstId`. */
  begin(startBit: number, firstId: MetadataId, inFunction: boolean): Layer {
    const layer: Layer = { firstIndex: this.nextIndex(), firstId, count: 0 };
    this.byBit.set(startBit, layer);
    this.ordered.push(layer);
    if (inFunction) this.active.push(layer);
    return layer;
  }
  /** Takes notice of entries that were added to a block. */
  grow(layer: Layer, added: number, inFunction: boolean): void {
    layer.count += added;
    if (!inFunction) this.moduleCount += added;
  }
  private nextIndex(): number {
    const last = this.active[this.active.length - 1];
    return last ? last.firstIndex + last.count : this.moduleCount;
  }

  /** Forgets the open function's indices, and gives what {@link enterAgain} takes. */
  leaveFunction(): FunctionMetadata {
    const left = this.active;
    this.active = [];
    return left;
  }
  enterAgain(function_: FunctionMetadata): void {
    this.active = [...function_];
  }

  /** The id of an index of the open function, past the module's; undefined where it has none of that index. */
  local(fileIndex: number): MetadataId | undefined {
    for (const layer of this.active) {
      const offset = fileIndex - layer.firstIndex;
      if (offset >= 0 && offset < layer.count) return layer.firstId + offset;
    }
    return undefined;
  }
  /** The id of an index past the module's, as the record of `id` means it: that of an entry of its function. */
  localOf(id: MetadataId, index: number): MetadataId | undefined {
    const layer = this.layerOf(id);
    if (!layer) return undefined;
    // A function's table may be spread over several blocks, whose ids then follow each other.
    const target = layer.firstId + index - layer.firstIndex;
    return target >= this.moduleCount ? target : undefined;
  }

  /** The file index of a block's first entry, by the block's first bit; undefined for one not read. */
  firstIndexOf(startBit: number): number | undefined {
    return this.byBit.get(startBit)?.firstIndex;
  }
  /** The file index of an entry. */
  indexOf(id: MetadataId): number | undefined {
    const layer = this.layerOf(id);
    return layer ? layer.firstIndex + id - layer.firstId : undefined;
  }

  /** The block that an id was read from: the last one that starts at or before it. */
  private layerOf(id: MetadataId): Layer | undefined {
    let low = 0;
    let high = this.ordered.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.ordered[middle] as Layer).firstId <= id) low = middle;
      else high = middle - 1;
    }
    return this.ordered[low];
  }
}
