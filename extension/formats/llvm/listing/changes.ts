/**
 * Shows what the reader would change in a record: the listing shows what the file contains, `text` what its release
 * makes of it. Both rows are printed by the same printers, so this code need not know the rules in `upgrade/`.
 */
import type { Block } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { BLOCK, MODULE } from "../codes";
import { printFunctionHead } from "../print/globals";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import { printRecord } from "./records";
import { ListingSink } from "./sink";

/** The same module read twice: literally, and with upgrades. */
export interface TwoReadings {
  readonly literal: ListingModule;
  readonly upgraded: ListingModule;
}

/** Blocks whose records can be compared one by one; the numbering in others depends on what upgrades add and remove. */
const COMPARED: ReadonlySet<number> = new Set([
  BLOCK.MODULE,
  BLOCK.FUNCTION,
  BLOCK.CONSTANTS,
  BLOCK.METADATA,
  BLOCK.PARAMATTR_GROUP,
]);

/** What is printed for a record after upgrades, if that differs. `bodyBit` identifies the function that contains it. */
export function changeOf(
  { literal, upgraded }: TwoReadings,
  block: Block,
  record: BitRecord,
  bodyBit: number | undefined,
  metadataIndex: number,
): string | undefined {
  if (block.id === BLOCK.MODULE && record.code === MODULE.DATALAYOUT) {
    const { dataLayout } = upgraded.module;
    return dataLayout === literal.module.dataLayout ? undefined : `target datalayout = "${dataLayout}"`;
  }
  if (!COMPARED.has(block.id)) return undefined;
  const before = rowText(literal, block, record, bodyBit, metadataIndex);
  if (before === undefined) return undefined;
  const after = rowText(upgraded, block, record, bodyBit, metadataIndex) ?? replaced(upgraded, record, bodyBit);
  return after === before ? undefined : after;
}

/** The head of a function after upgrades, if that differs. */
export function headChangeOf({ literal, upgraded }: TwoReadings, bodyBit: number): string | undefined {
  const [before, after] = [literal, upgraded].map((module) => {
    const body = module.bodyAt(bodyBit);
    const sink = new ListingSink();
    if (body) {
      module.open(body);
      printFunctionHead(sink, body.function, module.context);
    }
    return textOf(sink, module);
  });
  return after === before ? undefined : after;
}

function openAt(module: ListingModule, bodyBit: number | undefined): OpenFunction | undefined {
  const body = bodyBit === undefined ? undefined : module.bodyAt(bodyBit);
  return body && module.open(body);
}

function rowText(
  module: ListingModule,
  block: Block,
  record: BitRecord,
  bodyBit: number | undefined,
  metadataIndex: number,
): string | undefined {
  const sink = new ListingSink();
  if (!printRecord(sink, block, record, module, openAt(module, bodyBit), metadataIndex, false)) return undefined;
  return textOf(sink, module);
}

/** The row's text; attribute groups made by upgrades are written out. */
function textOf(sink: ListingSink, module: ListingModule): string {
  return sink
    .take()
    .map(({ kind, text }) => {
      const made = kind === "attribute" ? module.context.madeGroup(text) : undefined;
      return made === undefined ? text : `{ ${made} }`;
    })
    .join("");
}

/**
 * What replaced an instruction that is gone: a call of a debug intrinsic becomes a debug record of the next
 * instruction.
 */
function replaced(module: ListingModule, record: BitRecord, bodyBit: number | undefined): string {
  const open = openAt(module, bodyBit);
  const next = open?.ordered.find((instruction) => instruction.startBit > record.startBit);
  const [only, ...more] = next?.debugRecords ?? [];
  if (!only) return "nothing: it is left out";
  if (more.length > 0) return "a debug record before the next instruction";
  const sink = new ListingSink();
  module.context.metadata.debugRecord(sink, only, module.context);
  return textOf(sink, module);
}
