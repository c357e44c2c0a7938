/**
 * The uniqued locations of a module: those that its metadata records define, and those of its functions' DEBUG_LOC
 * records, which the reference makes uniqued nodes of too.
 */
import type { MetadataId } from "../ir/ids";
import type { Metadata } from "../ir/metadata";
import type { Location } from "../ir/tables";
import { Code } from "../spec/metadataCodes";
import { LocationTable } from "./locations";
import type { MetadataRecordView } from "./plan";
import type { MetadataStore } from "./store";

/** Whether an id is that of a location without a record of its own: these are even and negative. */
export const isMadeLocation = (id: MetadataId): boolean => id < 0 && id % 2 === 0;

/** The locations of one module. */
export class UniquedLocations {
  private readonly made = new LocationTable();
  /** How many entries have been searched for locations that DEBUG_LOC records may refer to. */
  private indexed = 0;

  /** @param view the operands of a record, as decoders use them */
  constructor(
    private readonly store: MetadataStore,
    private readonly view: (id: MetadataId) => MetadataRecordView,
  ) {}

  /**
   * The node of a location from a DEBUG_LOC record. It may be one that the file has, so the file's locations are indexed
   * at the first DEBUG_LOC, and entries read since then at each further one.
   */
  idOf(location: Location): MetadataId {
    for (; this.indexed < this.store.size; this.indexed++) {
      const known = this.recorded(this.indexed);
      if (known) this.made.note(this.indexed, known);
    }
    return this.made.idOf(location);
  }
  /**
   * The entries from `first` on that say the same as earlier locations, with these: a location that a function's debug
   * record refers to may be one that a DEBUG_LOC record of a function before it has made.
   */
  *repeatedFrom(first: MetadataId): Generator<readonly [MetadataId, MetadataId]> {
    for (let id = first; id < this.store.size; id++) {
      const location = this.recorded(id);
      const one = location && this.idOf(location);
      if (one !== undefined && one !== id) yield [id, one];
    }
  }
  /** The location of a node; undefined if it is none, or a distinct one. */
  of(id: MetadataId): Location | undefined {
    if (id < 0) return isMadeLocation(id) ? this.made.location(id) : undefined;
    return id < this.store.size ? this.recorded(id) : undefined;
  }
  /** Whether a node is a location, distinct or not. */
  has(id: MetadataId): boolean {
    if (id < 0) return isMadeLocation(id);
    return id < this.store.size && this.store.code(id) === Code.LOCATION;
  }
  /** The node of a location that has no record. */
  node(id: MetadataId): Metadata | undefined {
    return this.made.node(id);
  }
  /** The scope and inlining site of a location that has no record. */
  operands(id: MetadataId): readonly (MetadataId | undefined)[] | undefined {
    return this.made.operands(id);
  }
  /** The number of locations that have no record. */
  get count(): number {
    return this.made.count;
  }

  /** The location that a record defines, unless it is distinct. */
  private recorded(id: MetadataId): Location | undefined {
    if (this.store.code(id) !== Code.LOCATION || this.store.operand(id, 0) !== 0) return undefined;
    const view = this.view(id);
    const scope = view.direct(3);
    if (scope === undefined) return undefined;
    return {
      line: view.value(1),
      column: view.value(2),
      scope,
      inlinedAt: view.ref(4),
      implicitCode: view.value(5) !== 0,
      atomGroup: view.value(6),
      atomRank: view.value(7),
      irLayers: view.ref(8),
    };
  }
}
