import assert from "node:assert/strict";
import { gzipSync } from "fflate";
import type { IrDocument } from "../../../extension/document/document";
import { ResidentWindow } from "../../../extension/document/window";
import { Sections } from "../../../extension/formats/container/sections";
import {
  bigArchive,
  chars,
  clangBundle,
  COFF,
  compressedBundle,
  mojoPackage,
  ELF,
  fatbin,
  metalLibrary,
  metalTag,
  MODULE,
  member,
  offloadBinary,
  streamedZip,
  tar,
  tarMember,
  wasm,
  xar,
  zip,
  zstd,
} from "../../support/boxes";
import { leavesOf } from "../../support/leaves";
import { mutated, seeded } from "../../support/mutate";
import { assertTiles, listing, opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

const BUNDLE = clangBundle([
  ["host-x86_64-unknown-linux-gnu-", []],
  ["hip-amdgcn-amd-amdhsa--gfx906", MODULE],
  ["hip-amdgcn-amd-amdhsa--gfx90a", chars("no IR at all")],
]);
/** Where the name of a COFF object's first section begins: after the header. */
const COFF_NAME = 20;
const OFFLOAD = "hip-amdgcn-amd-amdhsa-gfx906";
const BUNDLED = "hip-amdgcn-amd-amdhsa--gfx906";

/** A container, and the path to the module in it. */
interface Box {
  readonly name: string;
  readonly bytes: readonly number[];
  readonly path: readonly string[];
  readonly title: RegExp;
}
const BOXES: readonly Box[] = [
  {
    name: "an AIX big archive",
    bytes: bigArchive([
      ["odd", chars("no IR")],
      ["a.bc", MODULE],
    ]),
    path: ["a.bc"],
    title: /^AIX big archive, 1 module$/,
  },
  { name: "a Clang bundle", bytes: BUNDLE, path: [BUNDLED], title: /^Clang offload bundle/ },
  {
    name: "two Clang bundles as a linker puts them",
    bytes: [...BUNDLE, ...new Array<number>(96).fill(0), ...BUNDLE],
    path: [`${BUNDLED} 2`],
    title: /2 modules$/,
  },
  ...[1, 2, 3].map((version) => ({
    name: `a compressed bundle of version ${version}`,
    bytes: compressedBundle(version, version === 2 ? "zstd" : "zlib", BUNDLE),
    path: ["bundle", BUNDLED],
    title: /^compressed Clang offload bundle, 1 module/,
  })),
  ...([1, 2, 3] as const).map((version) => ({
    name: `an offload binary of version ${version}`,
    bytes: [...offloadBinary(version, MODULE), ...offloadBinary(version, MODULE)],
    path: [`${OFFLOAD} 2`],
    title: /^offload binary, 2 modules/,
  })),
  ...([1, 2] as const).map((version) => ({
    name: `a Mojo package of version ${version}`,
    bytes: mojoPackage(version, MODULE),
    path: ["module"],
    title: /^Mojo package, 1 module/,
  })),
  {
    name: "a compressed offload binary",
    bytes: offloadBinary(3, MODULE, true),
    path: ["entries", OFFLOAD],
    title: /^offload binary/,
  },
  {
    name: "a CUDA fat binary",
    bytes: fatbin([
      [2, 70, ELF],
      [1, 70, chars(".version 8.0\n")],
    ]),
    path: ["sm_70.cubin", ".llvmbc 2"],
    title: /^CUDA fat binary/,
  },
  { name: "a Metal library", bytes: metalLibrary("add", MODULE), path: ["add"], title: /^Metal library, 1 module$/ },
  { name: "a xar archive", bytes: xar("1", MODULE), path: ["1"], title: /^xar archive/ },
  { name: "a xar archive that compresses", bytes: xar("1", MODULE, true), path: ["1"], title: /^xar archive/ },
  {
    name: "a WebAssembly object",
    bytes: wasm([
      [".llvmbc", MODULE],
      [".llvmcmd", chars("-O2\0-c\0")],
    ]),
    path: [".llvmbc"],
    title: /^WebAssembly module/,
  },
  {
    name: "gzip data",
    bytes: [...gzipSync(Uint8Array.from(MODULE), { filename: "x.bc" })],
    path: ["x.bc"],
    title: /^gzip/,
  },
  ...([0, 9] as const).map((level) => ({
    name: level === 0 ? "a zip archive that stores" : "a zip archive that compresses",
    bytes: zip(
      [
        ["odd.txt", chars("no IR")],
        ["lib/a.bc", MODULE],
      ],
      level,
    ),
    path: ["lib/a.bc"],
    title: /^zip archive, 1 module$/,
  })),
  { name: "a zip archive written to a pipe", bytes: streamedZip(), path: ["x"], title: /^zip archive, 1 module$/ },
  {
    name: "a tar archive",
    bytes: tar(tarMember("odd.txt", chars("no IR")), tarMember("a.bc", MODULE)),
    path: ["a.bc"],
    title: /^tar archive, 1 module$/,
  },
  { name: "Zstandard data", bytes: zstd(MODULE), path: ["payload"], title: /^Zstandard/ },
  {
    name: "boxes within boxes",
    bytes: [...chars("!<arch>\n"), ...member("k.o/", zstd(BUNDLE))],
    path: ["k.o", "payload", BUNDLED],
    title: /^ar archive/,
  },
];

function open(bytes: readonly number[]): IrDocument {
  return opened(Uint8Array.from(bytes));
}
function inner(document: IrDocument, path: readonly string[]): IrDocument | undefined {
  let at: IrDocument | undefined = document;
  for (const name of path)
    at = at
      ?.derived()
      .find((derived) => derived.name === name)
      ?.open();
  return at;
}
/** Makes every request to a document and those inside it; returns the number of problems. */
function exercise(document: IrDocument, depth = 4): number {
  listing(document);
  topOf(document).forEach(nodesIn);
  for (const piece of document.text({ fileName: "x" })) void piece;
  let problems = 0;
  for (const { open: openInner } of depth > 0 ? document.derived() : []) problems += exercise(openInner(), depth - 1);
  assertTiles(document);
  return problems + document.problems().length;
}

describe("boxes", () => {
  for (const { name, bytes, path, title } of BOXES) {
    it(`opens ${name}`, () => {
      const document = open(bytes);
      assert.match(document.title, title);
      assert.equal(inner(document, path)?.format, "llvm");
      assert.equal(assertTiles(document).counts.undecoded, 0);
      assert.equal(exercise(document), 0);
    });
    it(`reports every cut of ${name}, and tiles`, () => {
      for (let length = 1; length < bytes.length; length += 1 + Math.floor(length / 200)) {
        const document = open(bytes.slice(0, length));
        const problems = exercise(document);
        // A container cut at the end of an inner one is complete.
        const whole =
          /two|version|WebAssembly/.test(name) ||
          (name === "boxes within boxes" && length === 8) ||
          (name === "a tar archive" && length >= 3 * 512 + MODULE.length);
        if (!whole) assert.ok(problems > 0, `cut at ${length}: ${document.title}`);
      }
    });
    it(`terminates and tiles for any damage to ${name}`, () => {
      const sound = Uint8Array.from(bytes);
      for (let round = 0; round < 80; round++) exercise(opened(mutated(sound, seeded(round * 7919 + bytes.length))));
    });
  }

  it("shows members that Bitscope cannot read by name, size and kind", () => {
    const nodes = topOf(open(BUNDLE)).flatMap(nodesIn);
    assert.deepEqual(
      nodes.map(({ name, detail }) => [name, detail]),
      [
        [BUNDLED, "16 bytes"],
        ["hip-amdgcn-amd-amdhsa--gfx90a", "12 bytes"],
      ],
    );
    const [, ptx] = topOf(
      open(
        fatbin([
          [2, 70, ELF],
          [1, 70, chars(".version 8.0\n")],
        ]),
      ),
    );
    assert.deepEqual(
      nodesIn(ptx).map(({ name, detail }) => [name, detail]),
      [["compute_70.ptx", "PTX, 13 bytes"]],
    );
  });
  it("opens Clang's module in an object of each kind", () => {
    const name = chars("clangast");
    const coff = [...COFF.slice(0, COFF_NAME), ...name, ...COFF.slice(COFF_NAME + name.length)];
    assert.equal(inner(open(coff), ["clangast"])?.format, "llvm");
    const sections = new Sections(new ResidentWindow(Uint8Array.from(MODULE)));
    for (const section of ["__clangast", "__CLANG,__clangast"]) {
      const [part] = sections.parts(section, 0, MODULE.length);
      assert.equal(part?.derived, section);
    }
  });
  it("shows the command line in a section", () => {
    const rows = listing(
      open(
        wasm([
          [".llvmbc", MODULE],
          [".llvmcmd", chars("-O2\0-c\0")],
        ]),
      ),
    );
    assert.match(rows, /section \.llvmcmd {2}; -O2 -c\n/);
  });
  it("names members of a zip archive that it cannot unpack", () => {
    const bytes = zip(
      [
        ["a.bc", MODULE],
        ["b.bc", MODULE],
      ],
      9,
    );
    const encrypted = bytes.map((byte, i) => (i === 6 || i === bytes.lastIndexOf(0x02014b50) ? byte | 1 : byte));
    const rows = listing(open(encrypted));
    assert.match(rows, /a\.bc {2}; encrypted\n/);
    assert.match(rows, /b\.bc {2}; opens as a document of its own\n/);
  });
  it("reports a member of a zip archive that is not what its header says", () => {
    const sound = streamedZip();
    const at = sound.lastIndexOf(0x4b, sound.length - 23) - 1;
    const wrong = (offset: number): IrDocument => open(sound.map((byte, i) => (i === at + offset ? byte ^ 1 : byte)));
    const messages = (document: IrDocument): string =>
      document
        .problems()
        .map(({ message }) => message)
        .join();
    assert.match(messages(wrong(16)), /x does not match its CRC-32/);
    assert.match(messages(wrong(24)), /unpacked, x has 16 bytes, but its header says 17/);
  });
  it("leaves out members of a zip archive that are elsewhere, or need more room than there is", () => {
    const bytes = zip(
      [
        ["a.bc", MODULE],
        ["b.bc", MODULE],
      ],
      9,
    );
    const central = bytes.findIndex((_byte, i) => String(bytes.slice(i, i + 4)) === "80,75,1,2");
    const placed = open(bytes.map((byte, i) => (i === central + 42 ? 1 : byte)));
    assert.match(placed.problems()[0]?.message ?? "", /directory places a\.bc at 1, where there is no header$/);
    const smaller = open(bytes.map((byte, i) => (i === central + 24 ? 15 : byte)));
    assert.match(
      smaller.problems()[0]?.message ?? "",
      /^unpacked, a\.bc has more than the 15 bytes that its header says/,
    );
    bytes[central + 27] = 64;
    const document = open(bytes);
    assert.match(document.problems()[0]?.message ?? "", /^a\.bc is said to grow to 1073741840 bytes, more than /);
    assert.deepEqual(
      document.derived().map(({ name }) => name),
      ["b.bc"],
    );
  });
  it("finds the members of a zip archive without its directory", () => {
    const bytes = zip(
      [
        ["a.bc", MODULE],
        ["b.bc", MODULE],
      ],
      0,
    );
    const document = open(bytes.slice(0, -40));
    assert.deepEqual(
      document.derived().map(({ name }) => name),
      ["a.bc", "b.bc"],
    );
    assert.match(document.problems()[0]?.message ?? "", /^the archive is cut/);
  });
  it("takes long names of a tar archive from GNU's and pax's members before them", () => {
    const long = `${"long/".repeat(30)}a.bc`;
    const length = `${long.length + 10}`;
    const record = `${length} path=${long}\n`;
    const archive = open(
      tar(
        tarMember("././@LongLink", chars(`${long}\0`), "L"),
        tarMember("long", MODULE),
        tarMember("pax", chars(record), "x"),
        tarMember("long", MODULE),
        tarMember("b.bc", MODULE),
      ),
    );
    assert.deepEqual(
      archive.derived().map(({ name }) => name),
      [long, `${long} 2`, "b.bc"],
    );
  });
  it("reports where unpacked data is damaged", () => {
    const bytes = [...gzipSync(Uint8Array.from(MODULE), { filename: "x.bc" })];
    bytes[bytes.length - 6]! ^= 1;
    const document = open(bytes);
    document.derived()[0]?.open();
    const [problem] = document.problems();
    assert.equal(problem?.code, "bad-compression");
    assert.match(problem?.message ?? "", /does not match its CRC-32/);
  });
  it("reports the problems of an opened file at its position in the box", () => {
    const damaged = [...MODULE.slice(0, 8), 99, 0, 0, 0, ...MODULE.slice(12)];
    const document = open(metalLibrary("add", damaged));
    assert.deepEqual(document.problems(), []);
    const [add] = document.derived();
    const inside = add!.open();
    exercise(inside);
    const [first] = inside.problems();
    const [seen] = document.problems();
    assert.equal(seen?.startBit, add!.startBit + first!.startBit);
    assert.equal(seen?.message, `add: ${first!.message}`);
  });
  it("reads a Metal library's metadata, whether or not its sizes count themselves", () => {
    const source = metalTag("DEBI", [3, 0, 0, 0, ...chars("a.metal\0")]);
    const attributes = [...metalTag("VATT", [1, 0, ...chars("position\0"), 0, 0x80]), ...metalTag("VATY", [1, 0, 5])];
    for (const countsItself of [false, true])
      for (const tags of [[], [...source, ...attributes]]) {
        const document = open(metalLibrary("add", MODULE, { tags, countsItself }));
        assert.deepEqual(document.problems(), []);
        assertTiles(document);
        if (tags.length === 0) continue;
        const leaves = new Map(leavesOf(document).map(({ name, raw }) => [name, raw]));
        assert.equal(leaves.get("line"), 3);
        assert.deepEqual(leaves.get("source file"), Uint8Array.from(chars("a.metal\0")));
        assert.equal(leaves.get("index, and 0x8000 if it is used"), 0x8000);
        assert.deepEqual(leaves.get("types of the attributes"), Uint8Array.of(5));
      }
  });
  it("opens nested containers at most eight deep", () => {
    let bytes: readonly number[] = MODULE;
    for (let i = 0; i < 40; i++) bytes = clangBundle([["hip", bytes]]);
    const deep = open(bytes);
    exercise(deep, 50);
    assert.deepEqual(
      deep.problems().map(({ code }) => code),
      ["limit"],
    );
    let packed = Uint8Array.from(MODULE);
    for (let i = 0; i < 40; i++) packed = Uint8Array.from(gzipSync(packed));
    assert.equal(opened(packed).format, "unknown");
  });
  it("have no part that ends before it starts, for any offsets", () => {
    const bytes = Uint8Array.from(offloadBinary(3, MODULE, true));
    new DataView(bytes.buffer).setUint32(16, 10 * bytes.length, true);
    assertTiles(opened(bytes));
  });
});
