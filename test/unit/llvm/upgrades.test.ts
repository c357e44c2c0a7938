/** Upgrades on reading: data layouts, intrinsics, styles of releases. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pieceText } from "../../../extension/document/byteText";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import { AttributeBuilder, AttributeSets } from "../../../extension/formats/llvm/attributes/set";
import { attributeSetText } from "../../../extension/formats/llvm/attributes/text";
import { upgradeDataLayout } from "../../../extension/formats/llvm/upgrade/dataLayout";
import { dataLayoutFault } from "../../../extension/formats/llvm/upgrade/dataLayoutFault";
import { Naming } from "../../../extension/formats/llvm/upgrade/calls/mangling";
import { intrinsicAttributes, isKnownIntrinsic, nameByType } from "../../../extension/formats/llvm/upgrade/intrinsics";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import type { Type } from "../../../extension/formats/llvm/ir/types";
import { opened } from "../../support/tiling";

describe("an old data layout", () => {
  const linux = "e-m:e-i64:64-f80:128-n8:16:32:64-S128";
  const cases: readonly (readonly [string, Release, string, string])[] = [
    ["x86_64-unknown-linux-gnu", 9, linux, linux],
    ["x86_64-unknown-linux-gnu", 13, linux, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"],
    [
      "x86_64-unknown-linux-gnu",
      22,
      linux,
      "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    ],
    ["riscv64-unknown-elf", 17, "e-m:e-p:64:64-i64:64-i128:128-n64-S128", "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"],
    ["amdgcn-amd-amdhsa", 15, "e-p:64:64-A5", "e-p:64:64-A5-G1"],
    ["amdgcn-amd-amdhsa", 18, "e-A5", "e-A5-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128-p9:192:256:256:32"],
    // After the address space of globals is appended, the former end is no longer at the end.
    [
      "amdgcn-mesa-mesa3d",
      19,
      "e-A5-ni:7:8-p9:192:256:256:32-p7:1:1-p8:128:128-ni:7:8",
      "e-A5-ni:7:8-p9:192:256:256:32-p7:1:1-p8:128:128-ni:7:8-G1:9",
    ],
    ["loongarch64-unknown-linux", 19, "e-m:e-p:64:64-n64-S128", "e-m:e-p:64:64-n32:64-S128"],
    ["aarch64-unknown-linux-gnu", 19, "e-m:e-i64:64-n32:64-S128", "e-m:e-i64:64-n32:64-S128-Fn32"],
    ["mips-unknown-linux", 22, "E-m:m-p:32:32", "E-m:m-p:32:32"],
    // The mangling of o32 exempts MIPS only.
    ["mips64-unknown-linux", 22, "E-m:m-i64:64-n32:64-S128", "E-m:m-i64:64-n32:64-S128"],
    ["mips64-unknown-linux", 22, "E-m:e-i64:64-n32:64-S128", "E-m:e-i64:64-i128:128-n32:64-S128"],
    ["mipsn32el-unknown-linux", 22, "e-m:e-i64:64-n32:64-S128", "e-m:e-i64:64-i128:128-n32:64-S128"],
    ["mipsisa64r6-unknown-linux", 22, "E-m:e-i64:64-n32:64-S128", "E-m:e-i64:64-i128:128-n32:64-S128"],
    ["r600-mesa-mesa3d", 13, "e-p:32:32", "e-p:32:32-G1"],
    ["r600-mesa-mesa3d", 22, "e-p:32:32", "m:e-e-p:32:32-G1"],
    ["r600", 22, "", "m:e-G1"],
    ["spirv64-unknown-unknown", 18, "e-i64:64", "e-i64:64"],
    ["spirv64-unknown-unknown", 19, "e-i64:64", "e-i64:64-G1"],
    ["spirv-unknown-vulkan", 19, "e-i64:64", "e-i64:64"],
    ["amdgcn-amd-amdhsa", 17, "e-A5", "e-A5-G1-ni:7:8-p7:160:256:256:32-p8:128:128"],
    ["amdgcn-amd-amdhsa", 17, "e-A5-ni:7", "e-A5-ni:7-G1:8-p7:160:256:256:32-p8:128:128"],
    ["amdgcn-amd-amdhsa", 18, "e-A5-ni:7", "e-A5-ni:7-G1:8:9-p7:160:256:256:32-p8:128:128-p9:192:256:256:32"],
    ["amdgcn-amd-amdhsa", 17, "e-A5-ni:8", "e-A5-ni:8-G1-p7:160:256:256:32-p8:128:128"],
    [
      "amdgcn-amd-amdhsa",
      21,
      "e-p8:128:128-A5",
      "e-p8:128:128:128:48-A5-G1-ni:7:8:9-p7:160:256:256:32-p9:192:256:256:32",
    ],
    ["amdgcn-amd-amdhsa", 22, "", "m:e-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32"],
    ["s390x-linux-gnu", 22, "E-m:e-i1:8:16-a:8:16-n32:64", "E-m:e-i1:8:16-a:8:16-n32:64"],
    ["s390x-linux-gnu", 23, "E-m:e-i1:8:16-a:8:16-n32:64", "E-S64-m:e-i1:8:16-a:8:16-n32:64"],
    ["s390x-linux-gnu", 23, "E-S64-m:e", "E-S64-m:e"],
    [
      "i686-pc-windows-msvc",
      13,
      "e-m:x-p:32:32-i64:64-f80:32-S32",
      "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:32-S32",
    ],
    [
      "i686-pc-windows-msvc",
      14,
      "e-m:x-p:32:32-i64:64-f80:32-S32",
      "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-S32",
    ],
    [
      "i686-pc-windows-gnu",
      14,
      "e-m:x-p:32:32-i64:64-f80:32-S32",
      "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:32-S32",
    ],
    ["powerpc64le-unknown-linux", 22, "E-m:m-i64:64-n32-S64", "E-m:m-i64:64-i128:128-n32-S64"],
  ];
  for (const [triple, release, before, after] of cases) {
    it(`of ${triple} in LLVM ${release}: ${before}`, () => {
      assert.equal(upgradeDataLayout(before, triple, release), after);
      assert.equal(upgradeDataLayout(after, triple, release), after, "once is enough");
    });
  }
});

describe("a data layout that LLVM 22 refuses", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", undefined],
    ["e-p:64:64:64:32-pe7:160:256:256:32-ni:7:8:9-a:0:64-v96:128-A5-G1-Fn32", undefined],
    ["e-q", "unknown specifier 'q'"],
    ["e-", "empty specification is not allowed"],
    ["e-i0:8", "size must be a non-zero 24-bit integer"],
    ["e-i64:63", "ABI alignment must be a power of two times the byte width"],
    ["e-pz:64:64", "'z' is not a valid pointer specification flag"],
    ["E-i64:64-i128:128:64", "preferred alignment cannot be less than the ABI alignment"],
    ["e-p:64:64:32", "preferred alignment cannot be less than the ABI alignment"],
    ["a:64:32", "preferred alignment cannot be less than the ABI alignment"],
    ["p:32:32:32:64", "index size cannot be larger than the pointer size"],
    ["e-i8:16:8", "i8 must be 8-bit aligned"],
    ["f32:0", "ABI alignment must be non-zero"],
    ["e-ni:7:0", "address space 0 cannot be non-integral"],
    ["S0", "stack natural alignment must be non-zero"],
    ["Fx8", "unknown function pointer alignment type 'x'"],
    ["e-m", 'malformed specification, must be of the form "m:<mangling>"'],
    ["e-i64", 'malformed specification, must be of the form "i<size>:<abi>[:<pref>]"'],
  ];
  for (const [layout, fault] of cases) {
    it(`${layout}: ${fault ?? "is none"}`, () => {
      assert.equal(dataLayoutFault(layout, 22), fault);
    });
  }
});

describe("a data layout that releases before LLVM 20 refuse", () => {
  const cases: readonly (readonly [string, Release, string | undefined])[] = [
    ["e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", 9, undefined],
    ["E1-s0:64:64-p:64:64:64:128-ni:7:8-a:0:64-v96:128-P1-A5-Fn0-S0", 17, undefined],
    ["e-q", 9, "Unknown specifier in datalayout string"],
    ["e-G1", 11, "Unknown specifier in datalayout string"],
    ["e-G1", 13, undefined],
    ["e-", 9, "Trailing separator in datalayout string"],
    ["e--n8", 9, "Expected token before separator in datalayout string"],
    ["e-n0", 19, "Zero width native integer type in datalayout string"],
    ["e-A", 9, "not a number, or does not fit in an unsigned int"],
    ["e-m:", 9, "Trailing separator in datalayout string"],
    ["e-m", 9, "Expected mangling specifier in datalayout string"],
    ["e-mx:e", 9, "Unexpected trailing characters after mangling specifier in datalayout string"],
    ["e-m:ee", 9, "Unknown mangling specifier in datalayout string"],
    ["e-m:a", 9, "Unknown mangling in datalayout string"],
    ["e-m:l", 13, "Unknown mangling in datalayout string"],
    ["e-m:l", 14, undefined],
    ["e-i8:16", 15, undefined],
    ["e-i8:16", 16, "Invalid ABI alignment, i8 must be naturally aligned"],
    ["e-i", 9, "Missing alignment specification in datalayout string"],
    ["e-i64:24", 9, "Invalid ABI alignment, must be a power of 2"],
    ["e-i32:32:48", 9, "Invalid preferred alignment, must be a power of 2"],
    ["e-i64:64:32", 9, "Preferred alignment cannot be less than the ABI alignment"],
    ["e-i16777216:32", 9, "Invalid bit width, must be a 24bit integer"],
    ["e-v64:0", 9, "ABI alignment specification must be >0 for non-aggregate types"],
    ["e-a8:8", 9, "Sized aggregate specification in datalayout string"],
    ["e-a:12", 9, "number of bits must be a byte width multiple"],
    ["e-p:20:32", 13, "number of bits must be a byte width multiple"],
    ["e-p:20:32", 14, undefined],
    ["e-p:64:24", 9, "Pointer ABI alignment must be a power of 2"],
    ["e-p:64:64:24", 9, "Pointer preferred alignment must be a power of 2"],
    ["e-p:64:64:64:128", 18, "Index width cannot be larger than pointer width"],
    ["e-p16777216:64:64", 9, "Invalid address space, must be a 24-bit integer"],
    ["e-ni:1:0", 9, "Address space 0 can never be non-integral"],
    ["e-S24", 9, undefined],
    ["e-S24", 11, "Alignment is neither 0 nor a power of 2"],
    ["e-F", 9, "Unknown function pointer alignment type in datalayout string"],
  ];
  for (const [layout, release, fault] of cases) {
    it(`${layout} of ${release}: ${fault ?? "is none"}`, () => {
      assert.equal(dataLayoutFault(layout, release), fault);
    });
  }
});

describe("an intrinsic", () => {
  const types = new TypeInterner();
  const sets = new AttributeSets();
  const interner = { intern: (builder: AttributeBuilder) => sets.of(builder) };
  const text = (name: string, release: Release): string => {
    const pointer = types.pointer(undefined, 0);
    const type = types.function(types.void, [pointer, pointer, types.i64, types.i1], false);
    const list = intrinsicAttributes(name, type, new Naming(true, release), interner);
    const set = list?.functionSet;
    return set ? attributeSetText(set, { release, typeText: () => "" }, false) : "";
  };
  it("has the attributes of the release, for any overload", () => {
    assert.equal(text("llvm.memcpy.p0.p0.i64", 13), "argmemonly nofree nounwind willreturn");
    assert.equal(text("llvm.memcpy.p0.p0.i64", 22), "nocallback nofree nounwind willreturn memory(argmem: readwrite)");
  });
  it("is recognised by its full name, or by the overloaded name that it begins with", () => {
    assert.equal(isKnownIntrinsic("llvm.memcpy.p0.p0.i64", 22), true);
    assert.equal(isKnownIntrinsic("llvm.trap", 22), true);
    assert.equal(isKnownIntrinsic("llvm.trap.i32", 22), false);
    assert.equal(isKnownIntrinsic("llvm.no.such.thing", 22), false);
    assert.equal(isKnownIntrinsic("memcpy", 22), false);
  });
  it("has types in its name only in releases whose signature is overloaded", () => {
    assert.equal(isKnownIntrinsic("llvm.amdgcn.readfirstlane.i32", 19), true);
    assert.equal(isKnownIntrinsic("llvm.amdgcn.readfirstlane.i32", 18), false);
    assert.equal(isKnownIntrinsic("llvm.amdgcn.readfirstlane", 18), true);
    assert.equal(isKnownIntrinsic("llvm.aarch64.neon.bfmmla.v4f32.v8bf16", 11), true);
    assert.equal(isKnownIntrinsic("llvm.aarch64.neon.bfmmla.v4f32.v8bf16", 13), false);
  });
});

describe("the name of an overloaded intrinsic", () => {
  const types = new TypeInterner();
  const { i1, i32, i64 } = types;
  const opaque = types.pointer(undefined, 0);
  const typed = types.pointer(i64, 0);
  const float = types.simple("float");
  const vector = (element: Type, count: number, scalable = false): Type => types.vector(element, count, scalable);
  const named = (name: string, release: Release, result: Type, ...params: Type[]): string | undefined =>
    nameByType(name, types.function(result, params, false), new Naming(release >= 15, release));

  it("ends in the types that the release's signature overloads", () => {
    const pair = vector(i64, 2);
    assert.equal(named("llvm.fshl.v4i64", 22, pair, pair, pair, pair), "llvm.fshl.v2i64");
    assert.equal(named("llvm.returnaddress", 22, opaque, i32), "llvm.returnaddress");
    assert.equal(named("llvm.returnaddress", 23, opaque, i32), "llvm.returnaddress.p0");
    assert.equal(named("llvm.bswap.nvx1i16", 22, vector(i32, 1, true), vector(i32, 1, true)), "llvm.bswap.nxv1i32");
  });
  it("contains pointees as long as pointers have them", () => {
    assert.equal(named("llvm.prefetch", 13, types.void, typed, i32, i32, i32), "llvm.prefetch.p0i64");
    assert.equal(named("llvm.prefetch.p0i8", 17, types.void, typed, i32, i32, i32), "llvm.prefetch.p0");
  });
  it("is that of no intrinsic if the type does not fit the signature", () => {
    assert.equal(named("llvm.fshl.i32", 22, i32, i32, i64, i32), undefined);
    assert.equal(named("llvm.fshl.i32", 22, i32, i32, i32), undefined);
    assert.equal(named("llvm.fshl.f32", 22, float, float, float, float), undefined);
    assert.equal(named("llvm.no.such.thing", 22, i32), undefined);
  });
  it("follows types that depend on others, also on later ones", () => {
    const four = vector(float, 4);
    const mask = vector(i1, 4);
    assert.equal(named("llvm.masked.load", 22, four, opaque, mask, four), "llvm.masked.load.v4f32.p0");
    assert.equal(named("llvm.masked.load", 22, four, opaque, vector(i1, 8), four), undefined);
    assert.equal(named("llvm.masked.gather", 22, four, vector(opaque, 4), mask, four), "llvm.masked.gather.v4f32.v4p0");
    const compared = [four, four, types.metadata, types.metadata];
    const stem = "llvm.experimental.constrained.fcmp";
    assert.equal(named(stem, 22, mask, ...compared), `${stem}.v4f32`);
    assert.equal(named(stem, 22, i1, ...compared), undefined);
  });
});

function fixtureText(name: string, release: string): string {
  const bytes = new Uint8Array(readFileSync(`test/fixtures/llvm/${name}.bc`));
  return Array.from(opened(bytes).text({ fileName: "x", release }), pieceText).join("");
}

describe("an intrinsic that an upgrade calls", () => {
  const text = (release: string): string => fixtureText("masks", release);
  it("names pointers as the release does", () => {
    assert.match(text("14"), /@llvm\.masked\.load\.v8i64\.p0v8i64\(/);
    assert.match(text("16"), /@llvm\.masked\.load\.v8i64\.p0\(/);
    assert.doesNotMatch(text("16"), /@llvm\.masked\.\w+\.\w+\.p0\w/);
  });
});

describe("a constant that releases fold differently", () => {
  it("is null if it repeats null for a scalable length, since LLVM 14", () => {
    assert.match(fixtureText("scalable", "13"), /ret <vscale x 4 x i32> shufflevector \(<vscale x 4 x i32> zeroinit/);
    assert.match(fixtureText("scalable", "14"), /ret <vscale x 4 x i32> zeroinitializer/);
  });
  it("is undef or poison if it repeats either, since LLVM 21", () => {
    assert.doesNotMatch(fixtureText("scalable", "19"), /ret <vscale x 4 x i32> (?:undef|poison)/);
    assert.match(fixtureText("scalable", "23"), /ret <vscale x 4 x i32> undef[^]*ret <vscale x 4 x i32> poison/);
  });
  it("is marked as in bounds up to LLVM 18", () => {
    assert.match(fixtureText("marked", "18"), /@inside = global ptr getelementptr inbounds \(/);
    assert.match(fixtureText("marked", "18"), /@open = global ptr getelementptr \(/);
    assert.match(fixtureText("marked", "16"), /@open = global ptr getelementptr inbounds \(/);
    assert.doesNotMatch(fixtureText("marked", "19"), /inbounds/);
  });
  it("joins the address of a part of a part, from LLVM 14 to 18", () => {
    const nested = /@p3 = global \[4 x i32\]\* getelementptr inbounds \(\[4 x i32\], \[4 x i32\]\* getelementptr/;
    assert.match(fixtureText("joined", "13"), nested);
    assert.match(fixtureText("joined", "14"), /@p3 = .* @b, i64 1, i64 0\)/);
    assert.match(fixtureText("joined", "18"), /@p4 = .* @b, i64 0, i64 2, i64 2\)/);
    assert.match(fixtureText("joined", "19"), /@p4 = .* \(i32, ptr getelementptr inbounds/);
  });
  it("is marked in LLVM 16 if it is of a variable that casts lead to", () => {
    assert.match(fixtureText("markedCasts", "16"), /@p2 = global ptr getelementptr inbounds \(i8, ptr @v, i64 1\)/);
    assert.match(fixtureText("markedCasts", "16"), /@p9 = global ptr getelementptr \(/);
    assert.match(fixtureText("markedCasts", "17"), /@p2 = global ptr getelementptr \(i8, ptr @v, i64 1\)/);
  });
});

describe("a list of constructors from before LLVM 3.5", () => {
  it("is replaced by a plain variable, which has no entries if it was null", () => {
    const text = fixtureText("constructors", "23");
    assert.match(text, /@llvm\.global_ctors = appending global \[2 x [^\n]*ptr null }]\n/);
    assert.match(text, /@llvm\.global_dtors = appending global \[0 x { i32, ptr, ptr }] zeroinitializer\n/);
  });
});

describe("branch protection of a module", () => {
  it("leaves flags that keep the minimum of linked modules", () =>
    assert.match(fixtureText("protected", "22"), /{i32 8, !"sign-return-address-all", i32 2}/));
});

describe("types", () => {
  const types = new TypeInterner();
  it("with the same structure are one object", () => {
    assert.equal(types.struct([types.i32, types.i8], false), types.struct([types.i32, types.i8], false));
    assert.notEqual(types.struct([types.i32], false), types.struct([types.i32], true));
    assert.notEqual(types.vector(types.i32, 4, false), types.vector(types.i32, 4, true));
    assert.notEqual(types.pointer(types.i8, 0), types.pointer(undefined, 0));
  });
});
