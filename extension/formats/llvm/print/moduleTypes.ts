/**
 * The types that the text of a module defines, in its order. Source: TypeFinder::run; for LLVM 2.x,
 * AddModuleTypesToPrinter.
 */
import type { FunctionBody } from "../ir/function";
import type { StructType, Type } from "../ir/types";
import type { FunctionValue } from "../ir/values";
import type { LoadedModule } from "../read/module";
import type { TypeName } from "../read/oldTypes";
import { nameText } from "./names";
import { TypeFinder } from "./typeFinder";

/** How many globals are visited in one step. */
const STEP = 512;

/**
 * A walk over a module in the reference's order: its variables and aliases, then its functions, which the caller passes
 * one by one.
 */
export class TypeWalk {
  private readonly finder: TypeFinder;
  /** Functions that have been visited. */
  private readonly walked = new Set<FunctionValue>();

  constructor(
    private readonly module: LoadedModule,
    opaque: boolean,
    isWanted?: (struct: StructType) => boolean,
  ) {
    this.finder = new TypeFinder(module, opaque, isWanted);
  }

  /** Whether all structs have been found. */
  get complete(): boolean {
    return this.finder.complete;
  }

  /** The structs found so far, in order. */
  get structs(): readonly StructType[] {
    return this.finder.structs;
  }

  /** Visits the variables and aliases, which come before all functions; yields now and then. */
  *globals(): Generator<void, void, undefined> {
    if (this.complete) return;
    const { finder, module } = this;
    for (const { type } of sortedNames(module)) finder.type(type);
    for (const [index, global] of module.globals.entries()) {
      if (index % STEP === 0) yield;
      if (global.kind !== "variable") continue;
      finder.type(global.valueType);
      if (global.initializer !== undefined) finder.value(global.initializer);
    }
    for (const kind of ["alias", "ifunc"]) {
      for (const global of module.globals) {
        if (global.kind !== kind || (global.kind !== "alias" && global.kind !== "ifunc")) continue;
        finder.type(global.valueType);
        if (kind === "alias") finder.value(global.target);
      }
    }
  }

  /** Visits the next function; `body` is its body, if it has one, and must be the module's open one. */
  function(global: FunctionValue, body: FunctionBody | undefined): void {
    if (this.complete) return;
    const { finder } = this;
    this.walked.add(global);
    finder.type(global.valueType);
    finder.attributes(global.attributes);
    for (const id of [global.personality, global.prefix, global.prologue]) if (id !== undefined) finder.value(id);
    if (body) finder.body(body);
  }

  /** Skips a function that was visited elsewhere. */
  skip(global: FunctionValue): void {
    this.walked.add(global);
  }
  /** Visits named metadata, the last part of the walk. */
  named(): void {
    for (const { nodes } of this.module.metadata.named) for (const node of nodes) this.finder.metadata(node);
  }

  /**
   * Reads and visits the remaining functions, and returns all structs found; yields between functions. No function may
   * be open.
   */
  *finish(): Generator<void, readonly StructType[], undefined> {
    const { module } = this;
    for (const global of module.globals) {
      if (this.complete) break;
      if (global.kind !== "function" || this.walked.has(global)) continue;
      const place = module.bodies.ofGlobal(global);
      const body = place && module.enter(place);
      this.function(global, body);
      if (!body) continue;
      module.leave(body);
      yield;
    }
    this.named();
    return this.finder.structs;
  }
}

/** Walks the whole module and returns the structs found; yields between functions. */
export function* findTypes(
  module: LoadedModule,
  opaque: boolean,
  isWanted?: (struct: StructType) => boolean,
): Generator<void, readonly StructType[], undefined> {
  const walk = new TypeWalk(module, opaque, isWanted);
  yield* walk.globals();
  return yield* walk.finish();
}

/** The names of types (before LLVM 3.0), sorted. */
function sortedNames(module: LoadedModule): readonly TypeName[] {
  return [...(module.typeNames ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A type definition of the text: the type and its name. */
export interface TypeDefinition {
  readonly name: string;
  readonly type: Type;
}

/**
 * Whether a named type is printed by its name at every use. Types without parts are not; otherwise every `i32` would
 * be.
 */
function isNamedInUse(type: Type): boolean {
  const named = type.kind === "pointer" && type.pointee ? type.pointee : type;
  return PARTED.has(named.kind);
}
const PARTED: ReadonlySet<string> = new Set<Type["kind"]>(["pointer", "function", "array", "vector", "struct"]);

/**
 * The types that LLVM 3.0 defines for a module of LLVM 2.x: numbered structs, then all named types, sorted; and the
 * names of types at their uses. Source: AddModuleTypesToPrinter of LLVM 2.9.
 */
export function* findOldTypes(
  module: LoadedModule,
): Generator<void, { definitions: readonly TypeDefinition[]; names: ReadonlyMap<Type, string> }, undefined> {
  const names = new Map<Type, string>();
  const named = sortedNames(module).map(({ name, type }) => ({ name: nameText("%", name, module.release), type }));
  for (const { name, type } of named) if (isNamedInUse(type) && !names.has(type)) names.set(type, name);
  const isWanted = (struct: StructType): boolean => struct.elements?.length !== 0 && !names.has(struct);
  const found = yield* findTypes(module, false, isWanted);
  const numbered = found.map((type, index) => ({ name: `%${index}`, type }));
  for (const { name, type } of numbered) names.set(type, name);
  return { definitions: [...numbered, ...named], names };
}
