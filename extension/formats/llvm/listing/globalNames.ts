/** The globals of a module by their names, as a text spells them: whoever follows a name must not look through all. */
import type { SymbolId } from "../../../document/token";
import { Continued } from "../../../kit/continued";
import type { ValueId } from "../ir/ids";
import type { GlobalValue } from "../ir/values";
import type { LoadedModule } from "../read/module";

/** Globals whose names are made in one step. */
const AT_ONCE = 256;

interface Index {
  /** How many globals there were when it was made. */
  readonly count: number;
  readonly byName: ReadonlyMap<SymbolId, GlobalValue>;
}

/** Finds globals by name, in an index that is made when it is first needed, in steps. */
export class GlobalNames {
  private index: Index = { count: 0, byName: new Map() };
  private readonly begun: Continued<"names", Index>;

  /** @param nameOf the name of a global as the text spells it */
  constructor(
    private readonly module: Pick<LoadedModule, "globals" | "window">,
    private readonly nameOf: (id: ValueId) => SymbolId,
  ) {
    this.begun = new Continued(module.window);
  }

  /**
   * The global with a name; in a damaged file, the first of several. @throws Unfinished while the index is being made
   */
  of(name: SymbolId): GlobalValue | undefined {
    // Reading bodies may add globals.
    if (this.index.count !== this.module.globals.length) this.index = this.begun.run("names", () => this.made());
    return this.index.byName.get(name);
  }
  /** Whether no two globals have the same name, as far as the index is made. */
  get areDistinct(): boolean {
    return this.index.byName.size === this.module.globals.length;
  }
  /** Makes the index beforehand, in steps. */
  *prepare(): Generator<void, void, undefined> {
    if (this.index.count !== this.module.globals.length) this.index = yield* this.made();
  }

  private *made(): Generator<void, Index, undefined> {
    const byName = new Map<SymbolId, GlobalValue>();
    let count = 0;
    for (const global of this.module.globals) {
      const name = this.nameOf(global.id);
      if (!byName.has(name)) byName.set(name, global);
      if (++count % AT_ONCE === 0) yield;
    }
    return { count, byName };
  }
}
