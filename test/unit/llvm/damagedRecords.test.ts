/** Records of which one operand is wrong, one is missing or that come twice: what the reference still reads or refuses. */
import assert from "node:assert/strict";
import { allEntries } from "../../../extension/kit/entryWalk";
import { entryText } from "../../../extension/session/rows/listing";
import type { Block, Operands } from "./blocks";
import {
  block,
  body,
  chars,
  CONSTANTS,
  DEFINED,
  fileOf,
  METADATA,
  module,
  MODULE,
  SYMBOLS,
  TABLE,
  TYPES,
  variable,
} from "./blocks";

const NEWEST = "23";
const FUNCTION_OF_BODY = 0;
/** The numbers of the types in TABLE. */
const [INTEGER, POINTER] = [1, 3];

/** A list of these nodes that the module names. */
const listed = (...nodes: readonly number[]): readonly Operands[] => [
  [4, ...chars("all")],
  [10, ...nodes],
];

describe("names of types", () => {
  it("that another struct has get a number", () => {
    const name: Operands = [19, ...chars("s")];
    const types = block(TYPES, [1, 4], [7, 32], name, [20, 0, 0], name, [20, 0, 0, 0], name, [6, 0]);
    const { text, problems } = module("22", types, variable(1, -1), variable(2, -1), variable(3, -1));
    assert.equal(problems, "");
    assert.match(text, /^%s = type \{ i32 \}$/m);
    assert.match(text, /^%s\.0 = type \{ i32, i32 \}$/m);
    assert.match(text, /^%s\.1 = type opaque$/m);
  });
  it("of targets are escaped", () => {
    const types = block(TYPES, [1, 2], [2], [19, ...chars('a"b')], [26, 0]);
    assert.match(module("22", types, variable(1, -1)).text, /target\("a\\22b"\)/);
  });
});

describe("globals", () => {
  it("have 24 bits of an address space, and no visibility that nobody knows", () => {
    const far: Operands = [7, INTEGER, 0xffff_fffe, 0, 0, 0, 0, 0];
    const { text } = module("22", TABLE, far, [7, INTEGER, 2, 0, 0, 0, 0, 9]);
    assert.match(text, /^@0 = external addrspace\(16777215\) global i32$/m);
    assert.match(text, /^@1 = external global i32$/m);
  });
});

describe("module assembly", () => {
  const two: readonly Operands[] = [
    [4, ...chars("a\nb")],
    [4, ...chars("c")],
  ];
  it("is the last record before LLVM 23, and one block of all records since", () => {
    assert.equal(
      module("22", ...two)
        .text.split("\n")
        .filter((line) => line.includes("asm"))
        .join(),
      'module asm "c"',
    );
    assert.match(module(NEWEST, ...two).text, /^module asm\n {4}"a"\n {4}"b"\n {4}"c"$/m);
  });
  it("has no properties that LLVM 23 does not know", () => {
    assert.match(module(NEWEST, [19, ...chars("x"), 0, 97], ...two).problems, /Unknown module asm property/);
    assert.equal(module("22", [19, ...chars("x"), 0, 97], ...two).problems, "");
  });
});

describe("repeated nodes", () => {
  const text = (...records: readonly Operands[]): string => module("22", TABLE, block(METADATA, ...records)).text;
  it("are one if they are uniqued, and so are those that refer to them", () => {
    // Two empty tuples, and two tuples of one of them each.
    assert.match(text([3], [3], [3, 1], [3, 2], ...listed(0, 1, 2, 3)), /^!all = !\{!0, !0, !1, !1\}$/m);
    assert.match(text([5], [5], ...listed(0, 1)), /^!all = !\{!0, !1\}$/m);
  });
  it("of debug info are compared by their fields and operands", () => {
    const type = (size: number, scope: number): Operands => [15, 0, 0x24, 0, size, scope, 0, 0];
    assert.match(text(type(8, 0), type(8, 0), type(16, 0), ...listed(0, 1, 2)), /^!all = !\{!0, !0, !1\}$/m);
  });
  it("that refer to themselves are distinct", () => {
    const [member, self] = [0x0d, 1];
    const record: Operands = [17, 0, member, 0, 0, 0, self, 0, 8, 0, 0, 0, 0];
    assert.match(text(record, ...listed(0)), /^!0 = distinct !DIDerivedType\(.*scope: !0/m);
  });
});

describe("metadata", () => {
  it("has lists of arguments that are values before them", () => {
    const constants = block(CONSTANTS, [1, INTEGER], [4, 2]);
    const list = (...items: readonly number[]): string =>
      module("22", TABLE, constants, block(METADATA, [2, INTEGER, 0], [3], [46, ...items])).problems;
    assert.equal(list(0, 0), "");
    assert.match(list(0, 1), /an argument is no value/);
    assert.match(list(9), /forward refs/);
  });
  it("about variables has an empty expression if it has none", () => {
    const variables = block(METADATA, [27, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [37, 1, 1, 0], ...listed(1));
    assert.match(module("22", TABLE, variables).text, /expr: !DIExpression\(\)/);
  });
  it("is the constant of a tuple as an operand of a call", () => {
    const types = block(TYPES, [1, 6], [2], [16], [21, 0, 0], [25, 0], [21, 0, 0, 1], [7, 32]);
    const [explicitType, takesMetadata] = [1 << 15, 4];
    const declared: Operands = [8, takesMetadata, 0, 1, 0, 0, 0, 0, 0];
    const nodes = block(METADATA, [2, 5, 2], [3, 1], [3, 0]);
    const constants = block(CONSTANTS, [1, 5], [4, 14]);
    // Operands of the type metadata count back from the number of the next value.
    const call = (node: number): Operands => [34, 0, explicitType, takesMetadata, 3, 3 - node];
    const names = block(SYMBOLS, [1, 0, ...chars("llvm.x")]);
    const { text } = module("22", types, declared, DEFINED, constants, nodes, body(call(1), call(2), [10]), names);
    assert.match(text, /\(metadata i32 7\)\n.*\(metadata !0\)/);
    assert.match(text, /^!0 = !\{\}$/m);
  });
  it("has only dialects and pairs that readers know", () => {
    const unit = (dialect: number): Operands =>
      [20, 1, 12, 1, ...new Array<number>(19).fill(0), 0, dialect].slice(0, 25);
    const problems = (record: Operands): string => module(NEWEST, TABLE, block(METADATA, [3], record)).problems;
    assert.doesNotMatch(problems(unit(2)), /Invalid record/);
    assert.match(problems(unit(3)), /Invalid record/);
    assert.match(problems([8, 1]), /Invalid record/);
  });
});

describe("instructions", () => {
  const one = block(CONSTANTS, [1, INTEGER], [4, 2]);
  const read = (release: string, ...code: readonly (Operands | Block)[]) =>
    module(release, TABLE, DEFINED, body(...code));
  it("take 24 bits of the address space of an alloca", () => {
    const { text, problems } = read("23", one, [19, INTEGER, INTEGER, 1, 64, 0x8000_0005], [10]);
    assert.equal(problems, "");
    assert.match(text, /= alloca i32, addrspace\(5\)$|= alloca i32, align 4, addrspace\(5\)$/m);
  });
  it("take any number for the type of the size of an alloca that is there already", () => {
    const alloca = (type: number, size: number): Operands => [19, INTEGER, type, size, 64];
    assert.equal(read("22", one, alloca(77, 1), [10]).problems, "");
    assert.match(read("22", one, alloca(77, 9), [10]).problems, /no such type/);
  });
  it("load and store only what can be in memory", () => {
    const alloca: Operands = [19, INTEGER, INTEGER, 1, 64];
    assert.equal(read("22", one, alloca, [20, 1, INTEGER, 0, 0], [10]).problems, "");
    assert.match(read("22", one, alloca, [20, 1, 0, 0, 0], [10]).problems, /Cannot load\/store from pointer/);
  });
  it("find the type of a getelementptr, a load or a call in the global that is their pointer", () => {
    // The function is value 0, the variable 1; operands count back from the next value.
    const code = body([43, 0, 77, 1], [20, 2, 0, 0], [10]);
    const { text, problems } = module("22", TABLE, DEFINED, variable(INTEGER, -1), code);
    assert.equal(problems, "");
    assert.match(text, /getelementptr i32, ptr @0\n.*load i32, ptr @0/);
    const [callee, flags] = [1, 0];
    assert.match(read("22", [34, 0, flags, callee], [10]).text, /call void @0\(\)/);
  });
  it("are no unwinds since LLVM 3.0, and no calls with flags that say nothing", () => {
    assert.match(read("22", [14]).problems, /instruction code 14/);
    const [explicitType, hasFlags, callee] = [1 << 15, 1 << 17, 1];
    assert.match(read("22", [34, 0, explicitType | hasFlags, 0, 2, callee], [10]).problems, /no FMF/);
  });
  it("are named only where there are values", () => {
    const names = block(SYMBOLS, [1, 7, 97]);
    assert.match(read("22", [10], names).problems, /no such value/);
  });
  it("have functions whose tables name globals by either record", () => {
    const { text } = read("22", [10], block(SYMBOLS, [3, FUNCTION_OF_BODY, 9, ...chars("named")]));
    assert.match(text, /^define void @named\(\)/m);
  });
});

describe("constants", () => {
  it("have the type that their operands tell, whatever the current one is", () => {
    const types = block(TYPES, [1, 4], [7, 32], [25, 0], [25, 1], [18, 0, 2]);
    const [integer, plain, far, pair] = [0, 1, 2, 3];
    const address: Operands = [32, integer, 0, plain, 0];
    const initial = (type: number): Operands => [7, type, 2, 2, 0, 0, 0, 0];
    const { problems } = module("22", types, initial(plain), block(CONSTANTS, [1, far], address));
    assert.equal(problems, "");
    const struct = block(CONSTANTS, [1, far], address, [1, pair], [7, 1]);
    assert.match(module("22", types, variable(pair, 2), struct).problems, /Incorrect type in struct initializer/);
  });
  it("are getelementptr of pointers alone", () => {
    const constants = block(CONSTANTS, [1, POINTER], [4, 2], [32, INTEGER, 0, INTEGER, 0]);
    assert.match(module("22", TABLE, constants).problems, /GEP base operand must be pointer/);
  });
});

describe("rows of records", () => {
  it("show no value for a record that has no operands", () => {
    // Numbers that belong to other records may come after it, such as those of a type and of a value that exist.
    const types = block(TYPES, [1, 3], [7, 32], [2], [21, 0, 1]);
    const defined: Operands = [8, 2, 0, 0, 0, 0, 0, 0, 0];
    const document = fileOf(block(MODULE, [1, 1], types, defined, body(block(METADATA, [3, 1], [2]), [10])));
    const rows = Array.from(allEntries(document, {}), (entry) => entryText(entry, { recordWidth: 8 }));
    assert.deepEqual(
      rows.filter((row) => row.includes("!1 =")).map((row) => row.split("|").at(-1)?.trim()),
      ["!1 = null"],
    );
  });
  it("never show a node of another function, whichever has been read", () => {
    const types = block(TYPES, [1, 3], [7, 32], [2], [21, 0, 1]);
    const defined: Operands = [8, 2, 0, 0, 0, 0, 0, 0, 0];
    // Operands are indices plus one: the first function has the node 0 alone, and refers to 0 and 1.
    const [first, second] = [block(METADATA, [3, 1, 2]), block(METADATA, [3], [3, 1])];
    const bodies = [body(first, [10]), body(second, [10])];
    const document = fileOf(block(MODULE, [1, 1], types, defined, defined, ...bodies));
    const rows = (): readonly string[] =>
      Array.from(allEntries(document, {}), (entry) => entryText(entry, { recordWidth: 8 }));
    const before = rows();
    assert.deepEqual(rows(), before);
    assert.ok(before.some((row) => row.includes("distinct !{!0, null}")));
  });
});
