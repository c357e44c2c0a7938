/**
 * Describes the nodes that a share has listed, so that nodes which several shares have can be recognised: they are
 * equal by content, and their content is in the module's own tables.
 */
import type { MetadataId } from "../ir/ids";
import type { MetadataExtent, MetadataReader } from "../ir/tables";
import type { Part } from "./messages";
import { NotTogether } from "./messages";

/** Describes the nodes that a share has listed. */
export class Named {
  private sent = 0;
  constructor(
    private readonly metadata: MetadataReader,
    private readonly extent: MetadataExtent,
  ) {}

  /**
   * The description of the nodes listed since the last call.
   * @throws {NotTogether} if reading bodies has changed nodes of the module: each share would have changes of its own
   */
  since(order: readonly MetadataId[]): Pick<Part, "nodes" | "locations" | "tuples"> {
    if (this.metadata.hasChangedNodes) throw new NotTogether();
    const nodes = Int32Array.from(order.slice(this.sent));
    this.sent = order.length;
    const locations: number[] = [];
    const tuples: [number, string][] = [];
    nodes.forEach((id, place) => {
      if (this.isEverywhere(id)) return;
      this.addLocation(id, place, locations);
      const key = id < 0 && id % 2 !== 0 ? this.tupleKey(id) : undefined;
      if (key !== undefined) tuples.push([place, key]);
    });
    return { nodes, locations: Float64Array.from(locations), tuples };
  }

  private isEverywhere(id: MetadataId): boolean {
    return this.metadata.isWithin(this.extent, id);
  }

  private addLocation(id: MetadataId, place: number, into: number[]): void {
    const location = this.metadata.uniquedLocation(id);
    if (!location) return;
    const { line, column, scope, inlinedAt, implicitCode, atomGroup, atomRank, irLayers } = location;
    if (![scope, inlinedAt, irLayers].every((node) => node === undefined || this.isEverywhere(node))) return;
    const nodes = [scope, inlinedAt ?? NaN, irLayers ?? NaN];
    into.push(place, line, column, ...nodes, implicitCode ? 1 : 0, atomGroup, atomRank);
  }

  /** The key of a tuple made by an upgrade; undefined if it refers to a function's own nodes. */
  private tupleKey(id: MetadataId): string | undefined {
    const node = this.metadata.node(id);
    if (node?.kind !== "tuple" || node.distinct) return undefined;
    const keys = node.operands.map((operand) => this.operandKey(operand));
    return keys.includes(undefined) ? undefined : `(${keys.join()})`;
  }
  private operandKey(id: MetadataId | undefined): string | undefined {
    if (id === undefined) return "null";
    if (this.isEverywhere(id)) return `${id}`;
    const node = this.metadata.node(id);
    if (node?.kind === "string") return JSON.stringify(node.text);
    if (node?.kind === "integer") return `i${node.bits} ${node.value}`;
    return this.tupleKey(id);
  }
}
