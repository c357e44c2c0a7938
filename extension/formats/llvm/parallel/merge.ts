/** Merges the parts of a text in order, and gives what they refer to the numbers of the whole module. */
import type { MetadataId } from "../ir/ids";
import { ByteText } from "../../../document/byteText";
import type { Location, MetadataExtent, MetadataReader } from "../ir/tables";
import { LocationTable } from "../metadata/locations";
import { Numbering } from "../metadata/numbering";
import type { FunctionPlan, NodePlan, Part } from "./messages";
import { LOCATION_WIDTH, MarkKind, NotTogether } from "./messages";

/** The owner of a node that every share has. */
const EVERYBODY = -1;

/** How many jobs each share should get, so that all finish at about the same time. */
const JOBS_PER_SHARE = 8;
/** The most bits of functions in a job: printed text is kept in memory until its turn comes. */
const MOST_BITS = 1 << 20;
/** The most nodes in a job. */
const MOST_NODES = 4096;

/** The size of a job, when `total` is divided among the shares. */
function jobSize(total: number, shares: number, most: number): number {
  return Math.max(1, Math.min(most, Math.ceil(total / (shares * JOBS_PER_SHARE))));
}

/** The whole module's numbers of a share's nodes and groups, by the share's own numbers. */
interface ShareNumbers {
  readonly nodes: number[];
  readonly groups: number[];
}

/** A run of definitions that one share, or any share, can print. */
export interface NodeRun {
  readonly owner: number | undefined;
  readonly first: number;
  readonly end: number;
}

/** Assigns the numbers of one module in the order of its text. */
export class Merge {
  readonly numbering: Numbering;
  /** Texts of attribute groups by number. */
  readonly groups: string[] = [];
  private readonly owners: number[] = [];
  private readonly groupNumbers = new Map<string, number>();
  private readonly locations = new LocationTable();
  private readonly locationNumbers = new Map<MetadataId, number>();
  private readonly tupleNumbers = new Map<string, number>();
  private readonly shares: readonly ShareNumbers[];
  private readonly out = new ByteText();

  /**
   * @param extent the metadata that all shares have
   * @param shares the number of shares
   */
  constructor(
    private readonly metadata: MetadataReader,
    private readonly extent: MetadataExtent,
    shares: number,
  ) {
    this.numbering = new Numbering(metadata);
    this.shares = Array.from({ length: shares }, () => ({ nodes: [], groups: [] }));
  }

  /** Registers what the module's head refers to: the nodes numbered so far, and the texts of attribute groups. */
  noteHead(groups: readonly string[]): void {
    this.noteOwners();
    for (const text of groups) this.group(text);
  }
  /**
   * Makes nodes without an owner everybody's.
   * @throws {NotTogether} if one of them was made while decoding, as for types named by identifiers: each thread has
   * made its own
   */
  private noteOwners(): void {
    const { order } = this.numbering;
    for (let number = this.owners.length; number < order.length; number++) {
      if (!this.metadata.isWithin(this.extent, order[number] ?? 0)) throw new NotTogether();
      this.owners.push(EVERYBODY);
    }
  }

  /** The number of an attribute group, assigned when first asked for. */
  private group(text: string): number {
    let number = this.groupNumbers.get(text);
    if (number === undefined) this.groupNumbers.set(text, (number = this.groups.push(text) - 1));
    return number;
  }

  /**
   * Numbers what the next part of the text refers to, and returns its text; the bytes are valid until the next call.
   */
  take(share: number, part: Part): Uint8Array {
    const numbers = this.shares[share] as ShareNumbers;
    const lookups = this.number(share, numbers.nodes, part);
    for (const text of part.groups) numbers.groups.push(this.group(text));
    return part.marks.length === 0 ? part.text : this.withNumbers(part, numbers, lookups);
  }

  /** Numbers the nodes of a part; returns the numbers of the nodes that it looks up. */
  private number(share: number, own: number[], part: Part): readonly number[] {
    const known = this.sharedNodes(part);
    const found: number[] = [];
    const lookUp = (): void => {
      for (let next = part.lookups[found.length]; next && next[0] <= own.length; next = part.lookups[found.length])
        found.push(this.numbering.numberOf(next[1]) ?? -1);
    };
    part.nodes.forEach((id, place) => {
      lookUp();
      own.push(this.metadata.isWithin(this.extent, id) ? this.common(id) : known(place, () => this.foreign(share, id)));
    });
    lookUp();
    return found;
  }
  private common(id: MetadataId): number {
    this.numbering.add(id);
    this.noteOwners();
    return this.numbering.numberOf(id) ?? -1;
  }
  private foreign(share: number, id: MetadataId): number {
    const number = this.numbering.addForeign(id);
    this.owners.push(share);
    return number;
  }

  /**
   * Returns a function that numbers a node by its place in the part: with the number of an equal node of any share,
   * else a new one.
   */
  private sharedNodes(part: Part): (place: number, make: () => number) => number {
    const { locations, tuples } = part;
    let location = 0;
    let tuple = 0;
    return (place, make) => {
      if (locations[location] === place) {
        const id = this.locations.idOf(locationAt(locations, location));
        location += LOCATION_WIDTH;
        return known(this.locationNumbers, id, make);
      }
      const next = tuples[tuple];
      if (next?.[0] !== place) return make();
      tuple++;
      return known(this.tupleNumbers, next[1], make);
    };
  }

  private withNumbers({ text, marks }: Part, numbers: ShareNumbers, lookups: readonly number[]): Uint8Array {
    const { out } = this;
    let from = 0;
    for (let i = 0; i < marks.length; i += 2) {
      const at = marks[i] as number;
      const mark = marks[i + 1] as number;
      out.copyRange(text, from, at);
      from = at;
      const of = mark >>> 2;
      const kind = mark & 3;
      const table = kind === MarkKind.node ? numbers.nodes : kind === MarkKind.group ? numbers.groups : lookups;
      const number = table[of] ?? -1;
      if (number < 0) out.text("-1");
      else out.decimal(number);
    }
    out.copyRange(text, from, text.length);
    return out.take();
  }

  /** Divides the definitions of all nodes into jobs. */
  runs(): readonly NodeRun[] {
    const runs: NodeRun[] = [];
    const enough = jobSize(this.owners.length, this.shares.length, MOST_NODES);
    let first = 0;
    let owner: number | undefined;
    this.owners.forEach((has, number) => {
      const isOther = has !== EVERYBODY && owner !== undefined && has !== owner;
      if (isOther || number - first >= enough) {
        runs.push({ owner, first, end: number });
        first = number;
        owner = undefined;
      }
      if (has !== EVERYBODY) owner = has;
    });
    if (first < this.owners.length) runs.push({ owner, first, end: this.owners.length });
    return runs;
  }

  /** The numbers of the nodes that every share has, for {@link NodePlan}. */
  numbersOfAll(): SharedArrayBuffer {
    const { records, made, locations } = this.extent;
    const memory = new SharedArrayBuffer((records + 2 + 2 * Math.max(made, locations)) * 4);
    const numbers = new Int32Array(memory);
    this.numbering.order.forEach((id, number) => {
      if (this.owners[number] === EVERYBODY) numbers[id >= 0 ? id : records - id] = number + 1;
    });
    return memory;
  }

  /** The jobs of definitions for one share. */
  planFor(share: number, runs: readonly NodeRun[], numbers: SharedArrayBuffer): NodePlan {
    const { order } = this.numbering;
    const jobs = runs.map(({ owner, first, end }) => ({
      first,
      ids: owner === undefined || owner === share ? Int32Array.from(order.slice(first, end)) : new Int32Array(0),
    }));
    return { jobs, numbers, own: Int32Array.from(this.shares[share]?.nodes ?? []) };
  }
}

function known<K>(numbers: Map<K, number>, key: K, make: () => number): number {
  let number = numbers.get(key);
  if (number === undefined) numbers.set(key, (number = make()));
  return number;
}

function locationAt(numbers: Float64Array, at: number): Location {
  const [, line = 0, column = 0, scope = 0, inlined = NaN, layers = NaN, implicit = 0, atomGroup = 0, atomRank = 0] =
    numbers.subarray(at, at + LOCATION_WIDTH);
  const [inlinedAt, irLayers] = [inlined, layers].map((node) => (Number.isNaN(node) ? undefined : node));
  return { line, column, scope, inlinedAt, irLayers, implicitCode: implicit !== 0, atomGroup, atomRank };
}

/**
 * Divides functions into jobs of about equal size.
 * @param bits the size of each function's body in bits
 */
export function planFunctions(
  bits: readonly number[],
  shares: number,
  unnamed: readonly number[] | undefined,
): FunctionPlan {
  const enough = jobSize(
    bits.reduce((sum, size) => sum + size, 0),
    shares,
    MOST_BITS,
  );
  const starts = [0];
  let gathered = 0;
  bits.forEach((size, index) => {
    gathered += size;
    if (gathered < enough) return;
    starts.push(index + 1);
    gathered = 0;
  });
  if (starts.at(-1) !== bits.length) starts.push(bits.length);
  return { starts: Int32Array.from(starts), unnamed };
}
