/** Names of the tables' entries in tokens: `#7`, `!3`, and a letter and the index for those that MLIR has no name for. */
import type { SymbolId } from "../../../document/token";
import type { Container } from "../container/container";
import { SectionKind } from "../container/sections";

/** A table that rows refer to by index. */
export type TableName = "attribute" | "type" | "opName" | "property" | "string" | "dialect";

const SIGILS: Readonly<Record<TableName, string>> = {
  attribute: "#",
  type: "!",
  opName: "o",
  property: "p",
  string: "s",
  dialect: "d",
};

/** The symbol of a table's entry. */
export function tableSymbol(table: TableName, index: number): SymbolId {
  return `${SIGILS[table]}${index}`;
}

/** Where a table's entry is listed: the kind of the section, and the row in it. */
export interface TablePlace {
  readonly section: number;
  readonly row: number;
}

/** Where the entry that a symbol names is listed; undefined: it is no symbol of a table, or there is no such entry. */
export function tablePlace(container: Container, symbol: SymbolId): TablePlace | undefined {
  const index = Number(symbol.slice(1));
  const at = (section: number, count: number, before = 0): TablePlace | undefined =>
    Number.isInteger(index) && index < count ? { section, row: before + index } : undefined;
  const { attributes, types } = container.entries;
  const { dialects, opNames } = container.dialects;
  switch (symbol[0]) {
    case "#":
      return at(SectionKind.entries, attributes.count);
    case "!":
      return at(SectionKind.entries, types.count, attributes.count);
    case "d":
      return at(SectionKind.dialects, dialects.length);
    case "o":
      return at(SectionKind.dialects, opNames.length, dialects.length);
    case "s":
      return at(SectionKind.strings, container.strings.count);
    case "p":
      return at(SectionKind.properties, container.properties.count);
    default:
      return undefined;
  }
}
