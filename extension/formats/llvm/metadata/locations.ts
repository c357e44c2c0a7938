/** Locations that functions give in DEBUG_LOC records: nodes like all others, one for equal ones. */
import type { Metadata, MetadataId } from "../ir/metadata";
import type { Location } from "../ir/tables";

/** Numbers kept for a location: line, column, scope, inlinedAt (or none), implicit code, atom group, atom rank. */
const WIDTH = 7;
const NONE = Number.MIN_SAFE_INTEGER;
const FIRST_ID = -2;

function keyOf(location: Location): string {
  const { line, column, scope, inlinedAt, implicitCode, atomGroup, atomRank } = location;
  const rest = implicitCode || atomGroup || atomRank ? `,${implicitCode ? 1 : 0},${atomGroup},${atomRank}` : "";
  return `${line},${column},${scope},${inlinedAt ?? ""}${rest}`;
}

/** The table of such locations. Ids are even and below zero. */
export class LocationTable {
  private readonly byKey = new Map<string, MetadataId>();
  private rows = new Float64Array(WIDTH * 64);
  private count = 0;

  /** Says that the file has a node for this location. */
  note(id: MetadataId, location: Location): void {
    const key = keyOf(location);
    if (!this.byKey.has(key)) this.byKey.set(key, id);
  }

  /** The node of a location, made where there is none. */
  idOf(location: Location): MetadataId {
    const key = keyOf(location);
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const id = FIRST_ID - 2 * this.count;
    this.byKey.set(key, id);
    const at = this.count++ * WIDTH;
    if (at + WIDTH > this.rows.length) {
      const grown = new Float64Array(this.rows.length * 2);
      grown.set(this.rows);
      this.rows = grown;
    }
    const { line, column, scope, inlinedAt, implicitCode, atomGroup, atomRank } = location;
    this.rows.set([line, column, scope, inlinedAt ?? NONE, implicitCode ? 1 : 0, atomGroup, atomRank], at);
    return id;
  }

  node(id: MetadataId): Metadata | undefined {
    const index = (FIRST_ID - id) / 2;
    if (index >= this.count) return undefined;
    const [line = 0, column = 0, scope = 0, at = NONE, implicit = 0, group = 0, rank = 0] = this.rows.subarray(
      index * WIDTH,
      index * WIDTH + WIDTH,
    );
    const inlinedAt = at === NONE ? undefined : at;
    const fields = [line, column, scope, inlinedAt, implicit !== 0, group, rank];
    return { kind: "record", name: "DILocation", distinct: false, fields, operands: [scope, inlinedAt] };
  }
}
