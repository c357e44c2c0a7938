/** The outline of a module: functions first, then the rest in reading order. */
import type { OutlineKind, OutlineNode, OutlineNodes } from "../../../document/outline";
import type { Problem } from "../../../document/problem";
import type { BitRange } from "../../../document/bits";
import { Continued } from "../../../kit/continued";
import { Made } from "../../../document/madeList";
import { Bits, Words } from "../../../kit/numbers";
import type { ValueId } from "../ir/ids";
import type { Body, Comdat } from "../ir/module";
import type { StructType, Type } from "../ir/types";
import type { GlobalKind, GlobalValue, Value } from "../ir/values";
import { kindOf } from "../ir/values";
import { metadataIdentifier } from "../metadata/print";
import { comdatKind, comdatSymbol } from "../print/globals";
import type { ListingModule } from "./module";
import type { NamedModule } from "./names";

/**
 * The groups of the outline, without empty ones. Makes them without reading a function's body.
 * @param whole returns the completely read module, from which the content of a function is taken
 */
export function outlineOf(
  module: NamedModule,
  whole: () => ListingModule | undefined,
  problems: readonly Problem[],
): readonly OutlineNode[] {
  const { module: read } = module;
  let globals: Readonly<Record<GlobalKind, GlobalPlaces>> | undefined;
  const begun = new Continued<"globals", Readonly<Record<GlobalKind, GlobalPlaces>>>(read.window);
  const placed = () => (globals ??= begun.run("globals", () => placesByKind(module)));
  const ofKind = (name: string, kind: GlobalKind): OutlineNode | undefined =>
    group(module, name, read.kinds[kind], () => placed()[kind].nodes(module, kind));
  return [
    group(module, "functions", read.bodies.length, () => functions(module, whole)),
    ofKind("declarations", "declaration"),
    ofKind("globals", "global"),
    ofKind("aliases", "alias"),
    group(module, "types", count(read.types, isIdentified), () => types(module)),
    group(module, "comdats", read.comdats.length, () => comdats(module)),
    group(module, "named metadata", read.metadata.named.length, () => namedMetadata(module)),
    group(module, "problems", problems.length, () => problems.map(problemNode)),
  ].filter((node) => node !== undefined);
}

function count<T>(items: Iterable<T>, wanted: (item: T) => boolean): number {
  let found = 0;
  for (const item of items) if (wanted(item)) found++;
  return found;
}

/** A group with the number of its nodes, which are made when it is opened. */
function group(module: NamedModule, name: string, size: number, children: () => OutlineNodes): OutlineNode | undefined {
  const { startBit, endBit } = module.module.place;
  return size === 0 ? undefined : { kind: "group", name, detail: String(size), startBit, endBit, children };
}

/** How many globals are placed in a step. */
const AT_ONCE = 256;

/** The numbers, ranges and types of some globals, in arrays: a large module has millions of them. */
class GlobalPlaces {
  private readonly ids = new Words();
  private readonly starts = new Bits();
  private readonly ends = new Bits();
  private readonly valueTypes: Type[] = [];
  get length(): number {
    return this.ids.length;
  }
  add({ id, startBit, endBit, valueType }: GlobalValue): void {
    this.ids.push(id);
    this.starts.push(startBit);
    this.ends.push(endBit);
    this.valueTypes.push(valueType);
  }
  nodes(module: NamedModule, kind: OutlineKind): OutlineNodes {
    return new Made(this.length, (index) => {
      const id = this.ids.data[index] as number;
      const startBit = this.starts.data[index] as number;
      const range = { id, startBit, endBit: this.ends.data[index] as number };
      return new GlobalNode(module, kind, range, this.valueTypes[index]);
    });
  }
}

/** Sorts globals by their kinds, in steps. Their names are cached, because they have just been made. */
function* placesByKind({
  module,
  context,
}: NamedModule): Generator<void, Readonly<Record<GlobalKind, GlobalPlaces>>, undefined> {
  const places = { declaration: new GlobalPlaces(), global: new GlobalPlaces(), alias: new GlobalPlaces() };
  let count = 0;
  for (const global of module.globals) {
    const kind = kindOf(global);
    if (kind) {
      places[kind].add(global);
      context.names.note(global);
    }
    if (++count % AT_ONCE === 0) yield;
  }
  return places;
}

/** A global. What is not given is found when it is asked for: a large module has millions of nodes. */
class GlobalNode implements OutlineNode {
  private readonly id: ValueId;
  readonly startBit: number;
  readonly endBit: number;
  constructor(
    private readonly module: NamedModule,
    readonly kind: OutlineKind,
    { id, startBit, endBit }: BitRange & { readonly id: ValueId },
    private readonly valueType?: Type,
  ) {
    this.id = id;
    this.startBit = startBit;
    this.endBit = endBit;
  }
  get name(): string {
    return this.module.context.globalName(this.id);
  }
  get symbol(): string {
    return this.name;
  }
  get detail(): string {
    const { module, context } = this.module;
    const type = this.valueType ?? valueTypeOf(module.values.at(this.id));
    return type ? context.typeText(type) : "";
  }
}
function valueTypeOf(value: Value | undefined): Type | undefined {
  return value && "valueType" in value ? value.valueType : undefined;
}

/** A function that has a body, in which are its basic blocks. */
class FunctionNode extends GlobalNode {
  constructor(
    module: NamedModule,
    range: BitRange & { readonly id: ValueId },
    private readonly whole: () => ListingModule | undefined,
  ) {
    super(module, "function", range);
  }
  children(): readonly OutlineNode[] {
    const listing = this.whole();
    const body = listing?.bodyAt(this.startBit);
    return listing && body ? blocks(listing, body) : [];
  }
}

function functions(module: NamedModule, whole: () => ListingModule | undefined): OutlineNodes {
  const { bodies } = module.module;
  return new Made(bodies.length, (index) => new FunctionNode(module, bodies.rangeOf(index), whole));
}

function blocks(module: ListingModule, place: Body): readonly OutlineNode[] {
  const { body, scope } = module.open(place);
  return body.blocks.map((block, index) => {
    const name = module.context.blockName(index);
    const { length } = block.instructions;
    const detail = `${length} instruction${length === 1 ? "" : "s"}`;
    const range = rangeOf(block.instructions, place);
    return { kind: "basicBlock", name, detail, ...range, symbol: `${scope}${name}` };
  });
}

function rangeOf(instructions: readonly BitRange[], place: BitRange): BitRange {
  const first = instructions[0] ?? place;
  const last = instructions[instructions.length - 1] ?? place;
  return { startBit: first.startBit, endBit: last.endBit };
}

function isIdentified(type: Type): type is StructType {
  return type.kind === "struct" && type.identified;
}

/** What is said of nodes of one kind. */
interface Described<T> {
  readonly kind: OutlineKind;
  name(subject: T, context: NamedModule["context"]): string;
  detail(subject: T, context: NamedModule["context"]): string;
  symbol(name: string): string;
}
const TYPE: Described<StructType> = {
  kind: "type",
  name: (type, context) => context.typeText(type),
  detail: (type, context) => context.types.body(type),
  symbol: (name) => `type ${name}`,
};
const COMDAT: Described<Comdat> = { kind: "comdat", name: comdatSymbol, detail: comdatKind, symbol: (name) => name };

/** A type or comdat. Its texts are made when they are asked for: a module may have many, or share a long name among them. */
class DescribedNode<T> implements OutlineNode {
  constructor(
    private readonly described: Described<T>,
    private readonly subject: T,
    private readonly context: NamedModule["context"],
    readonly startBit: number,
  ) {}
  get kind(): OutlineKind {
    return this.described.kind;
  }
  get endBit(): number {
    return this.startBit;
  }
  get name(): string {
    return this.described.name(this.subject, this.context);
  }
  get detail(): string {
    return this.described.detail(this.subject, this.context);
  }
  get symbol(): string {
    return this.described.symbol(this.name);
  }
}

function types({ module, context }: NamedModule): OutlineNodes {
  const identified = new Words();
  module.types.forEach((type, id) => {
    if (isIdentified(type)) identified.push(id);
  });
  return new Made(identified.length, (index) => {
    const id = identified.data[index] as number;
    const startBit = module.typeBits[id] ?? module.place.startBit;
    return new DescribedNode(TYPE, module.types[id] as StructType, context, startBit);
  });
}

function comdats({ module, context }: NamedModule): OutlineNodes {
  const { comdats, comdatBits, place } = module;
  return new Made(comdats.length, (index) => {
    return new DescribedNode(COMDAT, comdats[index] as Comdat, context, comdatBits[index] ?? place.startBit);
  });
}

function namedMetadata({ module }: NamedModule): readonly OutlineNode[] {
  const { startBit } = module.place;
  return module.metadata.named.map(({ name, nodes, record }) => ({
    kind: "metadata",
    name: `!${metadataIdentifier(name)}`,
    detail: `${nodes.length} node${nodes.length === 1 ? "" : "s"}`,
    ...(record ?? { startBit, endBit: startBit }),
  }));
}

function problemNode(problem: Problem): OutlineNode {
  const { message: name, startBit, endBit } = problem;
  return { kind: "problem", name, startBit, endBit };
}
