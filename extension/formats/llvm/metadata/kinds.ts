/** Kinds of attachments: numbers that every context has, and those that a file adds. */
import { FIXED_KINDS } from "../codes";
import type { Release } from "../ir/releases";
import { limitsOf } from "../release/limits";

/** How many of them LLVM 3.0 knows. */
const KINDS_OF_3_0 = 2;

/** Numbers of the kinds that the code has to know; the same in all releases. */
export const MdKind = { dbg: 0, tbaa: 1, prof: 2, loop: 18 } as const;

/** Kinds of a module: the number in the file leads to the number in the reference's context, by name. */
export class KindTable {
  private readonly names: string[];
  private readonly byFileNumber = new Map<number, number>();
  /** Numbers that the file has named. */
  private readonly named = new Set<number>();

  constructor(release: Release) {
    this.names = FIXED_KINDS.slice(0, release === 3 ? KINDS_OF_3_0 : limitsOf(release).metadataKinds);
    // Files of before LLVM 2.7's kinds block, and damaged ones, still mean the fixed kinds.
    this.names.forEach((_, number) => this.byFileNumber.set(number, number));
  }

  /** Takes a KIND record: a number in this file, and its name. Gives false for a number that has a name already. */
  add(fileNumber: number, name: string): boolean {
    if (this.named.has(fileNumber)) return false;
    this.named.add(fileNumber);
    this.byFileNumber.set(fileNumber, this.numberNamed(name));
    return true;
  }
  /** The context's number of a kind by its name, which it gets where it has none. */
  numberNamed(name: string): number {
    const known = this.names.indexOf(name);
    return known < 0 ? this.names.push(name) - 1 : known;
  }
  /** The context's number of a kind of the file. */
  number(fileNumber: number): number | undefined {
    return this.byFileNumber.get(fileNumber);
  }
  /** The name of a kind by the context's number. */
  name(number: number): string {
    return this.names[number] ?? "";
  }
}
