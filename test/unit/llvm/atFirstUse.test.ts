/** What LLVM's tables are checked for when an entry is first used: here for every entry. */
import assert from "node:assert/strict";
import { nodeClass } from "../../../extension/formats/llvm/metadata/classes";
import { rulesOfNode } from "../../../extension/formats/llvm/metadata/debugInfoRules";
import { decodeNode } from "../../../extension/formats/llvm/metadata/decode";
import type { MetadataRecordView } from "../../../extension/formats/llvm/metadata/plan";
import { Code } from "../../../extension/formats/llvm/spec/metadataCodes";
import { RulesByFamily } from "../../../extension/formats/llvm/upgrade/calls/families";
import { rulesOf } from "../../../extension/formats/llvm/upgrade/calls/modern";
import { OLD_RULES } from "../../../extension/formats/llvm/upgrade/old/rules";

/** A record of zeros. */
const EMPTY: MetadataRecordView = {
  length: 40,
  value: () => 0,
  big: () => 0n,
  ref: () => undefined,
  direct: () => undefined,
  typeRef: () => undefined,
  typeArray: () => undefined,
};

describe("LLVM's tables of debug info", () => {
  const decoded = Object.values(Code).flatMap((code) => decodeNode(code, EMPTY, 22) ?? []);

  it("have all fields of a class in its record", () => {
    assert.equal(decoded.length, 32);
    for (const { name, fields } of decoded) assert.equal(fields.length, nodeClass(name)?.fields.length, name);
  });

  it("have a form for each field that is printed", () => {
    for (const { name } of decoded)
      assert.ok(
        nodeClass(name)?.text.every(({ field }) => field >= 0),
        name,
      );
  });

  it("have rules about fields that the records have", () => {
    assert.equal(Object.values(Code).filter((code) => rulesOfNode(code)).length, 22);
  });
});

describe("rules for intrinsics", () => {
  const sets = [OLD_RULES, rulesOf(9, false), rulesOf(23, true)];
  const rules = sets.flatMap((set) =>
    ["", "x86", "arm", "nvvm"].flatMap((family) => [
      ...set.expansions.for(`llvm.${family}.`),
      ...set.replacements.for(`llvm.${family}.`),
    ]),
  );

  it("are not of one family if only one of several alternatives is", () => {
    for (const { from } of rules) {
      const outside = from.source.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "");
      let depth = 0;
      for (const c of outside) {
        depth += c === "(" ? 1 : c === ")" ? -1 : 0;
        assert.ok(c !== "|" || depth > 0, from.source);
      }
    }
  });

  it("are found by the family of a name, in their order", () => {
    const [first, second, third] = [
      { from: /^llvm\.x86\.a/ },
      { from: /^llvm\.(?:arm|x86)\.b/ },
      { from: /^llvm\.arm\.c/ },
    ];
    const found = new RulesByFamily([first, second, third]);
    assert.deepEqual(found.for("llvm.x86.b"), [first, second]);
    assert.deepEqual(found.for("llvm.arm.c"), [second, third]);
    assert.deepEqual(found.for("llvm.ctlz"), [second]);
  });
});
