import assert from "node:assert/strict";
import fc from "fast-check";
import { SharingTexts, Texts } from "../../../extension/kit/texts";

const long = "x".repeat(70_000);
/** Texts that begin alike, and some that are longer than a page of memory. */
const text = fc.oneof(
  fc
    .tuple(fc.constantFrom("", "!0 = !{", "define ", long), fc.string({ unit: "binary-ascii" }))
    .map((parts) => parts.join("")),
  fc.constant("\xff\x80\n"),
);
const texts = fc.array(text, { maxLength: 70 });

function kept(all: readonly string[]): Texts {
  const list = new Texts();
  for (const one of all) list.push(one);
  return list;
}

describe("texts kept as bytes", () => {
  it("are made again as they were, in any order", () => {
    fc.assert(
      fc.property(texts, (all) => {
        const list = kept(all);
        assert.equal(list.length, all.length);
        assert.deepEqual([...list], all);
        for (let at = all.length; at >= 0; at--) assert.equal(list.at(at), all[at]);
      }),
    );
  });

  it("take little where they begin alike", () => {
    const list = kept(Array.from({ length: 1000 }, (_, at) => " ".repeat(1000) + at));
    const { bytes } = list as unknown as { bytes: { length: number } };
    assert.ok(bytes.length < 80_000, String(bytes.length));
  });

  it("can be those of another list", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.tuple(fc.nat(), fc.boolean())), (all, picks) => {
        const list = new SharingTexts(kept(all));
        const expected: string[] = [];
        for (const [number, isShared] of picks) {
          const at = number % (all.length || 1);
          const one = all[at] ?? "";
          if (isShared && at < all.length) list.share(at);
          else list.push(one);
          expected.push(one);
        }
        assert.deepEqual([...list], expected);
        assert.equal(list.at(expected.length), undefined);
      }),
    );
  });
});
