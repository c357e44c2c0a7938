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

/** The section in which a value or a block can be named: the isolated region's that defines it. */
export function scope(listing: Listing, symbol: SymbolId): SectionId | undefined {
  if (symbol[0] !== "v" && symbol[0] !== "b") return undefined;
  return bodySection(listing, Number(symbol.slice(1).split(".")[0]))?.id;
}

/** The section that shows the body that starts at that byte from its start, where the listing has shown it before. */
function bodySection({ tree }: Listing, startByte: number): { id: SectionId; body: Body } | undefined {
  for (const { id } of tree.infos) {
    const contents = tree.contentsIfMet(id);
    if (contents?.place.startByte === startByte && contents.nest.row === -1) return { id, body: contents.body };
  }
  return undefined;
}

/** A row of the body that starts at that byte. */
function inBody(listing: Listing, startByte: number, find: (body: Body) => number): Place | undefined {
  const found = bodySection(listing, startByte);
  const row = found ? find(found.body) : -1;
  return found && row >= 0 ? rowPlace(listing, found.id, row) : undefined;
}

/** The place of a row of the body that `section` shows from its start: within nested ops, in their sections. */
function rowPlace(listing: Listing, section: SectionId, row: number): Place | undefined {
  const contents = listing.tree.contents(section);
  if (!contents) return undefined;
  return listing.placeOf((contents.body.bytes[row] ?? 0) * 8);
}
