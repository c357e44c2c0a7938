/** Prints the globals block: global variables and their initializers. */
import type { BitRecord } from "../../bitstream/record";
import type { Outcome } from "../section";
import { GLOBALVAR, MAX_ALIGNMENT_EXPONENT } from "../tables";
import type { ItemWriter } from "../output";
import { BlockPrinter } from "./printer";

/**
 * An alignment in bytes. Operand `index` holds its exponent plus one, 0 for none; reports one that is too large, and
 * returns 0.
 */
export function alignmentOf(record: BitRecord, index: number, out: ItemWriter): number {
  const exponent = record.value(index);
  if (exponent <= MAX_ALIGNMENT_EXPONENT + 1) return (1 << exponent) >> 1;
  const found = BigInt.asUintN(64, record.big(index) - 1n);
  out.error(`Alignment can't be greater than 2**${MAX_ALIGNMENT_EXPONENT}. Found: 2**${found}`);
  return 0;
}

interface State {
  readonly defined: number;
  readonly expected: number;
  /** Initializers that the last variable still needs; wraps like the reference's 32-bit count. */
  readonly missing: number;
  /** Whether the last variable has a compound initializer, whose brace is open. */
  readonly compound: boolean;
}

/** Prints global variables with their initializers. */
export class GlobalsPrinter extends BlockPrinter {
  private defined = this.section.scope.globals;
  private expected = this.section.scope.expectedGlobals;
  private missing = 0;
  private compound = false;

  override save(): State {
    return { defined: this.defined, expected: this.expected, missing: this.missing, compound: this.compound };
  }
  override restore(state: State): void {
    ({ defined: this.defined, expected: this.expected, missing: this.missing, compound: this.compound } = state);
  }
  override outcome(): Outcome {
    return { globals: this.defined, expectedGlobals: this.expected };
  }
  protected override get globalCount(): number {
    return this.expected;
  }
  protected override beforeExit(): void {
    const { defined, expected, missing } = this;
    if (missing > 0) this.out.error(`More initializers for @g${(defined - 1) >>> 0} expected: ${missing}`);
    if (defined !== expected) this.out.error(`Expected ${expected} globals but found: ${defined}`);
  }

  record(record: BitRecord): undefined {
    this.out.lastKnownBit = record.startBit;
    this.statement(record);
    this.write(record);
    if (this.defined > 0 && this.missing === 0) this.closeInitializers(record.endBit);
    return undefined;
  }

  private statement(record: BitRecord): void {
    switch (record.code) {
      case GLOBALVAR.VAR:
        return this.variable(record);
      case GLOBALVAR.COMPOUND:
        return this.compoundOf(record);
      case GLOBALVAR.ZEROFILL:
        return this.zerofill(record);
      case GLOBALVAR.DATA:
        return this.data(record);
      case GLOBALVAR.RELOC:
        return this.relocation(record);
      case GLOBALVAR.COUNT:
        return this.count(record);
      default:
        this.out.error("Unknown record found in globals block.");
    }
  }

  /** Closes the brace of a compound initializer, and returns to the indentation of variables. */
  private closeInitializers(bit: number): void {
    const { asm } = this.out;
    const base = this.section.depth + 1;
    if (this.compound) {
      asm.indent = Math.min(asm.indent, base + 1);
      asm.close("}").line();
    }
    asm.indent = Math.min(asm.indent, base);
    this.out.flush(bit);
    this.missing = 0;
    this.compound = false;
  }

  private variable(record: BitRecord): void {
    const { out } = this;
    const { asm } = out;
    if (record.length !== 2) return out.error(`Globalvar record expects two arguments. Found: ${record.length}`);
    if (this.defined === this.expected) out.error(`Exceeded expected number of globals: ${this.expected}`);
    if (this.missing > 0) {
      out.error(`Previous initializer list too short. Expects ${this.missing} more initializers`);
      this.closeInitializers(record.startBit);
    }
    const alignment = alignmentOf(record, 0, out);
    const id = `@g${this.defined}`;
    asm
      .begin()
      .operand(1)
      .put("keyword", record.value(1) !== 0 ? "const" : "var")
      .operand(undefined)
      .space();
    asm.put("global", id, id, true).put("punctuation", ",").end().space();
    asm.begin().put("keyword", "align").space().operand(0).put("number", String(alignment)).operand(undefined);
    asm.put("punctuation", ",").end();
    this.putAbbreviation(record);
    asm.line();
    asm.indent++;
    this.section.define("g", this.defined, out.index);
    this.defined++;
    this.missing = 1;
  }

  private compoundOf(record: BitRecord): void {
    const { out } = this;
    const { asm } = out;
    if (record.length !== 1) return out.error(`Compound record expects one argument. Found: ${record.length}`);
    if (this.missing !== 1) {
      out.error("Compound record must follow globalvars record");
      this.closeInitializers(record.startBit);
    } else if (this.compound) {
      out.error("Nested initialization records not allowed");
      this.closeInitializers(record.startBit);
    }
    asm.begin().put("keyword", "initializers").space().operand(0).put("number", record.decimal(0));
    asm.operand(undefined).end().space().open("{");
    this.putAbbreviation(record);
    asm.line();
    if (record.value(0) > 0xffffffff) out.error(`Too many initializers for global var: ${record.decimal(0)}`);
    asm.indent++;
    this.missing = record.word(0);
    this.compound = true;
  }

  private zerofill(record: BitRecord): void {
    const { out } = this;
    if (record.length !== 1) return out.error(`Zerofill record expects one argument. Found: ${record.length}`);
    if (this.missing === 0) out.error("Zerofill initializer not associated with globalvar record");
    out.asm.put("keyword", "zerofill").space().operand(0).put("number", record.decimal(0));
    this.endInitializer(record);
  }

  private data(record: BitRecord): void {
    const { out } = this;
    const { asm } = out;
    if (record.length === 0) out.error("Globals data record must have arguments.");
    if (this.missing === 0) out.error("Data initializer not associated with globalvar record");
    asm.begin().open("{");
    for (let i = 0; i < record.length; i++) {
      if (i > 0) asm.operand(undefined).put("punctuation", ",").end().space();
      const byte = record.value(i);
      if (byte >= 256) out.error(`Invalid byte value in data record: ${record.decimal(i)}`);
      if (i > 0) asm.begin();
      asm.operand(i).put("number", String(byte >= 256 ? record.word(i) & 255 : byte).padStart(3));
    }
    asm.operand(undefined).close("}").end();
    this.putAbbreviation(record);
    asm.line();
    this.missing = (this.missing - 1) >>> 0;
  }

  private relocation(record: BitRecord): void {
    const { out } = this;
    const { asm } = out;
    if (record.length === 0 || record.length > 2) return out.error(`Invalid reloc record size: ${record.length}`);
    if (this.missing === 0) out.error("Relocation initializer not associated with globalvar record");
    const target = this.globalId(record.word(0));
    asm.put("keyword", "reloc").space().begin().operand(0).name(target);
    if (record.length === 2) {
      // A 32-bit negation: the smallest number stays negative, and is printed like that.
      const addend = record.word(1) | 0;
      const size = addend < 0 ? -addend | 0 : addend;
      asm
        .operand(1)
        .space()
        .put("punctuation", addend < 0 ? "-" : "+")
        .space()
        .put("number", String(size));
    }
    asm.operand(undefined).put("punctuation", ";").end();
    this.putAbbreviation(record);
    asm.line();
    this.missing = (this.missing - 1) >>> 0;
  }
  private endInitializer(record: BitRecord): void {
    this.out.asm.operand(undefined).put("punctuation", ";");
    this.putAbbreviation(record);
    this.out.asm.line();
    this.missing = (this.missing - 1) >>> 0;
  }

  private count(record: BitRecord): void {
    const { out } = this;
    const one = record.length === 1;
    if (!one) out.error(`Globals count record expects one argument. Found: ${record.length}`);
    if (this.defined !== 0) out.error("Count record not first record in block.");
    const count = one ? record.decimal(0) : "0";
    out.asm.put("keyword", "count").space().operand(0).put("number", count).operand(undefined).put("punctuation", ";");
    this.putAbbreviation(record);
    out.asm.line();
    if (one && record.value(0) > 0xffffffff) out.error(`Count record size too big: ${count}`);
    this.expected = one ? record.word(0) : 0;
  }
}
