/** What the listing knows of a module: its tables as the file holds them, and what each record defines. */
import type { MetadataId, ValueId } from "../ir/ids";
import type { FunctionBody, Instruction } from "../ir/function";
import type { GlobalValue } from "../ir/values";
import type { Body, LoadedModule } from "../read/module";
import { briefText } from "./brief";
import { NamedModule } from "./names";
import { Origins } from "./origins";

/** A function that is open: its values stand in the module's table. */
export interface OpenFunction {
  readonly place: Body;
  readonly body: FunctionBody;
  /** By the first bit of its record: the instruction, and the block that it begins. */
  readonly instructions: ReadonlyMap<
    number,
    { readonly instruction: Instruction; readonly begins: number | undefined }
  >;
  /** Instructions in the order in which attachments count them. */
  readonly ordered: readonly Instruction[];
  /** The number of the next value at a record of the body, by the record's first bit. */
  nextValue(bit: number): ValueId;
  /** Constants of the function by the first bit of their records. */
  readonly constants: ReadonlyMap<number, ValueId>;
}

/** A module as the listing shows it. One function is open at a time. */
export class ListingModule extends NamedModule {
  readonly origins: Origins;
  private readonly globals = new Map<number, GlobalValue>();
  private readonly bodies = new Map<number, Body>();
  private readonly types = new Map<number, number>();
  private readonly comdats = new Map<number, number>();
  private constants: Map<number, ValueId> | undefined;
  private open_: OpenFunction | undefined;

  /** Entries of the module's metadata table, without its functions'. */
  readonly metadataCount: number;

  constructor(module: LoadedModule) {
    super(module);
    this.origins = new Origins(module);
    this.metadataCount = countOf((index) => module.metadata.idOf(index) !== undefined);
    for (const global of module.globals) this.globals.set(global.startBit, global);
    for (const body of module.bodies) this.bodies.set(body.startBit, body);
    module.comdatBits.forEach((bit, index) => this.comdats.set(bit, index));
    module.typeBits.forEach((bit, index) => this.types.set(bit, index));
  }

  /** The global that the record at this bit defines. */
  globalAt(bit: number): GlobalValue | undefined {
    return this.globals.get(bit);
  }
  /** The index of the comdat that the record at this bit defines. */
  comdatAt(bit: number): number | undefined {
    return this.comdats.get(bit);
  }
  /** The index of the type that the record at this bit defines. */
  typeAt(bit: number): number | undefined {
    return this.types.get(bit);
  }
  /** The body whose FUNCTION_BLOCK starts at this bit. */
  bodyAt(bit: number): Body | undefined {
    return this.bodies.get(bit);
  }
  /** The module's constant that the record at this bit defines. */
  constantAt(bit: number): ValueId | undefined {
    if (!this.constants) {
      const found = new Map<number, ValueId>();
      const { values, globals } = this.module;
      const end = this.open_ ? this.open_.body.firstLocal : values.length;
      for (let id = globals.length; id < end; id++) noteConstant(this.module, id, found);
      this.constants = found;
    }
    return this.constants.get(bit);
  }

  /** A node of an index in a few words: its class and name, a string's text, a value. Kept for the module's own nodes. */
  briefNode(index: number, node: MetadataId): string {
    const known = this.briefNodes.get(index);
    if (known !== undefined) return known;
    const text = briefText(node, this.module.metadata, this.context);
    if (index < this.metadataCount) this.briefNodes.set(index, text);
    return text;
  }
  private readonly briefNodes = new Map<number, string>();

  /** Opens a function, closing the one that was open. */
  open(place: Body): OpenFunction {
    if (this.open_?.place === place) return this.open_;
    this.close();
    const body = this.module.enter(place);
    this.context.enter(body);
    const instructions = new Map<number, { instruction: Instruction; begins: number | undefined }>();
    const ordered: Instruction[] = [];
    body.blocks.forEach((block, index) => {
      block.instructions.forEach((instruction, i) => {
        instructions.set(instruction.startBit, { instruction, begins: i === 0 ? index : undefined });
        ordered.push(instruction);
      });
    });
    const constants = new Map<number, ValueId>();
    for (let id = body.firstLocal + body.argumentCount; id < this.module.values.length; id++) {
      noteConstant(this.module, id, constants);
    }
    const nextValue = nextValues(ordered, this.module.values.length);
    this.open_ = { place, body, instructions, ordered, constants, nextValue };
    return this.open_;
  }
  private close(): void {
    if (!this.open_) return;
    this.context.leave();
    this.module.leave(this.open_.body);
    this.open_ = undefined;
  }
}

/** The first number from 0 on that is not of a run, by doubling and halving. */
function countOf(holds: (index: number) => boolean): number {
  let high = 1;
  while (holds(high - 1)) high *= 2;
  let low = Math.floor(high / 2);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers of the next values by bit, where `end` is the number behind the function's last value. */
function nextValues(ordered: readonly Instruction[], end: ValueId): (bit: number) => ValueId {
  const next: ValueId[] = [];
  let value = end - ordered.filter((i) => i.id >= 0).length;
  for (const { id } of ordered) {
    next.push(value);
    if (id >= 0) value = id + 1;
  }
  return (bit) => {
    const index = countOf((i) => (ordered[i]?.startBit ?? Infinity) < bit);
    return next[index] ?? end;
  };
}

function noteConstant(module: LoadedModule, id: ValueId, into: Map<number, ValueId>): void {
  const value = module.values.at(id);
  if (value && "startBit" in value && value.kind !== "argument") into.set(value.startBit, id);
}
