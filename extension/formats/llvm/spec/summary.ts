/**
 * Specifies the records of GLOBALVAL_SUMMARY_BLOCK (LLVMBitCodes.h, GlobalValueSummarySymtabCodes;
 * AbstractWriteGlobalValueSummary).
 */
import type { BlockSpecification, Part } from "./form";
import { counted, field, flag, hex, names, number, packed, record, rest, signed, times, when } from "./form";
import { functionFlags, hotness, relativeFrequency, summaryFlags, variableFlags } from "./names";

const valueId = (name: string): Part => field(name, { kind: "value", form: "absolute" });
const value = valueId("valueid");
const flags = field("flags", summaryFlags);
const module = field("modid", number);
const slice: readonly Part[] = [field("strtab_offset", { kind: "slice" }), field("strtab_size", counted("bytes"))];
const reference = valueId("ref");
const instructions = field("instcount", counted("instructions"));
const referenceCounts: readonly Part[] = [
  field("numrefs", counted("references")),
  when({ summary: 5 }, [field("rorefcnt", counted("read-only references"))]),
  when({ summary: 7 }, [field("worefcnt", counted("write-only references"))]),
  times("numrefs", reference),
];
const fflags = when({ summary: 4 }, [field("fflags", functionFlags)]);
/** The calls of a function, each with what is known of its frequency. Version 1 counted call sites. */
const calls = (profile: readonly Part[], old: readonly Part[]): Part =>
  rest(valueId("callee"), when({ summary: 2 }, profile, old));
const siteCount = field("callsitecount", number);
const profileCount = field("profilecount", number);
const hot = field("hotness", hotness);

const function_ = (last: Part): readonly Part[] => [value, flags, instructions, fflags, ...referenceCounts, last];
const combined = (last: Part): readonly Part[] => [
  value,
  module,
  flags,
  instructions,
  fflags,
  when({ summary: 6 }, [field("entrycount", number)]),
  ...referenceCounts,
  last,
];
const varflags = when({ summary: 5 }, [field("varflags", variableFlags)]);
/** How a type test is resolved, by number (TypeTestResolution::Kind, getTTResKindName). */
export const TEST_KINDS = ["unsat", "byteArray", "inline", "single", "allOnes", "unknown"];
/** How virtual calls are resolved, by number (WholeProgramDevirtResolution::Kind, getWholeProgDevirtResKindName). */
export const RESOLUTION_KINDS = ["indir", "singleImpl", "branchFunnel"];
/** The same for calls with constant arguments (ByArg::Kind, getWholeProgDevirtResByArgKindName). */
export const ARGUMENT_KINDS = ["indir", "uniformRetVal", "uniqueRetVal", "virtualConstProp"];
const virtualCalls = rest(field("guid", hex), field("offset", number));
const constantCall: readonly Part[] = [field("guid", hex), field("offset", number), rest(field("arg", number))];

/** A context of an allocation: its type and its stack, an index in the radix tree if there is one (LLVM 20). */
const allocationType = field("alloc type", names(["none", "notcold", "cold", undefined, "hot"]));
const stack: Part = when(
  { contextTree: true },
  [field("radix tree index", number)],
  [field("numstackids", counted("frames")), times("numstackids", field("stackidindex", number))],
);
const contexts: Part = times("nummib", allocationType, stack);
const counts: readonly Part[] = [field("nummib", counted("contexts")), field("numver", counted("versions"))];

/** GLOBALVAL_SUMMARY_BLOCK and FULL_LTO_GLOBALVAL_SUMMARY_BLOCK. */
export const SUMMARY: BlockSpecification = {
  1: record("PERMODULE", ...function_(calls([], [siteCount]))),
  2: record("PERMODULE_PROFILE", ...function_(calls([hot], [siteCount, profileCount]))),
  3: record("PERMODULE_GLOBALVAR_INIT_REFS", value, flags, varflags, rest(reference)),
  4: record("COMBINED", ...combined(calls([], [siteCount]))),
  5: record("COMBINED_PROFILE", ...combined(calls([hot], [siteCount, profileCount]))),
  6: record("COMBINED_GLOBALVAR_INIT_REFS", value, module, flags, varflags, rest(reference)),
  7: record("ALIAS", value, flags, valueId("aliasee")),
  8: record("COMBINED_ALIAS", value, module, flags, valueId("aliasee")),
  9: record("COMBINED_ORIGINAL_NAME", field("original_name_hash", hex)),
  10: record("VERSION", field("version", number)),
  11: record("TYPE_TESTS", rest(field("guid", hex))),
  12: record("TYPE_TEST_ASSUME_VCALLS", virtualCalls),
  13: record("TYPE_CHECKED_LOAD_VCALLS", virtualCalls),
  14: record("TYPE_TEST_ASSUME_CONST_VCALL", ...constantCall),
  15: record("TYPE_CHECKED_LOAD_CONST_VCALL", ...constantCall),
  16: record(
    "VALUE_GUID",
    value,
    when({ summary: 11, left: 2 }, [field("guid high", hex), field("guid low", hex)], [field("guid", hex)]),
  ),
  17: record("CFI_FUNCTION_DEFS", rest(...slice)),
  18: record("CFI_FUNCTION_DECLS", rest(...slice)),
  19: record("PERMODULE_RELBF", ...function_(calls([field("relblockfreq", relativeFrequency)], [siteCount]))),
  20: record(
    "FLAGS",
    field(
      "flags",
      packed(
        flag("WithGlobalValueDeadStripping"),
        flag("SkipModuleByDistributedBackend"),
        flag("HasSyntheticEntryCounts"),
        flag("EnableSplitLTOUnit"),
        flag("PartiallySplitLTOUnits"),
        flag("WithAttributePropagation"),
        flag("WithDSOLocalPropagation"),
        flag("WithWholeProgramVisibility"),
        flag("WithSupportsHotColdNew"),
        flag("HasUnifiedLTO"),
      ),
    ),
  ),
  21: record(
    "TYPE_ID",
    ...slice,
    field("kind", names(TEST_KINDS)),
    field("sizeM1BitWidth", number),
    field("alignLog2", number),
    field("sizeM1", number),
    field("bitMask", hex),
    field("inlineBits", hex),
    rest(
      field("offset", number),
      field("wpd kind", names(RESOLUTION_KINDS)),
      ...slice,
      field("numresbyarg", counted("results by argument")),
      times(
        "numresbyarg",
        field("numargs", counted("arguments")),
        times("numargs", field("arg", number)),
        field("resbyarg kind", names(ARGUMENT_KINDS)),
        field("info", number),
        field("byte", number),
        field("bit", number),
      ),
    ),
  ),
  22: record("TYPE_ID_METADATA", ...slice, rest(field("offset", number), valueId("vtable"))),
  23: record(
    "PERMODULE_VTABLE_GLOBALVAR_INIT_REFS",
    value,
    flags,
    field("varflags", variableFlags),
    field("numrefs", counted("references")),
    times("numrefs", reference),
    rest(valueId("function"), field("offset", number)),
  ),
  24: record("BLOCK_COUNT", field("count", counted("blocks"))),
  25: record(
    "PARAM_ACCESS",
    rest(
      field("param", number),
      field("lower", signed),
      field("upper", signed),
      field("numcalls", counted("calls")),
      times(
        "numcalls",
        field("call param", number),
        valueId("callee"),
        field("call lower", signed),
        field("call upper", signed),
      ),
    ),
  ),
  26: record("PERMODULE_CALLSITE_INFO", value, rest(field("stackidindex", number))),
  27: record(
    "PERMODULE_ALLOC_INFO",
    when({ summary: 10 }, [field("nummib", counted("contexts")), contexts], [rest(allocationType, stack)]),
    rest(field("context size info", number)),
  ),
  28: record(
    "COMBINED_CALLSITE_INFO",
    value,
    field("numstackindices", counted("frames")),
    field("numver", counted("versions")),
    times("numstackindices", field("stackidindex", number)),
    times("numver", field("version", number)),
  ),
  29: record(
    "COMBINED_ALLOC_INFO",
    ...counts,
    contexts,
    times("numver", field("version", number)),
    rest(field("more", number)),
  ),
  30: record(
    "STACK_IDS",
    when({ summary: 12 }, [rest(field("stackid high", hex), field("stackid low", hex))], [rest(field("stackid", hex))]),
  ),
  31: record("ALLOC_CONTEXT_IDS", rest(field("context id high", hex), field("context id low", hex))),
  32: record("CONTEXT_RADIX_TREE_ARRAY", rest(field("entry", { kind: "complement", bits: 32 }))),
  33: record(
    "COMBINED_ALLOC_INFO_NO_CONTEXT",
    ...counts,
    times("nummib", allocationType),
    times("numver", field("version", number)),
  ),
};
