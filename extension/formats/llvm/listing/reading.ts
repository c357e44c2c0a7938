/** Interprets a record's operands by its specification, with the module and function around it. */
import type { BitRecord } from "../../bitstream/record";
import type { Layout } from "../spec/layout";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import { ModuleSurroundings } from "./surroundings";

/** A record's operands, and what they depend on. */
export interface RecordReading {
  readonly layout: Layout;
  readonly around: ModuleSurroundings;
}

/** Interprets a record; undefined for one that no release writes. */
export function readingOf(
  block: number,
  record: BitRecord,
  module: ListingModule,
  open: OpenFunction | undefined,
): RecordReading | undefined {
  const around = new ModuleSurroundings(module, open);
  const layout = around.layOut(block, record);
  return layout && { layout, around };
}
