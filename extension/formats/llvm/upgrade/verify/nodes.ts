/** What the verifier asks about nodes of metadata. */
import type { MetadataId } from "../../ir/ids";
import type { Metadata } from "../../ir/metadata";
import type { Release } from "../../ir/releases";
import type { Value } from "../../ir/values";
import type { VerifiedValues } from "./values";

/** An integer of metadata, as a signed number of so many bits. */
export interface NodeInteger {
  readonly bits: number;
  readonly value: bigint;
}

/** The nodes of a module, and of the open function. */
export class VerifiedNodes {
  constructor(
    readonly release: Release,
    private readonly values: VerifiedValues,
    private readonly metadata: { node(id: MetadataId): Metadata | undefined },
  ) {}

  node(id: MetadataId | undefined): Metadata | undefined {
    return id === undefined ? undefined : this.metadata.node(id);
  }
  /** An integer constant; undefined for anything else. */
  integer(id: MetadataId | undefined): NodeInteger | undefined {
    const node = this.node(id);
    if (node?.kind === "integer") return { bits: node.bits, value: node.value };
    if (node?.kind !== "value" || node.type.kind !== "integer") return undefined;
    const [value, bits] = [this.values.at(node.value), node.type.width];
    if (value?.kind === "null") return { bits, value: 0n };
    return value?.kind === "integer" ? { bits, value: BigInt.asIntN(bits, BigInt(value.value)) } : undefined;
  }
  /** The value that an entry wraps. */
  value(id: MetadataId | undefined): Value | undefined {
    const node = this.node(id);
    return node?.kind === "value" ? this.values.at(node.value) : undefined;
  }
  isString(id: MetadataId | undefined): boolean {
    return this.node(id)?.kind === "string";
  }
  operandsOf(id: MetadataId | undefined): readonly (MetadataId | undefined)[] | undefined {
    const node = this.node(id);
    return node?.kind === "tuple" || node?.kind === "record" ? node.operands : undefined;
  }
}
