/** The outline of a module: functions first, then the rest in reading order. */
import type { OutlineKind, OutlineNode } from "../../../document/outline";
import type { Problem } from "../../../document/problem";
import type { BitRange } from "../../../document/bits";
import type { GlobalValue } from "../ir/values";
import { metadataIdentifier } from "../metadata/print";
import { comdatText } from "../print/globals";
import type { Body } from "../read/module";
import type { ListingModule } from "./module";

/** The outline's groups; empty ones are left out. */
export function outlineOf(module: ListingModule, problems: readonly Problem[]): readonly OutlineNode[] {
  return [
    group(module, "functions", functions(module)),
    group(
      module,
      "declarations",
      globals(module, (g) => g.kind === "function" && g.declaration, "declaration"),
    ),
    group(
      module,
      "globals",
      globals(module, (g) => g.kind === "variable", "global"),
    ),
    group(
      module,
      "aliases",
      globals(module, (g) => g.kind === "alias" || g.kind === "ifunc", "alias"),
    ),
    group(module, "types", types(module)),
    group(module, "comdats", comdats(module)),
    group(module, "metadata", namedMetadata(module)),
    group(module, "problems", problems.map(problemNode)),
  ].filter((node) => node !== undefined);
}

function group(module: ListingModule, name: string, children: readonly OutlineNode[]): OutlineNode | undefined {
  if (children.length === 0) return undefined;
  const { startBit, endBit } = module.module.place;
  return { kind: "group", name, detail: String(children.length), startBit, endBit, children: () => children };
}

function globals(
  { module, context }: ListingModule,
  wanted: (global: GlobalValue) => boolean,
  kind: OutlineKind,
): readonly OutlineNode[] {
  return module.globals.filter(wanted).map((global) => {
    const name = context.globalName(global.id);
    const { startBit, endBit } = global;
    return { kind, name, detail: context.typeText(global.valueType), startBit, endBit, symbol: name };
  });
}

function functions(module: ListingModule): readonly OutlineNode[] {
  return module.module.bodies.map((body) => {
    const { startBit, endBit } = body;
    const name = module.context.globalName(body.function.id);
    const detail = module.context.typeText(body.function.valueType);
    return { kind: "function", name, detail, startBit, endBit, symbol: name, children: () => blocks(module, body) };
  });
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

function types({ module, context }: ListingModule): readonly OutlineNode[] {
  const nodes: OutlineNode[] = [];
  module.types.forEach((type, index) => {
    if (type.kind !== "struct" || !type.identified) return;
    const startBit = module.typeBits[index] ?? module.place.startBit;
    const name = context.typeText(type);
    const detail = context.types.body(type);
    nodes.push({ kind: "type", name, detail, startBit, endBit: startBit, symbol: `type ${name}` });
  });
  return nodes;
}

function comdats({ module, context }: ListingModule): readonly OutlineNode[] {
  return module.comdats.map((comdat, index) => {
    const startBit = module.comdatBits[index] ?? module.place.startBit;
    return { kind: "comdat", name: comdatText(comdat, context), startBit, endBit: startBit };
  });
}

function namedMetadata({ module }: ListingModule): readonly OutlineNode[] {
  const { startBit } = module.place;
  return module.metadata.named.map(({ name, nodes }) => ({
    kind: "metadata",
    name: `!${metadataIdentifier(name)}`,
    detail: `${nodes.length} node${nodes.length === 1 ? "" : "s"}`,
    startBit,
    endBit: startBit,
  }));
}

function problemNode(problem: Problem): OutlineNode {
  const { message: name, startBit, endBit } = problem;
  return { kind: "problem", name, startBit, endBit };
}
