/**
 * Lists of alias scopes as LLVM 24 has them: the second operand of a domain is a flag. Format: docs/formats/llvm.md,
 * "Upgrades"; found by what llvm-dis 24 makes of the modules of earlier releases.
 */
import type { MetadataId } from "../ir/ids";
import type { Metadata, MetadataTuple } from "../ir/metadata";

/** A module's nodes, and others beside them. */
interface Nodes {
  node(id: MetadataId | undefined): Metadata | undefined;
  integerOf(id: MetadataId | undefined): bigint | undefined;
  /** An integer constant of this width. */
  integer(bits: number, value: bigint): MetadataId;
  make(node: Metadata): MetadataId;
  /** The uniqued tuple with these operands. */
  tuple(operands: readonly (MetadataId | undefined)[]): MetadataId;
}

type Operands = readonly (MetadataId | undefined)[];

/** Upgrades the lists of alias scopes of a module. What else refers to a scope or a domain keeps the old one. */
export class AliasScopes {
  /** Whether a scope or a domain was copied. */
  hasCopied = false;
  private readonly known = new Map<MetadataId, MetadataId>();

  constructor(private readonly nodes: Nodes) {}

  /** The list for a list: with scopes whose domains have a flag. */
  list(id: MetadataId): MetadataId {
    return this.once(id, ({ operands }) => {
      const scopes = operands.map((scope) => this.scope(scope));
      return scopes.some((scope, i) => scope !== operands[i]) ? this.nodes.tuple(scopes) : id;
    });
  }
  private scope(id: MetadataId | undefined): MetadataId | undefined {
    return this.once(id, (scope) => {
      const [name, domain, ...rest] = scope.operands;
      const flagged = this.domain(domain);
      return flagged === domain ? id : this.copy(id, scope, [name, flagged, ...rest]);
    });
  }
  private domain(id: MetadataId | undefined): MetadataId | undefined {
    return this.once(id, (domain) => {
      const [name, flag, ...rest] = domain.operands;
      if (domain.operands.length === 0 || this.nodes.integerOf(flag) !== undefined) return id;
      const others = domain.operands.length > 1 ? [flag, ...rest] : [];
      return this.copy(id, domain, [name, this.nodes.integer(1, 0n), ...others]);
    });
  }

  /** What a tuple becomes, which is found out once; anything else stays. */
  private once<I extends MetadataId | undefined>(id: I, upgrade: (node: MetadataTuple) => I): I | MetadataId {
    const known = id === undefined ? undefined : this.known.get(id);
    if (known !== undefined || id === undefined) return known ?? id;
    const node = this.nodes.node(id);
    const upgraded = node?.kind === "tuple" ? upgrade(node) : id;
    if (upgraded !== undefined) this.known.set(id, upgraded);
    return upgraded;
  }
  /** A node with other operands; one that begins with itself still does. */
  private copy(id: MetadataId | undefined, { distinct }: MetadataTuple, operands: Operands): MetadataId {
    if (!distinct) return this.nodes.tuple(operands);
    this.hasCopied = true;
    const own = [...operands];
    const made = this.nodes.make({ kind: "tuple", distinct, operands: own });
    if (own[0] === id) own[0] = made;
    return made;
  }
}
