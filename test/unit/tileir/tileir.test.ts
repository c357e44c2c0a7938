import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Entry } from "../../../extension/document/section";
import { columnText } from "../../../extension/document/token";
import type { TileModule } from "../../../extension/formats/tileir/model";
import { parseFormat } from "../../../extension/formats/tileir/print/format";
import { Sources } from "../../../extension/formats/tileir/sources";
import { mutated, seeded } from "../../support/mutate";
import { int64, kernel, table, text, tileFile, varint } from "../../support/tileir";
import { assertTiles, listing, opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

type LinesEntry = Extract<Entry, { kind: "lines" }>;

/** Types of the sample, by their index. */
const [I32, F32, TILE_I32, TILE_4F32, TILE_I1, ENTRY] = [0, 1, 2, 3, 5, 6];
const TYPES = table(
  [[3], [7], [13, I32, 0], [13, F32, 1, ...int64(4)], [0], [13, 4, 0], [16, 2, TILE_I32, TILE_4F32, 0], [17]],
  4,
);
const FLOATS = [16, ...[1, 2, 3, 4.5].flatMap((f) => [...new Uint8Array(Float32Array.of(f).buffer)])];
const CONSTANTS = table([[4, 7, 0, 0, 0], FLOATS, [1, 1]], 8);
const STRINGS = table([text("scale"), text("factor"), text("x = %")], 4);

/** Values 0 and 1 are the arguments. */
const BODY = [
  ...[0x10, TILE_I32, 0], // %2 = constant 7
  ...[0x10, TILE_4F32, 1], // %3 = constant [1, 2, 3, 4.5]
  ...[0x10, TILE_I1, 2], // %4 = constant true
  ...[0x02, TILE_4F32, 0, 0, 1, 3], // %5 = addf, no flags, nearest even
  ...[0x02, TILE_4F32, 1, 1, 5, 3], // %6 = addf flush_to_zero, towards zero
  ...[0x03, TILE_I32, 1, 0, 2], // %7 = addi no_signed_wrap
  ...[0x06, TILE_I32, 8, ...varint(16), 0, 7], // %8 = assume div_by<16>
  // if %4 { print_tko } else { yield }
  ...[0x32, 0, 4, 2],
  ...[1, 0, 2, ...[0x55, 1, 7, 0, 2, 1, 6], ...[0x6d, 0, 0]],
  ...[0],
  // for from 0 to 2 by 2, carrying %6
  ...[0x29, 1, TILE_4F32, 0, 4, 0, 2, 2, 6, 1],
  ...[1, 2, TILE_I32, TILE_4F32, 2, ...[0x02, TILE_4F32, 0, 0, 10, 10], ...[0x11, 0, 1, 11]],
  ...[0x5c, 0, 0],
];
const GLOBALS = [1, 1, TILE_4F32, 1, 16, 1, 1];
const HINTS = [11, 1, 1, 10, 1, 2, 1, I32, 4];

function file(minor = 3, body: readonly number[] = BODY): Uint8Array {
  return tileFile(minor, [
    [6, 1, minor >= 3 ? GLOBALS : GLOBALS.slice(0, 5)],
    [2, 8, [1, ...kernel(0, ENTRY, body)]],
    [4, 8, CONSTANTS],
    [5, 4, TYPES],
    ...(minor >= 3 ? [[7, 1, [1]] as const] : []),
    [1, 4, STRINGS],
  ]);
}
function printed(bytes: Uint8Array): string {
  return [...opened(bytes).text({ fileName: "x" })].join("");
}

const TEXT = `cuda_tile.module @kernels attributes {producer = "factor"} {
  global private  constant @factor alignment = 16 <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.500000e+00]> : tile<4xf32>
  entry @scale(%arg0: tile<i32>, %arg1: tile<4xf32>) {
    %cst_7_i32 = constant <i32: 7> : tile<i32>
    %cst_f32 = constant <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.500000e+00]> : tile<4xf32>
    %true = constant <i1: true> : tile<i1>
    %0 = addf %arg1, %cst_f32  : tile<4xf32>
    %1 = addf %0, %cst_f32 rounding<zero> flush_to_zero : tile<4xf32>
    %2 = addi %arg0, %cst_7_i32 overflow<no_signed_wrap> : tile<i32>
    %assume = assume div_by<16>, %2 : tile<i32>
    if %true {
      %3 = print_tko "x = %", %1 : tile<4xf32> -> token
    }
    %for = for %loopIdx in (%arg0 to %cst_7_i32, step %cst_7_i32) : tile<i32> iter_values(%iterArg0 = %1) -> (tile<4xf32>) {
      %3 = addf %iterArg0, %iterArg0  : tile<4xf32>
      continue %3 : tile<4xf32>
    }
    return
  }
}
`;

describe("CUDA Tile IR", () => {
  it("prints a module as cuda-tile-translate does", () => {
    assert.equal(printed(file()), TEXT);
  });
  it("leaves out what older versions do not have", () => {
    // Before 13.2 `for` has no flags and `print_tko` neither a token nor flags.
    const body = [...BODY];
    const loop = body.indexOf(0x29);
    body.splice(loop + 3, 1);
    const print = body.indexOf(0x55);
    body.splice(print, 7, 0x55, 0, 2, 1, 6);
    const old = printed(file(1, body));
    assert.match(old, /^cuda_tile\.module @kernels \{\n {2}global {2}@factor alignment = 16 </);
    assert.match(old, /%3 = print_tko "x = %", %1 : tile<4xf32> -> token\n/);
    assert.deepEqual(opened(file(1, body)).problems(), []);
  });
  it("prints the hints of an entry", () => {
    const bytes = tileFile(3, [
      [2, 8, [1, ...kernel(0, ENTRY, [0x5c, 0, 0], HINTS)]],
      [5, 4, TYPES],
      [1, 4, STRINGS],
    ]);
    assert.match(printed(bytes), /\) optimization_hints=<factor = \{x = % = 4\}> \{\n/);
  });
  it("owns every bit once, and understands all of them", () => {
    const { counts } = assertTiles(opened(file()));
    assert.equal(counts.undecoded, 0);
  });
  it("reads a function section without padding", () => {
    const sections = [
      [2, 8, [1, ...kernel(0, ENTRY, [0x5c, 0, 0])]],
      [5, 4, TYPES],
      [1, 4, STRINGS],
    ] as const;
    const document = opened(tileFile(3, sections, false));
    assert.equal(assertTiles(document).counts.undecoded, 0);
    assert.deepEqual(document.problems(), []);
  });
  it("lists the records, and outlines functions, globals, types and sections", () => {
    const document = opened(file());
    assert.equal(document.title, "CUDA Tile IR 13.3");
    assert.match(listing(document), /\|addf <2> +\| {4}%0 = addf %arg1, %cst_f32/);
    assert.match(listing(document), /\|type 3 +\|tile<4xf32>\n/);
    assert.deepEqual(
      topOf(document).map(({ name, detail }) => `${name} ${detail ?? ""}`),
      ["functions 1", "globals 1", "types 8", "sections 7"],
    );
    assert.deepEqual(
      [...document.symbols()].map(({ name, letter }) => `${letter} ${name}`),
      ["T scale", "R factor"],
    );
  });
  it("finds a value's definition, and shows what an operation is", () => {
    const document = opened(file());
    const place = document.locate("0/%1");
    assert.ok(place);
    const entry = document.entries(place.section, place.entry, 1, {}).entries[0]!;
    const card = document.hover(place, entry, { column: "assembly", line: 0, token: 1 });
    assert.equal(card?.title, "addf — opcode 0x2");
    assert.equal(card.symbol, "0/%1");
    assert.deepEqual(document.placeOf(entry.startBit), place);
    const lines = document.assembly?.({ fileName: "x" })?.entries(0, 0, 100, {}).entries ?? [];
    assert.equal(lines.length, 17);
  });
  it("lists a function once, in the section that it is in", () => {
    const functions = [2, 8, [1, ...kernel(0, 4, [0x5c, 0, 0])]] as const;
    const document = opened(
      tileFile(3, [
        [...functions],
        [...functions],
        [5, 4, table([[3], [7], [13, 0, 0], [13, 1, 1, ...int64(4)], [16, 1, 2, 0], [17]], 4)],
        [1, 4, table([text("f"), text("g")], 4)],
      ]),
    );
    const sectionsIn = (id: number): number[] =>
      document.entries(id, 0, 99, {}).entries.flatMap((e) => (e.kind === "section" ? [e.section] : []));
    const found = sectionsIn(0).flatMap((section) =>
      sectionsIn(section).map((id) => {
        assert.equal(document.section(id).parent, section);
        return id;
      }),
    );
    assert.ok(found.length > 0);
    assert.equal(new Set(found).size, found.length);
  });

  it("reports where it is cut or damaged, and shows what comes before", () => {
    const bytes = file();
    for (let length = 12; length < bytes.length; length++) {
      const document = opened(bytes.slice(0, length));
      listing(document);
      assertTiles(document);
      assert.ok(document.problems().length > 0, `cut at ${length}`);
    }
    const unknown = opened(file(3, [...BODY.slice(0, 9), 0x7f]));
    assert.match([...unknown.text({ fileName: "x" })].join(""), /%true = constant/);
    assert.match(unknown.problems()[0]?.message ?? "", /opcode 0x7f is not known/);
    assert.match(opened(tileFile(0, [])).problems()[0]?.message ?? "", /version 13\.0 is not known/);
    const newer = opened(tileFile(9, []));
    assert.match(newer.notices?.()[0]?.message ?? "", /newer Tile IR than 13\.5 \(version 13\.9\)/);
    assert.doesNotMatch(newer.problems()[0]?.message ?? "", /version/);
  });
  it("terminates and tiles for any bytes", () => {
    const bytes = file();
    for (let round = 0; round < 500; round++) {
      const document = opened(mutated(bytes, seeded(round)));
      listing(document);
      for (const piece of document.text({ fileName: "x" })) void piece;
      topOf(document).forEach(nodesIn);
      assertTiles(document);
    }
  });
  it("spells types that contain each other once, not once for each path", () => {
    const doubling = Array.from({ length: 60 }, (_unused, i) => [16, 2, i + 1, i + 1, 0]);
    const bytes = tileFile(3, [[5, 4, table([...doubling, [3]], 4)]]);
    listing(opened(bytes));
    assertTiles(opened(bytes));
  });
  it("finds the source of functions and operations, with the calls through which they were inlined", () => {
    const document = opened(new Uint8Array(readFileSync("test/fixtures/tileir/ops-13.5.tileirbc")));
    const assembly = document.assembly!({ fileName: "ops" })!;
    const { entries } = assembly.entries(0, 0, 100_000, {});
    const sourceOf = (text: RegExp, after = /^/) => {
      const textOf = (entry: number) => columnText((entries[entry] as LinesEntry).lines[0]!.assembly);
      const first = entries.findIndex((_entry, i) => after.test(textOf(i)));
      const entry = entries.findIndex((_entry, i) => i >= first && text.test(textOf(i)));
      const frames = assembly.sourceOf!({ section: 0, entry });
      return frames.map((frame) => `${frame.directory}/${frame.file}:${frame.line}:${frame.column} ${frame.function}`);
    };
    assert.deepEqual(sourceOf(/entry @tokens/), ["/src/kernels.py:10:1 make_tokens"]);
    assert.deepEqual(sourceOf(/make_token/, /entry @tokens/), ["/src/kernels.py:12:5 make_tokens"]);
    const inlined = ["/src/kernels.py:13:5 make_grid", "/src/kernels.py:20:7 make_grid"];
    assert.deepEqual(sourceOf(/get_tile_block_id/), inlined);
    assert.deepEqual(sourceOf(/return/, /entry @grid/), []);
    assert.deepEqual(sourceOf(/absf/), []);
    const bit = entries.find((_entry, i) =>
      /get_tile_block_id/.test(columnText((entries[i] as LinesEntry).lines[0]!.assembly)),
    )!;
    const answer = document.source!(bit.startBit);
    assert.equal(answer.kind === "frames" && answer.frames.length, 2);
    assert.deepEqual(document.source!(0), { kind: "none", why: "instruction" });
    assert.match(listing(document), /call site callee debug attribute 5, caller debug attribute 6\n/);
    assert.match(listing(document), /location scope debug attribute 4, file name "kernels\.py", line 13, column 5\n/);
  });
});

describe("the source of a damaged CUDA Tile IR file", () => {
  it("is followed through calls that lead to each other on any number of ways", () => {
    const place = { startByte: 0, endByte: 8 };
    const location = { kind: "location", values: new Map([["line", 7]]), ...place } as const;
    // Each call has the one before it as callee and as caller: 2^60 ways lead to the location.
    const calls = Array.from({ length: 60 }, (_, i) => {
      const values = new Map(["callee", "caller"].map((name) => [name, i + 1]));
      return { kind: "call site", values, ...place } as const;
    });
    const fun = { name: 0, type: 0, flags: 0, location: 1, hints: undefined, body: place, ...place };
    const debug = { starts: [0], locations: [61], entries: [location, ...calls] };
    const module: Pick<TileModule, "functions" | "debug"> = { functions: [fun], debug };
    const frames = new Sources(module as TileModule).framesAt(0);
    assert.ok(frames.length > 0 && frames.length < 256);
    assert.ok(frames.every(({ line }) => line === 7));
  });
});

describe("declarative assembly formats", () => {
  const shown = (format: string): string =>
    parseFormat(format)
      .map((step) => {
        if (step.kind === "literal") return (step.space ? " " : "") + step.text;
        if (step.kind === "variable") return `${step.space ? " " : ""}$${step.name}`;
        return "";
      })
      .join("");
  it("puts blanks as mlir-tblgen does", () => {
    assert.equal(shown("$lhs `,` $rhs attr-dict `:` $type"), " $lhs, $rhs : $type");
    assert.equal(shown("`dim` `` `=` `` $dim `[` $i `]` `->` $r"), " dim=$dim[$i] -> $r");
    assert.equal(shown("`overflow` `` $overflow"), " overflow$overflow");
  });
});
