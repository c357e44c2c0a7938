/** Finds where a symbol of the listing is defined. */
import type { Place, SectionId } from "../../../document/section";
import type { SymbolId } from "../../../document/token";
import type { Body } from "./body";
import { ValueKind } from "../ir/numbering";
import { RowKind } from "./bodyRows";
import { symbolEntry } from "./fields";
import type { Listing } from "./listing";

/** The entry that defines a value, a block, an attribute, a type or a named op. */
export function locate(listing: Listing, symbol: SymbolId): Place | undefined {
  switch (symbol[0]) {
    case "@": {
      const found = listing.symbols.locate(symbol);
      return found && rowPlace(listing, found.section, found.row);
    }
    case "v": {
      const [start = 0, value = 0] = symbol.slice(1).split(".").map(Number);
      return inBody(listing, start, (body) => {
        body.readUntil(() => (body.numbering.kinds[value] ?? 0) !== ValueKind.Undefined);
        return valueRow(body, value);
      });
    }
    case "b": {
      const [start = 0, region = 0, block = 0] = symbol.slice(1).split(".").map(Number);
      return inBody(listing, start, (body) => blockRow(body, region, block));
    }
    default: {
      const entry = symbolEntry(symbol);
      return entry && listing.entryPlace(entry);
    }
  }
}

/** The row whose op or block defines a value: the last one in its region that starts at or before the value. */
function valueRow(body: Body, value: number): number {
  const region = body.numbering.regionOf(value);
  let found = -1;
  for (let row = 0; row < body.count; row++) {
    const kind = body.kind(row);
    if (kind === RowKind.Region || kind === RowKind.Lost || body.region(row) !== region) continue;
    if (body.value(row) > value) break;
    found = row;
  }
  return found;
}

/** The row of a block; everything before it is read. */
function blockRow(body: Body, region: number, block: number): number {
  let row = 0;
  const isFound = (): boolean => {
    while (row < body.count && !isBlock(body, row, region, block)) row++;
    return row < body.count;
  };
  body.readUntil(isFound);
  return isFound() ? row : -1;
}
function isBlock(body: Body, row: number, region: number, block: number): boolean {
  return body.kind(row) === RowKind.Block && body.region(row) === region && body.detail(row) === block;
}

/** A row of the body that starts at this byte, which the listing has shown before. */
function inBody(listing: Listing, startByte: number, find: (body: Body) => number): Place | undefined {
  const section = listing.tree.sectionOf(startByte);
  const body = section === undefined ? undefined : listing.tree.contents(section)?.body;
  const row = body ? find(body) : -1;
  return section === undefined || row < 0 ? undefined : rowPlace(listing, section, row);
}

/** The section that contains all uses of a value or block: that of its isolated region. */
export function scope(listing: Listing, symbol: SymbolId): SectionId | undefined {
  const [, start] = /^[vb](\d+)\./.exec(symbol) ?? [];
  return start === undefined ? undefined : listing.tree.sectionOf(Number(start));
}

/**
 * The place of a body's row, seen from `section`, which shows the body from its start: inside nested ops, in their
 * sections.
 */
function rowPlace(listing: Listing, section: SectionId, row: number): Place | undefined {
  const contents = listing.tree.contents(section);
  if (!contents) return undefined;
  return listing.placeOf(contents.body.start(row) * 8);
}
