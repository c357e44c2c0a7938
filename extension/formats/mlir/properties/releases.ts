/** The available tables, and which of them apply to a file: its producer string tells, or its bytes do. */
import type { DialectDefinitions } from "../../../document/definitions";
import type { OpEvidence, Tables } from "../model/module";
import { isBeforeRecords, isReleased, namedRelease, NEWEST, RECORDS } from "../model/release";
import { fitsNames, fitsRecord, hasFilled, isEmpty } from "./codec";
import type { ReleaseChoice } from "./codec";
import type { RecordFormat } from "./decode";
import catalyst from "./data/catalyst-0.15.json";
import circt158 from "./data/circt-1.158.json";
import circt162 from "./data/circt-1.162.json";
import circt62 from "./data/circt-1.62.json";
import flang17 from "./data/flang-17.json";
import flang18 from "./data/flang-18.json";
import flang19 from "./data/flang-19.json";
import flang20 from "./data/flang-20.json";
import flang21 from "./data/flang-21.json";
import flang22 from "./data/flang-22.json";
import flang23 from "./data/flang-23.json";
import iree2023 from "./data/iree-2023.json";
import iree2024 from "./data/iree-2024.json";
import iree29 from "./data/iree-2.9.json";
import ireeTransform29 from "./data/iree-transform-2.9.json";
import ireeTransform36 from "./data/iree-transform-3.6.json";
import ireeTransform from "./data/iree-transform.json";
import iree36 from "./data/iree-3.6.json";
import iree313 from "./data/iree-3.13.json";
import iree3130 from "./data/iree-3.13.0.json";
import jaxlib012 from "./data/jaxlib-0.12.json";
import mlir17 from "./data/mlir-17.json";
import mlir18october from "./data/mlir-18-1.json";
import mlir18august from "./data/mlir-18-3.json";
import mlir18december from "./data/mlir-18-2.json";
import mlir18 from "./data/mlir-18.json";
import mlir19february from "./data/mlir-19-3.json";
import mlir19april from "./data/mlir-19-1.json";
import mlir19june from "./data/mlir-19-2.json";
import mlir19 from "./data/mlir-19.json";
import mlir20august from "./data/mlir-20-1.json";
import mlir20november from "./data/mlir-20-2.json";
import mlir20december from "./data/mlir-20-3.json";
import mlir20 from "./data/mlir-20.json";
import mlir21february from "./data/mlir-21-1.json";
import mlir21june from "./data/mlir-21-2.json";
import mlir21 from "./data/mlir-21.json";
import mlir22october from "./data/mlir-22-1.json";
import mlir22 from "./data/mlir-22.json";
import mlir23march from "./data/mlir-23-1.json";
import mlir23 from "./data/mlir-23.json";
import mlir24september from "./data/mlir-24-1.json";
import mlir24early from "./data/mlir-24-2.json";
import mlir24 from "./data/mlir-24-3.json";
import mlirOpt17 from "./data/mlir-opt-17.json";
import mlirOpt18 from "./data/mlir-opt-18.json";
import mlirOpt19 from "./data/mlir-opt-19.json";
import mlirOpt20 from "./data/mlir-opt-20.json";
import mlirOpt21 from "./data/mlir-opt-21.json";
import mlirOpt22 from "./data/mlir-opt-22.json";
import shardy from "./data/shardy-2026.json";
import stablehlo113 from "./data/stablehlo-1.13.json";
import stablehlo105 from "./data/stablehlo-1.5.json";
import stablehlo120 from "./data/stablehlo-1.20.json";
import tensorflow from "./data/tensorflow-2.21.json";
import torch from "./data/torch-2026.json";
import torchOctober from "./data/torch-20261001.json";
import { isStablehlo } from "./registered";
import { OpTable } from "./tables";
import type { OpLayout } from "./tables";

/** Tables of which each contains the differences from the previous one. */
function chain(...files: readonly DialectDefinitions[]): readonly OpTable[] {
  const tables: OpTable[] = [];
  for (const data of files) tables.push(new OpTable(data, tables.at(-1)));
  return tables;
}

const [R17, R18, R19, R21, R22, R23, R24EARLY, R24] = chain(
  mlir17,
  mlir18,
  mlir19,
  mlir21,
  mlir22,
  mlir23,
  mlir24early,
  mlir24,
) as readonly [OpTable, OpTable, OpTable, OpTable, OpTable, OpTable, OpTable, OpTable];
const [F17, F18, F19, F21, F22, F23] = chain(flang17, flang18, flang19, flang21, flang22, flang23);
/** The ops that mlir-opt has for MLIR's own tests. */
const [T17, T18, T19, T21, T22] = chain(mlirOpt17, mlirOpt18, mlirOpt19, mlirOpt21, mlirOpt22);
/** The tables of MLIR 20: differences from 19, like those of 21. */
const [R20, F20, T20] = [new OpTable(mlir20, R19), new OpTable(flang20, F19), new OpTable(mlirOpt20, T19)];
const TESTS: readonly (OpTable | undefined)[] = [T17, T18, T19, T20, T21, T22];

/** A release of MLIR, flang's dialects of the same release, and what mlir-opt has for tests. */
interface Place {
  readonly number: number;
  readonly tables: readonly [mlir: OpTable, flang: OpTable | undefined, tests: OpTable | undefined];
  /** A development version: used only if no release fits as well. */
  readonly between?: true;
  /** The numbers of values still start again in each region. */
  readonly byRegion?: true;
  /** Segment sizes are named `odsOperandSegmentSizes`. */
  readonly prefixed?: true;
}

/** A development version, by its differences from a release that is near. */
const between = (number: number, data: DialectDefinitions, base: OpTable, ...others: [OpTable?, OpTable?]): Place => ({
  number,
  tables: [new OpTable(data, base), others[0], others[1]],
  between: true,
});

/**
 * The releases of MLIR that have properties, and development versions, as IREE and jaxlib use them. Among entries of
 * the same number the release itself comes last.
 */
const PLACES: readonly Place[] = [
  { number: 17, tables: [R17, F17, T17], byRegion: true },
  { ...between(18, mlir18august, R17, F17, T17), byRegion: true, prefixed: true },
  { ...between(18, mlir18october, R18, F18, T18), byRegion: true },
  { ...between(18, mlir18december, R18, F18, T18), byRegion: true },
  { number: 18, tables: [R18, F18, T18], byRegion: true },
  { ...between(19, mlir19february, R18, F18, T18), byRegion: true },
  { ...between(19, mlir19april, R19, F19, T19), byRegion: true },
  between(19, mlir19june, R19, F19, T19),
  { number: 19, tables: [R19, F19, T19] },
  between(20, mlir20august, R19, F19, T19),
  between(20, mlir20november, R21, F21, T21),
  between(20, mlir20december, R21, F21, T21),
  { number: 20, tables: [R20, F20, T20] },
  between(21, mlir21february, R21, F21, T21),
  between(21, mlir21june, R21, F21, T21),
  { number: 21, tables: [R21, F21, T21] },
  between(22, mlir22october, R22, F22, T22),
  { number: 22, tables: [R22, F22, T22] },
  between(23, mlir23march, R23, F23, T22),
  { number: 23, tables: [R23, F23, T22] },
  between(24, mlir24september, R24EARLY, F23, T22),
  { number: 24, tables: [R24EARLY, F23, T22] },
  { number: 24, tables: [R24, F23, T22] },
];
const NUMBERS = PLACES.map(({ number }) => number);
const MLIR = PLACES.map(({ tables: [mlir] }) => mlir);
const FLANG = PLACES.map(({ tables: [, flang] }) => flang);
/** Each lays out a few ops differently; their records differ in length, so that only one of the tables fits. */
const STABLEHLO = [...chain(stablehlo120, stablehlo113, stablehlo105)];

/** A compiler's table, and the release whose development version of MLIR the compiler uses. */
interface CompilerTable {
  readonly mlir: number;
  readonly table: OpTable;
}

const built = (mlir: number, ...tables: readonly OpTable[]): readonly CompilerTable[] =>
  tables.map((table) => ({ mlir, table }));

/** Base tables of which others contain only the differences. */
const CIRCT = new OpTable(circt158);
const IREE_TRANSFORM = new OpTable(ireeTransform);
const IREE = new OpTable(iree313);
const IREE_36 = new OpTable(iree36, IREE);
const IREE_29 = new OpTable(iree29, IREE_36);
const IREE_2024 = new OpTable(iree2024, IREE_29);

/**
 * The dialects of compilers that are built with a development version of MLIR; if an op changed within one version, the
 * newest comes first.
 */
const COMPILERS: readonly CompilerTable[] = [
  ...built(24, new OpTable(circt162, CIRCT), CIRCT),
  ...built(18, new OpTable(circt62, CIRCT)),
  ...built(24, ...chain(torch, torchOctober).toReversed()),
  ...built(24, ...chain(shardy)),
  ...built(22, ...chain(catalyst)),
  ...built(24, ...chain(jaxlib012)),
  ...built(24, new OpTable(iree3130, IREE), IREE),
  ...built(24, IREE_TRANSFORM),
  ...built(22, new OpTable(ireeTransform36, IREE_TRANSFORM)),
  ...built(20, new OpTable(ireeTransform29, IREE_TRANSFORM)),
  ...built(22, IREE_36),
  ...built(20, IREE_29),
  ...built(19, IREE_2024),
  ...built(18, new OpTable(iree2023, IREE_2024)),
];

/**
 * TensorFlow's dialects: which attributes are properties, but not how a record lays them out. TensorFlow writes version
 * 3, in which they are among the attributes.
 */
const TENSORFLOW = new OpTable(tensorflow);

/** The tables of compilers, those with the MLIR nearest to a release first. */
const compilersNear = (release: number): readonly OpTable[] =>
  COMPILERS.map(({ mlir, table }) => ({ table, distance: Math.abs(mlir - release) }))
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
function agreement(layout: OpLayout, evidence: OpEvidence, format: RecordFormat): number {
  switch (evidence.kind) {
    case "record":
      return fitsRecord(layout, evidence.cursor(), format, undefined, evidence.counts) ? 1 : 0;
    case "none":
      return isEmpty(layout) ? 1 : 0;
    case "names":
      return fitsNames(layout, evidence.names) ? 1 + (hasFilled(layout, evidence.names) ? HINT : 0) : 0;
  }
}

/**
 * Whether an op of StableHLO has no properties although it requires attributes: so they were stored until April 2024,
 * when values were still numbered by region (jaxlib up to 0.4.26).
 */
function isPlainStablehlo({ kind, op }: OpEvidence): boolean {
  if (kind !== "none") return false;
  const layout = STABLEHLO.find((table) => table.layout(op.name))?.layout(op.name);
  return layout?.properties.some(({ encoding }) => encoding.kind === "attribute") === true;
}

/** The tables of each release, with those of dialects outside MLIR. */
const OF_RELEASE = PLACES.map(({ tables }) => [...present(tables), ...STABLEHLO]);

/**
 * The indices of all releases: the file's first, then its development versions, then the others from the newest to the
 * oldest, then theirs.
 */
function byLikelihood(release: number): readonly number[] {
  const likely = placeOf(release);
  const others = [...NUMBERS.keys()].filter((place) => place !== likely);
  const rank = (place: number): number => (NUMBERS[place] === release ? 0 : PLACES[place]?.between ? 2 : 1);
  return [likely, ...others.reverse().sort((a, b) => rank(a) - rank(b))];
}

/** Dialects of MLIR that had no properties yet in May 2023, when development versions of 17 wrote at most version 4. */
const PLAIN = new Set(["builtin", "transform", "vector"]);

/**
 * The tables for a file. `MLIR19.1.7` wrote with MLIR 19's; StableHLO artifacts contain ops whose layout never changes,
 * and ops of other dialects as the MLIR of their day laid them out. For any other producer (`MLIR20.1.0`,
 * `MLIR22.0.0git`, a name of its own) the first table is the one under which most of the ops' bytes are consumed
 * exactly, or of which most ops have the properties' names; if several tie, that of the file's release, otherwise the
 * newest. The other tables follow, for ops that only
 * they fit.
 * @param records what the ops show of their definitions, needed only for a guess
 */
export function chooseRelease(
  tables: Pick<Tables, "producer"> & RecordFormat,
  records: () => Iterable<OpEvidence>,
): ReleaseChoice {
  const { producer, version, release } = tables;
  // Before version 5 a file does not tell whether its writer knew an op.
  const others = version < RECORDS ? [] : compilersNear(release);
  const own = [...(OF_RELEASE[placeOf(release)] ?? STABLEHLO), ...others];
  const byRegion = PLACES[placeOf(release)]?.byRegion === true;
  if (release === 16) return { tables: own, guessed: false, byRegion };
  if (isReleased(producer)) return { tables: own, guessed: false, complete: true, approximate: APPROXIMATE, byRegion };
  const named = namedRelease(producer) ?? release;
  const places = byLikelihood(NUMBERS.includes(named) ? named : named > NEWEST ? NEWEST + 1 : release);
  if (isStablehlo(producer))
    return { tables: [...own, ...places.slice(1).map((place) => MLIR[place] as OpTable)], guessed: false, byRegion };
  const fits = places.map(() => 0);
  let tried = 0;
  // Until MLIR 17 an op's names do not tell whether they are properties.
  for (const evidence of version < RECORDS && named <= 17 ? [] : records()) {
    places.forEach((place, i) => {
      const layout = MLIR[place]?.layout(evidence.op.name) ?? FLANG[place]?.layout(evidence.op.name);
      if (layout) fits[i] = (fits[i] ?? 0) + agreement(layout, evidence, tables);
      else if (PLACES[place]?.byRegion && isPlainStablehlo(evidence)) fits[i] = (fits[i] ?? 0) + 1;
    });
    if (++tried >= TRIED) break;
  }
  // Up to MLIR 17 a dialect had properties only if it opted in; only MLIR's own are known to have done so.
  const unordered = version < RECORDS ? [TENSORFLOW] : [];
  const foreign = named <= 17 ? [] : [...STABLEHLO, ...compilersNear(named), ...unordered];
  // The sort is stable: of those that fit equally well, the likeliest comes first.
  const ordered = [...places.keys()].sort((a, b) => (fits[b] ?? 0) - (fits[a] ?? 0)).map((i) => places[i] ?? 0);
  return {
    tables: [
      ...ordered.map((place) => MLIR[place] as OpTable),
      ...present(ordered.map((place) => FLANG[place])),
      ...foreign,
    ],
    guessed: true,
    byRegion: PLACES[ordered[0] ?? 0]?.byRegion === true,
    prefixed: PLACES[ordered[0] ?? 0]?.prefixed === true,
    ...((named < 17 || isBeforeRecords({ producer, version })) && { plain: PLAIN }),
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

/** Dialects of IREE and TensorFlow without ops. */
const ATTRIBUTES_ONLY = new Set(["iree_cpu", "iree_encoding", "iree_map", "tf_type"]);

/**
 * Whether the writer of a file knew a dialect, so that the text of its entries is parsed; text of other dialects is
 * copied. What an official release wrote was written by its mlir-opt; any other producer may be a compiler with
 * dialects of its own.
 */
export function isRegisteredDialect(dialect: string, release: number, producer: string): boolean {
  if (isDialectOfMlir(dialect, release)) return true;
  if (isReleased(producer)) return false;
  return (
    ATTRIBUTES_ONLY.has(dialect) ||
    [...COMPILERS.map(({ table }) => table), TENSORFLOW].some((table) => table.hasDialect(dialect))
  );
}
