/** Lines that have all been made. */
import assert from "node:assert/strict";
import type { Line } from "../../../extension/document/token";
import { MadeLines } from "../../../extension/kit/lines";

describe("the line that defines a symbol", () => {
  const COUNT = 10_000;
  let looked = 0;
  const lines = new MadeLines(
    Array.from({ length: COUNT }, (_, index): Line => {
      const token = { text: `%${index}`, kind: "local", symbol: `%${index}`, definition: index % 2 === 0 } as const;
      return {
        kind: "code",
        record: [],
        get assembly() {
          looked++;
          return [token];
        },
      } as unknown as Line;
    }),
    0,
  );

  it("is found from a line near it on, in both directions", () => {
    looked = 0;
    assert.equal(lines.definition("%5000", 5003), 5000);
    assert.equal(lines.definition("%5000", 4998), 5000);
    assert.ok(looked < 20, `${looked} lines`);
  });
  it("is found from anywhere", () => {
    for (const near of [undefined, 0, 1, COUNT / 2, COUNT - 1])
      for (const line of [0, 2, COUNT - 2]) assert.equal(lines.definition(`%${line}`, near), line);
    assert.equal(lines.definition("%1", 1), undefined);
  });
});
