/** Finds the types of equal structure, so that each exists once. */
import { IndexSet, MIX } from "../../../kit/indexSet";
import { steppedAt } from "../../../kit/steps";
import type { Type } from "./type";
import { isPrimitive } from "./type";
import type { TypeRow } from "./typeRecord";

/** Types by structure, those of a table and of the one around it. */
export class Structures {
  private readonly types: Type[] = [];
  private readonly known = new IndexSet((index) => hashOf(this.types[index] as Type));
  constructor(private readonly outer?: Structures) {}

  find(type: Type): Type | undefined {
    const index = this.known.find(hashOf(type), (one) => areEqual(this.types[one] as Type, type));
    return this.types[index] ?? this.outer?.find(type);
  }
  /** Adds a type, unless it has no structure or an equal one is known. */
  add(type: Type): void {
    if (isPrimitive(type) || type.kind === "opaque" || this.find(type)) return;
    this.known.add(this.types.push(type) - 1);
  }
}

function hashOf({ kind, length, varargs, elements }: Type): number {
  let hash = Math.imul(kind.length + (varargs ? 64 : 0), MIX) + (length % 2 ** 32);
  for (const { id } of elements) hash = Math.imul(hash, MIX) + id;
  return hash;
}
/** Whether two types have the same structure. Elements are compared by their ids. */
function areEqual(one: Type, other: Type): boolean {
  if (one.kind !== other.kind || one.length !== other.length || one.varargs !== other.varargs) return false;
  return (
    one.elements.length === other.elements.length && one.elements.every(({ id }, i) => id === other.elements[i]?.id)
  );
}

/**
 * Merges types with the same structure, except those on cycles: writers give each of those one slot. The types to be
 * linked have consecutive ids, by which the state of each is stored.
 */
export class Unifier {
  /** The merged type of each; undefined until it is decided. */
  private readonly same: (Type | undefined)[];
  private readonly types: (Type | undefined)[];
  /** Number of elements that are not decided yet. */
  private readonly missing: Uint32Array;
  constructor(
    private readonly structures: Structures,
    private readonly firstId: number,
    count: number,
  ) {
    this.same = new Array<Type | undefined>(count).fill(undefined);
    this.types = [...this.same];
    this.missing = new Uint32Array(count);
  }

  /**
   * A type is decided once its elements are; types that never are lie on a cycle or lead to one, and are not merged.
   */
  unify(rows: readonly TypeRow[]): void {
    for (const { type } of rows) if (this.index(type) !== undefined) this.types[type.id - this.firstId] = type;
    const users = this.usersOf();
    const ready: Type[] = [];
    this.types.forEach((type, i) => {
      if (type && this.missing[i] === 0) ready.push(type);
    });
    for (let type = ready.pop(); type; type = ready.pop()) {
      this.settle(type);
      const at = type.id - this.firstId;
      for (let i = users.from[at] as number; i < (users.from[at + 1] as number); i++) {
        const user = users.of[i] as number;
        if (--(this.missing[user] as number) === 0) ready.push(this.types[user] as Type);
      }
    }
    for (const [i, row] of rows.entries()) {
      steppedAt(i);
      row.type = this.settled(row.type);
      this.settleElements(row.type);
    }
  }
  /** Most types have elements that stay as they are. */
  private settleElements(type: Type): void {
    if (type.elements.some((element) => this.settled(element) !== element))
      type.elements = type.elements.map((element) => this.settled(element));
  }
  /** The index of a type's state; undefined if it is not one of those to be linked. */
  private index(type: Type): number | undefined {
    const at = type.id - this.firstId;
    return at >= 0 && !isPrimitive(type) ? at : undefined;
  }
  private settled(type: Type): Type {
    const at = this.index(type);
    return (at === undefined ? undefined : this.same[at]) ?? type;
  }

  /** The types that contain each type as an element: `of` from `from[i]` up to `from[i + 1]`, once per element. */
  private usersOf(): { readonly from: Uint32Array; readonly of: Uint32Array } {
    const { types, missing } = this;
    const from = new Uint32Array(types.length + 1);
    const each = (take: (element: number, user: number) => void): void => {
      types.forEach((type, user) => {
        for (const element of type?.elements ?? []) {
          const at = this.index(element);
          if (at !== undefined && at < types.length) take(at, user);
        }
      });
    };
    types.forEach((type, user) => {
      missing[user] = (type?.elements ?? []).filter((element) => this.index(element) !== undefined).length;
    });
    const more = (counts: Uint32Array, at: number, count: number): number => {
      const before = counts[at] as number;
      counts[at] = before + count;
      return before;
    };
    each((element) => more(from, element + 1, 1));
    for (let i = 0; i < types.length; i++) more(from, i + 1, from[i] as number);
    const next = from.slice();
    const of = new Uint32Array(from[types.length] as number);
    each((element, user) => (of[more(next, element, 1)] = user));
    return { from, of };
  }

  private settle(type: Type): void {
    this.settleElements(type);
    this.same[type.id - this.firstId] = this.structures.find(type) ?? type;
    this.structures.add(type);
  }
}
