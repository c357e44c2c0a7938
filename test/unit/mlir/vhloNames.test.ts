/** What StableHLO's portable artifacts wrap: the names of functions in strings, the numbers of tensors. */
import assert from "node:assert/strict";
import type { SymbolId } from "../../../extension/document/token";
import { TextLines } from "../../../extension/formats/mlir/assembly/lines";
import { Marks } from "../../../extension/formats/mlir/text/marks";
import { allSteps } from "../../../extension/kit/steps";
import { PagedBytes } from "../../../extension/kit/pagedBytes";
import { briefHex } from "../../../extension/session/facts/hover";
import { bytes } from "../../support/mlirEntries";
import { mlirModule } from "../../support/mlirWriter";
import { opened } from "../../support/tiling";

/** Calls and a function, as mlir-opt prints them. */
const TEXT = `"builtin.module"() ({
  "vhlo.func_v1"() <{sym_name = #vhlo.string_v1<"main">}> ({
    %0 = "vhlo.call_v1"() <{callee = #vhlo.string_v1<"inputs">}> : () -> i1
    %1 = "vhlo.composite_v1"(%0) <{decomposition = #vhlo.string_v1<"in\\22puts">, name = #vhlo.string_v1<"inputs">}> : (i1) -> i1
  }) : () -> ()
  "vhlo.func_v1"() <{sym_name = #vhlo.string_v1<"inputs">}> ({
    "vhlo.custom_call_v1"() <{call_target_name = #vhlo.string_v1<"inputs">, called_computations = #vhlo.array_v1<[#vhlo.string_v1<"inputs">, #vhlo.string_v1<"other">]>, has_side_effect = #vhlo.bool_v1<false>}> : () -> ()
    "vhlo.custom_call_v1"() <{called_computations = #vhlo.array_v1<[]>, operand_layouts = #vhlo.array_v1<[#vhlo.string_v1<"inputs">]>}> : () -> ()
    "t.named"() <{sym_name = "own", "a name" = "inputs"}> : () -> ()
  }) : () -> ()
}) : () -> ()
`;

describe("VHLO's strings that name functions", () => {
  const text = new PagedBytes();
  text.piece(TEXT);
  const lines = allSteps(TextLines.of(text, { bytes: [], marks: new Marks(), frames: () => [] }, "v", new Set()));
  const symbols = (index: number): readonly (readonly [string, SymbolId, boolean])[] =>
    lines
      .line(index)
      .assembly.flatMap(({ text: name, symbol, definition = false, kind }) =>
        symbol !== undefined && kind === "global" ? [[name, symbol, definition] as const] : [],
      );

  it("lead from a call to the function", () => {
    assert.deepEqual(symbols(2), [['"inputs"', "@inputs", false]]);
    assert.deepEqual(symbols(5), [['"inputs"', "@inputs", true]]);
    assert.equal(lines.definition("@inputs"), 5);
    assert.deepEqual(symbols(3), [['"in\\22puts"', '@in"puts', false]]);
  });
  it("lead from a custom call to what it calls, in its order", () => {
    assert.deepEqual(symbols(6), [
      ['"inputs"', "@inputs", false],
      ['"other"', "@other", false],
    ]);
    assert.deepEqual(symbols(7), []);
    assert.deepEqual(symbols(8), [['"own"', "@own", true]]);
  });
  it("count as uses of it", () => {
    const told: (readonly [number, SymbolId, boolean])[] = [];
    for (let index = 0; index < lines.length; index++) {
      const name = (symbol: SymbolId, definition: boolean): void => void told.push([index, symbol, definition]);
      lines.tell(index, { locals: false, name, entry: () => undefined }, false);
    }
    assert.deepEqual(
      told.filter(([, symbol]) => symbol === "@inputs"),
      [
        [2, "@inputs", false],
        [5, "@inputs", true],
        [6, "@inputs", false],
      ],
    );
  });
});

describe("the card of a VHLO tensor", () => {
  it("has its first values, their range and their number", () => {
    const f32 = bytes().varint(4).bytes;
    const tensor = bytes().varint(20).signedList(3).varint(0).bytes;
    const values = [...new Uint8Array(new Float32Array([1, -2.5, 8]).buffer)];
    const document = opened(
      mlirModule({
        attributes: [
          bytes()
            .varints(15, 1)
            .blob(...values).bytes,
        ],
        types: [f32, tensor],
        ops: [["vhlo", ["constant_v1"]]],
      }),
    );
    const place = document.locate("#0");
    assert.ok(place);
    const [entry] = document.entries(place.section, place.entry, 1, {}).entries;
    assert.ok(entry);
    const card = document.hover(place, entry, { column: "position", line: 0, token: 0 });
    const facts = new Map(card?.lines.map(({ label, text: fact }) => [label, fact]));
    assert.equal(facts.get("values"), "1.000000e+00, -2.500000e+00, 8.000000e+00");
    assert.equal(facts.get("range"), "-2.5 to 8");
    assert.equal(facts.get("size"), "12 bytes, 3 elements");
  });
});
describe("a long hexadecimal number in a card", () => {
  it("is cut, so that the facts below it are in view", () => {
    const digits = "0123456789ABCDEF".repeat(8);
    assert.equal(briefHex(`dense<"0x${digits}"> : t`), `dense<"0x${digits.slice(0, 32)}…"> : t`);
    assert.equal(briefHex(`dense<"0x${digits}…`), `dense<"0x${digits.slice(0, 32)}…`);
    assert.equal(briefHex("0xH3C00 0xFFFFFFFFFFFFFFFF"), "0xH3C00 0xFFFFFFFFFFFFFFFF");
  });
});
