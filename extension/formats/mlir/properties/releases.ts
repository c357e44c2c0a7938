/** Which of the available tables apply to a file: its producer string tells, or its bytes do. */
import type { DialectDefinitions } from "../../../document/definitions";
import type { OpEvidence, OpName, Tables } from "../model/module";
import { isBeforeRecords, isDevelopment, isReleased, namedRelease, NEWEST, RECORDS } from "../model/release";
import { fitsNames, fitsRecord, hasFilled, isEmpty, namesSegments } from "./codec";
import type { ReleaseChoice } from "./codec";
import type { RecordFormat } from "./decode";
import { COMPILERS, PLACES, STABLEHLO, TENSORFLOW, TESTS, VARIANTS } from "./published";
import type { CompilerTable, Place } from "./published";
import { isStablehlo } from "./registered";
import { OpTable } from "./tables";
import type { OpLayout } from "./tables";

const NUMBERS = PLACES.map(({ number }) => number);
const MLIR = PLACES.map(({ tables: [mlir] }) => mlir);
const FLANG = PLACES.map(({ tables: [, flang] }) => flang);
/** These tables, those with the MLIR nearest to a release first. */
const nearest = (tables: readonly CompilerTable[], release: number): readonly OpTable[] =>
  tables
    .map(({ mlir, table }) => ({ table, distance: Math.abs(mlir - release) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ table }) => table);

/** The tables that exist. */
const present = (tables: readonly (OpTable | undefined)[]): readonly OpTable[] =>
  tables.filter((table) => table !== undefined);

/** Tables that may belong to another version than the file's compiler; their ops are used if the layout fits. */
const APPROXIMATE: ReadonlySet<OpTable> = new Set([...present(TESTS), ...COMPILERS.map(({ table }) => table)]);

/** The index in NUMBERS of a release. MLIR 16 had no properties; its ops are taken from the oldest table. */
const placeOf = (release: number): number => Math.max(0, NUMBERS.lastIndexOf(release));

/** Most ops that are tried for a guess. */
const TRIED = 4096;
/** What decides if two tables fit equally many ops. */
const HINT = 1 / (2 * TRIED);

/** 1 if what an op shows is what a writer with this layout makes, a hint more if nothing that it would store is missing. */
function agreement(
  layout: OpLayout,
  evidence: OpEvidence,
  format: RecordFormat,
  place: Pick<Place, "prefixed">,
): number {
  switch (evidence.kind) {
    case "record":
      return fitsRecord(layout, evidence.cursor(), format, undefined, evidence.counts) ? 1 : 0;
    case "none":
      return isEmpty(layout) ? 1 : 0;
    case "names":
      if (!namesSegments(evidence.names, place.prefixed === true)) return 0;
      return fitsNames(layout, evidence.names) ? 1 + (hasFilled(layout, evidence.names) ? HINT : 0) : 0;
  }
}

/**
 * Whether an op has no properties although its definition requires attributes or sizes of segments: so were those of
 * StableHLO until April 2024 (jaxlib up to 0.4.26), and those of IREE before properties became the default.
 */
function isPlain({ kind, op }: OpEvidence, tables: readonly OpTable[]): boolean {
  if (kind !== "none") return false;
  const layout = tables.find((table) => table.layout(op.name))?.layout(op.name);
  if (!layout) return false;
  const required = layout.properties.some(({ encoding }) => encoding.kind === "attribute");
  return required || layout.operandSegments + layout.resultSegments > 0;
}

/** How much an op speaks for a version: not at all (0) or as one op, or a little more. */
function vote(place: number, evidence: OpEvidence, format: RecordFormat): number {
  const known = PLACES[place];
  const { name } = evidence.op;
  const own = MLIR[place]?.layout(name) ?? FLANG[place]?.layout(name);
  if (!known) return 0;
  if (own) return agreement(own, evidence, format, known);
  const iree = known.iree?.table.layout(name);
  if (known.iree && iree && agreement(iree, evidence, format, known) > 0) return 1 + known.iree.share * HINT;
  return known.plain && isPlain(evidence, known.plain) ? 1 : 0;
}

/** Whether these are ops of a TPU kernel of jaxlib, which asks for version 0 whatever the newest version is. */
function hasKernels(ops: Iterable<OpEvidence>): boolean {
  for (const { op } of ops) if (op.dialect === "tpu") return true;
  return false;
}

/** The first of these, as many as are tried. */
function firstOf(ops: Iterable<OpEvidence>): readonly OpEvidence[] {
  const first: OpEvidence[] = [];
  for (const evidence of ops) if (first.push(evidence) >= TRIED) break;
  return first;
}

/**
 * The tables of the compiler that one of these ops shows to be the writer; of its versions, the one that most ops fit
 * comes first.
 */
function writersOwn(ops: readonly OpEvidence[], format: RecordFormat): readonly OpTable[] {
  const dialects = new Set(ops.map(({ op }) => op.dialect));
  const fits = (table: OpTable, evidence: OpEvidence): boolean => {
    const layout = table.layout(evidence.op.name);
    return layout !== undefined && agreement(layout, evidence, format, {}) > 0;
  };
  return COMPILERS.filter(({ shownBy }) => shownBy !== undefined && dialects.has(shownBy))
    .map(({ table }) => ({ table, count: ops.filter((evidence) => fits(table, evidence)).length }))
    .sort((a, b) => b.count - a.count)
    .map(({ table }) => table);
}

/** The tables of each release, with those of dialects outside MLIR. */
const OF_RELEASE = PLACES.map(({ tables }) => [...present(tables), ...STABLEHLO]);

/**
 * The indices of all releases: the file's first, then its development versions, then the others from the newest to the
 * oldest, then theirs.
 * @param developed whether a development version of the release wrote the file
 */
function byLikelihood(release: number, developed: boolean): readonly number[] {
  const usual = developed ? PLACES.findIndex((place) => place.number === release && place.usual) : -1;
  const likely = usual < 0 ? placeOf(release) : usual;
  const others = [...NUMBERS.keys()].filter((place) => place !== likely);
  const rank = (place: number): number => (NUMBERS[place] === release ? 0 : PLACES[place]?.between ? 2 : 1);
  return [likely, ...others.reverse().sort((a, b) => rank(a) - rank(b))];
}

/**
 * Whether a table may be the writer's. A development version of a release begins as the release before it was branched
 * off. @param named the release in the producer string, if any
 */
function mayBeWriter(place: number, named: number | undefined): boolean {
  const { number, between } = PLACES[place] ?? {};
  if (named === undefined || !NUMBERS.includes(named)) return true;
  return number === named || (number === named - 1 && between !== true);
}

/** Dialects outside MLIR whose ops had attributes but no properties until April 2024. */
const PLAIN_HLO = ["chlo", "mhlo", "stablehlo"];

/** Dialects of MLIR that had no properties yet in May 2023, when development versions of 17 wrote at most version 4. */
const PLAIN_MLIR = ["builtin", "transform", "vector"];

/**
 * Dialects whose ops had attributes but no properties in a development version. Since version 5 the records tell;
 * before, the time does: StableHLO got properties while MLIR 19 was developed.
 */
function plainDialects(
  named: number,
  file: { readonly producer: string; readonly version: number },
): readonly string[] {
  const early = named < 17 || isBeforeRecords(file) ? PLAIN_MLIR : [];
  return file.version < RECORDS && named <= 18 ? [...early, ...PLAIN_HLO] : early;
}

/** Whether the writer of a file knew an op of a dialect that a release has not. */
const isOfCompiler = (opNames: readonly OpName[], release: number): boolean =>
  opNames.some(({ dialect, registered }) => registered === true && !isDialectOfMlir(dialect, release));

/** The tables of versions from the release before to the one after: what a compiler changed may be as in one of them. */
const tablesBeside = (release: number): readonly OpTable[] =>
  byLikelihood(release, false)
    .filter((place) => Math.abs((NUMBERS[place] ?? 0) - release) <= 1)
    .map((place) => MLIR[place] as OpTable);

/**
 * The tables for a file. `MLIR19.1.7` wrote with MLIR 19's; StableHLO artifacts contain ops whose layout never changes,
 * and ops of other dialects as the MLIR of their day laid them out. For any other producer (`MLIR20.1.0`,
 * `MLIR22.0.0git`, a name of its own) the first table is the one under which most of the ops' bytes are consumed
 * exactly, or of which most ops have the properties' names; if several tie, that of the file's release, otherwise the
 * newest. The other tables follow, for ops that only they fit. A compiler that lays out ops of MLIR in its own way has its
 * tables before all others.
 * @param records what the ops show of their definitions, needed only for a guess
 * @param opNames the names of the file's ops
 */
export function chooseRelease(
  file: Pick<Tables, "producer"> & RecordFormat,
  records: () => Iterable<OpEvidence>,
  opNames: readonly OpName[] = [],
): ReleaseChoice {
  const { producer, version, release } = file;
  // Before version 5 a file does not tell whether its writer knew an op.
  const others = version < RECORDS ? [] : nearest(COMPILERS, release);
  const own = [...(OF_RELEASE[placeOf(release)] ?? STABLEHLO), ...others];
  const byRegion = PLACES[placeOf(release)]?.byRegion === true;
  if (release === 16) return { tables: own, guessed: false, byRegion };
  if (isReleased(producer)) {
    const changed = isOfCompiler(opNames, release);
    const tables = changed ? [...own, ...tablesBeside(release)] : own;
    return { tables, guessed: false, complete: true, approximate: APPROXIMATE, changed, byRegion };
  }
  const named = namedRelease(producer) ?? release;
  const nearby = NUMBERS.includes(named) ? named : named > NEWEST ? NEWEST + 1 : release;
  const places = byLikelihood(nearby, isDevelopment(producer));
  if (isStablehlo(producer))
    return { tables: [...own, ...places.slice(1).map((place) => MLIR[place] as OpTable)], guessed: false, byRegion };
  const fits = places.map(() => 0);
  let plain: ReleaseChoice["plain"] = new Set(plainDialects(named, { producer, version }));
  // Development versions of 17 wrote version 0 until March 2023, before there were properties.
  if (named === 17 && version === 0 && !hasKernels(records())) plain = "all";
  // Until MLIR 17 an op's names do not tell whether they are properties.
  const shown = version < RECORDS && named <= 17 ? [] : firstOf(records());
  for (const evidence of shown) places.forEach((place, i) => (fits[i] = (fits[i] ?? 0) + vote(place, evidence, file)));
  // Up to MLIR 17 a dialect had properties only if it opted in; only MLIR's own are known to have done so.
  const unordered = version < RECORDS ? [TENSORFLOW] : [];
  const foreign =
    named <= 17 ? [] : [...nearest(VARIANTS, named), ...STABLEHLO, ...nearest(COMPILERS, named), ...unordered];
  const mayBe = places.map((place) => (mayBeWriter(place, namedRelease(producer)) ? 1 : 0));
  // The sort is stable: of those that fit equally well, the likeliest comes first.
  const ordered = [...places.keys()]
    .sort((a, b) => (mayBe[b] ?? 0) - (mayBe[a] ?? 0) || (fits[b] ?? 0) - (fits[a] ?? 0))
    .map((i) => places[i] ?? 0);
  return {
    tables: [
      ...writersOwn(shown, file),
      ...ordered.map((place) => MLIR[place] as OpTable),
      ...present(ordered.map((place) => FLANG[place])),
      ...foreign,
    ],
    guessed: true,
    byRegion: PLACES[ordered[0] ?? 0]?.byRegion === true,
    prefixed: PLACES[ordered[0] ?? 0]?.prefixed === true,
    plain,
  };
}

/** The tables of the user's own definitions. */
export const tablesOfDefinitions = (definitions: readonly DialectDefinitions[]): readonly OpTable[] =>
  definitions.map((data) => new OpTable(data));

/** A choice with the user's own tables added: after the release's own if the release is certain, otherwise first. */
export function withBrought(choice: ReleaseChoice, brought: readonly OpTable[]): ReleaseChoice {
  const own = choice.complete === true ? 1 : 0;
  return { ...choice, tables: [...choice.tables.slice(0, own), ...brought, ...choice.tables.slice(own)] };
}

/** Dialects of MLIR that define attributes and types only, with the first release in which mlir-opt knew them. */
const WITHOUT_OPS: ReadonlyMap<string, number> = new Map([
  ["dlti", 16],
  ["ptr", 19],
]);

/** Whether a dialect with this name belongs to a release of MLIR or to StableHLO. */
export function isDialectOfMlir(dialect: string, release: number): boolean {
  if ((WITHOUT_OPS.get(dialect) ?? Infinity) <= release) return true;
  return (OF_RELEASE[placeOf(release)] ?? []).some((table) => table.hasDialect(dialect));
}

/** Dialects of IREE, HEIR and TensorFlow without ops. */
const ATTRIBUTES_ONLY = new Set(["iree_cpu", "iree_encoding", "iree_map", "rotom", "tf_type"]);

/**
 * Whether the writer of a file knew a dialect, so that the text of its entries is parsed; text of other dialects is
 * copied. What an official release wrote was written by its mlir-opt, unless one of the file's ops tells of a compiler
 * built on it; any other producer may be a compiler with dialects of its own.
 */
export function isRegisteredDialect(
  dialect: string,
  release: number,
  producer: string,
  opNames: readonly OpName[] = [],
): boolean {
  if (isDialectOfMlir(dialect, release)) return true;
  const isUnknown = (op: OpName): boolean => op.dialect === dialect && op.registered === false;
  if (isReleased(producer) && (!isOfCompiler(opNames, release) || opNames.some(isUnknown))) return false;
  return (
    ATTRIBUTES_ONLY.has(dialect) ||
    [...COMPILERS.map(({ table }) => table), TENSORFLOW].some((table) => table.hasDialect(dialect))
  );
}
