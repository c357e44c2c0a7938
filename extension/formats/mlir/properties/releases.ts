/** The tables that there are, and which of them a file's properties are read by: its producer string says it, or the bytes do. */
import type { DialectDefinitions } from "../../../document/definitions";
import type { MlirCursor } from "../model/cursor";
import type { OpName, Tables } from "../model/module";
import { isReleased } from "../model/release";
import { fitsRecord } from "./codec";
import type { ReleaseChoice } from "./codec";
import type { RecordFormat } from "./decode";
import flang17 from "./data/flang-17.json";
import flang18 from "./data/flang-18.json";
import flang19 from "./data/flang-19.json";
import flang21 from "./data/flang-21.json";
import flang22 from "./data/flang-22.json";
import flang23 from "./data/flang-23.json";
import iree29 from "./data/iree-2.9.json";
import iree36 from "./data/iree-3.6.json";
import iree313 from "./data/iree-3.13.json";
import mlir17 from "./data/mlir-17.json";
import mlir18 from "./data/mlir-18.json";
import mlir19 from "./data/mlir-19.json";
import mlir21 from "./data/mlir-21.json";
import mlir22 from "./data/mlir-22.json";
import mlir23 from "./data/mlir-23.json";
import stablehlo113 from "./data/stablehlo-1.13.json";
import stablehlo120 from "./data/stablehlo-1.20.json";
import { OpTable } from "./tables";

/** Tables that each say what differs from the one before. */
function chain(...files: readonly DialectDefinitions[]): readonly OpTable[] {
  const tables: OpTable[] = [];
  for (const data of files) tables.push(new OpTable(data, tables.at(-1)));
  return tables;
}

/** The releases of MLIR that have properties; flang's dialects are of the same release. */
const NUMBERS = [17, 18, 19, 21, 22, 23];
const MLIR = chain(mlir17, mlir18, mlir19, mlir21, mlir22, mlir23);
const FLANG = chain(flang17, flang18, flang19, flang21, flang22, flang23);
/** The few ops that 1.13 lays out otherwise than 1.20 differ in length, so that a record fits one of the two. */
const STABLEHLO = [...chain(stablehlo120, stablehlo113)];

/** IREE's dialects, from the newest release to the oldest: its compiler is built with an MLIR between two releases. */
const IREE = [...chain(iree313, iree36, iree29)];

/** An op with its record of the properties section. */
export interface OpRecord {
  readonly op: OpName;
  /** A new cursor on the record's bytes. */
  cursor(): MlirCursor;
}

/** The place in NUMBERS of a release; MLIR 16 had no properties: what its ops are is read from the oldest table. */
const placeOf = (release: number): number => Math.max(0, NUMBERS.indexOf(release));

/** The tables of one release and of the dialects that are not MLIR's own. */
function tablesOf(place: number): readonly OpTable[] {
  return [...MLIR.slice(place, place + 1), ...FLANG.slice(place, place + 1), ...STABLEHLO];
}
const OF_RELEASE = NUMBERS.map((_, place) => tablesOf(place));

/** All releases' places: that of the file's release first, then the others from the newest to the oldest. */
function byLikelihood(release: number): readonly number[] {
  const likely = placeOf(release);
  const others = [...NUMBERS.keys()].filter((place) => place !== likely);
  return [likely, ...others.reverse()];
}

/** Ops that are tried for a guess. */
const TRIED = 4096;

/**
 * The tables for a file. `MLIR19.1.7` wrote with MLIR 19's; StableHLO artifacts hold ops whose layout never changes, and those of
 * other dialects as the MLIR of their day laid them out. Where the producer is none of these (`MLIR20.1.0`, `MLIR22.0.0git`, a
 * name of its own), first the table under which most of the ops' bytes are consumed exactly, that of the file's release or else
 * the newest if it is a tie; then the others for the ops that they alone fit.
 * @param records ops with their properties, asked for when it takes a guess
 */
export function chooseRelease(
  tables: Pick<Tables, "producer"> & RecordFormat,
  records: () => Iterable<OpRecord>,
): ReleaseChoice {
  const { producer, version, release } = tables;
  const own = OF_RELEASE[placeOf(release)] ?? STABLEHLO;
  if (release === 16) return { tables: own, guessed: false };
  if (isReleased(producer)) return { tables: own, guessed: false, complete: true };
  const places = byLikelihood(release);
  if (producer.startsWith("StableHLO_v"))
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
  const best = places[fits.indexOf(Math.max(...fits))] ?? placeOf(release);
  const ordered = [best, ...places.filter((place) => place !== best)];
  return {
    tables: [
      ...ordered.map((place) => MLIR[place] as OpTable),
      ...ordered.map((place) => FLANG[place] as OpTable),
      ...STABLEHLO,
      ...IREE,
    ],
    guessed: true,
  };
}

/** Tables of definitions that a reader brought. */
export const tablesOfDefinitions = (definitions: readonly DialectDefinitions[]): readonly OpTable[] =>
  definitions.map((data) => new OpTable(data));

/** A choice with tables that a reader brought: behind the release's own where it is known for sure, else before all others. */
export function withBrought(choice: ReleaseChoice, brought: readonly OpTable[]): ReleaseChoice {
  const own = choice.complete === true ? 1 : 0;
  return { ...choice, tables: [...choice.tables.slice(0, own), ...brought, ...choice.tables.slice(own)] };
}

/** Whether a release of MLIR has a dialect of that name: its entries' text is parsed, that of others is echoed. */
export function isRegisteredDialect(dialect: string, release: number): boolean {
  return (OF_RELEASE[placeOf(release)] ?? []).some((table) => table.hasDialect(dialect));
}
