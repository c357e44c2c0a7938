/**
 * Specifies the debug info nodes of METADATA_BLOCK (LLVMBitCodes.h, MetadataCodes; the operands in the order of
 * BitcodeWriter's write… functions). The first operand has `distinct` in its lowest bit; its other bits announce what
 * is named there.
 */
import type { BlockSpecification, Form, Part } from "./form";
import {
  boolean,
  counted,
  field,
  flag,
  hex,
  names,
  node,
  nodeAt,
  number,
  packed,
  record,
  rest,
  rotated,
  signed,
  typeNode,
  when,
} from "./form";
import { head } from "./names";

const plainHead = field("distinct", head());
const tag = field("tag", { kind: "dwarf", family: "tag" });
const name = node("name");
const scope = node("scope");
const file = node("file");
const line = field("line", number);
const typeScope = typeNode("scope");
const baseType = typeNode("baseType");
const annotations = node("annotations", { since: 14 });
const align = (since?: number): Part => field("align", counted("bits"), since === undefined ? {} : { since });
const diFlags = field("flags", { kind: "diFlags" });
const encoding = field("encoding", { kind: "dwarf", family: "encoding" });
/** A size or offset: a number of bits, or since LLVM 21 metadata if that bit of the first operand is set. */
const sized = (fieldName: string, nodeBit: number): Part => field(fieldName, { kind: "size", nodeBit });
const sizes = "size is metadata";
/** An integer in words: its width in bits and the number of words, packed in one operand, then the words. */
const wide = (fieldName: string): readonly Part[] => [
  field(`${fieldName} bits`, packed({ name: "bits", width: 32 }, { name: "words", width: 32 })),
  { part: "times", count: `${fieldName} bits`, half: "high", parts: [field(fieldName, signed)] },
];
const nodes = (...all: readonly string[]): readonly Part[] => all.map((one) => node(one));

const spFlags = field("spFlags", { kind: "spFlags" });
const virtuality = field("virtuality", names(["none", "virtual", "pure virtual"]));

/** Bits of a SUBPROGRAM's first operand. */
const HAS_UNIT = 2;
const HAS_SP_FLAGS = 4;
const subprogramFront = [typeScope, ...nodes("name", "linkageName", "file")];
const subprogram: readonly Part[] = [
  field("distinct", head("has unit", "has spFlags")),
  ...subprogramFront,
  line,
  node("type"),
  when(
    { field: "distinct", bit: HAS_SP_FLAGS },
    [
      field("scopeLine", number),
      typeNode("containingType"),
      spFlags,
      field("virtualIndex", number),
      diFlags,
      node("unit"),
      ...nodes("templateParams", "declaration", "retainedNodes"),
      field("thisAdjustment", { kind: "complement", bits: 32 }),
      node("thrownTypes"),
      annotations,
      node("targetFuncName", { since: 15 }),
      field("keyInstructions", boolean, { since: 21 }),
    ],
    // Before LLVM 8 the flags were separate operands.
    [
      field("isLocal", boolean),
      field("isDefinition", boolean),
      field("scopeLine", number),
      typeNode("containingType"),
      virtuality,
      field("virtualIndex", number),
      diFlags,
      field("isOptimized", boolean),
      when(
        { length: 19 },
        // LLVM 3.7 and 3.8 had the function in place of the unit.
        [when({ field: "distinct", bit: HAS_UNIT }, [node("unit")], [node("function")])],
      ),
      ...nodes("templateParams", "declaration", "retainedNodes"),
      field("thisAdjustment", { kind: "complement", bits: 32 }),
      node("thrownTypes"),
    ],
  ),
];

const pointerAuthentication = field(
  "ptrAuthData",
  packed(
    { name: "key", width: 4 },
    flag("isAddressDiscriminated"),
    { name: "extraDiscriminator", width: 16 },
    flag("isaPointer"),
    flag("authenticatesNullValues"),
  ),
  { since: 19 },
);
/** An operand that readers ignore in a record of this length. */
const unread = field("not read", number);
const derived: readonly Part[] = [
  field("distinct", head(sizes)),
  tag,
  name,
  file,
  line,
  typeScope,
  baseType,
  sized("size", 2),
  align(),
  sized("offset", 2),
  diFlags,
  typeNode("extraData"),
  field("dwarfAddressSpace", { kind: "number", plusOne: true }, { since: 5 }),
  when(
    { length: 15 },
    [annotations, pointerAuthentication],
    // With 14 operands the last may be either: a release that knows both reads neither.
    [when({ release: 19 }, [unread], [annotations])],
  ),
];

const composite: readonly Part[] = [
  field("distinct", head("not used in old type ref", sizes)),
  tag,
  name,
  file,
  line,
  typeScope,
  baseType,
  sized("size", 4),
  align(),
  sized("offset", 4),
  diFlags,
  node("elements"),
  field("runtimeLang", { kind: "dwarf", family: "language" }),
  typeNode("vtableHolder"),
  ...nodes("templateParams", "identifier", "discriminator"),
  node("dataLocation", { since: 11 }),
  node("associated", { since: 12 }),
  // Readers take these two only if both are present.
  when({ length: 20 }, [node("allocated", { since: 12 }), node("rank", { since: 12 })], [unread]),
  annotations,
  field("num_extra_inhabitants", number, { since: 20 }),
  node("specification", { since: 20 }),
  field("enumKind", { kind: "dwarf", family: "enumKind" }, { since: 21 }),
  node("bitStride", { since: 21 }),
];

const compileUnit: readonly Part[] = [
  plainHead,
  field("language", { kind: "language" }),
  file,
  node("producer"),
  field("isOptimized", boolean),
  node("flags"),
  field("runtimeVersion", number),
  node("splitDebugFilename"),
  field("emissionKind", names(["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"])),
  ...nodes("enums", "retainedTypes", "subprograms", "globals", "imports"),
  field("dwoId", hex),
  node("macros"),
  field("splitDebugInlining", boolean),
  field("debugInfoForProfiling", boolean, { since: 6 }),
  field("nameTableKind", names(["Default", "GNU", "None", "Apple"]), { since: 6 }),
  field("rangesBaseAddress", boolean, { since: 8 }),
  node("sysroot", { since: 11 }),
  node("sdk", { since: 11 }),
  field("languageVersion", number, { since: 22 }),
  field("dialect", names([undefined, "DW_LLVM_LANG_DIALECT_simt", "DW_LLVM_LANG_DIALECT_tile"], "none"), { since: 23 }),
];

/** Version 0 named the variable's value, version 1 an expression; since version 2 the pair is a GLOBAL_VAR_EXPR. */
const GLOBAL_VERSION_2 = 4;
const globalVariable: readonly Part[] = [
  field("distinct", head({ name: "version", width: 31 })),
  ...nodes("scope", "name", "linkageName", "file"),
  line,
  typeNode("type"),
  field("isLocal", boolean),
  field("isDefinition", boolean),
  when(
    { field: "distinct", bit: GLOBAL_VERSION_2 },
    [node("declaration"), node("templateParams"), align(), annotations],
    [node("variable"), node("declaration"), align()],
  ),
];

const HAS_ALIGNMENT = 2;
const localVariable: readonly Part[] = [
  field("distinct", head("has alignment")),
  when({ field: "distinct", bit: HAS_ALIGNMENT }, [], [when({ length: 9 }, [tag])]),
  ...nodes("scope", "name", "file"),
  line,
  typeNode("type"),
  field("arg", number),
  diFlags,
  when({ field: "distinct", bit: HAS_ALIGNMENT }, [align(), annotations], [node("inlinedAt")]),
];

/** Version 0 has the bounds as numbers, version 1 the count as metadata, version 2 all of them as metadata. */
const subrange: readonly Part[] = [
  field("distinct", head({ name: "version", width: 31 })),
  when({ field: "distinct", bit: 4 }, nodes("count", "lowerBound", "upperBound", "stride"), [
    when({ field: "distinct", bit: 2 }, [node("count")], [field("count", { kind: "complement", bits: 64 })]),
    field("lowerBound", rotated),
  ]),
];

const IS_BIG = 4;
const enumerator: readonly Part[] = [
  field("distinct", head("isUnsigned", "big")),
  when(
    { field: "distinct", bit: IS_BIG },
    [field("bit width", counted("bits")), name, rest(field("value", signed))],
    [field("value", rotated), name],
  ),
];

/** What types of a basic kind begin and end with. */
const basicHead: readonly Part[] = [
  field("distinct", head(sizes)),
  tag,
  name,
  sized("size", 2),
  align(),
  encoding,
  diFlags,
];
const basicTail: readonly Part[] = [
  node("file", { since: 23 }),
  field("line", number, { since: 23 }),
  node("scope", { since: 23 }),
];
const checksumKind: Form = names(["none", "CSK_MD5", "CSK_SHA1", "CSK_SHA256"]);

/** Modules of LLVM 9 do not start with a file. */
const module_: readonly Part[] = [
  plainHead,
  when({ length: 8 }, [file], [when({ release: 11 }, [when({ length: 7 }, [file])])]),
  ...nodes("scope", "name", "configMacros", "includePath", "apinotes"),
  line,
  field("isDecl", boolean, { since: 13 }),
];

/** The records that define debug info nodes. */
export const NODES: BlockSpecification = {
  7: record(
    "LOCATION",
    plainHead,
    line,
    field("column", number),
    nodeAt("scope"),
    node("inlinedAt"),
    field("isImplicitCode", boolean, { since: 8 }),
    field("atomGroup", number, { since: 21 }),
    field("atomRank", number, { since: 21 }),
    node("irlayers", { since: 24 }),
  ),
  12: record("GENERIC_DEBUG", plainHead, tag, field("version", number), rest(node("op"))),
  13: record("SUBRANGE", ...subrange),
  14: record("ENUMERATOR", ...enumerator),
  15: record(
    "BASIC_TYPE",
    ...basicHead,
    field("num_extra_inhabitants", number, { since: 20 }),
    field("dataSize", counted("bits"), { since: 22 }),
    ...basicTail,
  ),
  16: record(
    "FILE",
    plainHead,
    ...nodes("filename", "directory"),
    field("checksumkind", checksumKind, { since: 6 }),
    node("checksum", { since: 6 }),
    node("source", { since: 7 }),
  ),
  17: record("DERIVED_TYPE", ...derived),
  18: record("COMPOSITE_TYPE", ...composite),
  19: record(
    "SUBROUTINE_TYPE",
    field("distinct", head("not used in old type ref")),
    diFlags,
    typeNode("types", "types"),
    field("cc", { kind: "dwarf", family: "convention" }),
  ),
  20: record("COMPILE_UNIT", ...compileUnit),
  21: record("SUBPROGRAM", ...subprogram),
  22: record("LEXICAL_BLOCK", plainHead, scope, file, line, field("column", number)),
  23: record("LEXICAL_BLOCK_FILE", plainHead, scope, file, field("discriminator", number)),
  24: record(
    "NAMESPACE",
    field("distinct", head("exportSymbols")),
    scope,
    // Up to LLVM 4 a file came before the name, and a line after it.
    when({ length: 5 }, [file, name, line], [name]),
  ),
  25: record("TEMPLATE_TYPE", plainHead, name, typeNode("type"), field("defaulted", boolean, { since: 11 })),
  26: record(
    "TEMPLATE_VALUE",
    plainHead,
    tag,
    name,
    typeNode("type"),
    when({ length: 6 }, [field("defaulted", boolean, { since: 11 })]),
    node("value"),
  ),
  27: record("GLOBAL_VAR", ...globalVariable),
  28: record("LOCAL_VAR", ...localVariable),
  29: record("EXPRESSION", field("distinct", head({ name: "version", width: 31 })), { part: "operators" }),
  30: record(
    "OBJC_PROPERTY",
    plainHead,
    name,
    file,
    line,
    // Readers before LLVM 22 took these two in the opposite order.
    when({ release: 22 }, nodes("setter", "getter"), nodes("getter", "setter")),
    field("attributes", number),
    typeNode("type"),
  ),
  31: record(
    "IMPORTED_ENTITY",
    plainHead,
    tag,
    scope,
    typeNode("entity"),
    // Without a file the line is ignored.
    when({ length: 7 }, [line], [unread]),
    name,
    node("file", { since: 5 }),
    node("elements", { since: 15 }),
  ),
  32: record("MODULE", ...module_),
  33: record("MACRO", plainHead, field("type", { kind: "dwarf", family: "macinfo" }), line, ...nodes("name", "value")),
  34: record(
    "MACRO_FILE",
    plainHead,
    field("type", { kind: "dwarf", family: "macinfo" }),
    line,
    ...nodes("file", "nodes"),
  ),
  37: record("GLOBAL_VAR_EXPR", plainHead, ...nodes("var", "expr")),
  40: record(
    "LABEL",
    field("distinct", head("isArtificial")),
    ...nodes("scope", "name", "file"),
    line,
    field("column", number, { since: 21 }),
    field("coroSuspendIdx", { kind: "complement", bits: 64 }, { since: 21 }),
  ),
  41: record(
    "STRING_TYPE",
    field("distinct", head(sizes)),
    tag,
    ...nodes("name", "stringLength", "stringLengthExpression"),
    when({ length: 9 }, [node("stringLocationExpression")]),
    sized("size", 2),
    align(),
    encoding,
    node("charType", { since: 24 }),
  ),
  44: record("COMMON_BLOCK", plainHead, ...nodes("scope", "declaration", "name", "file"), line),
  45: record("GENERIC_SUBRANGE", plainHead, ...nodes("count", "lowerBound", "upperBound", "stride")),
  47: record("ASSIGN_ID", plainHead),
  48: record(
    "SUBRANGE_TYPE",
    field("distinct", head(sizes)),
    ...nodes("name", "file"),
    line,
    scope,
    sized("size", 2),
    align(),
    diFlags,
    baseType,
    ...nodes("lowerBound", "upperBound", "stride", "bias"),
  ),
  49: record(
    "FIXED_POINT_TYPE",
    ...basicHead,
    field("kind", names(["Binary", "Decimal", "Rational"])),
    field("factor", { kind: "complement", bits: 32 }),
    ...wide("numerator"),
    ...wide("denominator"),
    ...basicTail,
  ),
  50: record("PROPERTY", plainHead, name, file, line, ...nodes("type", "backing_storage")),
  51: record("LAYER_LOC", plainHead, line, field("column", number), nodeAt("file"), nodeAt("kind")),
  52: record("LAYER_LOC_LIST", plainHead, rest(nodeAt("layer"))),
};
