/** An open function: its values are in the module's table, and its records can be found by their bits. */
import { countBefore } from "../../../kit/sortedSearch";
import type { Body } from "../ir/module";
import type { FunctionBody, Instruction } from "../ir/function";
import type { ValueId } from "../ir/ids";
import type { ValueTable } from "../ir/valueTable";
import type { LoadedModule } from "../read/module";

/** The instruction of a record. */
export interface FoundInstruction {
  readonly instruction: Instruction;
  /** The index of the basic block that the instruction begins, if it begins one. */
  readonly begins: number | undefined;
}

/** An open function. Its rows may be asked for in any order, but usually come in the order of its records. */
export class OpenFunction {
  /** The instructions in the order in which attachments count them. */
  readonly ordered: readonly Instruction[];
  /** By index of a block's first instruction: the index of the block. */
  private readonly firsts = new Map<number, number>();
  /** Whether the instructions are in the order of their records, as they are unless upgrades changed the body. */
  private readonly isInOrder: boolean;
  /** The index after the instruction that was found last. */
  private next = 0;
  private byBit: ReadonlyMap<number, number> | undefined;
  private constants: ReadonlyMap<number, ValueId> | undefined;
  private nextValues: readonly ValueId[] | undefined;
  private readonly end: ValueId;

  constructor(
    private readonly module: LoadedModule,
    readonly place: Body,
    readonly body: FunctionBody,
  ) {
    const ordered: Instruction[] = [];
    let [isInOrder, last] = [true, -1];
    body.blocks.forEach(({ instructions }, block) => {
      if (instructions.length > 0) this.firsts.set(ordered.length, block);
      for (const instruction of instructions) {
        isInOrder &&= instruction.startBit > last;
        last = instruction.startBit;
        ordered.push(instruction);
      }
    });
    this.ordered = ordered;
    this.isInOrder = isInOrder;
    this.end = module.values.length;
  }

  /** What the symbols of its values, blocks and nodes begin with. */
  get scope(): string {
    return `f${this.place.function.id}/`;
  }
  /** The instruction of the record that starts at this bit; undefined if it is not an instruction. */
  at(bit: number): FoundInstruction | undefined {
    const index = this.indexOf(bit);
    const instruction = index === undefined ? undefined : this.ordered[index];
    return instruction && { instruction, begins: this.firsts.get(index as number) };
  }
  /** The instruction of {@link at}. */
  instructionAt(bit: number): Instruction | undefined {
    const index = this.indexOf(bit);
    return index === undefined ? undefined : this.ordered[index];
  }
  private indexOf(bit: number): number | undefined {
    if (!this.isInOrder) {
      this.byBit ??= new Map(this.ordered.map(({ startBit }, index) => [startBit, index]));
      return this.byBit.get(bit);
    }
    if (!(this.startOf(this.next) >= bit && this.startOf(this.next - 1) < bit)) this.next = this.firstFrom(bit);
    return this.startOf(this.next) === bit ? this.next : undefined;
  }
  private startOf(index: number): number {
    return index < 0 ? -1 : (this.ordered[index]?.startBit ?? Infinity);
  }
  /** The index of the first instruction that starts at this bit or later. */
  private firstFrom(bit: number): number {
    // Usually it is the row after the last one.
    if (this.startOf(this.next) < bit && this.startOf(this.next + 1) >= bit) return this.next + 1;
    return countBefore(this.ordered.length, (index) => this.startOf(index) >= bit);
  }

  /** The function's constant defined by the record at this bit. */
  constantAt(bit: number): ValueId | undefined {
    const { body, end } = this;
    this.constants ??= constantsByBit(this.module.values, body.firstLocal + body.argumentCount, end);
    return this.constants.get(bit);
  }

  /** The number that the next value would get at a record of the body, by the record's first bit. */
  nextValue(bit: number): ValueId {
    this.nextValues ??= this.countValues();
    const index = countBefore(this.ordered.length, (i) => this.startOf(i) >= bit);
    return this.nextValues[index] ?? this.end;
  }
  private countValues(): readonly ValueId[] {
    const next: ValueId[] = [];
    let value = this.end - this.ordered.filter((i) => i.id >= 0).length;
    for (const { id } of this.ordered) {
      next.push(value);
      if (id >= 0) value = id + 1;
    }
    return next;
  }
}

/** The constants in a range of values, by the first bit of their records. */
export function constantsByBit(values: ValueTable, from: ValueId, to: ValueId): ReadonlyMap<number, ValueId> {
  const found = new Map<number, ValueId>();
  for (let id = from; id < to; id++) {
    const value = values.at(id);
    if (value && "startBit" in value && value.kind !== "argument") found.set(value.startBit, id);
  }
  return found;
}
