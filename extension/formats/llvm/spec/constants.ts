/** Specifies the records of CONSTANTS_BLOCK (LLVMBitCodes.h, ConstantsCodes). Values are absolute numbers here. */
import { constantRange } from "./attributes";
import type { BlockSpecification, Part } from "./form";
import { absolute, character, counted, field, flag, packed, record, rest, signed, times, type, when } from "./form";
import { gepFlags } from "./names";

const opcode = (of: "binary" | "unary" | "cast" | "predicate") => field("opcode", { kind: "operation", of });
const flags = field("flags", { kind: "operationFlags", operation: "opcode" });
/** (type, value) for a pointer and its indices. */
const pairs: Part = rest(field("ty", type), absolute("opval", "ty"));
/** The source element type comes first if the number of operands is odd (LLVM 3.7). */
const oldGep: readonly Part[] = [when({ odd: "length" }, [field("pointee type", type)]), pairs];
/** An index, with its type if there are four operands. */
const index: Part = when({ left: 2 }, [field("index ty", type), absolute("index", "index ty")], [absolute("index")]);

const asmText: readonly Part[] = [
  field("asmstr size", counted("characters")),
  times("asmstr size", field("asmstr", character)),
  field("conststr size", counted("characters")),
  times("conststr size", field("conststr", character)),
];
const asmFlags = field("flags", packed(flag("sideeffect"), flag("alignstack"), flag("inteldialect"), flag("unwind")));
const constant = field("value", { kind: "constant", of: "type" });

/** CONSTANTS_BLOCK. */
export const CONSTANTS: BlockSpecification = {
  1: record("SETTYPE", field("typeid", type)),
  2: record("NULL"),
  3: record("UNDEF"),
  4: record("INTEGER", field("intval", signed)),
  5: record("WIDE_INTEGER", rest(field("word", signed))),
  6: record("FLOAT", constant, field("more", { kind: "hex" })),
  7: record("AGGREGATE", rest(absolute("value"))),
  8: record("STRING", rest(field("values", character))),
  9: record("CSTRING", rest(field("values", character))),
  10: record("CE_BINOP", opcode("binary"), absolute("opval0"), absolute("opval1"), flags),
  11: record("CE_CAST", opcode("cast"), field("opty", type), absolute("opval", "opty"), flags),
  12: record("CE_GEP_OLD", ...oldGep),
  13: record("CE_SELECT", absolute("cond"), absolute("true"), absolute("false")),
  14: record("CE_EXTRACTELT", field("opty", type), absolute("opval", "opty"), index),
  15: record("CE_INSERTELT", absolute("opval0"), absolute("opval1"), index),
  16: record("CE_SHUFFLEVEC", absolute("opval0"), absolute("opval1"), absolute("mask")),
  17: record(
    "CE_CMP",
    field("opty", type),
    absolute("opval0", "opty"),
    absolute("opval1"),
    field("pred", { kind: "operation", of: "predicate" }),
  ),
  18: record("INLINEASM_OLD", field("flags", packed(flag("sideeffect"), flag("alignstack"))), ...asmText),
  19: record("CE_SHUFVEC_EX", field("opty", type), absolute("opval0", "opty"), absolute("opval1"), absolute("mask")),
  20: record("CE_INBOUNDS_GEP", ...oldGep),
  21: record(
    "BLOCKADDRESS",
    field("fnty", type),
    absolute("fnval", "fnty"),
    field("bb#", { kind: "block", of: "fnval" }),
  ),
  22: record("DATA", rest(field("element", { kind: "constant", of: "element" }))),
  23: record(
    "INLINEASM_OLD2",
    field("flags", packed(flag("sideeffect"), flag("alignstack"), flag("inteldialect"))),
    ...asmText,
  ),
  24: record(
    "CE_GEP_WITH_INRANGE_INDEX_OLD",
    field("pointee type", type),
    field("flags", packed(flag("inbounds"), { name: "inrange index", width: 52 })),
    pairs,
  ),
  25: record("CE_UNOP", opcode("unary"), absolute("opval"), field("flags", { kind: "fastMath" })),
  26: record("POISON"),
  27: record("DSO_LOCAL_EQUIVALENT", field("gvty", type), absolute("gv", "gvty")),
  28: record("INLINEASM_OLD3", asmFlags, ...asmText),
  29: record("NO_CFI_VALUE", field("ty", type), absolute("f", "ty")),
  30: record("INLINEASM", field("fnty", type), asmFlags, ...asmText),
  31: record(
    "CE_GEP_WITH_INRANGE",
    field("pointee type", type),
    field("flags", gepFlags),
    field("bitwidth", counted("bits")),
    constantRange,
    pairs,
  ),
  32: record("CE_GEP", field("pointee type", type), field("flags", gepFlags), pairs),
  33: record("PTRAUTH", absolute("ptr"), absolute("key"), absolute("disc"), absolute("addrdisc")),
  34: record(
    "PTRAUTH2",
    absolute("ptr"),
    absolute("key"),
    absolute("disc"),
    absolute("addrdisc"),
    absolute("DeactivationSymbol"),
  ),
  35: record("BYTE", field("byteval", signed)),
  36: record("WIDE_BYTE", rest(field("word", signed))),
};
