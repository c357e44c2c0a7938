/** Numbers of unnamed values: for each type its own sequence, the module's first, then the function's (SlotMachine). */
import type { Body } from "./body";
import type { ModuleTables } from "./module";
import type { Type } from "./types";
import { VOID } from "./types";
import type { Value } from "./values";

/** Numbers the values without a name. */
export class Numbering {
  private readonly numbers = new Map<Value, number>();
  private readonly next: Map<Type, number>;

  constructor(private readonly outer?: Numbering) {
    this.next = new Map(outer?.next);
  }

  /** Gives the next number of its type to a value that has no name. */
  add(value: Value & { readonly name: string | undefined }): void {
    if (value.type === VOID || value.name !== undefined) return;
    const number = this.next.get(value.type) ?? 0;
    this.numbers.set(value, number);
    this.next.set(value.type, number + 1);
  }

  /** A value's number; undefined where it has none. */
  of(value: Value): number | undefined {
    return this.numbers.get(value) ?? this.outer?.of(value);
  }
}

/** The numbers of a module's globals. */
export function numberModule(module: ModuleTables): Numbering {
  const numbering = new Numbering();
  for (const global of module.globals) numbering.add(global);
  for (const global of module.functions) numbering.add(global);
  return numbering;
}

/** The numbers of a function's values, on top of the module's. */
export function numberBody(body: Body, module: Numbering): Numbering {
  const numbering = new Numbering(module);
  for (const arg of body.args) numbering.add(arg);
  for (const block of body.blocks) {
    numbering.add(block);
    for (const instruction of block.instructions) numbering.add(instruction);
  }
  return numbering;
}
