/** The names in a module: all that the outline, the symbols and the facts of a file need. */
import type { StructType, Type } from "../ir/types";
import type { LoadedModule } from "../read/module";
import { ListingPrinting } from "./printing";

/** A module of which possibly only the names have been read. */
export class NamedModule {
  readonly context: ListingPrinting;
  constructor(readonly module: LoadedModule) {
    this.context = new ListingPrinting(module);
    this.context.types.number(module.types.filter(isUnnamed));
  }
}

function isUnnamed(type: Type): type is StructType {
  return type.kind === "struct" && type.identified && type.name === "";
}
