/** Records that say the same as earlier ones. Writers make none, since equal uniqued nodes are one; damage may. */
import { Code } from "../spec/metadataCodes";
import type { MetadataId } from "../ir/ids";

/** The records, as {@link repeatedRecords} compares them. */
export interface ComparedRecords {
  readonly size: number;
  code(id: MetadataId): number;
  /** A number for each record that is the same for records of the same operands, in order. */
  hashes(): Uint32Array;
  hasSameOperands(one: MetadataId, other: MetadataId): boolean;
}

/** Records of which no two are one node: distinct ones, and strings, which have no operands of their own. */
const APART: ReadonlySet<number> = new Set([
  Code.STRING_OLD,
  Code.DISTINCT_NODE,
  Code.COMPILE_UNIT,
  Code.ASSIGN_ID,
  Code.OLD_NODE,
  Code.OLD_FN_NODE,
]);
/** Slots of the table for each record, at least. */
const SLOTS = 2;
/** Most slots that are looked at for a record: a file can be made whose records all have one hash. */
const MOST_LOOKS = 64;

/** The records with the code and the operands of an earlier one, with that one. */
export function repeatedRecords(records: ComparedRecords): Map<MetadataId, MetadataId> {
  const repeated = new Map<MetadataId, MetadataId>();
  const mask = 2 ** Math.ceil(Math.log2(records.size * SLOTS + 1)) - 1;
  // Ids plus one, each in the first free slot from its hash on.
  const slots = new Uint32Array(mask + 1);
  const hashes = records.hashes();
  for (let id = 0; id < records.size; id++) {
    const code = records.code(id);
    if (APART.has(code)) continue;
    const hash = hashes[id] as number;
    const first = Math.imul(code, 0x9e3779b1) ^ hash;
    for (let look = 0; look < MOST_LOOKS; look++) {
      const slot = (first + look) & mask;
      const known = (slots[slot] as number) - 1;
      if (known < 0) {
        slots[slot] = id + 1;
        break;
      }
      if (hashes[known] !== hash || !isSame(records, known, id)) continue;
      repeated.set(id, known);
      break;
    }
  }
  return repeated;
}

function isSame(records: ComparedRecords, one: MetadataId, other: MetadataId): boolean {
  return records.code(one) === records.code(other) && records.hasSameOperands(one, other);
}
