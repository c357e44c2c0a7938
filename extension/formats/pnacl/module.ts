/** What the blocks of a module share: types, functions, numbers of values, names, problems. */
import type { Problem, ProblemCode } from "../../document/problem";
import type { FunctionType, Type } from "./types";
import { TypeTable } from "./types";

/** A function record of the module; bits. */
export interface FunctionInfo {
  readonly type: FunctionType;
  readonly isDefinition: boolean;
  readonly isInternal: boolean;
  readonly startBit: number;
  readonly endBit: number;
}

/** How much of the module's tables a block sees: what was defined before it. */
export interface Scope {
  readonly types: number;
  readonly functions: number;
  /** Functions that have a body, among them. */
  readonly definitions: number;
  /** Function blocks so far. */
  readonly bodies: number;
  /** Globals defined so far. */
  readonly globals: number;
  /** Globals that the globals block announces. */
  readonly expectedGlobals: number;
}

/** What the first block sees. */
export const EMPTY_SCOPE: Scope = { types: 0, functions: 0, definitions: 0, bodies: 0, globals: 0, expectedGlobals: 0 };

/** Numbers that a list first has room for; most functions define few values. */
const FIRST_ROOM = 16;
const NONE = new Uint32Array(0);

/** A growing list of 32-bit numbers. */
export class Column {
  length = 0;
  private items = NONE;
  get(index: number): number | undefined {
    return index < this.length ? this.items[index] : undefined;
  }
  set(index: number, value: number): void {
    if (index >= this.items.length) {
      const grown = new Uint32Array(Math.max(index + 1, this.items.length * 2, FIRST_ROOM));
      grown.set(this.items);
      this.items = grown;
    }
    this.items[index] = value;
    this.length = Math.max(this.length, index + 1);
  }
  /** Bytes of memory. */
  get bytes(): number {
    return this.items.byteLength;
  }
}

/** The module's tables, filled in file order. */
export class ModuleTables {
  readonly typeTable = new TypeTable();
  readonly types: Type[] = [];
  readonly functions: FunctionInfo[] = [];
  /** Function ids that have a body, in order: the n-th function block is the body of the n-th one. */
  readonly definitions: number[] = [];
  /** Names by absolute value id, from the module's symbol table. */
  readonly names = new Map<number, string>();
  /** Functions that are intrinsics, by id. */
  readonly intrinsics = new Set<number>();
  private readonly problems: Problem[] = [];
  /** The last problem at each bit, and the problem before each at the same bit; few bits have several. */
  private readonly latest = new Map<number, number>();
  private readonly earlier = new Map<number, number>();

  /** Reports a problem once, even if its place is walked over several times. */
  report(code: ProblemCode, message: string, startBit: number, endBit: number, path: readonly string[]): void {
    for (let at = this.latest.get(startBit); at !== undefined; at = this.earlier.get(at))
      if (this.problems[at]?.message === message) return;
    const index = this.problems.length;
    const before = this.latest.get(startBit);
    if (before !== undefined) this.earlier.set(index, before);
    this.latest.set(startBit, index);
    // Record after record may have the same fault: its text is kept once.
    const last = this.problems[index - 1]?.message;
    const text = last === message ? last : message;
    this.problems.push({ code, message: text, startBit, endBit: Math.max(startBit, endBit), path });
  }
  get reported(): readonly Problem[] {
    return this.problems;
  }
}
