/** `text`: a module as llvm-dis prints it, in its order (AsmWriter.cpp, printModule). */
import type { Sink } from "../../../document/sink";
import type { Body } from "../read/body";
import { containThemselves } from "./circles";
import { GlobalPrinter } from "./globals";
import { InstructionPrinter, labelText } from "./instructions";
import type { ModuleTables } from "../read/module";
import type { Budget } from "./printer";
import { escaped, Printer, symbolOf } from "./printer";
import { LocalRenamer } from "./renaming";
import type { Style } from "../model/style";
import { quotedName, TypeNames } from "./typenames";
import type { Type } from "../model/type";
import { VOID } from "../model/type";
import type { GlobalUses } from "./uses";
import { predecessorsOf } from "./uses";
import type { BasicBlock, FunctionValue, GlobalVariable, Instruction, Value } from "../model/values";

/** Names compared by their bytes, as the reference's symbol table sorts them. */
function byBytes(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

type TypeRow = ModuleTables["typeRows"][number];

/** The named types, in the order in which they are printed. */
export function namedTypes(module: ModuleTables): { name: string; type: TypeRow["type"] }[] {
  return [...module.typeNames].sort(byBytes).map(({ name, slot }) => ({ name, type: module.types.find(slot) ?? VOID }));
}

/** The same with the rows that define them; undefined for one without a row. */
export function namedTypeRows(module: ModuleTables): readonly { name: string; type: Type; row: TypeRow | undefined }[] {
  const rows = new Map<Type, TypeRow>();
  for (const row of module.typeRows) if (!rows.has(row.type)) rows.set(row.type, row);
  return namedTypes(module).map(({ name, type }) => ({ name, type, row: rows.get(type) }));
}

/** What the flags of the version word tell about the target. */
export interface Target {
  readonly endian: "little" | "big" | undefined;
  readonly pointerSize: 32 | 64 | undefined;
}

/** The flags of the version word: one bit for each of the two facts, and one each that marks it as unknown. */
export function targetOf(versionWord: number): Target {
  return {
    endian: versionWord & 4 ? undefined : versionWord & 1 ? "big" : "little",
    pointerSize: versionWord & 8 ? undefined : versionWord & 2 ? 64 : 32,
  };
}

/** Most characters of types in the text of a file: in real files they print as a few times their size. */
function longestType(fileBytes: number): number {
  return Math.min(1 << 20, (1 << 16) + 16 * fileBytes);
}
function typesFor(module: ModuleTables, fileBytes: number): TypeNames {
  return new TypeNames(namedTypes(module), longestType(fileBytes));
}

/** Whether a module has types that contain themselves without a name in between. */
export function hasCircles(module: ModuleTables): boolean {
  const names = new TypeNames(namedTypes(module), 0);
  return containThemselves(slotTypes(module), (type) => names.knows(type));
}
function* slotTypes({ types }: ModuleTables): Generator<Type, void, undefined> {
  for (let slot = 0; slot < types.size; slot++) {
    const type = types.find(slot);
    if (type) yield type;
  }
}

/** What a run over a module needs. */
export interface AssemblyInput {
  readonly module: ModuleTables;
  readonly style: Style;
  readonly target: Target;
  readonly fileName: string;
  readonly uses: GlobalUses;
  readonly budget: Budget;
  readonly fileBytes: number;
  /** The first bit of a function's body. */
  readonly startOf: (of: FunctionValue) => number | undefined;
  /** Whether the text of a type may depend on what was printed before it. */
  readonly circular: boolean;
  /** The body of a function that has one. */
  readonly bodyOf: (of: FunctionValue) => Body | undefined;
}

/**
 * Prints a module, or parts of it. One object serves one run: types keep the text with which they were first printed.
 */
export class AssemblyWriter<S extends Sink> {
  private readonly printer: Printer;
  private readonly renamer: LocalRenamer;
  /** @param types those of a previous run, if this one prints parts of the same module */
  constructor(
    private readonly input: AssemblyInput,
    readonly sink: S,
    readonly types: TypeNames = typesFor(input.module, input.fileBytes),
  ) {
    this.printer = this.printerFor(new Map());
    this.renamer = new LocalRenamer(input.module);
  }

  private printerFor(renamed: ReadonlyMap<Value, string>, of?: FunctionValue): Printer {
    const { style, budget } = this.input;
    const scope = of ? `f${of.ordinal}/` : "";
    return new Printer(this.sink, { style, types: this.types, scope, renamed, budget });
  }

  private put(text: string): void {
    this.sink.put("text", text);
  }

  private comment(text: string): void {
    this.sink.put("comment", text);
  }

  /** Everything before the functions. */
  header(): void {
    this.head();
    this.namedTypes();
    this.globalVariables();
    this.implementation();
  }
  /** What the module is for, and its assembly. */
  head(): void {
    const { module, style, fileName } = this.input;
    if (style.moduleId && fileName !== "" && !fileName.includes("\n"))
      this.sink.put("comment", `; ModuleID = '${fileName}'\n`);
    this.target();
    if (module.triple !== "") this.setting("target triple = ", `"${module.triple}"`);
    if (module.assembly !== "") {
      for (const line of module.assembly.split("\n")) this.setting("module asm ", `"${escaped(line)}"`);
    }
    const libraries = module.libraries.map((name) => `"${name}"`).join(", ");
    if (libraries !== "") this.setting("deplibs = ", `[ ${libraries} ]`);
  }
  /** The types that have names, one a line. */
  namedTypes(): void {
    for (const { name, type, row } of namedTypeRows(this.input.module)) {
      this.sink.at(row && row.startByte * 8);
      this.put("\t");
      this.sink.name("type", quotedName(name), `t${type.slot}`, true);
      this.sink.put("keyword", " = type ");
      this.types.printStructure(type, this.sink);
      this.put("\n");
    }
  }
  /** The global variables, one a line. */
  globalVariables(): void {
    for (const global of this.input.module.globals) this.global(global);
  }
  /** An empty line. */
  blank(): void {
    this.put("\n");
  }
  /** The line that precedes the functions. */
  implementation(): void {
    this.blank();
    this.sink.put("keyword", "implementation");
    this.sink.put("comment", "   ; Functions:\n");
  }

  /** A line that sets something to a text or a list of texts. */
  private setting(name: string, value: string): void {
    this.sink.put("keyword", name);
    this.sink.put("string", value);
    this.put("\n");
  }
  /**
   * Endianness and pointer size come from the version word; 1.9 derives a data layout from them and prints it first.
   */
  private target(): void {
    const { endian, pointerSize } = this.input.target;
    if (this.input.style.dataLayout) {
      const parts = endian ? [endian === "little" ? "e" : "E"] : [];
      if (pointerSize) parts.push(`p:${pointerSize}:${pointerSize}`);
      if (parts.length > 0) this.setting("target datalayout = ", `"${parts.join("-")}"`);
    }
    const number = (name: string, kind: "keyword" | "number", value: string): void => {
      this.sink.put("keyword", name);
      this.sink.put(kind, value);
      this.put("\n");
    };
    if (endian) number("target endian = ", "keyword", endian);
    if (pointerSize) number("target pointersize = ", "number", `${pointerSize}`);
  }

  private global(global: GlobalVariable): void {
    this.sink.at(global.startByte * 8);
    this.globals(this.printer).global(global);
    this.info(global, this.printer, this.input.uses.of(global));
    this.put("\n");
  }

  private globals(printer: Printer): GlobalPrinter {
    return new GlobalPrinter(printer, this.input.module.sections);
  }

  /** The comment after a definition: type, number, uses. */
  private info(value: GlobalVariable | Instruction, printer: Printer, uses: number): void {
    if (value.type === VOID) return;
    this.comment("\t\t; <");
    printer.type(value.type);
    this.comment(">");
    if (value.name === undefined) {
      const symbol = symbolOf(value, printer.context.scope);
      this.put(":");
      if (symbol === undefined || value.number === undefined) this.put("<badref>");
      else this.sink.name("local", String(value.number), symbol, true);
    }
    this.comment(` [#uses=${uses}]`);
  }

  /** One function, without the blank line before it. Yields now and then. */
  *function(of: FunctionValue): Generator<void, void, undefined> {
    const body = this.input.bodyOf(of);
    const renamed = body && this.input.style.renamesLocals ? this.renamer.rename(body) : new Map<Value, string>();
    const declared = of.declared || !body;
    const linkage = of.declared ? of.linkage : (body?.linkage ?? of.linkage);
    const printer = body ? this.printerFor(renamed, of) : this.printer;
    this.sink.at((body ? this.input.startOf(of) : undefined) ?? of.startByte * 8);
    this.globals(printer).signature({ of, linkage, declared, args: body?.args ?? [] }, true);
    if (declared || !body) {
      this.put("\n");
      return;
    }
    this.put(" {");
    yield* this.body(body, printer);
    this.put("}\n");
  }

  /** Blocks and instructions. Only the comment after a definition shows the number of uses. */
  private *body(body: Body, printer: Printer): Generator<void, void, undefined> {
    const predecessors = predecessorsOf(body, this.input.style);
    const instructions = new InstructionPrinter(printer);
    for (const block of body.blocks) {
      this.label(block, predecessors.get(block) ?? [], printer);
      for (const instruction of block.instructions) {
        this.sink.at(instruction.startByte * 8);
        this.put("\t");
        instructions.print(instruction);
        this.info(instruction, printer, instruction.uses);
        this.put("\n");
      }
      yield;
    }
  }

  /** A block's label, followed by its predecessors; the entry block has none since LLVM 1.1. */
  private label(block: BasicBlock, from: readonly BasicBlock[], printer: Printer): void {
    const { style } = this.input;
    const label = labelText(block, (name) => (style.quotedLabels ? quotedName(name, "") : name));
    if (label !== undefined) {
      this.put("\n");
      this.sink.name("block", label.slice(0, -1), symbolOf(block, printer.context.scope) ?? "", true);
      this.put(":");
    } else if (block.uses > 0) this.comment(`\n; <label>:${block.number ?? "<badref>"}`);
    if (block.ordinal > 0 || style.entryPredecessors) {
      this.comment(from.length === 0 ? "\t\t; No predecessors!" : "\t\t; preds =");
      from.forEach((predecessor, i) => {
        if (i > 0) this.put(",");
        printer.operand(predecessor, false);
      });
    }
    this.put("\n");
  }
}
