/** Where a symbol of the listing is defined. */
import type { Place, SectionId } from "../../../document/section";
import type { SymbolId } from "../../../document/token";
import type { Body } from "./body";
import { RowKind } from "./body";
import { symbolEntry } from "./fields";
import type { Listing } from "./listing";

/** The entry in which a value, a block, an attribute, a type or a named op is defined. */
export function locate(listing: Listing, symbol: SymbolId): Place | undefined {
  switch (symbol[0]) {
    case "@": {
      const found = listing.symbols.locate(symbol);
      return found && rowPlace(listing, found.section, found.row);
    }
    case "v": {
      const [start = 0, value = 0] = symbol.slice(1).split(".").map(Number);
      return inBody(listing, start, (body) => valueRow(body, value));
    }
    case "b": {
      const [start = 0, region = 0, block = 0] = symbol.slice(1).split(".").map(Number);
      return inBody(listing, start, (body) =>
        body.kinds.findIndex(
          (kind, row) => kind === RowKind.Block && body.regions[row] === region && body.details[row] === block,
        ),
      );
    }
    default: {
      const entry = symbolEntry(symbol);
      return entry && listing.entryPlace(entry);
    }
  }
}

/** The row whose op or block defines a value: the last one in its region that starts at or before it. */
function valueRow(body: Body, value: number): number {
  const region = body.numbering.regionOf(value);
  let found = -1;
  for (const [row, kind] of body.kinds.entries()) {
    if (kind === RowKind.Region || kind === RowKind.Lost || body.regions[row] !== region) continue;
    if ((body.values[row] ?? 0) > value) break;
    found = row;
  }
  return found;
}

/** A row of the body that starts at that byte, which the listing has shown before. */
function inBody(listing: Listing, startByte: number, find: (body: Body) => number): Place | undefined {
  const { tree } = listing;
  for (const { id } of tree.infos) {
    const contents = tree.contentsIfMet(id);
    if (contents?.place.startByte !== startByte || contents.nest.row !== -1) continue;
    const row = find(contents.body);
    return row < 0 ? undefined : rowPlace(listing, id, row);
  }
  return undefined;
}

/** The place of a row of the body that `section` shows from its start: within nested ops, in their sections. */
function rowPlace(listing: Listing, section: SectionId, row: number): Place | undefined {
  const contents = listing.tree.contents(section);
  if (!contents) return undefined;
  return listing.placeOf((contents.body.bytes[row] ?? 0) * 8);
}
