/** The names in a module: all that the outline, the symbols and the facts of a file need. */
import type { Body } from "../ir/module";
import type { ValueId } from "../ir/ids";
import type { StructType, Type } from "../ir/types";
import type { LoadedModule } from "../read/module";
import { ListingPrinting } from "./printing";

/** A module of which possibly only the names have been read. */
export class NamedModule {
  readonly context: ListingPrinting;
  constructor(readonly module: LoadedModule) {
    this.context = new ListingPrinting(module);
    this.context.nameGlobals();
    this.context.types.number(module.types.filter(isUnnamed));
  }

  private byFunction: ReadonlyMap<ValueId, Body> | undefined;
  /** The body of a function by its number; undefined if it has none. */
  bodyOf(id: ValueId): Body | undefined {
    this.byFunction ??= new Map(this.module.bodies.map((body) => [body.function.id, body]));
    return this.byFunction.get(id);
  }
}

function isUnnamed(type: Type): type is StructType {
  return type.kind === "struct" && type.identified && type.name === "";
}
