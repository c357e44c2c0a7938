import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import { ResidentWindow } from "../../../extension/document/window";
import { MAGIC_BYTES, readStreamHeader } from "../../../extension/formats/bitstream/header";
import { FIXED_KINDS, fixedKinds } from "../../../extension/formats/llvm/codes";
import { releaseNamed } from "../../../extension/formats/llvm/ir/releases";
import { ProblemList } from "../../../extension/formats/llvm/stream/blocks";
import { findModules } from "../../../extension/formats/llvm/stream/modules";
import type { Inference } from "../../../extension/formats/llvm/release/infer";
import { inferRelease } from "../../../extension/formats/llvm/release/infer";
import type { BitWriter } from "../../support/bitWriter";
import { irMagic } from "../../support/bitWriter";
import { opened } from "../../support/tiling";

const chars = (text: string): readonly number[] => [...text].map((c) => c.charCodeAt(0));

/** A stream with an optional identification block and a module with these blocks. */
function inferred(identification: string | undefined, blocks: (writer: BitWriter) => BitWriter = (w) => w): Inference {
  const writer = irMagic();
  if (identification !== undefined) {
    writer
      .enter(13, 5)
      .record(1, ...chars(identification))
      .end();
  }
  const bytes = blocks(writer.enter(8, 3).record(1, 2)).end().done();
  const window = new ResidentWindow(bytes);
  const header = readStreamHeader(window);
  const [place] = findModules(window, header, new ProblemList());
  assert.ok(place && MAGIC_BYTES === 4);
  return inferRelease(window, { originByte: header.startByte, endByte: header.endByte }, place);
}
const of = (...args: Parameters<typeof inferred>): number => inferred(...args).release;

const OPAQUE_POINTER = 25;
const types = (writer: BitWriter, code: number): BitWriter => writer.enter(17, 4).record(1, 1).record(code, 0).end();

/** The kinds block of a writer that knows `count` fixed kinds, and one kind of the file's own. */
function kinds(writer: BitWriter, count: number, names = FIXED_KINDS): BitWriter {
  writer.enter(22, 3);
  [...names.slice(0, count), "air.own"].forEach((name, i) => writer.record(6, i, ...chars(name)));
  return writer.end();
}

describe("the release of a module", () => {
  it("is the one that its producer names, or the next with a style of its own", () => {
    assert.equal(of("LLVM19.1.7"), 19);
    assert.equal(of("LLVM3.8.0"), 9);
    assert.equal(of("LLVM10.0.0"), 11);
    assert.equal(of("LLVM20.1.0"), 21);
    assert.equal(of("LLVM22.1.2-rust-1.95.0-stable"), 22);
    assert.equal(of("LLVM15.0.7jl"), 15);
    assert.deepEqual(inferred("LLVM23.0.0git").evidence, ["the producer's name, LLVM23.0.0git"]);
  });
  it("is derived from the content if Swift gave its LLVM one of Apple's numbers", () => {
    assert.equal(inferred("LLVM17.0.0", (w) => kinds(w, 39)).release, 17);
    assert.equal(inferred("LLVM17.0.0", (w) => kinds(w, 41)).release, 19);
    assert.equal(inferred("LLVM17.0.6", (w) => kinds(w, 41)).release, 17);
    // The development of LLVM 24 has such a number as well.
    assert.equal(inferred("LLVM24.0.0", (w) => kinds(w, 57, fixedKinds(24, 57))).release, 24);
    assert.equal(inferred("LLVM16.0.0", (w) => kinds(w, 41)).release, 16);
  });
  it("is the newest known one if a newer one wrote the file, with a notice", () => {
    assert.deepEqual([of("LLVM25.1.0"), inferred("LLVM25.1.0").newer], [24, 25]);
    assert.deepEqual([of("LLVM24.1.0"), inferred("LLVM24.1.0").newer], [24, 24], "its development goes on");
    assert.equal(inferred("LLVM23.1.4").newer, undefined);
  });
  it("is 15 if LLVM 14 wrote opaque pointers, which its own llvm-dis does not read by default", () => {
    assert.equal(
      of("LLVM14.0.6", (w) => types(w, OPAQUE_POINTER)),
      15,
    );
    assert.equal(
      of("LLVM14.0.6", (w) => types(w, 2)),
      14,
    );
  });
  it("is that of a producer's version, or later if that release cannot read the file", () => {
    assert.equal(of("APPLE_1_1103.0.32.59_0"), 9);
    assert.equal(of("APPLE_1_1400.0.29.202_0"), 14);
    assert.equal(of("APPLE_1_1403.0.22.14.1_0"), 15);
    assert.equal(of("APPLE_1_1700.3.19.1_0"), 19);
    assert.equal(of("zig 0.14.0"), 19);
    // BASIC_TYPE has 7 operands up to LLVM 19, DERIVED_TYPE 14 up to LLVM 18.
    const typeNode = (code: number, count: number) => (w: BitWriter) =>
      w
        .enter(15, 4)
        .record(code, ...new Array<number>(count).fill(0))
        .end();
    assert.equal(of("APPLE_1_1700.6.3.2_0", typeNode(15, 8)), 21);
    assert.equal(of("APPLE_1_1500.1.0.2.5_0", typeNode(17, 15)), 19);
    assert.equal(of("APPLE_1_1500.1.0.2.5_0", typeNode(17, 14)), 16);
    assert.deepEqual(inferred("APPLE_1_1500.1.0.2.5_0", typeNode(17, 15)).evidence, [
      "Apple clang 1500.1.0.2.5 is made from it",
      "metadata code 17 of 15 operands: LLVM 19 or later",
    ]);
  });
  it("is limited by the kinds of metadata that an unnamed writer knows", () => {
    assert.equal(
      of("", (w) => kinds(w, 31)),
      14,
    );
    assert.equal(
      of("", (w) => kinds(w, 41)),
      19,
    );
    assert.equal(
      of("", (w) => kinds(w, 25)),
      9,
    );
    assert.deepEqual(inferred("", (w) => kinds(w, 31)).evidence, ["31 fixed kinds of metadata: LLVM 14 or before"]);
  });
  it("is raised by the kinds of attributes that an unnamed writer uses", () => {
    // A group of a function: [group, index, form enum, kind], then a string, then a range of 8 bits.
    const group = (w: BitWriter): BitWriter =>
      kinds(w, 31).enter(10, 4).record(3, 1, 0xffffffff, 3, 97, 0, 7, 92, 8, 2, 4, 0, 68).end();
    assert.equal(of("", group), 19);
  });
  it("is the newest complete one if nothing limits it, and the last with typed pointers if it has them", () => {
    assert.equal(of("something else 1.2"), 23);
    const pointer = (w: BitWriter): BitWriter => w.enter(17, 4).record(1, 2).record(7, 8).record(8, 0, 0).end();
    assert.equal(of("something else 1.2", pointer), 14);
  });
  it("is before LLVM 3.8 if there is no identification", () => {
    assert.equal(of(undefined), 9);
    assert.equal(
      of(undefined, (w) => w.enter(10, 4).record(1, 1).end()),
      3,
    );
  });
  it("follows from a combined index's version, abbreviations, count of blocks and flags", () => {
    const index = (version: number, width: number, first: number, ...more: readonly (readonly number[])[]) => {
      return (w: BitWriter): BitWriter => {
        w.enter(20, width).record(10, version).define(first, { vbr: 6 });
        for (const [code = 0, ...operands] of more) w.record(code, ...operands);
        return w.end();
      };
    };
    assert.equal(of(undefined, index(14, 4, 5)), 23);
    assert.equal(of(undefined, index(10, 4, 5)), 19);
    assert.equal(of(undefined, index(7, 3, 4)), 9);
    assert.equal(of(undefined, index(8, 3, 4)), 11);
    assert.equal(of(undefined, index(9, 4, 5)), 18);
    assert.equal(of(undefined, index(9, 4, 4, [24, 7])), 16);
    assert.equal(of(undefined, index(9, 4, 4)), 17);
    assert.equal(of(undefined, index(9, 3, 4, [5, 0, 0, 0, 1, 64, 0, 0, 0])), 15);
    assert.equal(of(undefined, index(9, 3, 4, [5, 0, 0, 0, 1, 3, 0, 0, 0])), 13);
    assert.equal(inferred(undefined, index(99, 4, 5)).newer, 25);
  });
  it("can be chosen by name", () => {
    assert.equal(releaseNamed("16"), 16);
    assert.equal(releaseNamed("3.0"), 3);
    assert.equal(releaseNamed("12"), undefined);
  });
});

describe("a module of a newer LLVM", () => {
  const file = (identification: string): Uint8Array =>
    irMagic()
      .enter(13, 5)
      .record(1, ...chars(identification))
      .end()
      .enter(8, 3)
      .record(1, 2)
      // Attributes of a function: nounwind, an unknown kind with a number, noreturn.
      .enter(10, 4)
      .record(3, 1, 0xffffffff, 0, 18, 1, 120, 7, 0, 17)
      .end()
      .enter(9, 4)
      .record(2, 1)
      .end()
      .enter(17, 4)
      .record(1, 2)
      .record(2)
      .record(21, 0, 0)
      .end()
      .record(8, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0)
      .record(40, 1, 2)
      .end()
      .done();
  const text = (document: IrDocument): string => [...document.text({ fileName: "x" })].map(pieceText).join("");

  it("is read except for what is unknown, which is reported once and is not damage", () => {
    const document = opened(file("LLVM25.1.0"));
    assert.match(text(document), /noreturn nounwind attribute\(120\)\(7\)/);
    assert.deepEqual(document.problems(), []);
    assert.deepEqual(
      document.notices?.().map(({ message }) => message),
      [
        "written by LLVM 25, newer than 24; 2 records are unknown, shown as stored (Unknown attribute kind (120)," +
          " unknown module record code 40); the text is in the style of LLVM 24, which may not be that of its own llvm-dis",
      ],
    );
    assert.deepEqual(
      document.facts?.().find(({ label }) => label === "release"),
      { label: "release", value: "LLVM 25, read as 24 (the producer's name, LLVM25.1.0)" },
    );
  });
  it("is told of a release in development only if something is unknown", () => {
    const told = (bytes: Uint8Array): readonly string[] => {
      const document = opened(bytes);
      text(document);
      return (document.notices?.() ?? []).map(({ message }) => message);
    };
    assert.match(told(file("LLVM24.0.0git"))[0] ?? "", /^written by LLVM 24, newer than 23; 2 records are unknown/);
    const known = irMagic()
      .enter(13, 5)
      .record(1, ...chars("LLVM24.0.0git"))
      .end()
      .enter(8, 3)
      .record(1, 2)
      .end();
    assert.deepEqual(told(known.done()), []);
  });
  it("is damaged if the named release has no such kind; the others are kept", () => {
    const document = opened(file("LLVM23.1.4"));
    assert.match(text(document), /noreturn nounwind/);
    assert.deepEqual(
      document.problems().map(({ code, message }) => [code, message]),
      [["unsupported", "Unknown attribute kind (120)"]],
    );
    assert.deepEqual(document.notices?.(), []);
  });
});
