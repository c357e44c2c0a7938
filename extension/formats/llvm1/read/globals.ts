/** The ModuleGlobalInfo block: global variables, function signatures, libraries, the target, sections, assembly. */
import type { Cursor } from "../model/cursor";
import { Damage } from "../model/cursor";
import type { Row } from "../model/row";
import type { Traits } from "../model/traits";
import type { TypeTable } from "../model/types";
import { sanitizeSlot } from "../model/typeRecord";
import type { FunctionValue, GlobalVariable, Linkage } from "../model/values";
import { LINKAGES } from "../model/values";

/** The parts after the functions, in this order. */
const TAIL = ["libraries", "triple", "sections", "assembly", "rest"] as const;
type TailKind = (typeof TAIL)[number];

/** A record of the block. */
export type InfoRow =
  | GlobalVariable
  | FunctionValue
  | (Row & { readonly kind: "end"; readonly of: "globals" | "functions" })
  | (Row & { readonly kind: TailKind; readonly strings: readonly string[] });

/** The bits of a global variable's word. */
const GLOBAL_LINKAGE_SHIFT = 2;
const GLOBAL_TYPE_SHIFT = 5;
const INTERNAL = LINKAGES.indexOf("internal");
/** The bits of a signature word since version 5: calling convention + 1, declaration, type, extension. */
const SIGNATURE_DECLARED = 1 << 4;
const SIGNATURE_TYPE_SHIFT = 5;
const SIGNATURE_TYPE_MASK = 2 ** 26 - 1;
const SIGNATURE_EXTENDED = 2 ** 31;

/** The linkage with a number. @throws {Damage} if there is none */
export function linkageOf(number: number, byte: number): Linkage {
  const linkage = LINKAGES[number];
  if (linkage === undefined) throw new Damage("bad-value", `unknown linkage ${number}`, byte);
  return linkage;
}

/** Reads the block's records in order. */
export class InfoReader {
  private phase: "globals" | "functions" | TailKind = "globals";
  private globals = 0;
  private functions = 0;
  constructor(
    private readonly traits: Traits,
    private readonly types: TypeTable,
  ) {}

  done(cursor: Cursor): boolean {
    return cursor.left <= 0;
  }

  /** @throws {Damage} */
  next(cursor: Cursor): InfoRow {
    const row = this.read(cursor, this.phase, this.phase === "globals" ? this.globals : this.functions);
    if (row.kind === "global") this.globals++;
    else if (row.kind === "function") this.functions++;
    else if (row.kind === "end") this.phase = row.of === "globals" ? "functions" : this.tail("libraries");
    else this.phase = this.tail(TAIL[TAIL.indexOf(row.kind) + 1] ?? "rest");
    return row;
  }

  /** Reads a row again, for its fields. */
  again(cursor: Cursor, row: InfoRow): void {
    if (row.kind === "global") this.read(cursor, "globals", row.ordinal);
    else if (row.kind === "function") this.read(cursor, "functions", row.ordinal);
    else this.read(cursor, row.kind === "end" ? row.of : row.kind, 0);
  }

  /** The first part from `kind` on that files of this version have. */
  private tail(kind: TailKind): TailKind {
    if (!this.traits.dependentLibraries) return "rest";
    return kind === "sections" && !this.traits.sections ? "rest" : kind;
  }

  /** Reads the next row of a phase. */
  private read(cursor: Cursor, phase: "globals" | "functions" | TailKind, ordinal: number): InfoRow {
    const startByte = cursor.position;
    switch (phase) {
      case "globals":
        return this.global(cursor, ordinal);
      case "functions":
        return this.function(cursor, ordinal);
      case "libraries":
      case "sections": {
        const count = cursor.vbr32(phase === "libraries" ? "dependent libraries" : "sections");
        const strings: string[] = [];
        for (let i = 0; i < count; i++) strings.push(cursor.string(phase === "libraries" ? "library" : "section"));
        return { kind: phase, strings, startByte, endByte: cursor.position };
      }
      case "triple":
      case "assembly": {
        const strings = [cursor.string(phase === "triple" ? "target triple" : "module assembly")];
        return { kind: phase, strings, startByte, endByte: cursor.position };
      }
      case "rest":
        // Readers skip what they do not know; the writer of version 3 aligned here.
        cursor.skip(cursor.left, cursor.left < 4 && this.traits.aligned ? "padding" : "opaque", "remaining bytes");
        return { kind: "rest", strings: [], startByte, endByte: cursor.position };
    }
  }

  /** A variable: one word, an extension if the word has an impossible combination, and the initializer's slot. */
  private global(cursor: Cursor, ordinal: number): InfoRow {
    const startByte = cursor.position;
    const word = cursor.vbr32("global");
    if (word === 0) {
      cursor.explain(() => "end of the global variables");
      return { kind: "end", of: "globals", startByte, endByte: cursor.position };
    }
    let initialized = (word & 2) !== 0;
    let linkage = (word >>> GLOBAL_LINKAGE_SHIFT) & 7;
    let [alignment, section] = [0, 0];
    const type = this.types.at(sanitizeSlot(word >>> GLOBAL_TYPE_SHIFT, this.traits, startByte), startByte);
    cursor.explain(() => `${word & 1 ? "constant" : "variable"}, type ${word >>> GLOBAL_TYPE_SHIFT}`);
    if (linkage === INTERNAL && !initialized) {
      // Internal without an initializer is impossible, so it means that another word follows (LLVM 1.7).
      const more = cursor.vbr32("extension");
      initialized = (more & 1) !== 0;
      linkage = (more >>> 1) & 7;
      alignment = (more >>> 4) & 31;
      if (more & (1 << 9)) section = cursor.vbr32("section");
    }
    if (type.kind !== "pointer") throw new Damage("bad-type", "a global variable's type is not a pointer", startByte);
    const initializer = initialized ? cursor.vbr32("initializer") : undefined;
    return {
      kind: "global",
      type,
      slot: -1,
      ordinal,
      name: undefined,
      number: undefined,
      linkage: linkageOf(linkage, startByte),
      alignment,
      section,
      constant: (word & 1) !== 0,
      initializer,
      initial: undefined,
      startByte,
      endByte: cursor.position,
    };
  }

  /** A function's signature: its pointer type, since version 5 with flags around it. A type of 0 ends the list. */
  private function(cursor: Cursor, ordinal: number): InfoRow {
    const startByte = cursor.position;
    const word = cursor.vbr32("function");
    const slot = this.traits.signatureFlags ? (word >>> SIGNATURE_TYPE_SHIFT) & SIGNATURE_TYPE_MASK : word;
    if (slot === 0) {
      cursor.explain(() => "end of the functions");
      return { kind: "end", of: "functions", startByte, endByte: cursor.position };
    }
    cursor.explain(() => `type ${slot}`);
    const type = this.types.at(sanitizeSlot(slot, this.traits, startByte), startByte);
    if (type.kind !== "pointer" || type.element.kind !== "function") {
      throw new Damage("bad-type", "a function's type is not a pointer to a function type", startByte);
    }
    const flags = this.traits.signatureFlags ? this.flags(cursor, word) : NO_FLAGS;
    // Each property by itself: with those of another object spread into it, it would take several times the memory.
    return {
      kind: "function",
      type,
      slot: -1,
      ordinal,
      name: undefined,
      number: undefined,
      linkage: flags.linkage,
      alignment: flags.alignment,
      section: flags.section,
      convention: flags.convention,
      declared: flags.declared,
      startByte,
      endByte: cursor.position,
    };
  }

  /** What a signature contains since version 5 besides its type. */
  private flags(cursor: Cursor, word: number): Omit<typeof NO_FLAGS, "linkage"> & { linkage: Linkage } {
    let convention = (word & 15) - 1;
    let [alignment, section] = [0, 0];
    let linkage: Linkage = "external";
    const extended = word >= SIGNATURE_EXTENDED;
    if (extended) {
      const more = cursor.vbr32("extension");
      alignment = more & 31;
      convention += ((more >>> 5) & 15) << 4;
      if (more & (1 << 10)) section = cursor.vbr32("section");
      linkage = EXTERNAL_LINKAGES[(more >>> 11) & 3] ?? "external";
    } else if (convention < 0) {
      // LLVM 1.5 wrote conventions from 15 on this way; later writers leave the bits empty only with the extension.
      convention = cursor.vbr32("calling convention");
    }
    return { convention, declared: (word & SIGNATURE_DECLARED) !== 0, alignment, section, linkage };
  }
}

const EXTERNAL_LINKAGES: readonly Linkage[] = ["external", "dllimport", "extern_weak"];
const NO_FLAGS = { convention: 0, declared: true, alignment: 0, section: 0, linkage: "external" as Linkage };
