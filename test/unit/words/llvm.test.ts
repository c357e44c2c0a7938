/** The meanings of words: every word that the printers know has one, and a token is explained word by word. */
import * as assert from "node:assert/strict";
import type { Token, TokenKind } from "../../../extension/document/token";
import { kindName } from "../../../extension/formats/llvm/attributes/kinds";
import { FIXED_KINDS } from "../../../extension/formats/llvm/codes";
import { RELEASES } from "../../../extension/formats/llvm/ir/releases";
import { CLASSES } from "../../../extension/formats/llvm/metadata/classes";
import {
  binaryName,
  castName,
  ORDERINGS,
  predicateName,
  RMW_OPERATIONS,
} from "../../../extension/formats/llvm/operations";
import { conventionText } from "../../../extension/formats/llvm/print/conventions";
import { operationsOf } from "../../../extension/formats/llvm1/model/opcodes";
import { explainLlvm } from "../../../extension/formats/words/llvm";

/** LLVM 22 has these first kinds of metadata; what some later ones mean is not written down anywhere yet. */
const KINDS_OF_22 = 47;

/** The tokens of a line: each with a letter for its kind in front, separated by bars: `k icmp|k ult`. */
function lineOf(text: string): readonly Token[] {
  const kinds: Readonly<Record<string, TokenKind>> = {
    a: "attribute",
    c: "comment",
    g: "global",
    k: "keyword",
    m: "metadata",
    n: "number",
    s: "string",
    t: "type",
  };
  return text.split("|").map((one) => ({ kind: kinds[one.charAt(0)] ?? "text", text: one.slice(2) }));
}
/** What the last token of a line means: `word: meaning` of each word. */
function meanings(text: string): readonly string[] {
  const line = lineOf(text);
  const last = line[line.length - 1] as Token;
  return explainLlvm(last, line).map(({ word, meaning }) => `${word}: ${meaning}`);
}
/** The words that are not explained as the last token of a line. */
function unexplained(words: readonly (string | undefined)[], line: (word: string) => string): readonly string[] {
  return words.filter((word) => word !== undefined).filter((word) => meanings(line(word)).length === 0);
}
const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, code) => code);

describe("the meanings of words", () => {
  it("has every attribute", () => {
    assert.deepEqual(
      unexplained(upTo(200).map(kindName), (name) => `a  ${name}`),
      [],
    );
  });
  it("has every operation, predicate, ordering and calling convention", () => {
    const codes = upTo(64);
    const operations = codes.flatMap((code) => [binaryName(code, true), binaryName(code, false), castName(code)]);
    assert.deepEqual(
      unexplained(operations, (name) => `k ${name}`),
      [],
    );
    assert.deepEqual(
      unexplained(upTo(16).map(predicateName), (name) => `k fcmp|k ${name}`),
      [],
    );
    assert.deepEqual(
      unexplained(upTo(64).slice(32).map(predicateName), (name) => `k icmp|k ${name}`),
      [],
    );
    assert.deepEqual(
      unexplained(RMW_OPERATIONS, (name) => `k atomicrmw|k ${name}`),
      [],
    );
    assert.deepEqual(
      unexplained(ORDERINGS.slice(1), (name) => `k ${name}`),
      [],
    );
    const conventions = upTo(256).flatMap((code) => RELEASES.map((release) => conventionText(code, release).trim()));
    const named = conventions.filter((name) => name !== "" && !/^cc\d/.test(name));
    assert.deepEqual(
      unexplained(named, (name) => `k ${name}`),
      [],
    );
  });
  it("has every class of node and every kind of attached metadata that all modules share", () => {
    const names = CLASSES.map(({ name }) => name);
    assert.deepEqual(
      unexplained(names, (name) => `m !${name}(`),
      [],
    );
    assert.deepEqual(
      unexplained(FIXED_KINDS.slice(0, KINDS_OF_22), (name) => `m , !${name} `),
      [],
    );
  });
  it("has every instruction of LLVM 1.x", () => {
    const operations = [0, 1, 5, 6].flatMap((version) => [...operationsOf(version)]);
    assert.deepEqual(
      unexplained(operations, (name) => `k ${name}`),
      [],
    );
  });
});

describe("the explanation of a token", () => {
  it("is that of each word, with its arguments if they have a meaning of their own", () => {
    const words = meanings(
      'a noundef sret(%"struct.nonnull") memory(argmem: read) captures(some) "frame-pointer"="all"',
    ).map((text) => text.replace(/: .*/, ""));
    assert.deepEqual(words, ["noundef", "sret", "memory(argmem", "captures", "frame-pointer"]);
  });
  it("of the comment above a function is that of its attributes", () => {
    assert.match(meanings("c ; Function Attrs: nounwind cold")[1] ?? "", /^cold: called rarely/);
    assert.deepEqual(meanings("c ; preds = %cold"), []);
  });
  it("depends on the instruction", () => {
    assert.deepEqual(meanings("k fcmp|k ult"), ["ult: unordered (one is NaN) or less than"]);
    assert.deepEqual(meanings("k icmp|k ult"), ["ult: unsigned: less than"]);
    assert.match(meanings("k cmpxchg|k weak")[0] ?? "", /may fail/);
    assert.match(meanings("g @x|k = weak global")[0] ?? "", /another definition/);
  });
  it("finds an intrinsic by the longest part of its name", () => {
    assert.match(meanings("g @llvm.memcpy.p0.p0.i64")[0] ?? "", /^llvm\.memcpy: copies memory/);
    assert.match(meanings("g @llvm.vector.reduce.add.v4i32")[0] ?? "", /^llvm\.vector\.reduce\.add: the sum/);
    assert.deepEqual(meanings("g @llvm.unheard.of"), []);
    assert.deepEqual(meanings("g @memcpy"), []);
  });
  it("tells the parts of a data layout", () => {
    const text = '"e-m:e-p270:32:32-p:64:64:64:32-i64:64-i128:0:128-f80:128-n8:16:32:64-S128-A5-Fn32-ni:7-x9"';
    assert.deepEqual(meanings(`k target datalayout = |s ${text}`), [
      "e: little-endian: the lowest byte comes first",
      "m:e: symbols are spelled as in ELF",
      "p270:32:32: pointers of address space 270: 32 bits, aligned to 32",
      "p:64:64:64:32: pointers: 64 bits, aligned to 64; offsets have 32 bits",
      "i64:64: integers of 64 bits, aligned to 64",
      "i128:0:128: integers of 128 bits, aligned preferably to 128",
      "f80:128: floating point of 80 bits, aligned to 128",
      "n8:16:32:64: the processor's own integers have 8, 16, 32 or 64 bits",
      "S128: the stack is aligned to 128 bits",
      "A5: stack slots are in address space 5",
      "Fn32: function pointers are aligned to 32 bits times the function's alignment",
      "ni:7: pointers of address space 7 are not integers",
    ]);
    assert.deepEqual(meanings(`s ${text}`), []);
  });
  it("takes no longer for hostile text", () => {
    assert.equal(meanings(`a ${"nounwind ((".repeat(300_000)}`).length, 1);
    assert.equal(meanings(`g @llvm${".memcpy".repeat(100_000)}`).length, 1);
    assert.equal(meanings(`k target datalayout = |s ${"p".repeat(100_000)}`).length, 0);
  });
});
