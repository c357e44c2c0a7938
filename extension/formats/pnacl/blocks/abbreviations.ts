/** Prints BLOCKINFO: the abbreviations that other blocks share. */
import type { Abbreviation } from "../../bitstream/abbreviation";
import type { BitRecord } from "../../bitstream/record";
import { BLOCK_NAMES, BLOCK } from "../tables";
import { BlockPrinter, sharedAbbreviation } from "./printer";

const SETBID = 1;

/** Prints BLOCKINFO: a heading for each SETBID, then the abbreviations that it gives to that kind of block. */
export class AbbreviationsPrinter extends BlockPrinter {
  /** The block id that the last SETBID chose, and the number of abbreviations defined for each block id. */
  private kind: number | undefined;
  private counts = new Map<number, number>();

  override save(): unknown {
    return { kind: this.kind, counts: new Map(this.counts) };
  }
  override restore(state: { kind: number | undefined; counts: Map<number, number> }): void {
    this.kind = state.kind;
    this.counts = new Map(state.counts);
  }

  record(record: BitRecord): string | undefined {
    if (record.code !== SETBID || record.length < 1) return "Malformed BlockInfoBlock";
    const { asm } = this.out;
    this.kind = record.value(0);
    const name = this.kind === BLOCK.BLOCKINFO ? undefined : BLOCK_NAMES[this.kind];
    asm.operand(0);
    if (name !== undefined) asm.put("keyword", name);
    else {
      asm.put("keyword", "block").open("(").put("number", record.decimal(0)).close(")");
      this.out.error(`Block id ${record.decimal(0)} not understood.`);
    }
    asm.operand(undefined).put("punctuation", ":").line();
    this.write(record);
    return undefined;
  }

  override definition(abbreviation: Abbreviation, endBit: number): void {
    const kind = this.kind ?? BLOCK.BLOCKINFO;
    const index = this.counts.get(kind) ?? 0;
    this.counts.set(kind, index + 1);
    this.section.define("a", index, this.out.index, String(kind));
    this.out.asm.indent++;
    this.putDefinition(`@a${index}`, sharedAbbreviation(kind, index), abbreviation);
    this.out.asm.indent--;
    this.writeDefinition(abbreviation, endBit);
  }
}
