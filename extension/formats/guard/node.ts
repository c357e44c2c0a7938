/** The boundary around the nodes of an outline, whose names may be read from the file when they are asked for. */
import type { BitRange } from "../../document/bits";
import type { OutlineNode, OutlineNodes } from "../../document/outline";
import type { SymbolId } from "../../document/token";
import { Indexed } from "../../document/madeList";

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
  children(): OutlineNodes {
    return new GuardedNodes(this.part((node) => node.children?.()) ?? [], this.node, this.faults);
  }
}

/** Nodes that are in a range of the file. */
export class GuardedNodes extends Indexed<OutlineNode> {
  readonly length: number;
  constructor(
    private readonly nodes: OutlineNodes,
    private readonly range: BitRange,
    private readonly faults: Guard,
  ) {
    super();
    this.length = nodes.length;
  }
  at(index: number): OutlineNode | undefined {
    if (index >= this.length) return undefined;
    const { startBit, endBit } = this.range;
    const node = this.faults.guard(
      "outline",
      () => this.range,
      () => this.nodes.at(index),
      () => undefined,
    );
    return node ? guardedNode(node, this.faults) : { kind: "problem", name: "", startBit, endBit };
  }
}

/** A node with the boundary around it and all nodes in it. */
function guardedNode(node: OutlineNode, faults: Guard): OutlineNode {
  return node.children ? new GuardedParent(node, faults) : new GuardedNode(node, faults);
}
