import assert from "node:assert/strict";
import { BESIDE_RECORDS, RECORD_COLUMN } from "../../../extension/formats/pnacl/layout";
import { StatementWriter } from "../../../extension/formats/pnacl/statements";
import { formatFloatBits, formatG, formatSignRotated, signRotated32 } from "../../../extension/formats/pnacl/numbers";

function lines(write: (asm: StatementWriter) => void, indent = 0): readonly string[] {
  const asm = new StatementWriter(BESIDE_RECORDS);
  asm.indent = indent;
  write(asm);
  asm.line();
  return asm.take().map((line) => line.map((t) => t.text).join(""));
}
const words = (asm: StatementWriter, count: number): void => {
  for (let i = 0; i < count; i++) {
    if (i > 0) asm.space();
    asm.put("text", "12345");
  }
};

describe("a statement that is too long for its column", () => {
  it("breaks between tokens, and keeps a blank that still fits", () => {
    assert.deepEqual(
      lines((asm) => words(asm, 8)),
      ["12345 12345 12345 12345 12345 12345 ", "    12345 12345"],
    );
  });
  it("drops the blank that does not fit", () => {
    assert.deepEqual(
      lines((asm) => {
        asm.put("text", "x".repeat(39)).space().put("text", "y");
      }),
      ["x".repeat(39), "    y"],
    );
  });
  it("continues after the open bracket, but leaves twenty columns", () => {
    assert.deepEqual(
      lines((asm) => {
        asm.put("text", "call").open("(");
        words(asm, 7);
        asm.close(")");
      }),
      ["call(12345 12345 12345 12345 12345 ", "     12345 12345)"],
    );
    assert.deepEqual(
      lines((asm) => {
        asm.put("text", "x".repeat(30)).open("(").put("text", "12345678901");
      }),
      [`${"x".repeat(30)}(`, `${" ".repeat(19)}12345678901`],
    );
  });
  it("keeps a cluster on one line if possible", () => {
    const clustered = (asm: StatementWriter): void => {
      asm.put("text", "x".repeat(30)).space().begin();
      words(asm, 2);
      asm.end();
    };
    assert.deepEqual(lines(clustered), [`${"x".repeat(30)} `, "    12345 12345"]);
  });
  it("breaks a cluster that fits no line, its own clusters last", () => {
    const nested = lines((asm) => {
      asm.begin().begin();
      words(asm, 6);
      asm.end().space().begin();
      words(asm, 2);
      asm.end().end();
    });
    assert.deepEqual(nested, ["12345 12345 12345 12345 12345 12345 ", "    12345 12345"]);
  });
  it("never breaks a token, however long", () => {
    assert.deepEqual(
      lines((asm) => asm.put("string", "s".repeat(60)).put("punctuation", ";"), 2),
      [`    ${"s".repeat(60)}`, "        ;"],
    );
  });
  it("counts a glued mark as part of its token", () => {
    assert.deepEqual(
      lines((asm) => {
        asm.put("text", "x".repeat(36)).put("type", "i32").glue("punctuation", "*");
      }),
      ["x".repeat(36), "    i32*"],
    );
  });
});

describe("a statement whose tokens are placed at once", () => {
  /** A record of numbers with some digits each, collected or placed. */
  const collected = (digits: readonly number[]) => (asm: StatementWriter) => {
    asm.put("text", "3:").space().open("<").begin();
    digits.forEach((count, i) => {
      if (i > 0) asm.put("punctuation", ",").end().space().begin();
      asm.put("number", "1".repeat(count));
    });
    asm.end().close(">").line();
  };
  const placed = (digits: readonly number[]) => (asm: StatementWriter) => {
    asm.start();
    asm.placed("text", "3:").placedSpace().placedOpen("<");
    digits.forEach((count, i) => {
      if (i > 0) asm.placed("punctuation", ",").placedSpace();
      asm.placed("number", "1".repeat(count), i + 1 < digits.length ? 1 : 0);
    });
    asm.placed("punctuation", ">").finish();
  };
  const texts = (write: (asm: StatementWriter) => void, indent: number): readonly string[] => {
    const asm = new StatementWriter(RECORD_COLUMN, 11);
    asm.indent = indent;
    write(asm);
    return asm.take().map((line) => line.map((t) => t.text).join(""));
  };
  it("breaks where one breaks whose pieces are collected", () => {
    let seed = 1;
    const next = (most: number): number => (seed = (seed * 48271) % 2147483647) % most;
    for (let i = 0; i < 500; i++) {
      const digits = Array.from({ length: 1 + next(20) }, () => 1 + next(20));
      const indent = next(18);
      assert.deepEqual(
        texts(placed(digits), indent),
        texts(collected(digits), indent),
        `${digits.join(" ")} ${indent}`,
      );
    }
  });
});

describe("C's %g", () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, "0"],
    [-0, "-0"],
    [1, "1"],
    [0.1, "0.1"],
    [3.14159265, "3.14159"],
    [-646781, "-646781"],
    [100000, "100000"],
    [1000000, "1e+06"],
    [999999.5, "1e+06"],
    [123456789, "1.23457e+08"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [1.5e300, "1.5e+300"],
    [5e-324, "4.94066e-324"],
    // Ties go to the even digit.
    [1000005, "1e+06"],
    [1000015, "1.00002e+06"],
    [Infinity, "inf"],
    [-Infinity, "-inf"],
  ];
  for (const [value, text] of cases) it(`prints ${text}`, () => assert.equal(formatG(value), text));
  it("tells the sign of a NaN from its bits", () => {
    assert.equal(formatFloatBits(0x7fc00000n, true), "nan");
    assert.equal(formatFloatBits(0xffc00000n, true), "-nan");
    assert.equal(formatFloatBits(0xfff8000000000000n, false), "-nan");
  });
});

describe("a sign-rotated number", () => {
  it("has its sign in the lowest bit, except for an i1", () => {
    assert.equal(formatSignRotated(10, false), "5");
    assert.equal(formatSignRotated(11, false), "-5");
    assert.equal(formatSignRotated(1, false), "-0");
    assert.equal(formatSignRotated(3, true), "1");
    assert.equal(formatSignRotated(2n ** 64n - 1n, false), "-9223372036854775807");
  });
  it("as a relative id is a 32-bit number", () => {
    assert.equal(signRotated32(7n), -3);
    assert.equal(signRotated32(8n), 4);
    assert.equal(signRotated32(1n), 0);
  });
});
