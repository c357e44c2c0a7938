/**
 * Numbers of metadata nodes in the text of the whole module (`!7`), assigned in the order of the reference's slot
 * tracker.
 */
import type { MetadataId } from "../ir/ids";
import type { MetadataNumbering } from "../ir/tables";

/** How many operands are visited in one step. */
const STEP = 1024;

/** A node whose operands are being numbered. */
interface Visit {
  readonly operands: readonly (MetadataId | undefined)[];
  next: number;
}

/** What numbering needs to know about nodes. */
export interface NumberedNodes {
  /** The operands of a tuple or record; undefined for other metadata. */
  operandsOf(id: MetadataId): readonly (MetadataId | undefined)[] | undefined;
  isNode(id: MetadataId): boolean;
}

/** An array with room for `index`: the same one, or a copy of at least twice the length. */
function grown(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < array.length) return array;
  const larger = new Int32Array(Math.max(index + 1, array.length * 2));
  larger.set(array);
  return larger;
}

/** Numbers nodes depth first, each before its operands. */
export class Numbering implements MetadataNumbering {
  readonly order: MetadataId[] = [];
  /**
   * Number plus one by id, 0 for none: `numbers` for nodes of the file, `made` for nodes with negative ids, by `-id`.
   */
  private numbers = new Int32Array(64);
  private made = new Int32Array(16);

  constructor(private readonly table: NumberedNodes) {}

  numberOf(node: MetadataId): number | undefined {
    const number = this.plusOne(node);
    return number === 0 ? undefined : number - 1;
  }
  /** The node's number plus one; 0 if it has none. */
  private plusOne(node: MetadataId): number {
    const table = node >= 0 ? this.numbers : this.made;
    const at = Math.abs(node);
    return at < table.length ? (table[at] as number) : 0;
  }

  /** Assigns the next number to a node of another table, and returns it. */
  addForeign(node: MetadataId): number {
    return this.order.push(node) - 1;
  }

  add(root: MetadataId): void {
    if (this.plusOne(root) !== 0) return;
    const stack: Visit[] = [];
    this.visit(root, stack);
    this.follow(stack, Infinity);
  }
  *adding(root: MetadataId): Generator<void, void, undefined> {
    if (this.numberOf(root) !== undefined) return;
    const stack: Visit[] = [];
    for (this.visit(root, stack); stack.length > 0; yield) this.follow(stack, STEP);
  }

  /** Continues with the nodes whose operands are being numbered, for at most `most` operands. */
  private follow(stack: Visit[], most: number): void {
    for (let left = most; left > 0 && stack.length > 0; left--) {
      const top = stack[stack.length - 1] as Visit;
      const operand = top.operands[top.next++];
      // A node leaves the stack with its last operand, so that a chain of nodes takes no memory.
      if (top.next === top.operands.length) stack.pop();
      if (operand !== undefined) this.visit(operand, stack);
    }
  }

  private note(id: MetadataId, numberPlusOne: number): void {
    if (id >= 0) {
      this.numbers = grown(this.numbers, id);
      this.numbers[id] = numberPlusOne;
    } else {
      this.made = grown(this.made, -id);
      this.made[-id] = numberPlusOne;
    }
  }

  private visit(id: MetadataId, stack: Visit[]): void {
    if (this.plusOne(id) !== 0 || !this.table.isNode(id)) return;
    const operands = this.table.operandsOf(id);
    if (!operands) return;
    this.note(id, this.order.push(id));
    if (operands.length > 0) stack.push({ operands, next: 0 });
  }
}
