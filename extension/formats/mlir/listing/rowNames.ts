/** The names in the rows of the listing, without making tokens. */
import { tellLines } from "../../../document/nameTaker";
import type { NameTaker } from "../../../document/nameTaker";
import type { WrittenPage } from "../../../document/rowWriter";
import type { SectionId } from "../../../document/section";
import { RowKind } from "./bodyRows";
import type { Listing } from "./listing";
import type { OpPart } from "./opDrawing";
import type { SectionInfo } from "./sections";
import { isIr } from "./sections";

/** Passes on the names of at most `count` entries of a section from one on, up to the first that is a section. */
export function tellNames(listing: Listing, id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
  const info = listing.tree.info(id);
  const { known, closed } = listing.extent(info, from + count);
  const to = Math.min(known, from + count);
  for (let index = from; index < to; index++) {
    const section = tellEntry(listing, info, index, closed && index === known - 1, taker);
    if (section !== undefined) return { entries: index + 1 - from, section, end: false };
  }
  return { entries: to - from, section: undefined, end: closed && to >= known };
}

/** Passes on the names of an entry; returns the section if it is one. */
function tellEntry(
  listing: Listing,
  info: SectionInfo,
  index: number,
  foot: boolean,
  taker: NameTaker,
): SectionId | undefined {
  const isBetween = index > 0 && !foot;
  if (info.kind === "op" && !isBetween) tellEnd(listing, info, foot ? "foot" : "head", taker);
  else if (info.kind === "op" || (info.kind === "table" && isIr(info.frame) && isBetween))
    return tellRow(listing, info.id, index - 1, taker);
  else if (info.kind === "table" && isBetween && !info.frame.ignored) {
    const item = listing.tree.items.at(info.frame, index - 1);
    if (item) listing.tables.tellNames(item, taker);
  } else {
    const entry = listing.entry(info, index, foot, {});
    if (entry.kind === "lines") tellLines(entry.lines, taker);
  }
  return undefined;
}

/** A row of the IR between the ends of its section. */
function tellRow(listing: Listing, id: SectionId, index: number, taker: NameTaker): SectionId | undefined {
  const contents = listing.tree.contents(id);
  const row = contents?.rows[index] ?? 0;
  const kind = contents?.body.kind(row);
  if (contents && kind === RowKind.Nested) return listing.tree.op(contents.place, contents.body.detail(row), id);
  if (kind === RowKind.Op) listing.rows.tellOp(listing.context(id, row, false), "head", taker);
  else if (kind === RowKind.Block) listing.rows.tellBlock(listing.context(id, row, false), taker);
  else taker.entry();
  return undefined;
}

/** The row of an op that is a section: its head, or its foot. */
function tellEnd(listing: Listing, info: SectionInfo & { kind: "op" }, part: OpPart, taker: NameTaker): void {
  const nest = listing.tree.ownerOf(info).nests.at(info.nest);
  listing.rows.tellOp(listing.context(info.parent, nest?.row ?? 0, false, info.id), part, taker);
}
