/** The rows of the listing as plain text, without making tokens. */
import type { RowWriter, WrittenPage } from "../../../document/rowWriter";
import { hasMuchText, writeEntry } from "../../../document/rowWriter";
import type { Entry, ListingOptions, SectionId } from "../../../document/section";
import { RowKind } from "./bodyRows";
import { bitsOf, undecoded } from "./lineEntries";
import type { OpPart } from "./opDrawing";
import type { BodyRow } from "./bodyRow";
import type { OpRows } from "./opRow";
import type { BodyPlace, SectionInfo, SectionTree } from "./sections";
import type { TableRows } from "./tableRows";
import type { WholeOps } from "./wholeOps";

/** What is written: the listing's sections, and what draws their rows. */
interface Written {
  readonly tree: SectionTree;
  readonly rows: OpRows;
  readonly tables: TableRows;
  extent(info: SectionInfo, wanted: number): { readonly known: number; readonly closed: boolean };
  entry(info: SectionInfo, index: number, foot: boolean, options: ListingOptions): Entry;
  depthIn(section: SectionId): number;
}

/** Writes rows. */
export class RowTexts {
  constructor(
    private readonly listing: Written,
    private readonly wholeOps: WholeOps,
  ) {}

  /** Writes entries as plain text, up to the first that is a section. */
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    const info = this.listing.tree.info(id);
    const { known, closed } = this.listing.extent(info, from + count);
    const to = Math.min(known, from + count);
    const { full = false, whole = false } = options;
    const rows = this.writtenRows(info, full, whole);
    for (let index = from; index < to; index++) {
      if (index > from && hasMuchText(writer)) return { entries: index - from, section: undefined, end: false };
      const foot = closed && index === known - 1;
      if (index > 0 && !foot && rows) {
        const section = rows(index - 1, writer);
        if (section === undefined) continue;
        return { entries: index + 1 - from, section, end: false };
      }
      if (info.kind === "op" && (index === 0 || foot)) this.writeEnd(info, foot ? "foot" : "head", full, writer);
      else writeEntry(this.listing.entry(info, index, foot, options), writer);
    }
    return { entries: to - from, section: undefined, end: closed && to >= known };
  }
  /**
   * A function that writes the row at an index between a section's head and foot; it returns the section if the row is
   * one.
   */
  private writtenRows(
    info: SectionInfo,
    full: boolean,
    whole: boolean,
  ): ((index: number, writer: RowWriter) => SectionId | undefined) | undefined {
    const contents = this.listing.tree.contents(info.id);
    if (contents) {
      const { body, place, rows } = contents;
      const at = { body, row: 0, depth: this.listing.depthIn(info.id), full };
      return (index, writer) => {
        at.row = rows[index] ?? 0;
        if (whole && this.writeWhole(at, writer)) return undefined;
        return this.writeRow(info.id, place, at, writer);
      };
    }
    if (info.kind !== "table" || info.frame.ignored) return undefined;
    const { frame } = info;
    return (index, writer) => {
      const item = this.listing.tree.items.at(frame, index);
      if (item) this.listing.tables.write(item, full, writer);
      return undefined;
    };
  }
  private writeRow(section: SectionId, place: BodyPlace, at: BodyRow, writer: RowWriter): SectionId | undefined {
    const { body, row } = at;
    const kind: RowKind = body.kind(row);
    const range = bitsOf(body.start(row), body.end(row));
    switch (kind) {
      case RowKind.Nested:
        return this.listing.tree.op(place, body.detail(row), section);
      case RowKind.Op:
        this.listing.rows.writeOp(at, "head", range, writer);
        break;
      case RowKind.Block:
        this.listing.rows.writeBlock(at, range, writer);
        break;
      case RowKind.Region:
        this.listing.rows.writeRegion(at, range, writer);
        break;
      case RowKind.Lost:
        writeEntry(undecoded(body.start(row), body.end(row), body.lost.get(row) ?? ""), writer);
        break;
    }
    return undefined;
  }
  /** Writes an op with its regions, if that can be done in one go. */
  private writeWhole(at: BodyRow, writer: RowWriter): boolean {
    const { body, row, depth, full } = at;
    const nest = body.kind(row) === RowKind.Nested ? body.nests.at(body.detail(row)) : undefined;
    if (!nest?.enclosed || !this.wholeOps.number(nest.enclosed)) return false;
    writer.open?.();
    this.listing.rows.writeOp(at, "head", bitsOf(body.start(row), body.end(row)), writer);
    this.wholeOps.write(nest.enclosed, depth + 1, full, writer);
    this.listing.rows.writeOp(at, "foot", bitsOf(nest.endByte), writer);
    writer.close?.();
    return true;
  }
  /** Writes the row of an op that is a section: its head, or its foot. */
  private writeEnd(info: SectionInfo & { kind: "op" }, part: OpPart, full: boolean, writer: RowWriter): void {
    const body = this.listing.tree.ownerOf(info);
    const nest = body.nests.at(info.nest);
    const row = nest?.row ?? 0;
    const range = part === "head" ? bitsOf(body.start(row), body.end(row)) : bitsOf(nest?.endByte ?? 0);
    this.listing.rows.writeOp({ body, row, depth: this.listing.depthIn(info.parent), full }, part, range, writer);
  }
}
