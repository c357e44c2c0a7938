/**
 * Finds locations of code in nodes where the reference's verifier allows none: in what is attached to functions, variables
 * and instructions, other than loops. Source: Verifier::visitMDNode.
 */
import type { Attachment, Metadata } from "../ir/metadata";
import type { MetadataId } from "../ir/ids";
import type { Release } from "../ir/releases";
import { MdKind } from "./kinds";

/** The first release with this rule. */
const LOCATIONS: Release = 11;

/** The nodes of a module. */
interface Nodes {
  node(id: MetadataId): Metadata | undefined;
  isLocation(id: MetadataId): boolean;
}

/** Walks through attached nodes, each one once. */
export class HeldLocations {
  private readonly seen = new Set<MetadataId>();

  constructor(
    private readonly nodes: Nodes,
    private readonly release: Release,
  ) {}

  /** Whether attachments lead to a location that they must not hold. Only tuples can hold one that is no part of debug info. */
  inSome(attachments: readonly Attachment[]): boolean {
    if (this.release < LOCATIONS) return false;
    let isHeld = false;
    for (const { kind, node } of attachments) {
      if (kind === MdKind.dbg) continue;
      const found = this.walk(node);
      isHeld ||= found && kind !== MdKind.loop;
    }
    return isHeld;
  }

  /** Visits a tuple and those in it that nothing led to before; returns whether one holds a location. */
  private walk(first: MetadataId): boolean {
    let isHeld = false;
    const open = [first];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (this.seen.has(id)) continue;
      this.seen.add(id);
      const node = this.nodes.node(id);
      if (node?.kind !== "tuple") continue;
      for (const operand of node.operands) {
        if (operand === undefined) continue;
        if (this.nodes.isLocation(operand)) isHeld = true;
        else open.push(operand);
      }
    }
    return isHeld;
  }
}
