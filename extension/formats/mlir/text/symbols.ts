/** Symbols: the names that ops give to the symbol tables around them, and the calls of those that are functions. */
import type { Container } from "../container/container";
import type { NumberList, Op } from "../ir/op";
import type { NamedValue } from "../model/module";
import { CallCheck } from "../verify/calls";
import type { CallReport } from "../verify/calls";
import type { DefinitionCheck } from "../verify/check";
import type { OpValues } from "./opValues";

/** What the check asks about ops. */
export interface SymbolFacts {
  readonly definitions: DefinitionCheck;
  values(op: Op): OpValues;
  /** Whether the release knows ops of that name. */
  isKnown(name: number): boolean;
}

/** Reports names that are given twice, and calls that do not fit their function. */
export class SymbolCheck {
  /** The first bytes of ops by the strings of their names, by the first byte of the op with the symbol table. */
  private readonly symbols = new Map<number, Map<number, number>>();
  private readonly calls: CallCheck;
  /** The indices of the names of calls and of functions; -1 if the file has no calls. */
  private readonly callName: number;
  private readonly functionName: number;

  constructor(
    private readonly container: Container,
    private readonly facts: SymbolFacts,
    private readonly report: CallReport,
  ) {
    const { opNames } = container.dialects;
    const indexOf = (wanted: string): number => opNames.findIndex(({ name }) => name === wanted);
    this.callName = facts.definitions.known ? indexOf("func.call") : -1;
    this.functionName = this.callName < 0 ? -1 : indexOf("func.func");
    this.calls = new CallCheck(facts.definitions.entries, report);
  }

  /** Reports a name that another op of a symbol table has. @param table the first byte of the table's op */
  define(op: Op, table: number): void {
    const values = this.facts.values(op);
    const name = this.string(find(values, "sym_name"));
    if (name === undefined) return;
    if (this.callName >= 0 && !this.calls.done) this.noteFunction(op, values, name, table);
    let names = this.symbols.get(table);
    if (!names) this.symbols.set(table, (names = new Map()));
    const other = names.get(name);
    if (other === undefined) names.set(name, op.startByte);
    else if (other !== op.startByte) this.report(op, `redefinition of symbol named '${this.container.string(name)}'`);
  }

  /** Looks at an op for calls. @param types the types of its operands */
  take(op: Op, types: NumberList): void {
    if (this.callName < 0 || this.calls.full) return;
    if (op.name === this.callName) this.check(op, types);
    // An op that the release does not know may have a table.
    else if (op.regions > 0 && !this.facts.isKnown(op.name)) this.calls.noteTable(op.startByte);
  }

  private noteFunction(op: Op, values: OpValues, name: number, table: number): void {
    this.calls.noteTable(table);
    const type = op.name === this.functionName ? find(values, "function_type") : undefined;
    const node = type?.kind === "attribute" ? this.container.attribute(type.index) : undefined;
    if (node?.kind === "type") this.calls.define(name, node.type);
  }

  private check(op: Op, operands: NumberList): void {
    const callee = find(this.facts.values(op), "callee");
    const node = callee?.kind === "attribute" ? this.container.attribute(callee.index) : undefined;
    if (node?.kind !== "symbolRef" || node.nested.length > 0) return;
    const root = this.string({ kind: "attribute", index: node.root });
    const { results, startByte, endByte } = op;
    if (root !== undefined) this.calls.call({ operands, results, startByte, endByte }, root);
  }

  /** The index of the string that a value is; undefined if it is none. */
  private string(value: NamedValue["value"] | undefined): number | undefined {
    const node = value?.kind === "attribute" ? this.container.attribute(value.index) : undefined;
    return node?.kind === "string" ? node.string : undefined;
  }
}

/** The property or attribute of that name. */
function find({ properties, attributes }: OpValues, wanted: string): NamedValue["value"] | undefined {
  const is = ({ name }: NamedValue): boolean => name === wanted;
  const found = properties.kind === "named" ? properties.values.find(is) : undefined;
  return (found ?? attributes.find(is))?.value;
}
