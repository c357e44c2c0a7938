/** Prints a function's body: labels and instructions. */
import type { BitRecord } from "../../bitstream/record";
import { NumberedName } from "../layout";
import { INST } from "../tables";
import { isValidFunction } from "../types";
import { FunctionScope } from "./functionScope";
import { INSTRUCTIONS, resultOf, TERMINATORS } from "./instructions";

/** Prints a function block: the function's signature, the labels of its basic blocks and its instructions. */
export class FunctionPrinter extends FunctionScope {
  protected override head(): void {
    const { out, section, functionType } = this;
    const { asm } = out;
    const id = section.functionId ?? 0;
    if (section.functionId === undefined) {
      out.error("No corresponding defining function address for function block.");
    }
    if (!this.tables.intrinsics.has(id) && !isValidFunction(functionType)) {
      out.error(`Invalid type signature for @f${id}: ${functionType.name}`);
    }
    asm.put("keyword", "function").space();
    const name = () => asm.name(new NumberedName("global", "@f", id));
    const param = (index: number) => asm.name(this.local("%p", index), true);
    this.putFunctionType(functionType, name, param);
    asm.space();
  }
  protected override afterExit(): void {
    const found = this.basicBlock + 1;
    if (found === 0) this.out.error("Function doesn't contain any basic blocks");
    if (this.expectedBlocks !== found) {
      this.out.error(`Function expected ${this.expectedBlocks} basic blocks. Found: ${found}`);
    }
  }

  record(record: BitRecord): undefined {
    const { out } = this;
    out.lastKnownBit = record.startBit;
    if (this.terminated) this.label(record.startBit);
    if (out.isSkimming && this.pass(record)) return undefined;
    if (record.code === INST.DECLAREBLOCKS) this.declareBlocks(record);
    else {
      const print = INSTRUCTIONS[record.code];
      if (print) print(this, record);
      else out.error("Unknown record found in module block.");
    }
    this.putAbbreviation(record);
    out.asm.line();
    this.write(record);
    return undefined;
  }

  /** Numbers a record's value without printing it. False for records whose printing costs no more than that. */
  private pass(record: BitRecord): boolean {
    if (record.code === INST.DECLAREBLOCKS || record.code === INST.FORWARDTYPEREF) return false;
    const type = resultOf(this, record);
    if (type) this.define(type);
    if (TERMINATORS.has(record.code)) this.terminated = true;
    this.out.count(record.startBit);
    return true;
  }
  private label(bit: number): void {
    const { out, section } = this;
    this.terminated = false;
    const id = `%b${++this.basicBlock}`;
    section.define("b", this.basicBlock, out.index);
    out.asm.indent--;
    out.asm.put("block", `${id}:`, `${section.id}/${id}`, true).line();
    out.asm.indent++;
    out.flush(bit);
  }
  private declareBlocks(record: BitRecord): void {
    const { out } = this;
    this.terminated = true;
    if (record.length !== 1) return out.error("Function blocks record expects a size argument.");
    this.expectedBlocks = record.word(0);
    if (this.expectedBlocks === 0) out.error("Functions must contain at least one block.");
    out.asm.put("keyword", "blocks").space().operand(0).put("number", String(this.expectedBlocks));
    out.asm.operand(undefined).put("punctuation", ";");
  }
}
