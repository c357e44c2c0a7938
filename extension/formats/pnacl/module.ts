/** What the blocks of a module tell each other: types, functions, counts of values, names, problems. */
import type { Problem, ProblemCode } from "../../document/problem";
import type { FunctionType, Type } from "./types";
import { TypeTable } from "./types";

/** A function record. */
export interface FunctionInfo {
  readonly type: FunctionType;
  readonly isDefinition: boolean;
  readonly isInternal: boolean;
  readonly startBit: number;
  readonly endBit: number;
}

/** How much of the module's tables a block sees: what stood before it. */
export interface Scope {
  readonly types: number;
  readonly functions: number;
  /** Functions that have a body, among them; and function blocks so far. */
  readonly definitions: number;
  readonly bodies: number;
  /** Globals counted, and as many as the globals block said. */
  readonly globals: number;
  readonly expectedGlobals: number;
}

export const EMPTY_SCOPE: Scope = { types: 0, functions: 0, definitions: 0, bodies: 0, globals: 0, expectedGlobals: 0 };

/** Room that a list begins with; most functions have few values. */
const LEAST = 16;
const NONE = new Uint32Array(0);

/** A list of numbers that grows, 4 bytes each. */
export class Column {
  length = 0;
  private items = NONE;
  get(index: number): number | undefined {
    return index < this.length ? this.items[index] : undefined;
  }
  set(index: number, value: number): void {
    if (index >= this.items.length) {
      const grown = new Uint32Array(Math.max(index + 1, this.items.length * 2, LEAST));
      grown.set(this.items);
      this.items = grown;
    }
    this.items[index] = value;
    this.length = Math.max(this.length, index + 1);
  }
  get bytes(): number {
    return this.items.byteLength;
  }
}

/** The module's tables, filled in file order. */
export class ModuleTables {
  readonly typeTable = new TypeTable();
  readonly types: Type[] = [];
  readonly functions: FunctionInfo[] = [];
  /** Function ids that have a body, in order: bodies pair with them. */
  readonly definitions: number[] = [];
  /** Names by absolute value id, from the module's symbol table. */
  readonly names = new Map<number, string>();
  /** Functions that are intrinsics, by id. */
  readonly intrinsics = new Set<number>();
  private readonly problems = new Map<string, Problem>();

  /** Notes a problem once, however often its place is walked over. */
  report(code: ProblemCode, message: string, startBit: number, endBit: number, path: readonly string[]): void {
    const key = `${startBit} ${message}`;
    if (this.problems.has(key)) return;
    this.problems.set(key, { code, message, startBit, endBit: Math.max(startBit, endBit), path });
  }
  get reported(): readonly Problem[] {
    return [...this.problems.values()];
  }
}
