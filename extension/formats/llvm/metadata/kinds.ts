/** Attachment kinds: the fixed ones, and those that a file adds. */
import { fixedKinds } from "../codes";
import type { Release } from "../ir/releases";
import { limitsOf } from "../release/limits";

/** How many kinds LLVM 3.0 knows. */
const KINDS_OF_3_0 = 2;

/** Kinds that the code refers to; their numbers are the same in all releases. */
export const MdKind = {
  dbg: 0,
  tbaa: 1,
  prof: 2,
  fpmath: 3,
  range: 4,
  tbaaStruct: 5,
  aliasScope: 7,
  noalias: 8,
  nonnull: 11,
  dereferenceable: 12,
  dereferenceableOrNull: 13,
  invariantGroup: 16,
  align: 17,
  loop: 18,
  absoluteSymbol: 21,
  associated: 22,
  accessGroup: 25,
  annotation: 30,
  memprof: 34,
  callsite: 35,
  kcfiType: 36,
  DIAssignID: 38,
  mmra: 40,
} as const;

/** The kind of atomic operations that may disregard how denormal numbers are treated. */
export function ignoresDenormals(release: Release): string {
  return release < 24 ? "amdgpu.ignore.denormal.mode" : "atomic.ignore.denormal.mode";
}

/** The kinds of a module: maps a file's number, by name, to the number in the reference's context. */
export class KindTable {
  private readonly names: string[];
  private readonly byFileNumber = new Map<number, number>();
  /** Numbers that the file has given a name to. */
  private readonly named = new Set<number>();

  constructor(release: Release) {
    this.names = fixedKinds(release, release === 3 ? KINDS_OF_3_0 : limitsOf(release).metadataKinds);
    // Files from before LLVM 2.7 have no block of kinds; they mean the fixed kinds.
    if (release === 3) this.names.forEach((_, number) => this.byFileNumber.set(number, number));
  }

  /** Takes a KIND record: a number in this file and its name. Returns false for a number that already has a name. */
  add(fileNumber: number, name: string): boolean {
    if (this.named.has(fileNumber)) return false;
    this.named.add(fileNumber);
    this.byFileNumber.set(fileNumber, this.numberNamed(name));
    return true;
  }
  /** The context's number of a kind by name; a new number if it has none. */
  numberNamed(name: string): number {
    const known = this.names.indexOf(name);
    return known < 0 ? this.names.push(name) - 1 : known;
  }
  /** The context's number of a kind by its number in the file. */
  number(fileNumber: number): number | undefined {
    return this.byFileNumber.get(fileNumber);
  }
  /** The name of a kind by the context's number. */
  name(number: number): string {
    return this.names[number] ?? "";
  }
}
