/** Which releases' tables a file's properties are read by: its producer string says it, or else the bytes do. */
import type { MlirCursor } from "../model/cursor";
import type { OpName, Tables } from "../model/module";
import { fitsRecord } from "./codec";
import type { ReleaseChoice } from "./codec";
import mlir19 from "./data/mlir-19.json";
import mlir22 from "./data/mlir-22.json";
import stablehlo113 from "./data/stablehlo-1.13.json";
import stablehlo120 from "./data/stablehlo-1.20.json";
import { OpTable } from "./tables";

const MLIR_22 = new OpTable(mlir22);
const MLIR_19 = new OpTable(mlir19);
const STABLEHLO_120 = new OpTable(stablehlo120);
/** Its few ops that 1.20 lays out otherwise differ in length, so that a record fits one of the two. */
const STABLEHLO_113 = new OpTable(stablehlo113, STABLEHLO_120);
const STABLEHLO = [STABLEHLO_120, STABLEHLO_113];

/** An op with its record of the properties section. */
export interface OpRecord {
  readonly op: OpName;
  /** A new cursor on the record's bytes. */
  cursor(): MlirCursor;
}

const RELEASE_22: ReleaseChoice = { tables: [MLIR_22, ...STABLEHLO], guessed: false };
const RELEASE_19: ReleaseChoice = { tables: [MLIR_19, ...STABLEHLO], guessed: false };
/** Ops of other dialects stand in StableHLO's artifacts as the MLIR of their day laid them out: the bytes tell. */
const ARTIFACT: ReleaseChoice = { tables: [MLIR_22, ...STABLEHLO, MLIR_19], guessed: false };

/** Ops that are tried for a guess. */
const TRIED = 4096;

/**
 * The tables for a file. `MLIR19.1…` wrote with MLIR 19's; StableHLO artifacts hold ops whose layout never changes. Where the
 * producer is none of these (`MLIR20.1.0`, `MLIR22.0.0git`, a name of its own), first the table under which more of the ops'
 * bytes are consumed exactly, that of the nearest release if it is a tie; then the other one for the ops that it fits alone.
 * @param records ops with their properties, asked for when it takes a guess
 */
export function chooseRelease(
  { producer, version, release }: Pick<Tables, "producer" | "version" | "release">,
  records: () => Iterable<OpRecord>,
): ReleaseChoice {
  if (/^MLIR19\.1\.\d+$/.test(producer)) return { ...RELEASE_19, complete: true };
  if (/^MLIR22\.1\.\d+$/.test(producer)) return { ...RELEASE_22, complete: true };
  if (release === 16) return RELEASE_22;
  if (producer.startsWith("StableHLO_v")) return ARTIFACT;
  const candidates = release === 19 ? [MLIR_19, MLIR_22] : [MLIR_22, MLIR_19];
  const fits = candidates.map(() => 0);
  let tried = 0;
  for (const { op, cursor } of version < 5 ? [] : records()) {
    candidates.forEach((table, i) => {
      const layout = table.layout(op.name);
      if (layout && fitsRecord(layout, cursor(), version)) fits[i] = (fits[i] ?? 0) + 1;
    });
    if (++tried >= TRIED) break;
  }
  if ((fits[1] ?? 0) > (fits[0] ?? 0)) candidates.reverse();
  return { tables: [...candidates, ...STABLEHLO], guessed: true };
}

/** Whether a release of MLIR has a dialect of that name: its entries' text is parsed, that of others is echoed. */
export function isRegisteredDialect(dialect: string, release: number): boolean {
  const tables = release === 22 ? RELEASE_22.tables : RELEASE_19.tables;
  return tables.some((table) => table.hasDialect(dialect));
}
