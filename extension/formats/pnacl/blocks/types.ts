/** Prints the types block. */
import type { BitRecord } from "../../bitstream/record";
import type { Outcome } from "../section";
import { TYPE_CODE } from "../tables";
import type { Type } from "../types";
import { DOUBLE, FLOAT, isAllowedInteger, isValidVector, isValueType, VOID } from "../types";
import { BlockPrinter } from "./printer";

/** Bits of the integer type that replaces an invalid type. */
const STAND_IN_BITS = 32;

interface State {
  readonly defined: number;
  readonly expected: number;
  readonly first: boolean;
}

/** Prints the types of the module, one for each record. */
export class TypesPrinter extends BlockPrinter {
  /** Types defined so far, those of earlier blocks included. */
  private defined = this.section.scope.types;
  private expected = 0;
  private first = true;

  override save(): State {
    return { defined: this.defined, expected: this.expected, first: this.first };
  }
  override restore(state: State): void {
    ({ defined: this.defined, expected: this.expected, first: this.first } = state);
  }
  override outcome(): Outcome {
    return { types: this.defined };
  }
  protected override afterExit(): void {
    if (this.defined !== this.expected) this.out.error(`Expected ${this.expected} types but found: ${this.defined}`);
  }

  record(record: BitRecord): undefined {
    this.out.lastKnownBit = record.startBit;
    switch (record.code) {
      case TYPE_CODE.NUMENTRY:
        this.count(record);
        break;
      case TYPE_CODE.VOID:
        this.simple(record, VOID, "Void record shouldn't have arguments.");
        break;
      // Both messages are misspelled in the reference, too.
      case TYPE_CODE.FLOAT:
        this.simple(record, FLOAT, "Float record shoudn't have arguments.");
        break;
      case TYPE_CODE.DOUBLE:
        this.simple(record, DOUBLE, "Double record shound't have arguments.");
        break;
      case TYPE_CODE.INTEGER:
        this.define(record, this.integer(record));
        break;
      case TYPE_CODE.VECTOR:
        this.define(record, this.vector(record));
        break;
      case TYPE_CODE.FUNCTION:
        this.define(record, this.function(record));
        break;
      default:
        this.out.error(`Unknown record code in types block. Found: ${record.code}`);
    }
    this.write(record);
    this.first = false;
    return undefined;
  }

  private count(record: BitRecord): void {
    const { out } = this;
    const one = record.length === 1;
    if (!one) out.error(`Count record should have 1 argument. Found: ${record.length}`);
    if (!this.first) out.error("Count record not first record of types block");
    const size = one ? record.decimal(0) : "0";
    if (one && record.value(0) > 0xffffffff) out.error(`Count record size too big: ${size}`);
    out.asm.put("keyword", "count").space().operand(0).put("number", size).put("punctuation", ";");
    this.putAbbreviation(record);
    out.asm.line();
    this.expected = one ? record.word(0) : 0;
  }
  private simple(record: BitRecord, type: Type, complaint: string): void {
    if (record.length > 0) this.out.error(`${complaint} Found: ${record.length}`);
    this.define(record, type);
  }
  private integer(record: BitRecord): Type {
    let bits = STAND_IN_BITS;
    if (record.length === 1) bits = record.value(0);
    else this.out.error(`Integer record should have one argument. Found: ${record.length}`);
    if (!isAllowedInteger(bits)) {
      this.out.error(`Integer record contains bad integer size: ${record.decimal(0)}`);
      bits = STAND_IN_BITS;
    }
    return this.tables.typeTable.integer(bits);
  }
  private vector(record: BitRecord): Type {
    const { out, tables } = this;
    if (record.length !== 2) {
      out.error(`Vector record should contain two arguments. Found: ${record.length}`);
      return VOID;
    }
    let element = this.type(record.word(1), this.defined);
    if (!isValueType(element) || element.kind === "vector") {
      const message = `Vectors can only be defined on primitive types. Found ${element.name}. Assuming i32 instead.`;
      out.error(message);
      element = tables.typeTable.integer(STAND_IN_BITS);
    }
    const type = tables.typeTable.vector(record.word(0), element);
    if (!isValidVector(type)) out.error(`Vector type ${type.name} not allowed.`);
    return type;
  }
  private function(record: BitRecord): Type {
    const { out, tables } = this;
    if (record.length < 2) {
      out.error(`Function record should contain at least 2 arguments. Found: ${record.length}`);
      return VOID;
    }
    if (record.value(0) !== 0) out.error("Functions with variable length arguments is not supported");
    const standIn = tables.typeTable.integer(STAND_IN_BITS);
    let result = this.type(record.word(1), this.defined);
    if (!isValueType(result) && result.kind !== "void") {
      out.error(`Invalid return type. Found: ${result.name}. Assuming: ${standIn.name}`);
      result = standIn;
    }
    const params: Type[] = [];
    for (let i = 2; i < record.length; i++) {
      let type = this.type(record.word(i), this.defined);
      if (!isValueType(type)) {
        out.error(`Invalid type for parameter ${i - 1}. Found: ${type.name}. Assuming: ${standIn.name}`);
        type = standIn;
      }
      params.push(type);
    }
    return tables.typeTable.function(result, params, record.value(0) !== 0);
  }

  private define(record: BitRecord, type: Type): void {
    const { out } = this;
    const { asm } = out;
    const id = `@t${this.defined}`;
    asm.put("type", id, id, true).space().put("punctuation", "=").space();
    if (type.kind === "function") asm.begin();
    this.putType(type);
    asm.put("punctuation", ";");
    if (type.kind === "function") asm.end();
    this.putAbbreviation(record);
    asm.line();
    this.section.define("t", this.defined, out.index);
    this.tables.types[this.defined++] = type;
  }
}
