/** A whole module as llvm-dis writes it. Source: AssemblyWriter::printModule, SlotTracker::processModule. */
import { TextSink } from "../../../document/sink";
import { escaped } from "../ir/escape";
import type { AttributeSet } from "../ir/attributes";
import type { Instruction } from "../ir/function";
import type { MetadataNumbering, MetadataPrinter } from "../ir/tables";
import type { FunctionValue } from "../ir/values";
import type { FunctionBody } from "../read/function";
import type { LoadedModule } from "../read/module";
import { labelOfBody, ModulePrinting } from "./context";
import { printDeclaration, printDefinition } from "./functions";
import { comdatText, printIndirect, printVariable } from "./globals";
import { printSummaryIndex } from "../summary/print";
import type { TypeDefinition } from "./typeFinder";
import { findOldTypes, findTypes } from "./typeFinder";

/** The metadata of the module's text: how its nodes are numbered and printed. */
export interface TextMetadata {
  readonly numbering: MetadataNumbering;
  readonly printer: MetadataPrinter;
}

/** Prints one module; pieces are of about 64 KiB. */
export class ModuleText {
  private readonly sink = new TextSink();
  private readonly context: ModulePrinting;

  constructor(
    private readonly module: LoadedModule,
    private readonly metadata: TextMetadata,
    private readonly fileName: string,
  ) {
    const { numbering, printer } = metadata;
    const numberText = (node: number): string => `!${numbering.numberOf(node) ?? -1}`;
    this.context = new ModulePrinting(module, printer, numberText, (id, block) => labelOfBody(module, id, block));
  }

  *print(): Generator<string, void, undefined> {
    const { context, module } = this;
    context.nameGlobals();
    const definitions = yield* this.find();
    this.numberModule();
    this.printHead();
    this.printTypes(definitions);
    this.printComdats();
    yield* this.printGlobals();
    const bodies = new Map(module.bodies.map((body) => [body.function, body]));
    for (const global of module.globals) {
      if (global.kind === "function") yield* this.printFunction(global, bodies.get(global));
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
  *printOnly(name: string): Generator<string, void, undefined> {
    const { module, context } = this;
    context.nameGlobals();
    yield* this.find();
    this.numberModule();
    const bodies = new Map(module.bodies.map((body) => [body.function, body]));
    for (const global of module.globals) {
      if (global.kind === "function" && global.name === name)
        yield* this.printFunction(global, bodies.get(global), false);
    }
    yield this.sink.take();
  }

  /** The types that the text defines, in its order; unnamed structs get their numbers here. */
  private *find(): Generator<string, readonly TypeDefinition[], undefined> {
    const { module, context } = this;
    if (module.release < 9 && module.typeNames) {
      const { definitions, names } = yield* silently(findOldTypes(module));
      context.types.name(names);
      return definitions;
    }
    const structs = yield* silently(findTypes(module, context.types.opaque));
    const unnamed = structs.filter((s) => s.name === "");
    context.types.number(unnamed);
    const named = structs.filter((s) => s.name !== "");
    return [...unnamed, ...named].map((type) => ({ name: context.typeText(type), type }));
  }

  /** Numbers what the module's head refers to: attributes and metadata of globals, named metadata, functions' attributes. */
  private numberModule(): void {
    const { module, context } = this;
    const { numbering } = this.metadata;
    for (const global of module.globals) {
      if (global.kind !== "variable") continue;
      for (const { node } of module.metadata.globalAttachments.get(global.id) ?? []) numbering.add(node);
      addGroup(global.attributes?.functionSet, context);
    }
    for (const global of module.globals) {
      if (global.kind !== "ifunc") continue;
      for (const { node } of module.metadata.globalAttachments.get(global.id) ?? []) numbering.add(node);
    }
    for (const named of module.metadata.named) for (const node of named.nodes) numbering.add(node);
    for (const global of module.globals) {
      if (global.kind === "function") addGroup(global.attributes?.functionSet, context);
    }
  }

  private put(text: string): void {
    this.sink.put("text", text);
  }

  private printHead(): void {
    const { module, context } = this;
    this.put(`; ModuleID = '${this.fileName}'\n`);
    const source = module.sourceFileName ?? this.fileName;
    if (context.release >= 9) this.put(`source_filename = "${escaped(source, context.release)}"\n`);
    if (module.dataLayout !== "") this.put(`target datalayout = "${module.dataLayout}"\n`);
    if (module.triple !== "") this.put(`target triple = "${module.triple}"\n`);
    if (module.assembly !== "") this.printAssembly(module.assembly);
  }

  /** Module-level assembly, a line each; a final newline ends the last line. */
  private printAssembly(assembly: string): void {
    const lines = assembly.split("\n");
    if (lines[lines.length - 1] === "") lines.pop();
    this.put("\n");
    for (const line of lines) this.put(`module asm "${escaped(line, this.context.release)}"\n`);
  }

  private printTypes(definitions: readonly TypeDefinition[]): void {
    const { context } = this;
    if (definitions.length > 0) this.put("\n");
    for (const { name, type } of definitions) this.put(`${name} = type ${context.types.definition(type)}\n`);
  }

  /** Comdats in the order of their first use: functions, then variables. */
  private printComdats(): void {
    const { module, context } = this;
    const used = new Set<number>();
    for (const kind of ["function", "variable"]) {
      for (const global of module.globals) {
        if (global.kind === kind && "comdat" in global && global.comdat > 0) used.add(global.comdat);
      }
    }
    for (const number of used) {
      const comdat = module.comdats[number - 1];
      if (comdat) this.put(`\n${comdatText(comdat, context)}\n`);
    }
  }

  private *printGlobals(): Generator<string, void, undefined> {
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
    spaced = true,
  ): Generator<string, void, undefined> {
    const { module, context, sink } = this;
    if (spaced) this.put("\n");
    if (!place) {
      for (const { node } of module.metadata.globalAttachments.get(global.id) ?? []) this.metadata.numbering.add(node);
      printDeclaration(sink, global, context);
    } else {
      const body = module.enter(place);
      this.numberBody(body);
      context.enter(body);
      const pieces = printDefinition(sink, body, context);
      while (!pieces.next().done) yield sink.take();
      context.leave();
      module.leave(body);
    }
    if (sink.full) yield sink.take();
  }

  /** Metadata and attribute groups of a function, in the order of SlotTracker::processFunction. */
  private numberBody(body: FunctionBody): void {
    const { numbering } = this.metadata;
    const { module, context } = this;
    for (const { node } of module.metadata.globalAttachments.get(body.function.id) ?? []) numbering.add(node);
    for (const { node } of body.attachments) numbering.add(node);
    for (const block of body.blocks) for (const instruction of block.instructions) this.numberMetadata(instruction);
    for (const block of body.blocks) {
      for (const instruction of block.instructions) {
        if ("callee" in instruction) addGroup(instruction.attributes?.functionSet, context);
      }
    }
  }

  private numberMetadata(instruction: Instruction): void {
    const { numbering } = this.metadata;
    const { values, metadata } = this.module;
    for (const record of instruction.debugRecords) {
      if (record.kind !== "label") {
        if ("metadata" in record.value) numberNode(record.value.metadata, numbering, metadata);
        numbering.add(record.variable);
        if (record.kind === "assign") numbering.add(record.assignment);
      } else numbering.add(record.label);
      numbering.add(record.location);
    }
    if (instruction.kind === "call" && this.isIntrinsic(instruction.callee)) {
      for (const id of instruction.operands) {
        const value = values.at(id);
        if (value?.kind === "metadataOperand") numbering.add(value.metadata);
      }
    }
    if (instruction.location !== undefined) numbering.add(instruction.location);
    for (const { node } of instruction.attachments) numbering.add(node);
  }

  private isIntrinsic(callee: number): boolean {
    const value = this.module.values.at(callee);
    return value?.kind === "function" && value.name.startsWith("llvm.");
  }

  private printGroups(): void {
    const { context } = this;
    if (context.groups.size > 0) this.put("\n");
    for (const [set, number] of context.groups)
      this.put(`attributes #${number} = { ${context.attributes.group(set)} }\n`);
  }

  private *printMetadata(): Generator<string, void, undefined> {
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

function numberNode(node: number, numbering: MetadataNumbering, metadata: LoadedModule["metadata"]): void {
  if (metadata.isNode(node)) numbering.add(node);
}

function addGroup(set: AttributeSet | undefined, context: ModulePrinting): void {
  if (set && context.release >= 9) context.attributeGroup(set);
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
