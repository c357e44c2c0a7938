/** Symbols: the op that a name means, in its symbol table (mlir::SymbolTable). */
import type { SectionId } from "../../../document/section";
import type { SymbolId } from "../../../document/token";
import { readOpAt } from "../ir/one";
import { guarded } from "../model/damage";
import type { OpReader } from "../text/values";
import type { Body } from "./body";
import { RowKind } from "./bodyRows";
import type { SectionTree } from "./sections";

/** An op's name, and its symbol if it defines one. */
export interface OwnSymbol {
  readonly op: string;
  /** A byte string, without `@`. */
  readonly name: string | undefined;
}

/** A symbol's place: the section that contains its op's row, and the row. */
export interface SymbolPlace {
  readonly section: SectionId;
  /** Index among the section's rows. */
  readonly index: number;
  readonly row: number;
}

/** Most ops of a section that are examined for a symbol. */
const LOOKED_AT = 64;
/** Attributes of dialects whose only field is a string. */
const STRINGS: ReadonlySet<string> = new Set(["string_v1", "serialization.string"]);

/** Looks symbols up in the tables around a place. */
export class SymbolTables {
  /** The names defined in a section, collected on demand. */
  private readonly known = new Map<SectionId, ReadonlyMap<string, SymbolPlace>>();
  private readonly names = new Map<SectionId, OwnSymbol>();
  private readonly tables = new Map<SectionId, boolean>();

  constructor(
    private readonly tree: SectionTree,
    private readonly reader: OpReader,
  ) {}

  /** The name and the symbol of a section's op. */
  own(id: SectionId): OwnSymbol {
    const known = this.names.get(id);
    if (known) return known;
    const info = this.tree.info(id);
    if (info.kind !== "op") return { op: "", name: undefined };
    const body = this.tree.ownerOf(info);
    const own = this.ofRow(body, body.nests.rowOf(info.nest));
    this.names.set(id, own);
    return own;
  }

  /** The name and the symbol of a row's op. */
  ofRow(body: Body, row: number): OwnSymbol {
    const { container } = this.reader;
    return guarded(
      () => {
        const op = readOpAt(container, body.start(row));
        const { properties, attributes } = this.reader.values(op);
        const named = properties.kind === "named" ? properties.values : [];
        const opName = container.dialects.opNames[op.name]?.name ?? "";
        const key = opName.startsWith("aicode.") ? "name" : "sym_name";
        const found = [...named, ...attributes].find(({ name }) => name === key);
        const node = found?.value.kind === "attribute" ? container.attribute(found.value.index) : undefined;
        const name = node?.kind === "string" ? container.string(node.string) : this.wrappedName(node);
        return { op: opName, name };
      },
      () => ({ op: "", name: undefined }),
    );
  }

  /** VHLO and AICode wrap the name in a string attribute of their own. */
  private wrappedName(node: ReturnType<OpReader["container"]["attribute"]> | undefined): string | undefined {
    if (node?.kind !== "custom" || !STRINGS.has(node.mnemonic)) return undefined;
    const value = node.fields[0]?.value;
    return value?.kind === "string" ? this.reader.container.string(value.index) : undefined;
  }

  /**
   * The section of the symbol table in which names used in `id` are looked up: that of the nearest op around it that
   * opens a table (mlir::SymbolTable::getNearestSymbolTable).
   */
  private table(id: SectionId): SectionId {
    for (let at = id; ;) {
      const info = this.tree.info(at);
      if (info.kind !== "op" || this.opensTable(at)) return at;
      at = info.parent;
    }
  }

  /**
   * Whether an op opens a symbol table. If no release's tables know the op, its content tells: an op that defines a
   * symbol must be in a symbol table.
   */
  private opensTable(id: SectionId): boolean {
    const known = this.tables.get(id);
    if (known !== undefined) return known;
    const { op } = this.own(id);
    const name = { dialect: op.split(".")[0] ?? "", name: op, registered: true };
    const { codec } = this.reader;
    const opens = codec.knows(name) ? codec.isSymbolTable(name) : this.definesEarly(id);
    this.tables.set(id, opens);
    return opens;
  }
  private definesEarly(id: SectionId): boolean {
    const contents = this.tree.contents(id);
    if (!contents) return false;
    contents.body.readUntil(() => contents.nest.closed || contents.rows.length >= LOOKED_AT);
    for (let index = 0; index < LOOKED_AT; index++) {
      const row = contents.rows[index];
      if (row === undefined) return false;
      if (isOp(contents.body, row) && this.ofRow(contents.body, row).name !== undefined) return true;
    }
    return false;
  }

  /** The symbols that a section's ops define. */
  defined(id: SectionId): ReadonlyMap<string, SymbolPlace> {
    const known = this.known.get(id);
    if (known) return known;
    const found = new Map<string, SymbolPlace>();
    const contents = this.tree.contents(id);
    contents?.body.readUntil(() => contents.nest.closed);
    for (const [index, row] of contents?.rows.entries() ?? []) {
      if (!contents || !isOp(contents.body, row)) continue;
      const { name } = this.ofRow(contents.body, row);
      if (name !== undefined && !found.has(name)) found.set(name, { section: id, index, row });
    }
    this.known.set(id, found);
    return found;
  }

  /**
   * The symbol that a reference in a row of `id` names: its last name, looked up in the table to which the names before
   * it lead. Undefined if they lead nowhere.
   * @param own the section of the row's own op, if it has one: an op that opens a table refers to its content
   */
  use(id: SectionId, path: readonly string[], own?: SectionId): SymbolId | undefined {
    const [root = ""] = path;
    const inOwn = own !== undefined && this.opensTable(own) && this.defined(own).has(root);
    let table: SectionId | undefined = inOwn ? own : this.table(id);
    for (const name of path.slice(0, -1)) {
      table = table === undefined ? undefined : this.opened(table, name);
      if (table === undefined) return undefined;
    }
    return symbolId(table, path.at(-1) ?? "");
  }

  /** The section of the op with this name in a table, if that op opens a table itself. */
  private opened(table: SectionId, name: string): SectionId | undefined {
    const place = this.defined(table).get(name);
    const contents = place && this.tree.contents(table);
    if (!contents || contents.body.kind(place.row) !== RowKind.Nested) return undefined;
    const section = this.tree.op(contents.place, contents.body.detail(place.row), table);
    return this.opensTable(section) ? section : undefined;
  }

  /** The symbol that an op among the rows of `id` defines; undefined if no symbol table contains it. */
  definition(id: SectionId, name: string): SymbolId | undefined {
    return this.table(id) === id ? symbolId(id, name) : undefined;
  }
  /** Where a symbol is defined. */
  locate(symbol: SymbolId): SymbolPlace | undefined {
    const [, table = "", name = ""] = /^@(\d+)\/([^]*)$/.exec(symbol) ?? [];
    return this.defined(Number(table)).get(name);
  }
}

/** A symbol, made of its table and its name in bytes. */
function symbolId(table: SectionId | undefined, name: string): SymbolId | undefined {
  return table === undefined ? undefined : `@${table}/${name}`;
}

function isOp(body: Body, row: number): boolean {
  const kind = body.kind(row);
  return kind === RowKind.Op || kind === RowKind.Nested;
}
