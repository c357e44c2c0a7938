import assert from "node:assert/strict";
import type { IrDocument } from "../../../extension/document/document";
import type { Entry, Place } from "../../../extension/document/section";
import type { Line, Token } from "../../../extension/document/token";
import type { ByteWindow } from "../../../extension/document/window";
import { pieceText } from "../../../extension/document/byteText";
import { openDocument } from "../../../extension/formats/detect";
import { buildModule, wrapInZip } from "../../fixtures/iree/builder.mjs";
import { firstModule, lastEra, lastModule, lastSpec } from "../../fixtures/iree/modules.mjs";
import { assertTiles, listing, opened } from "../../support/tiling";
import { allSteps } from "../../../extension/kit/steps";
import { nodesIn, topOf } from "../../support/outline";

function entryAt(document: IrDocument, place: Place): Entry & { kind: "lines" } {
  const entry = document.entries(place.section, place.entry, 1, {}).entries[0];
  assert.ok(entry?.kind === "lines");
  return entry;
}

function assembly(document: IrDocument, place: Place | undefined): string {
  assert.ok(place);
  const line = entryAt(document, place).lines.at(-1);
  return (line?.assembly ?? []).map((t) => t.text).join("");
}

/** The text of an entry's assembly. */
const tokensText = (lines: readonly Line[]): string =>
  lines.map(({ assembly: tokens }) => tokens.map((t) => t.text).join("")).join("\n");

function tokenIn(document: IrDocument, place: Place, text: string): { token: Token; index: number } {
  const tokens = entryAt(document, place).lines.at(-1)?.assembly ?? [];
  const index = tokens.findIndex((t) => t.text === text);
  assert.ok(index >= 0, `${text} is not in ${tokens.map((t) => t.text).join("|")}`);
  return { token: tokens[index]!, index };
}

const last = lastModule();
const document = opened(last.bytes);
const placeOf = (mark: string): Place => {
  const place = document.placeOf(last.marks[mark]! * 8);
  assert.ok(place, mark);
  return place;
};

describe("the assembly of a module", () => {
  it("has the record of an export as its line's position, and leads to the function", () => {
    const assembly = document.assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const lines = assembly
      .entries(assembly.roots()[0] ?? 0, 0, 100, {})
      .entries.flatMap((entry) => (entry.kind === "lines" ? entry.lines : []));
    const line = lines.find(({ assembly: [first] }) => first?.text === "vm.export ");
    assert.ok(line);
    const [, name] = line.assembly;
    assert.ok(name?.symbol !== undefined && name.definition !== true);
    assert.ok(listing(document).includes(`${String((line.positionBit ?? 0) / 8)}:0|ExportFunctionDef`));
    const definition = assembly.locate(name.symbol);
    const target = definition && assembly.entries(definition.section, definition.entry, 1, {}).entries[0];
    assert.match(target?.kind === "lines" ? tokensText(target.lines) : "", new RegExp(`^vm\\.func @`));
  });

  it("folds long lists in its head into a row that counts them, and finds symbols inside", () => {
    const imports = Array.from({ length: 9 }, (_, i) => ({ full_name: `host.f${i}` }));
    const many = opened(buildModule({ ...lastSpec, imported_functions: imports }, lastEra).bytes);
    const text = [...many.text({ fileName: "-" })].map(pieceText).join("");
    const assembly = many.assembly?.({ fileName: "-" });
    assert.ok(assembly);
    const root = assembly.roots()[0] ?? 0;
    const sections = assembly
      .entries(root, 0, 100, {})
      .entries.flatMap((entry) => (entry.kind === "section" ? [assembly.section(entry.section)] : []));
    const list = sections.find(({ kind }) => kind === "imports");
    assert.ok(list?.foldedAtFirst);
    const { entries } = assembly.entries(list.id, 0, 100, {});
    const rows = entries.flatMap((entry) => (entry.kind === "lines" ? entry.lines : []));
    const said = rows.map(({ when, assembly: tokens }) => `${when ?? ""}|${tokens.map((t) => t.text).join("")}`);
    assert.equal(said[0], "folded|9 imports");
    assert.equal(said.filter((row) => row.includes("vm.import @host.f")).length, 9);
    for (const row of said.slice(1)) assert.ok(text.includes(`${row.replace(/^\w*\|/, "")}\n`), row);
    for (const [index, { positionBit }] of rows.slice(1).entries())
      assert.deepEqual(assembly.placeOf(positionBit ?? -1), { section: list.id, entry: index }, String(index));
    // What is between the items of a list is in its range, but code never becomes part of it.
    for (const { id, kind, startBit } of sections)
      if (kind === "function") assert.equal(assembly.placeOf(startBit)?.section, id);
  });
});

describe("the dump of a module", () => {
  it("prints the counts of registers as signed, as iree-dump-module does", () => {
    const spec = lastSpec({ functions: [{ code: ["entry:", ["return", []]], i32: 0x8005, ref: 2 }] });
    const { bytes } = buildModule(spec, lastEra);
    const text = [...opened(bytes).dump({ fileName: "-" })].map(pieceText).join("");
    assert.match(text, /\| -32763 \| +2 \|/);
  });
  it("reads a calling convention up to a zero byte, as iree-dump-module does", () => {
    const imports = [{ full_name: "host.f", signature: { calling_convention: "0i_r\0i" } }];
    const { bytes } = buildModule({ ...lastSpec, imported_functions: imports }, lastEra);
    const text = [...opened(bytes).dump({ fileName: "-" })].map(pieceText).join("");
    assert.match(text, /host\.f\(i32\) -> \(!vm\.ref<\?>\)\n/);
  });
});

describe("the text of a module", () => {
  it("numbers a register in the bank that the op takes, as iree-dump-module does", () => {
    const body = { code: ["entry:", ["add.i32", "%R2", "%i0", "%i1"], ["return", []]], i32: 2, ref: 0 } as const;
    const { bytes } = buildModule(lastSpec({ functions: [body] }), lastEra);
    const text = [...opened(bytes).text({ fileName: "-" })].map(pieceText).join("");
    assert.match(text, /%i1 = vm\.add\.i32 %i16386, %i0\n/);
  });
});

describe("the listing of a module", () => {
  it("shows each item at its position in the file", () => {
    const text = listing(document);
    assert.match(text, /^ +0:0\|.*vm\.module @last version 3 {2}\/\/ schema S27 .* opcode table T35/m);
    assert.match(text, /\|FunctionDescriptor bytecode_offset=0 bytecode_length=62 .*\| {2}function 0: @sum\n/);
    assert.match(text, /\|0D value=10 result=1 +\| {2}%i1 = vm\.const\.i32 10/);
    assert.match(text, /\|E0 0A lhs=2 rhs=6 result=6 +\| {2}%i6 = vm\.add\.f32 %i2, %i6/);
    assert.match(
      text,
      /vm\.rodata\[3\] = 104 bytes {2}; HAL executable HIP1 \(HIP\), entry points matmul_f32, conv_2d_x/,
    );
  });
  it("shows source locations from the debug database", () => {
    const place = placeOf("code[0][1]");
    assert.match(assembly(document, place), /\/\/ "loop"\(model\.mlir:4:3\)$/);
  });
  it("labels the blocks of code without markers", () => {
    const text = listing(opened(firstModule().bytes));
    assert.match(text, /\|\^bb1:\n +\d+:0\|22 lhs=3 rhs=1 result=4 +\| {2}%i4 = vm\.add\.i32 %i3, %i1/);
  });
  it("finds the entry of a bit, and the bit of an entry", () => {
    for (const mark of ["code[1][3]", "types[2]", "rodata[2]", "imported_functions[0]"]) {
      const entry = entryAt(document, placeOf(mark));
      assert.equal(entry.startBit, last.marks[mark]! * 8, mark);
    }
  });
  it("links a call to the function, the import, the rodata, the type, the block, the register", () => {
    const to = (mark: string, text: string): string => {
      const { token } = tokenIn(document, placeOf(mark), text);
      return assembly(document, document.locate(token.symbol!));
    };
    assert.match(to("code[1][7]", "@last.sum"), /^vm\.func @sum/);
    assert.match(to("code[1][3]", "@hal.allocate"), /^vm\.import @hal\.allocate/);
    assert.match(to("code[1][1]", "4"), /^vm\.rodata\[4\] = 13 bytes {2}; "rocm-hsaco-fb"/);
    assert.match(to("code[1][4]", "!hal.buffer"), /^vm\.type !hal\.buffer/);
    assert.match(to("code[0][3]", "^bb1"), /^\^bb1:/);
    assert.match(to("code[0][5]", "%i1"), /^ {2}%i1 = vm\.const\.i32 10/);
    assert.match(to("code[0][6]", "%i0"), /^vm\.func @sum\(%i0: i32\)/);
    assert.match(to("code[1][10]", "^bb2"), /^\^bb2:/);
  });
  it("explains operands: bytes, raw value, meaning, encoding", () => {
    const place = placeOf("code[1][7]");
    const { index } = tokenIn(document, place, "@last.sum");
    const card = document.hover(place, entryAt(document, place), { column: "assembly", line: 0, token: index });
    assert.equal(card?.title, "callee: operand 1 of vm.call");
    assert.equal(card?.encoding, "u32 function ordinal, bit 31: import");
    assert.deepEqual(card?.bits, {
      startBit: (last.marks["code[1][7]"]! + 1) * 8,
      endBit: (last.marks["code[1][7]"]! + 5) * 8,
    });
    assert.ok(card?.lines.some((l) => l.text === "function 0: @sum"));
  });
  it("tells the source of an op, and nothing of one whose location is unknown", () => {
    const known = { kind: "FileLineColLocDef", filename: "model.mlir", line: 4, column: 3 };
    const sources = [null, known].map((location) => {
      const places = { local_name: "sum", locations: [{ bytecode_offset: 0, location: 0 }] };
      const debug_database = { location_table: [location], functions: [places] };
      const { bytes, marks } = buildModule(lastSpec({ debug_database }), lastEra);
      const module = opened(bytes);
      const place = module.placeOf(marks["code[0][5]"]! * 8)!;
      const card = module.hover(place, entryAt(module, place), { column: "position", line: 0, token: 0 });
      assert.ok(card);
      return card.lines.find(({ label }) => label === "source")?.text;
    });
    assert.deepEqual(sources, [undefined, "model.mlir:4:3"]);
  });
  it("pairs a record's operand with the assembly's", () => {
    const line = entryAt(document, placeOf("code[0][5]")).lines[0]!;
    const operands = (tokens: readonly Token[]): unknown[] =>
      tokens.map((t) => t.operand).filter((o) => o !== undefined);
    assert.deepEqual([...new Set(operands(line.record))].sort(), [0, 1, 2]);
    assert.deepEqual([...new Set(operands(line.assembly))].sort(), [0, 1, 2]);
  });
  it("has an outline of functions with their blocks, and symbols", () => {
    const groups = topOf(document);
    assert.deepEqual(
      groups.map((g) => g.name),
      ["functions", "exports", "imports", "types", "rodata", "globals", "dependencies", "attributes"],
    );
    for (const group of groups)
      if (group.name !== "globals") assert.equal(group.detail, String(nodesIn(group).length), group.name);
    assert.deepEqual(document.facts?.()[0], { label: "module", value: "last" });
    const functions = nodesIn(groups[0]);
    assert.deepEqual(
      functions.map((f) => f.name),
      ["sum", "make", "wide"],
    );
    assert.equal(nodesIn(functions[1]).length, 5);
    const exported = nodesIn(groups[1]);
    assert.deepEqual(
      exported.map(({ kind, name, symbol }) => [kind, name, symbol]),
      [
        ["export", "sum", functions[0]!.symbol],
        ["export", "make", functions[1]!.symbol],
        ["export", "build", functions[1]!.symbol],
      ],
    );
    assert.match(exported[0]!.detail ?? "", /^sync func @sum/);
    const symbols = [...document.symbols()].map((s) => `${s.letter} ${s.name}`);
    for (const name of ["T sum", "T build", "t wide", "U hal.allocate"]) assert.ok(symbols.includes(name), name);
  });
  it("prints the tables that the reference does not print", () => {
    const text = [...document.text({ fileName: "-", tables: true })].map(pieceText).join("");
    assert.match(text, /iree\.abi\.declaration: sync func @sum/);
    assert.match(text, /1: SPIR-V 1\.5, external at byte \d+, 20 bytes/);
    assert.match(text, /3: callsite\(model\.mlir:4:3 at "loop"\(model\.mlir:4:3\)\)/);
  });
  it("counts every bit in its statistics", () => {
    const sum = allSteps(document.stats())
      .filter((r) => r.record === undefined)
      .reduce((bits, r) => bits + r.bits, 0);
    assert.equal(sum, document.bits);
  });
});

describe("the containers of a module", () => {
  it("may be a zip archive", () => {
    const { bytes } = wrapInZip(last.bytes);
    const zipped = opened(bytes);
    assert.deepEqual(zipped.problems(), []);
    assertTiles(zipped);
    const text = (d: IrDocument): string => [...d.text({ fileName: "-" })].map(pieceText).join("");
    assert.equal(text(zipped), text(document));
  });
  it("may end with a zip archive in its rodata, which is not its own", () => {
    const { bytes } = wrapInZip(last.bytes);
    const outer = opened(buildModule(lastSpec({ external: [bytes] }), lastEra).bytes);
    assert.deepEqual(outer.problems(), []);
    assertTiles(outer);
  });
  it("shows the first characters of a long text in its rodata, in bytes only", () => {
    const long = new TextEncoder().encode("ä".repeat(60));
    const text = listing(opened(buildModule(lastSpec({ external: [long] }), lastEra).bytes));
    assert.ok(text.includes(`"${"\xc3\xa4".repeat(40)}..."`));
    assert.doesNotMatch(text, /[^\0-\xff]/);
  });
  it("may contain files of other formats in its rodata, which open as documents; other data does not", () => {
    const external = ["\x7fELF", "\x03\x02\x23\x07", "\0asm", "\x01\x02\x03\x04"].map((magic) =>
      Uint8Array.from(magic.padEnd(64, "\0"), (c) => c.charCodeAt(0)),
    );
    const outer = opened(buildModule(lastSpec({ external }), lastEra).bytes);
    const inside = outer.derived();
    assert.deepEqual(
      inside.map(({ open }) => open().window.length),
      [64, 64, 64],
    );
    const nodes = nodesIn(topOf(outer).find(({ name }) => name === "rodata"));
    assert.deepEqual(
      nodes.slice(0, 4).map(({ derived, detail }) => [derived, detail]),
      [
        [0, "64 bytes, ELF 32-bit machine 0"],
        [1, "64 bytes, SPIR-V 0.0"],
        [2, "64 bytes, WebAssembly"],
        [undefined, "64 bytes"],
      ],
    );
  });
  it("may contain a module in its rodata, which opens as a document", () => {
    const outer = buildModule(lastSpec({ external: [firstModule().bytes] }), lastEra);
    const [nested] = opened(outer.bytes).derived();
    assert.equal(nested?.name, "rodata 0");
    assert.equal(nested?.startBit, outer.marks["rodata[0]"]! * 8);
    assert.match(nested?.open().title ?? "", /S04, T03/);
  });
});

/** A window on a module with 1 GB of rodata that does not exist; counts the bytes that are read. */
class HugeWindow implements ByteWindow {
  readonly length: number;
  readonly pageBytes = 65536;
  viewed = 0;
  constructor(
    private readonly head: Uint8Array,
    tail: number,
  ) {
    this.length = head.length + tail;
  }
  view(start: number, end: number): Uint8Array {
    const last = Math.min(end, this.length);
    assert.ok(last - start < 1 << 20, "a view of more than 1 MB");
    this.viewed += Math.max(0, last - start);
    const bytes = new Uint8Array(Math.max(0, last - start));
    if (start < this.head.length) bytes.set(this.head.subarray(start, last));
    return bytes;
  }
}

describe("a module with 1 GB of weights", () => {
  it("opens, lists and outlines without reading the weights", () => {
    const weights = 1 << 30;
    const { bytes, marks } = buildModule(lastSpec({ external: [new Uint8Array(64)] }), lastEra);
    const head = bytes.slice();
    const view = new DataView(head.buffer);
    view.setBigUint64(marks["rodata_segments[0].external_data_length"]!, BigInt(weights + 64), true);
    const window = new HugeWindow(head, weights);
    const huge = openDocument(window);
    huge.entries(0, 0, 100, {});
    topOf(huge).forEach(nodesIn);
    assert.ok(window.viewed < 1 << 20, `${window.viewed} bytes were looked at`);
    assert.deepEqual(huge.problems(), []);
  });
});
