/** Invalid records: each is refused with a problem at its position, and the rest is read. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import type { BitWriter } from "../../support/bitWriter";
import { irMagic } from "../../support/bitWriter";
import { LAWS } from "../../support/laws";
import { seeded } from "../../support/mutate";
import { assertTiles, listing, opened } from "../../support/tiling";

/** A module whose METADATA_STRINGS announces `count` strings but has only four bytes of lengths. */
function strings(count: number): Uint8Array {
  const out = irMagic().enter(8, 3).record(1, 2).enter(15, 3);
  out.define(35, { vbr: 6 }, { vbr: 6 }, "blob").use(4).vbr(count, 6).vbr(4, 6);
  // 0xFF: each length continues in the next chunk, and the last one after the end.
  out.vbr(4, 6).align32().fixed(0xffffffff, 32);
  return out.end().end().done();
}
/** A module with a global that is an array of pointers, written as plain data. */
function pointersAsData(): Uint8Array {
  const out = irMagic().enter(8, 3).record(1, 2);
  out.enter(17, 4).record(1, 3).record(7, 32).record(25, 0).record(11, 2, 1).end();
  out.record(7, 2, 1, 2 + 1, 0, 0, 0, 0);
  out.enter(11, 4).record(1, 2).record(22, 5, 6).end();
  return out.end().done();
}

/** The start of a file that a producer wrote. */
function identified(producer: string): BitWriter {
  const characters = Array.from(producer, (c) => c.charCodeAt(0));
  return irMagic()
    .enter(13, 3)
    .record(1, ...characters)
    .record(2, 0)
    .end();
}

/**
 * A module with a function `void ()`, with the given operands after the name in its FUNCTION record, and the given
 * records in its body.
 */
function withFunction(
  operands: readonly number[],
  body: readonly (readonly number[])[] = [[10]],
  out = irMagic(),
): Uint8Array {
  out.enter(8, 3).record(1, 2);
  out.enter(17, 4).record(1, 4).record(2).record(7, 32).record(21, 0, 0).record(3).end();
  out.record(8, 0, 0, 2, ...operands);
  out.enter(11, 4).record(1, 1).record(4, 6).record(1, 3).record(6, 0).end();
  out.enter(12, 4).record(1, 1);
  for (const [code = 0, ...rest] of body) out.record(code, ...rest);
  return out.end().end().done();
}
/** The operands without a fault: convention, body, linkage, attributes, alignment, section, visibility. */
const PLAIN = [0, 0, 0, 0, 0, 0, 0];
/** A module with one block that contains one record. */
function withBlock(id: number, code: number, ...operands: readonly number[]): Uint8Array {
  return irMagic()
    .enter(8, 3)
    .record(1, 2)
    .enter(id, 3)
    .record(code, ...operands)
    .end()
    .end()
    .done();
}

function messages(bytes: Uint8Array, release?: string): string {
  const document = opened(bytes);
  listing(document);
  const style = release === undefined ? {} : { release };
  for (const piece of document.text({ fileName: "x", ...style })) pieceText(piece);
  for (const piece of document.dump({ fileName: "x" })) pieceText(piece);
  assertTiles(document);
  const problems = document.problems();
  assert.ok(problems.every(({ code }) => code !== "fault"));
  return problems.map(({ message }) => message).join("\n");
}

describe("a malformed LLVM module", () => {
  it("has local names also in a function whose record a block before it seems to contain", () => {
    const out = irMagic().enter(8, 3).record(1, 2).enter(21, 3);
    const start = out.bits / 8;
    out.record(1, 97).end();
    out.enter(17, 4).record(1, 3).record(2).record(7, 32).record(21, 0, 0, 1).end();
    out
      .record(8, 0, 0, 2, ...PLAIN)
      .enter(9, 3)
      .end();
    // Casts its argument: %0 and %1.
    out.enter(12, 4);
    const body = out.bits / 8 - 8;
    const bytes = out.record(1, 1).record(3, 1, 1, 11).record(10).end().end().done();
    // The block of operand bundle tags says that it ends where the body begins.
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(start - 4, (body - start) / 4, true);
    const document = opened(bytes);
    listing(document);
    assert.notEqual(document.scope?.("f0/%1"), undefined);
    LAWS["told"]?.(bytes, seeded(1));
  });
  it("numbers no node of the module like one of a function", () => {
    const out = irMagic().enter(8, 3).record(1, 2);
    out.enter(17, 4).record(1, 2).record(2).record(21, 0, 0).end();
    out.record(8, 0, 0, 1, ...PLAIN);
    // A name takes the record after it, so that the table has one node less than the block.
    out.enter(15, 3).record(4, 110).record(3).record(3).end();
    out.enter(12, 4).record(1, 1).enter(15, 3).record(3).end().record(10).end();
    const bytes = out.end().done();
    LAWS["told"]?.(bytes, seeded(1));
    assert.equal(messages(bytes), "METADATA_NAME not followed by METADATA_NAMED_NODE");
  });
  it("may refer to numbers far beyond its tables, in named nodes and in constants", () => {
    const far = 2 ** 34;
    const named = irMagic().enter(8, 3).record(1, 2).enter(15, 3).record(3).record(4, 110).record(10, 0, far).end();
    assert.equal(messages(named.end().done()), "");
    const aggregate = irMagic().enter(8, 3).record(1, 2);
    aggregate.enter(17, 4).record(1, 3).record(7, 32).record(18, 0, 0).record(25, 0).end();
    aggregate.record(7, 1, 1 + 2, 2, 0, 0, 0);
    aggregate.enter(11, 4).record(1, 1).record(7, far, far).end();
    assert.notEqual(messages(aggregate.end().done()), "");
  });
  it("whose table of types has fewer or more than it says is refused", () => {
    const table = (said: number): Uint8Array => {
      const out = irMagic().enter(8, 3).record(1, 2);
      return out.enter(17, 4).record(1, said).record(7, 32).record(2).end().end().done();
    };
    assert.equal(messages(table(2)), "");
    assert.match(messages(table(3)), /Malformed block/);
    assert.match(messages(table(1)), /Invalid TYPE table: more types/);
  });
  it("whose global has an initializer that there is none of is refused", () => {
    const global = (initializer: number): Uint8Array => {
      const out = irMagic().enter(8, 3).record(1, 2);
      out.enter(17, 4).record(1, 1).record(7, 32).end();
      out.record(7, 0, 0, 0, 3, initializer, 0, 0, 0, 0, 0, 0);
      return out.enter(11, 4).record(1, 0).record(4, 14).end().end().done();
    };
    assert.equal(messages(global(2)), "");
    assert.match(messages(global(3)), /Malformed global initializer set/);
  });
  it("whose alignment is larger than its release knows is refused: 2^29 bytes, 2^32 since LLVM 14", () => {
    const function_ = (stored: number, producer: string): Uint8Array =>
      withFunction([0, 0, 0, 0, stored, 0, 0], undefined, identified(producer));
    // An i32 is allocated, and loaded with the alignment.
    const load = (stored: number, producer: string): Uint8Array =>
      withFunction(PLAIN, [[19, 1, 1, 1, 64 + 3], [20, 1, 1, stored, 0], [10]], identified(producer));
    for (const made of [function_, load])
      for (const [stored, producer] of [
        [30, "LLVM13.0.1"],
        [33, "LLVM14.0.6"],
      ] as const) {
        assert.equal(messages(made(stored, producer)), "");
        assert.match(messages(made(stored + 1, producer)), /Invalid alignment value/);
      }
  });
  it("that is cut off is not said to lack each value that a global refers to", () => {
    const out = irMagic().enter(8, 3).record(1, 2);
    out.enter(17, 4).record(1, 1).record(7, 32).end();
    for (let i = 0; i < 3; i++) out.record(7, 0, 0, 0, 3, 9, 0, 0, 0, 0, 0, 0);
    const bytes = out.enter(11, 4).record(1, 0).record(4, 14).end().end().done();
    const count = (of: Uint8Array): number => messages(of).split("Malformed global initializer set").length - 1;
    assert.equal(count(bytes), 3);
    assert.equal(count(bytes.subarray(0, bytes.length - 4)), 1);
  });
  it("whose offset leads to no symbol table is refused since LLVM 15 if it has a body", () => {
    const offset = (words: number, body: boolean, producer = "LLVM15.0.7"): Uint8Array => {
      const out = identified(producer).enter(8, 3).record(1, 2).record(13, words);
      out.enter(17, 4).record(1, 2).record(2).record(21, 0, 0).end();
      out.record(8, 0, 0, 1, 0, body ? 0 : 1, 0, 0, 0, 0, 0);
      if (body) out.enter(12, 4).record(1, 1).record(10).end();
      return out.end().done();
    };
    assert.equal(messages(offset(3, false)), "");
    assert.match(messages(offset(3, true)), /Expected value symbol table subblock/);
    assert.match(messages(offset(1000, true)), /Unexpected end of file/);
    assert.match(messages(offset(0, true)), /Unexpected end of file/);
    assert.equal(messages(offset(1, true)), "");
    assert.equal(messages(offset(1, true, "LLVM14.0.6")), "");
    assert.match(messages(offset(0, true, "LLVM14.0.6")), /Unexpected end of file/);
    assert.match(messages(offset(8, true, "LLVM14.0.6")), /Malformed block/);
    assert.equal(messages(offset(3, true, "LLVM14.0.6")), "");
  });
  it("that defines an abbreviation without operands is refused", () => {
    assert.match(messages(irMagic().enter(8, 3).define().record(1, 2).end().done()), /Abbrev record with no operands/);
  });

  it("with too few lengths of metadata strings is reported", () => {
    assert.match(messages(strings(20)), /metadata strings/);
  });
  it("with pointers as plain data is reported", () => {
    assert.match(messages(pointersAsData()), /Invalid type for value/);
  });
  it("with an operand of the wrong type is reported", () => {
    // add i32 6, float 0: constants 1 and 2, relative to the third value.
    assert.match(messages(withFunction(PLAIN, [[2, 2, 1, 0], [10]])), /operand of another type/);
    assert.equal(messages(withFunction(PLAIN, [[2, 2, 2, 0], [10]])), "");
  });
  it("with a value that is never defined is reported", () => {
    assert.match(messages(withFunction(PLAIN, [[2, 2, 0xffff_fff0, 0], [10]])), /Never resolved value/);
  });
  it("with an impossible cast is reported", () => {
    assert.match(messages(withFunction(PLAIN, [[3, 2, 3, 1], [10]])), /Invalid cast/);
    assert.equal(messages(withFunction(PLAIN, [[3, 2, 3, 6], [10]])), "");
  });
  it("with a phi of values of another type, or of no floats with flags, is reported", () => {
    // The value's distance is doubled: 4 is constant 1, an i32; 2 is a float.
    assert.equal(messages(withFunction(PLAIN, [[16, 1, 4, 0], [10]])), "");
    assert.match(messages(withFunction(PLAIN, [[16, 1, 2, 0], [10]])), /operand of another type/);
    assert.match(messages(withFunction(PLAIN, [[16, 1, 4, 0, 8], [10]])), /Invalid phi record/);
    assert.equal(messages(withFunction(PLAIN, [[16, 3, 2, 0, 8], [10]])), "");
  });
  it("with a value of another type than an earlier instruction expects is reported", () => {
    // The phi expects an i32 to follow it; the value that follows adds i32s, then floats.
    const expecting = [16, 1, 3, 0];
    assert.equal(messages(withFunction(PLAIN, [expecting, [2, 3, 3, 0], [10]])), "");
    const file = withFunction(PLAIN, [expecting, [2, 2, 2, 0], [10]]);
    assert.match(messages(file, "15"), /does not match type of forward declaration/);
    assert.equal(messages(file, "14"), "");
  });
  it("with a function that takes a label is reported since LLVM 21", () => {
    const out = irMagic().enter(8, 3).record(1, 2).enter(17, 4).record(1, 3).record(2).record(5).record(21, 0, 0, 1);
    const file = out.end().end().done();
    assert.equal(messages(file, "19"), "");
    assert.match(messages(file, "21"), /Invalid function argument type/);
  });
  it("with a byte's number of an integer type, or an integer's of a byte type, is reported", () => {
    const withNumber = (type: number, code: number): Uint8Array => {
      const out = irMagic().enter(8, 3).record(1, 2).enter(17, 4).record(1, 2).record(7, 32).record(27, 32).end();
      return out.enter(11, 4).record(1, type).record(code, 2).end().end().done();
    };
    const [integer, byte] = [4, 35];
    assert.equal(messages(withNumber(0, integer), "23"), "");
    assert.equal(messages(withNumber(1, byte), "23"), "");
    assert.match(messages(withNumber(0, byte), "23"), /Invalid integer const record/);
    assert.match(messages(withNumber(1, integer), "23"), /Invalid integer const record/);
  });
  it("with an unknown constant expression is taken, whatever its operands are", () => {
    const withOperation = (operation: number): Uint8Array => {
      const out = irMagic().enter(8, 3).record(1, 2).enter(17, 4).record(1, 1).record(7, 32).end();
      return out.enter(11, 4).record(1, 0).record(10, operation, 900, 900).end().end().done();
    };
    assert.match(messages(withOperation(0), "14"), /Invalid constant reference/);
    assert.equal(messages(withOperation(4258656198), "14"), "");
  });
  it("with more operands than an instruction has is reported", () => {
    assert.equal(messages(withFunction(PLAIN, [[36, 6, 1], [10]])), "");
    assert.match(messages(withFunction(PLAIN, [[36, 6, 1, 0], [10]])), /more operands than the instruction has/);
    assert.match(messages(withFunction(PLAIN, [[10, 2, 0]])), /more operands than the instruction has/);
  });
  it("with a fence that is not strong enough is reported; unknown orderings and scopes are the strongest", () => {
    assert.match(messages(withFunction(PLAIN, [[36, 2, 1], [10]])), /no ordering for a fence/);
    const unknown = withFunction(PLAIN, [[36, 9, 99], [10]]);
    assert.equal(messages(unknown), "");
    assert.match([...opened(unknown).text({ fileName: "x" })].map(pieceText).join(""), /^ {2}fence seq_cst$/m);
  });
  it("with a location that has no node as its scope, or too few operands, is reported", () => {
    const fence = [36, 6, 1];
    assert.match(messages(withFunction(PLAIN, [fence, [35, 1, 1], [10]])), /location has four operands/);
    assert.match(messages(withFunction(PLAIN, [fence, [35, 1, 1, 1, 0], [10]])), /scope is no node/);
  });
  it("with the zero of a function type is reported", () => {
    const constants = (type: number): Uint8Array => {
      const out = irMagic().enter(8, 3).record(1, 2);
      out.enter(17, 4).record(1, 3).record(7, 32).record(2).record(21, 0, 1).end();
      return out.enter(11, 4).record(1, type).record(2).end().end().done();
    };
    assert.match(messages(constants(2)), /Invalid type for a constant null value/);
    assert.equal(messages(constants(0)), "");
  });
  it("with names but without a table of strings is reported once", () => {
    const named = irMagic().enter(8, 3).record(1, 2).enter(17, 4).record(1, 1).record(7, 32).end();
    for (let i = 0; i < 3; i++) named.record(7, i, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0);
    assert.equal(messages(named.end().done()), "Invalid record: a name in a string table that is missing");
  });
  it("with an unknown record in its identification, or a summary without a version, is reported", () => {
    const identified = (code: number): Uint8Array =>
      irMagic().enter(13, 3).record(code, 0).end().enter(8, 3).record(1, 2).end().done();
    assert.match(messages(identified(3)), /identification record code 3/);
    assert.equal(messages(identified(2)), "");
    assert.match(messages(withBlock(20, 20, 0)), /Invalid Summary Block: version expected/);
  });
  it("with a second table of types or attributes is reported, and the first is used", () => {
    const out = irMagic().enter(8, 3).record(1, 2);
    for (const width of [32, 64]) out.enter(17, 4).record(1, 1).record(7, width).end();
    out.record(7, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0);
    const bytes = out.end().done();
    assert.match(messages(bytes), /Invalid multiple blocks/);
    assert.match([...opened(bytes).text({ fileName: "x" })].map(pieceText).join(""), /@0 = external constant i32/);
  });
  it("whose alias has another type than its aliasee is reported", () => {
    const alias = (type: number): Uint8Array => {
      const out = irMagic().enter(8, 3).record(1, 2);
      // i32, i64, opaque pointers to address spaces 0 and 1; a variable and its alias.
      out.enter(17, 4).record(1, 4).record(7, 32).record(7, 64).record(25, 0).record(25, 1).end();
      out.record(7, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0);
      return out.record(14, 0, 0, 0, type, 0, 0).end().done();
    };
    assert.equal(messages(alias(0)), "");
    assert.match(messages(alias(1)), /Alias and aliasee types don't match/);
  });
  it("with a name for no summary is reported", () => {
    const summary = irMagic().enter(8, 3).record(1, 2).enter(24, 3).record(10, 9).record(9, 77).end().end().done();
    assert.match(messages(summary), /Name attachment that does not follow a combined record/);
  });
  it("prints no fast-math flags on a select of other values than floats", () => {
    // select i1/float with value 1 (i32 3) or 2 (float 0) as both values and an i1 made by a comparison.
    const text = (distance: number): string =>
      [...opened(withFunction(PLAIN, [[28, 2, 2, 32], [29, distance, distance, 1, 2], [10]])).text({ fileName: "x" })]
        .map(pieceText)
        .join("");
    assert.match(text(2), /select nnan i1 %1, float/);
    assert.match(text(3), /select i1 %1, i32/);
  });
  it("sorts the uses of a block by the numbers of its use list, whatever they are", () => {
    const withOrder = (...order: readonly number[]): string => {
      const out = irMagic().enter(8, 3).record(1, 2).enter(17, 4).record(1, 2).record(2).record(21, 0, 0).end();
      out
        .record(8, 0, 0, 1, ...PLAIN)
        .enter(12, 4)
        .record(1, 4);
      out.record(11, 3).record(11, 3).record(11, 3).record(10);
      out
        .enter(18, 3)
        .record(2, ...order, 3)
        .end();
      const text = [...opened(out.end().end().done()).text({ fileName: "x" })].map(pieceText).join("");
      return /; preds = (.*)$/m.exec(text)?.[1] ?? "";
    };
    assert.equal(withOrder(0, 1, 2), "%2, %1, %0");
    assert.equal(withOrder(9, 7, 7), "%1, %0, %2");
  });
  it("with a function of an unknown convention, section, collector or comdat is reported", () => {
    const others = (place: number, value: number): readonly number[] =>
      [...PLAIN, 0, 0, 0, 0, 0].map((operand, i) => (i === place ? value : operand));
    assert.match(messages(withFunction(others(0, 1024))), /Invalid calling convention ID/);
    assert.match(messages(withFunction(others(5, 1))), /Invalid ID/);
    assert.match(messages(withFunction(others(7, 1))), /Invalid ID/);
    assert.match(messages(withFunction(others(11, 1))), /Invalid function comdat ID/);
    assert.equal(messages(withFunction(others(0, 1023))), "");
  });
  it("has poison in place of an aggregate of a plain type since LLVM 19, undef before", () => {
    const out = irMagic().enter(8, 3).record(1, 2);
    out.enter(17, 4).record(1, 2).record(7, 32).record(25, 0).end();
    out.record(7, 0, 0, 0, 3, 2, 0, 0, 0);
    out.enter(11, 4).record(1, 0).record(7, 0).end();
    const bytes = out.end().done();
    const text = (release: string): string =>
      [...opened(bytes).text({ fileName: "x", release })].map(pieceText).join("");
    assert.match(text("18"), /@0 = constant i32 undef/);
    assert.match(text("19"), /@0 = constant i32 poison/);
  });
  it("with other records in place of names is reported", () => {
    assert.match(messages(withBlock(21, 2, 97)), /Invalid operand bundle record/);
    assert.match(messages(withBlock(26, 2, 97)), /Invalid sync scope record/);
    assert.match(messages(withBlock(14, 3, 7, 0)), /Invalid record: no such value/);
    assert.equal(messages(withBlock(21, 1, 97)), "");
  });
});
