import assert from "node:assert/strict";
import { TextSink } from "../../../extension/document/sink";
import { ResidentWindow } from "../../../extension/document/window";
import { Analysis } from "../../../extension/formats/iree/analysis";
import type { Op } from "../../../extension/formats/iree/code/decode";
import { isFault, readOp } from "../../../extension/formats/iree/code/decode";
import type { OpcodeTable, OperandSchema } from "../../../extension/formats/iree/opcodes";
import { opcodeTables } from "../../../extension/formats/iree/opcodes";
import { revisions } from "../../../extension/formats/iree/schema";
import { general } from "../../../extension/formats/iree/print/float";
import { printOp } from "../../../extension/formats/iree/print/op";
import { pieceText } from "../../../extension/document/byteText";
import { buildModule } from "../../fixtures/iree/builder.mjs";
import { lastEra, lastModule } from "../../fixtures/iree/modules.mjs";
import { assertTiles, opened } from "../../support/tiling";

function table(name: string): OpcodeTable {
  return opcodeTables().find((t) => t.name === name)!;
}

function op(code: readonly number[], start: number, name: string): Op {
  const found = readOp(Uint8Array.from(code), start, table(name));
  if (isFault(found)) throw new Error(found.message);
  return found;
}

/** A value for an operand, as the builder takes it; every register is among 8 values and 4 refs. */
function sampleValue({ encoding }: OperandSchema): unknown {
  const register = (bank: string): string =>
    bank === "ref" ? "%r1" : bank === "any" || bank === "i32" ? "%i3" : "%i2";
  switch (encoding.kind) {
    case "register":
      return register(encoding.bank);
    case "registers":
      return [register(encoding.bank), register(encoding.bank)];
    case "attribute":
      return encoding.type === "i64" ? -5n : 3;
    case "ordinal":
      return encoding.of === "function" ? 0x80000000 : 0;
    case "string":
      return "text";
    case "integers":
      return [1];
    case "target":
      return "end";
    case "remap":
      return [["%i1", "%i2"]];
    case "cases":
      return [["end", [["%i1", "%i2"]]]];
  }
}

/** A module with one function that has each op of a table once. */
function allOps(schema: string, opcodes: OpcodeTable, version: number): Uint8Array {
  const ops = [...opcodes.ops.values()].map(
    (o) => [o.mnemonic, ...o.operands.map(sampleValue)] as [string, ...unknown[]],
  );
  // It returns an i32.
  for (const item of ops) if (item[0] === "return") item[1] = ["%i1"];
  const blockEnding = /^(br|cond_br|br_table|return|fail|yield|break|cond_break|call\.(variadic\.)?yieldable)$/;
  const code = ops.flatMap((item, i) => (blockEnding.test(item[0]) ? [item, `after${i}:`] : [item]));
  const signature = { calling_convention: "0i_i" };
  return buildModule(
    {
      name: "all",
      types: [{ full_name: "i32" }],
      imported_functions: [{ full_name: "x.y", signature }],
      exported_functions: [{ local_name: "f", internal_ordinal: 0, signature }],
      function_signatures: [signature],
      internal_functions: [{ local_name: "f", signature }],
      rodata_segments: [{ data: Uint8Array.of(1), embedded_data: Uint8Array.of(1) }],
      bytecode_version: version << 16,
      module_state: { global_bytes_capacity: 8, global_ref_count: 1 },
      functions: [{ code: ["entry:", ...code, ["br", "end", []], "end:", ["return", ["%i1"]]], requirements: 3 }],
    },
    { schema, table: opcodes.name },
  ).bytes;
}

describe("VM bytecode", () => {
  it("decodes to what the compiler's own tests expect, for 2019, 2020, 2021 and 2023", () => {
    assert.deepEqual(op([0x54, 1, 0], 0, "T03").end, 3);
    assert.deepEqual(op([0x54, 1, 0, 0, 0], 0, "T05").end, 5);
    const aligned = op([0x54, 0, 1, 0, 0, 0, 0, 0], 0, "T15");
    assert.deepEqual([aligned.end, aligned.schema?.mnemonic], [6, "return"]);
    const code = [121, 224, 10, 0, 0, 0, 0, 0, 0, 90, 1, 0, 0, 0];
    const add = op(code, 1, "T26");
    assert.deepEqual([add.schema?.mnemonic, add.prefixed, add.end], ["add.f32", true, 9]);
    assert.equal(op(code, 9, "T26").end, 14);
  });
  for (const opcodes of opcodeTables()) {
    // A revision from the table's time, and a bytecode version used with both.
    const day = opcodes.name === "T05" ? "2020-03-11" : opcodes.from;
    const [from, to] = opcodes.versions ?? [0, 0];
    const revision = revisions().find(
      (r) =>
        (r.until ?? "9") > day && (!opcodes.versions || (r.versions && r.versions[1] >= from && r.versions[0] <= to)),
    )!;
    const version = Math.max(from, revision.versions?.[0] ?? 0);
    it(`of ${opcodes.name} is read op for op`, () => {
      const bytes = allOps(revision.name, opcodes, version);
      const document = opened(bytes);
      const text = [...document.text({ fileName: "-" })].map(pieceText).join("");
      const mnemonics = [...text.matchAll(/^\[[0-9A-F]{8}\]\s+(?:.*? = )?vm\.([\w.]+)/gm)].map((m) => m[1]);
      assert.deepEqual(mnemonics, [...[...opcodes.ops.values()].map((o) => o.mnemonic), "br", "return"]);
      assert.deepEqual(document.problems(), []);
      assertTiles(document);
    });
  }
  it("distinguishes a switch's default before and after 2023-05-13", () => {
    const before = [121, 0x1f, 1, 0, 5, 0, 0, 0, 1, 0, 2, 0, 3, 0];
    assert.equal(op(before, 1, "T26").operands[1]?.kind, "attribute");
    const after = op([121, 0x1f, 1, 0, 5, 0, 1, 0, 2, 0, 3, 0], 1, "T27").operands[1];
    assert.equal(after?.kind, "register");
  });
  it("reports an op that ends too early", () => {
    const fault = readOp(Uint8Array.of(0x22, 0), 0, table("T03"));
    assert.ok(isFault(fault) && /ends within vm\.add\.i32/.test(fault.message));
    const unknown = readOp(Uint8Array.of(0xee), 0, table("T03"));
    assert.ok(isFault(unknown) && /no opcode EE/.test(unknown.message));
  });
  it("prints 64-bit values by their pair and moved refs in capitals", () => {
    const { bytes } = lastModule();
    const analysis = new Analysis(new ResidentWindow(bytes), undefined);
    const code = analysis.functions?.code(1);
    assert.ok(code);
    const sink = new TextSink();
    const printed = [...code.body.starts].map((start) => {
      const found = readOp(code.code, start, code.table);
      if (!isFault(found)) printOp(sink, code, found);
      return sink.take();
    });
    assert.ok(printed.includes("vm.global.store.ref %R1, .refs[1] : !hal.buffer"));
    assert.ok(printed.includes("%r3 = vm.call.variadic @hal.view.create segments[65535, 2](%r2, %i0, %i0)"));
    assert.ok(printed.includes("vm.br_table %i1 { default: ^bb1(), 0: ^bb2(%i1->%i2), 1: ^bb1() }"));
    assert.ok(printed.includes("vm.call.yieldable @last.wide(%i0, %r2, %i0) -> ^bb2(%i0, %i2)"));
  });
  it("prints floats as C's %g, ties to even", () => {
    assert.equal(general(2 ** -13, 9), "0.000122070312");
    assert.equal(general(0.1, 17), "0.10000000000000001");
    assert.equal(general(1e-5, 9), "1.00000000e-05".replace(".00000000", ""));
    assert.equal(general(123456789012, 9), "1.23456789e+11");
    assert.equal(general(-0, 9), "-0");
    assert.equal(general(Number.NaN, 9, true), "-nan");
    assert.equal(general(100, 9), "100");
  });
});

describe("the era of a module", () => {
  const build = (code: readonly [string, ...unknown[]][], schema: string, name: string, version = 0): Uint8Array =>
    buildModule(
      {
        name: "m",
        bytecode_version: version << 16,
        function_signatures: [{ calling_convention: "0ii_i" }],
        exported_functions: [{ local_name: "f", internal_ordinal: 0, signature: { calling_convention: "0ii_i" } }],
        functions: [{ code: ["entry:", ...code, ["return", ["%i2"]]] }],
      },
      { schema, table: name },
    ).bytes;
  const title = (bytes: Uint8Array): string => opened(bytes).title;

  it("follows from the switch that changed without a new version", () => {
    const old = build([["switch.i32", "%i0", 7, ["%i0", "%i1"], "%i2"]], "S24", "T26", 15);
    const now = build([["switch.i32", "%i0", "%i1", ["%i0", "%i1"], "%i2"]], "S24", "T27", 15);
    assert.match(title(old), /T26/);
    assert.match(title(now), /T34/);
  });
  it("follows from registers that a function reads but never writes", () => {
    // In T14 the opcode of ext.i32.i64.s is trunc.i64.i32, which writes one register, not two.
    const code: [string, ...unknown[]][] = [
      ["ext.i32.i64.s", "%i0", "%i4"],
      ["add.i32", "%i5", "%i0", "%i2"],
    ];
    assert.match(title(build(code, "S12", "T13")), /T13/);
  });
  it("can be chosen", () => {
    const { bytes } = lastModule();
    const chosen = new Analysis(new ResidentWindow(bytes), "S27/T34");
    assert.equal(chosen.era?.table.name, "T34");
    assert.equal(new Analysis(new ResidentWindow(bytes), undefined).era?.table.name, lastEra.table);
  });
});
