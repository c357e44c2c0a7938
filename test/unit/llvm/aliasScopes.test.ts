/** What the verifier refuses in the domains of alias scopes, before and since LLVM 24. */
import assert from "node:assert/strict";
import type { Instruction } from "../../../extension/formats/llvm/ir/function";
import type { Metadata } from "../../../extension/formats/llvm/ir/metadata";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import { MdKind } from "../../../extension/formats/llvm/metadata/kinds";
import { brokenAttachments } from "../../../extension/formats/llvm/upgrade/verify/attachments";
import { VerifiedNodes } from "../../../extension/formats/llvm/upgrade/verify/nodes";
import type { VerifiedValues } from "../../../extension/formats/llvm/upgrade/verify/values";

/** Nodes: 0 a list of the scope 1, whose domain is 2; 3 a string, 4 an i1, 5 an i32. */
const [LIST, SCOPE, DOMAIN, NAME, FLAG, NUMBER] = [0, 1, 2, 3, 4, 5];
const tuple = (...operands: number[]): Metadata => ({ kind: "tuple", distinct: true, operands });

function faultOf(release: Release, ...domain: number[]): string | undefined {
  const nodes: readonly Metadata[] = [
    tuple(SCOPE),
    tuple(SCOPE, DOMAIN),
    tuple(...domain),
    { kind: "string", text: "name" },
    { kind: "integer", bits: 1, value: 0n },
    { kind: "integer", bits: 32, value: 0n },
  ];
  const load = { kind: "load", attachments: [{ kind: MdKind.aliasScope, node: LIST }] } as unknown as Instruction;
  const values = {} as unknown as VerifiedValues;
  return brokenAttachments(load, new VerifiedNodes(release, values, { node: (id) => nodes[id] }));
}

describe("a domain of alias scopes", () => {
  it("is itself or a name, and maybe a name", () => {
    for (const domain of [[DOMAIN], [NAME], [DOMAIN, NAME]]) assert.equal(faultOf(23, ...domain), undefined);
    assert.equal(faultOf(23), "domain must have one or two operands");
    assert.equal(faultOf(23, DOMAIN, NAME, NAME), "domain must have one or two operands");
    assert.equal(faultOf(23, FLAG), "first domain operand must be self-referential or string");
    assert.equal(faultOf(23, DOMAIN, FLAG), "second domain operand must be string (if used)");
  });
  it("has a flag as well since LLVM 24", () => {
    for (const domain of [
      [DOMAIN, FLAG],
      [NAME, FLAG],
      [DOMAIN, FLAG, NAME],
    ])
      assert.equal(faultOf(24, ...domain), undefined);
    assert.equal(faultOf(24, DOMAIN), "domain must have two or three operands");
    assert.equal(faultOf(24, DOMAIN, FLAG, NAME, NAME), "domain must have two or three operands");
    assert.equal(faultOf(24, FLAG, FLAG), "first domain operand must be self-referential or string");
    assert.equal(faultOf(24, DOMAIN, NUMBER), "second domain operand must be an i1 constant");
    assert.equal(faultOf(24, DOMAIN, NAME, FLAG), "second domain operand must be an i1 constant");
    assert.equal(faultOf(24, DOMAIN, FLAG, NUMBER), "third domain operand must be string (if used)");
  });
});
