import * as assert from "node:assert/strict";
import fc from "fast-check";
import { entryCodec } from "../../../extension/formats/mlir/attributes";
import type { LeafRecorder } from "../../../extension/formats/mlir/model/cursor";
import { bytes, EntryFile } from "../../support/mlirEntries";

const builtin = "builtin";

describe("MLIR builtin attributes", () => {
  it("spell integers by their type, without i64 where it is assumed", () => {
    const file = new EntryFile();
    const integer = (type: number, ...value: number[]): number =>
      file.addAttribute(
        builtin,
        bytes()
          .varints(8, type)
          .byte(...value),
      );
    assert.equal(file.attributeText(integer(file.integerType(8), 0xfb)), "-5 : i8");
    assert.equal(file.attributeText(integer(file.integerType(8, 2), 0xfb)), "251 : ui8");
    assert.equal(file.attributeText(integer(file.integerType(3), 4)), "-4 : i3");
    assert.equal(file.attributeText(integer(file.integerType(1), 1)), "true");
    assert.equal(file.attributeText(integer(file.integerType(1, 1), 1)), "-1 : si1");
    const wide = file.addAttribute(builtin, bytes().varints(8, file.integerType(64)).signed(-7));
    assert.equal(file.attributeText(wide), "-7 : i64");
    assert.equal(file.attributeText(wide, "may"), "-7");
    const index = file.addAttribute(
      builtin,
      bytes()
        .varints(8, file.addType(builtin, bytes().varint(1)))
        .signed(-1),
    );
    assert.equal(file.attributeText(index), "-1 : index");
  });

  it("read back integers of any width", () => {
    const widths = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(widths, fc.bigInt({ min: -(2n ** 199n), max: 2n ** 199n }), (width, any) => {
        const value = BigInt.asIntN(width, any);
        const file = new EntryFile();
        const content = bytes().varints(8, file.integerType(width));
        if (width <= 8) content.byte(Number(BigInt.asUintN(8, value)));
        else if (width <= 64) content.signed(value);
        else {
          const words = Array.from({ length: Math.ceil(width / 64) }, (_, i) =>
            BigInt.asIntN(64, value >> BigInt(64 * i)),
          );
          content.list(words, (word) => content.signed(word));
        }
        const expected = width === 1 ? String(value !== 0n) : `${value} : i${width}`;
        assert.equal(file.attributeText(file.addAttribute(builtin, content)), expected);
      }),
    );
  });

  it("spell dictionaries, arrays, symbols and strings", () => {
    const file = new EntryFile();
    const unit = file.addAttribute(builtin, bytes().varint(7));
    const one = file.addAttribute(builtin, bytes().varints(8, file.integerType(64)).signed(1));
    const array = file.addAttribute(builtin, bytes().varint(0).varints(2, one, unit));
    const names = ["a", "x-y"].map((name) => file.stringAttribute(name));
    const dictionary = file.addAttribute(builtin, bytes().varints(1, 2, names[0]!, unit, names[1]!, array));
    assert.equal(file.attributeText(dictionary), '{a, "x-y" = [1, unit]}');
    const nested = file.addAttribute(builtin, bytes().varints(4, names[1]!));
    const symbol = file.addAttribute(builtin, bytes().varints(5, names[0]!, 1, nested));
    assert.equal(file.attributeText(symbol), '@a::@"x-y"');
    assert.equal(file.attributeText(file.stringAttribute('q"\\\n\x80')), '"q\\22\\\\\\0A\\80"');
    const typed = file.addAttribute(builtin, bytes().varints(3, file.addString("t"), file.integerType(32)));
    assert.equal(file.attributeText(typed), '"t" : i32');
  });

  it("spell empty symbols as the release does", () => {
    for (const [release, expected] of [
      [16, '@""'],
      [19, "@<<INVALID EMPTY SYMBOL>>"],
    ] as const) {
      const file = new EntryFile(release);
      assert.equal(
        file.attributeText(file.addAttribute(builtin, bytes().varints(4, file.stringAttribute("")))),
        expected,
      );
    }
  });

  it("spell locations, nested ones without loc(…)", () => {
    const file = new EntryFile();
    const unknown = file.addAttribute(builtin, bytes().varint(15));
    const place = file.addAttribute(builtin, bytes().varints(11, file.stringAttribute("f"), 1, 2));
    const name = (child: number): number =>
      file.addAttribute(builtin, bytes().varints(14, file.stringAttribute("n"), child));
    const fused = file.addAttribute(builtin, bytes().varints(13, 2, place, unknown, file.stringAttribute("m")));
    assert.equal(file.attributeText(unknown), "loc(unknown)");
    assert.equal(file.attributeText(name(unknown)), 'loc("n")');
    assert.equal(file.attributeText(name(place)), 'loc("n"("f":1:2))');
    assert.equal(file.attributeText(fused), 'loc(fused<"m">["f":1:2, unknown])');
    const call = file.addAttribute(builtin, bytes().varints(10, place, unknown));
    assert.equal(file.attributeText(call), 'loc(callsite("f":1:2 at unknown))');
    const range = (...positions: number[]): string => {
      const content = bytes().varints(22, file.stringAttribute("f"), positions.length, ...positions);
      return file.attributeText(file.addAttribute(builtin, content));
    };
    assert.equal(range(), 'loc("f")');
    assert.equal(range(7), 'loc("f":7:0)');
    assert.equal(range(1, 2, 9), 'loc("f":1:2 to :9)');
    assert.equal(range(1, 2, 3, 4), 'loc("f":1:2 to 3:4)');
    assert.equal(entryCodec.attributeAlias(file.attribute(call), file), "loc");
  });

  it("alias only distinct attributes with a referenced attribute", () => {
    const file = new EntryFile();
    const unit = file.addAttribute(builtin, bytes().varint(7));
    const empty = file.addAttribute(builtin, bytes().varints(21, unit));
    const full = file.addAttribute(builtin, bytes().varints(21, file.stringAttribute("x")));
    assert.equal(entryCodec.attributeAlias(file.attribute(empty), file), undefined);
    assert.equal(entryCodec.attributeAlias(file.attribute(full), file), "distinct");
    assert.match(file.attributeText(full), /^distinct\[\d+\]<"x">$/);
  });

  it("spell types", () => {
    const file = new EntryFile();
    const f32 = file.floatType("f32");
    const i32 = file.integerType(32);
    const type = (content: ReturnType<typeof bytes>): string => file.typeText(file.addType(builtin, content));
    assert.equal(file.typeText(file.tensorType(f32, -(2n ** 63n), 4)), "tensor<?x4xf32>");
    assert.equal(type(bytes().varints(20, 2).byte(0, 1).signedList(2, 4).varint(f32)), "vector<2x[4]xf32>");
    const one = file.addType(builtin, bytes().varints(2, 1, i32, 1, f32));
    assert.equal(file.typeText(one), "(i32) -> f32");
    assert.equal(type(bytes().varints(2, 0, 1, one)), "() -> ((i32) -> f32)");
    assert.equal(type(bytes().varints(15, 2, i32, f32)), "tuple<i32, f32>");
    const identity = file.addAttribute(builtin, "affine_map<(d0) -> (d0)>");
    const strided = file.addAttribute(builtin, "strided<[2]>");
    const space = file.addAttribute(builtin, bytes().varints(8, file.integerType(64)).signed(3));
    assert.equal(type(bytes().varint(10).signedList(2).varints(f32, identity)), "memref<2xf32>");
    assert.equal(
      type(bytes().varints(11, space).signedList(2).varints(f32, strided)),
      "memref<2xf32, strided<[2]>, 3>",
    );
  });

  it("refuse sizes that no type has, as MLIR does since 23", () => {
    const fault = (release: 22 | 23, content: ReturnType<typeof bytes>): string | undefined => {
      const file = new EntryFile(release);
      file.floatType("f32");
      file.addAttribute(builtin, "affine_map<(d0) -> (d0)>");
      const node = file.type(file.addType(builtin, content));
      return node.kind === "opaque" ? node.damage : undefined;
    };
    const tensor = (size: bigint | number): ReturnType<typeof bytes> => bytes().varint(13).signedList(size).varint(0);
    assert.equal(fault(23, tensor(-1)), "invalid tensor dimension size");
    assert.equal(fault(22, tensor(-1)), undefined);
    for (const size of [0, 3, -(2n ** 63n)]) assert.equal(fault(23, tensor(size)), undefined);
    assert.equal(fault(23, bytes().varint(10).signedList(-3).varints(0, 0)), "invalid memref size");
    const vector = (size: number): ReturnType<typeof bytes> => bytes().varint(19).signedList(size).varint(0);
    assert.equal(fault(23, vector(0)), "vector types must have positive constant sizes but got 0");
    assert.equal(fault(23, vector(4)), undefined);
  });

  it("read MLIR 16's scalable vectors by their count", () => {
    const file = new EntryFile(16);
    const content = bytes().varints(20, 1).signedList(2, 4).varint(file.floatType("f32"));
    assert.equal(file.typeText(file.addType(builtin, content)), "vector<2x[4]xf32>");
  });

  it("print the size of a vector as a number where a tensor has a question mark", () => {
    const file = new EntryFile(22);
    const typed = (code: number): string => {
      const content = bytes()
        .varint(code)
        .signedList(-(2n ** 63n));
      return file.typeText(file.addType(builtin, content.varint(file.floatType("f32"))));
    };
    assert.equal(typed(19), "vector<-9223372036854775808xf32>");
    assert.equal(typed(13), "tensor<?xf32>");
  });

  it("refuse unknown codes and indices past their table", () => {
    const file = new EntryFile();
    const damage = (content: ReturnType<typeof bytes>): string | undefined => {
      const node = file.attribute(file.addAttribute(builtin, content));
      return node.kind === "opaque" ? node.damage : undefined;
    };
    assert.equal(damage(bytes().varint(127)), "unknown attribute code: 127");
    assert.equal(damage(bytes().varints(6, 9)), "invalid type index: 9");
    assert.equal(damage(bytes().varints(2, 9)), "invalid string index: 9");
    assert.match(damage(bytes().varints(0, 2n ** 60n)) ?? "", /a byte at the end of the bytecode/);
    assert.equal(
      (file.attribute(file.addAttribute("arith", bytes().varint(1))) as { damage?: string }).damage,
      "dialect 'arith' does not implement the bytecode interface",
    );
  });

  it("keep the bytes of unpublished encodings", () => {
    const file = new EntryFile();
    const index = file.addAttribute("mystery", bytes().byte(1, 3));
    assert.equal(file.attributeText(index), '#mystery<bytes "0x0103">');
    const node = file.attribute(index);
    assert.equal(node.kind === "opaque" && node.damage, undefined);
  });

  it("have leaves that cover the entry without gaps", () => {
    const file = new EntryFile();
    const tensor = file.tensorType(file.integerType(16), 2);
    const index = file.addAttribute(builtin, bytes().varints(18, tensor).blob(1, 0, 2, 0));
    const [start, end] = file.place("attribute", index);
    let position = start;
    const names: string[] = [];
    const recorder: LeafRecorder = {
      leaf: (name, from, to) => {
        assert.equal(from, position);
        position = to;
        names.push(name);
      },
      note: () => undefined,
      refer: () => undefined,
      open: () => undefined,
      close: () => undefined,
    };
    file.attribute(index, recorder);
    assert.equal(position, end);
    assert.deepEqual(names, ["code", "type", "data size", "data"]);
  });
});
