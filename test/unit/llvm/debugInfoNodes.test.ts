/** The verifier's rules for single nodes of debug info. */
import assert from "node:assert/strict";
import { ResidentWindow } from "../../../extension/document/window";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import { NodeCheck } from "../../../extension/formats/llvm/metadata/debugInfoNodes";
import { MetadataStore } from "../../../extension/formats/llvm/metadata/store";
import { Code } from "../../../extension/formats/llvm/spec/metadataCodes";
import type { Record } from "./stream";
import { enteredBlock } from "./stream";

const METADATA = 15;
/** Nodes that the cases refer to, by the operand that does. */
const [FILE, UNIT, SUBPROGRAM, DECLARATION, SIGNATURE, INT, TUPLE, TYPES, LOCAL, OTHER, LOCALS] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
];
const subprogram = (flags: number, unit: number, type: number = SIGNATURE): number[] => [
  5,
  FILE,
  0,
  0,
  FILE,
  1,
  type,
  1,
  0,
  flags,
  0,
  0,
  unit,
  0,
  0,
  0,
];
const COMMON: readonly Record[] = [
  [Code.FILE, 0, INT, 0, 0, 0],
  [Code.COMPILE_UNIT, 1, 12, FILE, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0],
  [Code.SUBPROGRAM, ...subprogram(8, UNIT)],
  [Code.SUBPROGRAM, ...subprogram(0, 0)],
  [Code.SUBROUTINE_TYPE, 0, 0, 0],
  [Code.BASIC_TYPE, 0, 0x24, 0, 32, 0, 5],
  [Code.NODE],
  [Code.NODE, INT, 0],
  [Code.LOCAL_VAR, 2, SUBPROGRAM, 0, FILE, 1, INT, 0, 0, 0],
  [Code.SUBPROGRAM, ...subprogram(8, UNIT)],
  [Code.NODE, LOCAL],
];

/** The common records and `records`, read. */
function stored(...records: readonly Record[]): MetadataStore {
  const store = new MetadataStore(new ResidentWindow(new Uint8Array()));
  const reader = enteredBlock(METADATA, [...COMMON, ...records]);
  while (reader.next() === "record") store.add(reader.record.code, reader.record);
  return store;
}
/** Whether any node is invalid if `records` come after the common ones. */
function isInvalid(release: Release, ...records: readonly Record[]): boolean {
  const check = new NodeCheck(stored(...records), release);
  return [...COMMON, ...records].some((_, id) => check.isInvalid(id));
}
/** How often the check of all nodes asks for one of them, which are valid. */
function lookups(release: Release, ...records: readonly Record[]): number {
  let count = 0;
  const store = new Proxy(stored(...records), {
    get(target, name) {
      count++;
      return Reflect.get(target, name) as unknown;
    },
  });
  const check = new NodeCheck(store, release);
  assert.ok(![...COMMON, ...records].some((_, id) => check.isInvalid(id)));
  return count;
}

const local = (scope: number, type: number, file = FILE): Record => [
  Code.LOCAL_VAR,
  2,
  scope,
  0,
  file,
  1,
  type,
  0,
  0,
  0,
];
const derived = (tag: number, base: number, extra = 0, space = 0, flags = 0): Record => [
  Code.DERIVED_TYPE,
  ...[0, tag, 0, 0, 0, 0, base, 64, 0, 0, flags, extra, space],
];
/** A type with a line. */
const located = (file: number): Record => [Code.DERIVED_TYPE, 0, 0x16, 0, file, 3, 0, INT, 64, 0, 0, 0, 0, 0];
const fixedPoint = (encoding: number, kind: number, factor: number, numerator: number): Record => [
  Code.FIXED_POINT_TYPE,
  ...[0, 0x24, 0, 32, 0, encoding, 0, kind, factor, 2 ** 32 + 64, numerator, 2 ** 32 + 64, 0],
];
/** Operands of nodes that come after the common ones. */
const [FIRST, SECOND] = [COMMON.length + 1, COMMON.length + 2];
const argument = (number: number): Record => [Code.LOCAL_VAR, 2, SELF, 0, FILE, 1, INT, number, 0, 0];
/** A function that retains `nodes`, which come after the common ones. */
function retaining(...nodes: readonly Record[]): readonly Record[] {
  const list = FIRST + nodes.length;
  const own = list + 1;
  return [
    ...nodes.map((record) => record.map((value, i) => (i > 0 && value === SELF ? own : value))),
    [Code.NODE, ...nodes.map((_, i) => FIRST + i)],
    owner(0, list),
  ];
}
/** Stands for the function that retains a node. */
const SELF = 1000;

const composite = (
  tag: number,
  base: number,
  flags: number,
  elements: number,
  more: readonly number[] = [],
): Record => [Code.COMPOSITE_TYPE, ...[0, tag, 0, 0, 0, 0, base, 64, 0, 0, flags, elements, 0, ...more]];
const owner = (declaration: number, retained: number): Record => [
  Code.SUBPROGRAM,
  ...subprogram(8, UNIT).slice(0, 14),
  declaration,
  retained,
];

describe("a node of debug info", () => {
  const VALID: readonly (readonly [string, Record])[] = [
    ["a variable of a function", local(SUBPROGRAM, INT)],
    ["a variable without a type", local(SUBPROGRAM, 0)],
    ["a pointer to nothing", derived(0x0f, 0)],
    ["a pointer in an address space", derived(0x0f, INT, 0, 4)],
    ["a structure", composite(0x13, 0, 0, TUPLE)],
    ["a function that is declared too", owner(DECLARATION, 0)],
    ["a list of types with null", [Code.SUBROUTINE_TYPE, 0, 0, TYPES]],
    ["a location in a function", [Code.LOCATION, 0, 1, 2, SUBPROGRAM - 1, 0]],
    ["a type with a line in a file", located(FILE)],
    ["a variable's value where others declare it", [Code.GLOBAL_VAR, 2, 0, 0, 0, 0, 1, INT, 1, 1, FILE, 0, 0]],
  ];
  for (const [name, record] of VALID)
    it(`is valid: ${name}`, () => {
      assert.equal(isInvalid(9, record), false);
      assert.equal(isInvalid(23, record), false);
    });

  const INVALID: readonly (readonly [string, Record])[] = [
    ["a variable of a file", local(FILE, INT)],
    ["a variable with a function's type", local(SUBPROGRAM, SIGNATURE)],
    ["a variable in a type for a file", local(SUBPROGRAM, INT, INT)],
    ["a block of a file", [Code.LEXICAL_BLOCK, 1, FILE, FILE, 1, 2]],
    ["a block of a declaration", [Code.LEXICAL_BLOCK, 1, DECLARATION, FILE, 1, 2]],
    ["a block with a column and no line", [Code.LEXICAL_BLOCK, 1, SUBPROGRAM, FILE, 0, 2]],
    ["a pointer to a file", derived(0x0f, FILE)],
    ["a tag of another class", derived(0x24, INT)],
    ["a typedef in an address space", derived(0x16, INT, 0, 4)],
    ["a pointer to a member of a file", derived(0x1f, INT, FILE)],
    ["a variable member that is not static", derived(0x34, INT)],
    ["a structure of a type", composite(0x13, 0, 0, INT)],
    ["a structure passed in two ways", composite(0x13, 0, (1 << 22) | (1 << 23), 0)],
    ["a vector without a range", composite(0x01, INT, 1 << 11, TUPLE)],
    ["a structure with a rank", composite(0x13, 0, 0, 0, [0, 0, 0, 0, 0, 0, 0, INT])],
    ["a function with a type of an integer", [Code.SUBPROGRAM, ...subprogram(8, UNIT, INT)]],
    ["a definition declared by a definition", owner(OTHER, 0)],
    ["a location in a file", [Code.LOCATION, 0, 1, 2, FILE - 1, 0]],
    ["a location inlined at a type", [Code.LOCATION, 0, 1, 2, SUBPROGRAM - 1, INT]],
    ["a unit without a file", [Code.COMPILE_UNIT, 1, 12, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]],
    ["a unit of an unknown kind of emission", [Code.COMPILE_UNIT, 1, 12, FILE, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0]],
    ["a unit with a list of imports of types", [Code.COMPILE_UNIT, 1, 12, FILE, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, TYPES]],
    ["a variable without a type that is defined", [Code.GLOBAL_VAR, 4, FILE, 0, 0, FILE, 1, 0, 1, 1, 0, 0, 0]],
    ["one in the form of LLVM 5", [Code.GLOBAL_VAR, 2, FILE, 0, 0, FILE, 1, 0, 1, 1, 0, 0, 0]],
    [
      "a variable whose type is a file, in the form of LLVM 5",
      [Code.GLOBAL_VAR, 2, 0, 0, 0, 0, 1, FILE, 1, 0, 0, 0, 0],
    ],
    ["a macro without a name", [Code.MACRO, 0, 1, 1, 0, 0]],
    ["a range with a count and an end", [Code.SUBRANGE, 4, LOCAL, 0, LOCAL, 0]],
    ["a range of an array with a count and an end", [Code.GENERIC_SUBRANGE, 0, LOCAL, LOCAL, LOCAL, LOCAL]],
    ["a set of functions", derived(0x20, SIGNATURE)],
    ["a file of macros of another type", [Code.MACRO_FILE, 0, 1, 1, FILE, 0]],
    ["a file of macros with types", [Code.MACRO_FILE, 0, 3, 1, FILE, TYPES]],
    ["a fixed-point number with the encoding of integers", fixedPoint(5, 0, 1, 0)],
    ["a binary number with a numerator", fixedPoint(0xd, 0, 1, 1)],
    ["a rational number with a factor", fixedPoint(0xd, 2, 1, 1)],
    ["a type of ranges of a function", [Code.SUBRANGE_TYPE, 0, 0, FILE, 1, 0, 8, 0, 0, SUBPROGRAM, 0, 0, 0, 0]],
  ];
  for (const [name, record] of INVALID) it(`is invalid: ${name}`, () => assert.equal(isInvalid(22, record), true));

  const SINCE: readonly (readonly [string, Release, Record])[] = [
    ["a function needs a type", 23, [Code.SUBPROGRAM, ...subprogram(8, UNIT, 0)]],
    ["a function needs a type, in the form of LLVM 7 too", 23, [Code.SUBPROGRAM, 1, ...subprogram(0, 0, 0).slice(1)]],
    ["a declaration has no declaration", 17, [Code.SUBPROGRAM, ...subprogram(0, 0).slice(0, 14), DECLARATION, 0]],
    ["an array needs a base type", 18, composite(0x01, 0, 0, 0)],
    ["a function retains its own variables only", 22, owner(0, LOCALS)],
    ["a type with a line has a file", 23, located(0)],
    ["elements are not null", 21, composite(0x13, 0, 0, TYPES)],
    ["a member's extra data is a constant", 22, derived(0x0d, INT, INT)],
    ["a base class has at most one constant", 22, derived(0x1c, INT, TUPLE)],
  ];
  for (const [rule, release, record] of SINCE)
    it(`follows the rule since LLVM ${release}: ${rule}`, () => {
      assert.equal(isInvalid(16, record), false);
      assert.equal(isInvalid(release, record), true);
    });
  it("may be the variable of a block by reference in LLVM 9 only", () => {
    const variable = composite(0x13, 0, 1 << 4, 0);
    assert.deepEqual([isInvalid(9, variable), isInvalid(11, variable)], [false, true]);
  });
  it("is valid if it is a fixed-point number as its kind has it", () => {
    assert.equal(isInvalid(21, fixedPoint(0xd, 0, 1, 0)), false);
    assert.equal(isInvalid(21, fixedPoint(0xe, 2, 0, 1)), false);
  });
  it("is a list of enumerations only if all are enumerations", () => {
    const unit = (tag: number) =>
      isInvalid(
        22,
        composite(tag, 0, 0, 0),
        [Code.NODE, FIRST],
        [Code.COMPILE_UNIT, 1, 12, FILE, 0, 0, 0, 0, 0, 1, SECOND, 0, 0, 0, 0],
      );
    assert.equal(unit(0x04), false);
    assert.equal(unit(0x13), true);
  });
  it("may be a range without an end in Fortran since LLVM 13, in other languages since LLVM 19", () => {
    const range: Record = [Code.SUBRANGE, 4, 0, LOCAL, 0, 0];
    const fortran: Record = [Code.COMPILE_UNIT, 1, 0x0e, FILE, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    assert.deepEqual(
      ([11, 13, 18, 19] as const).map((release) => [isInvalid(release, range), isInvalid(release, range, fortran)]),
      [
        [true, true],
        [true, false],
        [true, false],
        [false, false],
      ],
    );
  });
  it("may have a range's derived type as a bound since LLVM 22", () => {
    const range: Record = [Code.SUBRANGE_TYPE, 0, 0, FILE, 1, 0, 8, 0, 0, INT, FIRST, 0, 0, 0];
    assert.equal(isInvalid(21, derived(0x16, INT), range), true);
    assert.equal(isInvalid(22, derived(0x16, INT), range), false);
  });
  it("retains one variable for each argument since LLVM 23", () => {
    assert.equal(isInvalid(22, ...retaining(argument(1), argument(1))), false);
    assert.equal(isInvalid(23, ...retaining(argument(1), argument(1))), true);
    assert.equal(isInvalid(23, ...retaining(argument(1), argument(2), argument(0), argument(0))), false);
  });
  it("retains imports since LLVM 17, but since LLVM 22 only those of its scopes", () => {
    const retainsImport = (release: Release, scope: number) =>
      isInvalid(release, ...retaining([Code.IMPORTED_ENTITY, 0, 0x08, scope, UNIT, 1, 0, FILE]));
    assert.deepEqual(
      ([16, 17, 21, 22, 23] as const).map((release) => [retainsImport(release, SELF), retainsImport(release, FILE)]),
      [
        [true, true],
        [false, false],
        [false, false],
        [false, true],
        [false, true],
      ],
    );
  });
  it("has source code in its file if its unit's file has, and only then, until LLVM 18", () => {
    const file = (...source: number[]): Record => [Code.FILE, 0, INT, 0, 0, 0, ...source];
    const unit: Record = [Code.COMPILE_UNIT, 1, 12, FIRST, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    const inFile = (place: number): Record => [Code.SUBPROGRAM, ...subprogram(8, SECOND).with(4, place)];
    const mixes = (release: Release, place: number) => isInvalid(release, file(INT), unit, inFile(place));
    assert.equal(mixes(17, FILE), true);
    assert.equal(mixes(18, FILE), false);
    assert.equal(mixes(17, FIRST), false);
  });
  it("may be a set of integers since LLVM 13", () => assert.equal(isInvalid(13, derived(0x20, INT)), false));
  it("has parameters, if it is an alias of a template, since LLVM 22", () => {
    assert.equal(isInvalid(21, derived(0x43, INT, INT)), false);
    assert.equal(isInvalid(22, derived(0x43, INT, INT)), true);
    assert.equal(isInvalid(22, derived(0x43, INT, TUPLE)), false);
  });
  it("may have newer tags in later releases", () => {
    assert.equal(isInvalid(18, derived(0x43, INT)), true);
    assert.equal(isInvalid(19, derived(0x43, INT)), false);
  });
  it("may refer to itself as a scope", () =>
    assert.equal(isInvalid(22, [Code.LEXICAL_BLOCK, 1, COMMON.length + 1, FILE, 1, 2]), false));
  it("looks at a long list once, however many share it", () => {
    const count = 1000;
    const shared = (times: number, node: Record): readonly Record[] => [
      [Code.NODE, ...Array.from({ length: times }, () => INT)],
      ...Array.from({ length: times }, () => node),
    ];
    for (const node of [composite(0x13, 0, 0, FIRST), derived(0x0d, INT, FIRST)]) {
      const [once, twice] = [lookups(21, ...shared(count, node)), lookups(21, ...shared(2 * count, node))];
      assert.ok(once > count);
      assert.ok(twice < 3 * once, `${once} lookups, and ${twice} for twice as many`);
    }
  });
});
