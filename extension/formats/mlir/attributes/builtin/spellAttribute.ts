/** The builtin dialect's attributes as MLIR's printer spells them (AsmPrinter::Impl::printAttributeImpl). */
import type { Tables } from "../../model/module";
import type { AssemblyNode, AttributeNode, CustomNode, Dimension, OpaqueNode, TypeNode } from "../../model/node";
import type { Elision, Piece } from "../../model/piece";
import { quoted, spellName, spellSymbol } from "../../model/spelling";
import { denseArrayText, denseElementsText, denseStringsText, isTypeFirst } from "../dense";
import { floatFormat } from "../floatFormat";
import { floatText } from "../floatText";
import { signExtended } from "../numbers";
import { dimension } from "../shape";

/** The attributes that the builtin dialect spells. */
export type BuiltinAttribute = Exclude<AttributeNode, AssemblyNode | CustomNode | OpaqueNode>;
type Location = Extract<
  BuiltinAttribute,
  { kind: "callSiteLoc" | "fileLineColLoc" | "fileRangeLoc" | "fusedLoc" | "nameLoc" | "unknownLoc" }
>;

/** A use of another entry: the writer decides how it is printed there (as an alias, or spelled out). */
const attribute = (index: number, elision: Elision = "never"): Piece => ({ kind: "attribute", index, elision });
const type = (index: number): Piece => ({ kind: "type", index });

/** The pieces with `, ` between them. */
export function separated(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    if (i > 0) all.push(", ");
    all.push(pieces[i] as Piece);
  }
  return all;
}

/**
 * The spelling of a builtin attribute.
 * @param index its entry
 */
export function spellBuiltinAttribute(
  node: BuiltinAttribute,
  index: number,
  elision: Elision,
  tables: Tables,
): readonly Piece[] {
  switch (node.kind) {
    case "array":
      return ["[", ...separated(node.elements.map((element) => attribute(element, "may"))), "]"];
    case "dictionary":
      return spellDictionary(node.names, node.values, tables);
    case "string":
      return [
        quoted(node.most === undefined ? tables.string(node.string) : tables.string(node.string).slice(0, node.most)),
        ...(node.type === undefined ? [] : typed(node.type, elision, tables)),
      ];
    case "symbolRef":
      return [symbolText(node.root, node.nested, tables)];
    case "type":
      return [type(node.type)];
    case "unit":
      return ["unit"];
    case "integer":
      return spellInteger(node.type, node.value, elision, tables);
    case "float":
      return spellFloat(node.type, node.bits, elision, tables);
    case "denseResource":
      return [`dense_resource<${spellName(tables.resourceKey(node.resource))}>`, ...typed(node.type, elision, tables)];
    case "denseArray":
      return [
        "array<",
        type(node.elementType),
        ...denseArrayText(node.elementType, node.count, node.data, tables),
        ">",
      ];
    case "denseElements": {
      const elements = denseElementsText(node.type, node.data, tables);
      if (isTypeFirst(node.type, tables)) return ["dense<", type(node.type), " : ", elements, ">"];
      return ["dense<", elements, ">", ...typed(node.type, elision, tables)];
    }
    case "denseStrings":
      return ["dense<", denseStringsText(node, tables), ">", ...typed(node.type, elision, tables)];
    case "sparse":
      return ["sparse<", ...spellSparse(node.indices, node.values, tables), ">", ...typed(node.type, elision, tables)];
    case "distinct":
      return spellDistinct(node.attribute, index, tables);
    case "affineMap":
      return [`affine_map<${node.text}>`];
    case "integerSet":
      return [`affine_set<${node.text}>`];
    case "stridedLayout":
      return [stridedText(node.offset, node.strides)];
    case "callSiteLoc":
    case "fileLineColLoc":
    case "fileRangeLoc":
    case "fusedLoc":
    case "nameLoc":
    case "unknownLoc":
      return elision === "location" ? spellLocation(node, tables, "", "") : spellLocation(node, tables, "loc(", ")");
  }
}

/** ` : type` of a typed attribute, unless it is left out. */
function typed(index: number, elision: Elision, tables: Tables): readonly Piece[] {
  return elision === "must" || tables.type(index).kind === "none" ? [] : [" : ", type(index)];
}

/** `{a = 1 : i32, b}`: a unit attribute is only its name. */
export function spellDictionary(names: readonly number[], values: readonly number[], tables: Tables): readonly Piece[] {
  const pieces: Piece[] = ["{"];
  const entries = names.map((name, i) => ({ name: tables.stringValue(name), value: values[i] ?? 0 }));
  // Reading sorts what a writer did not sort.
  if (entries.some(({ name }, i) => i > 0 && name < (entries[i - 1]?.name ?? "")))
    entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  entries.forEach(({ name, value }, i) => {
    pieces.push((i > 0 ? ", " : "") + spellName(name));
    if (tables.attribute(value).kind !== "unit") pieces.push(" = ", attribute(value));
  });
  pieces.push("}");
  return pieces;
}

/** `@a::@b`. */
function symbolText(root: number, nested: readonly number[], tables: Tables): string {
  const inner = nested.map((index) => {
    const node = tables.attribute(index);
    return node.kind === "symbolRef" ? tables.stringValue(node.root) : "";
  });
  return [tables.stringValue(root), ...inner].map((name) => spellSymbol(name, tables.release)).join("::");
}

/** `-1 : i8`; signless i1 as a bool without a type; i64 without a type where the parser assumes it; `ui8` unsigned. */
function spellInteger(index: number, value: bigint, elision: Elision, tables: Tables): readonly Piece[] {
  const node = tables.type(index);
  if (isSignless(node, 1)) return [value === 0n ? "false" : "true"];
  const unsigned = node.kind === "integer" && node.sign === "unsigned";
  const width = node.kind === "integer" ? node.width : 64;
  const text = String(unsigned ? value : signExtended(value, width));
  return elision === "may" && isSignless(node, 64) ? [text] : [text, ...typed(index, elision, tables)];
}

const isSignless = (node: TypeNode, width: number): boolean =>
  node.kind === "integer" && node.width === width && node.sign === "signless";

/**
 * `1.000000e+00 : f32`; f64 without a type where the parser assumes it, but since MLIR 17 not after hexadecimal digits.
 */
function spellFloat(index: number, bits: bigint, elision: Elision, tables: Tables): readonly Piece[] {
  const node = tables.type(index);
  const format = floatFormat(node);
  const text = format ? floatText(bits, format) : `0x${bits.toString(16).toUpperCase()}`;
  const readable = tables.release < 17 || !text.startsWith("0x");
  const assumed = node.kind === "float" && node.name === "f64" && readable;
  return elision === "may" && assumed ? [text] : [text, ...typed(index, elision, tables)];
}

/** Indices are listed whatever their number; without indices, values are not printed either. */
function spellSparse(indices: number, values: number, tables: Tables): readonly Piece[] {
  const spell = (entry: number, allowHex: boolean): Piece => {
    const node = tables.attribute(entry);
    if (node.kind === "denseElements") return denseElementsText(node.type, node.data, tables, allowHex);
    return node.kind === "denseStrings" ? denseStringsText(node, tables) : attribute(entry, "must");
  };
  const first = spell(indices, false);
  return first === "" ? [] : [first, ", ", spell(values, true)];
}

/** `strided<[?, 1], offset: 5>`; an offset of zero is left out. */
function stridedText(offset: Dimension, strides: readonly Dimension[]): string {
  const shift = Number(offset) === 0 ? "" : `, offset: ${dimension(offset)}`;
  return `strided<[${strides.map(dimension).join(", ")}]${shift}>`;
}

/** `distinct[0]<…>`; `distinct[0]<>` for a unit attribute. */
function spellDistinct(referenced: number, index: number, tables: Tables): readonly Piece[] {
  const inner = tables.attribute(referenced).kind === "unit" ? [] : [attribute(referenced)];
  return ["distinct[", { kind: "distinct", entry: index }, "]<", ...inner, ">"];
}

/** A location between `loc(` and `)`, which those within others are printed without. */
function spellLocation(node: Location, tables: Tables, open: string, close: string): readonly Piece[] {
  switch (node.kind) {
    case "unknownLoc":
      return [`${open}unknown${close}`];
    case "fileLineColLoc":
      // Most attributes of a module are of this kind.
      return [open, fileName(node.file, tables), ":", node.line, ":", node.column, close];
    case "fileRangeLoc":
      return [open, fileName(node.file, tables), rangeText(node.positions), close];
    case "nameLoc": {
      const name = tables.literal(node.name);
      if (tables.attribute(node.child).kind === "unknownLoc") return [open, name, close];
      return [open, name, "(", attribute(node.child, "location"), ")", close];
    }
    case "callSiteLoc": {
      const [callee, caller] = [attribute(node.callee, "location"), attribute(node.caller, "location")];
      return [`${open}callsite(`, callee, " at ", caller, `)${close}`];
    }
    case "fusedLoc": {
      const metadata = node.metadata === undefined ? [] : ["<", attribute(node.metadata), ">"];
      const locations = separated(node.locations.map((location) => attribute(location, "location")));
      return [`${open}fused`, ...metadata, "[", ...locations, `]${close}`];
    }
  }
}

/** A location's file name; an empty one is `-`. */
function fileName(file: number, tables: Tables): string {
  const name = tables.literal(file);
  return name === EMPTY ? '"-"' : name;
}
const EMPTY = '""';

/** What follows the file name of a range: `:1:2 to 3:4`, `:1:2 to :4` in one line. */
function rangeText(positions: readonly number[]): string {
  const [line, column, third, fourth] = positions;
  if (line === undefined) return "";
  const start = `:${line}:${column ?? 0}`;
  if (third === undefined) return start;
  return fourth === undefined ? `${start} to :${third}` : `${start} to ${third}:${fourth}`;
}
