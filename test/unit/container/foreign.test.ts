import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { chars, ELF, halves, MODULE, words, zstd } from "../../support/boxes";
import { assertTiles, opened } from "../../support/tiling";

/** The message for a file in a format that Bitscope does not read. */
function said(bytes: readonly number[]): string {
  const document = opened(Uint8Array.from(bytes));
  assert.equal(document.format, "unknown");
  assert.equal(document.problems()[0]?.code, "unknown-format");
  assertTiles(document);
  return document.problems()[0]?.message ?? "";
}
const PLAIN_ELF = ELF.map((byte, i) => (i >= 64 && i < 64 + MODULE.length * 2 ? 0 : byte));

describe("files in other formats", () => {
  const cases: readonly (readonly [bytes: readonly number[], message: RegExp])[] = [
    [PLAIN_ELF, /^this is an ELF object \(x86-64\) without bitcode$/],
    [[...chars("\x7fELF\x02\x01\x01", 16), ...halves(2, 190), ...words(0, 0, 0, 0)], /^this is a CUDA cubin/],
    [[...words(0xfeedfacf, 0x01000007, 3, 2), ...words(0, 0, 0, 0)], /^this is a Mach-O executable without bitcode$/],
    [[...chars("\0asm"), ...words(1)], /^this is a WebAssembly module without bitcode$/],
    [[...chars("DXBC"), ...new Array<number>(24).fill(0), ...words(0)], /^this is a DirectX container without DXIL$/],
    [words(0x07230203, 0x10500), /^this is a SPIR-V module: /],
    [chars("llvmcovmtestdata\x01\x02"), /^this is a file of coverage mapping for LLVM's tests: `llvm-cov` reads it$/],
    [chars("; ModuleID = 'x'\n"), /^this is LLVM assembly text/],
    [chars("; a comment\n\ndefine void @f() {\n"), /^this is LLVM assembly text/],
    [chars("// a comment\nmodule {\n}\n"), /^this is MLIR text/],
    [chars('"builtin.module"() ({\n'), /^this is MLIR text/],
    [chars("//\n.version 8.0\n"), /^this is PTX text/],
    [chars("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), /^this is a Git LFS pointer.*git lfs pull/],
    [[0xfd, ...chars("7zXZ\0"), 0, 4], /^this is xz data/],
    [
      [...gzipSync("hello").subarray(0, 10), ...new Array<number>(20).fill(0xff)],
      /^this is gzip data: it cannot be unpacked/,
    ],
    [[...gzipSync("hello")], /^this is gzip data: its content is in no format/],
    [zstd(chars("hello")), /^this is Zstandard data: its content is in no format/],
    [chars("hello"), /^unknown format: the first bytes are 68 65 6c 6c 6f/],
    [[], /^the file is empty$/],
  ];
  for (const [bytes, message] of cases) it(message.source, () => assert.match(said(bytes), message));

  it("shows the sections of an object without bitcode as opaque bytes", () => {
    const document = opened(Uint8Array.from(PLAIN_ELF));
    const [sections] = document.outline();
    assert.equal(sections?.name, "sections");
    assert.equal(assertTiles(document).counts.undecoded, 0);
  });
});
