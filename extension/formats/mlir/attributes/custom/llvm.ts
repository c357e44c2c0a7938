/**
 * The llvm dialect's debug info and loop annotations, which MLIR 22 encodes, and their spelling (LLVMAttrDefs.td):
 * `name = value` for each parameter that does not have its default.
 */
import { dwarfName } from "../../../llvm/dwarf/names";
import type { DwarfFamily } from "../../../llvm/dwarf/names";
import { silent } from "../../model/cursor";
import type { MlirCursor } from "../../model/cursor";
import { Damage } from "../../model/damage";
import type { Release, Tables } from "../../model/module";
import type { CustomField, CustomNode, CustomValue } from "../../model/node";
import type { Piece } from "../../model/piece";
import { isReleased, namedRelease } from "../../model/release";
import { quoted } from "../../model/spelling";
import { separated } from "../builtin/spellAttribute";
import { field, integer, plain, references } from "./fields";
import { encodingOf, encodingsOf } from "./llvmEncodings";
import { decodeCustom } from "./schema";
import type { Schema } from "./schema";

/** Parameters of a compile unit that got a default when the unit got a `recId`, on the way to MLIR 23. */
const ALWAYS_22 = new Set(["sourceLanguage", "isOptimized", "emissionKind"]);
/** Parameters without a default: always printed. */
const ALWAYS = new Set([
  "di_global_variable.line",
  "di_lexical_block_file.discriminator",
  "di_namespace.exportSymbols",
]);

/** Attributes whose parameters may be of several classes: an expression is printed with its name. */
const OF_ANY_CLASS = new Set(["di_subrange"]);

/** Lists of attributes of any class, which MLIR 23 prints in brackets. */
const BRACKETED = new Set(["retainedNodes"]);

const DWARF: ReadonlyMap<string, DwarfFamily> = new Map([
  ["tag", "tag"],
  ["encoding", "encoding"],
  ["sourceLanguage", "language"],
  ["sourceLanguageDialect", "dialect"],
  ["callingConvention", "convention"],
  ["opcode", "operation"],
]);

const CASES: ReadonlyMap<string, readonly string[]> = new Map([
  ["emissionKind", ["None", "Full", "LineTablesOnly", "DebugDirectivesOnly"]],
  ["nameTableKind", ["Default", "GNU", "None", "Apple"]],
]);

/** Flags by bit; a bit may have several names, which are all printed. */
const FLAGS: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map([
  [
    "flags",
    bits(
      "2:FwdDecl 3:AppleBlock 4:ReservedBit4 5:Virtual 6:Artificial 7:Explicit 8:Prototyped " +
        "9:ObjcClassComplete 10:ObjectPointer 11:Vector 12:StaticMember 13:LValueReference 14:RValueReference " +
        "15:ExportSymbols 16:SingleInheritance|MultipleInheritance|VirtualInheritance 18:IntroducedVirtual 19:BitField " +
        "20:NoReturn 22:TypePassByValue 23:TypePassByReference 24:EnumClass 25:Thunk 26:NonTrivial 27:BigEndian " +
        "28:LittleEndian 29:AllCallsDescribed",
    ),
  ],
  [
    "subprogramFlags",
    bits(
      "0:Virtual 1:PureVirtual 2:LocalToUnit 3:Definition 4:Optimized 5:Pure 6:Elemental " +
        "7:Recursive 8:MainSubprogram 9:Deleted 11:ObjCDirect",
    ),
  ],
]);
/** The two low bits of `flags` together. */
const ACCESS = ["", "Private", "Protected", "Public"];

const CONVERT = 0x1001;

/** `3:Definition 4:Optimized` as a map from bit to name. */
function bits(text: string): ReadonlyMap<number, string> {
  return new Map(text.split(" ").map((entry) => [Number(entry.split(":")[0]), entry.split(":")[1] ?? ""]));
}

/** An attribute of the llvm dialect. @throws Damage */
export function decodeLlvmAttribute(cursor: MlirCursor, tables: Tables): CustomNode {
  const tell = (at: MlirCursor, name: string, number: number): void => {
    tellInteger(at, name, number, tables);
  };
  return decodeCustom(cursor, schemaFor(cursor, tables), { ...CONTEXT, tell });
}

const CONTEXT = { dialect: "llvm", word: "attribute" } as const;

/**
 * The encoding of the entry at the cursor. An official release has its own. A development version's producer string
 * does not tell which one it had, but the entry does: the first that fits.
 */
function schemaFor(cursor: MlirCursor, { producer, release }: Tables): Schema {
  const own = encodingOf(release);
  if (isReleased(producer)) return own;
  const candidates = new Set([own, ...encodingsOf(namedRelease(producer))]);
  return [...candidates].find((candidate) => fits(candidate, cursor)) ?? own;
}

/** Numbers in the attributes that have several encodings are smaller. */
const LARGE = 2 ** 32;

/**
 * Whether an encoding takes all of an entry's bytes and finds no large number: read by another encoding, a bool becomes
 * a number of nine bytes. Nothing is recorded and the cursor does not move.
 */
function fits(candidate: Schema, cursor: MlirCursor): boolean {
  const probe = silent(cursor);
  try {
    const { fields } = decodeCustom(probe, candidate, CONTEXT);
    return probe.atEnd && fields.every(({ value }) => value.kind !== "integer" || value.value < LARGE);
  } catch (thrown) {
    if (thrown instanceof Damage) return false;
    throw thrown;
  }
}

/** Tells the meaning of a number: in MLIR 24 a compile unit's language may be an optional attribute. */
function tellInteger(cursor: MlirCursor, name: string, number: number, tables: Tables): void {
  if (name === "sourceLanguage" && languageText(number, tables) !== undefined) {
    cursor.refer("attribute", Math.floor(number / 2));
    return;
  }
  const text = integerText(name, number, tables.release);
  if (text !== undefined) cursor.note(text === "" ? "none" : text);
}

/** Whether an attribute is a location, as only NVIDIA's MLIR has one in this dialect. */
export const isLlvmLocation = ({ dialect, mnemonic }: CustomNode): boolean =>
  dialect === "llvm" && mnemonic === "di_location";

/** The spelling of an attribute of the llvm dialect. */
export function spellLlvmAttribute(node: CustomNode, tables: Tables): readonly Piece[] {
  return [`#llvm.${node.mnemonic}`, ...body(node, tables)];
}

/** What follows the mnemonic. */
function body(node: CustomNode, tables: Tables): readonly Piece[] {
  switch (node.mnemonic) {
    case "di_file":
      return ["<", string(node, "name", tables), " in ", string(node, "directory", tables), ">"];
    case "di_expression": {
      const elements = references(node, "operations").flatMap((index, i) => [
        i > 0 ? ", " : "",
        element(index, tables),
      ]);
      return elements.length === 0 ? ["<>"] : ["<[", ...elements, "]>"];
    }
    case "di_expression_elem":
      return [expressionElement(node, tables)];
    case "di_location":
      return location(node, "sourceLoc", "scope", tables);
    case "di_snapshot_loc_entry":
      return location(node, "snapshotLoc", "blockFile", tables);
    default:
      return struct(node, tables);
  }
}

/** `<loc("a":1:2) in #di_subprogram snapshots = […]>`: a position, its scope, and further such entries, if any. */
function location(node: CustomNode, position: string, scope: string, tables: Tables): readonly Piece[] {
  const bodies = references(node, "snapshots").flatMap((index, i) => [i > 0 ? ", " : "", ...snapshot(index, tables)]);
  const list = bodies.length === 0 ? [] : [" snapshots = [", ...bodies, "]"];
  return ["<", plain(field(node, position), tables), " in ", plain(field(node, scope), tables), ...list, ">"];
}

/** An entry of a location is printed without its name. */
function snapshot(index: number, tables: Tables): readonly Piece[] {
  const node = tables.attribute(index);
  const isEntry = node.kind === "custom" && node.mnemonic === "di_snapshot_loc_entry";
  return isEntry ? body(node, tables) : [{ kind: "attribute", index, elision: "never" }];
}

/** A string parameter, stored as an index into the string section; returned with quotes. */
function string(node: CustomNode, name: string, tables: Tables): string {
  const value = field(node, name);
  return value.kind === "string" ? quoted(tables.string(value.index)) : "";
}

/** An element of an expression is printed without its name. */
function element(index: number, tables: Tables): Piece {
  const node = tables.attribute(index);
  if (node.kind === "custom" && node.mnemonic === "di_expression_elem") return expressionElement(node, tables);
  return { kind: "attribute", index, elision: "never" };
}

/** `DW_OP_plus_uconst(3)`; a conversion names the encoding. */
function expressionElement(node: CustomNode, { release }: Tables): string {
  const opcode = Number(integer(node, "opcode"));
  const name = dwarfName("operation", opcode, release) ?? "";
  const values = field(node, "arguments");
  if (values.kind !== "list" || values.elements.length === 0) return name;
  const texts = values.elements.map((value, i) => {
    const number = value.kind === "integer" ? value.value : 0;
    const encoding = i > 0 && opcode === CONVERT ? dwarfName("encoding", Number(number), release) : undefined;
    return encoding ?? String(number);
  });
  return `${name}(${texts.join(", ")})`;
}

/** `<name = value, …>` of the parameters that do not have their default. */
function struct(node: CustomNode, tables: Tables): readonly Piece[] {
  const pieces: Piece[] = ["<"];
  for (const parameter of node.fields) {
    if (isDefault(node, parameter)) continue;
    pieces.push(
      `${pieces.length > 1 ? ", " : ""}${parameter.name} = `,
      ...value(parameter, OF_ANY_CLASS.has(node.mnemonic), tables),
    );
  }
  pieces.push(">");
  return pieces;
}

/** Whether a parameter has the value that is not printed: zero, false, none, no elements. */
function isDefault(node: CustomNode, { name, value }: CustomField): boolean {
  if (ALWAYS.has(`${node.mnemonic}.${name}`)) return false;
  if (node.mnemonic === "di_compile_unit" && node.fields[0]?.name !== "recId" && ALWAYS_22.has(name)) return false;
  switch (value.kind) {
    case "absent":
      return true;
    case "list":
      return value.elements.length === 0;
    case "bool":
      return !value.value;
    case "integer":
      // An optional integer that is present has no default.
      return name !== "dwarfAddressSpace" && BigInt(value.value) === 0n;
    default:
      return false;
  }
}

/**
 * A parameter's text: names of DWARF constants and enum cases, expressions without their name.
 * @param named whether an expression is printed with its name
 */
function value({ name, value: stored }: CustomField, named: boolean, tables: Tables): readonly Piece[] {
  switch (stored.kind) {
    case "integer": {
      const language = name === "sourceLanguage" ? languageText(Number(stored.value), tables) : undefined;
      if (language !== undefined) return [language];
      return [integerText(name, Number(stored.value), tables.release) ?? String(stored.value)];
    }
    case "string":
      return [quoted(tables.string(stored.index))];
    case "list": {
      const elements = separated(stored.elements.map(listed));
      return BRACKETED.has(name) && tables.release >= 23 ? ["[", ...elements, "]"] : elements;
    }
    case "attribute": {
      const inner = tables.attribute(stored.index);
      const isBare = !named && inner.kind === "custom" && inner.mnemonic === "di_expression";
      return isBare ? body(inner, tables) : [plain(stored, tables)];
    }
    default:
      return [plain(stored, tables)];
  }
}

const LANGUAGE = /^#llvm\.di_source_language_name<(?:language = (\w+)>$)?/;

/**
 * A compile unit's language as MLIR 24 stores it: an optional attribute, whose `DW_LANG` is printed alone. Undefined if
 * the number is the `DW_LANG` itself, as in MLIR 23: that does not have such an attribute.
 */
function languageText(number: number, tables: Tables): string | undefined {
  const index = number >>> 1;
  if ((number & 1) === 0 || index >= tables.sizes.attributes) return undefined;
  const inner = tables.attribute(index);
  const found = inner.kind === "assembly" ? LANGUAGE.exec(inner.text) : null;
  return found && inner.kind === "assembly" ? (found[1] ?? inner.text) : undefined;
}

/** An element of a list of attributes; an absent one prints as a null attribute. */
const listed = (value: CustomValue): Piece =>
  value.kind === "attribute" ? { kind: "attribute", index: value.index, elision: "never" } : "<<NULL ATTRIBUTE>>";

/**
 * The text of a number by its DWARF family, flags or enum; undefined for a number that is printed as it is. A DWARF
 * constant without a name in LLVM prints as nothing.
 */
export function integerText(name: string, number: number, release: Release): string | undefined {
  const family = DWARF.get(name);
  if (family) return dwarfName(family, number, release) ?? "";
  const flags = FLAGS.get(name);
  return flags ? flagsText(name, number, flags) : CASES.get(name)?.[number];
}

/** `Public`, `"Definition|Optimized"`: quoted where several bits are set. */
function flagsText(name: string, number: number, flags: ReadonlyMap<number, string>): string {
  const access = name === "flags" ? number & 3 : 0;
  const texts = [ACCESS[access] ?? "", ...[...flags].map(([bit, text]) => (((number >>> bit) & 1) === 1 ? text : ""))];
  const text = texts.filter((part) => part !== "").join("|");
  const single = (number & (number - 1)) === 0 || (name === "flags" && number === 3);
  return single ? text : `"${text}"`;
}
