/** Constants within constants: what is printed of them takes little memory before it is written. */
import assert from "node:assert/strict";
import type { Sink } from "../../../extension/document/sink";
import { TokenSink } from "../../../extension/document/sink";
import { pieceText } from "../../../extension/document/byteText";
import { Nesting } from "../../../extension/formats/llvm/print/nesting";
import { doubledConstants, doubledStructs } from "../../support/hostile/llvm";
import { opened } from "../../support/tiling";

interface Numbered {
  readonly number: number;
}
/** Notes the calls that it gets. */
class Calls implements Sink {
  readonly calls: (readonly unknown[])[] = [];
  put(...call: Parameters<Sink["put"]>): void {
    this.calls.push(["put", ...call]);
  }
  name(...call: Parameters<Sink["name"]>): void {
    this.calls.push(["name", ...call.filter((part) => part !== undefined)]);
  }
  operand(index: number | undefined): void {
    this.calls.push(["operand", index]);
  }
  at(bit: number | undefined): void {
    this.calls.push(["at", bit]);
  }
}

describe("what is nested in itself", () => {
  it("is written as it is printed, also where each node has the next one twice", () => {
    const enough = new Error("enough");
    let [printed, written] = [0, 0];
    const sink = new (class extends TokenSink {
      override put(): void {
        if (++written === 1000) throw enough;
      }
    })();
    const nesting = new Nesting<Numbered>();
    const print = (into: Sink, { number }: Numbered): void => {
      printed++;
      into.put("text", String(number));
      for (let twice = 0; twice < 2 && number < 85; twice++) nesting.print(into, { number: number + 1 }, print);
    };
    assert.throws(() => nesting.print(sink, { number: 0 }, print), enough);
    assert.ok(printed < 2000, `${printed} nodes were printed for 1000 words`);
  });

  it("keeps its order and its depth at any level, whatever is written", () => {
    const [levels, written, expected] = [200, new Calls(), new Calls()];
    const nesting = new Nesting<Numbered>();
    /** Writes a node with two inside it, of which the second has none; `inner` prints these. */
    const node = (into: Sink, number: number, depth: number, inner: (number: number) => void): void => {
      into.operand(number);
      into.put("keyword", `${depth}(`);
      into.name("local", `%${number}`, `s${number}`, true);
      if (number < levels) {
        inner(number + 1);
        into.put("punctuation", ", ");
        inner(levels);
        into.at(number);
        into.name("local", `%${number}`, `s${number}`);
      }
      into.operand(undefined);
      into.put("punctuation", ")");
    };
    const nested = (into: Sink, { number }: Numbered): void => {
      node(into, number, nesting.depth, (next) => {
        nesting.print(into, { number: next }, nested);
      });
    };
    const recursive = (number: number, depth: number): void => {
      node(expected, number, depth, (next) => {
        recursive(next, depth + 1);
      });
    };
    for (let times = 0; times < 2; times++) {
      nesting.print(written, { number: 0 }, nested);
      recursive(0, 1);
    }
    assert.deepEqual(written.calls, expected.calls);
    assert.equal(nesting.depth, 0);
  });

  it("is cut where a circle leads deeper than there are constants", () => {
    const constants = 300;
    const document = opened(doubledConstants(constants, true));
    let [depth, deepest] = [0, 0];
    for (const piece of document.text({ fileName: "x" }))
      for (const character of pieceText(piece)) {
        depth += character === "(" ? 1 : character === ")" ? -1 : 0;
        deepest = Math.max(deepest, depth);
      }
    assert.ok(deepest > constants / 2 && deepest <= constants + 2, `${deepest} deep`);
    assert.match(document.problems()[0]?.message ?? "", /nested too deep/);
  });

  it("is cut where one line would take more memory than lines may", () => {
    const bytes = doubledStructs(20_000);
    const document = opened(bytes);
    let [line, longest] = [0, 0];
    for (const piece of document.text({ fileName: "x" }))
      for (const [index, { length }] of pieceText(piece).split("\n").entries()) {
        line = index === 0 ? line + length : length;
        longest = Math.max(longest, line);
      }
    assert.ok(longest > 2 ** 20 && longest < 4 * 2 ** 20 + 10 * bytes.length, `${longest} characters`);
    assert.match(document.problems()[0]?.message ?? "", /to be printed whole/);
  });
});
