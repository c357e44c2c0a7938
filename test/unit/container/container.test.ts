import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pieceText } from "../../../extension/document/byteText";
import { ResidentWindow } from "../../../extension/document/window";
import { ContainerDocument } from "../../../extension/formats/container/document";
import { openDocument } from "../../../extension/formats/detect";
import { check } from "../../../extension/session/check";
import { allEntries } from "../../../extension/kit/entryWalk";
import { columnText } from "../../../extension/document/token";

import { chars, member, words } from "../../support/boxes";
import { BSD, COFF, DXIL, ELF, GNU, MACHO, MODULE } from "../../support/boxes";
import { nodesIn, topOf } from "../../support/outline";

function open(content: readonly number[]) {
  return openDocument(new ResidentWindow(Uint8Array.from(content)));
}
function names(content: readonly number[]): readonly string[] {
  return open(content)
    .derived()
    .map((d) => d.name);
}
/** Checks the tiling law, and that a valid file has no undecoded bit. */
function assertTiles(content: readonly number[]): void {
  const walk = check(open(content));
  let step = walk.next();
  while (!step.done) step = walk.next();
  assert.equal(step.value.fault, undefined);
  assert.equal(step.value.counts.undecoded, 0);
}

describe("containers", () => {
  it("finds the members of archives, with long names of both kinds", () => {
    assert.deepEqual(names(GNU), ["a-name-of-many-letters.o", "b.o"]);
    assert.deepEqual(names(BSD), ["long.bc"]);
  });
  it("finds bitcode in objects, including several modules in one section", () => {
    assert.deepEqual(names(ELF), [".llvmbc 1", ".llvmbc 2"]);
    assert.deepEqual(names(MACHO), ["__LLVM,__bitcode"]);
    assert.deepEqual(names(COFF), [".llvmbc"]);
    assert.deepEqual(names(DXIL), ["DXIL"]);
  });
  it("opens what it finds, including objects in archives", () => {
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
  it("prints a function under the paths of the modules that have it", () => {
    const sample = [...readFileSync("samples/factorial.bc")];
    const archive = open([...chars("!<arch>\n"), ...member("a.o/", MODULE), ...member("b.o/", sample)]);
    const textOf = (name: string): string =>
      Array.from(archive.text({ fileName: "lib.a", function: name }), pieceText).join("");
    assert.match(textOf("main"), /^; lib\.a\(b\.o\)\n(?:;.*\n)?define .* @main\(/);
    assert.equal(textOf("no such function"), "");
  });
  it("tiles the file, with no bit undecoded", () => {
    for (const file of [GNU, BSD, ELF, MACHO, COFF, DXIL]) assertTiles(file);
  });
  it("lists its parts", () => {
    const rows = [...allEntries(open(GNU), {})].map((e) => columnText(e.lines[0]!.assembly));
    assert.deepEqual(rows.slice(0, 3), ["magic", "member /", "symbol table"]);
    assert.equal(rows[6], "a-name-of-many-letters.o  ; opens as a document of its own");
  });
  it("shows headers on demand only, unless they have a fault or there is nothing else", () => {
    const shown = (file: readonly number[]): readonly string[] =>
      [...allEntries(open(file), {})]
        .flatMap(({ lines }) => lines)
        .filter(({ detail }) => detail !== true)
        .map(({ record }) => columnText(record).replace(/ .*/, ""));
    assert.deepEqual(shown(GNU), ["table", "table", "member", "member", "member"]);
    const cut = [...chars("!<arch>\n"), ...member("x.o/", MODULE), ...chars("y.o/    ")];
    assert.ok(open(cut).problems().length > 0);
    assert.equal(shown(cut).length, 2);
    assert.deepEqual(shown(chars("!<arch>\n")), ["header"]);
  });
  it("knows thin archives, whose members are elsewhere", () => {
    const thin = open([...chars("!<thin>\n"), ...member("b.o/", [], 4000), ...member("c.o/", [], 12)]);
    assert.equal(thin.title, "thin ar archive, 0 modules");
    assert.deepEqual(thin.problems(), []);
    assert.match(thin.notices?.()[0]?.message ?? "", /open the files themselves: b\.o, c\.o$/);
    const [members] = topOf(thin);
    assert.deepEqual(
      nodesIn(members).map(({ name }) => name),
      ["b.o", "c.o"],
    );
  });
  it("tells what members define, from the archive's symbol table", () => {
    const magic = chars("!<arch>\n");
    const bigEndian = (...values: readonly number[]) => values.flatMap((value) => [0, 0, value >> 8, value & 255]);
    const names = chars("f\0_ZN1aC1Ev\0g\0h\0i\0");
    const size = 4 + 5 * 4 + names.length;
    const first = 8 + 60 + size + (size % 2);
    const second = first + 60 + MODULE.length;
    const gnu = [...bigEndian(5, first, first, second, first, first), ...names];
    const members = [...member("a.o/", MODULE), ...member("b.o/", MODULE)];
    const details = (archive: readonly number[]) => {
      return nodesIn(topOf(open(archive))[0]).map(({ name, detail }) => [name, detail]);
    };
    const defined = (bytes: number) => [
      ["a.o", `${bytes} bytes, defines f, _ZN1aC1Ev, h, i`],
      ["b.o", `${bytes} bytes, defines g`],
    ];
    assert.deepEqual(details([...magic, ...member("/", gnu), ...members]), defined(MODULE.length));
    const entries = [0, first, 2, first, 12, second, 14, first, 16, first];
    const shift = 4 + entries.length * 4 + 4 + names.length - size;
    const bsd = words(40, ...entries.map((value, i) => (i % 2 ? value + shift + (shift % 2) : value)), names.length);
    assert.deepEqual(
      details([...magic, ...member("__.SYMDEF", [...bsd, ...names]), ...members]),
      defined(MODULE.length),
    );
    const more = [...bigEndian(6, first, first, first, first, first, first), ...chars("a\0b\0c\0d\0e\0f\0")];
    const at = 8 + 60 + more.length;
    const long = more.map((byte, i) => (i >= 4 && i < 28 ? (bigEndian(at)[i % 4] ?? 0) : byte));
    assert.match(
      details([...magic, ...member("/", long), ...members])?.[0]?.[1] ?? "",
      /defines a, b, c, d and 2 more$/,
    );
  });
  it("tells once what all files inside tell", () => {
    const window = new ResidentWindow(Uint8Array.from([...MODULE, ...MODULE]));
    const part = (name: string, startByte: number) => {
      return { kind: "member", name, startByte, endByte: startByte + MODULE.length, derived: name };
    };
    const layout = { title: "box", parts: [part("a", 0), part("b", MODULE.length)], faults: [] };
    const notices = () => [{ message: "newer than us", startBit: 8, endBit: 16 }];
    const box = new ContainerDocument(window, layout, () => Object.assign(open(MODULE), { notices }));
    assert.deepEqual(box.notices(), []);
    for (const { open: openInner } of box.derived()) openInner();
    const message = "a: newer than us (the same in 1 more file)";
    assert.deepEqual(box.notices(), [{ message, startBit: 8, endBit: 16 }]);
  });
  it("reports where an archive is damaged, and shows what comes before", () => {
    const cut = open([...chars("!<arch>\n"), ...member("a.bc/", MODULE), ...new Array<number>(70).fill(66)]);
    assert.deepEqual(cut.derived().length, 1);
    assert.equal(cut.problems()[0]!.startBit, (8 + 60 + MODULE.length) * 8);
    const long = open([...chars("!<arch>\n"), ...member("a.bc/", MODULE, 4000)]);
    assert.match(long.problems()[0]!.message, /ends past the file's end/);
  });
  it("does not open objects without bitcode", () => {
    const plain = ELF.map((byte, i) => (i >= 64 && i < 64 + MODULE.length * 2 ? 0 : byte));
    assert.equal(open(plain).format, "unknown");
  });
  it("terminates and tiles for any bytes", function () {
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
