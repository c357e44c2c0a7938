/**
 * Specifies the records of FUNCTION_BLOCK (LLVMBitCodes.h, FunctionCodes; the operands as BitcodeWriter writes them).
 */
import type { Bits, BlockSpecification, Part } from "./form";
import {
  absolute,
  alignment,
  attributeList,
  block,
  boolean,
  counted,
  fastMath,
  field,
  flag,
  known,
  names,
  nodeAt,
  number,
  packed,
  record,
  rest,
  signed,
  times,
  type,
  unused,
  value,
  when,
} from "./form";
import { RMW_OPERATIONS } from "../operations";
import { gepFlags, ordering } from "./names";

const opcode = (of: "binary" | "unary" | "cast" | "predicate", operand?: string): Part =>
  field(of === "predicate" ? "pred" : of === "cast" ? "castopc" : "opcode", {
    kind: "operation",
    of,
    ...(operand === undefined ? {} : { operand }),
  });
const operationFlags = (operation: string, operand: string): Part =>
  field("flags", { kind: "operationFlags", operation, operand });
const fastMathFlags = field("fmf", fastMath);
/** The operation of an atomicrmw; elementwise since LLVM 23. */
const operation = field(
  "operation",
  packed({ name: "operation", width: 5, names: RMW_OPERATIONS }, { name: "elementwise", width: 1 }),
);
const isVolatile = field("vol", boolean);
const align = field("align", alignment);
const scope = field("ssid", { kind: "entry", of: "syncScope" });
const order = field("ordering", ordering);
const elementwise = field("elementwise", boolean, { since: 24 });

/**
 * The type of the loaded value, in records of LLVM 3.7 and later.
 * @param more operands that are left if the type is present
 */
const loadedType = (more: number): Part => when({ left: more }, [field("ty", type)]);

const compare = [value("opval"), known("opval1"), opcode("predicate", "opval"), operationFlags("pred", "opval")];
const oldGep = [value("op"), rest(value("index"))];
const pad = (name: string): readonly Part[] => [
  known(name),
  field("num", counted("values")),
  times("num", value("op")),
];

const callee = (explicit: { readonly field: string; readonly bit: number }): readonly Part[] => [
  when(explicit, [field("fnty", type)]),
  value("fnid"),
  { part: "arguments", type: "fnty", callee: "fnid" },
];
const TAIL: Bits = flag("tail");
const CONVENTION: Bits = { name: "cc", width: 10, as: "convention" };
const callFlags = packed(
  TAIL,
  CONVENTION,
  unused(3),
  flag("musttail"),
  flag("explicit type"),
  flag("notail"),
  flag("fmf follows"),
);
const FAST_MATH = 1 << 17;
const EXPLICIT_TYPE = 1 << 15;
const INVOKE_EXPLICIT_TYPE = 1 << 13;
const paramattrs = field("paramattrs", attributeList);
const call: readonly Part[] = [
  paramattrs,
  field("cc", callFlags),
  when({ field: "cc", bit: FAST_MATH }, [fastMathFlags]),
  ...callee({ field: "cc", bit: EXPLICIT_TYPE }),
];

/** A switch with ranges as cases has this in the upper half of its first operand (LLVM 3.2 and 3.3). */
const CASE_RANGES = 0x4b5;
const wideNumber = (name: string): Part =>
  when(
    { wide: "opty" },
    [field(`${name} words`, counted("words")), times(`${name} words`, field(name, signed))],
    [field(name, signed)],
  );
const switchOfRanges: readonly Part[] = [
  field("magic", { kind: "hex" }),
  field("opty", type),
  known("cond", "opty"),
  field("defaultbb", block),
  field("numcases", counted("cases")),
  times(
    "numcases",
    field("items", counted("items")),
    times(
      "items",
      field("is single", boolean),
      wideNumber("low"),
      when({ field: "is single", is: 0 }, [wideNumber("high")]),
    ),
    field("bb", block),
  ),
];

const debugHead = [nodeAt("DILocation"), nodeAt("DILocalVariable"), nodeAt("DIExpression")];

/** FUNCTION_BLOCK. */
export const FUNCTION: BlockSpecification = {
  1: record("DECLAREBLOCKS", field("n", counted("blocks"))),
  2: record(
    "INST_BINOP",
    value("opval"),
    known("opval1"),
    opcode("binary", "opval"),
    operationFlags("opcode", "opval"),
  ),
  3: record(
    "INST_CAST",
    value("opval"),
    field("destty", type),
    opcode("cast"),
    field("flags", { kind: "operationFlags", operation: "castopc", operand: "destty" }),
  ),
  4: record("INST_GEP_OLD", ...oldGep),
  5: record("INST_SELECT", value("opval"), known("opval1"), known("pred")),
  6: record("INST_EXTRACTELT", value("opval"), value("index")),
  7: record("INST_INSERTELT", value("opval"), known("element"), value("index")),
  8: record("INST_SHUFFLEVEC", value("opval"), known("opval1"), value("mask")),
  9: record("INST_CMP", ...compare),
  10: record("INST_RET", value("opval")),
  11: record("INST_BR", field("truebb", block), field("falsebb", block), known("cond")),
  12: record(
    "INST_SWITCH",
    when({ upper: CASE_RANGES }, switchOfRanges, [
      field("opty", type),
      known("cond", "opty"),
      field("defaultbb", block),
      rest(absolute("caseval", "opty"), field("bb", block)),
    ]),
  ),
  13: record(
    "INST_INVOKE",
    paramattrs,
    field("cc", packed(CONVENTION, unused(3), flag("explicit type"))),
    field("normalbb", block),
    field("unwindbb", block),
    ...callee({ field: "cc", bit: INVOKE_EXPLICIT_TYPE }),
  ),
  14: record("INST_UNWIND"),
  15: record("INST_UNREACHABLE"),
  16: record(
    "INST_PHI",
    field("ty", type),
    rest(
      when(
        { left: 2 },
        [field("val", { kind: "value", form: "signed", type: "ty" }), field("bb", block)],
        [fastMathFlags],
      ),
    ),
  ),
  17: record("INST_MALLOC", field("instty", type), known("op"), align),
  18: record("INST_FREE", value("opval")),
  19: record(
    "INST_ALLOCA",
    field("instty", type),
    when({ left: 3 }, [field("opty", type)]),
    absolute("op", "opty"),
    field(
      "align",
      packed(
        { name: "align", width: 5, as: "alignment" },
        flag("inalloca"),
        flag("explicit type"),
        flag("swifterror"),
        { name: "upper bits of align", width: 3 },
      ),
    ),
    field("addrspace", number),
  ),
  20: record("INST_LOAD", value("op"), loadedType(3), align, isVolatile),
  21: record("INST_STORE_OLD2", value("val"), known("ptr"), align, isVolatile),
  22: record("INST_CALL_OLD", ...call),
  23: record("INST_VAARG", field("valistty", type), known("valist", "valistty"), field("instty", type)),
  24: record("INST_STORE_OLD", value("ptr"), known("val"), align, isVolatile),
  25: record("INST_GETRESULT", value("opval"), field("index", number)),
  26: record("INST_EXTRACTVAL", value("opval"), rest(field("index", number))),
  27: record("INST_INSERTVAL", value("opval"), value("element"), rest(field("index", number))),
  28: record("INST_CMP2", ...compare),
  29: record("INST_VSELECT", value("opval"), known("opval1"), value("pred"), fastMathFlags),
  30: record("INST_INBOUNDS_GEP_OLD", ...oldGep),
  31: record("INST_INDIRECTBR", field("opty", type), known("op0", "opty"), rest(field("bb", block))),
  32: record(
    "DEBUG_LOC2",
    field("Line", number),
    field("Col", number),
    field("Scope", { kind: "node", form: "plusOne" }),
    field("IA", { kind: "node", form: "plusOne" }),
  ),
  33: record("DEBUG_LOC_AGAIN"),
  34: record("INST_CALL", ...call),
  35: record(
    "DEBUG_LOC",
    field("Line", number),
    field("Col", number),
    field("ScopeVal", { kind: "node", form: "plusOne" }),
    field("IAVal", { kind: "node", form: "plusOne" }),
    field("isImplicit", boolean, { since: 7 }),
    field("atomGroup", number, { since: 21 }),
    field("atomRank", number, { since: 21 }),
    field("IRLayers", { kind: "node", form: "plusOne" }, { since: 24 }),
  ),
  36: record("INST_FENCE", order, scope),
  37: record(
    "INST_CMPXCHG_OLD",
    value("ptr"),
    known("cmp"),
    known("new"),
    isVolatile,
    field("success_ordering", ordering),
    scope,
    field("failure_ordering", ordering),
    field("weak", boolean),
  ),
  38: record("INST_ATOMICRMW_OLD", value("ptr"), known("val"), operation, isVolatile, order, scope, align),
  39: record("INST_RESUME", value("opval")),
  40: record(
    "INST_LANDINGPAD_OLD",
    field("ty", type),
    value("personality"),
    field("iscleanup", boolean),
    field("n", counted("clauses")),
    times("n", field("clause", names(["catch", "filter"])), value("val")),
  ),
  41: record("INST_LOADATOMIC", value("op"), loadedType(5), align, isVolatile, order, scope, elementwise),
  42: record("INST_STOREATOMIC_OLD", value("ptr"), known("val"), align, isVolatile, order, scope),
  43: record("INST_GEP", field("flags", gepFlags), field("ty", type), value("base"), rest(value("index"))),
  44: record("INST_STORE", value("ptr"), value("val"), align, isVolatile),
  45: record("INST_STOREATOMIC", value("ptr"), value("val"), align, isVolatile, order, scope, elementwise),
  46: record(
    "INST_CMPXCHG",
    value("ptr"),
    value("cmp"),
    known("newval"),
    isVolatile,
    field("success_ordering", ordering),
    scope,
    field("failure_ordering", ordering),
    field("weak", boolean),
    field("align", alignment, { since: 13 }),
  ),
  47: record(
    "INST_LANDINGPAD",
    field("ty", type),
    field("iscleanup", boolean),
    field("n", counted("clauses")),
    times("n", field("clause", names(["catch", "filter"])), value("val")),
  ),
  48: record("INST_CLEANUPRET", known("val"), field("bb", block)),
  49: record("INST_CATCHRET", known("val"), field("bb", block)),
  50: record("INST_CATCHPAD", ...pad("catchswitch")),
  51: record("INST_CLEANUPPAD", ...pad("parentpad")),
  52: record(
    "INST_CATCHSWITCH",
    known("parentpad"),
    field("num", counted("handlers")),
    times("num", field("bb", block)),
    field("unwindbb", block),
  ),
  55: record(
    "OPERAND_BUNDLE",
    field("tag#", { kind: "entry", of: "bundleTag" }),
    rest({ part: "bundled", name: "value" }),
  ),
  56: record("INST_UNOP", value("opval"), opcode("unary"), field("flags", fastMath)),
  57: record(
    "INST_CALLBR",
    paramattrs,
    field("cc", callFlags),
    field("defaultdest", block),
    field("n", counted("indirect destinations")),
    times("n", field("indirectdest", block)),
    ...callee({ field: "cc", bit: EXPLICIT_TYPE }),
  ),
  58: record("INST_FREEZE", value("opval")),
  59: record(
    "INST_ATOMICRMW",
    value("ptr"),
    value("val"),
    operation,
    isVolatile,
    order,
    scope,
    field("align", alignment, { since: 13 }),
  ),
  60: record("BLOCKADDR_USERS", rest(absolute("value"))),
  61: record("DEBUG_RECORD_VALUE", ...debugHead, nodeAt("ValueAsMetadata")),
  62: record("DEBUG_RECORD_DECLARE", ...debugHead, nodeAt("ValueAsMetadata")),
  63: record(
    "DEBUG_RECORD_ASSIGN",
    ...debugHead,
    nodeAt("ValueAsMetadata"),
    nodeAt("DIAssignID"),
    nodeAt("DIExpression (addr)"),
    nodeAt("ValueAsMetadata (addr)"),
  ),
  64: record("DEBUG_RECORD_VALUE_SIMPLE", ...debugHead, value("Value")),
  65: record("DEBUG_RECORD_LABEL", nodeAt("DILocation"), nodeAt("DILabel")),
  66: record("DEBUG_RECORD_DECLARE_VALUE", ...debugHead, nodeAt("ValueAsMetadata")),
  67: record("INST_BITINSERT", value("base"), value("val"), value("offset")),
  68: record("INST_BITEXTRACT", field("ty", type), value("src"), value("offset")),
};
