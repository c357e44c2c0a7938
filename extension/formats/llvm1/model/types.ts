/** The type planes: the types of slots, by which everything else names them. */
import { append } from "../../../document/arrays";
import { steppedAt } from "../../../kit/steps";
import { Damage } from "./cursor";
import type { DerivedKind } from "./type";
import { DERIVED, FIRST_DERIVED, primitives, Type } from "./type";
import type { TypeRow } from "./typeRecord";
import { NO_SLOTS } from "./typeRecord";
import { Structures, Unifier } from "./typeUnifier";

/** The types of slots: primitives, the module's types, and after those a function's own. */
export class TypeTable {
  private readonly own: Type[];
  /** The first slot of this table's own types. */
  private readonly start: number;
  private readonly structures: Structures;
  private nextId: number;
  constructor(
    private readonly outer?: TypeTable,
    start = outer?.size ?? 0,
  ) {
    this.start = start;
    this.own = outer ? [] : [...primitives];
    this.structures = new Structures(outer?.structures);
    this.nextId = outer ? outer.nextId : FIRST_DERIVED;
  }
  /** The type of pointers to `element`; created if no slot has it. */
  pointerTo(element: Type): Type {
    return this.made("pointer", element, 0);
  }
  /** The packed type of `length` elements; created if no slot has it. */
  packedOf(element: Type, length: number): Type {
    return this.made("packed", element, length);
  }
  private made(kind: DerivedKind, element: Type, length: number): Type {
    const type = new Type(kind, this.nextId);
    type.elements = [element];
    type.length = length;
    const known = this.structures.find(type);
    if (known) return known;
    this.nextId++;
    this.structures.add(type);
    return type;
  }
  /** Whether it has types of its own, in addition to those of the table around it. */
  get addsTypes(): boolean {
    return this.outer !== undefined && this.start === this.outer.size && this.own.length > 0;
  }
  get size(): number {
    return this.start + this.own.length;
  }
  /** The type of a slot. @throws {Damage} if the slot has none */
  at(slot: number, byte: number): Type {
    const type = this.find(slot);
    if (!type) throw new Damage("bad-type", `there is no type ${slot}; the table has ${this.size}`, byte);
    return type;
  }
  find(slot: number): Type | undefined {
    return slot < this.start ? this.outer?.find(slot) : this.own[slot - this.start];
  }
  /** A copy of the table with other types in the derived slots (a compaction table's). */
  withDerived(types: readonly Type[]): TypeTable {
    const table = new TypeTable(this, FIRST_DERIVED);
    append(table.own, types);
    return table;
  }

  /**
   * Assigns the next slots to these records, links them, and merges types with the same structure. A slot that does not
   * exist becomes an opaque type, and `report` is called.
   */
  link(rows: readonly TypeRow[], report: (row: TypeRow, slot: number) => void): void {
    const first = this.own.length;
    const firstId = this.nextId;
    for (const row of rows) {
      row.slot = this.size;
      row.type = this.make(row);
      this.own.push(row.type);
    }
    const linking = new Unifier(this.structures, firstId, this.nextId - firstId);
    for (const [i, row] of rows.entries()) {
      steppedAt(i);
      if (row.slots.length === 0) continue;
      row.type.elements = row.slots.map((slot) => {
        const type = this.find(slot);
        if (!type) report(row, slot);
        return type ?? new Type("opaque", this.nextId++);
      });
      row.slots = NO_SLOTS;
    }
    linking.unify(rows);
    rows.forEach(({ type, slot }, i) => {
      this.own[first + i] = type;
      if (type.slot < 0) type.slot = slot;
      this.structures.add(type);
    });
  }

  private make(row: TypeRow): Type {
    const alias = primitives[row.typeId];
    if (alias) return alias;
    const type = new Type(DERIVED[row.typeId - FIRST_DERIVED] ?? "opaque", this.nextId++);
    type.length = row.length;
    type.varargs = row.varargs;
    return type;
  }
}
