/** Attribute kinds: their numbers (LLVMBitCodes.h, AttributeKindCodes), spelling, and sort order. */
import type { Release } from "../ir/releases";

/** Spelling by kind number; there is no kind 0. */
const SPELLINGS: readonly string[] = (
  " align alwaysinline byval inlinehint inreg minsize naked nest noalias nobuiltin nocapture noduplicate noimplicitfloat" +
  " noinline nonlazybind noredzone noreturn nounwind optsize readnone readonly returned returns_twice signext alignstack" +
  " ssp sspreq sspstrong sret sanitize_address sanitize_thread sanitize_memory uwtable zeroext builtin cold optnone" +
  " inalloca nonnull jumptable dereferenceable dereferenceable_or_null convergent safestack argmemonly swiftself" +
  " swifterror norecurse inaccessiblememonly inaccessiblemem_or_argmemonly allocsize writeonly speculatable strictfp" +
  " sanitize_hwaddress nocf_check optforfuzzing shadowcallstack speculative_load_hardening immarg willreturn nofree" +
  " nosync sanitize_memtag preallocated nomerge null_pointer_is_valid noundef byref mustprogress nocallback hot noprofile" +
  " vscale_range swiftasync nosanitize_coverage elementtype disable_sanitizer_instrumentation nosanitize_bounds" +
  " allocalign allocptr allockind presplitcoroutine fn_ret_thunk_extern skipprofile memory nofpclass optdebug writable" +
  " coro_only_destroy_when_complete dead_on_unwind range sanitize_numerical_stability initializes hybrid_patchable" +
  " sanitize_realtime sanitize_realtime_blocking coro_elide_safe noext nodivergencesource sanitize_type captures" +
  " dead_on_return sanitize_alloc_token nocreateundeforpoison denormal_fpenv nooutline flatten noipa nofreeobj"
).split(" ");

/**
 * Kind numbers in the alphabetical order of the reference's internal names (`Alignment`, `AllocAlign`, …). Every
 * release orders its enumeration so within each class of attributes.
 */
const ALPHABETICAL: readonly number[] = [
  1, 80, 82, 51, 81, 2, 45, 35, 69, 3, 102, 36, 43, 90, 98, 103, 91, 106, 41, 42, 78, 77, 108, 84, 72, 95, 60, 38, 5,
  49, 50, 94, 4, 40, 86, 6, 70, 7, 8, 9, 10, 71, 11, 56, 105, 100, 12, 99, 87, 62, 110, 109, 13, 14, 66, 107, 73, 48,
  16, 17, 79, 76, 63, 68, 18, 15, 39, 67, 57, 88, 19, 37, 65, 83, 92, 20, 21, 22, 23, 24, 44, 30, 104, 55, 64, 32, 93,
  96, 97, 31, 101, 58, 85, 53, 59, 25, 26, 27, 28, 54, 29, 75, 47, 46, 33, 74, 61, 89, 52, 34,
];

const RANKS = new Map(ALPHABETICAL.map((kind, rank) => [kind, rank]));

/** `hybrid_patchable`, which LLVM 19 to 23 write, but do not read. */
const UNREAD_KIND = 95;
const READS_ALL: Release = 24;
/** Whether the reader of a release takes a kind for unknown. */
export function isUnread(kind: number, release: Release): boolean {
  return kindName(kind) === undefined || (kind === UNREAD_KIND && release < READS_ALL);
}

/** Kinds that the code refers to. */
export const Kind = {
  align: 1,
  byval: 3,
  nest: 8,
  noalias: 9,
  nobuiltin: 10,
  nocapture: 11,
  nounwind: 18,
  readnone: 20,
  readonly: 21,
  signext: 24,
  alignstack: 25,
  sret: 29,
  uwtable: 33,
  zeroext: 34,
  inalloca: 38,
  nonnull: 39,
  dereferenceable: 41,
  dereferenceableOrNull: 42,
  argmemonly: 45,
  swifterror: 47,
  inaccessiblememonly: 49,
  inaccessiblememOrArgmemonly: 50,
  allocsize: 51,
  writeonly: 52,
  strictfp: 54,
  preallocated: 65,
  nullPointerIsValid: 67,
  noundef: 68,
  byref: 69,
  vscaleRange: 74,
  swiftasync: 75,
  elementtype: 77,
  allocalign: 80,
  allocptr: 81,
  allockind: 82,
  memory: 86,
  nofpclass: 87,
  writable: 89,
  deadOnUnwind: 91,
  range: 92,
  initializes: 94,
  captures: 102,
  deadOnReturn: 103,
  denormalFpEnv: 106,
  nooutline: 107,
} as const;

/** The spelling of a kind in LLVM IR (`nounwind`); undefined for a number that no release knows. */
export function kindName(kind: number): string | undefined {
  return SPELLINGS[kind] || undefined;
}

/** The rank of a kind among those of its class. */
export function kindRank(kind: number): number {
  return RANKS.get(kind) ?? ALPHABETICAL.length;
}

/** How an attribute group writes an attribute that is not a string. */
export type AttributeForm = "flag" | "number" | "type" | "range" | "rangeList";

/** The kinds of each form, but for flags (Attributes.td: IntAttr, TypeAttr, ConstantRangeAttr, ConstantRangeListAttr). */
const OF_FORM: Readonly<Record<Exclude<AttributeForm, "flag">, ReadonlySet<number>>> = {
  number: new Set([
    Kind.align,
    Kind.alignstack,
    Kind.uwtable,
    Kind.dereferenceable,
    Kind.dereferenceableOrNull,
    Kind.allocsize,
    Kind.vscaleRange,
    Kind.allockind,
    Kind.memory,
    Kind.nofpclass,
    Kind.captures,
    Kind.deadOnReturn,
    Kind.denormalFpEnv,
  ]),
  type: new Set([Kind.byval, Kind.sret, Kind.inalloca, Kind.preallocated, Kind.byref, Kind.elementtype]),
  range: new Set([Kind.range]),
  rangeList: new Set([Kind.initializes]),
};
/** Kinds that were flags in an earlier release. */
const ONCE_FLAGS: ReadonlySet<number> = new Set([
  Kind.byval,
  Kind.sret,
  Kind.inalloca,
  Kind.uwtable,
  Kind.deadOnReturn,
]);

/** Kinds that a later release made numbers, with the first that reads them so. */
const NUMBERS_SINCE: ReadonlyMap<number, Release> = new Map<number, Release>([
  [Kind.uwtable, 15],
  [Kind.deadOnReturn, 23],
]);

/** Whether a release reads attributes of a kind in this form. */
export function mayHaveForm(kind: number, form: AttributeForm, release: Release): boolean {
  if (form === "number" && release < (NUMBERS_SINCE.get(kind) ?? 0)) return false;
  if (form !== "flag") return OF_FORM[form].has(kind);
  return ONCE_FLAGS.has(kind) || !Object.values(OF_FORM).some((kinds) => kinds.has(kind));
}
