/** Where the symbols of a module's text are defined, and which sections may name them. */
import type { SymbolId } from "../../../document/token";
import type { Body } from "../ir/module";
import type { ValueId } from "../ir/ids";
import { GlobalNames } from "../listing/globalNames";
import type { FunctionValue, GlobalValue } from "../ir/values";
import { comdatOf, comdatSymbol } from "../print/globals";
import type { TypeDefinition } from "../print/moduleTypes";
import type { LoadedModule } from "../read/module";
import type { AssemblyFunction } from "./function";
import type { ModuleItems, Part } from "./items";
import type { ModuleEntry } from "./places";
import { GLOBALS, GROUPS, MODULE, NODES, TYPES } from "./items";
import type { Mentions } from "./mentions";
import type { AssemblyPrinting } from "./printing";

/** What the symbols belong to. */
export interface SymbolSource {
  readonly module: LoadedModule;
  readonly context: AssemblyPrinting;
  readonly mentions: Mentions;
  /** The items of the text; others once everything is numbered. */
  items(): ModuleItems;
  /** The type definitions in the order of the text, once everything is numbered. */
  definitions(): readonly TypeDefinition[] | undefined;
  /** The section that begins with a function, by its number; the module's own for others. */
  keyOf(function_: ValueId): number;
  /** Opens a function. */
  open(place: Body): AssemblyFunction;
}

/** The symbols of one module. */
export class AssemblySymbols {
  private readonly named: GlobalNames;
  constructor(private readonly of: SymbolSource) {
    this.named = new GlobalNames(of.module, (id) => of.context.globalName(id));
  }
  /** Prepares finding globals by name, in steps. */
  prepare(): Generator<void, void, undefined> {
    return this.named.prepare();
  }
  private get items(): ModuleItems {
    return this.of.items();
  }

  /** The entry that defines a symbol. */
  locate(symbol: SymbolId): ModuleEntry | undefined {
    const local = /^f(-?\d+)\/(.*)$/s.exec(symbol);
    if (local) return this.locateLocal(Number(local[1]), local[2] ?? "");
    if (symbol.startsWith("!")) {
      const number = this.of.context.numbering.numberOf(Number(symbol.slice(1)));
      return number === undefined ? undefined : this.items.entryOf(NODES, number);
    }
    if (symbol.startsWith("#")) return this.items.entryOf(GROUPS, Number(symbol.slice(1)));
    if (symbol.startsWith("type ")) {
      const index = (this.of.definitions() ?? []).findIndex(({ name }) => `type ${name}` === symbol);
      return index < 0 ? undefined : this.items.entryOf(TYPES, index);
    }
    if (symbol.startsWith("$")) return this.items.comdatEntry(symbol);
    return symbol.startsWith("@") ? this.locateGlobal(symbol) : undefined;
  }
  private locateLocal(function_: number, name: string): ModuleEntry | undefined {
    const key = this.of.keyOf(function_);
    const part = this.items.part(key);
    const entry = part.kind === "definition" ? this.of.open(part.place).entryOf(name) : undefined;
    return entry === undefined ? undefined : { key, entry };
  }
  private locateGlobal(symbol: SymbolId): ModuleEntry | undefined {
    const { globals } = this.of.module;
    const global = this.globalOf(symbol);
    if (!global) return undefined;
    if (global.kind === "function" && this.hasBody(global)) return { key: this.of.keyOf(global.id), entry: 0 };
    if (global.kind === "function") return this.locateDeclaration(global);
    const kinds = ["variable", "alias", "ifunc"];
    const same = globals.filter((g) => g.kind === global.kind);
    return this.items.entryOf(GLOBALS + kinds.indexOf(global.kind), same.indexOf(global));
  }
  /**
   * The entry of a declaration: it is in the run of consecutive declarations, whose key is that of the first of them.
   */
  private locateDeclaration(global: FunctionValue): ModuleEntry | undefined {
    const functions = this.of.module.globals.filter((g) => g.kind === "function");
    const at = functions.indexOf(global);
    let first = at;
    for (let before = functions[first - 1]; before && !this.hasBody(before); before = functions[first - 1]) first--;
    const begin = functions[first];
    return begin && this.items.entryOf(this.of.keyOf(begin.id), at - first);
  }
  private globalOf(symbol: SymbolId): GlobalValue | undefined {
    return this.named.of(symbol);
  }
  /** The function of a symbol; undefined for other symbols. */
  functionOf(symbol: SymbolId): FunctionValue | undefined {
    const global = this.globalOf(symbol);
    return global?.kind === "function" ? global : undefined;
  }
  /** The section that contains all names of a symbol that is local to a function. */
  scope(symbol: SymbolId): number | undefined {
    const local = /^f(-?\d+)\//.exec(symbol);
    const key = local ? this.of.keyOf(Number(local[1])) : MODULE;
    return key === MODULE ? undefined : key;
  }
  /**
   * A test of the sections that may name a global or a comdat; undefined for other symbols, and for globals until all
   * bodies have been read.
   */
  naming(symbol: SymbolId): ((key: number) => boolean) | undefined {
    if (symbol.startsWith("$")) return (key) => key !== NODES && this.mayNameComdat(this.items.part(key), symbol);
    const global = this.of.definitions() && symbol.startsWith("@") ? this.globalOf(symbol) : undefined;
    // In a damaged file, several globals may have one name.
    if (!global || !this.named.areDistinct) return undefined;
    const isIn = this.of.mentions.of(global.id);
    const wrapped = this.of.module.metadata.wrappedValues();
    const isInNodes = !wrapped || this.of.mentions.anyNames(global.id, wrapped);
    return (key) => {
      const part = this.items.part(key);
      return part.kind === "definition" ? isIn(part.place.function.id) : key !== NODES || isInNodes;
    };
  }
  /** Instructions name no comdats, so of a function only its head counts. */
  private mayNameComdat(part: Part, symbol: SymbolId): boolean {
    const comdat = part.kind === "definition" ? comdatOf(part.place.function, this.of.context) : undefined;
    return part.kind !== "definition" || (comdat !== undefined && comdatSymbol(comdat, this.of.context) === symbol);
  }
  private hasBody(global: FunctionValue): boolean {
    return this.of.module.bodies.ofGlobal(global) !== undefined;
  }
}
