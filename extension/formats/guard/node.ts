/** The boundary around the nodes of an outline, whose names may be read from the file when they are asked for. */
import type { BitRange } from "../../document/bits";
import type { OutlineNode } from "../../document/outline";
import type { SymbolId } from "../../document/token";

/** Turns what is thrown into a problem. */
interface Guard {
  guard<T>(what: string, range: () => BitRange, work: () => T, instead: () => T): T;
}

/** A node of the outline. */
class GuardedNode implements OutlineNode {
  constructor(
    protected readonly node: OutlineNode,
    protected readonly faults: Guard,
  ) {}
  get kind(): OutlineNode["kind"] {
    return this.node.kind;
  }
  get startBit(): number {
    return this.node.startBit;
  }
  get endBit(): number {
    return this.node.endBit;
  }
  get name(): string {
    return this.part((node) => node.name) ?? "";
  }
  get detail(): string | undefined {
    return this.part((node) => node.detail);
  }
  get symbol(): SymbolId | undefined {
    return this.part((node) => node.symbol);
  }
  get derived(): number | undefined {
    return this.node.derived;
  }
  get unpackedBits(): number | undefined {
    return this.node.unpackedBits;
  }
  protected part<T>(take: (node: OutlineNode) => T): T | undefined {
    const { node, faults } = this;
    return faults.guard<T | undefined>(
      "outline",
      () => node,
      () => take(node),
      () => undefined,
    );
  }
}
/** A node that may have others in it. */
class GuardedParent extends GuardedNode {
  children(): readonly OutlineNode[] {
    const made = this.part((node) => node.children?.() ?? []) ?? [];
    return made.map((node) => guardedNode(node, this.faults));
  }
}

/** A node with the boundary around it and all nodes in it. */
export function guardedNode(node: OutlineNode, faults: Guard): OutlineNode {
  return node.children ? new GuardedParent(node, faults) : new GuardedNode(node, faults);
}
