/** The tables that Bitscope contains: of MLIR's releases and development versions, and of compilers with dialects of their own. */
import type { DialectDefinitions } from "../../../document/definitions";
import ascendA5 from "./data/ascend-1.2-a5.json";
import ascend from "./data/ascend-1.2.json";
import aster004 from "./data/aster-0.0.4.json";
import aster from "./data/aster-2026.json";
import catalyst from "./data/catalyst-0.15.json";
import circt158 from "./data/circt-1.158.json";
import circt162 from "./data/circt-1.162.json";
import circt62 from "./data/circt-1.62.json";
import coreai from "./data/coreai-1.0.json";
import cudaq from "./data/cudaq-0.16.json";
import cute42 from "./data/cute-4.2.json";
import cute43 from "./data/cute-4.3.json";
import cute44 from "./data/cute-4.4.json";
import cute45 from "./data/cute-4.5.json";
import cute460 from "./data/cute-4.6.0.json";
import cute46 from "./data/cute-4.6.json";
import cute47 from "./data/cute-4.7.json";
import cute48 from "./data/cute-4.8.json";
import flang17 from "./data/flang-17.json";
import flang18 from "./data/flang-18.json";
import flang19 from "./data/flang-19.json";
import flang20 from "./data/flang-20.json";
import flang21 from "./data/flang-21.json";
import flang22 from "./data/flang-22.json";
import flang23 from "./data/flang-23.json";
import flydsl from "./data/flydsl-0.5.json";
import heir2026april from "./data/heir-2026-1.json";
import heir2026june from "./data/heir-2026-2.json";
import heir2026 from "./data/heir-2026.json";
import iree2023 from "./data/iree-2023.json";
import iree2024 from "./data/iree-2024.json";
import iree2024august from "./data/iree-2024-2.json";
import iree2024april from "./data/iree-2024-1.json";
import iree29 from "./data/iree-2.9.json";
import ireeTransform29 from "./data/iree-transform-2.9.json";
import ireeTransform36 from "./data/iree-transform-3.6.json";
import ireeTransform from "./data/iree-transform.json";
import iree36 from "./data/iree-3.6.json";
import iree310 from "./data/iree-3.10.json";
import iree313 from "./data/iree-3.13.json";
import iree3130 from "./data/iree-3.13.0.json";
import jaxlib012 from "./data/jaxlib-0.12.json";
import jaxlib0100 from "./data/jaxlib-0.10.0.json";
import jaxlib0101 from "./data/jaxlib-0.10.1.json";
import jaxlib0102 from "./data/jaxlib-0.10.2.json";
import jaxlib0426 from "./data/jaxlib-0.4.26.json";
import jaxlib0431 from "./data/jaxlib-0.4.31.json";
import jaxlib0436 from "./data/jaxlib-0.4.36.json";
import jaxlib050 from "./data/jaxlib-0.5.0.json";
import jaxlib053 from "./data/jaxlib-0.5.3.json";
import jaxlib060 from "./data/jaxlib-0.6.json";
import jaxlib070 from "./data/jaxlib-0.7.json";
import jaxlib092 from "./data/jaxlib-0.9.2.json";
import jaxlib090 from "./data/jaxlib-0.9.json";
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
import mlir20novemberLate from "./data/mlir-20-4.json";
import mlir20october from "./data/mlir-20-5.json";
import mlir20july from "./data/mlir-20-6.json";
import mlir20julyEarly from "./data/mlir-20-7.json";
import mlir20 from "./data/mlir-20.json";
import mlir21february from "./data/mlir-21-1.json";
import mlir21june from "./data/mlir-21-2.json";
import mlir21may from "./data/mlir-21-3.json";
import mlir21mayLate from "./data/mlir-21-4.json";
import mlir21april from "./data/mlir-21-5.json";
import mlir21 from "./data/mlir-21.json";
import mlir22october from "./data/mlir-22-1.json";
import mlir22november from "./data/mlir-22-2.json";
import mlir22august from "./data/mlir-22-3.json";
import mlir22 from "./data/mlir-22.json";
import mlir23march from "./data/mlir-23-1.json";
import mlir23april from "./data/mlir-23-2.json";
import mlir23february from "./data/mlir-23-3.json";
import mlir23july from "./data/mlir-23-4.json";
import mlir23 from "./data/mlir-23.json";
import mlir24september from "./data/mlir-24-1.json";
import mlir24early from "./data/mlir-24-2.json";
import mlir24 from "./data/mlir-24-3.json";
import mlir24november from "./data/mlir-24-4.json";
import mlirOpt17 from "./data/mlir-opt-17.json";
import mlirOpt18 from "./data/mlir-opt-18.json";
import mlirOpt19 from "./data/mlir-opt-19.json";
import mlirOpt20 from "./data/mlir-opt-20.json";
import mlirOpt21 from "./data/mlir-opt-21.json";
import mlirOpt22 from "./data/mlir-opt-22.json";
import mlirOpt23 from "./data/mlir-opt-23.json";
import shardy2025 from "./data/shardy-2025.json";
import shardy from "./data/shardy-2026.json";
import stablehlo101 from "./data/stablehlo-1.1.json";
import stablehlo110 from "./data/stablehlo-1.10.json";
import stablehlo113 from "./data/stablehlo-1.13.json";
import stablehlo105 from "./data/stablehlo-1.5.json";
import stablehlo120 from "./data/stablehlo-1.20.json";
import tensorflow from "./data/tensorflow-2.21.json";
import torch from "./data/torch-2026.json";
import torchOctober from "./data/torch-20261001.json";
import triton32 from "./data/triton-3.2.json";
import triton35 from "./data/triton-3.5.json";
import triton37 from "./data/triton-3.7.json";
import triton38 from "./data/triton-3.8.json";
import triton39 from "./data/triton-3.9.json";
import vcix from "./data/vcix.json";
import { OpTable } from "./tables";

/** Tables of which each contains the differences from the previous one. */
function chain(...files: readonly DialectDefinitions[]): readonly OpTable[] {
  const tables: OpTable[] = [];
  for (const data of files) tables.push(new OpTable(data, tables.at(-1)));
  return tables;
}

const [R17, R18, R19, R21, R22, R23, R24EARLY, R24, R24NOVEMBER] = chain(
  mlir17,
  mlir18,
  mlir19,
  mlir21,
  mlir22,
  mlir23,
  mlir24early,
  mlir24,
  mlir24november,
) as readonly [OpTable, OpTable, OpTable, OpTable, OpTable, OpTable, OpTable, OpTable, OpTable];
const [F17, F18, F19, F21, F22, F23] = chain(flang17, flang18, flang19, flang21, flang22, flang23);
/** The ops that mlir-opt has for MLIR's own tests. */
const [T17, T18, T19, T21, T22, T23] = chain(mlirOpt17, mlirOpt18, mlirOpt19, mlirOpt21, mlirOpt22, mlirOpt23);
/** The tables of MLIR 20: differences from 19, like those of 21. */
const [R20, F20, T20] = [new OpTable(mlir20, R19), new OpTable(flang20, F19), new OpTable(mlirOpt20, T19)];
export const TESTS: readonly (OpTable | undefined)[] = [T17, T18, T19, T20, T21, T22, T23];

/** A release of MLIR, flang's dialects of the same release, and what mlir-opt has for tests. */
export interface Place {
  readonly number: number;
  readonly tables: readonly [mlir: OpTable, flang: OpTable | undefined, tests: OpTable | undefined];
  /** A development version: used only if no release fits as well. */
  readonly between?: true;
  /** What development versions of that number are taken for if nothing in a file tells them apart. */
  readonly usual?: true;
  /** The numbers of values still start again in each region. */
  readonly byRegion?: true;
  /** Tables of dialects outside MLIR whose ops had attributes but no properties yet. */
  readonly plain?: readonly OpTable[];
  /**
   * IREE's dialects of that time, and the share of its published releases of that number that number values alike: it
   * decides if nothing else does.
   */
  readonly iree?: { readonly table: OpTable; readonly share: number };
  /** Segment sizes are named `odsOperandSegmentSizes`. */
  readonly prefixed?: true;
}

/** Each lays out a few ops differently; their records differ in length, so that only one of the tables fits. */
export const STABLEHLO = chain(stablehlo120, stablehlo113, stablehlo110, stablehlo105, stablehlo101);

const IREE = new OpTable(iree313);
const IREE_36 = new OpTable(iree36, IREE);
const IREE_29 = new OpTable(iree29, IREE_36);
const IREE_2024 = new OpTable(iree2024, IREE_29);
const IREE_APRIL = new OpTable(iree2024april, IREE_2024);
const IREE_2023 = new OpTable(iree2023, IREE_2024);

/** Development versions from which others are given by their differences. */
const [R20_AUGUST, R20_DECEMBER, R21_JUNE, R23_JULY] = [
  new OpTable(mlir20august, R19),
  new OpTable(mlir20december, R21),
  new OpTable(mlir21june, R21),
  new OpTable(mlir23july, R23),
];

/** A development version with that table. */
const at = (number: number, table: OpTable, ...others: [OpTable?, OpTable?]): Place => ({
  number,
  tables: [table, others[0], others[1]],
  between: true,
});

/** A development version, by its differences from a release that is near. */
const between = (number: number, data: DialectDefinitions, base: OpTable, ...others: [OpTable?, OpTable?]): Place =>
  at(number, new OpTable(data, base), ...others);

/** Of IREE's releases in 2024, those of January, February and April, then those of June and July. */
const SPRING_2024 = { table: IREE_APRIL, share: 3 / 5 };
const SUMMER_2024 = { table: IREE_2024, share: 2 / 5 };

/**
 * The releases of MLIR that have properties, and development versions, as IREE and jaxlib use them. Among entries of
 * the same number the release itself comes last.
 */
export const PLACES: readonly Place[] = [
  { number: 17, tables: [R17, F17, T17], byRegion: true, plain: STABLEHLO },
  { ...between(18, mlir18august, R17, F17, T17), byRegion: true, prefixed: true, plain: [...STABLEHLO, IREE_2023] },
  { ...between(18, mlir18october, R18, F18, T18), byRegion: true, plain: STABLEHLO },
  { ...between(18, mlir18december, R18, F18, T18), byRegion: true, plain: STABLEHLO },
  { number: 18, tables: [R18, F18, T18], byRegion: true, plain: STABLEHLO },
  { ...between(19, mlir19february, R18, F18, T18), byRegion: true, plain: STABLEHLO, iree: SPRING_2024 },
  { ...between(19, mlir19april, R19, F19, T19), byRegion: true, plain: STABLEHLO, iree: SPRING_2024 },
  { ...between(19, mlir19june, R19, F19, T19), iree: SUMMER_2024 },
  { number: 19, tables: [R19, F19, T19] },
  at(20, R20_AUGUST, F19, T19),
  { ...between(20, mlir20november, R21, F21, T21), usual: true },
  between(20, mlir20novemberLate, R20_DECEMBER, F21, T21),
  at(20, R20_DECEMBER, F21, T21),
  { number: 20, tables: [R20, F20, T20] },
  between(21, mlir21february, R21, F21, T21),
  between(21, mlir21april, R21_JUNE, F21, T21),
  at(21, R21_JUNE, F21, T21),
  { number: 21, tables: [R21, F21, T21] },
  between(22, mlir22august, R22, F22, T22),
  between(22, mlir22october, R22, F22, T22),
  { number: 22, tables: [R22, F22, T22] },
  between(23, mlir23march, R23_JULY, F23, T23),
  { ...at(23, R23_JULY, F23, T23), usual: true },
  { number: 23, tables: [R23, F23, T23] },
  between(24, mlir24september, R24EARLY, F23, T23),
  { number: 24, tables: [R24EARLY, F23, T23] },
  { number: 24, tables: [R24, F23, T23] },
  { number: 24, tables: [R24NOVEMBER, F23, T23] },
];

/** A compiler's table, and the release whose development version of MLIR the compiler uses. */
export interface CompilerTable {
  readonly mlir: number;
  readonly table: OpTable;
  /**
   * A dialect whose ops show that this compiler wrote a file. It lays out ops of MLIR in its own way too, so that its
   * tables come first.
   */
  readonly shownBy?: string;
}

const built = (mlir: number, ...tables: readonly OpTable[]): readonly CompilerTable[] =>
  tables.map((table) => ({ mlir, table }));

/** Base tables of which others contain only the differences. */
const CIRCT = new OpTable(circt158);
const IREE_TRANSFORM = new OpTable(ireeTransform);

/** jaxlib's Triton and MHLO from the newest to the oldest, each by its differences from the one before. */
const JAXLIB_DATA: readonly (readonly [mlir: number, data: DialectDefinitions])[] = [
  [24, jaxlib012],
  [23, jaxlib0102],
  [23, jaxlib0101],
  [23, jaxlib0100],
  [23, jaxlib092],
  [22, jaxlib090],
  [22, jaxlib070],
  [21, jaxlib060],
  [21, jaxlib053],
  [20, jaxlib050],
  [20, jaxlib0436],
  [20, jaxlib0431],
  [19, jaxlib0426],
];
const JAXLIB_TABLES = chain(...JAXLIB_DATA.map(([, data]) => data));
const JAXLIB = JAXLIB_DATA.flatMap(([mlir], i) => built(mlir, ...JAXLIB_TABLES.slice(i, i + 1)));

/** HEIR from the newest to the oldest, each by its differences from the one after it. */
const HEIR = chain(heir2026, heir2026june, heir2026april);

/** Triton from the newest to the oldest, each by its differences from the one after it. */
const TRITON_DATA: readonly (readonly [mlir: number, data: DialectDefinitions])[] = [
  [24, triton39],
  [23, triton38],
  [23, triton37],
  [22, triton35],
  [20, triton32],
];
const TRITON_TABLES = chain(...TRITON_DATA.map(([, data]) => data));
const TRITON = TRITON_DATA.flatMap(([mlir], i) => built(mlir, ...TRITON_TABLES.slice(i, i + 1)));

/** CuTe DSL from the newest to the oldest release that changed an op, each by its differences from the one before. */
const CUTE = chain(cute48, cute47, cute46, cute460, cute45, cute44, cute43, cute42);

/**
 * The dialects of compilers that are built with a development version of MLIR; if an op changed within one version, the
 * newest comes first.
 */
export const COMPILERS: readonly CompilerTable[] = [
  ...built(24, new OpTable(circt162, CIRCT), CIRCT),
  ...built(18, new OpTable(circt62, CIRCT)),
  ...built(24, ...chain(torch, torchOctober).toReversed()),
  ...built(24, ...chain(shardy, shardy2025)),
  ...built(24, ...HEIR.slice(0, 2), new OpTable(flydsl)),
  ...built(23, ...HEIR.slice(2), ...chain(aster, aster004)),
  ...built(22, ...chain(catalyst), new OpTable(cudaq), new OpTable(coreai)),
  ...CUTE.map((table): CompilerTable => ({ mlir: 23, table, shownBy: "cute" })),
  ...JAXLIB,
  ...TRITON,
  ...built(24, new OpTable(iree3130, IREE), IREE),
  ...built(24, IREE_TRANSFORM),
  // A dialect of MLIR that none of its tools registers, but its bindings do.
  ...built(23, new OpTable(vcix)),
  ...built(22, new OpTable(ireeTransform36, IREE_TRANSFORM)),
  ...built(20, new OpTable(ireeTransform29, IREE_TRANSFORM)),
  ...built(23, new OpTable(iree310, IREE)),
  ...built(22, IREE_36),
  ...built(20, IREE_29, new OpTable(iree2024august, IREE_29)),
  ...built(19, IREE_2024, IREE_APRIL, ...chain(ascend, ascendA5)),
  ...built(18, IREE_2023),
];

/**
 * What ops of MLIR had only for some weeks between two versions, nearest first. They do not take part in a guess of the
 * version: each contains few ops.
 */
export const VARIANTS: readonly CompilerTable[] = [
  ...built(23, new OpTable(mlir23april, R23), new OpTable(mlir23february, R23)),
  ...built(22, new OpTable(mlir22november, R22)),
  ...built(21, ...[mlir21mayLate, mlir21may].map((data) => new OpTable(data, R21_JUNE))),
  ...built(20, new OpTable(mlir20october, R20_DECEMBER)),
  ...built(20, ...[mlir20july, mlir20julyEarly].map((data) => new OpTable(data, R20_AUGUST))),
];

/**
 * TensorFlow's dialects: which attributes are properties, but not how a record lays them out. TensorFlow writes version
 * 3, in which they are among the attributes.
 */
export const TENSORFLOW = new OpTable(tensorflow);
