import * as assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pieceText } from "../../../extension/document/byteText";
import type { Leaf } from "../../../extension/document/element";
import { BitRecord } from "../../../extension/formats/bitstream/record";
import { openDocument } from "../../../extension/formats/detect";
import { BARE } from "../../../extension/formats/llvm/listing/bare";
import { describe as described } from "../../../extension/formats/llvm/listing/describe";
import type { RecordSpecification } from "../../../extension/formats/llvm/spec/form";
import {
  field,
  number,
  record,
  rest,
  signed,
  times,
  type,
  value,
  when,
} from "../../../extension/formats/llvm/spec/form";
import { BLOCKS, OLD_BLOCKS, specificationOf } from "../../../extension/formats/llvm/spec/index";
import { Layout } from "../../../extension/formats/llvm/spec/layout";
import { meaningOf } from "../../../extension/formats/llvm/listing/meaning";
import { allSteps } from "../../../extension/kit/steps";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { faultOf } from "../../support/recordFaults";

const FOLDER = "test/fixtures/llvm";

interface Read {
  readonly record: string;
  readonly leaf: Leaf;
}

/** The operand leaves of a file, with their records. */
function operandLeaves(file: string): readonly Read[] {
  const bytes = new Uint8Array(readFileSync(file));
  const found: Read[] = [];
  let current = "";
  const sink = {
    open: (kind: string, name: string) => {
      if (kind === "record") current = name;
    },
    close: () => undefined,
    leaf: (leaf: Leaf) => {
      if (/^operand \d+$/.test(leaf.name)) found.push({ record: current, leaf });
    },
  };
  const walk = openDocument(new PagedWindow(new MemorySource(bytes)), {}).elements(sink);
  while (!walk.next().done);
  return found;
}

function recordOf(code: number, ...operands: readonly number[]): BitRecord {
  const made = new BitRecord();
  made.reset(0, 3);
  made.code = code;
  for (const operand of operands) made.push(operand);
  return made;
}
function names(specification: RecordSpecification, operands: readonly number[], around = BARE): readonly string[] {
  const layout = new Layout(recordOf(1, ...operands), specification, around);
  return operands.map((_, i) => {
    const { field: one, turn } = layout.operand(i);
    return turn === undefined ? one.name : `${one.name} ${turn}`;
  });
}

describe("names of records and blocks", () => {
  it("the statistics name all that the fixtures have, whereas the dump has numbers where llvm-bcanalyzer has no name", () => {
    let dumps = "";
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".bc"))) {
      const window = new PagedWindow(new MemorySource(new Uint8Array(readFileSync(path.join(FOLDER, name)))));
      const document = openDocument(window, {});
      const rows = allSteps(document.stats());
      const unnamed = rows.filter(({ block, record }) => `${block} ${record}`.includes("Unknown"));
      assert.deepEqual(unnamed, [], name);
      for (const piece of document.dump({ fileName: name })) dumps += pieceText(piece);
    }
    assert.match(dumps, /<UnknownBlock26 /);
    assert.match(dumps, /<UnknownCode26\b/);
  });
});

describe("the specification of LLVM's records", () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".bc"))) {
    it(`gives every operand of ${name} a name and a meaning`, () => {
      const leaves = operandLeaves(path.join(FOLDER, name));
      assert.ok(leaves.length > 20);
      const silent = leaves.filter(({ leaf }) => !/^\S.*: ./s.test(leaf.meaning ?? ""));
      assert.deepEqual(silent, []);
      const lost = /unknown operand|not defined|no operator|<badref>/;
      const wrong = leaves.filter(({ leaf }) => lost.test(leaf.meaning ?? ""));
      assert.deepEqual(
        wrong.map(({ record: inside, leaf }) => `${inside}: ${leaf.meaning ?? ""}`),
        [],
      );
    });
  }

  it("is consistent: every field that a record refers to comes before it", () => {
    for (const block of [...Object.values(BLOCKS), ...Object.values(OLD_BLOCKS)])
      for (const one of Object.values(block)) assert.equal(faultOf(one), undefined, one.name);
  });

  it("describes the operands of a record in a line", () => {
    const of = (block: number, code: number): string => {
      const found = specificationOf(block, code, { release: 22, oldTypeTable: false });
      return found ? described(found) : "";
    };
    assert.equal(of(12, 2), "INST_BINOP [opval, opval1, opcode, flags]");
    assert.equal(of(12, 16), "INST_PHI [ty, ((val, bb | fmf))…]");
    assert.equal(of(15, 40), "LABEL [distinct, scope, name, file, line, column (since 21), coroSuspendIdx (since 21)]");
    assert.match(of(8, 8), /^FUNCTION \[\[strtab_offset, strtab_size: since module version 2\], type, callingconv,/);
  });
});

describe("a mistake in a specification", () => {
  it("is found", () => {
    assert.match(faultOf(record("A", times("n", field("x", number)))) ?? "", /no field n/);
    assert.match(faultOf(record("A", rest(field("x", number)), field("y", number))) ?? "", /takes all operands/);
    assert.match(faultOf(record("A", when({ field: "z", bit: 1 }, []))) ?? "", /no field z/);
    assert.match(faultOf(record("A", field("", number))) ?? "", /without a name/);
    assert.match(faultOf(record("A", rest())) ?? "", /of nothing/);
    assert.match(
      faultOf(record("A", field("v", { kind: "value", form: "absolute", type: "ty" }))) ?? "",
      /no field ty/,
    );
    assert.equal(faultOf(record("A", field("n", number), times("n", field("x", number)))), undefined);
  });
});

describe("the layout of a record", () => {
  it("repeats fields up to the end, and as often as a field says", () => {
    const one = record(
      "A",
      field("n", number),
      times("n", field("x", number), field("y", number)),
      rest(field("z", number)),
    );
    assert.deepEqual(names(one, [2, 5, 6, 7, 8, 9]), ["n", "x 0", "y 0", "x 1", "y 1", "z 0"]);
    assert.deepEqual(names(one, [9, 5]), ["n", "x 0"]);
  });

  it("gives a value that is defined later its type", () => {
    const one = record("A", value("a"), value("b"));
    const around = { ...BARE, version: 1, next: 10 };
    assert.deepEqual(names(one, [3, 4294967295, 7, 0], around), ["a", "b", "type of b", "unknown operand"]);
    assert.deepEqual(names(one, [4294967295, 7, 4], around), ["a", "type of a", "b"]);
  });

  it("chooses by what was read, by the module's version, and by the number of remaining operands", () => {
    const one = record(
      "A",
      when({ version: 2 }, [field("named", number)]),
      field("flags", number),
      when({ field: "flags", bit: 4 }, [field("big", number)], [field("small", number)]),
      when({ left: 2 }, [field("ty", type)]),
      field("last", number),
    );
    assert.deepEqual(names(one, [4, 0, 0]), ["flags", "big", "last"]);
    assert.deepEqual(names(one, [3, 0, 0, 0]), ["flags", "small", "ty", "last"]);
    assert.deepEqual(names(one, [1, 4, 0], { ...BARE, version: 2 }), ["named", "flags", "big"]);
  });

  it("reads attributes down to their characters", () => {
    const group = specificationOf(10, 3, { release: 22, oldTypeTable: false });
    assert.ok(group);
    assert.deepEqual(names(group, [1, 4294967295, 0, 18, 4, 97, 0, 98, 0, 1, 1, 4]), [
      "grpid",
      "paramidx",
      "attr form 0",
      "attr kind 0",
      "attr form 1",
      "key char 0",
      "key char 1",
      "value char 0",
      "value char 1",
      "attr form 2",
      "attr kind 2",
      "attr value 2",
    ]);
  });

  it("continues after an empty repetition, and after an endless count", () => {
    const one = record("A", field("n", number), times("n", when({ field: "n", bit: 1 }, [])), field("x", number));
    assert.deepEqual(names(one, [2 ** 31, 5]), ["n", "x"]);
  });
});

describe("an operand's dependence on an earlier field", () => {
  const dependent = { kind: "value", form: "signed", type: "ty" } as const;
  const one = record("A", field("ty", type), rest(field("val", dependent), field("bb", number)));
  it("is the same in a short record and in a long one", () => {
    for (const length of [3, 63, 65, 2001]) {
      const layout = new Layout(recordOf(1, ...Array.from({ length }, () => 0)), one, BARE);
      assert.equal(layout.typeAt(length - 2), 0);
      assert.equal(layout.before("bb", length - 1), length === 3 ? undefined : length - 3);
      assert.equal(layout.before("bb", 2), undefined);
      assert.equal(layout.before("none", length - 1), undefined);
    }
  });
});

describe("the meaning of an operand", () => {
  const of = (specification: RecordSpecification, ...operands: readonly number[]): readonly string[] => {
    const layout = new Layout(recordOf(1, ...operands), specification, BARE);
    return operands.map((_, i) => meaningOf(layout, i, BARE).steps.join(" "));
  };
  const known = (block: number, code: number): RecordSpecification => {
    const found = specificationOf(block, code, { release: 22, oldTypeTable: false });
    assert.ok(found);
    return found;
  };

  it("is the number in the field's form", () => {
    const forms = record(
      "A",
      field("a", signed),
      field("b", { kind: "complement", bits: 32 }),
      field("c", { kind: "alignment" }),
      field("d", { kind: "boolean" }),
      field("e", { kind: "hex" }),
      field("f", { kind: "number", unit: "types" }),
      field("g", { kind: "names", names: ["zero", "one"], otherwise: "many" }),
    );
    assert.deepEqual(of(forms, 7, 4294967295, 4, 1, 255, 1, 5), [
      "-3",
      "-1",
      "align 8",
      "yes",
      "0xff",
      "1 type",
      "many (5)",
    ]);
  });

  it("is a signed number in both of metadata's encodings", () => {
    const enumerator = specificationOf(15, 14, { release: 22, oldTypeTable: false }) as RecordSpecification;
    const meaning = (...operands: readonly number[]): readonly string[] => {
      const layout = new Layout(recordOf(14, ...operands), enumerator, BARE);
      return operands.map((_, i) => meaningOf(layout, i, BARE).steps.join(" "));
    };
    // Narrow: shifted and complemented. Wide: magnitude and sign, in words.
    assert.equal(meaning(0, 1, 0)[1], "-1");
    assert.equal(meaning(0, 5, 0)[1], "-3");
    assert.equal(meaning(4, 65, 0, 3, 4).at(-2), "-1");
  });
  it("names packed flags, tags and languages of debug info", () => {
    assert.deepEqual(of(known(15, 17), 3, 13, 0, 0, 7), [
      "distinct, size is metadata",
      "DW_TAG_member",
      "null",
      "null",
      "7",
    ]);
    assert.equal(of(known(15, 20), 1, 33)[1], "DW_LANG_C_plus_plus_14");
    assert.equal(of(known(15, 21), 7, 0, 0, 0, 0, 0, 0, 3, 0, 8)[9], "DISPFlagDefinition");
    assert.deepEqual(of(known(15, 29), 7, 35, 8).slice(1), ["DW_OP_plus_uconst", "8"]);
  });
});
