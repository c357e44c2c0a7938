/** Which operand of its record each printed piece of a row shows: the columns of the listing lead to each other by it. */
import type { MetadataId } from "../ir/metadata";
import type { Type } from "../ir/types";
import type { ValueId } from "../ir/values";
import type { OperandNote, OperandNotes } from "./notes";

/** Keywords of the assembly by what their operand is called. */
const KEYWORDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^, align /, ["log2 alignment + 1", "flags"]],
  [/^, addrspace/, ["address space"]],
  [/^ (?:[us]?[gl][te]|eq|ne|[ou][eglnr][eqtdo]|uno|true|false)$/, ["predicate"]],
  [/^ syncscope|^ (?:unordered|monotonic|acquire|release|acq_rel|seq_cst)/, ["ordering", "success ordering"]],
  [/^(?:\w+ )?(?:tail|musttail|notail) $|^ \w*cc\d* ?$/, ["flags", "calling convention"]],
  [/^atomicrmw/, []],
  [/^ \w+ $/, ["operation"]],
  [/cleanup/, ["is cleanup"]],
  [/ (?:inbounds|nusw|nuw)/, ["flags", "operation"]],
  [/^\w+(?: volatile| atomic)+/, ["volatile"]],
  [/^\w/, ["operation"]],
];

/** The operands of one record that no printed piece has taken yet. */
export class Pairing {
  private readonly left: (OperandNote | undefined)[];
  private readonly taken = new Set<number>();
  /**
   * @param names what the operands are called, by index
   * @param typeText how a type is printed
   */
  constructor(
    notes: OperandNotes,
    private readonly names: readonly (string | undefined)[],
    private readonly typeText: (type: Type) => string,
  ) {
    this.left = [...notes];
  }

  /** The operand that stands for this value, and the one that gives its type. */
  value(id: ValueId): { readonly at: number; readonly typeAt: number | undefined } | undefined {
    const at = this.take((note) => note.kind === "value" && note.id === id);
    const note = at === undefined ? undefined : this.left[at];
    if (at === undefined || note?.kind !== "value") return undefined;
    if (note.typeAt !== undefined) this.taken.add(note.typeAt);
    return { at, typeAt: note.typeAt };
  }
  block(block: number): number | undefined {
    return this.take((note) => note.kind === "block" && note.block === block);
  }
  metadata(node: MetadataId): number | undefined {
    return this.take((note) => note.kind === "metadata" && note.node === node);
  }
  /** The operand that is printed as this type; a function type may be printed by its result alone. */
  type(text: string): number | undefined {
    return this.take((note) => {
      if (note.kind !== "type") return false;
      const { type } = note;
      return this.typeText(type) === text || (type.kind === "function" && this.typeText(type.result) === text);
    });
  }
  /** The operand that attributes come from: of a call one list gives them all. */
  attributes(): number | undefined {
    const at = this.left.findIndex((note) => note?.kind === "attributeList");
    return at < 0 ? undefined : at;
  }
  keyword(text: string): number | undefined {
    const wanted = KEYWORDS.find(([pattern]) => pattern.test(text))?.[1] ?? [];
    return this.named(wanted);
  }
  number(text: string): number | undefined {
    return text.startsWith(", ") ? this.named(["indices"]) : undefined;
  }

  private named(wanted: readonly string[]): number | undefined {
    const at = this.names.findIndex(
      (name, i) => name !== undefined && wanted.includes(name) && !this.left[i] && !this.taken.has(i),
    );
    if (at < 0) return undefined;
    this.taken.add(at);
    return at;
  }
  private take(wanted: (note: OperandNote) => boolean): number | undefined {
    const at = this.left.findIndex((note, i) => note !== undefined && !this.taken.has(i) && wanted(note));
    if (at < 0) return undefined;
    this.taken.add(at);
    return at;
  }
}
