/** What the listing knows of a module: its tables as the file holds them, and what each record defines. */
import type { MetadataId } from "../ir/metadata";
import type { Instruction } from "../ir/function";
import type { MetadataPrinter } from "../ir/tables";
import type { GlobalValue, ValueId } from "../ir/values";
import { ModulePrinting } from "../print/context";
import { TypePrinter } from "../print/types";
import type { FunctionBody } from "../read/function";
import type { Body, LoadedModule } from "../read/module";

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
  /** Constants of the function by the first bit of their records. */
  readonly constants: ReadonlyMap<number, ValueId>;
}

/** Metadata in the listing goes by its index in the file's table. */
class IndexedPrinting extends ModulePrinting {
  override readonly types: TypePrinter;
  constructor(module: LoadedModule, metadata: MetadataPrinter) {
    super(
      module,
      metadata,
      (node) => indexText(module, node),
      (_, block) => `%block${block}`,
    );
    this.types = new TypePrinter(module.release, module.opaque);
  }
}

function indexText(module: LoadedModule, node: MetadataId): string {
  const index = module.metadata.fileIndexOf(node);
  return index === undefined ? "!<made on reading>" : `!${index}`;
}

/** A module as the listing shows it. One function is open at a time. */
export class ListingModule {
  readonly context: ModulePrinting;
  private readonly globals = new Map<number, GlobalValue>();
  private readonly bodies = new Map<number, Body>();
  private readonly types = new Map<number, number>();
  private readonly comdats = new Map<number, number>();
  private constants: Map<number, ValueId> | undefined;
  private open_: OpenFunction | undefined;

  constructor(
    readonly module: LoadedModule,
    metadata: MetadataPrinter,
  ) {
    this.context = new IndexedPrinting(module, metadata);
    this.context.nameGlobals();
    this.context.types.number(
      module.types.filter((t) => t.kind === "struct" && t.identified && t.name === "") as never,
    );
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
    this.open_ = { place, body, instructions, ordered, constants };
    return this.open_;
  }
  private close(): void {
    if (!this.open_) return;
    this.context.leave();
    this.module.leave(this.open_.body);
    this.open_ = undefined;
  }
}

function noteConstant(module: LoadedModule, id: ValueId, into: Map<number, ValueId>): void {
  const value = module.values.at(id);
  if (value && "startBit" in value && value.kind !== "argument") into.set(value.startBit, id);
}
