/** Constants within constants: what is printed of them takes no memory before it is written. */
import assert from "node:assert/strict";
import { TokenSink } from "../../../extension/document/sink";
import { pieceText } from "../../../extension/document/byteText";
import { Nesting } from "../../../extension/formats/llvm/print/nesting";
import { doubledConstants, doubledStructs } from "../../support/hostile/llvm";
import { opened } from "../../support/tiling";

describe("what is nested in itself", () => {
  it("is written as it is printed, also where each node has the next one twice", () => {
    const enough = new Error("enough");
    let [printed, written] = [0, 0];
    const sink = new (class extends TokenSink {
      override put(): void {
        if (++written === 1000) throw enough;
      }
    })();
    const nesting = new Nesting<number>();
    const print = (into: TokenSink | Parameters<typeof nesting.print>[0], node: number): void => {
      printed++;
      into.put("text", String(node));
      for (let twice = 0; twice < 2 && node < 85; twice++) nesting.print(into, node + 1, print);
    };
    assert.throws(() => nesting.print(sink, 0, print), enough);
    assert.ok(printed < 2000, `${printed} nodes were printed for 1000 words`);
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
