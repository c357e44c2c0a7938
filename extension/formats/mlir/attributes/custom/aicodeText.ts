/**
 * How AICode is spelled, by the formats of its table. In a format, `$field` is a field: a number, `true`, a string in
 * quotes, an attribute, a type, or a list of these with commas. `$field*` prints attributes without their names,
 * `$field~` strings without quotes. `?[…]?` is left out if the first field in it is absent, zero or an empty list; it
 * begins with a comma only if something is before it.
 */
import { append } from "../../../../document/arrays";
import { dwarfName } from "../../../llvm/dwarf/names";
import type { MlirCursor } from "../../model/cursor";
import type { Tables } from "../../model/module";
import type { CustomNode, CustomValue } from "../../model/node";
import type { Elision, Piece } from "../../model/piece";
import { quoted, spellName } from "../../model/spelling";
import { separated } from "../builtin/spellAttribute";
import { base64String } from "../dense";
import { FLOAT_FORMATS } from "../floatFormat";
import { floatText } from "../floatText";
import { masked, signExtended } from "../numbers";
import { AICODE_ATTRIBUTES, AICODE_TYPES } from "./aicode";
import type { Formatted } from "./aicode";
import { field, integer, plain } from "./fields";
import { integerText } from "./llvm";
import { decodeCustom } from "./schema";

/** The cases of enums by field, or by attribute for its `value`; `-`: an unused number. */
const CASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    padding_mode_v1: "circular constant reflect replicate symmetric",
    "execution.lifecycle_phase_v1":
      "stateless init - init_reshape - init_prepare - init_reshape_prepare encode init_encode - init_reshape_encode" +
      " - init_prepare_encode - init_reshape_prepare_encode",
    approximate_v1: "none tanh sigmoid",
    scatter_mode_v1: "update add sub mul div max min",
    scan_combiner_v1: "sum product min max",
    "execution.compilation_v1": "full partial finalized",
    interpolation_mode_v1: "linear nearest_neighbor",
    "execution.intent_v1": "out inout return in param metadata",
    scheme: "bitmask coo csr csc bsr",
    allocation: "- AXIOSurface AXMTLBuffer AXHeap",
    container: "- AXCVPixelBuffer AXMTLTexture",
  }).map(([name, cases]) => [name, cases.split(" ")]),
);

/** Kinds of pixels: a number of bits, or four characters. */
const PIXELS: ReadonlyMap<number, string> = new Map([
  [24, "k24RGB"],
  [32, "k32ARGB"],
  [0x42475241, "k32BGRA"],
  [0x79343230, "k420YpCbCr8Planar"],
]);

/** A tag of DWARF that only Core AI has. */
const TENSOR_TAG = 0x4101;
/** The newest names of DWARF. */
const DWARF_RELEASE = 22;

/** Whether an attribute is one of Core AI's locations. */
export const isAicodeLocation = ({ dialect, mnemonic }: CustomNode): boolean =>
  dialect === "aicode" && /^(?:debuginfo\.(?:metadata_)?location_v1|serialization\.opaque_loc)$/.test(mnemonic);

/** The spelling of an attribute; `must` elides its name: the attribute around it tells the class. */
export function spellAicodeAttribute(node: CustomNode, elision: Elision, tables: Tables): readonly Piece[] {
  const body = formatText(node, AICODE_ATTRIBUTES, tables);
  return elision === "must" ? body : [`#aicode.${node.mnemonic}`, ...body];
}

/** The spelling of a type. */
export const spellAicodeType = (node: CustomNode, tables: Tables): readonly Piece[] => [
  `!aicode.${node.mnemonic}`,
  ...formatText(node, AICODE_TYPES, tables),
];

const PART = /\?\[(.*?)\]\?(?!\])|\$(\w+)([*~]?)|[^$?]+|./g;

/** What follows the name. */
function formatText(node: CustomNode, { formats }: Formatted, tables: Tables): readonly Piece[] {
  return parts(node, formats.get(node.code) ?? "", tables);
}

function parts(node: CustomNode, format: string, tables: Tables): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const [text, group, name, modifier = ""] of format.matchAll(PART)) {
    if (group !== undefined) {
      const first = /\$(\w+)/.exec(group)?.[1] ?? "";
      const inner = pieces.at(-1) === "<" ? group.replace(/^, /, "") : group;
      if (isPresent(field(node, first))) append(pieces, parts(node, inner, tables));
    } else if (name === undefined) pieces.push(text);
    else append(pieces, fieldText(node, name, modifier, tables));
  }
  return pieces;
}

/** Whether a field has a value that is printed. */
function isPresent(value: CustomValue): boolean {
  switch (value.kind) {
    case "absent":
      return false;
    case "list":
      return value.elements.length > 0;
    case "integer":
      return Number(value.value) !== 0;
    default:
      return true;
  }
}

function fieldText(node: CustomNode, name: string, modifier: string, tables: Tables): readonly Piece[] {
  const value = field(node, name);
  switch (value.kind) {
    case "list":
      return separated(value.elements.map((element) => single(element, modifier, tables)));
    case "blob":
      return [base64String(value.blob, tables)];
    case "integer":
      return [numberText(node, name, value.value, tables)];
    case "bool":
      return [name === "unsigned" ? (value.value ? "unsigned" : "signed") : String(value.value)];
    default:
      return [single(value, modifier, tables)];
  }
}

function single(value: CustomValue, modifier: string, tables: Tables): Piece {
  if (value.kind === "string" && modifier === "") return quoted(tables.string(value.index));
  if (value.kind === "attribute" && modifier === "*") return { ...value, elision: "must" };
  return plain(value, tables);
}

/** Tells what a number means, if it is a case, flags or a constant of DWARF. */
function tell(cursor: MlirCursor, name: string, value: number): void {
  const text = name === "value" ? undefined : namedNumber(name, value);
  if (text !== undefined) cursor.note(text === "" ? "none" : text);
}

/** An attribute of Core AI's stable form. @throws Damage */
export function decodeAicodeAttribute(cursor: MlirCursor, { resourceCount }: Tables): CustomNode {
  return decodeCustom(cursor, AICODE_ATTRIBUTES.codes, { dialect: "aicode", word: "attribute", resourceCount, tell });
}

/** A type of Core AI's stable form. @throws Damage */
export function decodeAicodeType(cursor: MlirCursor): CustomNode {
  return decodeCustom(cursor, AICODE_TYPES.codes, { dialect: "aicode", word: "type", tell });
}

/** A number: a case of an enum, the bits of a wide integer or float, or itself. */
function numberText(node: CustomNode, name: string, value: number | bigint, tables: Tables): string {
  const { mnemonic } = node;
  const named = namedNumber(name === "value" ? mnemonic : name, Number(value));
  if (named !== undefined) return named;
  switch (name) {
    case "value":
      return mnemonic === "fourcc_v1" ? (PIXELS.get(Number(value)) ?? "") : wideText(node, BigInt(value));
    case "handle":
      return spellName(tables.resourceKey(Number(value)));
    default:
      return String(value);
  }
}

/** The text of a number by its field; undefined for one that is printed as it is. */
function namedNumber(name: string, value: number): string | undefined {
  const cases = CASES.get(name);
  if (cases) return cases[value] ?? "";
  switch (name) {
    case "optimized":
      return String(value !== 0);
    case "tag":
      return value === TENSOR_TAG ? "AppleTensorType" : camelCase(dwarfName("tag", value, DWARF_RELEASE));
    case "encoding":
      return camelCase(dwarfName("encoding", value, DWARF_RELEASE));
    case "flags":
    case "subprogramFlags":
      return integerText(name, value, DWARF_RELEASE);
    default:
      return undefined;
  }
}

/** The value of an integer or float of `width` bits. */
function wideText(node: CustomNode, value: bigint): string {
  const width = Number(integer(node, "width"));
  if (node.mnemonic === "serialization.integer") {
    const unsigned = field(node, "unsigned");
    return String(unsigned.kind === "bool" && unsigned.value ? value : signExtended(value, width));
  }
  const format = FLOAT_FORMATS.get(`f${width}`);
  return format ? floatText(masked(value, width), format) : String(value);
}

/** `PointerType` of `DW_TAG_pointer_type`, `UTF` of `DW_ATE_UTF`. */
function camelCase(name = ""): string {
  return name.replace(/^DW_[A-Z]+_/, "").replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
