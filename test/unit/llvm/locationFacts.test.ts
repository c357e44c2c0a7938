/** What the verifier's rules ask about locations: files nest inlining without limit, and in circles. */
import assert from "node:assert/strict";
import type { MetadataId } from "../../../extension/formats/llvm/ir/ids";
import type { Metadata } from "../../../extension/formats/llvm/ir/metadata";
import { LocationFinder } from "../../../extension/formats/llvm/metadata/locationFacts";

/** The scope of all locations, the subprogram around it, and a node that is no scope. */
const [BLOCK, SUBPROGRAM, OTHER]: readonly [MetadataId, MetadataId, MetadataId] = [-2, -4, -6];

/** The facts about a valid location that is inlined. */
const VALID = { isValid: true, isInlined: true, isUnkeyed: false, own: SUBPROGRAM, outermost: SUBPROGRAM };

/** Locations by number, given what each is inlined at; all are in one block. */
function finder(inlinedAt: readonly (number | undefined)[]): LocationFinder {
  const record = (name: string): Metadata => ({ kind: "record", name, distinct: true, fields: [], operands: [] });
  const records = new Map([
    [BLOCK, record("DILexicalBlock")],
    [SUBPROGRAM, record("DISubprogram")],
    [OTHER, { kind: "string", text: "no scope" } as const],
  ]);
  return new LocationFinder({
    upgrades: { release: 22, fieldOf: () => SUBPROGRAM },
    node: (node) => records.get(node),
    isLocation: (node) => node >= 0 && node < inlinedAt.length,
    operandsOf: (node) => [BLOCK, inlinedAt[node]],
    uniquedLocation: () => undefined,
  });
}

describe("what is known of locations", () => {
  it("is found through any number of inlinings", () => {
    const count = 100_000;
    const facts = finder(Array.from({ length: count }, (_, i) => (i + 1 < count ? i + 1 : undefined))).of(0);
    assert.deepEqual(facts, VALID);
  });
  it("ends where inlining goes in a circle", () => {
    const facts = finder([1, 2, 0]);
    assert.deepEqual(facts.of(0), VALID);
    assert.ok(facts.of(2).isValid);
  });
  it("is that they are invalid if they are inlined at what is no location", () => {
    const facts = finder([1, OTHER]);
    assert.deepEqual([facts.of(0).isValid, facts.of(0).outermost], [false, undefined]);
    assert.equal(facts.of(OTHER).isValid, false);
  });
});
