/** Counts uses of values and predecessors of blocks, for the assembly's comments. */
import type { Body } from "../read/body";
import { byteString } from "../../../document/byteText";
import { isTerminator } from "../model/opcodes";
import type { Style } from "../model/style";
import type { BasicBlock, Constant, Value } from "../model/values";
import { isConstant } from "../model/values";

/** The predecessors of each block, once per branch operand, in the reference's order. */
export function predecessorsOf(body: Body, style: Style): ReadonlyMap<BasicBlock, readonly BasicBlock[]> {
  const predecessors = new Map<BasicBlock, BasicBlock[]>();
  for (const block of body.blocks) {
    for (const instruction of block.instructions) {
      if (!isTerminator(instruction.operation)) continue;
      for (const operand of instruction.operands) {
        if (operand.kind !== "block") continue;
        const list = predecessors.get(operand);
        if (list) list.push(block);
        else predecessors.set(operand, [block]);
      }
    }
  }
  if (style.latestUseFirst) for (const list of predecessors.values()) list.reverse();
  return predecessors;
}

/**
 * Counts the uses of globals in a complete module. The reference has one constant per content, so a constant in two
 * pools counts as one use of its operands; constants are identified by a key made of their operands' keys.
 */
export class GlobalUses {
  private readonly counts = new Map<Value, number>();
  private readonly keys = new Map<string, number>();
  /** The keys of constants; a number stands for itself after a `#`. */
  private readonly keyOf = new Map<Value, string | number>();
  constructor(private readonly style: Style) {}

  of(value: Value): number {
    return this.counts.get(value) ?? 0;
  }

  /** Adds the uses in a body's instructions. The pools' constants are counted already; what remains are globals. */
  useIn(body: Body): void {
    for (const block of body.blocks) {
      for (const { operands } of block.instructions) {
        for (const operand of operands) {
          if (operand.kind === "global" || operand.kind === "function") this.count(operand);
          else if (operand.kind === "pointer") this.constant(operand);
        }
      }
    }
  }

  /** Adds the use in a global's initializer. */
  initialize(value: Value): void {
    if (isConstant(value)) this.constant(value);
    else if (this.style.pointerConstants) this.key(value);
    else this.count(value);
  }

  private count(value: Value): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + 1);
  }

  /** Adds a constant and its uses, once. Operands come first; cycles, which no valid file has, end. */
  constant(root: Constant): void {
    const stack: Constant[] = [root];
    const entered = new Set<Value>();
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const operands = "operands" in top ? top.operands : [];
      const open = entered.has(top) ? [] : operands.filter((o): o is Constant => isConstant(o) && !this.keyOf.has(o));
      entered.add(top);
      if (open.length > 0 && !this.keyOf.has(top)) {
        for (const operand of open) if (!entered.has(operand)) stack.push(operand);
        continue;
      }
      stack.pop();
      if (!this.keyOf.has(top)) this.intern(top, operands);
    }
  }

  /** Assigns a constant its key; the first constant with this content uses its operands. */
  private intern(constant: Constant, operands: readonly Value[]): void {
    if (constant.kind === "pointer") {
      const target = operands[0];
      this.keyOf.set(constant, target ? this.key(target) : "?");
      return;
    }
    const content = this.content(constant, operands);
    let number = this.keys.get(content);
    if (number === undefined) {
      number = this.keys.size;
      this.keys.set(content, number);
      for (const operand of operands) {
        if (!isConstant(operand) && !this.style.pointerConstants) this.count(operand);
      }
    }
    this.keyOf.set(constant, number);
  }

  /** A text that identifies a constant, made with its operands' keys. */
  private content(constant: Constant, operands: readonly Value[]): string {
    const type = constant.type.id;
    switch (constant.kind) {
      case "integer":
        return `${type} ${constant.value}`;
      case "float":
        return `${type} f${constant.bits}`;
      case "string":
        return `${type} s${byteString(constant.bytes)}`;
      case "asm":
        return `${type} a${constant.text}\0${constant.constraints}`;
      case "zero":
      case "undef":
        return `${type} ${constant.kind}`;
      case "pointer":
      case "aggregate":
        return `${type} { ${operands.map((o) => this.key(o)).join(" ")}`;
      case "expression":
        return `${type} ${constant.operation} ${operands.map((o) => this.key(o)).join(" ")}`;
    }
  }

  /** An operand's key. With pointer constants, using a global creates the one constant for it. */
  private key(value: Value): string {
    switch (value.kind) {
      case "global":
      case "function": {
        const key = `${value.kind}${value.ordinal}`;
        if (this.style.pointerConstants && !this.keys.has(key)) {
          this.keys.set(key, this.keys.size);
          this.count(value);
        }
        return key;
      }
      default: {
        const key = this.keyOf.get(value) ?? "?";
        return typeof key === "number" ? `#${key}` : key;
      }
    }
  }
}
