/** Leaves that encode to the file's bits, and no longer do after a bit is changed. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Encoding, Leaf } from "../../../extension/document/element";
import { encodesTo } from "../../../extension/session/encode";
import { BitWriter } from "../../support/bitWriter";

/** A written value: pieces with their numbers of bits. */
interface Written {
  readonly encoding: Encoding;
  readonly raw: number | bigint;
  readonly pieces: readonly (readonly [value: number | bigint, width: number])[];
}

const CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
const asRaw = (value: bigint): number | bigint => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value);

const fixed = fc
  .integer({ min: 1, max: 32 })
  .chain((width) =>
    fc
      .nat(2 ** Math.min(width, 31) - 1)
      .map((raw): Written => ({ encoding: { kind: "fixed" }, raw, pieces: [[raw, width]] })),
  );
const char6 = fc
  .nat(63)
  .map((code): Written => ({ encoding: { kind: "char6" }, raw: CHAR6.charCodeAt(code), pieces: [[code, 6]] }));
/** A value in chunks; the last may be empty. */
const inChunks = (kind: "vbr" | "leb128", sizes: fc.Arbitrary<number>): fc.Arbitrary<Written> =>
  fc.tuple(sizes, fc.bigInt({ min: 0n, max: 2n ** 40n }), fc.nat(2)).map(([chunk, value, empty]): Written => {
    const payload = BigInt(chunk - 1);
    const parts: bigint[] = [];
    for (let rest = value; rest > 0n || parts.length === 0; rest >>= payload) parts.push(rest & ((1n << payload) - 1n));
    for (let i = 0; i < empty; i++) parts.push(0n);
    const pieces = parts.map(
      (part, i) => [Number(i + 1 < parts.length ? part | (1n << payload) : part), chunk] as const,
    );
    return { encoding: kind === "vbr" ? { kind, chunk } : { kind }, raw: asRaw(value), pieces };
  });
const prefixVarint = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(127)).map(([bytes, low]): Written => {
  const raw = low * 2 ** (7 * (bytes - 1));
  return { encoding: { kind: "prefixVarint" }, raw, pieces: [[(raw * 2 + 1) * 2 ** (bytes - 1), 8 * bytes]] };
});

describe("a leaf", () => {
  it("encodes to the written bits at any position, and to nothing else", () => {
    const any = fc.oneof(
      fixed,
      char6,
      inChunks("vbr", fc.integer({ min: 2, max: 32 })),
      inChunks("leb128", fc.constant(8)),
      prefixVarint,
    );
    fc.assert(
      fc.property(any, fc.nat(31), fc.nat(), ({ encoding, raw, pieces }, lead, flipped) => {
        const writer = new BitWriter().fixed(0, lead);
        for (const [value, width] of pieces) writer.fixed(value, width);
        const bytes = writer.align32().done();
        const width = pieces.reduce((sum, [, bits]) => sum + bits, 0);
        const leaf: Leaf = { kind: "decoded", name: "leaf", startBit: lead, endBit: lead + width, encoding, raw };
        const from = Math.floor(lead / 8);
        assert.ok(encodesTo(leaf, bytes, from), "the written bits");
        const bit = lead + (flipped % width);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        assert.ok(!encodesTo(leaf, bytes, from), "another bit");
      }),
      { numRuns: 2000 },
    );
  });
});
