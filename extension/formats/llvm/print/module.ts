/** A whole module as llvm-dis writes it. Source: AssemblyWriter::printModule, SlotTracker::processModule. */
import type { Body } from "../ir/module";
import type { MetadataId } from "../ir/ids";
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
import { headLines } from "./head";
import { definitionsOf, namesAllTypes, typeDefinitions, usedComdats } from "./order";
import { Slots } from "./slots";
import type { TypeDefinition } from "./typeFinder";
import { TypeWalk } from "./typeFinder";

/** The metadata of the module's text: how its nodes are numbered and printed. */
export interface TextMetadata {
  readonly numbering: MetadataNumbering;
  readonly printer: MetadataPrinter;
}

/** The context of a text whose numbers are those that the numbering has given out. */
export function textContext(module: LoadedModule, { numbering, printer }: TextMetadata): ModulePrinting {
  const numberText = (node: number): string => `!${numbering.numberOf(node) ?? -1}`;
  return new ModulePrinting(module, printer, numberText, blockLabels(module));
}

/** Types that are looked for in functions as these are printed. */
class Walking implements TypesOnTheWay {
  isBetween = true;
  /** Whether the text is held back for them. */
  isHeld = true;
  constructor(readonly walk: TypeWalk) {}
  get complete(): boolean {
    return this.walk.complete;
  }
}

/** Prints one module, whole or part by part; pieces are of about 64 KiB. */
export class ModuleText {
  private readonly slots: Slots;

  constructor(
    private readonly module: LoadedModule,
    private readonly metadata: TextMetadata,
    private readonly fileName: string,
    readonly context = textContext(module, metadata),
    private readonly sink = new ByteSink(),
  ) {
    this.slots = new Slots(module, metadata.numbering, (set) => this.context.attributeGroup(set));
    context.nameGlobals();
  }

  /** @param whole whether first pieces may come late: a body is then read once, for its types and for its text */
  *print(whole: boolean): Generator<Piece, void, undefined> {
    const { context, module } = this;
    if (whole && namesAllTypes(module)) {
      const walk = new TypeWalk(module, context.types.opaque);
      yield* silently(walk.globals());
      if (!walk.complete) {
        yield* this.printBehindTypes(new Walking(walk));
        return;
      }
    }
    const definitions = yield* silently(typeDefinitions(module, context));
    this.numberHead();
    yield this.headText(definitions);
    yield* this.printRest();
  }

  /** Numbers what the module's head refers to: the first of all numbers. */
  numberHead(): void {
    this.slots.head();
  }

  private *printBehindTypes(types: Walking): Generator<Piece, void, undefined> {
    let structs: readonly StructType[] = [];
    this.numberHead();
    yield* behindTypes(
      types,
      this.printRest(types),
      function* () {
        structs = yield* types.walk.finish();
      },
      () => {
        types.isHeld = false;
        return this.headText(definitionsOf(structs, this.context));
      },
    );
  }

  /** What stands behind the definitions of types. */
  private *printRest(types?: Walking): Generator<Uint8Array, void, undefined> {
    const { module, sink } = this;
    yield* this.printGlobals();
    const bodies = new Map(module.bodies.map((body) => [body.function, body]));
    for (const global of module.globals) {
      if (global.kind !== "function") continue;
      if (types) types.isBetween = false;
      yield* this.printFunction(global, bodies.get(global), types?.walk);
      if (types) types.isBetween = true;
      // Where all types have been found, their definitions and what has gathered behind them can be printed.
      if (sink.full || (types?.isHeld && types.complete)) yield sink.take();
    }
    this.printBeforeNodes(this.context.textsOfGroups());
    yield* this.printNodes(this.metadata.numbering.order, (index) => index);
    yield this.printSummary();
  }

  /** What was printed and not taken yet. */
  take(): Uint8Array {
    return this.sink.take();
  }

  /** The summary index, which ends the text, with what was printed before it and not taken yet. */
  printSummary(): Uint8Array {
    this.putSummary();
    return this.sink.take();
  }
  private putSummary(): void {
    const { summary: index, release, declared: globals, sourceFileName, hash } = this.module;
    if (!index) return;
    printSummaryIndex(this.sink, { release, globals, sourceFileName, hash, index }, this.fileName);
  }

  /** One function alone. */
  *printOnly(name: string): Generator<Piece, void, undefined> {
    const { module, context } = this;
    yield* silently(typeDefinitions(module, context));
    this.numberHead();
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
  headText(definitions: readonly TypeDefinition[]): string {
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

  /** Comdats and all globals but functions. What is left at the end is taken with what is printed next. */
  *printGlobals(): Generator<Uint8Array, void, undefined> {
    const { module, context, sink } = this;
    this.printComdats();
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

  /**
   * A function, with its body where it has one. What is left at its end is taken with what is printed next.
   * @param walk looks for types in it
   */
  *printFunction(
    global: FunctionValue,
    place: Body | undefined,
    walk?: TypeWalk,
    spaced = true,
  ): Generator<Uint8Array, void, undefined> {
    const { module, context, sink } = this;
    if (spaced) this.put("\n");
    if (!place) {
      walk?.function(global, undefined);
      this.slots.attached(global);
      printDeclaration(sink, global, context);
    } else {
      const body = module.enter(place);
      walk?.function(global, body);
      this.slots.body(body);
      context.enter(body);
      const pieces = printDefinition(sink, body, context);
      while (!pieces.next().done) yield sink.take();
      context.leave();
      module.leave(body);
    }
  }

  /** What stands between functions and nodes. @param groups texts of the groups of attributes, by their numbers */
  printBeforeNodes(groups: readonly string[]): void {
    this.printGroups(groups);
    this.printNamed();
    if (this.metadata.numbering.order.length > 0) this.put("\n");
  }
  private printGroups(texts: readonly string[]): void {
    if (texts.length > 0) this.put("\n");
    texts.forEach((text, number) => {
      this.put(`attributes #${number} = { ${text} }\n`);
    });
  }

  private printNamed(): void {
    const { context, sink } = this;
    const { printer } = this.metadata;
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
  }

  /**
   * Definitions of nodes.
   * @param numberOf the number of the node at an index
   */
  *printNodes(
    nodes: ArrayLike<MetadataId>,
    numberOf: (index: number) => number,
  ): Generator<Uint8Array, void, undefined> {
    const { context, sink } = this;
    const { printer } = this.metadata;
    for (let i = 0; i < nodes.length; i++) {
      this.put(`!${numberOf(i)} = `);
      printer.definition(sink, nodes[i] as MetadataId, context);
      this.put("\n");
      if (sink.full) yield sink.take();
    }
  }
}

/** Walks on with empty pieces of text, for the sake of those who wait in between. */
export function* silently<T>(walk: Generator<void, T, undefined>): Generator<string, T, undefined> {
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
