import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { DISTINCT_CODE } from "../../../extension/formats/mlir/attributes/builtin/decodeAttribute";
import { EntryWriter } from "../../../extension/formats/mlir/model/entryWriter";
import { HOSTILE } from "../../support/hostile";
import { mlirModule, varint } from "../../support/mlirWriter";
import { opened } from "../../support/tiling";

/** The longest piece of a text, in bytes: two chunks and what else an op prints. */
const LONGEST_PIECE = 1 << 18;
/** The longest text of a type that is made as a whole, in characters. */
const WHOLE = 5000;

/** The pieces of a file's text. */
function pieces(bytes: Uint8Array): readonly string[] {
  return Array.from(opened(bytes).text({ fileName: "-" }), pieceText);
}

describe("long texts of MLIR bytecode", () => {
  for (const kind of ["doubledAttributes", "doubledTypes", "functionTypes", "sharedType"])
    it(`are printed in pieces: ${kind}`, () => {
      const made = pieces(HOSTILE[`${kind}.mlirbc`]?.(3000) ?? new Uint8Array());
      const sizes = made.map(({ length }) => length);
      assert.ok(sizes.reduce((sum, size) => sum + size, 0) > 1 << 20);
      assert.ok(Math.max(...sizes) <= LONGEST_PIECE, `${Math.max(...sizes)} bytes`);
    });

  it("are not made as a whole for each of many types", () => {
    const count = 3000;
    let characters = 0;
    const counting = (make: (...args: never[]) => string | undefined) =>
      function (this: EntryWriter, ...args: never[]): string | undefined {
        const text = make.apply(this, args);
        characters += text?.length ?? 0;
        return text;
      };
    const prototype = EntryWriter.prototype as unknown as Record<string, (...args: never[]) => string | undefined>;
    const names = ["type", "short", "beginning"];
    const before = names.map((name) => [name, prototype[name]] as const);
    for (const [name, make] of before) if (make) prototype[name] = counting(make);
    try {
      assert.ok(pieces(HOSTILE["resultTypes.mlirbc"]?.(count) ?? new Uint8Array()).length > 0);
    } finally {
      for (const [name, make] of before) if (make) prototype[name] = make;
    }
    assert.ok(characters > count && characters < count * WHOLE, `${characters} characters`);
  });

  it("are printed after regions and in the labels of blocks", () => {
    const count = 3000;
    const long = [
      ...varint(2),
      ...varint(0),
      ...varint(count),
      ...Array.from({ length: count }, () => varint(0)).flat(),
    ];
    // An op with a result and a region of one block, whose argument has the long type too, with an op in it.
    const outer = [...varint(0), 0x12, ...varint(0), ...varint(1), ...varint(1), ...varint(1 * 2)];
    const block = [...varint(1), ...varint(1), ...varint(1 * 2 + 1), ...varint(1), ...varint(1), ...varint(0)];
    const inner = [...varint(0), 0x00, ...varint(0)];
    const ir = [...varint(2), ...outer, ...block, ...inner];
    const text = pieces(mlirModule({ version: 1, types: [[...varint(0), ...varint(128)], long], ir })).join("");
    const type = `() -> (${Array.from({ length: count }, () => "i32").join(", ")})`;
    assert.deepEqual(text.split(type), [
      '%0 = "builtin.module"() ({\n^bb0(%arg0: ',
      '):\n  "builtin.module"() : () -> ()\n}) : () -> (',
      ")\n\n",
    ]);
  });

  it("number distinct attributes in the order of the text", () => {
    const count = 3000;
    const [LOCATION, NAME, FIRST, SECOND, UNIT] = [0, 1, 2, 3, 7];
    const dictionary = (value: number): number[] => [...varint(1), ...varint(1), ...varint(NAME), ...varint(value)];
    const distinct = [...varint(DISTINCT_CODE), ...varint(UNIT)];
    const attributes = [
      [...varint(15)],
      [...varint(2), ...varint(0)],
      dictionary(4),
      dictionary(6),
      // An array with a long text, whose last element is distinct.
      [...varint(0), ...varint(count + 1), ...Array.from({ length: count }, () => varint(UNIT)).flat(), ...varint(5)],
      distinct,
      distinct,
      [...varint(7)],
    ];
    const op = (dictionary: number): number[] => [...varint(0), 0x01, ...varint(LOCATION), ...varint(dictionary)];
    const ir = [...varint(2 * 2), ...op(FIRST), ...op(SECOND)];
    const text = pieces(mlirModule({ version: 1, strings: ["x"], attributes, ir })).join("");
    assert.deepEqual(text.match(/distinct\[\d+\]/g), ["distinct[0]", "distinct[1]"]);
  });
});
