/** Numbers of metadata nodes in the whole module's text (`!7`), given in the order of the reference's slot tracker. */
import type { Metadata, MetadataId } from "../ir/metadata";
import type { MetadataNumbering } from "../ir/tables";

/** A node whose operands are being numbered. */
interface Visit {
  readonly operands: readonly (MetadataId | undefined)[];
  next: number;
}

/** Numbers nodes depth first, each before its operands. */
export class Numbering implements MetadataNumbering {
  readonly order: MetadataId[] = [];
  private readonly numbers = new Map<MetadataId, number>();

  constructor(private readonly node: (id: MetadataId) => Metadata | undefined) {}

  numberOf(node: MetadataId): number | undefined {
    return this.numbers.get(node);
  }

  add(root: MetadataId): void {
    const stack: Visit[] = [];
    this.visit(root, stack);
    for (let top = stack[stack.length - 1]; top; top = stack[stack.length - 1]) {
      if (top.next === top.operands.length) stack.pop();
      else {
        const operand = top.operands[top.next++];
        if (operand !== undefined) this.visit(operand, stack);
      }
    }
  }

  private visit(id: MetadataId, stack: Visit[]): void {
    if (this.numbers.has(id)) return;
    const node = this.node(id);
    if (node?.kind !== "tuple" && node?.kind !== "record") return;
    this.numbers.set(id, this.order.push(id) - 1);
    if (node.operands.length > 0) stack.push({ operands: node.operands, next: 0 });
  }
}
