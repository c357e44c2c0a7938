/** Tables of ops for the checks of MLIR's verifier: what each check accepts, and what it refuses in which words. */
import assert from "node:assert/strict";
import type { NestedOp } from "../../extension/formats/mlir/verify/nestedOp";
import { partsOf } from "../../extension/formats/mlir/attributes/brackets";
import { Fault, UNKNOWN } from "../../extension/formats/mlir/verify/fault";
import { clausesOf } from "../../extension/formats/mlir/verify/ops/clauses";
import { SYMBOL_CHECKS } from "../../extension/formats/mlir/verify/ops/nested";
import type { OpChecks } from "../../extension/formats/mlir/verify/opView";
import type { Sketch } from "./mlirOps";
import { block, placed } from "./mlirOps";

/**
 * What a check finds: nothing, a fault in the reference's words, or that the file does not tell. The words begin with
 * `error: ` if the reference does not name the op before them.
 */
export type Outcome = string | typeof UNKNOWN | undefined;
const RELEASES = [22, 23] as const;
const BARE = "error: ";

/** An op and what its check finds, in all releases if the sketch names none. */
export type Row<Parts = unknown> = readonly [sketch: Sketch & Parts, outcome?: Outcome];
/** The properties of an op. */
export type Properties = NonNullable<Sketch["properties"]>;
/** By the names of ops. */
export type Rows<Parts = unknown> = Readonly<Record<string, readonly Row<Parts>[]>>;

function outcomeOf(check: () => void): Outcome {
  try {
    check();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown.isBare ? `${BARE}${thrown.words}` : thrown.words;
    if (thrown === UNKNOWN) return UNKNOWN;
    throw thrown;
  }
}

/**
 * A test for each op with a check, and one which says that all checks have an op that they accept and one that they refuse.
 * @param checks by the names of ops
 */
export function testRows<Parts>(
  checks: Readonly<Record<string, (op: NestedOp, sketch: Sketch & Parts) => void>>,
  rows: Rows<NoInfer<Parts>>,
): void {
  for (const [name, list] of Object.entries(rows))
    it(name, () => {
      const check = checks[name];
      assert.ok(check);
      for (const [i, [sketch, outcome]] of list.entries())
        for (const release of sketch.release ? [sketch.release] : RELEASES) {
          const made = placed(name, { ...sketch, release });
          const found = outcomeOf(() => {
            check(made, sketch);
          });
          assert.equal(found, outcome, `row ${i} of release ${release}`);
        }
    });
  it("is tested for all ops that have a check", () => {
    const has = (name: string, test: (outcome: Outcome) => boolean): boolean =>
      rows[name]?.some(([, outcome]) => test(outcome)) === true;
    const untested = Object.keys(checks).filter(
      (name) => !has(name, (outcome) => outcome === undefined) || !has(name, (outcome) => typeof outcome === "string"),
    );
    assert.deepEqual(untested, []);
  });
}

/** Checks by the names of ops, without those that have tests of their own. */
export const without = <Check>(
  checks: Readonly<Record<string, Check>>,
  ...others: readonly Readonly<Record<string, unknown>>[]
): Readonly<Record<string, Check>> =>
  Object.fromEntries(Object.entries(checks).filter(([name]) => !others.some((list) => Object.hasOwn(list, name))));

/** Dialects whose rows are in files of their own. */
const APART = ["acc", "irdl", "omp", "pdl", "pdl_interp", "sparse_tensor", "transform"];

/** The checks of ops of some dialects; without names, of all whose rows are not in a file of their own. */
export function checksOf<Check>(
  checks: ReadonlyMap<string, Check>,
  ...dialects: readonly string[]
): Record<string, Check> {
  const isWanted = (dialect: string): boolean =>
    dialects.length > 0 ? dialects.includes(dialect) : !APART.includes(dialect);
  return Object.fromEntries([...checks].filter(([name]) => isWanted(name.split(".")[0] ?? "")));
}

/** The ops in the symbol table by their names. */
export interface Table {
  readonly symbols?: Readonly<Record<string, NestedOp>>;
}

/** The checks of symbols, as {@link checksOf} chooses them. */
export const symbolChecksOf = (
  ...dialects: readonly string[]
): Readonly<Record<string, (op: NestedOp, table: Table) => void>> =>
  Object.fromEntries(
    Object.entries(checksOf(SYMBOL_CHECKS, ...dialects)).map(([name, check]) => [
      name,
      (op, { symbols = {} }) => {
        check(op, ({ path: [first = "", ...rest] }) => (rest.length === 0 ? symbols[first] : undefined));
      },
    ]),
  );

/** An op with these operands of clauses. */
export function withClauses(
  name: string,
  clauses: Readonly<Record<string, readonly string[]>>,
  properties: Properties = {},
  more: Partial<Sketch> = {},
): Sketch {
  const release = more.release ?? 22;
  const lists = (clausesOf(name, release) ?? []).map((clause) => clauses[clause] ?? []);
  return { release, operands: lists.flat(), groups: lists.map(({ length }) => length), properties, ...more };
}

/** The checks of some ops. */
export const only = (checks: OpChecks, has: (name: string) => boolean): OpChecks =>
  Object.fromEntries(Object.entries(checks).filter(([name]) => has(name)));

/** An op, and what its check finds. */
export type OpRow = readonly [name: string, sketch: Sketch, outcome?: Outcome];

/** The sketch of an op by its signature: `f32, f32 -> f32` takes two values and makes one. */
export function op(signature: string, properties: Sketch["properties"] = {}, more: Partial<Sketch> = {}): Sketch {
  const [operands = [], results = []] = signature.split(/(?:^|\s)->(?![^<>]*>)/).map(partsOf);
  return { operands, results, properties, ...more };
}

/** Properties that are integers of 32 bits. */
export const numbers = (values: Readonly<Record<string, number>>): Properties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value} : i32`]));

/** The same rows for several ops. */
export const each = (names: readonly string[], ...rows: readonly (readonly [Sketch, string?])[]): readonly OpRow[] =>
  names.flatMap((name) => rows.map(([sketch, words]): OpRow => [name, sketch, words]));

/** The words in which a cast between two types is refused. */
export const incompatible = (from: string, to: string): string =>
  `operand type '${from}' and result type '${to}' are cast incompatible`;
/** A row of a cast between two types. */
export const cast = (name: string, from: string, to: string, isRefused = false): OpRow => [
  name,
  op(`${from} -> ${to}`),
  isRefused ? incompatible(from, to) : undefined,
];
/** An op that is refused in other words since MLIR 23. */
export const changed = (name: string, sketch: Sketch, words: string, since23: string): readonly OpRow[] => [
  [name, { ...sketch, release: 22 }, words],
  [name, { ...sketch, release: 23 }, since23],
];

/** Words that MLIR says without the op's name. */
export const bare = (words: string): string => `${BARE}${words}`;

/** Like {@link testRows}, for the checks of single ops. */
export function testOpRows(checks: OpChecks, rows: readonly OpRow[]): void {
  const byName: Record<string, Row[]> = {};
  for (const [name, sketch, outcome] of rows) (byName[name] ??= []).push([sketch, outcome]);
  // A check may have a parameter of its own after the op.
  const alone = Object.entries(checks).map(([name, check]) => [name, (op: NestedOp) => void check(op)] as const);
  testRows(Object.fromEntries(alone), byName);
}

const switched = (cases: string, count: number, last: NestedOp): Sketch => ({
  operands: ["index"],
  properties: { cases: `array<i64${cases}>` },
  regions: Array.from({ length: count + 1 }, () => [block([], last)]),
});
/** Rows of an op that switches among regions. @param last the op that ends each */
export const switches = (last: NestedOp): readonly Row[] => [
  [switched(": 1, 5", 2, last)],
  [switched(": 1", 2, last), "has 2 case regions but 1 case values"],
  [switched(": 1, 1", 2, last), "has duplicate case value: 1"],
];
