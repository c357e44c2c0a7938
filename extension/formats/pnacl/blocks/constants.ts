/** Prints a constants block: the constants of one function. */
import type { BitRecord } from "../../bitstream/record";
import { formatFloatBits, formatSignRotated } from "../numbers";
import type { Outcome } from "../section";
import { CST } from "../tables";
import type { Type } from "../types";
import { POINTER, VOID } from "../types";
import { BlockPrinter } from "./printer";

interface State {
  readonly type: Type;
  readonly defined: number;
}

/** Prints the constants of a function, grouped by the types that SETTYPE records set. */
export class ConstantsPrinter extends BlockPrinter {
  private type_: Type = VOID;
  private defined = this.section.constantsBefore;

  override save(): State {
    return { type: this.type_, defined: this.defined };
  }
  override restore(state: State): void {
    this.type_ = state.type;
    this.defined = state.defined;
  }
  /** The type of the next constants: the last SETTYPE's. */
  get currentType(): Type {
    return this.type_;
  }
  override outcome(): Outcome {
    return { constants: this.defined };
  }

  record(record: BitRecord): undefined {
    this.out.lastKnownBit = record.startBit;
    switch (record.code) {
      case CST.SETTYPE:
        this.setType(record);
        break;
      case CST.UNDEF:
        if (record.length > 0) this.out.error(`Undefined record should not have arguments: Found: ${record.length}`);
        this.define(record, "undef");
        break;
      case CST.INTEGER:
        this.define(record, this.integer(record));
        break;
      case CST.FLOAT:
        this.define(record, this.floating(record));
        break;
      default:
        // The reference names the wrong block here, too.
        this.out.error("Unknown record in valuesymtab block.");
    }
    this.write(record);
    return undefined;
  }

  private setType(record: BitRecord): void {
    const { out } = this;
    out.asm.indent = Math.min(out.asm.indent, this.section.depth + 1);
    if (record.length === 1) {
      this.type_ = this.type(record.word(0), this.section.scope.types);
      out.asm.operand(0);
      this.putType(this.type_);
      out.asm.operand(undefined).glue("punctuation", ":");
      this.putAbbreviation(record);
      out.asm.line();
    } else {
      out.error(`Settype record should have 1 argument. Found: ${record.length}`);
      this.type_ = POINTER;
    }
    out.asm.indent++;
  }
  private integer(record: BitRecord): string {
    if (record.length !== 1) {
      this.out.error(`Integer record should have 1 argument. Found: ${record.length}`);
      return "0";
    }
    const isBoolean = this.type_.name === "i1";
    const value = record.value(0);
    return formatSignRotated(value > Number.MAX_SAFE_INTEGER ? record.big(0) : value, isBoolean);
  }
  private floating(record: BitRecord): string {
    const { kind } = this.type_;
    if (record.length !== 1) this.out.error(`Float record should have 1 argument. Found: ${record.length}`);
    else if (kind === "float" || kind === "double") return formatFloatBits(record.big(0), kind === "float");
    else this.out.error(`Bad floating point constant argument: ${record.decimal(0)}`);
    return "0";
  }

  private define(record: BitRecord, value: string): void {
    const { out, section } = this;
    const { asm } = out;
    const id = `%c${this.defined}`;
    const owner = section.parent?.id ?? section.id;
    asm.put("local", id, `${owner}/${id}`, true).space().put("punctuation", "=").space().begin();
    this.putType(this.type_);
    asm
      .space()
      .operand(0)
      .put(value === "undef" ? "keyword" : "number", value)
      .operand(undefined);
    asm.put("punctuation", ";").end();
    this.putAbbreviation(record);
    asm.line();
    section.define("c", this.defined, out.index);
    const data = section.parent?.data;
    if (data) data.constantTypes[this.defined] = this.type_;
    this.defined++;
  }
}
