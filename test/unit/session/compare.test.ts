import assert from "node:assert/strict";
import { alignBy, LineKeys } from "../../../extension/session/compare/align";
import { compareDocuments } from "../../../extension/session/compare/compare";
import type { Comparison } from "../../../extension/session/compare/comparison";
import { compareTexts } from "../../../extension/session/compare/comparison";
import { mergedLines } from "../../../extension/session/compare/merged";
import { sideBySide } from "../../../extension/session/compare/render";
import { Renaming } from "../../../extension/session/compare/definitions";
import { SameFunctions } from "../../../extension/session/compare/same";
import { rulesOf } from "../../../extension/session/compare/rules";
import { summarize, summaryLines } from "../../../extension/session/compare/summary";
import { splitText } from "../../../extension/session/compare/units";
import { allSteps } from "../../../extension/kit/steps";
import { pieceText } from "../../../extension/document/byteText";
import { HOSTILE } from "../../support/hostile";
import { largePexe } from "../../support/largePexe";
import { opened } from "../../support/tiling";

function finish<T>(work: Generator<void, T, undefined>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
function compare(format: string, left: string, right: string): Comparison {
  const split = (text: string) => finish(splitText([text.slice(0, 40), text.slice(40)], rulesOf(format)));
  return finish(compareTexts(split(left), split(right)));
}
/** The differences, as `-` and `+` lines. */
function changes({ items }: Comparison): string[] {
  const lines = [...items].flatMap((item) => mergedLines(item.kind === "function" ? item.value.lines : [item.value]));
  return lines.filter(({ sign }) => sign !== " ").map(({ sign, text }) => sign + text);
}
function states({ items }: Comparison): string[] {
  return [...items].flatMap((i) => (i.kind === "function" ? [`${i.value.state} ${i.value.name}`] : []));
}
const sides = [
  { name: "a", title: "", bits: new Map<string, number>() },
  { name: "b", title: "", bits: new Map([["f", 80]]) },
] as const;

const LLVM = `source_filename = "a.c"

@0 = private constant i32 4

; Function Attrs: nounwind
define i32 @f(i32 %0) #0 !dbg !3 {
  %2 = add i32 %0, 1, !dbg !4
  %3 = mul i32 %2, %0, !dbg !5
  br label %4

4:                                                ; preds = %1
  %5 = load i32, ptr @0
  %6 = add i32 %3, %5
  ret i32 %6
}

define void @g() #1 {
  ret void
}

declare void @h()

attributes #0 = { nounwind }
attributes #1 = { noreturn }

!0 = !{!1}
!1 = !DIFile(filename: "a.c")
!2 = distinct !DICompileUnit(file: !1)
!3 = distinct !DISubprogram(name: "f", scope: !1, unit: !2)
!4 = !DILocation(line: 2, scope: !3)
!5 = !DILocation(line: 3, scope: !3)
`;

describe("the summary of a comparison", () => {
  it("has a line for each of more functions than a call may have arguments", () => {
    const functions = Array.from({ length: 200_000 }, (_, i) => ({
      state: "left" as const,
      name: `@f${i}`,
      differing: 0,
    }));
    const lines = summaryLines({ equal: false, functions, lines: [] });
    assert.equal(lines.length, functions.length + 1);
    assert.match(lines.at(-1) ?? "", /removed {2}@f199999/);
  });
});

describe("comparison of texts", () => {
  it("finds a text equal to itself, and to one that is numbered differently", () => {
    assert.equal(compare("llvm", LLVM, LLVM).equal, true);
    const other = LLVM.replace(/!([0-5])\b/g, (_, n: string) => `!${(Number(n) + 3) % 6}`)
      .replaceAll("#0", "#7")
      .replaceAll("#1", "#0")
      .replaceAll("@0", "@9");
    const renumbered = compare("llvm", LLVM, other);
    assert.deepEqual(changes(renumbered), []);
    assert.equal(renumbered.equal, true);
  });

  it("shows only the new instruction, though it renumbers everything after it", () => {
    const right = LLVM.replace(
      "  %3 = mul i32 %2, %0, !dbg !5\n",
      "  %3 = sub i32 %0, 7\n  %4 = mul i32 %2, %0, !dbg !5\n",
    )
      .replace("label %4", "label %5")
      .replace("4:         ", "5:         ")
      .replace("%5 = load", "%6 = load")
      .replace("%6 = add i32 %3, %5", "%7 = add i32 %4, %6")
      .replace("ret i32 %6", "ret i32 %7");
    assert.deepEqual(changes(compare("llvm", LLVM, right)), ["+  %7 = sub i32 %0, 7"]);
  });

  it("shows a changed operand, even beside another one of the same form", () => {
    const right = LLVM.replace("mul i32 %2, %0", "mul i32 %2, %2");
    assert.deepEqual(changes(compare("llvm", LLVM, right)), [
      "-  %3 = mul i32 %2, %0, !dbg !5",
      "+  %3 = mul i32 %2, %2, !dbg !5",
    ]);
  });

  it("keeps the number of a changed metadata node, so that its users are equal", () => {
    const right = LLVM.replace("line: 3", "line: 9").replaceAll("!5", "!17");
    assert.deepEqual(changes(compare("llvm", LLVM, right)), [
      "-!5 = !DILocation(line: 3, scope: !3)",
      "+!5 = !DILocation(line: 9, scope: !3)",
    ]);
  });

  it("takes types for the same whose names LLVM has only numbered differently", () => {
    const types = (first: number, more = ""): string =>
      `${more}%"class.A.${first}" = type { %class.B.${first + 1} }\n%class.B.${first + 1} = type { i32 }\n` +
      `%"class.A.${first + 7}" = type { %class.B.${first + 8} }\n%class.B.${first + 8} = type { float }\n` +
      `define ptr @f() {\n  %class.B.${first + 1} = alloca %"class.A.${first + 7}"\n  ret ptr null\n}\n`;
    assert.deepEqual(changes(compare("llvm", types(11), types(12))), []);
    // A new one that has the name of another gets a new name.
    assert.deepEqual(changes(compare("llvm", types(11), types(12, '%"class.A.11" = type { double }\n'))), [
      '+%"class.A.21" = type { double }',
    ]);
    // One that has changed keeps its name, so that what uses it is equal.
    const changed = types(12).replace("float", "double");
    assert.deepEqual(changes(compare("llvm", types(11), changed)), [
      "-%class.B.19 = type { float }",
      "+%class.B.19 = type { double }",
    ]);
  });

  it("matches functions by name wherever they are, then by content", () => {
    const [before = "", f = "", g = "", after = ""] = LLVM.split(/(?=; Function Attrs)|(?=define void)|(?=declare)/);
    const moved = compare("llvm", LLVM, before + g + f + after);
    assert.deepEqual(states(moved), ["same @f", "same @g"]);
    const renamed = compare("llvm", LLVM, LLVM.replace("@f(", "@better("));
    assert.deepEqual(states(renamed), ["renamed @f", "same @g"]);
    const added = compare("llvm", LLVM, `${before}${f}define i32 @new() {\n  ret i32 0\n}\n${after}`);
    assert.deepEqual(states(added), ["same @f", "right @new", "left @g"]);
  });

  it("leaves names of a function alone that a line of the module holds", () => {
    const table = "@t = constant [2 x ptr] [ptr blockaddress(@f, %7), ptr blockaddress(@f, %3)]\n";
    assert.deepEqual(changes(compare("llvm", table, table)), []);
    assert.deepEqual(changes(compare("llvm", `%0 = type { i32 }\n${table}`, `%1 = type { i32 }\n${table}`)), []);
  });

  it("finds unnamed functions equal, whatever the order in which they are called", () => {
    const body = (n: number, called: number): string =>
      `; Function Attrs: nounwind\ndefine void @${n}() {\n  call void @${called}()\n  ret void\n}\n\n`;
    const text = `@0 = global i32 0\n\n${body(1, 3)}${body(2, 1)}${body(3, 2)}`;
    assert.deepEqual(changes(compare("llvm", text, text)), []);
    const changed = compare("llvm", text, text.replace("call void @1", "call void @2"));
    assert.deepEqual(changes(changed), ["-  call void @1()", "+  call void @2()"]);
  });

  it("aligns functions to learn names only if both have names without a partner", () => {
    const split = (text: string) => finish(splitText([text], rulesOf("llvm")));
    const renaming = new Renaming();
    const same = new SameFunctions(split(""), split(""), renaming);
    const [left, right] = [["  ret void, !dbg !1"], ["  ret void, !dbg !2"]];
    assert.equal(same.haveUnpaired(left, right), true);
    assert.equal(same.haveUnpaired(left, ["  ret void"]), false);
    renaming.pair("!1", "!7");
    assert.equal(same.haveUnpaired(left, right), false);
  });

  it("makes the words of a line only if its names do not pair it", () => {
    const text = (lines: number): string =>
      `define void @f() {\n${Array.from({ length: lines }, (_, i) => `  %${i + 1} = add i32 %0, ${i}\n`).join("")}}\n`;
    let made = 0;
    const keys = (values: readonly number[]): LineKeys =>
      new LineKeys(new Float64Array(values.length).fill(NaN), (line) => (made++, values[line] ?? 0));
    const few = [keys([1, 2, 3, 4]), keys([1, 9, 3, 4])] as const;
    const all = [new LineKeys(Float64Array.of(1, 2, 3, 4)), new LineKeys(Float64Array.of(1, 7, 3, 4))] as const;
    assert.deepEqual(
      [...allSteps(alignBy([all, few]))].map(([i, j]) => [i, j]),
      [0, 2, 3].map((at) => [at, at]),
    );
    assert.equal(made, 2);
    assert.equal(changes(compare("llvm", text(9), text(9).replace("%0, 4", "%0, 44"))).length, 2);
  });

  it("does not mistake names in strings for numbers", () => {
    const text = '@s = constant [2 x i8] c"%1"\n@t = constant [2 x i8] c"!7"\n';
    assert.deepEqual(changes(compare("llvm", text, text.replace("%1", "%2"))), [
      '-@s = constant [2 x i8] c"%1"',
      '+@s = constant [2 x i8] c"%2"',
    ]);
  });

  it("reads each format's functions and numbers", () => {
    const mlir = (first: number, alias: string, value: string): string => `${alias} = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "func.func"() <{sym_name = "f"}> ({
  ^bb0(%arg${first}: memref<4xf32, ${alias}>):
    %${first} = "arith.constant"() <{value = ${value} : index}> : () -> index
    "test.use"(%${first}, %arg${first})[^bb1] : (index, memref<4xf32, ${alias}>) -> ()
  }) : () -> ()
}) : () -> ()
`;
    assert.equal(compare("mlir", mlir(0, "#map", "1"), mlir(5, "#map2", "1")).equal, true);
    const changed = compare("mlir", mlir(0, "#map", "1"), mlir(5, "#map2", "2"));
    assert.deepEqual(states(changed), ['changed "f"']);
    assert.equal(changes(changed).length, 2);

    const iree = (register: number, offset: string): string =>
      `vm.func @f(%i0: i32) -> (i32) {\n[00000000]^bb0:\n[${offset}]  %i${register} = vm.const.i32 1\n[0000000C]  vm.return %i${register}\n}\n`;
    assert.equal(compare("iree", iree(1, "00000001"), iree(4, "00000002")).equal, true);

    const old = (uses: number): string => `int %f(int %n) {\n\tret int %n\t\t; <int> [#uses=${uses}]\n}\n`;
    const both = compare("llvm1", old(1), old(2));
    assert.deepEqual([both.equal, states(both)], [true, ["same %f"]]);
  });

  it("matches PNaCl's functions by their names in the symbol table", () => {
    const pexe = (f: number, g: number): string => `module {
  define external i32 @f${f}(i32);
  define external i32 @f${g}(i32);
  valuesymtab {  // BlockID = 14
    @f${f} : "first";
    @f${g} : "second";
  }
  function i32 @f${Math.min(f, g)}(i32 %p0) {  // BlockID = 12
  %b0:
    ret i32 ${f < g ? "%p0" : "%c9"};
  }
  function i32 @f${Math.max(f, g)}(i32 %p0) {  // BlockID = 12
  %b0:
    ret i32 ${f < g ? "%c9" : "%p0"};
  }
}
`;
    const swapped = compare("pnacl", pexe(0, 1), pexe(1, 0));
    assert.deepEqual(states(swapped), ["same first", "same second"]);
  });

  it("compares with nothing: everything is added", () => {
    const all = compare("llvm", "", LLVM);
    assert.deepEqual(states(all), ["right @f", "right @g"]);
    assert.equal(all.equal, false);
  });

  it("prints nothing in place of a function that a side does not have", () => {
    const comparison = compare("llvm", "", LLVM);
    const { left, right } = sideBySide(comparison, summarize(comparison, ...sides), { all: false });
    const head = left.indexOf("");
    assert.deepEqual(left, right.slice(0, head + 1));
    assert.ok(right.includes("define void @g() #1 {"));
  });

  it("prints both sides with a summary at the top, and unchanged parts in one line", () => {
    const comparison = compare("llvm", LLVM, LLVM.replace("%0, 1,", "%0, 2,"));
    const summary = summarize(comparison, ...sides);
    const { left, right, starts } = sideBySide(comparison, summary, { all: false });
    assert.deepEqual(left.slice(0, 2), [
      "; 1 of 2 functions and 0 other lines differ.",
      ";   changed  @f  11 lines  10 bytes  2 differ",
    ]);
    assert.deepEqual(right.slice(0, 2), left.slice(0, 2));
    assert.ok(left.includes("; … 1 function unchanged: @g"));
    assert.equal(left.length, right.length);
    assert.deepEqual(
      left.flatMap((line, i) => (line === right[i] ? [] : [line, right[i]])),
      ["  %2 = add i32 %0, 1, !dbg !4", "  %2 = add i32 %0, 2, !dbg !4"],
    );
    const whole = sideBySide(comparison, summary, { all: true });
    assert.ok(whole.left.includes("define void @g() #1 {"));
    const heads = ({ left, starts }: typeof whole) =>
      starts.map((start) => start.left !== undefined && left.slice(start.left).find((line) => line.startsWith("def")));
    assert.deepEqual(heads({ left, right, starts }), ["define i32 @f(i32 %0) #0 !dbg !3 {", false]);
    assert.deepEqual(heads(whole), ["define i32 @f(i32 %0) #0 !dbg !3 {", "define void @g() #1 {"]);
  });
});

describe("comparison of lines between functions", () => {
  /** The sides of texts with one global for each value. */
  const linesOf = (before: readonly number[], after: readonly number[]): readonly string[] => {
    const text = (values: readonly number[]): string =>
      values.map((value, i) => `@g${i} = global i32 ${value}\n`).join("");
    const comparison = compare("llvm", text(before), text(after));
    const { right } = sideBySide(comparison, summarize(comparison, ...sides), { all: false });
    return right.slice(right.indexOf("") + 1);
  };

  it("shows a single unchanged line rather than a line that counts it", () => {
    assert.deepEqual(
      linesOf([0, 0, 0, 0, 0], [1, 0, 0, 0, 1]),
      [1, 0, 0, 0, 1].map((value, i) => `@g${i} = global i32 ${value}`),
    );
    assert.deepEqual(linesOf([0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 1]), [
      "@g0 = global i32 1",
      "@g1 = global i32 0",
      "; … 2 lines unchanged",
      "@g4 = global i32 0",
      "@g5 = global i32 1",
    ]);
  });
});

describe("comparison of documents", () => {
  /** Compares a file of a kind with itself; returns how often an outline was asked for. */
  const outlines = (kind: string): number => {
    let asked = 0;
    const side = () => {
      const document = opened(HOSTILE[kind]?.(3) ?? new Uint8Array());
      const outline = document.outline.bind(document);
      document.outline = (...args: Parameters<typeof outline>) => {
        asked++;
        return outline(...args);
      };
      return { name: kind, document };
    };
    assert.ok(allSteps(compareDocuments(side(), side())).equal);
    return asked;
  };
  it("reads an outline for the sizes of functions, and none if there are no functions", () => {
    assert.equal(outlines("functions.bc"), 2);
    assert.equal(outlines("modules.bc"), 0);
  });
});

describe("comparing PNaCl modules", () => {
  // The reference breaks the head of such a function before its type, and again in its arguments.
  const { file } = largePexe(4000, 2);
  it("finds functions whose heads are too long for a line of the reference", () => {
    const side = () => ({ name: "a", document: opened(file) });
    const comparison = allSteps(compareDocuments(side(), side()));
    assert.deepEqual(states(comparison), ["same @f0", "same @f1"]);
  });
  it("compares statements that are not broken", () => {
    const text = (unbroken: boolean) => [...opened(file).text({ fileName: "a", unbroken })].map(pieceText).join("");
    const words = (lines: string) => lines.split(/[\s(]+/).join(" ");
    assert.equal(words(text(true)), words(text(false)));
    assert.match(text(false), /^ *function $/m);
    assert.doesNotMatch(text(true), /^ *function $/m);
  });
});
