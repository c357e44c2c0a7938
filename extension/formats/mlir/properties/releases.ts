/** The available tables, and which of them apply to a file: its producer string tells, or its bytes do. */
import type { DialectDefinitions } from "../../../document/definitions";
import type { MlirCursor } from "../model/cursor";
import type { OpName, Tables } from "../model/module";
import { isBeforeRecords, isReleased, namedRelease, NEWEST } from "../model/release";
import { fitsRecord } from "./codec";
import type { ReleaseChoice } from "./codec";
import type { RecordFormat } from "./decode";
import circt158 from "./data/circt-1.158.json";
import circt162 from "./data/circt-1.162.json";
import circt62 from "./data/circt-1.62.json";
import flang17 from "./data/flang-17.json";
import flang18 from "./data/flang-18.json";
import flang19 from "./data/flang-19.json";
import flang21 from "./data/flang-21.json";
import flang22 from "./data/flang-22.json";
import flang23 from "./data/flang-23.json";
import iree29 from "./data/iree-2.9.json";
import ireeTransform29 from "./data/iree-transform-2.9.json";
import ireeTransform36 from "./data/iree-transform-3.6.json";
import ireeTransform from "./data/iree-transform.json";
import iree36 from "./data/iree-3.6.json";
import iree313 from "./data/iree-3.13.json";
import iree3130 from "./data/iree-3.13.0.json";
import jaxlib012 from "./data/jaxlib-0.12.json";
import mlir17 from "./data/mlir-17.json";
import mlir18 from "./data/mlir-18.json";
import mlir19 from "./data/mlir-19.json";
import mlir20early from "./data/mlir-20-1.json";
import mlir20 from "./data/mlir-20-2.json";
import mlir21early from "./data/mlir-21-1.json";
import mlir21 from "./data/mlir-21.json";
import mlir22 from "./data/mlir-22.json";
import mlir23 from "./data/mlir-23.json";
import mlir24early from "./data/mlir-24-1.json";
import mlir24 from "./data/mlir-24-2.json";
import mlirOpt17 from "./data/mlir-opt-17.json";
import mlirOpt18 from "./data/mlir-opt-18.json";
import mlirOpt19 from "./data/mlir-opt-19.json";
import mlirOpt21 from "./data/mlir-opt-21.json";
import mlirOpt22 from "./data/mlir-opt-22.json";
import shardy from "./data/shardy-2026.json";
import stablehlo113 from "./data/stablehlo-1.13.json";
import stablehlo120 from "./data/stablehlo-1.20.json";
import tensorflow from "./data/tensorflow-2.21.json";
import torch from "./data/torch-2026.json";
import torchOctober from "./data/torch-20261001.json";
import { isStablehlo } from "./registered";
import { OpTable } from "./tables";

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
const TESTS: readonly (OpTable | undefined)[] = [T17, T18, T19, T21, T22];

/** A release of MLIR, flang's dialects of the same release, and what mlir-opt has for tests. */
interface Place {
  readonly number: number;
  readonly tables: readonly [mlir: OpTable, flang: OpTable | undefined, tests: OpTable | undefined];
  /** A development version: used only if no release fits as well. */
  readonly between?: true;
}

/**
 * The releases of MLIR that have properties, and development versions of some: of 20 in November and December 2024, of
 * 21 in June 2025, of 24 at the beginning and end of October 2026. Among entries of the same number the release itself
 * comes last.
 */
const PLACES: readonly Place[] = [
  { number: 17, tables: [R17, F17, T17] },
  { number: 18, tables: [R18, F18, T18] },
  { number: 19, tables: [R19, F19, T19] },
  { number: 20, tables: [new OpTable(mlir20early, R21), F21, T21], between: true },
  { number: 20, tables: [new OpTable(mlir20, R21), F21, T21], between: true },
  { number: 21, tables: [new OpTable(mlir21early, R21), F21, T21], between: true },
  { number: 21, tables: [R21, F21, T21] },
  { number: 22, tables: [R22, F22, T22] },
  { number: 23, tables: [R23, F23, T22] },
  { number: 24, tables: [R24EARLY, F23, T22] },
  { number: 24, tables: [R24, F23, T22] },
];
const NUMBERS = PLACES.map(({ number }) => number);
const MLIR = PLACES.map(({ tables: [mlir] }) => mlir);
const FLANG = PLACES.map(({ tables: [, flang] }) => flang);
/** The few ops that 1.13 lays out differently than 1.20 differ in length, so a record fits only one of the two. */
const STABLEHLO = [...chain(stablehlo120, stablehlo113)];

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

/**
 * The dialects of compilers that are built with a development version of MLIR; if an op changed within one version, the
 * newest comes first.
 */
const COMPILERS: readonly CompilerTable[] = [
  ...built(24, new OpTable(circt162, CIRCT), CIRCT),
  ...built(18, new OpTable(circt62, CIRCT)),
  ...built(24, ...chain(torch, torchOctober).toReversed()),
  ...built(24, ...chain(shardy)),
  ...built(24, ...chain(jaxlib012)),
  ...built(24, new OpTable(iree3130, IREE), IREE),
  ...built(24, IREE_TRANSFORM),
  ...built(22, new OpTable(ireeTransform36, IREE_TRANSFORM)),
  ...built(20, new OpTable(ireeTransform29, IREE_TRANSFORM)),
  ...built(22, IREE_36),
  ...built(20, new OpTable(iree29, IREE_36)),
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

/** An op with its record of the properties section. */
export interface OpRecord {
  readonly op: OpName;
  /** A new cursor on the record's bytes. */
  cursor(): MlirCursor;
}

/** The index in NUMBERS of a release. MLIR 16 had no properties; its ops are taken from the oldest table. */
const placeOf = (release: number): number => Math.max(0, NUMBERS.lastIndexOf(release));

/** The tables of each release, with those of dialects outside MLIR. */
const OF_RELEASE = PLACES.map(({ tables }) => [...present(tables), ...STABLEHLO]);

/**
 * The indices of all releases: the file's first, then the others from the newest to the oldest, then development
 * versions.
 */
function byLikelihood(release: number): readonly number[] {
  const likely = placeOf(release);
  const others = [...NUMBERS.keys()].filter((place) => place !== likely);
  const isBetween = (place: number): number => (PLACES[place]?.between ? 1 : 0);
  return [likely, ...others.reverse().sort((a, b) => isBetween(a) - isBetween(b))];
}

/** Dialects of MLIR that had no properties yet in May 2023, when development versions of 17 wrote at most version 4. */
const PLAIN = new Set(["builtin", "transform", "vector"]);

/** Most ops that are tried for a guess. */
const TRIED = 4096;

/**
 * The tables for a file. `MLIR19.1.7` wrote with MLIR 19's; StableHLO artifacts contain ops whose layout never changes,
 * and ops of other dialects as the MLIR of their day laid them out. For any other producer (`MLIR20.1.0`,
 * `MLIR22.0.0git`, a name of its own) the first table is the one under which most of the ops' bytes are consumed
 * exactly; if several tie, that of the file's release, otherwise the newest. The other tables follow, for ops that only
 * they fit.
 * @param records ops with their properties, needed only for a guess
 */
export function chooseRelease(
  tables: Pick<Tables, "producer"> & RecordFormat,
  records: () => Iterable<OpRecord>,
): ReleaseChoice {
  const { producer, version, release } = tables;
  // Before version 5 a file does not tell whether its writer knew an op.
  const others = version < 5 ? [] : compilersNear(release);
  const own = [...(OF_RELEASE[placeOf(release)] ?? STABLEHLO), ...others];
  if (release === 16) return { tables: own, guessed: false };
  if (isReleased(producer)) return { tables: own, guessed: false, complete: true, approximate: APPROXIMATE };
  const places = byLikelihood((namedRelease(producer) ?? 0) > NEWEST ? NEWEST + 1 : release);
  if (isStablehlo(producer))
    return { tables: [...own, ...places.slice(1).map((place) => MLIR[place] as OpTable)], guessed: false };
  const fits = places.map(() => 0);
  let tried = 0;
  for (const { op, cursor } of version < 5 ? [] : records()) {
    places.forEach((place, i) => {
      const layout = MLIR[place]?.layout(op.name) ?? FLANG[place]?.layout(op.name);
      if (layout && fitsRecord(layout, cursor(), tables)) fits[i] = (fits[i] ?? 0) + 1;
    });
    if (++tried >= TRIED) break;
  }
  // Up to MLIR 17 a dialect had properties only if it opted in; only MLIR's own are known to have done so.
  const named = namedRelease(producer) ?? release;
  const unordered = version < 5 ? [TENSORFLOW] : [];
  const foreign = named <= 17 ? [] : [...STABLEHLO, ...compilersNear(named), ...unordered];
  const best = places[fits.indexOf(Math.max(...fits))] ?? placeOf(release);
  const ordered = [best, ...places.filter((place) => place !== best)];
  return {
    tables: [
      ...ordered.map((place) => MLIR[place] as OpTable),
      ...present(ordered.map((place) => FLANG[place])),
      ...foreign,
    ],
    guessed: true,
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

/** Whether a dialect with this name belongs to a release of MLIR or to StableHLO. */
export function isDialectOfMlir(dialect: string, release: number): boolean {
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
