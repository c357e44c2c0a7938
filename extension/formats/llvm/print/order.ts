/** The order of a module's text. Source: AssemblyWriter::printModule. */
import type { FunctionBody } from "../ir/function";
import type { StructType } from "../ir/types";
import type { FunctionValue } from "../ir/values";
import type { LoadedModule } from "../read/module";
import type { ModulePrinting } from "./context";
import type { TypeDefinition } from "./moduleTypes";
import { findOldTypes, findTypes, TypeWalk } from "./moduleTypes";

/** The types that the text defines, in its order; numbers unnamed structs. Yields now and then. */
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

/** Definitions of structs, first those of unnamed ones, which get their numbers here. */
export function definitionsOf(structs: readonly StructType[], context: ModulePrinting): readonly TypeDefinition[] {
  const unnamed = structs.filter((s) => s.name === "");
  context.types.number(unnamed);
  const named = structs.filter((s) => s.name !== "");
  return [...unnamed, ...named].map((type) => ({ name: context.typeText(type), type }));
}

/**
 * Whether the text refers to types only by names from the file, so that their definitions can be made later than the
 * rest.
 */
export function namesAllTypes(module: LoadedModule): boolean {
  return (
    module.release >= 9 && !module.types.some((type) => type.kind === "struct" && type.identified && type.name === "")
  );
}

/**
 * Finds the definitions of types while something else visits the functions, so that each is read once. If the text has
 * to refer to types by numbers, their order is found beforehand.
 */
export class DefinitionSearch {
  private readonly walk: TypeWalk | undefined;
  private definitions: readonly TypeDefinition[] = [];

  constructor(
    private readonly module: LoadedModule,
    private readonly context: ModulePrinting,
  ) {
    this.walk = namesAllTypes(module) ? new TypeWalk(module, context.types.opaque) : undefined;
  }
  /** Visits what comes before the functions; yields now and then. No function may be open. */
  *begin(): Generator<void, void, undefined> {
    if (this.walk) yield* this.walk.globals();
    else this.definitions = yield* typeDefinitions(this.module, this.context);
  }
  /** Visits the next function; `body` is its body, if it has one, and must be the module's open one. */
  function(global: FunctionValue, body: FunctionBody | undefined): void {
    this.walk?.function(global, body);
  }
  /** Visits the rest of the module, and returns the definitions in the order of the text. No function may be open. */
  *finish(): Generator<void, readonly TypeDefinition[], undefined> {
    return this.walk ? definitionsOf(yield* this.walk.finish(), this.context) : this.definitions;
  }
}

/** The indices of the comdats that are used, in the order of their first use: by functions, then by variables. */
export function usedComdats(module: LoadedModule): readonly number[] {
  const used = new Set<number>();
  for (const kind of ["function", "variable"]) {
    for (const global of module.globals) {
      if (global.kind === kind && "comdat" in global && global.comdat > 0) used.add(global.comdat - 1);
    }
  }
  return [...used].filter((index) => module.comdats[index] !== undefined);
}
