/** Assigns to each printed piece of a row the operand that it shows, which connects the columns of the listing. */
import type { MetadataId, ValueId } from "../ir/ids";
import type { Type } from "../ir/types";
import type { MetadataTables } from "../ir/tables";
import type { Layout } from "../spec/layout";
import type { OperandNote } from "./operands";
import { noteOf } from "./operands";

/** Operands past this many are not paired: such a record is a string or a table. */
const MOST_PAIRED = 1 << 16;

/** Fields that several words of a line show. */
const SHARED: ReadonlySet<string> = new Set(["cc", "align", "isconst"]);

/** The operands of one record that have not been assigned to a printed piece yet. */
export class Pairing {
  private readonly taken = new Set<number>();
  /** By what they refer to: the operands in reverse order; made when first needed. */
  private places: Map<string, number[]> | undefined;
  private readonly notes: readonly (OperandNote | undefined)[];
  /** The operands that are types; a record of a million numbers has none, and each of its numbers asks for one. */
  private readonly types: readonly number[];
  /** The operand that is an attribute list. */
  private readonly attributesAt: number | undefined;
  /** The field names of the operands. */
  private readonly names: readonly string[];
  /** The operands by these; made when first needed. */
  private fields: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(
    layout: Layout,
    metadata: MetadataTables,
    private readonly typeText: (type: Type) => string,
  ) {
    const count = Math.min(layout.record.length, MOST_PAIRED);
    this.notes = Array.from({ length: count }, (_, i) => noteOf(layout, i, metadata));
    this.names = Array.from({ length: count }, (_, i) => layout.field(i).name);
    this.types = [...this.notes.keys()].filter((at) => this.notes[at]?.kind === "type");
    const attributes = this.notes.findIndex((note) => note?.kind === "attributes");
    this.attributesAt = attributes < 0 ? undefined : attributes;
  }

  /** The operand that refers to this value, and the one that holds its type. */
  value(id: ValueId): { readonly at: number; readonly typeAt: number | undefined } | undefined {
    const at = this.next(`value ${id}`);
    const note = at === undefined ? undefined : this.notes[at];
    if (at === undefined || note?.kind !== "value") return undefined;
    if (note.typeAt !== undefined) this.taken.add(note.typeAt);
    return { at, typeAt: note.typeAt };
  }
  /** The operand that refers to this basic block. */
  block(block: number): number | undefined {
    return this.next(`block ${block}`);
  }
  /** The operand that refers to this metadata node. */
  metadata(node: MetadataId): number | undefined {
    return this.next(`node ${node}`);
  }
  /** The operand of the type with this text; a function type may be printed by its result only. */
  type(text: string): number | undefined {
    const { typeText } = this;
    const at = this.types.find((i) => {
      const note = this.notes[i];
      if (note?.kind !== "type" || this.taken.has(i)) return false;
      const { type } = note;
      return typeText(type) === text || (type.kind === "function" && typeText(type.result) === text);
    });
    if (at !== undefined) this.taken.add(at);
    return at;
  }
  /** The operand that attributes come from: all attributes of a call come from one list. */
  attributes(): number | undefined {
    return this.attributesAt;
  }
  /** The next operand of a field with one of these names; the first name that matches counts. */
  field(wanted: readonly string[]): number | undefined {
    this.fields ??= placesByName(this.names);
    for (const name of wanted) {
      const at = this.fields.get(name)?.find((i) => !this.taken.has(i));
      if (at === undefined) continue;
      // One number has a call's flags and its convention, so each of these words leads to it.
      if (!SHARED.has(name)) this.taken.add(at);
      return at;
    }
    return undefined;
  }

  private next(key: string): number | undefined {
    this.places ??= placesOf(this.notes);
    return this.places.get(key)?.pop();
  }
}

function placesByName(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, name] of names.entries()) {
    const known = places.get(name);
    if (known) known.push(at);
    else places.set(name, [at]);
  }
  return places;
}
function placesOf(notes: readonly (OperandNote | undefined)[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let at = notes.length - 1; at >= 0; at--) {
    const key = keyOf(notes[at]);
    const known = key === undefined ? undefined : places.get(key);
    if (known) known.push(at);
    else if (key !== undefined) places.set(key, [at]);
  }
  return places;
}
function keyOf(note: OperandNote | undefined): string | undefined {
  switch (note?.kind) {
    case "value":
      return `value ${note.id}`;
    case "block":
      return `block ${note.block}`;
    case "node":
      return `node ${note.node}`;
    default:
      return undefined;
  }
}
