/** Names in the listing: symbols through their tables, entries of tables and back, and their cards. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IrDocument } from "../../../extension/document/document";
import type { Place, SectionId } from "../../../extension/document/section";
import type { Line, Token } from "../../../extension/document/token";
import { mlirModule, varint } from "../../support/mlirWriter";
import { opened } from "../../support/tiling";

interface Row {
  readonly place: Place;
  readonly line: Line;
  readonly startBit: number;
  readonly endBit: number;
}

/** Every row, depth first. */
function* rows(document: IrDocument, ids: readonly SectionId[] = document.roots()): Generator<Row> {
  for (const section of ids)
    for (let from = 0, end = false; !end;) {
      const page = document.entries(section, from, 50, {});
      for (const [i, entry] of page.entries.entries()) {
        if (entry.kind === "section") yield* rows(document, [entry.section]);
        else
          for (const line of entry.lines)
            yield { place: { section, entry: from + i }, line, startBit: entry.startBit, endBit: entry.endBit };
      }
      from += page.entries.length;
      end = page.end;
    }
}
const textOf = (tokens: readonly Token[]): string => tokens.map((t) => t.text).join("");

function row(document: IrDocument, pattern: RegExp): Row {
  for (const found of rows(document))
    if (pattern.test(`${textOf(found.line.record)}|${textOf(found.line.assembly)}`)) return found;
  throw new Error(`no row with ${String(pattern)}`);
}
function token(found: Row, text: string, column: "record" | "assembly" = "assembly"): Token {
  const token = found.line[column].find((t) => t.text === text);
  assert.ok(token, `${text} in ${textOf(found.line[column])}`);
  return token;
}
/** The assembly of the row where a token's symbol is defined. */
function definition(document: IrDocument, { symbol }: Token): string {
  const place = document.locate(symbol ?? "");
  assert.ok(place, String(symbol));
  for (const found of rows(document))
    if (found.place.section === place.section && found.place.entry === place.entry) return textOf(found.line.assembly);
  throw new Error("no such row");
}
function card(document: IrDocument, found: Row, text: string, column: "record" | "assembly"): Map<string, string> {
  const index = found.line[column].findIndex((t) => t.text === text);
  const [entry] = document.entries(found.place.section, found.place.entry, 1, {}).entries;
  assert.ok(entry && index >= 0);
  const hover = document.hover(found.place, entry, { column, line: 0, token: index });
  return new Map(hover?.lines.map(({ label, text: t }) => [label, t]));
}

// Strings, then attributes: 0 unknown location, 1 "a", 2 "b", 3 "sym_name", 4 "use", 5 @a, 6 @b, 7 @a::@b, 8.. dictionaries.
const nested = (): IrDocument => {
  const string = (index: number): number[] => [...varint(2), ...varint(index)];
  const dictionary = (...pairs: readonly (readonly [number, number])[]): number[] => [
    ...varint(1),
    ...varint(pairs.length),
    ...pairs.flatMap(([name, value]) => [...varint(name), ...varint(value)]),
  ];
  const attributes = [
    varint(15),
    string(0),
    string(1),
    string(2),
    string(3),
    [...varint(4), ...varint(1)],
    [...varint(4), ...varint(2)],
    [...varint(5), ...varint(1), ...varint(1), ...varint(6)],
    dictionary([3, 1]),
    dictionary([3, 2]),
    dictionary([4, 7]),
    dictionary([4, 6]),
  ];
  // op: name, mask, location 0, [attributes], [regions]; a region has one block without arguments.
  const op = (name: number, attribute: number, body?: readonly (readonly number[])[]): number[] => [
    ...varint(name),
    (attribute >= 0 ? 1 : 0) | (body ? 0x10 : 0),
    ...varint(0),
    ...(attribute >= 0 ? varint(attribute) : []),
    ...(body ? [...varint(2), ...varint(1), ...varint(0), ...varint(body.length * 2), ...body.flat()] : []),
  ];
  const module = 0;
  const other = 1;
  const ir = op(module, -1, [
    op(module, 8, [op(other, 9), op(other, 11)]),
    op(other, 9),
    op(other, 10),
    op(other, 11),
    op(other, -1, [op(other, 10)]),
  ]);
  return opened(
    mlirModule({
      strings: ["a", "b", "sym_name", "use"],
      attributes,
      ops: [
        ["builtin", ["module"]],
        ["x", ["op"]],
      ],
      ir: [...varint(2), ...ir],
    }),
  );
};

describe("names in MLIR's listing", () => {
  it("resolve each part of a nested reference in the table that the part before it opens", () => {
    const document = nested();
    const symbols = new Map<string, string[]>();
    for (const { line, place } of rows(document)) {
      for (const t of line.assembly)
        if (t.symbol?.startsWith("@"))
          symbols.set(t.symbol, [...(symbols.get(t.symbol) ?? []), `${place.section}${t.text}`]);
    }
    const use = row(document, /^op .*use = @a::@b/);
    const inner = token(use, "@b");
    assert.equal(definition(document, token(use, "@a")), '    "builtin.module"() <{sym_name = "a"}> ({');
    assert.match(definition(document, inner), /^ {6}"x\.op"\(\) \{sym_name = "b"\}/);
    // The same name in the outer table is another symbol, with its own uses.
    const outer = token(row(document, /^op 1 .*\| {4}"x\.op"\(\) \{use = @b\}/), "@b");
    assert.notEqual(outer.symbol, inner.symbol);
    assert.match(definition(document, outer), /^ {4}"x\.op"\(\) \{sym_name = "b"\}/);
    // In the inner module, @b is the inner one: definition, use, the nested use, and the use in an op without a table.
    assert.equal(symbols.get(inner.symbol ?? "")?.length, 4);
    assert.equal(symbols.get(outer.symbol ?? "")?.length, 2);
  });

  it("link an index in the bytes to its entry, from any row", () => {
    const document = nested();
    const op = row(document, /^op .*use = @a::@b/);
    assert.match(definition(document, token(op, "#10", "record")), /^ {2}#10 = \{use = @a::@b\}/);
    const entry = row(document, /^attr 10 /);
    assert.match(definition(document, token(entry, "#7", "record")), /^ {2}#7 = @a::@b/);
    const reference = row(document, /^attr 7 .*\[#1, #6\]/);
    assert.equal(definition(document, token(reference, "#6", "record")), "  #6 = @b");
    const string = row(document, /^attr 1 /);
    assert.equal(definition(document, token(string, "string 0", "record")), '  "a"');
    assert.equal(definition(document, token(op, "1", "record")), '  "x.op"');
    // And back: everything that refers to attribute 7.
    const uses = [...rows(document)].filter(({ line }) => line.record.some((t) => t.symbol === "#7" && !t.definition));
    assert.deepEqual(
      uses.map(({ line }) => textOf(line.assembly).trim()),
      ["#10 = {use = @a::@b}"],
    );
  });

  it("show the position and meaning of each field of an entry", () => {
    const document = nested();
    const entry = row(document, /^attr 7 /);
    const means = card(document, entry, "#6", "record");
    assert.equal(means.get("raw"), "6");
    assert.equal(means.get("means"), "attribute 6: @b");
    assert.deepEqual([...card(document, entry, "#7", "assembly").keys()].slice(0, 2), ["code", "root reference"]);
  });

  it("give every row of the dialect section its own bytes", () => {
    const document = nested();
    const section = document.roots().find((id) => document.section(id).title === "Dialect section") ?? -1;
    const own = [...rows(document, [section])].slice(1, -1);
    assert.deepEqual(
      own.map(({ line }) => textOf(line.assembly).trim()),
      ["dialect builtin", "dialect x", "builtin:", '"builtin.module"', "x:", '"x.op"'],
    );
    own.forEach(({ place, startBit, endBit, line }, i) => {
      assert.equal(line.positionBit, startBit);
      assert.ok(endBit > startBit && (i === 0 || startBit >= (own[i - 1]?.endBit ?? 0)));
      assert.deepEqual(document.placeOf(startBit), place);
    });
  });

  it("read a record as its op does, and link to its content", () => {
    const document = opened(new Uint8Array(readFileSync("test/fixtures/mlir/sampler-22-v6.mlirbc")));
    const record = row(document, /^props \d+ .*"func\.call" <\{callee = @scale\}>/);
    assert.equal(definition(document, token(record, "#1", "record")), "  #1 = @scale");
    const position = document.placeOf(record.startBit);
    assert.deepEqual(position, record.place);
  });

  it("show a tensor's type, size, values, range and hash", () => {
    const document = opened(new Uint8Array(readFileSync("test/fixtures/mlir/sampler-22-v6.mlirbc")));
    const entry = row(document, /^attr \d+ .*#\d+ = dense_resource<weights>/);
    const lines = card(document, entry, "resource 0", "record");
    assert.equal(lines.get("means"), "resource 0: weights");
    const whole = card(document, entry, entry.line.assembly.find((t) => t.definition)?.text ?? "", "assembly");
    assert.equal(whole.get("tensor"), "tensor<4xf32>");
    assert.equal(whole.get("size"), "16 bytes, 4 elements");
    assert.equal(whole.get("range"), "1 to 4");
    // CRC-32 of 00 00 80 3F 00 00 00 40 00 00 40 40 00 00 80 40, computed by Python's zlib.crc32.
    assert.equal(whole.get("crc32"), "8BA71454");
  });

  it("have a title though a dialect's name is empty", () => {
    const document = opened(mlirModule({ ops: [["", ["x"]]] }));
    const { place, ...entry } = row(document, /^dialect 0 /);
    const [from] = document.entries(place.section, place.entry, 1, {}).entries;
    assert.ok(from, `an entry at bit ${entry.startBit}`);
    assert.equal(document.hover(place, from, { column: "position", line: 0, token: 0 })?.title, "dialect 0 [string 0]");
  });
});
