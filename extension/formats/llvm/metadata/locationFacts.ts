/** What the rules of the reference's verifier ask about locations of code. Source: Verifier's visitDILocation. */
import type { MetadataId } from "../ir/ids";
import type { Metadata, MetadataRecord } from "../ir/metadata";
import type { Release } from "../ir/releases";
import type { Location } from "../ir/tables";
import { isDefinition } from "./decode";
import { fieldOf } from "./classes";
import type { NodeUpgrades } from "./upgrades";

/** The nodes that locations refer to. */
export interface LocatedMetadata {
  readonly upgrades: Pick<NodeUpgrades, "fieldOf" | "release">;
  node(id: MetadataId): Metadata | undefined;
  isLocation(id: MetadataId): boolean;
  /** The operands of a node; those of a location are its scope and where it is inlined. */
  operandsOf(id: MetadataId): readonly (MetadataId | undefined)[] | undefined;
  /** The location of a node that is not distinct. */
  uniquedLocation(id: MetadataId): Location | undefined;
}

/** What is known of a location. */
export interface LocationFacts {
  /** Whether it has a scope in a body, and is inlined at such a location or not at all. */
  readonly isValid: boolean;
  readonly isInlined: boolean;
  /** Whether it is in an atom group though its subprogram has no Key Instructions, which releases that have them check. */
  readonly isUnkeyed: boolean;
  /** The subprogram that its scope is in; undefined if the scopes do not lead to one. */
  readonly own: MetadataId | undefined;
  /** The subprogram that it is in after all inlining. */
  readonly outermost: MetadataId | undefined;
}

/** A location as far as the rules look at it. */
interface Place {
  readonly atomGroup: number;
  readonly scope: MetadataId | undefined;
  readonly inlinedAt: MetadataId | undefined;
}

/** The first release with Key Instructions. */
const KEY_INSTRUCTIONS: Release = 21;
const LOCAL_BLOCKS: ReadonlySet<string> = new Set(["DILexicalBlock", "DILexicalBlockFile"]);
/** What is known of a node that is no location. */
const NO_LOCATION: LocationFacts = {
  isValid: false,
  isInlined: false,
  isUnkeyed: false,
  own: undefined,
  outermost: undefined,
};

/** The facts about a module's locations; those about each are found once. */
export class LocationFinder {
  private readonly facts = new Map<MetadataId, LocationFacts>();
  private readonly subprograms = new Map<MetadataId, MetadataId | undefined>();
  private readonly localScopes = new Map<MetadataId, boolean>();
  constructor(private readonly metadata: LocatedMetadata) {}

  /** The facts about a location; those about any other node are that it is invalid. */
  of(id: MetadataId): LocationFacts {
    const known = this.facts.get(id);
    if (known) return known;
    // From the location outwards until one is known, then back: files nest inlining without limit.
    const chain: { readonly id: MetadataId; readonly place: Place }[] = [];
    let next: MetadataId | undefined = id;
    for (const passed = new Set<MetadataId>(); next !== undefined && !this.facts.has(next) && !passed.has(next);) {
      passed.add(next);
      const place = this.placeOf(next);
      if (!place) break;
      chain.push({ id: next, place });
      next = place.inlinedAt;
    }
    // A circle of inlining has no outermost location; the reference does not look for it.
    let outer = next === undefined ? undefined : (this.facts.get(next) ?? this.circular(chain, next));
    for (let link = chain.pop(); link; link = chain.pop()) {
      outer = this.inside(link.place, outer);
      this.facts.set(link.id, outer);
    }
    return outer ?? NO_LOCATION;
  }
  /** What a chain of locations ends at: the chain itself, or a node that is no location. */
  private circular(
    chain: readonly { readonly id: MetadataId; readonly place: Place }[],
    end: MetadataId,
  ): LocationFacts {
    const link = chain.find(({ id }) => id === end);
    return link ? this.inside(link.place, undefined) : NO_LOCATION;
  }
  /** The facts about a location that is inlined at one with these. */
  private inside({ scope, inlinedAt, atomGroup }: Place, outer: LocationFacts | undefined): LocationFacts {
    const own = this.subprogramOf(scope);
    return {
      isValid: this.isLocalScope(scope) && outer?.isValid !== false,
      isInlined: inlinedAt !== undefined,
      isUnkeyed: atomGroup !== 0 && !this.hasKeyInstructions(own),
      own,
      outermost: outer ? outer.outermost : own,
    };
  }

  private placeOf(id: MetadataId): Place | undefined {
    if (!this.metadata.isLocation(id)) return undefined;
    const [scope, inlinedAt] = this.metadata.operandsOf(id) ?? [];
    return { scope, inlinedAt, atomGroup: this.atomGroupOf(id) };
  }
  private atomGroupOf(id: MetadataId): number {
    if (this.metadata.upgrades.release < KEY_INSTRUCTIONS) return 0;
    const uniqued = this.metadata.uniquedLocation(id);
    return uniqued ? uniqued.atomGroup : Number(fieldOf(this.record(id), "atomGroup") ?? 0);
  }
  private hasKeyInstructions(subprogram: MetadataId | undefined): boolean {
    return Boolean(fieldOf(this.record(subprogram), "keyInstructions"));
  }
  private isLocalScope(id: MetadataId | undefined): boolean {
    if (id === undefined) return false;
    let isLocal = this.localScopes.get(id);
    if (isLocal === undefined) this.localScopes.set(id, (isLocal = this.isInBody(id)));
    return isLocal;
  }
  private isInBody(id: MetadataId): boolean {
    const scope = this.record(id);
    if (scope?.name !== "DISubprogram") return scope !== undefined && LOCAL_BLOCKS.has(scope.name);
    return isDefinition(fieldOf(scope, "spFlags"));
  }

  /** The subprogram that contains a scope; undefined if the scopes around it do not lead to one. */
  subprogramOf(scope: MetadataId | undefined): MetadataId | undefined {
    const passed: MetadataId[] = [];
    let found: MetadataId | undefined;
    for (let next = scope; next !== undefined;) {
      if (this.subprograms.has(next)) {
        found = this.subprograms.get(next);
        break;
      }
      // Until it is known there is none, which ends a circle.
      this.subprograms.set(next, undefined);
      passed.push(next);
      const record = this.record(next);
      if (record?.name === "DISubprogram") {
        found = next;
        break;
      }
      next = record && LOCAL_BLOCKS.has(record.name) ? this.metadata.upgrades.fieldOf(record, "scope") : undefined;
    }
    for (const inner of passed) this.subprograms.set(inner, found);
    return found;
  }

  private record(id: MetadataId | undefined): MetadataRecord | undefined {
    const node = id === undefined ? undefined : this.metadata.node(id);
    return node?.kind === "record" ? node : undefined;
  }
}
