/** What comes in which order in a module's text. Source: AssemblyWriter::printModule. */
import { escaped } from "../ir/escape";
import type { AssemblyFragment } from "../ir/module";
import type { Release } from "../ir/releases";
import type { StructType } from "../ir/types";
import type { LoadedModule } from "../read/module";
import type { ModulePrinting } from "./context";
import type { TypeDefinition } from "./typeFinder";
import { findOldTypes, findTypes } from "./typeFinder";

/** The lines before everything else, without newlines; module-level assembly has a line each, its final newline ends the last. */
export function headLines(module: LoadedModule, fileName: string): readonly string[] {
  const { release, sourceFileName, dataLayout, triple, assembly } = module;
  const lines = [`; ModuleID = '${fileName}'`];
  if (release >= 9) lines.push(`source_filename = "${escaped(sourceFileName ?? fileName, release)}"`);
  if (dataLayout !== "") lines.push(`target datalayout = "${dataLayout}"`);
  if (triple !== "") lines.push(`target triple = "${triple}"`);
  const code = assembly.flatMap((fragment) => assemblyLines(fragment, release));
  return code.length === 0 ? lines : [...lines, "", ...code];
}

/** Since when assembly is printed in blocks, a head for each fragment. */
const ASSEMBLY_BLOCKS: Release = 23;
/** What a head can say, in its order. */
const ASSEMBLY_PROPERTIES = ["target_features", "target_cpu"];

function assemblyLines({ text, properties }: AssemblyFragment, release: Release): readonly string[] {
  if (text === "") return [];
  const code = text.split("\n");
  if (code.at(-1) === "") code.pop();
  const quoted = code.map((line) => `"${escaped(line, release)}"`);
  if (release < ASSEMBLY_BLOCKS) return quoted.map((line) => `module asm ${line}`);
  const said = ASSEMBLY_PROPERTIES.flatMap((key) => {
    const value = properties.get(key) ?? "";
    return value === "" ? [] : [`${key}: "${escaped(value, release)}"`];
  });
  const head = said.length === 0 ? "module asm" : `module asm(${said.join(", ")})`;
  return [head, ...quoted.map((line) => `    ${line}`)];
}

/** The types that the text defines, in its order; unnamed structs get their numbers here. Yields now and then. */
export function* typeDefinitions(
  module: LoadedModule,
  context: ModulePrinting,
): Generator<void, readonly TypeDefinition[], undefined> {
  if (module.release < 9 && module.typeNames) {
    const { definitions, names } = yield* findOldTypes(module);
    context.types.name(names);
    return definitions;
  }
  return definitionsOf(yield* findTypes(module, context.types.opaque), context);
}

/** Definitions of these structs: first those without a name, which get their numbers here. */
export function definitionsOf(structs: readonly StructType[], context: ModulePrinting): readonly TypeDefinition[] {
  const unnamed = structs.filter((s) => s.name === "");
  context.types.number(unnamed);
  const named = structs.filter((s) => s.name !== "");
  return [...unnamed, ...named].map((type) => ({ name: context.typeText(type), type }));
}

/** Whether all that is printed calls types by names that the file gives, so that their definitions can wait for the rest. */
export function namesAllTypes(module: LoadedModule): boolean {
  return (
    module.release >= 9 && !module.types.some((type) => type.kind === "struct" && type.identified && type.name === "")
  );
}

/** Comdats that are used, by their index, in the order of their first use: functions, then variables. */
export function usedComdats(module: LoadedModule): readonly number[] {
  const used = new Set<number>();
  for (const kind of ["function", "variable"]) {
    for (const global of module.globals) {
      if (global.kind === kind && "comdat" in global && global.comdat > 0) used.add(global.comdat - 1);
    }
  }
  return [...used].filter((index) => module.comdats[index] !== undefined);
}
