/** Symbols: which op of which symbol table a name means (mlir::SymbolTable). */
import type { SectionId } from "../../../document/section";
import type { SymbolId } from "../../../document/token";
import { readOpAt } from "../ir/one";
import { guarded } from "../model/damage";
import type { OpReader } from "../text/values";
import type { Body } from "./body";
import { RowKind } from "./body";
import type { SectionTree } from "./sections";

/** An op's name and, where it defines one, its symbol. */
export interface OwnSymbol {
  readonly op: string;
  /** A byte string, without `@`. */
  readonly name: string | undefined;
}

/** A symbol's place: the section whose rows hold its op, and the row. */
export interface SymbolPlace {
  readonly section: SectionId;
  /** Index among the section's rows. */
  readonly index: number;
  readonly row: number;
}

/** Finds symbols in the tables around a place. */
export class SymbolTables {
  /** The names defined in a section, once somebody asked. */
  private readonly known = new Map<SectionId, ReadonlyMap<string, SymbolPlace>>();
  private readonly names = new Map<SectionId, OwnSymbol>();

  constructor(
    private readonly tree: SectionTree,
    private readonly reader: OpReader,
  ) {}

  /** The name of the op of a section, and its symbol. */
  own(id: SectionId): OwnSymbol {
    const known = this.names.get(id);
    if (known) return known;
    const info = this.tree.info(id);
    if (info.kind !== "op") return { op: "", name: undefined };
    const body = this.tree.body(info.owner);
    const own = this.ofRow(body, body.nests[info.nest]?.row ?? 0);
    this.names.set(id, own);
    return own;
  }

  /** The name of the op of a row, and its symbol. */
  ofRow(body: Body, row: number): OwnSymbol {
    const { container } = this.reader;
    return guarded(
      () => {
        const op = readOpAt(container, body.bytes[row] ?? 0);
        const { properties, attributes } = this.reader.values(op);
        const named = properties.kind === "named" ? properties.values : [];
        const found = [...named, ...attributes].find(({ name }) => name === "sym_name");
        const node = found?.value.kind === "attribute" ? container.attribute(found.value.index) : undefined;
        const name = node?.kind === "string" ? container.string(node.string) : this.vhloName(node);
        return { op: container.dialects.opNames[op.name]?.name ?? "", name };
      },
      () => ({ op: "", name: undefined }),
    );
  }

  /** VHLO wraps the name in a string attribute of its own. */
  private vhloName(node: ReturnType<OpReader["container"]["attribute"]> | undefined): string | undefined {
    if (node?.kind !== "custom" || node.mnemonic !== "string_v1") return undefined;
    const value = node.fields[0]?.value;
    return value?.kind === "string" ? this.reader.container.string(value.index) : undefined;
  }

  /** The section that is the table for symbols used in `id`: the nearest op around that opens one. */
  private table(id: SectionId): SectionId {
    for (let at = id; ;) {
      const info = this.tree.info(at);
      if (info.kind !== "op") return at;
      if (this.opensTable(at)) return at;
      at = info.parent;
    }
  }

  private opensTable(id: SectionId): boolean {
    const op = this.own(id).op;
    const dialect = op.split(".")[0] ?? "";
    return this.reader.codec.isSymbolTable({ dialect, name: op, registered: true });
  }

  /** The symbols that a section's ops define. */
  defined(id: SectionId): ReadonlyMap<string, SymbolPlace> {
    const known = this.known.get(id);
    if (known) return known;
    const found = new Map<string, SymbolPlace>();
    const contents = this.tree.contents(id);
    for (const [index, row] of contents?.rows.entries() ?? []) {
      const kind = contents?.body.kinds[row];
      if (!contents || (kind !== RowKind.Op && kind !== RowKind.Nested)) continue;
      const { name } = this.ofRow(contents.body, row);
      if (name !== undefined && !found.has(name)) found.set(name, { section: id, index, row });
    }
    this.known.set(id, found);
    return found;
  }

  /** The symbol that `@name` in a row of `id` names. */
  use(id: SectionId, name: string): SymbolId {
    return `@${this.table(id)}/${name.slice(1)}`;
  }
  /** The symbol that an op among the rows of `id` defines; `name` is its literal. */
  definition(id: SectionId, name: string): SymbolId {
    const bare = name.slice(1, -1);
    const spelled = /^[A-Za-z_][\w$.]*$/.test(bare) ? bare : name;
    return `@${this.table(id)}/${spelled}`;
  }
  /** Where a symbol is defined: in the table it was used in, or in one around that. */
  locate(symbol: SymbolId): SymbolPlace | undefined {
    const [, table = "", name = ""] = /^@(\d+)\/([^]*)$/.exec(symbol) ?? [];
    const bare = name.startsWith('"') ? unescape(name.slice(1, -1)) : name;
    return this.defined(Number(table)).get(bare);
  }
}

/** A literal's bytes: the inverse of MLIR's escapes. */
function unescape(text: string): string {
  return text.replace(/\\(\\|[0-9A-F]{2})/g, (_, code: string) =>
    code === "\\" ? "\\" : String.fromCharCode(parseInt(code, 16)),
  );
}
