/** The records of a module and of its open function by file index, by which these records refer to each other. */
import type { Layers } from "./layers";
import type { MetadataStore, NodeRecords } from "./store";

export class OpenRecords implements NodeRecords {
  /** The first index of the open function. */
  readonly firstLocal: number;
  readonly size: number;

  constructor(
    private readonly store: MetadataStore,
    private readonly layers: Layers,
  ) {
    this.firstLocal = layers.moduleCount;
    this.size = this.firstLocal + layers.openCount;
  }
  private idOf(index: number): number {
    return index < this.firstLocal ? index : (this.layers.local(index) ?? -1);
  }
  code(index: number): number {
    return this.store.code(this.idOf(index));
  }
  length(index: number): number {
    return this.store.length(this.idOf(index));
  }
  operand(index: number, at: number): number {
    return this.store.operand(this.idOf(index), at);
  }
  string(index: number): string {
    return this.store.string(this.idOf(index));
  }
}
