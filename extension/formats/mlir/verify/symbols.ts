/** The symbols that ops name (SymbolUserOpInterface): what is used is looked up when all definitions are known. */
import type { NestedOp, SymbolCheck } from "./nestedOp";
import { spokenFault, told } from "./fault";

/**
 * Uses of symbols that are checked at most; those with equal names, properties and types count once. To look at all of
 * them would cost a large file some of the time of its text.
 */
const MOST_USES = 1 << 8;

interface Use {
  readonly op: NestedOp;
  readonly table: NestedOp;
}

/** The symbols of an op with a symbol table. Their names are read when one is looked up, as far as that takes. */
class SymbolTable {
  private readonly ops: NestedOp[] = [];
  private readonly named = new Map<string, NestedOp>();
  /** How many of the ops were asked for their names. */
  private read = 0;

  add(op: NestedOp): void {
    this.ops.push(op);
  }
  find(wanted: string): NestedOp | undefined {
    for (; this.read < this.ops.length && !this.named.has(wanted); this.read++) {
      const op = this.ops[this.read];
      const name = op && symbolName(op);
      if (name !== undefined && !this.named.has(name)) this.named.set(name, op as NestedOp);
    }
    return this.named.get(wanted);
  }
}

/** Keeps the symbols of a file, and the ops that name them. */
export class SymbolUses {
  private readonly tables = new Map<NestedOp, SymbolTable>();
  private readonly uses = new Map<string, Use>();

  /**
   * @param checks by the names of the ops that use symbols
   * @param definitions the names of ops that are looked up
   */
  constructor(
    private readonly checks: ReadonlyMap<string, SymbolCheck>,
    private readonly definitions: ReadonlySet<string>,
  ) {}

  isUse(name: string): boolean {
    return this.checks.has(name);
  }
  isDefinition(name: string): boolean {
    return this.definitions.has(name);
  }

  /** @param table the op with the symbol table around it */
  define(op: NestedOp, table: NestedOp | undefined): void {
    if (!table) return;
    let symbols = this.tables.get(table);
    if (!symbols) this.tables.set(table, (symbols = new SymbolTable()));
    symbols.add(op);
  }

  /** Whether no more uses are checked. */
  get full(): boolean {
    return this.uses.size >= MOST_USES;
  }

  use(op: NestedOp, table: NestedOp | undefined): void {
    if (!table || this.full) return;
    const key = `${table.place.startByte} ${op.place.key}`;
    if (!this.uses.has(key)) this.uses.set(key, { op, table });
  }

  /** Checks all uses. @param damaged whether definitions may be missing */
  finish(damaged: boolean, report: (op: NestedOp, fault: string) => void): void {
    if (!damaged)
      for (const { op, table } of this.uses.values()) {
        const fault = spokenFault(op.name, () => this.checks.get(op.name)?.(op, ({ path }) => this.find(table, path)));
        if (fault !== undefined) report(op, fault);
      }
    this.uses.clear();
    this.tables.clear();
  }

  /** The op that a reference names, in a table or in a table inside it. */
  private find(table: NestedOp, path: readonly string[]): NestedOp | undefined {
    let found: NestedOp | undefined = table;
    for (const name of path) found = found && this.tables.get(found)?.find(name);
    return found;
  }
}

const symbolName = (op: NestedOp): string | undefined =>
  told(() => {
    const attribute = op.attribute("sym_name");
    return attribute?.node?.kind === "string" ? attribute.string : undefined;
  });
