import assert from "node:assert/strict";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { check } from "../../../extension/session/check";
import { allEntries, columnText } from "../../../extension/session/listing";

/** An empty module: the magic, MODULE_BLOCK's header of one word, END_BLOCK. */
const MODULE = words(0xdec04342, 0xc21, 1, 0);

function words(...values: number[]): number[] {
  return values.flatMap((v) => [v & 255, (v >>> 8) & 255, (v >>> 16) & 255, v >>> 24]);
}
function halves(...values: number[]): number[] {
  return values.flatMap((v) => [v & 255, v >>> 8]);
}
function chars(text: string, size = text.length): number[] {
  return [...text.padEnd(size, "\0")].map((c) => c.charCodeAt(0));
}
function spaced(text: string, size: number): number[] {
  return chars(text.padEnd(size, " "));
}
function open(content: readonly number[]) {
  return openDocument(new ResidentWindow(Uint8Array.from(content)));
}
/** A member's header, then its bytes, padded to an even length. */
function member(name: string, content: readonly number[], size = content.length): number[] {
  const header = [name, "0", "0", "0", "644", String(size)];
  const sizes = [16, 12, 6, 6, 8, 10];
  const text = header.flatMap((field, i) => spaced(field, sizes[i]!));
  return [...text, ...chars("`\n"), ...content, ...(size % 2 && content.length > 0 ? [10] : [])];
}
function names(content: readonly number[]): readonly string[] {
  return open(content)
    .derived()
    .map((d) => d.name);
}
/** The tiling law, and that no bit of a valid file is undecoded. */
function assertTiles(content: readonly number[]): void {
  const walk = check(open(content));
  let step = walk.next();
  while (!step.done) step = walk.next();
  assert.equal(step.value.fault, undefined);
  assert.equal(step.value.counts.undecoded, 0);
}

const GNU = [
  ...chars("!<arch>\n"),
  ...member("/", words(0)),
  ...member("//", chars("a-name-of-many-letters.o/\n")),
  ...member("/0", MODULE),
  ...member("b.o/", MODULE),
  ...member("readme/", chars("odd")),
];
const BSD = [...chars("!<arch>\n"), ...member("#1/8", [...chars("long.bc", 8), ...MODULE])];
const ELF = (() => {
  const strings = chars("\0.llvmbc\0.shstrtab\0");
  const stringsAt = 64 + MODULE.length * 2;
  const table = stringsAt + strings.length;
  const section = (name: number, type: number, offset: number, size: number): number[] =>
    words(name, type, 0, 0, 0, 0, offset, 0, size, 0, 0, 0, 1, 0, 0, 0);
  return [
    ...chars("\x7fELF\x02\x01\x01", 16),
    ...halves(1, 62),
    ...words(1, 0, 0, 0, 0, table, 0, 0),
    ...halves(64, 0, 0, 64, 3, 2),
    ...MODULE,
    ...MODULE,
    ...strings,
    ...section(0, 0, 0, 0),
    ...section(1, 1, 64, MODULE.length * 2),
    ...section(9, 3, stringsAt, strings.length),
  ];
})();
const MACHO = [
  ...words(0xfeedfacf, 0x01000007, 3, 1, 1, 152, 0, 0),
  ...words(0x19, 152),
  ...chars("", 16),
  ...words(0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 1, 0),
  ...chars("__bitcode", 16),
  ...chars("__LLVM", 16),
  ...words(0, 0, MODULE.length, 0, 184, 0, 0, 0, 0, 0, 0, 0),
  ...MODULE,
];
const COFF = [
  ...halves(0x8664, 1),
  ...words(0, 0, 0),
  ...halves(0, 0),
  ...chars(".llvmbc", 8),
  ...words(0, 0, MODULE.length, 60, 0, 0),
  ...halves(0, 0),
  ...words(0),
  ...MODULE,
];
const DXIL = (() => {
  const program = [
    ...halves(0x60, 0),
    ...words(10),
    ...chars("DXIL"),
    ...halves(0x100, 0),
    ...words(16, MODULE.length),
  ];
  return [
    ...chars("DXBC"),
    ...new Array<number>(16).fill(7),
    ...halves(1, 0),
    ...words(36 + 8 + program.length + MODULE.length, 1, 36),
    ...chars("DXIL"),
    ...words(program.length + MODULE.length),
    ...program,
    ...MODULE,
  ];
})();

describe("containers", () => {
  it("finds the members of archives, with long names of both kinds", () => {
    assert.deepEqual(names(GNU), ["a-name-of-many-letters.o", "b.o"]);
    assert.deepEqual(names(BSD), ["long.bc"]);
  });
  it("finds bitcode in objects, several modules of one section too", () => {
    assert.deepEqual(names(ELF), [".llvmbc 1", ".llvmbc 2"]);
    assert.deepEqual(names(MACHO), ["__LLVM,__bitcode"]);
    assert.deepEqual(names(COFF), [".llvmbc"]);
    assert.deepEqual(names(DXIL), ["DXIL"]);
  });
  it("opens what it finds, objects within archives too", () => {
    const archive = open([...chars("!<arch>\n"), ...member("x.o/", ELF)]);
    const object = archive.derived()[0]!.open();
    assert.equal(object.format, "container");
    assert.equal(object.derived()[1]!.open().format, "llvm");
  });
  it("prints every module in file order under its path", () => {
    const text = [...open(GNU).text({ fileName: "lib.a" })].join("");
    assert.match(text, /^; lib\.a\(a-name-of-many-letters\.o\)\n; ModuleID = /);
    assert.match(text, /\n\n; lib\.a\(b\.o\)\n; ModuleID = 'lib\.a\(b\.o\)'\n/);
  });
  it("tiles the file, with no bit undecoded", () => {
    for (const file of [GNU, BSD, ELF, MACHO, COFF, DXIL]) assertTiles(file);
  });
  it("lists its parts", () => {
    const rows = [...allEntries(open(GNU), {})].map((e) => columnText(e.lines[0]!.assembly));
    assert.deepEqual(rows.slice(0, 3), ["magic", "member /", "symbol table"]);
    assert.equal(rows[6], "a-name-of-many-letters.o  ; opens as a document of its own");
  });
  it("knows thin archives, whose members are elsewhere", () => {
    const thin = open([...chars("!<thin>\n"), ...member("b.o/", [], 4000), ...member("c.o/", [], 12)]);
    assert.equal(thin.title, "thin ar archive, 0 modules");
    assert.deepEqual(thin.problems(), []);
  });
  it("says where an archive is damaged, and shows what comes before", () => {
    const cut = open([...chars("!<arch>\n"), ...member("a.bc/", MODULE), ...new Array<number>(70).fill(66)]);
    assert.deepEqual(cut.derived().length, 1);
    assert.equal(cut.problems()[0]!.startBit, (8 + 60 + MODULE.length) * 8);
    const long = open([...chars("!<arch>\n"), ...member("a.bc/", MODULE, 4000)]);
    assert.match(long.problems()[0]!.message, /ends past the file's end/);
  });
  it("leaves objects without bitcode alone", () => {
    const plain = ELF.map((byte, i) => (i >= 64 && i < 64 + MODULE.length * 2 ? 0 : byte));
    assert.equal(open(plain).format, "unknown");
  });
  it("ends and tiles whatever the bytes are", function () {
    this.timeout(20000);
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48271) % 0x7fffffff) % below;
    for (const file of [GNU, BSD, ELF, MACHO, COFF, DXIL]) {
      for (let round = 0; round < 60; round++) {
        const damaged = [...file];
        for (let i = 0; i < 4; i++) damaged[random(damaged.length)] = random(256);
        const document = open(damaged.slice(0, random(2) ? damaged.length : random(damaged.length)));
        const walk = check(document);
        let step = walk.next();
        while (!step.done) step = walk.next();
        assert.equal(step.value.fault, undefined);
        for (const { startBit, endBit } of document.problems()) assert.ok(startBit >= 0 && endBit <= document.bits);
        assert.equal(typeof [...document.text({ fileName: "x" })].join(""), "string");
      }
    }
  });
});
