/** Source locations from DEBUG_LOC records of functions, as uniqued nodes. */
import type { MetadataId } from "../ir/ids";
import type { Metadata } from "../ir/metadata";
import type { Location } from "../ir/tables";

/** Numbers stored per location: line, column, scope, inlinedAt (or NONE), implicit code, atom group, atom rank, layers (or NONE). */
const WIDTH = 8;
/** Places of two of them. */
const [INLINED_AT, LAYERS] = [3, 7];
const NONE = Number.MIN_SAFE_INTEGER;
/** The id of the first location of the table; each further id is two less. */
export const FIRST_LOCATION = -2;

/** Lines and columns below these, which nearly all are, give a key that is a small integer and is found fastest. */
const SMALL_COLUMNS = 1 << 10;
const SMALL_LINES = 1 << 20;
/** Lines and columns below these give a larger number, above all of the small ones. */
const KEY_COLUMNS = 65536;
const KEY_LINES = 2 ** 36;
const FIRST_LARGE_KEY = SMALL_COLUMNS * SMALL_LINES;

/** The key of a location within its scope: a number, or text if it has more than line and column. */
function keyOf({ line, column, implicitCode, atomGroup, atomRank, irLayers }: Location): number | string {
  if (!implicitCode && atomGroup === 0 && atomRank === 0 && irLayers === undefined) {
    if (column < SMALL_COLUMNS && line < SMALL_LINES) return line * SMALL_COLUMNS + column;
    if (column < KEY_COLUMNS && line < KEY_LINES) return FIRST_LARGE_KEY + line * KEY_COLUMNS + column;
  }
  return `${line},${column},${implicitCode ? 1 : 0},${atomGroup},${atomRank},${irLayers ?? ""}`;
}

/** The locations of one scope and inlining site, by key. */
type Within = Map<number | string, MetadataId>;

/** The table of these locations. Ids are even and negative. */
export class LocationTable {
  /** By scope, then by inlining site. */
  private readonly byScope = new Map<MetadataId, Map<MetadataId, Within>>();
  private rows = new Float64Array(WIDTH * 4);
  private length = 0;
  private lastScope = NONE;
  private lastInlinedAt = NONE;
  private last: Within = new Map();

  /** The locations of a scope and inlining site; those of the last call are cached. */
  private within(scope: MetadataId, inlinedAt: MetadataId): Within {
    if (scope === this.lastScope && inlinedAt === this.lastInlinedAt) return this.last;
    let byInlining = this.byScope.get(scope);
    if (!byInlining) this.byScope.set(scope, (byInlining = new Map()));
    let within = byInlining.get(inlinedAt);
    if (!within) byInlining.set(inlinedAt, (within = new Map()));
    this.lastScope = scope;
    this.lastInlinedAt = inlinedAt;
    this.last = within;
    return within;
  }

  /** Records that the file has a node for this location. */
  note(id: MetadataId, location: Location): void {
    const within = this.within(location.scope, location.inlinedAt ?? NONE);
    const key = keyOf(location);
    if (!within.has(key)) within.set(key, id);
  }

  /** The node of a location; a new one if there is none. */
  idOf(location: Location): MetadataId {
    const within = this.within(location.scope, location.inlinedAt ?? NONE);
    const key = keyOf(location);
    const known = within.get(key);
    if (known !== undefined) return known;
    const id = FIRST_LOCATION - 2 * this.length;
    within.set(key, id);
    this.keep(location);
    return id;
  }

  private keep({ line, column, scope, inlinedAt, implicitCode, atomGroup, atomRank, irLayers }: Location): void {
    const at = this.length++ * WIDTH;
    if (at + WIDTH > this.rows.length) {
      const grown = new Float64Array(this.rows.length * 2);
      grown.set(this.rows);
      this.rows = grown;
    }
    const { rows } = this;
    rows[at] = line;
    rows[at + 1] = column;
    rows[at + 2] = scope;
    rows[at + 3] = inlinedAt ?? NONE;
    rows[at + 4] = implicitCode ? 1 : 0;
    rows[at + 5] = atomGroup;
    rows[at + 6] = atomRank;
    rows[at + 7] = irLayers ?? NONE;
  }

  /** The number of locations that have no record in the file. */
  get count(): number {
    return this.length;
  }
  /** The location of an id that {@link idOf} has made. */
  location(id: MetadataId): Location | undefined {
    const index = (FIRST_LOCATION - id) / 2;
    if (index >= this.length) return undefined;
    const row = index * WIDTH;
    const at = (field: number): number => this.rows[row + field] as number;
    return {
      line: at(0),
      column: at(1),
      scope: at(2),
      inlinedAt: this.nodeAt(row + INLINED_AT),
      implicitCode: at(4) !== 0,
      atomGroup: at(5),
      atomRank: at(6),
      irLayers: this.nodeAt(row + LAYERS),
    };
  }
  private nodeAt(place: number): MetadataId | undefined {
    const node = this.rows[place] as number;
    return node === NONE ? undefined : node;
  }
  /** The scope, inlining site and layers of an id that {@link idOf} has made. */
  operands(id: MetadataId): readonly (MetadataId | undefined)[] | undefined {
    const index = (FIRST_LOCATION - id) / 2;
    if (index >= this.length) return undefined;
    const row = index * WIDTH;
    return [this.rows[row + 2] as number, this.nodeAt(row + INLINED_AT), this.nodeAt(row + LAYERS)];
  }
  node(id: MetadataId): Metadata | undefined {
    const location = this.location(id);
    if (!location) return undefined;
    const { line, column, scope, inlinedAt, implicitCode, atomGroup, atomRank, irLayers } = location;
    const fields = [line, column, scope, inlinedAt, implicitCode, atomGroup, atomRank, irLayers];
    return { kind: "record", name: "DILocation", distinct: false, fields, operands: [scope, inlinedAt, irLayers] };
  }
}
