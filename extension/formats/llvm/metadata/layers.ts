/**
 * Numbers of metadata entries. Records contain a *file index*: it counts the module's entries, then those of the open
 * function, so that all functions use the same indices. Internally an entry also has an *id*, its permanent place in
 * the store.
 */
import type { MetadataId } from "../ir/ids";
import type { FunctionMetadata } from "../ir/tables";
import { countBefore } from "../../../kit/sortedSearch";
import type { Layer } from "./store";

/** The metadata blocks of a module, each a run of entries with consecutive indices and ids. */
export class Layers {
  /** Blocks that have been read, by their first bit: a function that is read again keeps its ids. */
  private readonly byBit = new Map<number, Layer>();
  /** The same blocks by their first ids. */
  private readonly ordered: Layer[] = [];
  /** The blocks of the open function, after those of the module. */
  private active: Layer[] = [];
  /** The function whose blocks were read last; before the first one, the module. */
  private latest: Layer["owner"] = { endId: Infinity };
  /** Number of the module's entries; their indices are their ids. */
  moduleCount = 0;

  /** The block that starts at this bit if it has been read before; its entries are then in force again. */
  again(startBit: number, inFunction: boolean): Layer | undefined {
    const known = this.byBit.get(startBit);
    if (known && inFunction) this.active.push(known);
    return known;
  }
  /** Begins a block that starts at this bit; its first entry has the id `firstId`. */
  begin(startBit: number, firstId: MetadataId, inFunction: boolean): Layer {
    const [first] = this.active;
    if (inFunction && !first) {
      this.latest.endId = firstId;
      this.latest = { endId: Infinity };
    }
    const layer: Layer = { firstIndex: this.nextIndex(), firstId, count: 0, owner: first?.owner ?? this.latest };
    this.byBit.set(startBit, layer);
    this.ordered.push(layer);
    if (inFunction) this.active.push(layer);
    return layer;
  }
  /** Records that entries were added to a block. */
  grow(layer: Layer, added: number, inFunction: boolean): void {
    layer.count += added;
    if (!inFunction) this.moduleCount += added;
  }
  private nextIndex(): number {
    const last = this.active[this.active.length - 1];
    return last ? last.firstIndex + last.count : this.moduleCount;
  }

  /** Forgets the open function's indices; the result can be passed to {@link enterAgain}. */
  leaveFunction(): FunctionMetadata {
    const left = this.active;
    this.active = [];
    return left;
  }
  enterAgain(function_: FunctionMetadata): void {
    this.active = [...function_];
  }

  /** How many entries the open function has. */
  get openCount(): number {
    const [first] = this.active;
    return first ? this.nextIndex() - first.firstIndex : 0;
  }
  /** The id of an index in the open function's range; undefined if the function has no such entry. */
  local(fileIndex: number): MetadataId | undefined {
    const layer = lastUpTo(this.active, ({ firstIndex }) => firstIndex, fileIndex);
    const offset = layer ? fileIndex - layer.firstIndex : -1;
    return layer && offset >= 0 && offset < layer.count ? layer.firstId + offset : undefined;
  }
  /** The id that an index past the module's entries means in the record of `id`: an entry of the same function. */
  localOf(id: MetadataId, index: number): MetadataId | undefined {
    const layer = this.layerOf(id);
    if (!layer) return undefined;
    // A function's entries may be spread over several blocks, whose ids are then consecutive.
    const target = layer.firstId + index - layer.firstIndex;
    const isOwn = target < Math.max(layer.firstId + layer.count, layer.owner.endId);
    return target >= this.moduleCount && isOwn ? target : undefined;
  }

  /** The file index of a block's first entry, by the block's first bit; undefined if the block has not been read. */
  firstIndexOf(startBit: number): number | undefined {
    return this.byBit.get(startBit)?.firstIndex;
  }
  /** The file index of an entry. */
  indexOf(id: MetadataId): number | undefined {
    const layer = this.layerOf(id);
    return layer ? layer.firstIndex + id - layer.firstId : undefined;
  }

  /** The block that contains an id: the last one that starts at or before it. */
  private layerOf(id: MetadataId): Layer | undefined {
    return lastUpTo(this.ordered, ({ firstId }) => firstId, id) ?? this.ordered[0];
  }
}

/** The last block whose first number, which `firstOf` tells, is not greater than this one. */
function lastUpTo(layers: readonly Layer[], firstOf: (layer: Layer) => number, number: number): Layer | undefined {
  return layers[countBefore(layers.length, (at) => firstOf(layers[at] as Layer) > number) - 1];
}
