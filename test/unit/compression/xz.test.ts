import assert from "node:assert/strict";
import { decompressXz } from "../../../extension/formats/compression/xz";

/** Made with Python's lzma.compress (liblzma 5): `aaaaaaaab` three times, a sentence, every byte once; CRC-64. */
const MIXED =
  "fd377a585a000004e6d6b4460200210116000000742fe5a3e0012d01005d0030ea94ab8c61ddde28daf6c4ed3572ecffa84e12ecf8650330" +
  "156e924517ae7eb040e481c3d6d388f7a346024e386c4f5f117939480ceb6953682eb8090447245af5a09b806a06de0512788373ec1a7b05" +
  "4679ff4b92b84786ab58ed9bf15ca647ff0d14fc0d0d5e40ef772100f83938d55a6c853dfb32a0c414e28649b5eb8c3a3e42d5b367af46f5" +
  "8cf0555633298d9db453dee48744fa91fef8708bcd5d47e069352166b506f7cc14e22a6d0c40832e07a696b8f5b06469f553e7e12702e034" +
  "dae8e34ba06884ed22ee8a911458da42e52211323c6409182a374ffdca015752aa3e4e18ce488c32ccb96275b272e70da597cd44d02a67e4" +
  "d8666313a9afa90073e3eac465890dd000019c02ae020000ddeb017db1c467fb020000000004595a";
/** 399 lines `%1 = add i32 %0, 1`; CRC-32, one bit of the last byte, two and one of the position. */
const LINES =
  "fd377a585a0000016922de36020021011c00000010cf58cce022fe03f04000128c40240f1fddb5d6b38b103e3cb9e61f49ae8fa4d01a72ac" +
  "a4da63a869e46a2138e308a4f384ee8421fc0136a68f613e68304f4a275263600fc943bb4b860a216020b0bc8aad530c6980e53cadcb0362" +
  "51777683b705d8bd902aec2a4c646da22f16f0244c98feeb375a781b8e7c76039ed828d06e37474522ecd8881925fc0cd97319cc61599a0c" +
  "ccb35e045e5b24672c47760111acc70cc1c013f93d4aae3819424c18c1a14667a7a06c56e691f9d611e352dce86e04d157c2766dfaef37f7" +
  "0ee1dad356c467f95ddad0ab2e2a4ada9309bb7ac6d6703c1228e39fa218b045119694a27fe2a7747f9f399ce70d5328604855a57246ab80" +
  "4ff1de431f4224bec3c013d7155c72c1e025a211298a53da0027490fb07500451cd18008df7246f173aea951c98814fdb7b59c3e89d9bc5c" +
  "e34ab64d178df76474fb486eee699dda7e704094dd28442a40fbb391808c13146850ef6bfa8c06b4445e789dd2080d71459333e153eb9786" +
  "b79d0d527e860b282e52cf977b6e33b8e60d4ad10683436dc0837c626387a64c0c875a90b786ad417153eac685437cf677146568011ac5f1" +
  "9387a20845670a1f839da35446127f33846678d67a16442f9ea8e7804e87314be747ee4896786dee8a3c9580a7e9e1e4689c49e790023104" +
  "035d1a4e5c8a934bf28edc5beb7ab4a9b6f5df39d72997434a8df4ee7e230a862b3405800e478f961808b3d01c8f685a74b481b59eb33617" +
  "93ec6e233c7ce52fd2d9905fa144077737a7e3d98742d1fea1cb8b3d3c3dc0825e0f35f9f44d1d083bd4f5b3f8860acb71a614be4cb48967" +
  "92d1b2f38aaaca78f567325bf30eb6153f7c99350d005f28f6b5d4be441ec748a82b4fd6d745afe8bda3941fa4991afdd6c2d7772282d316" +
  "5d59a1c4fb60a54552720d915744fbf5a7ce03242dcbafa52c5e427656f7f8f2a6f14def72ae90911e765cf8dafa254c0be43520282a10e9" +
  "3896f49a0c1e0b78531a7912a12f56f2026a7cd5fdea75be3ab36b68a6590e150fe96713bafe1706810b4af461176de094195ad3e0086262" +
  "11b63f240fa77c9eadd099506bbccc7001864c306962eeea693837674aa23d010fb946d1c7b3ef2835cb1e91d9fec9606f891f1a70b41f5d" +
  "e560ac4c4780bb35fea09f4fc5eff31af47f66e64346cfb2099270b617ff9d6aae7577c2941f26dfd428a54bc03cc36b4393d1ca95937832" +
  "df8a169734ae6981cfb3ddc656af31f60146d20b56619515ceb333cf7d1d0b4056032c989ccd2b6b1d92060822fdf25e559d04543be19396" +
  "6522c8720c0300629429b98c4019599dc5f306eb792e112c8ee5446ce0fc1386f2597e39804f138668e8cead2992e1480aded0c6aefcd34f" +
  "62cbad15ecf1dcf669b3f624a81cf906b8323e0a79034c4fd990c81dfee90000c7ad693b00018808ff450000734092a93e300d8b02000000" +
  "0001595a";
/** 64 bytes that do not compress: a stored chunk, no checksum. */
const STORED =
  "fd377a585a000000ff12d9410200210116000000742fe5a301003f000148d5a9c323cab7ea6322287406dffe630eff37b57984d56c496cd6" +
  "867cb93c05146905e70f7e332e6ff6c4d832d3bae75a131359e5b8d130d5c0f26a282d0000015040efa9e1ec06729e7a010000000000595a";
/** A million zeros. */
const BOMB =
  "fd377a585a000004e6d6b446020021011c00000010cf58ccef423f00d15d00006ffdffffa3b7ff473e481572396151b89228e6a38607f9ee" +
  "e41e82d32fc53a3c014bb17ec98a8a4d2fa30dd97fa6e38c231153e05918c5758ae277f8b6947f0c6ac0de744964e2e95c53b204d8f7440c" +
  "ab5f0d6d46e9e5c37688b79657acb64de1691d6ffb4b88106c42cb883f5c008fd04eaf262894711f3d8f24e1709ea7235fec28cb85d19598" +
  "8a7e2a91f22775f719c006984d98fdd8afd5900fc42553f8f591363105a5b0ee6fc1704d470cd19111aaad601dbaceb127185c5986e96652" +
  "58bee976ac59e4e55b0508f993c33f360000000032b35597eed2e1e30001ed01c0843d00d5e076aeb1c467fb020000000004595a";
/** No block. */
const EMPTY = "fd377a585a000004e6d6b446000000001cdf44211fb6f37d010000000004595a";
/** The same letter 64 times, by a filter for x86 code first. */
const BRANCHES =
  "fd377a585a000004e6d6b44602010400210116000d86351fe0003f00065d003c6e56000000000000c341d17e1b384930000122409bb2e8f1" +
  "1fb6f37d010000000004595a";
const LIMIT = 10_000_000;

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
const mixed = Buffer.concat([
  Buffer.from("aaaaaaaab".repeat(3) + "the quick brown fox"),
  Buffer.from(Array.from({ length: 256 }, (_unused, i) => i)),
]);
const lines = Array.from({ length: 399 }, (_unused, i) => `%${i + 1} = add i32 %${i}, ${(i + 1) % 7}\n`).join("");

describe("xz", () => {
  it("decompresses runs, text and every byte", () => {
    const { data, consumedBytes, problem } = decompressXz(bytes(MIXED), LIMIT);
    assert.equal(problem, undefined);
    assert.deepEqual(Buffer.from(data), mixed);
    assert.equal(consumedBytes, MIXED.length / 2);
  });
  it("follows the stream's properties", () => {
    assert.equal(Buffer.from(decompressXz(bytes(LINES), LIMIT).data).toString(), lines);
  });
  it("accepts stored chunks, streams without blocks, and consecutive streams", () => {
    const stored = decompressXz(bytes(STORED), LIMIT);
    assert.deepEqual([stored.data.length, stored.problem], [64, undefined]);
    const all = decompressXz(bytes(`${EMPTY}00000000${MIXED}${LINES}`), LIMIT);
    assert.equal(all.problem, undefined);
    assert.equal(all.data.length, mixed.length + lines.length);
  });
  it("stops at the limit", () => {
    assert.equal(decompressXz(bytes(BOMB), LIMIT).data.length, 1_000_000);
    const { data, problem } = decompressXz(bytes(BOMB), 1000);
    assert.equal(problem?.code, "limit");
    assert.ok(data.length <= 1 << 16);
  });
  it("names a filter that it does not support", () => {
    assert.match(decompressXz(bytes(BRANCHES), LIMIT).problem?.message ?? "", /the filter for x86 code before LZMA2/);
  });
  it("verifies the checksums: a changed bit is noticed, or changes nothing", () => {
    for (const [good, plain] of [
      [bytes(MIXED), mixed],
      [bytes(LINES), Buffer.from(lines)],
    ] as const) {
      for (let bit = 0; bit < good.length * 8; bit += 3) {
        const damaged = good.slice();
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        const { data, problem } = decompressXz(damaged, LIMIT);
        assert.ok(problem !== undefined || Buffer.from(data).equals(plain), `bit ${bit}`);
      }
    }
  });
  it("reports every truncated stream", () => {
    const good = bytes(MIXED);
    for (let length = 0; length < good.length; length += 5)
      assert.equal(decompressXz(good.slice(0, length), LIMIT).problem?.code, "truncated", `${length} bytes`);
  });
});
