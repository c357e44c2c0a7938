import assert from "node:assert/strict";
import { TextSink } from "../../../extension/document/sink";
import { ResidentWindow } from "../../../extension/document/window";
import { expressionText, upgradeExpression } from "../../../extension/formats/llvm/dwarf/expression";
import { diFlagsText, dispFlagsText } from "../../../extension/formats/llvm/dwarf/flags";
import { isInvalidNode } from "../../../extension/formats/llvm/metadata/debugInfoCheck";
import { Numbering } from "../../../extension/formats/llvm/metadata/numbering";
import { metadataIdentifier, MetadataPrinter } from "../../../extension/formats/llvm/metadata/print";
import { MetadataTable } from "../../../extension/formats/llvm/metadata/table";
import { BodyFindings } from "../../../extension/formats/llvm/ir/findings";
import type { PrintContext } from "../../../extension/formats/llvm/ir/printing";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import type { Type } from "../../../extension/formats/llvm/ir/types";
import { ProblemList } from "../../../extension/formats/llvm/stream/blocks";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import type { Record } from "./stream";
import { chars, enteredBlock } from "./stream";

const METADATA = 15;
const types = new TypeInterner();
const { i32 } = types;
const TYPES: readonly Type[] = [i32, types.metadata, types.void, types.opaquePointer];
const string = (text: string): Record => [1, ...chars(text)];

/** The value that is -2. */
const MINUS_TWO = 300;
const integerOf = (value: number): bigint => (value === MINUS_TWO ? -2n : BigInt(value));
/** Value 100 is a global variable, 200 a function with a body; others are integers equal to their numbers, but one. */
function read(release: Release, records: readonly Record[]) {
  const problems = new ProblemList();
  const table = new MetadataTable({
    release,
    window: new ResidentWindow(new Uint8Array(4096)),
    problems,
    typeOf: (id) => TYPES[id],
    wrapped: (value) =>
      value === 100 ? { variable: 100 } : value === 200 ? { definition: 200 } : { integer: integerOf(value) },
    hasType: (_, number) => (number === 1 || number === 2 ? undefined : true),
    isGlobal: () => false,
    bodies: () => 2,
    signing: () => undefined,
    isArm: () => false,
    uniform: () => undefined,
    isSameType: (one, other) => one === other,
    literal: false,
    mergesValues: () => false,
    isConstant: () => true,
    valueAt: (id) => ({ kind: "argument", index: id, type: i32, startBit: 0, endBit: 0 }),
    findings: new BodyFindings(),
  });
  table.readBlock(enteredBlock(METADATA, records), ["module"]);
  const numbering = new Numbering(table);
  const printer = new MetadataPrinter(table);
  const context: PrintContext = {
    release,
    typeText: () => "i32",
    printOperand: (sink, value, withType) => {
      sink.put("text", `${withType ? "i32 " : ""}${value}`);
    },
    printInMetadata: (sink, value) => {
      sink.put("text", `i32 ${value}`);
    },
    metadataName: (node) => `!${numbering.numberOf(node) ?? -1}`,
    attributeGroup: () => 0,
  };
  const print = (print_: (sink: TextSink) => void): string => {
    const sink = new TextSink();
    print_(sink);
    return sink.take();
  };
  return {
    table,
    problems,
    numbering,
    operand: (id: number | undefined) => print((sink) => printer.operand(sink, id, context)),
    definition: (id: number) => print((sink) => printer.definition(sink, id, context)),
    record: (r: Parameters<MetadataPrinter["debugRecord"]>[1]) =>
      print((sink) => printer.debugRecord(sink, r, context)),
    attachments: (list: Parameters<MetadataPrinter["attachments"]>[1]) =>
      print((sink) => printer.attachments(sink, list, ",", context)),
  };
}
/** The definition of the last of these nodes; `id` is its number in the table. */
function definition(release: Release, id: number, ...records: Record[]): string {
  const metadata = read(release, records);
  metadata.numbering.add(id);
  return metadata.definition(id);
}

describe("metadata", () => {
  it("keeps the last long expression, since any number of records may mention it", () => {
    const long = (element: number): Record => [29, 6, ...Array.from({ length: 100 }, () => element)];
    const { table, operand } = read(19, [long(6), long(150)]);
    assert.equal(table.node(0), table.node(0));
    assert.match(operand(1), /^!DIExpression\(150, /);
    assert.match(operand(0), /^!DIExpression\(DW_OP_deref, /);
    assert.equal(operand(0), operand(0));
  });
  it("prints tuples, strings, values and null", () => {
    const metadata = read(22, [string('a"\\\x01'), [2, 0, 7], [3, 1, 2, 0], [5, 3]]);
    metadata.numbering.add(3);
    assert.equal(metadata.definition(2), '!{!"a\\22\\\\\\01", i32 7, null}');
    assert.equal(metadata.definition(3), "distinct !{!1}");
    assert.equal(metadata.operand(undefined), "null");
  });
  it("prints `metadata` before nodes and strings in the style of LLVM 3.0", () => {
    assert.equal(definition(3, 1, string("a"), [8, 1, 0, 0, 7]), '!{metadata !"a", i32 7}');
  });
  it("numbers nodes before their operands, each once, whatever refers back", () => {
    const { numbering } = read(22, [[5, 1, 3, 2], [3], [3, 2, 1]]);
    numbering.add(0);
    assert.deepEqual(numbering.order, [0, 2, 1]);
    numbering.add(1);
    assert.equal(numbering.numberOf(1), 2);
  });
  it("does not recurse on the depth of nodes", () => {
    const records: Record[] = [];
    for (let i = 0; i < 30000; i++) records.push([3, i]);
    const { numbering } = read(22, records);
    numbering.add(29999);
    assert.equal(numbering.order.length, 30000);
  });
  it("prints locations and subprograms of today", () => {
    const names = [string("f"), string("_Z1f"), [16, 0, 1, 2]] satisfies Record[];
    assert.equal(
      definition(22, 3, ...names, [7, 0, 4, 9, 2, 0, 0, 0, 0]),
      "!DILocation(line: 4, column: 9, scope: !1)",
    );
    const subprogram: Record = [21, 7, 3, 1, 2, 3, 4, 0, 4, 0, 8, 0, 256, 3, 0, 0, 0, 0, 0, 0, 0, 0];
    assert.equal(
      definition(22, 3, ...names, subprogram),
      'distinct !DISubprogram(name: "f", linkageName: "_Z1f", scope: !1, file: !1, line: 4, scopeLine: 4,' +
        " flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1)",
    );
  });
  it("reads the subprograms of LLVM 3.8, whose flags are not packed", () => {
    const record: Record = [21, 1, 0, 1, 0, 0, 4, 0, 0, 1, 4, 0, 0, 0, 256, 1, 0, 0, 0, 0];
    assert.equal(
      definition(9, 1, string("f"), record),
      'distinct !DISubprogram(name: "f", scope: null, line: 4, scopeLine: 4, flags: DIFlagPrototyped,' +
        " spFlags: DISPFlagDefinition | DISPFlagOptimized)",
    );
  });
  it("knows fields by release", () => {
    const type: Record = [15, 0, 36, 1, 32, 0, 5, 0, 3, 24];
    assert.equal(
      definition(22, 1, string("int"), type),
      '!DIBasicType(name: "int", size: 32, dataSize: 24, encoding: DW_ATE_signed, num_extra_inhabitants: 3)',
    );
    assert.equal(
      definition(19, 1, string("int"), type),
      '!DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)',
    );
    assert.equal(definition(9, 1, string("n"), [24, 0, 0, 0, 1, 5]), '!DINamespace(name: "n", scope: null)');
    const unit: Record = [20, 1, 39, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    const rest = "file: null, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)";
    assert.equal(definition(22, 0, unit), `distinct !DICompileUnit(language: DW_LANG_Zig, ${rest}`);
    assert.equal(definition(13, 0, unit), `distinct !DICompileUnit(language: 39, ${rest}`);
  });
  it("reads enumerators and ranges in all layouts", () => {
    assert.equal(definition(22, 1, string("a"), [14, 0, 5, 1]), '!DIEnumerator(name: "a", value: -3)');
    assert.equal(
      definition(22, 1, string("a"), [14, 6, 64, 1, 14]),
      '!DIEnumerator(name: "a", value: 7, isUnsigned: true)',
    );
    assert.equal(definition(22, 0, [13, 0, 4, 2]), "!DISubrange(count: 4, lowerBound: 1)");
    assert.equal(definition(9, 0, [13, 0, 4, 0]), "!DISubrange(count: 4)");
    assert.equal(definition(22, 1, [2, 0, 12], [13, 4, 1, 0, 0, 0]), "!DISubrange(count: 12)");
  });
  it("has invalid ranges if they count less than -1 elements", () => {
    const isInvalid = (...records: Record[]): boolean =>
      isInvalidNode(read(16, records).table.upgrades, records.length - 1, new Set());
    assert.equal(isInvalid([13, 0, 4, 2]), false);
    assert.equal(isInvalid([13, 0, 2 ** 32 - 1, 2]), false);
    assert.equal(isInvalid([2, 0, 12], [13, 4, 1, 0, 0, 0]), false);
    assert.equal(isInvalid([2, 0, MINUS_TWO], [13, 4, 1, 0, 0, 0]), true);
  });
  it("has no distinct ranges, since the reader looks too late whether one is", () => {
    assert.equal(definition(22, 0, [13, 1, 4, 2]), "!DISubrange(count: 4, lowerBound: 1)");
    assert.equal(definition(13, 1, [2, 0, 12], [13, 5, 1, 0, 0, 0]), "!DISubrange(count: 12)");
    assert.equal(definition(22, 1, [2, 0, 12], [45, 1, 1, 0, 0, 0]), "!DIGenericSubrange(count: i32 12)");
  });
  it("has one range for those that are equal, also if one states that it is distinct", () => {
    const ranges = [
      [13, 5, 1, 0, 0, 0],
      [13, 4, 1, 0, 0, 0],
    ];
    const { table } = read(22, [[2, 0, 12], ...ranges, [4, ...chars("all")], [10, 1, 2]]);
    assert.deepEqual(table.named[0]!.nodes, [1, 1]);
  });
  it("reads sizes that are metadata", () => {
    assert.equal(
      definition(22, 1, [2, 0, 64], [17, 2, 15, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
      "!DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)",
    );
  });
  it("prints a type that is its own list of types", () => {
    assert.equal(definition(22, 0, [19, 0, 0, 1, 0]), "distinct !DISubroutineType(types: !0)");
  });
  it("prints types whose lists contain each other, with the types that identifiers mean", () => {
    const composite: Record = [18, 0, 0x13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const [first, second]: readonly Record[] = [
      [19, 0, 0, 3, 0],
      [19, 0, 0, 6, 0],
    ];
    const { numbering, definition: define } = read(22, [string("T"), composite, [3, 1, 5], first!, second!, [3, 1, 4]]);
    numbering.add(3);
    assert.deepEqual(numbering.order.map(define), [
      "!DISubroutineType(types: !1)",
      "!{!2, !3}",
      '!DICompositeType(tag: DW_TAG_structure_type, identifier: "T")',
      "!DISubroutineType(types: !4)",
      "!{!2, !0}",
    ]);
  });
  it("keeps 16 bits of a tag", () => {
    assert.equal(definition(22, 0, [41, 0, 0x20012, 0, 0, 0, 0, 64, 0, 0]), "!DIStringType(size: 64)");
    assert.equal(definition(22, 0, [15, 0, 0x20024, 0, 8, 0, 0, 0]), "!DIBasicType(size: 8)");
  });
  it("prints unknown calling conventions as the character of their number", () => {
    assert.equal(definition(22, 0, [19, 2, 0, 0, 66]), "!DISubroutineType(cc: B, types: null)");
  });

  it("upgrades expressions of each version", () => {
    assert.deepEqual(upgradeExpression([6, 0x9d, 0, 8], 0), [6, 0x1000, 0, 8]);
    assert.deepEqual(upgradeExpression([6, 0x22, 4], 1), [0x23, 4, 6]);
    assert.deepEqual(upgradeExpression([0x1c, 3], 2), [0x10, 3, 0x1c]);
    assert.deepEqual(upgradeExpression([0x22], 3), [0x22]);
  });
  it("prints invalid expressions as numbers", () => {
    assert.equal(expressionText([0x23, 8, 0x9f], 22), "!DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value)");
    assert.equal(expressionText([0x1000, 0, 8, 6], 22), "!DIExpression(4096, 0, 8, 6)");
    assert.equal(expressionText([0x11, 1], 11), "!DIExpression(17, 1)");
    assert.equal(expressionText([0x1001, 8, 7], 22), "!DIExpression(DW_OP_LLVM_convert, 8, DW_ATE_unsigned)");
  });
  it("names flags, and prints unnamed ones as numbers", () => {
    assert.equal(
      diFlagsText(3 | (2 << 16) | 0x24, 22),
      "DIFlagPublic | DIFlagMultipleInheritance | DIFlagIndirectVirtualBase",
    );
    assert.equal(diFlagsText(1 << 4, 9), "DIFlagBlockByrefStruct");
    assert.equal(diFlagsText(1 << 30, 19), "1073741824");
    assert.equal(dispFlagsText(0, 22), "0");
    assert.equal(dispFlagsText(1 | 8, 22), "DISPFlagVirtual | DISPFlagDefinition");
  });
  it("escapes names of kinds", () => {
    assert.equal(metadataIdentifier("a b"), "a\\20b");
    assert.equal(metadataIdentifier("1x.y-z$"), "\\31x.y-z$");
  });

  it("makes scalar access tags struct-path aware, and updates loop hints", () => {
    const {
      table,
      numbering,
      definition: define,
      attachments,
    } = read(22, [string("int"), [3, 1], string("llvm.vectorizer.unroll"), [3, 3], [5, 5, 4]]);
    const tag = table.upgrades.attachment(1, 1)!;
    numbering.add(tag);
    assert.equal(define(tag), "!{!1, !1, i64 0}");
    assert.equal(table.upgrades.attachment(1, 1), tag);
    assert.equal(attachments([{ kind: 1, node: tag }]), ", !tbaa !0");
    const loop = table.upgrades.attachment(18, 4)!;
    const node = table.node(loop);
    assert.equal(node?.kind === "tuple" && define(node.operands[1]!), '!{!"llvm.loop.interleave.count"}');
  });
  it("treats nodes that refer to themselves as distinct", () => {
    assert.equal(definition(22, 0, [3, 1]), "distinct !{!0}");
  });
  const version: readonly Record[] = [string("Debug Info Version"), [2, 0, 3], [2, 0, 2], [3, 3, 1, 2]];
  const flags: readonly Record[] = [
    [4, ...chars("llvm.module.flags")],
    [10, 3],
  ];
  it("gives subprograms the unit that lists them", () => {
    const subprogram: Record = [21, 1, 0, 0, 0, 0, 4, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const unit: Record = [20, 1, 12, 0, 0, 0, 0, 0, 0, 1, 0, 0, 6, 0, 0, 0];
    const { numbering, definition: define } = read(13, [...version, subprogram, [3, 5], unit, ...flags]);
    numbering.add(4);
    assert.match(define(4), /unit: !1\)$/);
  });
  it("wraps global variables that refer to their value", () => {
    const variable: Record = [27, 0, 0, 0, 0, 0, 3, 0, 0, 0, 5, 0];
    const { table, definition: define } = read(13, [...version, [2, 3, 100], variable, ...flags]);
    const [attached] = table.globalAttachments.get(100)!;
    assert.match(define(attached!.node), /^distinct !DIGlobalVariableExpression\(var: !-1, expr: !DIExpression\(\)\)$/);
    const constant = read(13, [...version, [2, 0, 42], variable, ...flags]);
    assert.match(constant.definition(5), /expr: !DIExpression\(DW_OP_constu, 42, DW_OP_stack_value\)\)$/);
  });
  it("drops debug info without a version that releases know", () => {
    assert.equal(read(22, [...version, ...flags]).table.dropsDebugInfo, false);
    const other = read(22, [[3], [4, ...chars("llvm.dbg.cu")], [10, 0], [4, ...chars("x")], [10, 0]]);
    assert.equal(other.table.dropsDebugInfo, true);
    assert.deepEqual(
      other.table.named.map((n) => n.name),
      ["x"],
    );
    assert.equal(
      other.table.location({
        line: 1,
        column: 1,
        scope: 0,
        inlinedAt: undefined,
        implicitCode: false,
        atomGroup: 0,
        atomRank: 0,
        irLayers: undefined,
      }),
      undefined,
    );
  });
  for (const [kind, code] of [
    ["uniqued", 3],
    ["distinct", 5],
  ] as const)
    it(`drops the locations of loops in limited time, however ${kind} tuples refer to each other`, () => {
      // There are 24^7 ways that are eight tuples long.
      const tuples = Array.from({ length: 24 }, (_, i): Record => [
        code,
        2,
        ...Array.from({ length: 24 }, (_, j) => 3 + ((i + j) % 24)),
      ]);
      const unit: readonly Record[] = [[3], [7, 0, 1, 1, 0, 0]];
      const { table } = read(22, [...unit, ...tuples, [4, ...chars("llvm.dbg.cu")], [10, 0]]);
      assert.equal(table.dropsDebugInfo, true);
      const loop = table.node(table.upgrades.attachment(18, 2)!);
      assert.equal(loop?.kind === "tuple" && loop.operands.length, 24);
    });
  const SHORT: readonly Record[] = [
    [7, 0, 1, 1, 0],
    [12, 0, 1, 0],
    [12, 0, 1, 7, 0],
    [17, 0, 0x0f, 0, 0, 0, 0, 0, 64, 0, 0, 0],
    [21, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [22, 1, 0, 0, 0],
    [28, 2, 0, 0, 0, 0, 0, 0],
    [37, 0, 0],
  ];
  for (const record of SHORT)
    it(`refuses a record that is too short or of another version, and counts it: ${record.join(" ")}`, () => {
      const { table, problems } = read(22, [record, [5]]);
      assert.deepEqual(
        problems.list.map((problem) => problem.message),
        ["Invalid record"],
      );
      assert.equal(table.idOf(1), 1);
    });
  it("refuses a string as an attachment", () => {
    const { problems } = read(22, [string("text"), [6, 0, ...chars("dbg")], [36, 100, 0, 0]]);
    assert.deepEqual(
      problems.list.map((problem) => problem.message),
      ["Invalid metadata attachment"],
    );
  });
  it("refuses an attachment of a kind that the file does not name", () => {
    const attached: readonly Record[] = [
      [3, 1],
      [36, 100, 0, 0],
    ];
    const faults = (records: readonly Record[]): readonly string[] =>
      read(22, records).problems.list.map(({ message }) => message);
    assert.deepEqual(faults(attached), ["Invalid ID"]);
    assert.deepEqual(faults([[6, 0, ...chars("dbg")], ...attached]), []);
  });
  it("refuses a string or a value in a named node", () => {
    const named = (node: number): readonly string[] =>
      read(22, [string("text"), [2, 0, 7], [3], [4, ...chars("all")], [10, node]]).problems.list.map((p) => p.message);
    assert.match(named(0)[0] ?? "", /expect fwd ref to MDNode/);
    assert.match(named(1)[0] ?? "", /expect fwd ref to MDNode/);
    assert.deepEqual(named(2), []);
  });
  it("refuses subranges and global variables of unknown versions", () => {
    const faults = (record: Record): readonly string[] => read(22, [record]).problems.list.map((p) => p.message);
    for (const version of [0, 1, 2]) assert.deepEqual(faults([13, version << 1, 0, 0, 0, 0]), []);
    assert.deepEqual(faults([13, 3 << 1, 0, 0, 0, 0]), ["Invalid record"]);
    assert.deepEqual(faults([27, 3 << 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), ["Invalid record"]);
  });
  it("refuses a value of a type that no value in metadata can have", () => {
    const value = (type: number): readonly string[] => read(22, [[2, type, 7]]).problems.list.map((p) => p.message);
    assert.deepEqual(value(1), ["Invalid record"]);
    assert.deepEqual(value(2), ["Invalid record"]);
    assert.deepEqual(value(0), []);
  });
  it("merges equal locations, including those in the file", () => {
    // A lexical block that is its own scope.
    const block: Record = [22, 1, 5, 0, 1, 1];
    const { table } = read(22, [...version, block, [7, 0, 3, 1, 4, 0, 0], ...flags]);
    const location = {
      line: 3,
      column: 1,
      scope: 4,
      inlinedAt: undefined,
      implicitCode: false,
      atomGroup: 0,
      atomRank: 0,
      irLayers: undefined,
    };
    assert.equal(table.location(location), 5);
    const made = table.location({ ...location, line: 4 })!;
    assert.ok(made < 0);
    assert.equal(table.location({ ...location, line: 4 }), made);
  });
  it("merges imports that differ only in a line that is not read, since they have no file", () => {
    const imports = [
      [31, 0, 8, 1, 0, 46, 0],
      [31, 0, 8, 1, 0, 47, 0],
      [31, 0, 58, 1, 0, 47, 0],
      [31, 1, 8, 1, 0, 46, 0],
      [31, 0, 8, 1, 0, 46, 0, 1],
      [31, 0, 8, 1, 0, 47, 0, 1],
    ];
    const { table } = read(9, [[3], ...imports]);
    assert.deepEqual(
      imports.map((_, i) => table.idOf(i + 1)),
      [1, 1, 3, 4, 5, 6],
    );
  });
  it("changes module flags as the release does", () => {
    const level: readonly Record[] = [
      string("PIC Level"),
      [2, 0, 1],
      [2, 0, 2],
      [3, 2, 1, 3],
      [4, ...chars("llvm.module.flags")],
      [10, 3],
    ];
    const named = (release: Release): string => {
      const { table, definition: define } = read(release, level);
      return define(table.named[0]!.nodes[0]!);
    };
    assert.equal(named(22), '!{i32 8, !"PIC Level", i32 2}');
    assert.equal(named(13), '!{i32 7, !"PIC Level", i32 2}');
  });
  it("adds linker options to those listed, for each body, up to LLVM 11", () => {
    const list = (...nodes: readonly number[]): readonly Record[] => [
      [4, ...chars("llvm.linker.options")],
      [10, ...nodes],
    ];
    const options = (release: Release, listed: readonly Record[], behavior = 6): number => {
      const flag: readonly Record[] = [string("Linker Options"), [2, 0, behavior], [3, 1], [3, 3], [3, 2, 1, 4]];
      const { table } = read(release, [...flag, ...listed, [4, ...chars("llvm.module.flags")], [10, 4]]);
      return table.named.find(({ name }) => name === "llvm.linker.options")?.nodes.length ?? 0;
    };
    const sizes = (release: Release) => [options(release, []), options(release, list(2, 2))];
    assert.deepEqual(
      [sizes(9), sizes(13)],
      [
        [3, 5],
        [1, 2],
      ],
    );
    assert.deepEqual([options(19, [], 9), options(21, [], 9)], [0, 1]);
  });

  it("separates the nodes of different functions, and finds them again when a function is read again", () => {
    const { table } = read(22, [string("m")]);
    const path = ["module", "function @f"];
    table.readBlock(enteredBlock(METADATA, [[5, 1]], 400), path);
    const first = table.idOf(1);
    table.leaveFunction();
    assert.equal(table.idOf(1), undefined);
    table.readBlock(enteredBlock(METADATA, [[5, 2]], 800), path);
    assert.notEqual(table.idOf(1), first);
    assert.deepEqual(table.node(table.idOf(1)!), { kind: "tuple", distinct: true, operands: [table.idOf(1)] });
    table.leaveFunction();
    table.readBlock(enteredBlock(METADATA, [[5, 1]], 400), path);
    assert.equal(table.idOf(1), first);
  });
  it("prints debug records", () => {
    const { numbering, record } = read(22, [[2, 0, 7], [5], [5], [29, 7, 6]]);
    numbering.add(1);
    numbering.add(2);
    const value = { metadata: 0 };
    assert.equal(
      record({ kind: "value", location: 2, variable: 1, expression: 3, value }),
      "#dbg_value(i32 7, !0, !DIExpression(DW_OP_deref), !1)",
    );
    assert.equal(
      record({
        kind: "assign",
        location: 2,
        variable: 1,
        expression: 3,
        value: { type: i32, value: 9 },
        assignment: 1,
        addressExpression: 3,
        address: value,
      }),
      "#dbg_assign(i32 9, !0, !DIExpression(DW_OP_deref), !0, i32 7, !DIExpression(DW_OP_deref), !1)",
    );
    assert.equal(record({ kind: "label", location: 2, label: 1 }), "#dbg_label(!0, !1)");
  });
  it("reports what is wrong and continues", () => {
    const { problems, table } = read(22, [[10, 1], [36, 1, 2], [5]]);
    assert.deepEqual(
      problems.list.map((p) => p.message),
      ["Invalid record"],
    );
    assert.equal(table.idOf(0), 0);
    assert.equal(table.node(99), undefined);
    // A composite type whose identifier is the type itself, and whose base type is named by a string.
    const composite = [18, 0, 0x13, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2];
    assert.equal(read(22, [[1, 97], composite]).table.node(1)?.kind, "record");
    const alone = read(22, [[4, 110], [3], [10]]);
    assert.deepEqual(
      alone.problems.list.map((p) => p.message),
      ["METADATA_NAME not followed by METADATA_NAMED_NODE"],
    );
  });
});
