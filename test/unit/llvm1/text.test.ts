import assert from "node:assert/strict";
import type { IrDocument } from "../../../extension/document/document";
import { pieceText } from "../../../extension/document/byteText";
import { operationsOf } from "../../../extension/formats/llvm1/model/opcodes";
import { allEntries } from "../../../extension/kit/entryWalk";
import { columnText } from "../../../extension/document/token";
import type { ModuleDescription } from "../../support/bytecode";
import { encodeModule, FIRST_TYPE, INT, LABEL, SBYTE, UINT } from "../../support/bytecode";
import { sampleModule } from "../../support/bytecodeSample";
import { assertTiles, listing, opened } from "../../support/tiling";

function text(document: IrDocument, options: { release?: string; function?: string } = {}): string {
  return [...document.text({ fileName: "<stdin>", ...options })].map(pieceText).join("");
}

const SIGNATURE_POINTER = FIRST_TYPE + 1;

/**
 * `int %f(int %a)` that adds 5, in any version: before version 1 the plane of int has no implicit zero, and arguments
 * come first.
 */
function adder(version: number, more: Partial<ModuleDescription> = {}): ModuleDescription {
  const opcode = (name: string): number => operationsOf(version).findIndex((operation) => operation === name);
  const [five, argument] = version === 0 ? [0, 1] : [1, 2];
  return {
    version,
    types: [{ result: INT, parameters: [INT] }, { pointer: FIRST_TYPE }],
    functions: [{ type: SIGNATURE_POINTER }, { type: SIGNATURE_POINTER, declared: true }],
    constants: [[INT, [5]]],
    bodies: [
      {
        code: [
          [opcode("add"), INT, argument, five],
          [opcode("ret"), INT, argument + 1],
        ],
        names: [[INT, [[argument, "a"]]]],
      },
      ...(version <= 4 ? [{ code: [] }] : []),
    ],
    names: [
      [
        SIGNATURE_POINTER,
        version === 0
          ? [
              [1, "f"],
              [2, "g"],
            ]
          : [
              [1, "f"],
              [2, "g"],
            ],
      ],
    ],
    ...more,
  };
}

describe("LLVM 1.x text", () => {
  it("prints the sample as llvm-dis 1.9 does", () => {
    const printed = text(opened(encodeModule(sampleModule)));
    const lines = printed.split("\n");
    assert.equal(lines[0], "; ModuleID = '<stdin>'");
    assert.equal(lines[1], 'target datalayout = "e-p:32:32"');
    assert.equal(lines[4], "\t%struct.list = type { int, %struct.list* }");
    assert.equal(lines[5], '%.str = internal constant [8 x sbyte] c"sum %d\\0A\\00"\t\t; <[8 x sbyte]*> [#uses=1]');
    assert.ok(printed.includes("\nloop:\t\t; preds = %body, %entry\n"));
    assert.ok(printed.includes("\tseteq %struct.list* %element, null\t\t; <bool>:0 [#uses=1]\n"));
    assert.ok(printed.includes("\ttail call int %sum( %struct.list* null )\t\t; <int>:1 [#uses=0]\n"));
  });

  for (const version of [0, 1, 2, 3, 4, 5, 6]) {
    it(`reads version ${version}`, () => {
      const document = opened(encodeModule(adder(version)));
      const body = "\tadd int %a, 5\t\t; <int>:0 [#uses=1]\n\tret int %0\n}\n";
      const id = version >= 5 ? "; ModuleID = '<stdin>'\n" : "";
      const head = `${id}\nimplementation   ; Functions:\n\nint %f(int %a) {\n`;
      assert.equal(text(document), `${head}${body}\ndeclare int %g(int)\n`);
      assert.equal(assertTiles(document).counts.undecoded, 0);
      assert.deepEqual(document.problems(), []);
    });
  }

  it("prints a single function", () => {
    assert.equal(text(opened(encodeModule(adder(6))), { function: "g" }), "\ndeclare int %g(int)\n");
  });

  it("has the style of the requested release", () => {
    const doubles = adder(5, {
      constants: [
        [INT, [5]],
        [11, [{ bytes: [0, 0, 0, 0, 0, 0, 0xf8, 0x3f] }]],
      ],
    });
    const module = {
      ...doubles,
      types: [...doubles.types, { pointer: 11 }],
      globals: [[(FIRST_TYPE + 2) * 32 + 2, 1]],
    };
    const document = opened(encodeModule(module));
    assert.ok(
      text(document, { release: "1.4" }).startsWith("global double 0x3FF8000000000000\t\t; <double*>:0 [#uses=0]\n"),
    );
    assert.ok(text(document, { release: "1.5" }).includes("\nglobal double 1.500000e+00\t\t"));
  });

  it("renames locals that have a global's name and type, since LLVM 1.4", () => {
    const pointer = FIRST_TYPE + 2;
    const base = adder(6, { types: [...adder(6).types, { pointer: INT }], globals: [[pointer * 32 + 2, 1]] });
    const alloca = operationsOf(6).findIndex((operation) => operation === "alloca");
    const module: ModuleDescription = {
      ...base,
      constants: [...(base.constants ?? []), [UINT, [1]]],
      bodies: [
        {
          code: [
            [alloca, pointer, 1],
            [1, INT, 2],
          ],
          names: [[pointer, [[2, "x"]]]],
        },
      ],
      names: [
        [pointer, [[1, "x"]]],
        [
          SIGNATURE_POINTER,
          [
            [1, "f"],
            [2, "g"],
          ],
        ],
      ],
    };
    const document = opened(encodeModule(module));
    assert.ok(text(document).includes("\t%x_1 = alloca int\t\t; <int*> [#uses=0]\n"));
    assert.ok(listing(document).includes("%x = alloca int"));
    assert.ok(text(document, { release: "1.3" }).includes("\t%x = alloca int\t\t"));
  });

  it("warns that an unreleased version is uncertain", () => {
    const document = opened(encodeModule(adder(7)));
    assert.match(text(document), /^; Bytecode version 7 was never released/);
    assert.equal(document.problems()[0]?.code, "unsupported");
  });

  it("counts a global's use once for a constant that is used twice", () => {
    const bytes = [
      [0, 1],
      [0, 1],
    ].map(([first, second]) => ({ elements: [first!, second!] }));
    const module: ModuleDescription = {
      version: 6,
      types: [{ pointer: SBYTE }, { array: FIRST_TYPE, length: 2 }, { pointer: FIRST_TYPE + 1 }],
      globals: [
        [FIRST_TYPE * 32 + 2, 1],
        [(FIRST_TYPE + 2) * 32 + 2, 1],
        [(FIRST_TYPE + 2) * 32 + 2, 2],
      ],
      constants: [
        [SBYTE, [7]],
        [FIRST_TYPE + 1, bytes],
      ],
      names: [],
    };
    const printed = text(opened(encodeModule(module)));
    assert.ok(printed.includes("global sbyte 7\t\t; <sbyte*>:0 [#uses=1]\n"), printed);
  });

  it("writes a type that contains itself with \\N, as it was printed first", () => {
    // A structure with a pointer to itself. The pointer is printed first, so that two levels up is the pointer.
    const module: ModuleDescription = {
      version: 6,
      types: [{ struct: [FIRST_TYPE + 1] }, { pointer: FIRST_TYPE }, { pointer: FIRST_TYPE + 1 }],
      globals: [[(FIRST_TYPE + 2) * 32 + 2, 0]],
      names: [],
    };
    assert.ok(text(opened(encodeModule(module))).includes("global { \\2 }* null\t\t; <{ \\2 }**>:0"));
  });
});

describe("LLVM 1.x instructions", () => {
  it("of every form show what their operands are", () => {
    const shown = listing(opened(encodeModule(sampleModule)));
    assert.match(shown, /125:0\|op=2 form=1 type=12 args=\[1\] +\| +br label %loop\n/);
    assert.match(shown, /159:0\|op=7 form=2 type=7 args=\[3, 4\] +\| +%sum\.next = add int %sum, %value\n/);
    assert.match(shown, /147:0\|op=2 form=3 type=12 args=\[3, 2, 1\] +\| +br bool %0, label %done, label %body\n/);
    assert.match(
      shown,
      /175:0\|op=33 form=0 type=17 args=\[1, 1, 7, 3\] +\| +%0 = call int \(sbyte\*, \.\.\.\)\* %printf\(/,
    );
  });
  it("are read even if a type has no plane yet", () => {
    const code = [
      [19, INT, 1, 2],
      [2, LABEL, 1, 1, 0],
      [1, INT, 2],
    ] as const;
    const module = adder(6, { bodies: [{ code: [...code], names: [] }] });
    const printed = text(opened(encodeModule(module)));
    assert.ok(printed.includes("; <label>:1\t\t; preds = %0, %0\n"), printed);
  });

  it("have many named types folded into a row that counts them, with positions and the reference's text", () => {
    const slots = Array.from({ length: 6 }, (_, index) => FIRST_TYPE + index);
    const typeNames = slots.map((slot) => [slot, `type${slot}`] as const);
    const bytes = encodeModule({ ...sampleModule, typeNames });
    const assembly = opened(bytes).assembly!({ fileName: "<stdin>" })!;
    for (const step of assembly.background!()) void step;
    const [root] = assembly.roots();
    const section = assembly
      .entries(root!, 0, 100, {})
      .entries.flatMap((e) => (e.kind === "section" ? assembly.section(e.section) : []))
      .find((found) => found?.kind === "types");
    assert.equal(section?.foldedAtFirst, true);
    const lines = [...allEntries(assembly, {}, section.id)].flatMap((entry) => entry.lines);
    const shown = lines.filter(({ when }) => when !== "folded");
    assert.deepEqual(
      lines.filter(({ when }) => when === "folded").map(({ assembly: a }) => columnText(a)),
      ["6 types"],
    );
    assert.equal(shown.length, 6);
    assert.ok(shown.every(({ positionBit }) => positionBit !== undefined));
    assert.ok(text(opened(bytes)).includes(shown.map(({ assembly: a }) => `${columnText(a)}\n`).join("")));
  });

  it("read the same from any place, even if a type that contains itself was printed before", () => {
    const bytes = encodeModule({ ...sampleModule, typeNames: [] });
    const assembly = opened(bytes).assembly!({ fileName: "<stdin>" })!;
    for (const step of assembly.background!()) void step;
    const [root] = assembly.roots();
    const sections = assembly
      .entries(root!, 0, 100, {})
      .entries.flatMap((e) => (e.kind === "section" ? e.section : []));
    assert.ok(sections.length > 0);
    const printed = text(opened(bytes));
    assert.ok(printed.includes("{ int, \\2* }"), "the type's text depends on what was printed first");
    for (const section of sections.reverse())
      for (const entry of allEntries(assembly, {}, section))
        assert.ok(printed.includes(columnText(entry.lines[0]!.assembly)), columnText(entry.lines[0]!.assembly));
  });
});
