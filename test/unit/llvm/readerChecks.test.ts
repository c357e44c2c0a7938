/** What the reference's reader takes and refuses in records whose operands are changed: modules of a few records each. */
import assert from "node:assert/strict";
import { areEqualErased } from "../../../extension/formats/llvm/ir/typeEquality";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import { isOfWrongLength } from "../../../extension/formats/llvm/metadata/lengths";
import { allEntries } from "../../../extension/kit/entryWalk";
import { columnText } from "../../../extension/document/token";
import type { Block, Operands } from "./blocks";
import {
  ATTACHMENTS,
  CONSTANTS,
  DEFINED,
  FUNCTION,
  GROUPS,
  IDENTIFICATION,
  KINDS,
  METADATA,
  MODULE,
  PARAMATTR,
  STRTAB,
  SYMBOLS,
  TABLE,
  TYPES,
  WORD,
  WRITER,
  block,
  body,
  chars,
  fileOf,
  module,
  read,
  textOf,
  variable,
} from "./blocks";

describe("a number of more than 32 bits", () => {
  it("means its low 32 bits as a type, a value, a block or an epoch", () => {
    const types = block(TYPES, [1, 3], [2], [7, 32], [21, 0, WORD, WORD + 1]);
    assert.equal(module("22", types).problems, "");
    const size = block(CONSTANTS, [1, 1], [4, 2]);
    assert.equal(module("22", TABLE, DEFINED, body(size, [19, WORD + 1, 1, WORD + 1, 64], [10])).problems, "");
    assert.equal(read("22", block(IDENTIFICATION, [2, WORD]), block(MODULE, [1, 1])).problems, "");
    assert.match(read("22", block(IDENTIFICATION, [2]), block(MODULE, [1, 1])).problems, /Incompatible epoch/);
  });
  it("is cut to 24 bits as an address space, and to 8 as a character", () => {
    const { text } = module("22", block(TYPES, [1, 1], [25, WORD - 1]), variable(0, -1), [16, 97, 2n ** 64n - 1n]);
    assert.match(text, /external global ptr addrspace\(16777215\)/);
    assert.match(text, /source_filename = "a\\FF"/);
  });
});

describe("a parameter of a struct without a body", () => {
  const name = [19, ...chars("s")];
  const [nothing, opaque, i32] = [[2], [6, 0], [7, 32]];
  it("is refused since LLVM 21, and so is one whose body follows later", () => {
    const tables = [
      block(TYPES, [1, 3], nothing, name, opaque, [21, 0, 0, 1]),
      block(TYPES, [1, 4], nothing, i32, [21, 0, 0, 3], name, [20, 0, 1]),
    ];
    for (const types of tables) {
      assert.equal(module("19", types).problems, "");
      assert.match(module("21", types).problems, /Invalid function argument type/);
    }
  });
  it("is taken within another type, and as a result", () => {
    const inArray = block(TYPES, [1, 4], nothing, name, opaque, [11, 2, 1], [21, 0, 0, 2]);
    const result = block(TYPES, [1, 2], name, opaque, [21, 0, 0]);
    assert.equal(module("23", inArray).problems + module("23", result).problems, "");
  });
});

describe("a record without the operands it needs", () => {
  const CASES: readonly (readonly [RegExp, readonly (Operands | Block)[]])[] = [
    [/Invalid version record/, [[1]]],
    [/Invalid record/, [[13]]],
    [/Invalid numentry record/, [block(TYPES, [1])]],
    [/Invalid opaque type record/, [block(TYPES, [1, 1], [6])]],
    [/Invalid settype record/, [TABLE, block(CONSTANTS, [1])]],
    [/Invalid record/, [TABLE, DEFINED, body([10], block(16, [11]))]],
  ];
  for (const [message, items] of CASES)
    it(`is refused: ${message.source}`, () => assert.match(module("22", ...items).problems, message));
});

describe("a record of metadata", () => {
  it("has as many operands as its release knows", () => {
    const BASIC_TYPE = 15;
    assert.deepEqual(
      ([19, 21, 22, 23] as const).map((release) => isOfWrongLength(BASIC_TYPE, 9, release)),
      [true, true, false, false],
    );
    const FILE = 16;
    assert.deepEqual(
      [2, 3, 4, 5, 6, 7].map((length) => isOfWrongLength(FILE, length, 22)),
      [true, false, true, false, false, true],
    );
    assert.match(module("22", block(METADATA, [FILE, 0, 0, 0, 0])).problems, /Invalid record/);
  });
  it("that lists nodes without a name before it is skipped; a name must be followed by one", () => {
    assert.equal(module("22", block(METADATA, [3], [10, 0])).problems, "");
    assert.match(module("22", block(METADATA, [4, 97])).problems, /METADATA_NAME not followed/);
    assert.match(module("22", block(METADATA, [4, 97], [10, WORD / 2])).problems, /expect fwd ref to MDNode/);
  });
});

describe("the records of a module", () => {
  it("have one data layout: a further one is added to it, and none comes after a function", () => {
    const layout = (...parts: readonly string[]): readonly Operands[] => parts.map((part) => [3, ...chars(part)]);
    assert.match(module("22", ...layout("e-", "m:e")).text, /"e-m:e"/);
    assert.match(module("15", ...layout("e-", "m:e")).text, /"m:e"/);
    assert.match(module("22", TABLE, DEFINED, body([10]), [2, ...chars("a-b-c")]).problems, /target triple too late/);
    assert.match(module("22", TABLE, DEFINED, body([10]), ...layout("e")).problems, /datalayout too late/);
  });
  it("have integers as wide as the release allows", () => {
    const wide = block(TYPES, [1, 1], [7, 2 ** 23 + 1]);
    assert.equal(module("13", wide).problems, "");
    assert.match(module("22", wide).problems, /Bitwidth for integer type out of range/);
  });
  it("have structs and types of targets whose records are not empty", () => {
    const typed = (code: number): string => module("22", block(TYPES, [1, 1], [code])).problems;
    assert.match(typed(18), /Invalid anon struct record/);
    assert.match(typed(20), /Invalid named struct record/);
    assert.match(typed(26), /Invalid target extension type record/);
  });
  it("have groups of attributes before the lists that refer to them", () => {
    const blocks = [block(GROUPS, [3, 1, 0xffffffff, 0, 18]), block(PARAMATTR, [2, 1])];
    assert.equal(module("22", ...blocks).problems, "");
    assert.match(module("22", ...blocks.reverse()).problems, /Invalid multiple blocks/);
  });
  it("follow an identification", () => {
    const [named, tables] = [block(IDENTIFICATION, [2, 0]), block(STRTAB)];
    assert.match(read("22", named, tables, block(MODULE, [1, 1])).problems, /Malformed block/);
    assert.match(read("22", block(MODULE, [1, 1]), named).problems, /Malformed block/);
  });
  it("have functions before bodies", () => {
    assert.match(module("22", TABLE, body([10]), DEFINED).problems, /Insufficient function protos/);
  });
});

describe("a table of names", () => {
  it("with positions of functions needs an offset that leads to it", () => {
    const table = block(SYMBOLS, [3, 0, 1, 97]);
    const { problems, text } = module("22", TABLE, DEFINED, body([10]), table);
    assert.match(problems, /Malformed block/);
    assert.match(text, /@a\(\)/);
  });
  it("numbers the second value of a name", () => {
    const names = block(SYMBOLS, [1, 1, 97], [1, 2, 97], [2, 0, 97]);
    const one = block(CONSTANTS, [1, 1], [4, 2]);
    // The function has the value 0, the constant 1.
    const { text } = module("22", TABLE, DEFINED, body(one, [19, 1, 1, 1, 64], [19, 1, 1, 1, 64], [10], names));
    assert.match(text, /a2:\n {2}%1 = alloca i32|%a1? = alloca i32/);
  });
  it("has local names of at most 1,024 bytes, their numbers included since LLVM 19", () => {
    const long = chars("n".repeat(1500));
    const one = block(CONSTANTS, [1, 1], [4, 2]);
    const alloca: Operands = [19, 1, 1, 1, 64];
    const names = block(SYMBOLS, [1, 2, ...long], [1, 3, ...long]);
    const named = (release: string): readonly string[] =>
      module(release, TABLE, DEFINED, body(one, alloca, alloca, [10], names)).text.match(/n{900,}\d*/g) ?? [];
    assert.deepEqual(named("18"), ["n".repeat(1024), `${"n".repeat(1024)}1`]);
    assert.deepEqual(named("19"), ["n".repeat(1024), `${"n".repeat(1023)}2`]);
  });
  it("has no names with a zero in them", () => {
    assert.match(module("22", TABLE, variable(1, -1), block(SYMBOLS, [1, 0, 97, 0])).problems, /Invalid value name/);
  });
});

describe("the constants of a module", () => {
  const constants = (...records: readonly Operands[]): Block => block(CONSTANTS, ...records);
  it("fit the types they are parts of, which is checked since LLVM 21", () => {
    const pair = (...elements: readonly number[]): Block =>
      constants([1, 3], [2], [1, 1], [4, 2], [1, 4], [7, ...elements]);
    assert.equal(module("22", TABLE, pair(1, 1)).problems, "");
    assert.match(module("22", TABLE, pair(1)).problems, /Invalid number of elements in array initializer/);
    assert.match(module("22", TABLE, pair(1, 0)).problems, /Incorrect type in array initializer/);
    assert.equal(module("19", TABLE, pair(1, 0)).problems, "");
  });
  it("that are plain data are as long as their record", () => {
    const nested = block(TYPES, [1, 3], [7, 32], [11, 2, 0], [11, 1, 1]);
    const data = (...elements: readonly number[]): Block => constants([1, 1], [22, ...elements], [1, 2], [7, 0]);
    assert.equal(module("22", nested, data(7, 8)).problems, "");
    assert.match(module("22", nested, data(7, 8, 9)).problems, /Incorrect type in array initializer/);
  });
  it("that the release has no longer cannot initialize", () => {
    const SHL = 7;
    const shifted = constants([1, 1], [4, 2], [10, SHL, 1, 3]);
    // The second shift is of a variable's address, which is no plain number.
    const address = constants([1, 3], [2], [1, 1], [11, 9, 3, 0], [10, SHL, 2, 2]);
    assert.match(module("22", TABLE, variable(1, 2), shifted).text, /Invalid|i32/);
    assert.match(module("22", TABLE, variable(1, 3), address).problems, /unsupported constant expression/);
    assert.equal(module("17", TABLE, variable(1, 3), address).problems, "");
  });
  it("of more than 64 bits in one word are extended by their sign since LLVM 22", () => {
    const wide = block(TYPES, [1, 1], [7, 128]);
    const minus = constants([1, 0], [4, 3]);
    assert.match(module("22", wide, variable(0, 1), minus).text, /i128 -1$/m);
    assert.match(module("21", wide, variable(0, 1), minus).text, /i128 18446744073709551615$/m);
  });
});

describe("the summaries of a module", () => {
  const PATHS = 19;
  const summary = block(20, [10, 9]);
  const hash = (...words: Operands): Operands => [2, ...words];
  it("need hashes of five words, one after each path", () => {
    const paths = (...hashes: readonly Operands[]): Block => block(PATHS, [1, 0, 97], ...hashes);
    assert.equal(module("22", summary, paths(hash(1, 2, 3, 4, WORD + 5))).problems, "");
    assert.match(module("22", summary, paths(hash(1, 2, 3, 4))).problems, /Invalid hash length/);
    const twice = paths(hash(1, 2, 3, 4, 5), hash(1, 2, 3, 4, 5));
    assert.match(module("22", summary, twice).problems, /does not follow a module path/);
    assert.match(module("22", [17, 1, 2, 3], summary).problems, /Invalid hash length/);
  });
});

describe("a body", () => {
  it("whose bundles no call takes is refused", () => {
    const tags = block(21, [1, 97]);
    assert.match(
      module("22", TABLE, tags, DEFINED, body([55, 0], [10])).problems,
      /Operand bundles found with no consumer/,
    );
    assert.match(
      module("22", TABLE, tags, DEFINED, body([10], [55, 0])).problems,
      /Operand bundles found with no consumer/,
    );
  });
  it("that declares its blocks twice has the blocks of both", () => {
    const { problems, text } = module("22", TABLE, DEFINED, body([1, 1], [10]));
    assert.equal(problems, "");
    assert.match(text, /\n1: .*\n {2}ret void/);
  });
  it("has records with flags only since the release that knows them", () => {
    const constant = block(CONSTANTS, [1, 1], [4, 2]);
    // LLVM 14 needs an option for opaque pointers.
    const types = block(TYPES, [1, 4], [2], [7, 32], [21, 0, 0], [8, 1]);
    const [cast, equal, allocas]: readonly Operands[] = [
      [3, 1, 3, 10, 0],
      [28, 1, 1, 32, 0],
      [19, 1, 1, 1, 64, 0],
    ];
    const refusal = (release: string, instruction: Operands): string =>
      read(release, WRITER, block(MODULE, [1, 1], types, DEFINED, body(constant, instruction, [10]))).problems;
    for (const [instruction, before, since] of [
      [cast, "17", "18"],
      [equal, "19", "21"],
      [allocas, "14", "15"],
    ] as const) {
      assert.match(refusal(before, instruction!), /more operands than it has/);
      assert.equal(refusal(since, instruction!), "");
      // A file that names no writer may be of any release.
      assert.equal(module(before, types, DEFINED, body(constant, instruction!, [10])).problems, "");
    }
  });
  it("has locations without code of their own only in records of the length that the release reads", () => {
    const [two, three, file, unit, subprogram] = [1, 2, 2, 3, 4];
    const numbers = block(CONSTANTS, [1, 1], [4, 4], [4, 6]);
    const debugInfo: readonly Operands[] = [
      ...[
        [1, ...chars("f")],
        [16, 0, 1, 1],
        [20, 1, 12, file, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
      ],
      [21, 7, file, 1, 0, file, 1, 0, 1, 0, 8, 0, 0, unit, 0, 0, 0, 0, 0, 0, 0, 1],
    ];
    const version: readonly Operands[] = [
      [2, 1, two],
      [1, ...chars("Debug Info Version")],
      [2, 1, three],
      [3, 5, 6, 7],
    ];
    const named: readonly Operands[] = [
      ...[
        [4, ...chars("llvm.dbg.cu")],
        [10, unit - 1],
        [4, ...chars("llvm.module.flags")],
        [10, 7],
      ],
    ];
    const location = (release: string, ...more: readonly number[]): string => {
      const metadata = block(METADATA, ...debugInfo, ...version, ...named);
      const attached = block(ATTACHMENTS, [11, 0, subprogram - 1]);
      const code = body([10], [35, 7, 1, subprogram, 0, ...more], attached);
      const kinds = block(KINDS, [6, 0, ...chars("dbg")]);
      return read(release, WRITER, block(MODULE, [1, 1], TABLE, DEFINED, kinds, numbers, metadata, code)).text;
    };
    assert.match(location("19", 1), /isImplicitCode: true/);
    assert.doesNotMatch(location("19", 1, 0), /isImplicitCode/);
    assert.match(location("21", 1, 0), /isImplicitCode: true/);
    assert.doesNotMatch(location("21", 0, 1), /atomGroup/);
    assert.match(location("21", 0, 1, 2), /atomGroup: 1, atomRank: 2/);
  });
  it("may declare more blocks than it has bits, but not without limit", () => {
    const declaring = (...counts: readonly number[]): ReturnType<typeof read> =>
      module("22", TABLE, DEFINED, block(FUNCTION, ...counts.map((count) => [1, count]), [10]));
    const { text, problems } = declaring(9000);
    assert.equal(problems, "");
    assert.match(text, /\n8999: .*No predecessors!\n\}/);
    assert.match(declaring(1 << 20).problems, /number of basic blocks/);
    assert.match(declaring(...Array.from({ length: 9 }, () => 1 << 14)).problems, /number of basic blocks/);
  });
  it("whose columns do not fit in 16 bits has none", () => {
    const scope = block(METADATA, [16, 0, 0, 0], [22, 1, 1, 1, 3, 0]);
    const { text } = module("22", TABLE, scope, DEFINED, body([10], [35, 7, 65536, 2, 0]));
    assert.doesNotMatch(text, /column: 65536/);
  });
  it("has an empty tuple for an operand that names no entry a file of its size can have", () => {
    const types = block(TYPES, [1, 5], [2], [16], [21, 0, 0], [25, 0], [21, 0, 0, 1]);
    const [explicitType, takesMetadata, callee, before] = [1 << 15, 4, 2, 3];
    const names = block(SYMBOLS, [1, 0, ...chars("llvm.x")]);
    const declared: Operands = [8, takesMetadata, 0, 1, 0, 0, 0, 0, 0];
    const call: Operands = [34, 0, explicitType, takesMetadata, callee, before];
    const { text, problems } = module("22", types, declared, DEFINED, body(call, [10]), names);
    assert.equal(problems, "");
    assert.match(text, /metadata !0/);
    assert.match(text, /^!0 = !\{\}$/m);
  });
  it("with a wrong tag of type-based alias analysis makes the module lose all, also without named metadata", () => {
    const [size, slot] = [1, 2];
    const kinds = block(KINDS, [6, 1, ...chars("tbaa")]);
    const load: Operands = [20, 1, 1, 0, 0];
    const code = [
      block(CONSTANTS, [1, 1], [4, 2]),
      [19, 1, 1, size, 64],
      load,
      [10],
      block(ATTACHMENTS, [11, 1, 1, 0]),
    ];
    const { text, problems } = module("22", TABLE, DEFINED, kinds, block(METADATA, [3]), body(...code));
    assert.equal(problems, "");
    assert.match(text, new RegExp(`load i32, ptr %${slot - 1}`));
    assert.doesNotMatch(text, /tbaa/);
  });
  it("whose metadata give a later value another type than its uses is the same each time it is read", () => {
    const [promised, later, address] = [3, 4, 2 ** 32 - 1];
    const metadata = block(METADATA, [2, 1, later]);
    const constants = block(CONSTANTS, [1, 1], [4, 2], [4, 4]);
    const code = body(constants, metadata, [20, address, promised, 1, 0, 0], [19, 1, 1, 2, 64], [10]);
    const document = fileOf(block(MODULE, [1, 1], TABLE, DEFINED, code));
    const text = textOf(document, "22");
    assert.doesNotMatch(text, /load/);
    assert.equal(textOf(document, "22"), text);
  });
});

describe("the rows of a module", () => {
  it("do not depend on which function was shown before them", () => {
    const local = 2;
    const code = body(block(CONSTANTS, [1, 1], [4, 2]), [19, 1, 1, 2, 64], [10]);
    const document = fileOf(block(MODULE, [1, 1], TABLE, variable(1, local), DEFINED, code));
    const rows = (): readonly string[] =>
      Array.from(allEntries(document, {}), ({ lines }) => lines.map(({ assembly }) => columnText(assembly)).join("\n"));
    const first = rows();
    assert.ok(first.some((row) => row.includes("<badref>")));
    assert.deepEqual(rows(), first);
  });
  it("name the named nodes that the module has, whatever entries functions have", () => {
    const named = block(METADATA, [3], [4, ...chars("n")], [10, 0, 1]);
    const code = body(block(METADATA, [3, 1]), [10]);
    const { text, problems } = module("22", TABLE, DEFINED, named, code);
    assert.match(text, /^!n = !\{!0\}$/m);
    assert.match(problems, /incoming forward refs/);
  });
});

describe("fast-math flags of a call", () => {
  const [FAST, EXPLICIT_TYPE, STRUCT_NAME] = [1 << 17, 1 << 15, 19];
  const [float, array] = [[3], [11, 2, 1]];
  /** A call of a function without parameters with the last of these types, which follow void and float. */
  const called = (release: string, ...types: readonly Operands[]): string => {
    const result = 1 + types.filter(([code]) => code !== STRUCT_NAME).length;
    const table = block(TYPES, [1, result + 4], [2], float, ...types, [21, 0, 0], [21, 0, result], [8, 1]);
    const declared: Operands = [8, result + 2, 0, 1, 0, 0, 0, 0, 0];
    const defined: Operands = [8, result + 1, 0, 0, 0, 0, 0, 0, 0];
    const code = body([34, 0, FAST | EXPLICIT_TYPE, 1 << 7, result + 2, 2], [10]);
    return read(release, WRITER, block(MODULE, [1, 1], table, declared, defined, code)).problems;
  };
  const refused = /Fast-math-flags specified for call without floating-point scalar or vector return type/;
  it("are taken if it gives floats, or an array of them since LLVM 10", () => {
    assert.equal(called("9"), "");
    assert.match(called("9", array), refused);
    assert.equal(called("11", array) + called("11", array, [11, 2, 2]), "");
  });
  it("are taken of a literal struct of equal floats since LLVM 20, not of arrays, nor of one with a name", () => {
    assert.match(called("19", [18, 0, 1, 1]), refused);
    assert.equal(called("21", [18, 0, 1, 1]), "");
    assert.match(called("21", array, [18, 0, 2, 2]), refused);
    assert.match(called("23", [STRUCT_NAME, ...chars("pair")], [21, 0, 1, 1]), refused);
  });
});

describe("an opaque pointer", () => {
  const pointers = (release: string, ...two: readonly (readonly number[])[]): string =>
    module(release, block(TYPES, [1, 1 + two.length], [7, 32], ...two)).problems;
  it("is refused by LLVM 14, which needs an option for it", () => {
    for (const release of ["13", "15", "23"]) assert.equal(pointers(release, [25, 0]), "");
    assert.match(pointers("14", [25, 0]), /only supported in -opaque-pointers mode/);
  });
  it("is unknown before LLVM 13, as newer types are to releases before them", () => {
    for (const release of ["9", "11"]) assert.match(pointers(release, [25, 0]), /Invalid value: type code 25/);
    for (const [before, since, code] of [
      ["9", "11", 23],
      ["11", "13", 24],
    ] as const) {
      assert.match(pointers(before, [code]), /Invalid value: type code/);
      assert.equal(pointers(since, [code]), "");
    }
  });
  it("is refused by LLVM 15 after a pointer that has a pointee", () => {
    for (const release of ["13", "16", "23"]) assert.equal(pointers(release, [8, 0], [25, 0]), "");
    assert.match(pointers("15", [8, 0], [25, 0]), /only supported in -opaque-pointers mode/);
    assert.equal(pointers("15", [25, 0], [8, 0]), "");
  });
});

describe("types in releases without pointees", () => {
  const types = new TypeInterner();
  const [one, other] = [types.pointer(types.i32, 0), types.pointer(types.i64, 0)];
  it("are equal whatever pointers in them point to", () => {
    assert.ok(areEqualErased(one, other));
    assert.ok(
      areEqualErased(
        types.struct([one, types.array(one, 2)], false),
        types.struct([other, types.array(other, 2)], false),
      ),
    );
    assert.ok(areEqualErased(types.function(one, [other], false), types.function(other, [one], false)));
  });
  it("differ in everything else", () => {
    assert.ok(!areEqualErased(one, types.pointer(types.i32, 1)));
    assert.ok(!areEqualErased(one, types.i32));
    assert.ok(!areEqualErased(types.array(one, 2), types.array(one, 3)));
    assert.ok(!areEqualErased(types.struct([one], false), types.struct([one], true)));
    assert.ok(!areEqualErased(types.newStruct(true, false, [one]), types.newStruct(true, false, [one])));
  });
});

describe("a type without a size", () => {
  const name = [19, ...chars("s")];
  /** Types void, i32, void (), a pointer; then `types`, of which the first is in memory without an alignment. */
  const accesses = (release: string, ...types: readonly Operands[]): readonly string[] => {
    const count = 4 + types.filter(([code]) => code !== 19).length;
    const pointer = Number(release) < 13 ? [8, 4] : [25, 0];
    const table = block(TYPES, [1, count], [2], [7, 32], [21, 0, 0], pointer, ...types);
    const constants = block(CONSTANTS, [1, 1], [4, 2], [1, 3], [2], [1, 4], [3]);
    const problemsOf = (record: Operands): string =>
      module(release, table, DEFINED, body(constants, record, [10])).problems;
    return [problemsOf([19, 4, 1, 1, 64]), problemsOf([20, 2, 4, 0, 0]), problemsOf([44, 2, 1, 0, 0])];
  };
  it("needs an alignment in memory since LLVM 11", () => {
    const opaque: readonly Operands[] = [name, [6, 0]];
    assert.deepEqual(accesses("9", ...opaque), ["", "", ""]);
    assert.deepEqual(
      accesses("11", ...opaque),
      ["alloca", "load", "store"].map((opcode) => `${opcode} of unsized type`),
    );
    assert.deepEqual(accesses("23", [11, 2, 1]), ["", "", ""]);
  });
  it("is a struct that contains itself, and no such struct is taken since LLVM 20", () => {
    const around: readonly Operands[] = [name, [20, 0, 5], name, [20, 0, 4]];
    assert.match(accesses("16", ...around).join(), /alloca of unsized type,load of unsized type,store/);
    for (const problems of accesses("21", ...around))
      assert.match(problems, /identified structure type 's.0' is recursive/);
    const twice: readonly Operands[] = [name, [20, 0, 5, 5], name, [20, 0, 1]];
    assert.deepEqual(accesses("21", ...twice), ["", "", ""]);
  });
});

describe("a global with local linkage", () => {
  it("has no DLL storage class since LLVM 16", () => {
    const [internal, exported] = [3, 2];
    const global: Operands = [7, 1, 2, 0, internal, 0, 0, 0, 0, 0, 0, exported];
    assert.match(module("15", TABLE, global).text, /internal dllexport/);
    assert.match(module("16", TABLE, global).text, /= internal (?!dll)/);
    assert.match(module("23", TABLE, global.with(4, 0)).text, /external dllexport|= dllexport/);
  });
});

describe("a binary operator of constants", () => {
  it("is undefined for values that are no numbers, whatever its operands are", () => {
    const types = block(TYPES, [1, 4], [2], [7, 32], [21, 0, 0], [8, 1]);
    const { problems } = module("9", types, block(CONSTANTS, [1, 3], [10, 2, 2, 560]));
    assert.equal(problems, "");
  });
});

describe("the functions that take addresses of a function's blocks", () => {
  it("are functions, and at least one", () => {
    const fault = (...users: readonly number[]): string =>
      module("22", TABLE, DEFINED, variable(1, -1), body([60, ...users], [10])).problems;
    assert.equal(fault(0), "");
    for (const users of [[], [1], [0, 1], [9]]) assert.equal(fault(...users), "Invalid blockaddr users record");
  });
});
