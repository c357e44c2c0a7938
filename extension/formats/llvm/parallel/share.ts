/**
 * One thread's share of a module's text. Numbers of nodes and groups depend on the whole module, which no single thread
 * knows: the text has marks in their places, and comes with what the marks refer to.
 */
import type { MetadataId } from "../ir/ids";
import { ByteSink } from "../../../document/sink";
import type { AttributeSet } from "../ir/attributes";
import type { MetadataExtent } from "../ir/tables";
import type { StructType, Type } from "../ir/types";
import type { FunctionValue } from "../ir/values";
import { Numbering } from "../metadata/numbering";
import { MetadataPrinter } from "../metadata/print";
import { blockLabels, ModulePrinting } from "../print/context";
import type { PrintedNames } from "../print/printedNames";
import { ModuleText } from "../print/module";
import { TypeWalk } from "../print/moduleTypes";
import type { LoadedModule } from "../read/module";
import type { Control } from "./control";
import type { TextModule } from "./load";
import type { FunctionPlan, NodePlan, Part } from "./messages";
import { MarkKind } from "./messages";
import { Named } from "./named";

/** The size of a part in bytes. */
const PART_BYTES = 1 << 19;

class PartSink extends ByteSink {
  override get full(): boolean {
    return this.length >= PART_BYTES;
  }
}

/** A growing list of marks. */
class Marks {
  private pairs = new Uint32Array(1024);
  private length = 0;
  add(at: number, kind: MarkKind, of: number): void {
    if (this.length === this.pairs.length) {
      const grown = new Uint32Array(this.length * 2);
      grown.set(this.pairs);
      this.pairs = grown;
    }
    this.pairs[this.length++] = at;
    this.pairs[this.length++] = of * 4 + kind;
  }
  take(): Uint32Array<ArrayBuffer> {
    const taken = this.pairs.slice(0, this.length);
    this.length = 0;
    return taken;
  }
}

/** Prints marks instead of the numbers of attribute groups. */
class MarkedPrinting extends ModulePrinting {
  constructor(
    module: LoadedModule,
    numberText: (node: MetadataId) => string,
    private readonly mark: (kind: MarkKind, offset: number, number: number) => void,
  ) {
    super(module, new MetadataPrinter(module.metadata), numberText, blockLabels(module));
  }
  override groupName(set: AttributeSet): string {
    this.mark(MarkKind.group, 1, this.attributeGroup(set));
    return "#";
  }
  override functionAttributes(set: AttributeSet): string {
    if (this.release < 9) return super.functionAttributes(set);
    this.mark(MarkKind.group, 2, this.attributeGroup(set));
    return " #";
  }
}

/** Used instead of the operands of a node that all threads have: the owner of the text follows them. */
const NO_OPERANDS: readonly MetadataId[] = [];

/** The functions of a module in the order of the text, which {@link FunctionPlan} counts. */
export function functionsOf(module: LoadedModule): readonly FunctionValue[] {
  return module.globals.filter((global): global is FunctionValue => global.kind === "function");
}

/** Prints any of a module's functions and definitions of nodes, in parts. */
export class Share {
  private readonly module: LoadedModule;
  private readonly sink = new PartSink();
  private readonly marks = new Marks();
  private readonly extent: MetadataExtent;
  private readonly numbering: Numbering;
  private readonly named: Named;
  private readonly context: MarkedPrinting;
  private readonly text: ModuleText;
  private readonly functions: readonly FunctionValue[];
  private readonly typeIndexes: ReadonlyMap<Type, number>;
  /** Prints nodes with the numbers of the whole module, once these are known. */
  private nodes: ModuleText | undefined;
  private walk: TypeWalk | undefined;
  private unnamed: readonly StructType[] = [];
  private lookups: [number, MetadataId][] = [];
  private groupsSent = 0;
  private typesSent = 0;
  private roomSent = 0;
  /** Whether a function of the module is open, so that another body can only be read by `peek`. */
  isOpen = false;

  constructor(private readonly loaded: TextModule) {
    const { module } = loaded;
    const { metadata } = module;
    const extent = metadata.extent();
    this.module = module;
    this.extent = extent;
    this.numbering = new Numbering({
      isNode: (id) => metadata.isNode(id),
      operandsOf: (id) => (metadata.isWithin(extent, id) ? NO_OPERANDS : metadata.operandsOf(id)),
    });
    this.named = new Named(metadata, extent);
    this.context = new MarkedPrinting(
      module,
      (node) => this.nodeMark(node),
      (kind, offset, number) => {
        this.marks.add(this.sink.length + offset, kind, number);
      },
    );
    const { metadata: printer } = this.context;
    this.text = new ModuleText(module, { numbering: this.numbering, printer }, "", this.context, this.sink);
    this.functions = functionsOf(module);
    this.typeIndexes = new Map(module.types.map((type, index) => [type, index]));
  }

  /** The names of the module's globals. */
  get names(): PrintedNames {
    return this.context.names;
  }
  /** The number of characters that the module's text may use for constants. */
  get mostRoom(): number {
    return this.context.room.most;
  }

  private nodeMark(node: MetadataId): string {
    const number = this.numbering.numberOf(node);
    if (number !== undefined) this.marks.add(this.sink.length + 1, MarkKind.node, number);
    else if (!this.module.metadata.isWithin(this.extent, node)) return "!-1";
    else {
      this.marks.add(this.sink.length + 1, MarkKind.lookup, this.lookups.length);
      this.lookups.push([this.numbering.order.length, node]);
    }
    return "!";
  }

  /** Call this once, before printing functions. */
  begin({ unnamed }: FunctionPlan): void {
    const { module, context } = this;
    // The owner of the text has visited the globals, and skips what it found there.
    if (unnamed === undefined) this.walk = new TypeWalk(module, context.types.opaque);
    this.unnamed = (unnamed ?? []).map((index) => module.types[index]).filter((type) => type?.kind === "struct");
    context.types.number(this.unnamed);
  }

  /** Prints the functions of a job; yields undefined between functions. */
  *printFunctions(
    job: number,
    { starts }: FunctionPlan,
    control: Control,
  ): Generator<Part | undefined, void, undefined> {
    const to = starts[job + 1] ?? 0;
    for (let at = starts[job] ?? 0; at < to; at++) {
      const global = this.functions[at];
      if (!global) continue;
      this.isOpen = true;
      const walk = control.wantsTypes ? this.walk : undefined;
      const pieces = this.text.printFunction(global, this.module.bodies.ofGlobal(global), walk);
      for (let step = pieces.next(); !step.done; step = pieces.next()) yield this.part(job, step.value, false);
      this.isOpen = false;
      if (this.sink.full) yield this.part(job, this.sink.take(), false);
      else yield undefined;
    }
    yield this.part(job, this.sink.take(), true);
  }

  private part(job: number, text: Uint8Array, isLast: boolean): Part {
    const { context, lookups } = this;
    this.lookups = [];
    const groups = context.textsOfGroups(this.groupsSent);
    this.groupsSent += groups.length;
    const structs = this.walk?.structs ?? [];
    const types = structs.slice(this.typesSent).map((struct) => this.typeIndexes.get(struct) ?? -1);
    this.typesSent = structs.length;
    const room = context.room.taken - this.roomSent;
    this.roomSent += room;
    return {
      job,
      isLast,
      text: text.slice(),
      marks: this.marks.take(),
      ...this.named.since(this.numbering.order),
      lookups,
      groups,
      types,
      problems: this.loaded.problems.take(),
      room,
    };
  }

  /** Call this once, before printing definitions of nodes. */
  beginNodes({ numbers, own }: NodePlan): void {
    const { module, context, numbering } = this;
    const all = new Int32Array(numbers);
    const numberOf = (node: MetadataId): number => {
      if (module.metadata.isWithin(this.extent, node))
        return (all[node >= 0 ? node : this.extent.records - node] ?? 0) - 1;
      return own[numbering.numberOf(node) ?? -1] ?? -1;
    };
    const { metadata: printer, names } = context;
    const numberText = (node: MetadataId): string => `!${numberOf(node)}`;
    const numbered = new ModulePrinting(module, printer, numberText, blockLabels(module), "text", names);
    numbered.types.number(this.unnamed);
    this.nodes = new ModuleText(module, { numbering, printer }, "", numbered, this.sink);
  }

  /** Prints the definitions of a job with their numbers. */
  *printNodes(job: number, plan: NodePlan): Generator<Part | undefined, void, undefined> {
    const { nodes } = this;
    if (!nodes) throw new Error("nodes are printed before their numbers are known");
    const { room } = nodes.context;
    const { first, ids } = plan.jobs[job] ?? { first: 0, ids: [] };
    const pieces = nodes.printNodes(ids, (index) => first + index);
    const roomBefore = room.taken;
    for (let step = pieces.next(); !step.done; step = pieces.next()) yield this.part(job, step.value, false);
    yield { ...this.part(job, this.sink.take(), true), room: room.taken - roomBefore };
  }
}
