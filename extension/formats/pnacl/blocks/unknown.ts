/** Prints blocks that PNaCl does not define, or not in that place: only their records. */
import type { BitRecord } from "../../bitstream/record";
import { BlockPrinter } from "./printer";

/** Prints the records of a block without interpreting them. */
export class UnknownPrinter extends BlockPrinter {
  protected override head(): void {
    const { out, section } = this;
    const { id } = this.block;
    const outer = section.parent?.block.id;
    if (outer !== undefined) out.error(`Don't know how to parse block ${id}, when in block ${outer}`);
    out.error(`Unknown block id found: ${id}`);
    out.asm.put("keyword", "unknown").space();
  }
  record(record: BitRecord): undefined {
    this.write(record);
    return undefined;
  }
}
