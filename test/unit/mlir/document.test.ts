/** A module written by mlir-opt 16, 19 and 22: text, listing, elements, names. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import type { Entry, Place, SectionId } from "../../../extension/document/section";
import type { Line, Token } from "../../../extension/document/token";
import { mlirModule, varint } from "../../support/mlirWriter";
import { assertTiles, listing, opened } from "../../support/tiling";
import { allSteps } from "../../../extension/kit/steps";
import { positionedListing } from "../../../extension/session/rows/listing";
import { nodesIn, topOf } from "../../support/outline";

const folder = "test/fixtures/mlir";
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(`${folder}/${name}`));
const sampler = (): IrDocument => opened(read("sampler-22-v6.mlirbc"));

function text(document: IrDocument, locations: boolean): string {
  return [...document.text({ fileName: "<stdin>", locations })].map(pieceText).join("");
}

/** Every entry with its place, depth first. */
function* entries(document: IrDocument, ids: readonly SectionId[] = document.roots()): Generator<[Place, Entry]> {
  for (const section of ids)
    for (let from = 0, end = false; !end;) {
      const page = document.entries(section, from, 7, {});
      for (const [i, entry] of page.entries.entries()) {
        if (entry.kind === "section") yield* entries(document, [entry.section]);
        else yield [{ section, entry: from + i }, entry];
      }
      from += page.entries.length;
      end = page.end;
    }
}

interface Found {
  readonly place: Place;
  readonly entry: Entry & { kind: "lines" };
  readonly line: Line;
  readonly token: Token;
  readonly index: number;
}

/** The first assembly token with this text in a row that contains `within`. */
function find(document: IrDocument, within: string, wanted: string): Found {
  for (const [place, entry] of entries(document)) {
    if (entry.kind !== "lines") continue;
    const line = entry.lines[0];
    const assembly = line?.assembly ?? [];
    if (
      !assembly
        .map((t) => t.text)
        .join("")
        .includes(within)
    )
      continue;
    const index = assembly.findIndex((t) => t.text === wanted);
    const token = assembly[index];
    if (line && token) return { place, entry, line, token, index };
  }
  throw new Error(`no ${wanted} in a row with ${within}`);
}

/** The assembly of a row's first line; empty for a section. */
const textOf = (entry: Entry | undefined): string =>
  entry?.kind === "lines" ? (entry.lines[0]?.assembly ?? []).map((t) => t.text).join("") : "";

const rowText = (document: IrDocument, place: Place | undefined): string => {
  assert.ok(place);
  return textOf(document.entries(place.section, place.entry, 1, {}).entries[0]);
};

describe("MLIR bytecode", () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".mlirbc"))) {
    const golden = (ending: string): string => Buffer.from(read(file.replace(".mlirbc", ending))).toString("latin1");
    it(`prints ${file} as its own printer does`, () => {
      assert.equal(text(opened(read(file)), false), golden(".text"));
    });
    // Files made through Python bindings have no such text beside them (make.py).
    if (existsSync(`${folder}/${file.replace(".mlirbc", ".loc")}`)) {
      it(`prints ${file} with its locations`, () => {
        assert.equal(text(opened(read(file)), true), golden(".loc"));
      });
    }
    it(`explains every bit of ${file}`, () => {
      const { counts } = assertTiles(opened(read(file)));
      assert.equal(counts.undecoded, 0);
      assert.deepEqual(opened(read(file)).problems(), []);
    });
  }

  it("lists ops with the numbers of their isolated region and attributes in full", () => {
    const rows = listing(sampler());
    assert.match(
      rows,
      /\|op \d+ mask=\d+ loc=#\d+ props=\d+ results=\[!0, !\d+\] operands=\[11\]\| {8}%7:2 = "func\.call"\(%6\) <\{callee = @scale\}>/,
    );
    assert.match(rows, /memref<4x8xf32, affine_map<\(d0, d1\) -> \(d1, d0\)>>/);
    assert.match(rows, /\^bb2\(%\d+: f32\): {2}\/\/ 2 preds: \^bb0, \^bb1/);
    assert.match(rows, /string \d+ size=\d+ +\| {2}"sampler"/);
    assert.doesNotMatch(rows, /undecoded/);
  });

  it("has no position for the module that it puts around an op, whose lines have theirs", () => {
    const assembly = opened(read("root-22-v6.mlirbc")).assembly?.({ fileName: "<stdin>" });
    assert.ok(assembly);
    const work = assembly.background?.();
    if (work) allSteps(work);
    const lines = [...positionedListing(assembly)].map(pieceText).join("").split("\n");
    assert.deepEqual(
      lines.slice(0, 5).map((line) => line.trimStart()),
      [
        `|"builtin.module"() ({`,
        `70:0|  %0:2 = "test.op"() ({`,
        `82:0|    %1 = "test.inner"() : () -> i32`,
        `87:0|    "test.use"(%1) : (i32) -> ()`,
        "|  }) : () -> (i32, i64)",
      ],
    );
  });
  it("finds the definition of a value, a block, a symbol, a type", () => {
    const document = sampler();
    const operand = find(document, '"func.return"(%', "%5").token;
    assert.match(rowText(document, document.locate(operand.symbol ?? "")), /\^bb2\(%5: f32\)/);
    const successor = find(document, '"cf.br"', "^bb2").token;
    assert.match(rowText(document, document.locate(successor.symbol ?? "")), /\^bb2\(%5: f32\)/);
    const predecessor = find(document, "2 preds", "^bb1").token;
    assert.match(rowText(document, document.locate(predecessor.symbol ?? "")), /^ *\^bb1: {2}\/\/ pred/);
    const callee = find(document, '"func.call"', "@scale").token;
    assert.match(rowText(document, document.locate(callee.symbol ?? "")), /"func.func".*sym_name = "scale"/);
    const definition = find(document, 'sym_name = "scale"', '"scale"').token;
    assert.equal(definition.definition, true);
    assert.equal(definition.symbol, callee.symbol);
    assert.match(rowText(document, document.locate("!0")), /^ {2}!0 = /);
    const name = find(document, '"cf.br"(', '"cf.br"').token;
    assert.equal(rowText(document, document.locate(name.symbol ?? "")), '  "cf.br"');
    const type = find(document, "%6 =", "f32").token;
    assert.equal(rowText(document, document.locate(type.symbol ?? "")), "  !0 = f32");
    const { record } = find(document, '"cf.cond_br"(', "^bb1").line;
    const properties = record.find(({ symbol }) => symbol?.startsWith("p"));
    assert.equal(
      rowText(document, document.locate(properties?.symbol ?? "")),
      '  "cf.cond_br" <{operandSegmentSizes = array<i32: 1, 0, 1>}>',
    );
    assert.equal(document.locate("!9999"), undefined);
  });

  it("searches the uses of a value and of a block only in their isolated region", () => {
    const document = sampler();
    const operand = find(document, '"func.return"(%', "%5").token;
    const scope = document.scope?.(operand.symbol ?? "");
    assert.equal(scope === undefined ? "" : document.section(scope).title, "func.func @sum");
    const successor = find(document, '"cf.br"', "^bb2").token;
    assert.equal(document.scope?.(successor.symbol ?? ""), scope);
    assert.equal(document.scope?.(find(document, '"func.call"', "@scale").token.symbol ?? ""), undefined);
  });

  it("finds the entry of every bit", () => {
    const document = sampler();
    for (let bit = 0; bit < document.bits; bit += 8) {
      const place = document.placeOf(bit);
      assert.ok(place, String(bit));
      const section = document.section(place.section);
      assert.ok(section.startBit <= bit && bit < Math.max(section.endBit, section.startBit + 8), String(bit));
    }
    const add = find(document, '"arith.addf"(', '"arith.addf"');
    assert.deepEqual(document.placeOf(add.entry.startBit), add.place);
    const name = find(document, '"arith.addf"', '"arith.addf"');
    assert.notDeepEqual(name.place, add.place);
    assert.deepEqual(document.placeOf(name.entry.startBit), name.place);
    assert.equal(document.placeOf(document.bits), undefined);
  });

  it("shows in a hover what a field is, and a value's name in the text", () => {
    const document = sampler();
    const { place, entry, token, index } = find(document, '"arith.addf"', "%7#0");
    const card = document.hover(place, entry, { column: "assembly", line: 0, token: index });
    assert.match(card?.title ?? "", /operand of arith\.addf/);
    assert.equal(card?.encoding, "PrefixVarInt");
    assert.equal(card?.symbol, token.symbol);
    const lines = new Map(card?.lines.map(({ label, text: t }) => [label, t]));
    assert.equal(lines.get("type"), "f32");
    assert.equal(lines.get("in text"), "%9#0");
    assert.equal(lines.get("means"), "%7#0 (value 12)");
    const whole = document.hover(place, entry, { column: "position", line: 0, token: 0 });
    assert.ok(whole?.lines.some(({ label }) => label === "location"));
  });

  it("shows the meaning of a later result, and of the name of several results", () => {
    const document = opened(new Uint8Array(readFileSync("samples/sampler.mlirbc")));
    const use = find(document, '"arith.sitofp"(', "%7#1");
    const card = document.hover(use.place, use.entry, { column: "assembly", line: 0, token: use.index });
    const lines = new Map(card?.lines.map(({ label, text: t }) => [label, t]));
    assert.deepEqual([lines.get("type"), lines.get("in text")], ["i32", "%23#1"]);
    const pack = find(document, "%7:2 =", "%7");
    const all = document.hover(pack.place, pack.entry, { column: "assembly", line: 0, token: pack.index });
    assert.deepEqual(
      all?.lines.filter(({ label }) => label === "type" || label === "in text").map(({ text: t }) => t),
      ["f32, i32", "%23:2"],
    );
  });

  it("shows an op's mask and properties in a hover", () => {
    const document = sampler();
    const { place, entry, line } = find(document, '"cf.cond_br"(', "^bb1");
    const at = (operand: number): Map<string, string> => {
      const index = line.record.findIndex((t) => t.operand === operand);
      const card = document.hover(place, entry, { column: "record", line: 0, token: index });
      return new Map(card?.lines.map(({ label, text: t }) => [label, t]));
    };
    assert.equal(at(1).get("means"), "operands, successors, properties");
    assert.equal(at(4).get("means"), "record 10: 01 0D 03 01 03");
    assert.equal(at(4).get("operandSegmentSizes"), "array<i32: 1, 0, 1>");
  });

  it("shows where a block is reached from", () => {
    const document = sampler();
    const rows = [...entries(document)].filter(([, entry]) => /^ *\^bb[12]/.test(textOf(entry)));
    const cards = rows.map(([place, entry]) => document.hover(place, entry, { column: "position", line: 0, token: 0 }));
    assert.deepEqual(
      cards.map((card) => [card?.title, card?.lines.at(-1)]),
      [
        ["^bb1", { label: "predecessors", text: "^bb0" }],
        ["^bb2", { label: "predecessors", text: "^bb0, ^bb1" }],
      ],
    );
  });

  it("has a card for sections and their rows", () => {
    const document = sampler();
    const head = document.placeOf(16 * 8)!;
    const [entry] = document.entries(head.section, 0, 1, {}).entries;
    const card = document.hover(head, entry!, { column: "position", line: 0, token: 0 });
    assert.equal(card?.title, "Dialect section");
    assert.deepEqual(
      card?.lines.map(({ label }) => label),
      ["section", "length", "entries"],
    );
    const row = find(document, "arith.addf", '"arith.addf"');
    const index = row.line.record.findIndex(({ operand }) => operand !== undefined);
    const cards = (["position", "record"] as const).map((column) => {
      const card = document.hover(row.place, row.entry, { column, line: 0, token: column === "record" ? index : 0 });
      return [card?.title, card?.container, card?.lines.map(({ label, text: t }) => `${label}: ${t}`)];
    });
    const [arrow, dash] = ["\u2192", "\u2014"].map((sign) => Buffer.from(sign).toString("latin1"));
    const name = "op name, is registered";
    assert.deepEqual(cards, [
      ['"arith.addf"', "Dialect section", [`${name}: 23 ${arrow} "addf"`]],
      [`23 ${dash} ${name} of "arith.addf"`, "Dialect section", ["raw: 23", 'means: "addf"']],
    ]);
  });

  it("previews a tensor whose data is in a resource", () => {
    const document = sampler();
    const { place, entry } = find(
      document,
      "dense_resource<weights> : tensor<4xf32>",
      "#" + /#(\d+) = dense_res/.exec(listing(document))![1]!,
    );
    const lines = document.hover(place, entry, { column: "assembly", line: 0, token: 0 })?.lines ?? [];
    assert.match(lines.find(({ label }) => label === "values")?.text ?? "", /^1\.000000e\+00, 2\.000000e\+00/);
    assert.equal(lines.find(({ label }) => label === "range")?.text, "1 to 4");
  });

  it("outlines ops by their nesting, and the tables", () => {
    const nodes = topOf(sampler());
    const module = nodes[0];
    assert.deepEqual([module?.kind, module?.name], ["module", "sampler"]);
    const children = nodesIn(module);
    assert.deepEqual(
      children.map(({ kind, name }) => [kind, name]),
      [
        ["declaration", "scale"],
        ["function", "sum"],
        ["module", "inner"],
      ],
    );
    const inSum = nodesIn(children[1]);
    assert.deepEqual(
      inSum.map(({ name }) => name),
      ["^bb0", "^bb1", "^bb2"],
    );
    assert.deepEqual(
      nodesIn(inSum[0]).map(({ name, children: inside }) => [name, inside]),
      [["scf.for", undefined]],
    );
    assert.ok(nodes.some(({ kind, name }) => kind === "group" && name === "resources"));
    const symbols = [...sampler().symbols()].map(({ name, letter }) => `${letter} ${name}`);
    assert.deepEqual(symbols, ["U scale", "T sum", "T table"]);
  });

  it("reports what an op's definition does not allow when its text is printed", () => {
    const document = opened(
      mlirModule({ ops: [["builtin", ["module"]]], ir: [...varint(2), ...varint(0), 0, ...varint(0)] }),
    );
    assert.equal(text(document, false), '"builtin.module"() : () -> ()\n\n');
    assert.deepEqual(
      document.problems().map(({ message }) => message),
      ["'builtin.module' op requires one region"],
    );
  });

  it("reports bodies of modules and functions that the release's verifier refuses", () => {
    // Types 0 i32, 1 (i32) -> (); attribute 1 the type 1, 2 "function_type", 3 {function_type = (i32) -> ()}.
    const region = (blocks: number, ...block: readonly (readonly number[])[]): number[] => [
      ...varint(2),
      ...varint(blocks),
      ...(blocks === 0 ? [] : varint(block.length)),
      ...block.flat(),
    ];
    const i32 = [...varint(0), ...varint(32 * 4)];
    const messages = (name: number, body: readonly number[], producer = "MLIR22.1.8"): readonly string[] => {
      const inner = [...varint(name), 0x11, ...varint(0), ...varint(3), ...body];
      const document = opened(
        mlirModule({
          version: 4,
          producer,
          strings: ["function_type"],
          attributes: [
            varint(15),
            [...varint(6), ...varint(1)],
            [...varint(2), ...varint(0)],
            [...varint(1), ...varint(1), ...varint(2), ...varint(1)],
          ],
          types: [i32, [...varint(2), ...varint(1), ...varint(0), ...varint(0)]],
          ops: [
            ["builtin", ["module"]],
            ["func", ["func"]],
            ["spirv", ["func"]],
          ],
          ir: [...varint(2), ...varint(0), 0x10, ...varint(0), ...region(1, [...varint(2), ...inner])],
        }),
      );
      text(document, false);
      return document.problems().map(({ message }) => message.replace(/^'func.func' op requires .*/, "no name"));
    };
    const argument = [...varint(1), ...varint(1), ...varint(0), 0];
    assert.deepEqual(messages(1, region(0)), [
      "no name",
      "'func.func' op symbol declaration cannot have public visibility",
    ]);
    assert.deepEqual(messages(1, region(1, varint(0))), [
      "empty block: expect at least a terminator",
      "no name",
      "'func.func' op entry block must have 1 arguments to match function signature",
    ]);
    assert.deepEqual(messages(1, region(1, argument)), ["empty block: expect at least a terminator", "no name"]);
    assert.deepEqual(messages(0, region(1, argument)), ["'builtin.module' op region should have no arguments"]);
    assert.deepEqual(messages(0, region(0)), [
      "'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks",
    ]);
    assert.deepEqual(messages(0, region(0), "MLIR22.0.0git"), []);
    const mismatch = "'spirv.func' op entry block must have 1 arguments to match function signature";
    assert.ok(messages(2, region(1, varint(0)), "MLIR21.1.8").includes(mismatch));
    assert.ok(!messages(2, region(1, varint(0)), "MLIR19.1.7").includes(mismatch), "19 does not check it");
  });

  it("dumps every table", () => {
    const dump = [...sampler().dump({ fileName: "-" })].map(pieceText).join("");
    for (const part of [
      /sections 8:/,
      / {2}434: IR \(4\) data 437 length 185 {2}; ops\n {4}444: IR \(4\) data 447 length 175 {2}; 1 region of builtin\.module\n/,
      / {2}131: AttrType \(2\) .*; 55 attributes, 13 types/,
      /string 0 "/,
      / {2}19: dialect 0 builtin/,
      /attribute 0 builtin/,
      /type 0 builtin/,
      /record 0 /,
      /weights blob/,
    ])
      assert.match(dump, part);
  });

  it("counts the size of sections, entries and ops", () => {
    const rows = allSteps(sampler().stats());
    const of = (block: string, record?: string): readonly number[] => {
      const row = rows.find((r) => r.block === block && r.record === record);
      return row ? [row.count, row.bits] : [];
    };
    const outer = rows.filter(({ record }) => record === undefined);
    assert.equal(
      outer.reduce((sum, { bits }) => sum + bits, 0),
      sampler().bits,
    );
    assert.deepEqual(of("AttrType", "types of builtin"), [13, 45 * 8]);
    assert.deepEqual(of("IR", "func.func"), [3, 15 * 8]);
    assert.deepEqual(of("Resource", "blob"), [1, 20 * 8]);
  });

  it("shows everything around a damaged function", () => {
    const bytes = read("sampler-22-v6.mlirbc");
    const row = find(sampler(), '"arith.addf"(', '"arith.addf"').entry;
    // An op name that does not exist.
    bytes[row.startBit / 8] = 0x7f;
    const document = opened(bytes);
    const rows = listing(document);
    assert.match(rows, /; undecoded \d+ bits: invalid operation name index: 63/);
    assert.match(rows, /sym_name = "inner"/);
    assert.match(text(opened(bytes), false), /sym_name = "inner"/);
    assert.deepEqual(
      document.problems().map(({ startBit, message }) => [startBit, message]),
      [[row.startBit, "invalid operation name index: 63"]],
    );
    assertTiles(document);
  });

  it("shows a custom encoding of an unknown dialect as bytes, and continues", () => {
    const bytes = read("sampler-22-v6.mlirbc");
    const name = Buffer.from(bytes).indexOf("builtin\0");
    bytes.set(Buffer.from("bu1ltin"), name);
    const document = opened(bytes);
    listing(document);
    const { counts } = assertTiles(document);
    assert.ok(counts.opaque > 0);
  });
});

describe("the facts of an MLIR file", () => {
  it("name the tables of its own dialects, and no others", () => {
    const fact = (name: string): string | undefined =>
      opened(read(name))
        .facts?.()
        .find(({ label }) => label === "op definitions")?.value;
    assert.equal(fact("sampler-22-v6.mlirbc"), "MLIR 22");
    assert.equal(fact("sampler-19-v3.mlirbc"), "MLIR 19");
  });
});

describe("an op of MLIR bytecode", () => {
  it("may have a location of a dialect whose encoding is not known, and must have one if it is known", () => {
    const messages = (dialect: string): readonly string[] => {
      const bytes = Buffer.from(read("coreai-1.0.mlirbc"));
      bytes.write(dialect, bytes.indexOf("aicode\0"));
      const document = opened(new Uint8Array(bytes));
      text(document, false);
      return document.problems().map(({ message }) => message);
    };
    assert.deepEqual(messages("aicode"), []);
    assert.deepEqual(messages("mycode"), []);
  });
  const position = (file: number): number[] => [...varint(11), ...varint(file), ...varint(7), ...varint(8)];
  const named = [...varint(14), ...varint(0), ...varint(3)];
  it("whose attributes are no dictionary, or whose location is none, is reported though the text does not show it", () => {
    const refers = (location: number, index: number): readonly string[] => {
      const document = opened(
        mlirModule({
          strings: ["x"],
          ops: [
            ["builtin", ["module"]],
            ["foo", ["bar"]],
          ],
          // loc(unknown), "x", {x = "x"}, loc("x":7:8), the same with a location as file, a location called so, and one
          // whose file is an attribute of another dialect; a string that the file does not have, and a location called so.
          attributes: [
            varint(15),
            [...varint(2), ...varint(0)],
            [...varint(1), ...varint(1), ...varint(1), ...varint(1)],
            position(1),
            position(0),
            named,
            position(9),
            [...varint(2), ...varint(99)],
            [...varint(14), ...varint(7), ...varint(0)],
            "#foo.x",
          ],
          foreign: 1,
          ir: [...varint(2), ...varint(1), 0x01, ...varint(location), ...varint(index)],
        }),
      );
      text(document, false);
      return document.problems().map(({ message }) => message);
    };
    assert.deepEqual(refers(0, 2), []);
    assert.deepEqual(refers(3, 2), []);
    assert.deepEqual(refers(1, 2), ['expected attribute of type: mlir::LocationAttr, but got: "x"']);
    assert.match(refers(4, 2).join(), /expected mlir::StringAttr, but got: loc\(unknown\)/);
    assert.match(refers(5, 2).join(), /expected mlir::StringAttr, but got: loc\(unknown\)/);
    assert.deepEqual(refers(6, 2), ["expected mlir::StringAttr, but got: #foo.x"]);
    assert.deepEqual(refers(8, 2), ["invalid string index: 99"]);
    assert.deepEqual(refers(0, 1), ['expected attribute of type: mlir::DictionaryAttr, but got: "x"']);
  });
  it("that uses a value that nothing defines is reported, whatever version of MLIR wrote it", () => {
    for (const producer of ["MLIR22.1.8", "MLIR24.0.0git", "MLIR16.0.6"]) {
      const use = [...varint(1), 0x04, ...varint(0), ...varint(1), ...varint(0)];
      const ops = [
        ["builtin", ["module"]],
        ["foo", ["bar"]],
      ] as const;
      // A module whose region reserves a value that no op defines.
      const region = [...varint(2), ...varint(1), ...varint(1), ...varint(2), ...use];
      const ir = [...varint(2), ...varint(0), 0x10, ...varint(0), ...region];
      const document = opened(mlirModule({ version: 0, producer, ops, types: [varint(3)], ir }));
      text(document, false);
      const messages = document.problems().map(({ message }) => message);
      assert.deepEqual(messages, ["not all forward unresolved forward operand references"], producer);
    }
  });
  it("has no use-list orders before version 3, whatever its mask says, and an order of no value is not applied", () => {
    const problems = (version: number, ...orders: readonly number[]): readonly string[] => {
      const ops = [["builtin", ["module"]]] as const;
      // A module without regions, whose mask says that it has use-list orders.
      const document = opened(
        mlirModule({ version, ops, ir: [...varint(2), ...varint(0), 0x20, ...varint(0), ...orders] }),
      );
      text(document, false);
      return document.problems().map(({ message }) => message);
    };
    const region = ["'builtin.module' op requires one region"];
    assert.deepEqual(problems(2), region);
    // One number, 5, which is no order of one value.
    assert.deepEqual(problems(3, ...varint(2), ...varint(5)), region);
  });
});
