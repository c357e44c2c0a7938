/** Prints a whole module as llvm-dis writes it. Source: AssemblyWriter::printModule, SlotTracker::processModule. */
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
import type { TypeSearch } from "./heldText";
import { afterTypes } from "./heldText";
import { headLines } from "./head";
import { AssemblyLines } from "./moduleAssembly";
import { metadataIdentifier } from "../metadata/print";
import type { PrintedNames } from "./printedNames";
import { definitionsOf, namesAllTypes, typeDefinitions, usedComdats } from "./order";
import { Slots } from "./slots";
import type { TypeDefinition } from "./moduleTypes";
import { TypeWalk } from "./moduleTypes";

/** Characters of the pieces in which the first lines are printed. */
const PIECE = 1 << 16;

/** How the metadata nodes of a module's text are numbered and printed. */
export interface TextMetadata {
  readonly numbering: MetadataNumbering;
  readonly printer: MetadataPrinter;
}

/**
 * A printing context in which nodes have the numbers of the given numbering.
 * @param names the names of the module's globals, if another printer has them already
 */
export function textContext(
  module: LoadedModule,
  { numbering, printer }: TextMetadata,
  names?: PrintedNames,
): ModulePrinting {
  const numberText = (node: number): string => `!${numbering.numberOf(node) ?? -1}`;
  return new ModulePrinting(module, printer, numberText, blockLabels(module), "text", names);
}

/** The search for types in functions while these are printed. */
class Walking implements TypeSearch {
  /** Whether no function is open. */
  between = true;
  /** Whether text is held back until all types are found. */
  isHeld = true;
  constructor(readonly walk: TypeWalk) {}
  isComplete(): boolean {
    return this.walk.complete;
  }
  isBetween(): boolean {
    return this.between;
  }
}

/** Prints one module, all of it or part by part, in pieces of about 64 KiB. */
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
  }

  /**
   * Prints the module.
   * @param whole whether the first pieces may come late: a body is then read only once, for its types and its text
   */
  *print(whole: boolean): Generator<Piece, void, undefined> {
    const { context, module } = this;
    if (whole && namesAllTypes(module)) {
      const walk = new TypeWalk(module, context.types.opaque);
      yield* silently(walk.globals());
      if (!walk.complete) {
        yield* this.printAfterTypes(new Walking(walk));
        return;
      }
    }
    const definitions = yield* silently(typeDefinitions(module, context));
    this.numberHead();
    yield* this.head(definitions);
    yield* this.printRest();
  }

  /** Numbers what the module's head refers to, which comes first. */
  numberHead(): void {
    this.slots.head();
  }

  private *printAfterTypes(types: Walking): Generator<Piece, void, undefined> {
    let structs: readonly StructType[] = [];
    this.numberHead();
    yield* afterTypes(
      types,
      this.printRest(types),
      function* () {
        structs = yield* types.walk.finish();
      },
      () => {
        types.isHeld = false;
        return this.head(definitionsOf(structs, this.context));
      },
    );
  }

  /** Prints what follows the definitions of types. */
  private *printRest(types?: Walking): Generator<Uint8Array, void, undefined> {
    const { module, sink } = this;
    yield* this.printGlobals();
    for (const global of module.globals) {
      if (global.kind !== "function") continue;
      if (types) types.between = false;
      yield* this.printFunction(global, module.bodies.ofGlobal(global), types?.walk);
      if (types) types.between = true;
      // Once all types have been found, their definitions and the text held back after them can be printed.
      if (sink.full || (types?.isHeld && types.isComplete())) yield sink.take();
    }
    this.printBeforeNodes(this.context.textsOfGroups());
    yield* this.printNodes(this.metadata.numbering.order, (index) => index);
    yield* this.printSummary();
  }

  /** Text that was printed but not taken yet. */
  take(): Uint8Array {
    return this.sink.take();
  }

  /** The text that was printed but not taken yet, followed by the summary index, which ends the text. */
  *printSummary(): Generator<Uint8Array, void, undefined> {
    const steps = printSummaryIndex(this.sink, this.module, this.fileName);
    while (steps.next().done !== true) if (this.sink.full) yield this.sink.take();
    yield this.sink.take();
  }

  /** Prints a single function as in the whole text: what is in functions before it is numbered first. */
  *printOnly(name: string): Generator<Piece, void, undefined> {
    const { module, context } = this;
    yield* silently(typeDefinitions(module, context));
    this.numberHead();
    const functions = module.globals.filter((global) => global.kind === "function");
    const last = functions.findLastIndex((global) => global.name === name);
    for (const global of functions.slice(0, last + 1)) {
      const body = module.bodies.ofGlobal(global);
      if (global.name === name) yield* this.printFunction(global, body, undefined, false);
      else this.number(global, body);
      yield "";
    }
    yield this.sink.take();
  }
  /** Numbers what a function refers to. */
  private number(global: FunctionValue, place: Body | undefined): void {
    if (!place) return this.slots.attached(global);
    const body = this.module.enter(place);
    this.slots.body(body);
    this.module.leave(body);
  }

  private put(text: string): void {
    this.sink.put("text", text);
  }

  /** The text before the comdats. */
  *head(definitions: readonly TypeDefinition[]): Generator<string, void, undefined> {
    let text = "";
    for (const line of this.linesOfHead(definitions)) {
      text += `${line}\n`;
      if (text.length < PIECE) continue;
      yield text;
      text = "";
    }
    yield text;
  }
  /** The lines before the comdats: three groups with an empty line between them. */
  private *linesOfHead(definitions: readonly TypeDefinition[]): Generator<string, void, undefined> {
    const { module, context } = this;
    for (const { text } of headLines(module, this.fileName)) yield text;
    const assembly = new AssemblyLines(module);
    if (assembly.length > 0) yield "";
    for (let i = 0; i < assembly.length; i++) yield assembly.at(i).text;
    if (definitions.length > 0) yield "";
    for (const { name, type } of definitions) yield `${name} = type ${context.types.definition(type)}`;
  }

  private printComdats(): void {
    const { module, context } = this;
    for (const index of usedComdats(module)) {
      const comdat = module.comdats[index];
      if (comdat) this.put(`\n${comdatText(comdat, context)}\n`);
    }
  }

  /**
   * Prints comdats and all globals except functions. Text left at the end is taken together with what is printed next.
   */
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
   * Prints a function, with its body if it has one. Text left at its end is taken together with what is printed next.
   * @param walk searches the function for types
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

  /**
   * Prints what is between functions and metadata nodes. @param groups texts of the attribute groups, by their numbers
   */
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
      this.put(`!${metadataIdentifier(name)} = !{`);
      nodes.forEach((node, i) => {
        if (i > 0) this.put(", ");
        printer.operand(sink, node, context);
      });
      this.put("}\n");
    }
  }

  /**
   * Prints definitions of metadata nodes.
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

/** Yields empty pieces of text during a walk, so that others get their turn. */
export function* silently<T>(walk: Generator<void, T, undefined>): Generator<string, T, undefined> {
  let step = walk.next();
  for (; !step.done; step = walk.next()) yield "";
  return step.value;
}
