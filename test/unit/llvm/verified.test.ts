/** What the reference's verifier refuses in a module with debug info: `verified.bc` with one operand changed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pieceText } from "../../../extension/document/byteText";
import { Dominance } from "../../../extension/kit/dominance";
import { withOperand } from "../../support/operands";
import { opened } from "../../support/tiling";

function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(path.resolve(`test/fixtures/llvm/${name}.bc`)));
}
const bytes = fixture("verified");

function problemsOf(file: Uint8Array, release?: string): readonly string[] {
  const document = opened(file);
  for (const piece of document.text({ fileName: "x", ...(release !== undefined && { release }) })) pieceText(piece);
  return document.problems().map(({ message }) => message);
}

/** A record, the how many-th, an operand and its new value, and what llvm-dis 17 says first. */
const CASES: readonly (readonly [record: string, nth: number, operand: number, value: number, message: RegExp])[] = [
  ["FUNCTION_BLOCK/DECLAREBLOCKS", 0, 0, 5, /does not have terminator!/],
  ["FUNCTION_BLOCK/INST_BR", 1, 0, 0, /Entry block to function must not have predecessors!/],
  ["FUNCTION_BLOCK/INST_BR", 1, 0, 2, /PHINode should have one entry for each predecessor/],
  ["FUNCTION_BLOCK/INST_PHI", 0, 2, 2, /PHI node entries do not match predecessors!/],
  ["FUNCTION_BLOCK/INST_PHI", 0, 1, 1, /Instruction does not dominate all uses!/],
  ["FUNCTION_BLOCK/INST_RET", 0, 0, 10, /Function return type does not match operand type of return inst!/],
  ["FUNCTION_BLOCK/INST_ALLOCA", 0, 0, 9, /Cannot allocate unsized type/],
  ["FUNCTION_BLOCK/INST_CMP2", 0, 2, 15, /Invalid predicate in icmp instruction!/],
  ["TYPE_BLOCK_ID/ARRAY", 0, 0, 4, /Global variable initializer type does not match global variable type!/],
  ["MODULE_BLOCK/FUNCTION", 1, 5, 3, /Global is external, but doesn't have external or weak linkage!/],
  ["MODULE_BLOCK/FUNCTION", 0, 5, 2, /Only global variables can have appending linkage!/],
  ["METADATA_BLOCK/NODE", 1, 0, 4, /invalid value for llvm.ident metadata entry operand/],
];

describe("a module that is verified", () => {
  it("has no problem as it is", () => {
    assert.deepEqual(problemsOf(bytes), []);
  });
  for (const [record, nth, operand, value, message] of CASES) {
    it(`is refused: ${message.source}`, () => {
      assert.match(problemsOf(withOperand(bytes, { record, nth, operand }, value))[0] ?? "", message);
    });
  }
});

describe("a module with typed pointers that is verified", () => {
  const typed = fixture("typed-verified");
  it("is refused for a pointer to something else where the pointee counts", () => {
    const other = withOperand(typed, { record: "FUNCTION_BLOCK/INST_RET", nth: 0, operand: 0 }, 1);
    const broken = ["Function return type does not match operand type of return inst!"];
    assert.deepEqual(
      ["11", "13", "17"].map((release) => problemsOf(other, release)),
      [broken, broken, []],
    );
  });
  it("is refused for a member of llvm.used that is made of an integer", () => {
    const made = withOperand(typed, { record: "CONSTANTS_BLOCK/CE_CAST", nth: 0, operand: 0 }, 10);
    assert.deepEqual(problemsOf(made, "11"), ["invalid llvm.used member"]);
  });
  it("is refused for an attribute that the type cannot have until LLVM 13, which drops it", () => {
    const unfit = withOperand(typed, { record: "MODULE_BLOCK/FUNCTION", nth: 2, operand: 2 }, 9);
    assert.deepEqual(
      ["9", "11", "13", "23"].map((release) => problemsOf(unfit, release)),
      [["Wrong types for attribute"], ["Wrong types for attribute"], [], []],
    );
  });
});

describe("a branch protection without a value", () => {
  it("is refused by LLVM 18 alone", () => {
    const broken = "invalid value for 'branch-target-enforcement' attribute: ";
    assert.deepEqual(
      ["17", "18", "19", "23"].map((release) => problemsOf(fixture("unvalued"), release)),
      [[], [broken], [], []],
    );
  });
});

describe("an intrinsic of a type that a release does not have", () => {
  const refused = (name: string, release: string): boolean =>
    problemsOf(fixture(name), release).includes("Intrinsic has incorrect type!");
  it("is refused in a call since LLVM 22, which has another type", () => {
    assert.deepEqual(
      ["21", "22", "23"].map((release) => refused("mistyped", release)),
      [false, true, true],
    );
  });
  it("is refused in a declaration since LLVM 23", () => {
    assert.deepEqual(
      ["21", "22", "23"].map((release) => refused("mistyped-uncalled", release)),
      [false, false, true],
    );
  });
});

/** What llvm-dis 19 says of `misused-operands.bc`, in other words where it says more than one thing. */
const MISUSED_OPERANDS = [
  "!id.scope.list must point to a list with a single scope",
  "Attributes 'aarch64_pstate_sm_enabled, aarch64_pstate_sm_compatible' are incompatible!",
  "Enclosing function does not use GC.",
  "IFunc must have a Function resolver",
  "Incorrect alignment of argument passed or return type to called function!",
  "Intrinsic called with incompatible signature",
  "Invalid user of intrinsic instruction!",
  "Range bit width must match type bit width!",
  "The splice index exceeds the range [-VL, VL-1]",
  "VP cast intrinsic first argument and result vector lengths must be equal",
  "align assumptions should have 2 to 3 arguments",
  "arguments and result must have the same number of elements",
  "bswap must be an even number of bytes",
  "const x86_amx is not allowed in argument!",
  "expected a MDNode triple",
  "gc relocate is incorrectly tied to the statepoint",
  "get_vector_length: VF must be positive",
  "inalloca argument for call has mismatched alloca",
  "inalloca isn't on the last argument!",
  "invalid exception behavior argument",
  "invalid rounding mode argument",
  "invalid uses of intrinsic global variable",
  "llvm.ptrmask intrinsic first argument must be pointers",
  "llvm.threadlocal.address operand must be thread-local",
  "llvm.threadlocal.address operand must be thread-local",
  "locality argument to llvm.prefetch must be 0-3",
  "reg_count argument to nvvm.setmaxnreg must be a multiple of 8 within [24, 256]",
  "unsupported rounding mode argument",
  "va_start called in a non-varargs function",
  "vector_extract does not fit its vector",
  "vector_insert does not fit its vector",
];

/** What llvm-dis 19 says of the calls of `misused-calls.bc`, in its order. */
const MISUSED_CALLS = [
  "calls to experimental_deoptimize must be followed by a return",
  "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize",
  "experimental_deoptimize return type must match caller return type",
  'experimental_deoptimize must have exactly one "deopt" operand bundle',
  'experimental_guard must have exactly one "deopt" operand bundle',
];
const INFO = ["an initialized constant", "an initialized constant", "either a struct or an array"].map(
  (what) => `info argument of llvm.coro.id must refer to ${what}`,
);

describe("values and calls that a function misuses", () => {
  it("are refused, each with what is wrong", () => {
    assert.deepEqual(problemsOf(fixture("misused"), "21"), [
      "swifterror value can only be loaded and stored from, or as a swifterror argument!",
      "swifterror value should be the second operand when used by stores",
      "swifterror value when used in a callsite should be marked with swifterror attribute",
      "swifterror alloca must not be array allocation",
      "swifterror alloca must have pointer type",
      "swifterror argument for call has mismatched parameter",
      "swifterror argument should come from an alloca or parameter",
      "!mmra metadata attached to unexpected instruction kind",
      "!mmra metadata tuple operand is not an MMRA tag",
      "Elementtype attribute can only be applied for indirect constraints",
      "Label constraints can only be used with callbr",
      "Number of label constraints does not match number of callbr dests",
      "masked_load: alignment must be a power of 2",
      "masked_gather: alignment must be 0 or a power of 2",
    ]);
  });
  it("are refused if operands, globals or attributes do not fit", () => {
    const refused = problemsOf(fixture("misused-operands"), "19");
    assert.deepEqual(refused.toSorted(), MISUSED_OPERANDS);
  });
  it("are refused by releases up to 14 if a relocation is of an undefined token", () => {
    const untied = ["14", "15"].map(
      (release) =>
        problemsOf(fixture("misused-operands"), release).filter((message) => /relocate/.test(message)).length,
    );
    assert.deepEqual(untied, [2, 1]);
  });
  it("are refused by later releases if they call kernels, or promise other than an alloca", () => {
    const later = ["calling convention does not permit calls", "promise argument must refer to an alloca"];
    const found = ["19", "21", "23"].map((release) => {
      const refused = problemsOf(fixture("misused-operands"), release);
      return later.map((message) => refused.includes(message));
    });
    assert.deepEqual(found, [
      [false, false],
      [true, false],
      [true, true],
    ]);
  });
  it("are refused if a constructor is elsewhere than functions, or no return follows a deoptimization", () => {
    const [type, unreturned] = ["wrong type for intrinsic global variable", MISUSED_CALLS[0]];
    assert.deepEqual(problemsOf(fixture("misused-calls"), "18"), [type, unreturned, ...MISUSED_CALLS, ...INFO]);
    // Debug info is no call any more.
    assert.deepEqual(problemsOf(fixture("misused-calls"), "19"), [type, ...MISUSED_CALLS, ...INFO]);
  });
  it("are refused since LLVM 23 if a coroutine is split that has no function", () => {
    const unsplit = "cannot run CoroSplit before CoroEarly";
    const found = problemsOf(fixture("misused-calls"), "23").filter((message) => /coro/i.test(message));
    const elsewhere = "coro argument must refer to a function";
    assert.deepEqual(found, [unsplit, elsewhere, unsplit, unsplit, unsplit]);
  });
  it("are refused since LLVM 22 if an alignment cannot become an attribute", () => {
    const refused = problemsOf(fixture("misused"), "23").filter((message) => /alignment/.test(message));
    assert.deepEqual(refused, ["Invalid zero alignment argument", "Invalid alignment argument"]);
  });
  it("are refused without debug info if a pointee type is stated nowhere", () => {
    assert.deepEqual(problemsOf(fixture("unstated"), "21").toSorted(), [
      "Missing element type for elementtype upgrade",
      "Missing element type for inline asm upgrade",
      "Missing param element type for x86_intrcc upgrade",
    ]);
  });
});

describe("convergence that is controlled", () => {
  it("is refused where tokens do not fit, since LLVM 18", () => {
    const bundle = "'convergencectrl' requires exactly one token";
    const misplaced = "Misplaced convergence control";
    assert.deepEqual(problemsOf(fixture("convergence"), "23"), [
      ...Array<string>(2).fill(bundle),
      ...Array<string>(5).fill(misplaced),
      "Cannot mix controlled and uncontrolled convergence",
    ]);
    assert.deepEqual(problemsOf(fixture("convergence"), "17"), []);
  });
});

describe("dominance of blocks", () => {
  // 0 leads to 1 and 2, which meet in 3; 3 leads back to 1 and on to 4; 5 cannot be reached and leads to 4.
  const dominance = new Dominance([[1, 2], [3], [3], [1, 4], [], [4]]);
  it("holds for the only ways to a block", () => {
    assert.ok(dominance.dominates(0, 4));
    assert.ok(dominance.dominates(3, 4));
    assert.ok(dominance.dominates(3, 3));
  });
  it("does not hold for one of two ways", () => {
    assert.ok(!dominance.dominates(1, 3));
    assert.ok(!dominance.dominates(3, 1));
  });
  it("holds for a block that cannot be reached, but not for what it leads to", () => {
    assert.ok(dominance.dominates(1, 5));
    assert.ok(!dominance.dominates(5, 4));
    assert.ok(!dominance.isReachable(5));
  });
});
