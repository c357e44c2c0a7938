/** Tells from its code alone which builtin attribute or type an entry is, and which kinds of entries fields require. */
import type { ByteWindow } from "../../../document/window";
import { Damage } from "../model/damage";
import type { AttributeNode, TypeNode } from "../model/node";
import type { Release } from "../model/release";
import { isReleased } from "../model/release";
import type { DialectTable } from "./dialects";
import type { EntryTable, EntryTables } from "./entries";
import type { SectionFrame } from "./sections";
import { SectionKind } from "./sections";

/** Bytes of the section that are read and kept together, as a power of two: neighbours refer to each other. */
const CHUNK_BITS = 16;
const CHUNK = 1 << CHUNK_BITS;
/** Most chunks kept of a file that is not resident. */
const KEPT = 128;

/** What a field accepts: the reference's class, and the codes that belong to it (MLIR BuiltinDialectBytecode.td). */
interface Kind {
  readonly name: string;
  /** A set: bit N for code N. */
  readonly codes: number;
  /** Whether no entry of another dialect, and no assembly, can belong to it. */
  readonly encoded?: boolean;
  /**
   * Set if no entry of another dialect can belong to it: the characters, one of which begins the assembly of the builtin
   * dialect's.
   */
  readonly starts?: string;
}
const bits = (...codes: readonly number[]): number => codes.reduce((set, code) => set | (1 << code), 0);
const STRING: Kind = { name: "StringAttr", codes: bits(2, 3), starts: '"' };
const SYMBOL: Kind = { name: "FlatSymbolRefAttr", codes: bits(4), starts: "@" };
const LOCATION: Kind = { name: "LocationAttr", codes: bits(10, 11, 12, 13, 14, 15, 22), encoded: true };
const DICTIONARY: Kind = { name: "DictionaryAttr", codes: bits(1), encoded: true };
const INTEGERS: Kind = { name: "DenseIntElementsAttr", codes: bits(18), starts: "d" };
const VALUES: Kind = { name: "DenseElementsAttr", codes: bits(18, 19), starts: "d" };
/** Maps, or strided layouts; before MLIR 23 they are assembly. */
const LAYOUT: Kind = { name: "MemRefLayoutAttrInterface", codes: bits(23, 25) };
/** The codes of types that may be the elements of others, which is verified since MLIR 23. */
const FLOATS = [3, 4, 5, 6, 7, 8, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32];
const SCALARS = [0, 1, ...FLOATS];
const ELEMENTS: Readonly<Record<string, readonly [name: string, codes: ReadonlySet<number>]>> = {
  complex: ["element type for complex", new Set([0, ...FLOATS])],
  vector: ["vector element type", new Set(SCALARS)],
  tensor: ["tensor element type", new Set([9, 19, 20, ...SCALARS])],
  unrankedTensor: ["tensor element type", new Set([9, 19, 20, ...SCALARS])],
  memref: ["memref element type", new Set([9, 10, 11, 16, 17, 19, 20, ...SCALARS])],
  unrankedMemref: ["memref element type", new Set([9, 10, 11, 16, 17, 19, 20, ...SCALARS])],
};
/** Memory spaces of the builtin dialect: dictionaries, strings and integers. */
const SPACES: ReadonlySet<number> = new Set([1, 2, 3, 8]);
/** The first release whose reader verifies types. */
const CHECKS_TYPES = 23;
const SHAPED: Kind = { name: "ShapedType", codes: bits(10, 11, 13, 14, 16, 17, 18, 19, 20) };

/**
 * The codes of locations in dialects' own encodings, in files of compilers other than mlir-opt: of NVIDIA's
 * `#llvm.di_location`, and of Core AI's. What a dialect that is not listed encodes may be anything.
 */
const LOCATIONS: ReadonlyMap<string, readonly number[]> = new Map([
  ["builtin", []],
  ["vhlo", []],
  ["stablehlo", []],
  ["chlo", []],
  ["mhlo", []],
  ["sdy", []],
  ["test", []],
  ["llvm", [13]],
  ["aicode", [40, 41, 42, 47]],
]);

/** The first letter of `loc(…)`. */
const LOC = 0x6c;

/** FileLineColLoc. */
const POSITION = 11;
/** Strings (without a type), symbols, units, integers, floats and dense arrays: most of a module's attributes. */
const ATOMS: ReadonlySet<number> = new Set([2, 4, 5, 7, 8, 9, 17]);

/** The first codes that MLIR 23 added: maps among the attributes, floats among the types. */
const NEWEST_CODES = { attribute: 23, type: 21 };
/** How many entries are examined to tell the release. */
const LOOKED_AT = 1 << 16;

/** A field that refers to an entry of the wrong kind. */
export interface WrongKind {
  readonly expected: string;
  /** What the entry cannot be, if that is how the reference says it. */
  readonly invalid?: string | undefined;
  readonly table: "attribute" | "type";
  readonly index: number;
}

/** Where the entries are. */
interface EntrySource {
  readonly producer: string;
  readonly window: ByteWindow;
  readonly dialects: DialectTable;
  readonly entries: EntryTables;
  section(id: number): SectionFrame | undefined;
}

/** The codes of a file's entries. */
export class EntryCodes {
  private readonly chunks: (Uint8Array | undefined)[] = [];
  private kept = 0;
  /** The attribute that was found last to be the name of a file. */
  private file = -1;
  private readonly base: number;
  private readonly builtin: number;
  /** Whether dialects may have locations of their own. */
  private readonly released: boolean;

  constructor(private readonly source: EntrySource) {
    const section = source.section(SectionKind.entries);
    this.base = section?.dataByte ?? 0;
    this.builtin = source.dialects.dialects.findIndex(({ name }) => name === "builtin");
    this.released = isReleased(source.producer);
  }

  /** A byte of the section's data. */
  private byte(at: number): number {
    const chunk = this.chunks[at >>> CHUNK_BITS] ?? this.load(at >>> CHUNK_BITS);
    return chunk[at & (CHUNK - 1)] ?? 0;
  }
  private load(index: number): Uint8Array {
    const { window } = this.source;
    const start = this.base + index * CHUNK;
    const view = window.view(start, start + CHUNK);
    const resident = window.pageBytes === undefined;
    const chunk = resident ? view : view.slice();
    if (!resident && this.kept++ >= KEPT) {
      this.chunks.length = 0;
      this.kept = 1;
    }
    this.chunks[index] = chunk;
    return chunk;
  }

  /** The code of a dialect's entry in its own encoding; -1 for any other entry. */
  private code(table: EntryTable, index: number, dialect = this.builtin): number {
    if (table.custom[index] !== 1 || table.dialect(index) !== dialect) return -1;
    const byte = this.byte(table.starts[index] ?? 0);
    return byte % 2 === 1 ? byte >> 1 : -1;
  }

  /**
   * Whether some entry has a code that only the newest release writes; in a large file only the first ones are
   * examined.
   */
  get newest(): boolean {
    const { attributes, types } = this.source.entries;
    return [
      { table: types, code: NEWEST_CODES.type },
      { table: attributes, code: NEWEST_CODES.attribute },
    ].some(({ table, code }) => {
      for (let i = 0; i < Math.min(table.count, LOOKED_AT); i++) if (this.code(table, i) >= code) return true;
      return false;
    });
  }

  /** Whether its code alone shows that an attribute has no alias, and contains nothing that could have one. */
  isAtom(attribute: number): boolean {
    return ATOMS.has(this.code(this.source.entries.attributes, attribute));
  }

  /** Whether an attribute is the builtin one with that code. */
  hasCode(attribute: number, code: number): boolean {
    return this.code(this.source.entries.attributes, attribute) === code;
  }

  private wrong(table: "attribute" | "type", index: number, kind: Kind): WrongKind | undefined {
    const { attributes, types } = this.source.entries;
    const entries = table === "attribute" ? attributes : types;
    const code = this.code(entries, index);
    if (kind === LOCATION && this.mayBeLocation(index)) return undefined;
    const fits = code < 0 ? this.mayBeAssembly(entries, index, kind) : code < 32 && ((kind.codes >>> code) & 1) === 1;
    return fits ? undefined : { expected: kind.name, table, index };
  }

  /** Whether an attribute may be a location in a dialect's own encoding, or an opaque one, whose fallback is assembly. */
  private mayBeLocation(index: number): boolean {
    const table = this.source.entries.attributes;
    const dialect = table.dialect(index);
    if (table.custom[index] !== 1) return dialect === this.builtin && this.byte(table.starts[index] ?? 0) === LOC;
    if (this.released) return false;
    const codes = LOCATIONS.get(this.source.dialects.dialects[dialect]?.name ?? "");
    return codes === undefined || codes.includes(this.code(table, index, dialect));
  }

  /** Whether an entry without a code may be of a kind: one of another dialect, or assembly. */
  private mayBeAssembly(table: EntryTable, index: number, { encoded, starts }: Kind): boolean {
    if (encoded === true || starts === undefined) return encoded !== true;
    if (table.dialect(index) !== this.builtin) return false;
    return table.custom[index] === 1 || starts.includes(String.fromCharCode(this.byte(table.starts[index] ?? 0)));
  }

  /**
   * Whether an attribute is a sound FileLineColLoc [file, line, column]: nearly all locations of a module are, so they
   * are checked without being decoded.
   */
  isPosition(index: number): boolean {
    return this.positionFile(index) >= 0;
  }
  /** The attribute with the name of a sound FileLineColLoc's file; -1 if it is none. */
  positionFile(index: number): number {
    const { attributes } = this.source.entries;
    if (this.code(attributes, index) !== POSITION) return -1;
    const start = (attributes.starts[index] as number) + 1;
    const line = start + this.varintBytes(start);
    const column = line + this.varintBytes(line);
    if (column + this.varintBytes(column) !== attributes.starts[index + 1]) return -1;
    const file = this.shortVarint(start, line);
    return file < attributes.count && this.wrongFile(file) === undefined ? file : -1;
  }
  /** Checks that an attribute may be the name of a file. Most locations are in the same file as the one before. */
  private wrongFile(index: number): WrongKind | undefined {
    if (index === this.file) return undefined;
    const wrong = this.attribute(index, STRING);
    if (!wrong) this.file = index;
    return wrong;
  }
  /** How many bytes a PrefixVarInt has, by its first byte. */
  private varintBytes(at: number): number {
    const first = this.byte(at);
    return first === 0 ? 9 : 32 - Math.clz32(first & -first);
  }
  /** The PrefixVarInt in these bytes; Infinity for one of more than four bytes. */
  private shortVarint(at: number, end: number): number {
    if (end - at > 4) return Infinity;
    let value = 0;
    for (let i = end - 1; i >= at; i--) value = value * 256 + this.byte(i);
    return Math.floor(value / 2 ** (end - at));
  }
  /** Checks that an attribute is a location. */
  wrongLocation(index: number): WrongKind | undefined {
    return this.wrong("attribute", index, LOCATION);
  }
  /** Checks that an attribute is a dictionary. */
  wrongDictionary(index: number): WrongKind | undefined {
    return this.wrong("attribute", index, DICTIONARY);
  }

  private attribute(index: number, kind: Kind): WrongKind | undefined {
    return this.wrong("attribute", index, kind);
  }
  private each(indices: readonly number[], kind: Kind): WrongKind | undefined {
    for (const index of indices) {
      const found = this.attribute(index, kind);
      if (found) return found;
    }
    return undefined;
  }

  /** The first field of an attribute that refers to an entry of the wrong kind. */
  wrongInAttribute(node: AttributeNode): WrongKind | undefined {
    switch (node.kind) {
      case "dictionary":
        return this.each(node.names, STRING);
      case "symbolRef":
        return this.attribute(node.root, STRING) ?? this.each(node.nested, SYMBOL);
      case "callSiteLoc":
        return this.attribute(node.callee, LOCATION) ?? this.attribute(node.caller, LOCATION);
      case "fileLineColLoc":
      case "fileRangeLoc":
        return this.wrongFile(node.file);
      case "fusedLoc":
        return this.each(node.locations, LOCATION);
      case "nameLoc":
        return this.attribute(node.name, STRING) ?? this.attribute(node.child, LOCATION);
      case "denseElements":
      case "denseStrings":
      case "denseResource":
        return this.wrong("type", node.type, SHAPED);
      case "sparse":
        return (
          this.wrong("type", node.type, SHAPED) ??
          this.attribute(node.indices, INTEGERS) ??
          this.attribute(node.values, VALUES)
        );
      default:
        return undefined;
    }
  }
  /** The field of a type that refers to an entry of the wrong kind, as a release sees it. */
  wrongInType(node: TypeNode, release: Release): WrongKind | undefined {
    const layout = node.kind === "memref" ? this.wrong("attribute", node.layout, LAYOUT) : undefined;
    return layout ?? (release >= CHECKS_TYPES ? this.wrongElement(node) : undefined);
  }
  private wrongElement(node: TypeNode): WrongKind | undefined {
    if ("space" in node && node.space !== undefined) {
      const code = this.code(this.source.entries.attributes, node.space);
      if (code >= 0 && !SPACES.has(code))
        return { expected: "", invalid: "memory space Attribute", table: "attribute", index: node.space };
    }
    const [invalid, codes] = ELEMENTS[node.kind] ?? [];
    if (!codes || !("element" in node)) return undefined;
    const code = this.code(this.source.entries.types, node.element);
    return code < 0 || codes.has(code) ? undefined : { expected: "", invalid, table: "type", index: node.element };
  }
}

/** The damage, in the reference's words. `text`: the spelling of the entry in the field. */
export function kindDamage(wrong: WrongKind, text: string, startByte: number, endByte: number): Damage {
  const shown = wrong.table === "type" ? `'${text}'` : text;
  if (wrong.invalid !== undefined)
    return new Damage("bad-reference", `invalid ${wrong.invalid}: ${shown}`, startByte, endByte);
  const what =
    wrong.expected.endsWith("LocationAttr") || wrong.expected === "DictionaryAttr" ? " attribute of type:" : "";
  return new Damage("bad-reference", `expected${what} mlir::${wrong.expected}, but got: ${shown}`, startByte, endByte);
}
