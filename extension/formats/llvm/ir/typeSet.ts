/** The types of a module by their structure. */
import { IndexSet, MIX } from "../../../kit/indexSet";
import type { Type } from "./types";
import type { Structure, TypeObject } from "./typeObject";

/** Types that can be found by their structure. */
export class TypeSet {
  private readonly known: IndexSet;

  /** @param types all types by their serial numbers; some may not be in the set */
  constructor(private readonly types: readonly TypeObject[]) {
    this.known = new IndexSet((serial) => {
      const type = types[serial] as TypeObject;
      return hashOf(type.kind, type);
    });
  }

  /** The type of this kind and structure. */
  find(kind: Type["kind"], structure: Structure): TypeObject | undefined {
    const isWanted = (serial: number): boolean => {
      const type = this.types[serial];
      return type?.kind === kind && areEqual(type, structure);
    };
    return this.types[this.known.find(hashOf(kind, structure), isWanted)];
  }
  /** Adds a type that {@link find} does not find. */
  add(type: TypeObject): void {
    this.known.add(type.serial);
  }
}

/** A hash of what {@link areEqual} compares, 32 bits. */
function hashOf(kind: Type["kind"], { part, parts, size = 0, flag }: Structure): number {
  let hash = kind.charCodeAt(0) + 256 * kind.length + (flag ? 1 << 16 : 0);
  hash = Math.imul(hash, MIX) + (part === undefined ? 0 : part.serial + 1);
  if (typeof size === "number" || typeof size === "bigint") hash = Math.imul(hash, MIX) + (Number(size) % 2 ** 32);
  else for (const number of size) hash = Math.imul(hash, MIX) + number;
  for (const { serial } of parts ?? []) hash = Math.imul(hash, MIX) + serial;
  return hash;
}

/** Whether two types of one kind are the same. The name of a struct does not count: only other structs have one. */
function areEqual(type: TypeObject, { part, parts = [], size = 0, flag = false, name }: Structure): boolean {
  if (type.part !== part || type.flag !== flag || (name !== undefined && type.name !== name)) return false;
  return areSame(type.size, size) && areAlike(type.parts ?? [], parts);
}
function areSame(one: Structure["size"], other: Structure["size"]): boolean {
  return typeof one === "object" && typeof other === "object" ? areAlike(one, other) : one === other;
}
function areAlike(list: readonly unknown[], other: readonly unknown[]): boolean {
  return list.length === other.length && list.every((item, i) => item === other[i]);
}
