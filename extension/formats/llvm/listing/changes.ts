/**
 * What reading would change in a record: the listing shows what the file holds, `text` what its release makes of it. The same
 * printers print the row of both, so each rule of `upgrade/` shows without being known here.
 */
import type { Block } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { BLOCK, MODULE } from "../codes";
import { printFunctionHead } from "../print/globals";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import { printRecord } from "./records";
import { ListingSink } from "./sink";

/** The same module read twice: as it stands, and upgraded. */
export interface TwoReadings {
  readonly literal: ListingModule;
  readonly upgraded: ListingModule;
}

/** Blocks whose records stand for themselves; others count what reading adds and removes. */
const COMPARED: ReadonlySet<number> = new Set([
  BLOCK.MODULE,
  BLOCK.FUNCTION,
  BLOCK.CONSTANTS,
  BLOCK.METADATA,
  BLOCK.PARAMATTR_GROUP,
]);

/** What is printed after reading in a record's place, where that differs; `bodyBit`: the function that it is in. */
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

/** The head of a function after reading, where it differs. */
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

/** The row's text; attribute groups that the file does not have are written out. */
function textOf(sink: ListingSink, module: ListingModule): string {
  return sink
    .take()
    .map(({ kind, text }) => {
      const made = kind === "attribute" ? module.context.madeGroup(text) : undefined;
      return made === undefined ? text : `{ ${made} }`;
    })
    .join("");
}

/** What became of an instruction that is gone: a call of a debug intrinsic is a debug record of the next instruction. */
function replaced(module: ListingModule, record: BitRecord, bodyBit: number | undefined): string {
  const open = openAt(module, bodyBit);
  const next = open?.ordered.find((instruction) => instruction.startBit > record.startBit);
  const [only, ...more] = next?.debugRecords ?? [];
  if (!only) return "nothing: it is left out";
  if (more.length > 0) return "a debug record in front of the next instruction";
  const sink = new ListingSink();
  module.context.metadata.debugRecord(sink, only, module.context);
  return textOf(sink, module);
}
