/** Attributes and types: decoding of entries, and their spelling in the reference's text. */
import type { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { EntryCodec, Tables } from "../model/module";
import type { AttributeNode, CustomNode, OpaqueNode, TypeNode } from "../model/node";
import type { Elision, Piece } from "../model/piece";
import { isReleased } from "../model/release";
import { cuteAlias } from "./cuteAliases";
import { dialectAlias, MOST_TUPLE_ELEMENTS } from "./aliasNames";
import { assemblyAlias, spellAssembly } from "./assembly";
import { assemblyFault } from "./assemblyFault";
import { decodeBuiltinAttribute } from "./builtin/decodeAttribute";
import { decodeBuiltinType } from "./builtin/decodeType";
import { spellBuiltinAttribute } from "./builtin/spellAttribute";
import { spellBuiltinType } from "./builtin/spellType";
import {
  decodeAicodeAttribute,
  decodeAicodeType,
  isAicodeLocation,
  spellAicodeAttribute,
  spellAicodeType,
} from "./custom/aicodeText";
import { decodeLlvmAttribute, isLlvmLocation, spellLlvmAttribute } from "./custom/llvm";
import { decodeQuantType, spellQuantType } from "./custom/quant";
import { decodeMhloAttribute, decodeMhloType, spellMhloAttribute } from "./custom/mhlo";
import { decodeSdyAttribute, spellSdyAttribute } from "./custom/sdy";
import {
  decodeChloAttribute,
  decodeStablehloAttribute,
  decodeStablehloType,
  spellStablehloAttribute,
  spellStablehloType,
} from "./custom/stablehlo";
import { decodeTestAttribute, decodeTestType, spellTestAttribute, spellTestType } from "./custom/test";
import { decodeVhloAttribute, decodeVhloType } from "./custom/vhlo";
import { spellVhloAttribute, spellVhloType } from "./custom/vhloText";
import { hexString } from "./dense";
import { SyntaxReader } from "./syntax/reader";
import { SYNTAX } from "./syntax/table";
import { isDialectOfMlir, possibleReadings } from "../properties";

/** The encodings of all dialects that have one. */
export const entryCodec: EntryCodec = {
  decodeAttribute,
  decodeType,
  spellAttribute,
  spellType,
  assemblyFault: ({ text, dialect }, kind, tables) =>
    assemblyFault(text, {
      kind,
      dialect,
      knows: (named) => tables.isRegistered(named) && isParsed(named, tables),
      isRegistered: (named) => tables.isRegistered(named),
      syntax: syntaxOf(tables),
    }),
  attributeAlias,
  typeAlias,
};

/** The bytes of an entry in an unpublished encoding, with their possible meanings. */
function opaque(cursor: MlirCursor, dialect: string): OpaqueNode {
  const readings = cursor.leaves ? possibleReadings(cursor) : [];
  const blob = cursor.skip("encoding", cursor.remaining, "opaque");
  cursor.note(readings.join("; "));
  return { kind: "opaque", dialect, blob, damage: undefined };
}

/**
 * Refuses an encoded entry of a dialect that has no encoding: MLIR's own dialects without one store text only, so such
 * an entry is damaged.
 */
function refuse(cursor: MlirCursor, dialect: string): never {
  const message = `dialect '${dialect}' does not implement the bytecode interface`;
  throw new Damage("bad-encoding", message, cursor.position, cursor.endByte);
}

/** Whether the writer had no encoding for a dialect: MLIR's own dialects without one, in a file of MLIR's own tools. */
function isText(dialect: string, tables: Tables): boolean {
  return isDialectOfMlir(dialect, tables.release) || isReleased(tables.producer);
}

/** Dialects with tables of their own that mlir-opt does not know. */
const STABLEHLO = /^(?:stablehlo|chlo|vhlo)$/;
/** Whether mlir-opt parses the text of a dialect that the writer knew. */
const isParsed = (dialect: string, { release }: Tables): boolean =>
  isDialectOfMlir(dialect, release) && !STABLEHLO.test(dialect);

/** By release, the readers of what its dialects store as text. */
const syntaxReaders = new Map<number, SyntaxReader>();
/** How the release that wrote a file spells attributes and types; undefined if that is not known. */
function syntaxOf({ producer, release }: Tables): SyntaxReader | undefined {
  const table = isReleased(producer) ? SYNTAX[release] : undefined;
  if (!table) return undefined;
  const reader = syntaxReaders.get(release) ?? new SyntaxReader(table);
  syntaxReaders.set(release, reader);
  return reader;
}

/** An attribute in its dialect's own encoding. */
function decodeAttribute(cursor: MlirCursor, dialect: string, tables: Tables): AttributeNode {
  switch (dialect) {
    case "builtin":
      return decodeBuiltinAttribute(cursor, tables);
    case "vhlo":
      return decodeVhloAttribute(cursor, tables);
    case "stablehlo":
      return decodeStablehloAttribute(cursor);
    case "chlo":
      return decodeChloAttribute(cursor);
    case "mhlo":
      return decodeMhloAttribute(cursor);
    case "sdy":
      return decodeSdyAttribute(cursor);
    case "test":
      return decodeTestAttribute(cursor);
    case "aicode":
      return decodeAicodeAttribute(cursor, tables);
    case "llvm":
      return tables.release >= 22 ? decodeLlvmAttribute(cursor, tables) : refuse(cursor, dialect);
    default:
      return isText(dialect, tables) ? refuse(cursor, dialect) : opaque(cursor, dialect);
  }
}

/** A type in its dialect's own encoding; llvm and chlo have none for types. */
function decodeType(cursor: MlirCursor, dialect: string, tables: Tables): TypeNode {
  switch (dialect) {
    case "builtin":
      return decodeBuiltinType(cursor, tables);
    case "vhlo":
      return decodeVhloType(cursor);
    case "stablehlo":
      return decodeStablehloType(cursor);
    case "mhlo":
      return decodeMhloType(cursor);
    case "quant":
      return decodeQuantType(cursor);
    case "test":
      return decodeTestType(cursor);
    case "aicode":
      return decodeAicodeType(cursor);
    default:
      return isText(dialect, tables) ? refuse(cursor, dialect) : opaque(cursor, dialect);
  }
}

/** The spelling of an attribute in any dialect. */
function spellAttribute(node: AttributeNode, index: number, elision: Elision, tables: Tables): readonly Piece[] {
  switch (node.kind) {
    case "assembly":
      return spellText(node.text, 2 * index, tables);
    case "custom":
      return spellCustomAttribute(node, elision, tables);
    case "opaque":
      return spellOpaque("#", node, tables);
    default:
      return spellBuiltinAttribute(node, index, elision, tables);
  }
}

/** The spelling of an entry stored as text. */
function spellText(text: string, scope: number, tables: Tables): readonly Piece[] {
  return spellAssembly(text, scope, {
    release: tables.release,
    producer: tables.producer,
    isRegistered: (dialect) => tables.isRegistered(dialect),
    textScope: (part, own) => tables.textScope(part, own),
  });
}

/** The spelling of a type in any dialect. */
function spellType(node: TypeNode, index: number, tables: Tables): readonly Piece[] {
  switch (node.kind) {
    case "assembly":
      return spellText(node.text, 2 * index + 1, tables);
    case "custom":
      return spellCustomType(node, tables);
    case "opaque":
      return spellOpaque("!", node, tables);
    default:
      return spellBuiltinType(node, tables);
  }
}

/** The spelling by the dialect that encoded it. */
function spellCustomAttribute(node: CustomNode, elision: Elision, tables: Tables): readonly Piece[] {
  switch (node.dialect) {
    case "aicode":
      return spellAicodeAttribute(node, elision, tables);
    case "vhlo":
      return spellVhloAttribute(node, tables);
    case "mhlo":
      return spellMhloAttribute(node, tables);
    case "sdy":
      return spellSdyAttribute(node, tables);
    case "llvm":
      return spellLlvmAttribute(node, tables);
    case "test":
      return spellTestAttribute(node);
    default:
      return spellStablehloAttribute(node, tables);
  }
}

/** The spelling by the dialect that encoded it. */
function spellCustomType(node: CustomNode, tables: Tables): readonly Piece[] {
  switch (node.dialect) {
    case "vhlo":
      return spellVhloType(node);
    case "quant":
      return spellQuantType(node, tables);
    case "aicode":
      return spellAicodeType(node, tables);
    case "test":
      return spellTestType(node);
    default:
      return spellStablehloType(node);
  }
}

/** Bytes without a known meaning: `#sdy<bytes "0x0103">`. */
function spellOpaque(sigil: string, node: OpaqueNode, tables: Tables): readonly Piece[] {
  return [`${sigil}${node.dialect}<bytes `, hexString(node.blob, tables), ">"];
}

/**
 * The alias of an attribute: all locations have one, distinct attributes other than of a unit, and what dialects name.
 */
function attributeAlias(node: AttributeNode, tables: Tables): string | undefined {
  switch (node.kind) {
    case "assembly":
      return assemblyAlias(node.text, tables);
    case "callSiteLoc":
    case "fileLineColLoc":
    case "fileRangeLoc":
    case "fusedLoc":
    case "nameLoc":
    case "unknownLoc":
      return "loc";
    case "distinct":
      return tables.attribute(node.attribute).kind === "unit" ? undefined : "distinct";
    case "affineMap":
      return "map";
    case "integerSet":
      return "set";
    case "custom":
      if (isLlvmLocation(node) || isAicodeLocation(node)) return "loc";
      return dialectAlias({ sigil: "#", dialect: node.dialect, mnemonic: node.mnemonic, parameters: "" }, tables);
    default:
      return undefined;
  }
}

/** Long tuples have an alias, and types of CuTe and HEIR: no dialect of MLIR names its types. */
function typeAlias(node: TypeNode, tables: Tables): string | undefined {
  if (node.kind === "assembly") return cuteAlias(node.text) ?? assemblyAlias(node.text, tables);
  return node.kind === "tuple" && node.elements.length > MOST_TUPLE_ELEMENTS ? "tuple" : undefined;
}
