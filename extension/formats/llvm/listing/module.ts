/** What the listing knows about a module: its tables, read literally, and what each record defines. */
import type { SymbolId } from "../../../document/token";
import type { Body } from "../ir/module";
import type { MetadataId, ValueId } from "../ir/ids";
import type { GlobalValue } from "../ir/values";
import type { LoadedModule } from "../read/module";
import { countBefore } from "../../../kit/sortedSearch";
import { briefText } from "./brief";
import { GlobalNames } from "./globalNames";
import { NamedModule } from "./names";
import { constantsByBit, OpenFunction } from "./openFunction";
import { Origins } from "./origins";

/** If a module has more globals, they are looked through for a name: an index of millions would take too much memory. */
const MOST_NAMED = 1 << 17;

/** A module as the listing shows it. At most one function is open at a time. */
export class ListingModule extends NamedModule {
  readonly origins: Origins;
  /** The globals by their records' first bits, if upgrades may have changed them. */
  private readonly globals = new Map<number, GlobalValue>();
  private readonly types = new Map<number, number>();
  private constants: ReadonlyMap<number, ValueId> | undefined;
  private open_: OpenFunction | undefined;
  private readonly named: GlobalNames;

  /** The number of entries in the module's metadata table, without those of functions. */
  readonly metadataCount: number;

  constructor(module: LoadedModule) {
    super(module);
    this.named = new GlobalNames(module, (id) => this.context.globalName(id));
    this.origins = new Origins(module);
    this.metadataCount = countOf((index) => module.metadata.idOf(index) !== undefined);
    for (const global of module.ownGlobals) this.globals.set(global.startBit, global);
    module.typeBits.forEach((bit, index) => this.types.set(bit, index));
  }

  /** The global defined by the record at this bit. */
  globalAt(bit: number): GlobalValue | undefined {
    const { stored } = this.module;
    if (!stored) return this.globals.get(bit);
    const id = stored.idAt(bit);
    return id === undefined || !stored.isGlobal(id) ? undefined : (stored.at(id) as GlobalValue);
  }
  /** The global that a symbol names. @throws Unfinished while it is looked for */
  globalOf(symbol: SymbolId): GlobalValue | undefined {
    if (this.isIndexed) return this.named.of(symbol);
    return this.module.globals.find(({ id }) => this.context.globalName(id) === symbol);
  }
  /** Whether there may be an index of the globals' names. */
  private get isIndexed(): boolean {
    return this.module.globals.length <= MOST_NAMED;
  }
  /** Prepares what rows and cards would otherwise wait for, in steps. */
  *prepare(): Generator<void, void, undefined> {
    if (!this.isIndexed) return;
    yield* this.named.prepare();
    yield* this.context.room.prepare();
  }
  /** The index of the comdat defined by the record at this bit. */
  comdatAt(bit: number): number | undefined {
    const { comdatBits } = this.module;
    const index = countBefore(comdatBits.length, (at) => (comdatBits[at] ?? 0) >= bit);
    return comdatBits[index] === bit ? index : undefined;
  }
  /** The index of the type defined by the record at this bit. */
  typeAt(bit: number): number | undefined {
    return this.types.get(bit);
  }
  /** The body whose FUNCTION_BLOCK starts at this bit. */
  bodyAt(bit: number): Body | undefined {
    return this.module.bodies.startingAt(bit);
  }
  /** The constant of the module defined by the record at this bit. */
  constantAt(bit: number): ValueId | undefined {
    const { stored } = this.module;
    const id = stored?.idAt(bit);
    if (stored) return id === undefined || stored.isGlobal(id) ? undefined : id;
    if (!this.constants) {
      const { values, globals } = this.module;
      const end = this.open_ ? this.open_.body.firstLocal : values.length;
      this.constants = constantsByBit(values, globals.length, end);
    }
    return this.constants.get(bit);
  }

  /** A node in a few words: its class and name, a string's text, a value. Cached for the module's own nodes. */
  briefNode(index: number, node: MetadataId): string {
    const known = this.briefNodes.get(index);
    if (known !== undefined) return known;
    const text = briefText(node, this.module.metadata, this.context);
    if (index < this.metadataCount) this.briefNodes.set(index, text);
    return text;
  }
  private readonly briefNodes = new Map<number, string>();

  /** Opens a function, closing the one that was open. */
  open(place: Body): OpenFunction {
    if (this.open_?.place.startBit === place.startBit) return this.open_;
    this.close();
    const body = this.module.enter(place);
    this.context.enter(body);
    this.open_ = new OpenFunction(this.module, place, body);
    return this.open_;
  }
  /** Opens the function whose block starts at this bit; undefined if there is none. */
  openAt(bit: number): OpenFunction | undefined {
    if (this.open_?.place.startBit === bit) return this.open_;
    const place = this.bodyAt(bit);
    return place && this.open(place);
  }
  /** Does work on a record of the module itself: it must not depend on which function is open. */
  outside<T>(work: () => T): T {
    return this.open_ ? this.module.without(this.open_.body, work) : work();
  }
  private close(): void {
    if (!this.open_) return;
    this.context.leave();
    this.module.leave(this.open_.body);
    this.open_ = undefined;
  }
}

/**
 * The smallest index for which `holds` is false; it must be true for all smaller indices and false for all larger ones.
 * Found by doubling and bisection.
 */
function countOf(holds: (index: number) => boolean): number {
  let high = 1;
  while (holds(high - 1)) high *= 2;
  let low = Math.floor(high / 2);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
