/**
 * Derived types that are one to releases that do not read their annotations. LLVM 14 to 18 wrote these as the 14th operand;
 * later releases read it only if there is one more.
 */
import { upTo } from "../../../document/arrays";
import type { MetadataId } from "../ir/ids";
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";
import type { MetadataStore } from "./store";

const ANNOTATIONS = 13;
const UNREAD: Release = 19;
/** The operands that refer to other nodes, plus one: name, file, scope, base type, extra data. */
const REFERENCES = [2, 3, 5, 6, 11];

/** The derived types of one module. */
export class UnannotatedTypes {
  /** The first type of each kind; made once a type has annotations. */
  private known: Map<string, MetadataId> | undefined;
  /** The number of the module's own nodes. */
  private readonly own: number;

  constructor(
    private readonly store: MetadataStore,
    private readonly release: Release,
  ) {
    this.own = store.size;
  }

  /** Adds the types among the nodes from `first` up to `end` that are equal to earlier ones, with these. */
  add(first: MetadataId, end: number, merged: Map<MetadataId, MetadataId>): void {
    if (this.release < UNREAD) return;
    if (!this.known) {
      if (!this.areAnnotated(first, end)) return;
      this.known = new Map();
      if (first > 0) this.note(0, this.own, merged);
    }
    this.note(first, end, merged);
  }
  private isOld(id: MetadataId): boolean {
    const { store } = this;
    return store.code(id) === Code.DERIVED_TYPE && store.length(id) === ANNOTATIONS + 1 && store.operand(id, 0) === 0;
  }
  private areAnnotated(first: MetadataId, end: number): boolean {
    for (let id = first; id < end; id++) if (this.isOld(id) && this.store.operand(id, ANNOTATIONS) !== 0) return true;
    return false;
  }
  private note(first: MetadataId, end: number, merged: Map<MetadataId, MetadataId>): void {
    const { store, own, known } = this;
    for (let id = first; id < end; id++) {
      if (!known || !this.isOld(id) || REFERENCES.some((operand) => store.operand(id, operand) > own)) continue;
      const key = upTo(ANNOTATIONS)
        .map((operand) => store.operand(id, operand))
        .join();
      const earlier = known.get(key);
      if (earlier === undefined) known.set(key, id);
      else merged.set(id, earlier);
    }
  }
}
