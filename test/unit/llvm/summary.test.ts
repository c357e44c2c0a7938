import assert from "node:assert/strict";
import { TextSink } from "../../../extension/document/sink";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import type { FunctionValue } from "../../../extension/formats/llvm/ir/values";
import { ProblemList } from "../../../extension/formats/llvm/stream/blocks";
import { md5Low64 } from "../../../extension/formats/llvm/ir/md5";
import { allSteps } from "../../../extension/kit/steps";
import { globalIdentifier, printSummaryIndex } from "../../../extension/formats/llvm/summary/print";
import { SummaryReader } from "../../../extension/formats/llvm/summary/reader";
import type { Record } from "./stream";
import { chars, enteredBlock } from "./stream";

const SUMMARY = 20;
const MODULE_STRTAB = 19;
const STRTAB = "typeA";

function text(
  release: Release,
  records: readonly Record[],
  modules: readonly Record[],
  own: readonly string[] = [],
): string {
  const problems = new ProblemList();
  const reader = new SummaryReader(problems, release, (offset, length) => STRTAB.slice(offset, offset + length));
  reader.readModules(enteredBlock(MODULE_STRTAB, modules));
  reader.readSummaries(enteredBlock(SUMMARY, records));
  assert.deepEqual(problems.list, []);
  const globals = own.map(
    (name, id) => ({ kind: "function", id, name, linkage: "external" }) as unknown as FunctionValue,
  );
  const sourceFileName = own.length > 0 ? "a.c" : undefined;
  const sink = new TextSink();
  const module = { release, declared: globals, sourceFileName, hash: [1, 2, 3, 4, 5], assignedGuids: [] };
  allSteps(printSummaryIndex(sink, { ...module, summary: reader.index }, "<stdin>"));
  return sink.take();
}

describe("summaries", () => {
  it("digests identifiers with MD5", () => {
    assert.equal(md5Low64(""), 0x04b2008fd98c1dd4n);
    assert.equal(md5Low64("main"), 15822663052811949562n);
    assert.equal(globalIdentifier("f", true, "a.c", 19), "a.c;f");
    assert.equal(globalIdentifier("f", true, "", 16), "<unknown>:f");
    assert.equal(globalIdentifier("\x01g", false, "a.c", 19), "g");
  });
  it("prints a module's own summaries, sorted by GUID", () => {
    const records: Record[] = [
      [10, 12],
      [20, 1],
      [2, 0, 0x60, 4, 1 << 6, 0, 0, 0, 1, 3],
      [24, 7],
    ];
    assert.equal(
      text(22, records, [], ["main", "callee"]),
      '\n^0 = module: (path: "<stdin>", hash: (1, 2, 3, 4, 5))\n' +
        '^1 = gv: (name: "callee") ; guid = 7546896869197086323\n'.replace(
          "7546896869197086323",
          String(md5Low64("callee")),
        ) +
        '^2 = gv: (name: "main", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default,' +
        " notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 4, funcFlags:" +
        " (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1," +
        " mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^1, hotness: hot))))) ; guid =" +
        " 15822663052811949562\n^3 = flags: 1\n^4 = blockcount: 7\n",
    );
  });
  it("prints combined indexes: modules by path, values by the GUIDs that the file gives", () => {
    const modules: Record[] = [
      [1, 0, ...chars("z.o")],
      [2, 9, 9, 9, 9, 9],
      [1, 1, ...chars("b.o")],
    ];
    const records: Record[] = [
      [10, 9],
      [16, 1, 500n],
      [16, 2, 400n],
      [6, 1, 0, 0x60, 1, 2],
      [8, 2, 1, 0x60, 1],
    ];
    const lines = text(18, records, modules).split("\n");
    assert.equal(lines[1], '^0 = module: (path: "b.o", hash: (0, 0, 0, 0, 0))');
    assert.equal(lines[2], '^1 = module: (path: "z.o", hash: (9, 9, 9, 9, 9))');
    assert.match(lines[3]!, /^\^2 = gv: \(guid: 400, summaries: \(alias: \(module: \^0, .*, aliasee: null\)\)\)$/);
    assert.match(lines[4]!, /varFlags: \(readonly: 1, writeonly: 0, constant: 0\), refs: \(\^2\)/);
    assert.equal(text(13, records, modules).split("\n")[1], '^0 = module: (path: "z.o", hash: (9, 9, 9, 9, 9))');
  });
  it("refers to type tests by the numbers of type ids, and to others by GUID", () => {
    const guid = md5Low64("typeA");
    const records: Record[] = [
      [10, 9],
      [11, guid, 5],
      [1, 0, 0, 1, 0, 0, 0, 0],
      [21, 0, 5, 4, 7, 0, 0, 0, 0],
    ];
    const printed = text(13, records, [], ["f"]);
    assert.match(printed, /typeIdInfo: \(typeTests: \(\^2, 5\)\)/);
    assert.match(
      printed,
      new RegExp(
        `\\^2 = typeid: \\(name: "typeA", summary: \\(typeTestRes: \\(kind: allOnes, sizeM1BitWidth: 7\\)\\)\\) ; guid = ${guid}`,
      ),
    );
  });
  it("expands stacks of memory profiles", () => {
    const records: Record[] = [
      [10, 12],
      [30, 0, 11, 0, 22, 0, 33],
      [32, 2, 0, 1, 2, 2, 4294967293],
      [27, 2, 1, 0, 2, 3],
      [1, 0, 0, 1, 0, 0, 0, 0],
    ];
    assert.match(
      text(22, records, [], ["f"]),
      /allocs: \(\(versions: \(none\), memProf: \(\(type: notcold, stackIds: \(11, 22\)\), \(type: cold, stackIds: \(33, 11\)\)\)\)\)/,
    );
  });
  it("reads stacks that are not in a tree, as before and in development versions of LLVM 20", () => {
    const records: Record[] = [
      [10, 12],
      [30, 0, 11, 0, 22, 0, 33],
      [27, 2, 1, 2, 0, 1, 2, 1, 2],
      [1, 0, 0, 1, 0, 0, 0, 0],
    ];
    assert.match(
      text(22, records, [], ["f"]),
      /memProf: \(\(type: notcold, stackIds: \(11, 22\)\), \(type: cold, stackIds: \(33\)\)\)/,
    );
  });
  it("refuses a version that no release wrote", () => {
    const problems = new ProblemList();
    new SummaryReader(problems, 22, () => "").readSummaries(enteredBlock(SUMMARY, [[10, 99]]));
    assert.match(problems.list[0]!.message, /Invalid summary version 99/);
  });
});
