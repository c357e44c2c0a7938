/** A whole module as llvm-dis writes it. Source: AssemblyWriter::printModule, SlotTracker::processModule. */
import type { Piece } from "../../../document/byteText";
import { ByteSink } from "../../../document/sink";
import type { MetadataNumbering, MetadataPrinter } from "../ir/tables";
import type { StructType } from "../ir/types";
import type { FunctionValue } from "../ir/values";
import type { LoadedModule } from "../read/module";
import { blockLabels, ModulePrinting } from "./context";
import { printDeclaration, printDefinition } from "./functions";
import { comdatText, printIndirect, printVariable } from "./globals";
import { printSummaryIndex } from "../summary/print";
import type { TypesOnTheWay } from "./heldText";
import { behindTypes } from "./heldText";
import { definitionsOf, headLines, namesAllTypes, typeDefinitions, usedComdats } from "./order";
import { Slots } from "./slots";
import type { TypeDefinition } from "./typeFinder";
import { TypeWalk } from "./typeFinder";

/** The metadata of the module's text: how its nodes are numbered and printed. */
export interface TextMetadata {
  readonly numbering: MetadataNumbering;
  readonly printer: MetadataPrinter;
}

/** Prints one module; pieces are of about 64 KiB. */
export class ModuleText {
  private readonly sink = new ByteSink();
  private readonly context: ModulePrinting;
  private readonly slots: Slots;

  constructor(
    private readonly module: LoadedModule,
    private readonly metadata: TextMetadata,
    private readonly fileName: string,
  ) {
    const { numbering, printer } = metadata;
    const numberText = (node: number): string => `!${numbering.numberOf(node) ?? -1}`;
    this.context = new ModulePrinting(module, printer, numberText, blockLabels(module));
    this.slots = new Slots(module, numbering, (set) => this.context.attributeGroup(set));
  }

  /** @param whole whether first pieces may come late: a body is then read once, for its types and for its text */
  *print(whole: boolean): Generator<Piece, void, undefined> {
    const { context, module } = this;
    context.nameGlobals();
    if (whole && namesAllTypes(module)) {
      const walk = new TypeWalk(module, context.types.opaque);
      yield* silently(walk.globals());
      if (!walk.complete) {
        yield* this.printBehindTypes({ walk, isBetween: true });
        return;
      }
    }
    const definitions = yield* silently(typeDefinitions(module, context));
    this.slots.head();
    yield this.headText(definitions);
    yield* this.printRest();
  }

  private *printBehindTypes(types: TypesOnTheWay): Generator<Piece, void, undefined> {
    let structs: readonly StructType[] = [];
    this.slots.head();
    yield* behindTypes(
      types,
      this.printRest(types),
      function* () {
        structs = yield* types.walk.finish();
      },
      () => this.headText(definitionsOf(structs, this.context)),
    );
  }

  /** What stands behind the definitions of types. */
  private *printRest(types?: TypesOnTheWay): Generator<Uint8Array, void, undefined> {
    const { module } = this;
    this.printComdats();
    yield* this.printGlobals();
    const bodies = new Map(module.bodies.map((body) => [body.function, body]));
    for (const global of module.globals) {
      if (global.kind === "function") yield* this.printFunction(global, bodies.get(global), types);
    }
    this.printGroups();
    yield* this.printMetadata();
    this.printSummary();
    yield this.sink.take();
  }

  private printSummary(): void {
    const { summary: index, release, declared: globals, sourceFileName, hash } = this.module;
    if (!index) return;
    printSummaryIndex(this.sink, { release, globals, sourceFileName, hash, index }, this.fileName);
  }

  /** One function alone. */
  *printOnly(name: string): Generator<Piece, void, undefined> {
    const { module, context } = this;
    context.nameGlobals();
    yield* silently(typeDefinitions(module, context));
    this.slots.head();
    const bodies = new Map(module.bodies.map((body) => [body.function, body]));
    for (const global of module.globals) {
      if (global.kind === "function" && global.name === name)
        yield* this.printFunction(global, bodies.get(global), undefined, false);
    }
    yield this.sink.take();
  }

  private put(text: string): void {
    this.sink.put("text", text);
  }

  /** What stands in front of the comdats. */
  private headText(definitions: readonly TypeDefinition[]): string {
    const { types } = this.context;
    const lines = headLines(this.module, this.fileName);
    const defined = definitions.map(({ name, type }) => `${name} = type ${types.definition(type)}`);
    return [...lines, ...(defined.length > 0 ? ["", ...defined] : []), ""].join("\n");
  }

  private printComdats(): void {
    const { module, context } = this;
    for (const index of usedComdats(module)) {
      const comdat = module.comdats[index];
      if (comdat) this.put(`\n${comdatText(comdat, context)}\n`);
    }
  }

  private *printGlobals(): Generator<Uint8Array, void, undefined> {
    const { module, context, sink } = this;
    for (const kind of ["variable", "alias", "ifunc"]) {
      const globals = module.globals.filter((g) => g.kind === kind);
      if (globals.length > 0) this.put("\n");
      for (const global of globals) {
        if (global.kind === "variable") printVariable(sink, global, context);
        else if (global.kind !== "function") printIndirect(sink, global, context);
        this.put("\n");
        if (sink.full) yield sink.take();
      }
    }
  }

  private *printFunction(
    global: FunctionValue,
    place: LoadedModule["bodies"][number] | undefined,
    types?: TypesOnTheWay,
    spaced = true,
  ): Generator<Uint8Array, void, undefined> {
    const { module, context, sink } = this;
    if (spaced) this.put("\n");
    if (!place) {
      types?.walk.function(global, undefined);
      this.slots.attached(global);
      printDeclaration(sink, global, context);
    } else {
      const body = module.enter(place);
      if (types) types.isBetween = false;
      types?.walk.function(global, body);
      this.slots.body(body);
      context.enter(body);
      const pieces = printDefinition(sink, body, context);
      while (!pieces.next().done) yield sink.take();
      context.leave();
      module.leave(body);
      if (types) types.isBetween = true;
    }
    // Where types are looked for, the end of every function is a place to go on with their definitions.
    if (sink.full || types) yield sink.take();
  }

  private printGroups(): void {
    const { context } = this;
    if (context.groups.size > 0) this.put("\n");
    for (const [set, number] of context.groups)
      this.put(`attributes #${number} = { ${context.attributes.group(set)} }\n`);
  }

  private *printMetadata(): Generator<Uint8Array, void, undefined> {
    const { context, sink } = this;
    const { numbering, printer } = this.metadata;
    const { named } = this.module.metadata;
    if (named.length > 0) this.put("\n");
    for (const { name, nodes } of named) {
      this.put(`!${namedMetadataText(name)} = !{`);
      nodes.forEach((node, i) => {
        if (i > 0) this.put(", ");
        printer.operand(sink, node, context);
      });
      this.put("}\n");
    }
    if (numbering.order.length > 0) this.put("\n");
    for (let i = 0; i < numbering.order.length; i++) {
      this.put(`!${i} = `);
      printer.definition(sink, numbering.order[i] as number, context);
      this.put("\n");
      if (sink.full) yield sink.take();
    }
  }
}

/** Walks on with empty pieces of text, for the sake of those who wait in between. */
function* silently<T>(walk: Generator<void, T, undefined>): Generator<string, T, undefined> {
  let step = walk.next();
  for (; !step.done; step = walk.next()) yield "";
  return step.value;
}

/** A named node's name: letters, digits and `-$._`, no digit first; other bytes as `\XX`. Source: printMetadataIdentifier. */
export function namedMetadataText(name: string): string {
  return [...name]
    .map((c, i) =>
      (i === 0 ? /[A-Za-z$._-]/ : /[A-Za-z0-9$._-]/).test(c)
        ? c
        : `\\${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .join("");
}
