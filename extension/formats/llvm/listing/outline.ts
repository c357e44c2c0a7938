/** The outline of a module: functions first, then the rest in reading order. */
import type { Body } from "../ir/module";
import type { OutlineKind, OutlineNode } from "../../../document/outline";
import type { Problem } from "../../../document/problem";
import type { BitRange } from "../../../document/bits";
import type { ValueId } from "../ir/ids";
import type { StructType, Type } from "../ir/types";
import type { GlobalValue } from "../ir/values";
import { metadataIdentifier } from "../metadata/print";
import { comdatText } from "../print/globals";
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
  const ofKind = (name: string, wanted: (global: GlobalValue) => boolean, kind: OutlineKind): OutlineNode | undefined =>
    group(module, name, count(read.globals, wanted), () => globals(module, wanted, kind));
  return [
    group(module, "functions", read.bodies.length, () => functions(module, whole)),
    ofKind("declarations", (g) => g.kind === "function" && g.declaration, "declaration"),
    ofKind("globals", (g) => g.kind === "variable", "global"),
    ofKind("aliases", (g) => g.kind === "alias" || g.kind === "ifunc", "alias"),
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
function group(
  module: NamedModule,
  name: string,
  size: number,
  children: () => readonly OutlineNode[],
): OutlineNode | undefined {
  const { startBit, endBit } = module.module.place;
  return size === 0 ? undefined : { kind: "group", name, detail: String(size), startBit, endBit, children };
}

function globals(
  module: NamedModule,
  wanted: (global: GlobalValue) => boolean,
  kind: OutlineKind,
): readonly OutlineNode[] {
  const nodes: OutlineNode[] = [];
  for (const global of module.module.globals) if (wanted(global)) nodes.push(new GlobalNode(module, kind, global));
  return nodes;
}

/** A global. Its name and type are found when they are asked for: a large module has millions of nodes. */
class GlobalNode implements OutlineNode {
  private readonly id: ValueId;
  readonly startBit: number;
  readonly endBit: number;
  constructor(
    private readonly module: NamedModule,
    readonly kind: OutlineKind,
    { id, startBit, endBit }: BitRange & { readonly id: ValueId },
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
    const value = this.module.module.values.at(this.id);
    return value && "valueType" in value ? this.module.context.typeText(value.valueType) : "";
  }
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

function functions(module: NamedModule, whole: () => ListingModule | undefined): readonly OutlineNode[] {
  return Array.from(module.module.bodies.ranges(), (range) => new FunctionNode(module, range, whole));
}

function blocks(module: ListingModule, place: Body): readonly OutlineNode[] {
  const { body } = module.open(place);
  return body.blocks.map((block, index) => {
    const name = module.context.blockName(index);
    const { length } = block.instructions;
    const detail = `${length} instruction${length === 1 ? "" : "s"}`;
    const range = rangeOf(block.instructions, place);
    return { kind: "basicBlock", name, detail, ...range, symbol: `f${place.function.id}/${name}` };
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

function types({ module, context }: NamedModule): readonly OutlineNode[] {
  const nodes: OutlineNode[] = [];
  module.types.forEach((type, index) => {
    if (!isIdentified(type)) return;
    const startBit = module.typeBits[index] ?? module.place.startBit;
    const name = context.typeText(type);
    const detail = context.types.body(type);
    nodes.push({ kind: "type", name, detail, startBit, endBit: startBit, symbol: `type ${name}` });
  });
  return nodes;
}

function comdats({ module, context }: NamedModule): readonly OutlineNode[] {
  return module.comdats.map((comdat, index) => {
    const startBit = module.comdatBits[index] ?? module.place.startBit;
    return { kind: "comdat", name: comdatText(comdat, context), startBit, endBit: startBit };
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
