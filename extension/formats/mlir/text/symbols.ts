/** Symbols: the names that ops give to the symbol tables around them. */
import type { Container } from "../container/container";
import type { Op } from "../ir/op";
import type { NamedValue } from "../model/module";
import type { OpValues } from "./opValues";

/** Reports names that are given twice. */
export class SymbolCheck {
  /** The first bytes of ops by the strings of their names, by the first byte of the op with the symbol table. */
  private readonly symbols = new Map<number, Map<number, number>>();

  constructor(
    private readonly container: Container,
    private readonly values: (op: Op) => OpValues,
    private readonly report: (op: Op, fault: string) => void,
  ) {}

  /** Reports a name that another op of a symbol table has. @param table the first byte of the table's op */
  define(op: Op, table: number): void {
    const name = this.nameOf(op);
    if (name === undefined) return;
    let names = this.symbols.get(table);
    if (!names) this.symbols.set(table, (names = new Map()));
    const other = names.get(name);
    if (other === undefined) names.set(name, op.startByte);
    else if (other !== op.startByte) this.report(op, `redefinition of symbol named '${this.container.string(name)}'`);
  }

  /** The index of the string that names an op; undefined if none does. */
  private nameOf(op: Op): number | undefined {
    const { properties, attributes } = this.values(op);
    const is = ({ name }: NamedValue): boolean => name === "sym_name";
    const found = properties.kind === "named" ? properties.values.find(is) : undefined;
    const value = (found ?? attributes.find(is))?.value;
    const node = value?.kind === "attribute" ? this.container.attribute(value.index) : undefined;
    return node?.kind === "string" ? node.string : undefined;
  }
}
