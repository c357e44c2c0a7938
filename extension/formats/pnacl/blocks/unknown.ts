/** Prints blocks that the format does not know, or not where they stand: their records alone. */
import type { BitRecord } from "../../bitstream/record";
import { BlockPrinter } from "./printer";

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
