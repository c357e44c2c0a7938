import assert from "node:assert/strict";
import type { IrDocument } from "../../../extension/document/document";
import { chars, member, MODULE, words } from "../../support/boxes";
import { HOSTILE } from "../../support/hostile";
import { xarOf } from "../../support/hostile/boxesShared";
import { opened } from "../../support/tiling";

const make = (kind: string, size: number): IrDocument => opened((HOSTILE[kind] as (size: number) => Uint8Array)(size));
const messages = (document: IrDocument): readonly string[] => document.problems().map(({ message }) => message);

describe("containers whose entries share bytes", function () {
  this.timeout(60_000);
  it("search bitcode once that many sections claim", () => {
    const document = make("sharedModules.o", 400);
    assert.equal(document.derived().length, 100);
    assert.deepEqual(messages(document), [
      "section .llvmbc shares its bytes with other sections of bitcode, and is not searched",
    ]);
  });
  it("cut long names that the members of an archive share, and say so", () => {
    const document = make("sharedName.a", 2000);
    const names = document.derived().map(({ name }) => name.replace(/ \d+$/, "").length);
    assert.equal(names[0], 4096);
    assert.equal(names.at(-1), 16);
    assert.match(messages(document).join(), /^members share long names/);
  });
  it("count the names that members define where their table shares them", () => {
    const count = 2000;
    const entries = Array.from({ length: count }, (_, i) => words(0, i)).flat();
    const names = chars("n".repeat(1023) + "\0");
    const size = 4 + entries.length + 4 + names.length;
    const at = 8 + 60 + size;
    entries.splice(-4, 4, ...words(at));
    const table = [...words(entries.length), ...entries, ...words(names.length), ...names];
    const document = opened(
      Uint8Array.from([...chars("!<arch>\n"), ...member("__.SYMDEF", table), ...member("a/", MODULE)]),
    );
    const row = document.entries(0, 0, 10, {}).entries.at(-1);
    assert.match(JSON.stringify(row), /defines 1 name;/);
  });
  it("read each string of offload binaries once where entries share their tables", () => {
    const document = make("sharedStrings.offload", 4000);
    assert.match(messages(document).join(), /entries share their bytes/);
    assert.ok(document.entries(0, 0, 1e6, {}).entries.length < 5000);
  });
  it("list no more files of a xar archive than it has bytes, and say so", () => {
    const document = make("files.xar", 20_000);
    assert.match(messages(document).join(), /more files than the archive has bytes/);
  });
});

describe("a xar archive's table of contents", () => {
  const names = (toc: string): readonly string[] => {
    const bytes = xarOf(toc, MODULE);
    return opened(bytes)
      .entries(0, 0, 100, {})
      .entries.slice(2)
      .map((entry) => (entry.kind === "lines" ? JSON.stringify(entry.lines[0]?.assembly[0]?.text) : ""));
  };
  const data = `<data><length>${MODULE.length}</length><offset>20</offset></data>`;

  it("names a file by its own name, before or after its data", () => {
    assert.ok(names(`<xar><toc><file id="1"><name>a</name>${data}</file></toc></xar>`).includes('"a"'));
    assert.ok(names(`<xar><toc><file id="1">${data}<name>a</name></file></toc></xar>`).includes('"a"'));
  });
  it("leaves out folders, and takes the files in them", () => {
    const inner = `<file id="2"><name>b</name>${data}</file>`;
    const found = names(`<file id="1"><name>a</name><type>directory</type>${inner}</file>`);
    assert.ok(found.includes('"b"') && !found.includes('"a"'));
  });
  it("leaves out files whose lengths are no numbers", () => {
    assert.ok(!names(`<file><name>a</name><data><length>x</length><offset>0</offset></data></file>`).includes('"a"'));
  });
  for (const kind of ["names.xar", "data.xar", "encodings.xar"])
    it(`is read in one pass (${kind})`, () => {
      assert.equal(make(kind, 20_000).format, "container");
    }).timeout(60_000);
});

describe("the long name of a member", () => {
  it("ends at a line's end", () => {
    const table = member("//", chars("abc.o/\nx/\n"));
    const document = opened(
      Uint8Array.from([...chars("!<arch>\n"), ...table, ...member("/0", MODULE), ...member("/7", MODULE)]),
    );
    assert.deepEqual(
      document.derived().map(({ name }) => name),
      ["abc.o", "x"],
    );
  });
});
