/** Puts the parts of a text together: in their order, what they refer to gets the numbers of the whole module. */
import type { MetadataId } from "../ir/ids";
import { ByteText } from "../../../document/byteText";
import type { Location, MetadataExtent, MetadataReader } from "../ir/tables";
import { LocationTable } from "../metadata/locations";
import { Numbering } from "../metadata/numbering";
import type { FunctionPlan, NodePlan, Part } from "./messages";
import { LOCATION_WIDTH, MarkKind, NotTogether } from "./messages";

/** Who has a node: every share, or one alone. */
const EVERYBODY = -1;

/** Jobs that each share should find, so that all come to an end at about the same time. */
const JOBS_PER_SHARE = 8;
/** Bits of functions, and nodes, that make a job at most: what is printed waits until its turn comes. */
const MOST_BITS = 1 << 20;
const MOST_NODES = 4096;

/** How much of `total` makes a job. */
function jobSize(total: number, shares: number, most: number): number {
  return Math.max(1, Math.min(most, Math.ceil(total / (shares * JOBS_PER_SHARE))));
}

/** The numbers of one share's nodes and groups, by its own. */
interface ShareNumbers {
  readonly nodes: number[];
  readonly groups: number[];
}

/** Definitions that one share prints, or any. */
export interface NodeRun {
  readonly owner: number | undefined;
  readonly first: number;
  readonly end: number;
}

/** The numbers of one module, given out in the order of its text. */
export class Merge {
  readonly numbering: Numbering;
  /** Texts of groups of attributes, by their numbers. */
  readonly groups: string[] = [];
  private readonly owners: number[] = [];
  private readonly groupNumbers = new Map<string, number>();
  private readonly locations = new LocationTable();
  private readonly locationNumbers = new Map<MetadataId, number>();
  private readonly tupleNumbers = new Map<string, number>();
  private readonly shares: readonly ShareNumbers[];
  private readonly out = new ByteText();

  /**
   * @param extent what all shares have of the metadata
   * @param shares how many there are
   */
  constructor(
    private readonly metadata: MetadataReader,
    private readonly extent: MetadataExtent,
    shares: number,
  ) {
    this.numbering = new Numbering(metadata);
    this.shares = Array.from({ length: shares }, () => ({ nodes: [], groups: [] }));
  }

  /** Takes notice of what the module's head refers to: nodes that were numbered already, texts of groups. */
  noteHead(groups: readonly string[]): void {
    this.noteOwners();
    for (const text of groups) this.group(text);
  }
  /**
   * Nodes that have no owner yet are everybody's.
   * @throws {NotTogether} where decoding has made one, as types named by identifiers want: each thread has its own of it
   */
  private noteOwners(): void {
    const { order } = this.numbering;
    for (let number = this.owners.length; number < order.length; number++) {
      if (!this.metadata.isWithin(this.extent, order[number] ?? 0)) throw new NotTogether();
      this.owners.push(EVERYBODY);
    }
  }

  /** The number of a group of attributes, given out when first asked for. */
  private group(text: string): number {
    let number = this.groupNumbers.get(text);
    if (number === undefined) this.groupNumbers.set(text, (number = this.groups.push(text) - 1));
    return number;
  }

  /** Numbers what the next part of the text refers to, and gives its text; the bytes hold until the next call. */
  take(share: number, part: Part): Uint8Array {
    const numbers = this.shares[share] as ShareNumbers;
    const lookups = this.number(share, numbers.nodes, part);
    for (const text of part.groups) numbers.groups.push(this.group(text));
    return part.marks.length === 0 ? part.text : this.withNumbers(part, numbers, lookups);
  }

  /** Numbers the nodes of a part; gives the numbers of what it looks up. */
  private number(share: number, own: number[], part: Part): readonly number[] {
    const known = this.sharedNodes(part);
    const found: number[] = [];
    const lookUp = (): void => {
      for (let next = part.lookups[found.length]; next && next[0] <= own.length; next = part.lookups[found.length])
        found.push(this.numbering.numberOf(next[1]) ?? -1);
    };
    part.nodes.forEach((id, place) => {
      lookUp();
      own.push(
        this.metadata.isWithin(this.extent, id) ? this.everybodys(id) : known(place, () => this.foreign(share, id)),
      );
    });
    lookUp();
    return found;
  }
  private everybodys(id: MetadataId): number {
    this.numbering.add(id);
    this.noteOwners();
    return this.numbering.numberOf(id) ?? -1;
  }
  private foreign(share: number, id: MetadataId): number {
    const number = this.numbering.addForeign(id);
    this.owners.push(share);
    return number;
  }

  /** Gives the number of a node, by its place in the part: that which an equal node of any share has, else a new one. */
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

  /** How the definitions of all nodes are divided into jobs. */
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

  /** Numbers of the nodes that every share has, as {@link NodePlan} has them. */
  numbersOfAll(): SharedArrayBuffer {
    const { records, made, locations } = this.extent;
    const memory = new SharedArrayBuffer((records + 2 + 2 * Math.max(made, locations)) * 4);
    const numbers = new Int32Array(memory);
    this.numbering.order.forEach((id, number) => {
      if (this.owners[number] === EVERYBODY) numbers[id >= 0 ? id : records - id] = number + 1;
    });
    return memory;
  }

  /** The jobs of definitions as one share sees them. */
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
  const [, line = 0, column = 0, scope = 0, inlinedAt = NaN, implicit = 0, atomGroup = 0, atomRank = 0] =
    numbers.subarray(at, at + LOCATION_WIDTH);
  const place = Number.isNaN(inlinedAt) ? undefined : inlinedAt;
  return { line, column, scope, inlinedAt: place, implicitCode: implicit !== 0, atomGroup, atomRank };
}

/**
 * Divides functions into jobs of about equal size.
 * @param bits how many bits each function's body has
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
