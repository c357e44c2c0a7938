/** Bitcode of LLVM 2.x: how LLVM 3.0 upgrades its intrinsics and instruction codes. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { listing, opened } from "../../support/tiling";
import type { Block, Record } from "./stream";
import { chars, irFile } from "./stream";

/** Types that the tests use, by their index in the table. The vector of i16 comes before its element. */
const T = {
  i8: 0,
  i32: 1,
  i64: 2,
  v8i8: 4,
  v8i16: 5,
  i16: 6,
  v2f64: 8,
  p8: 9,
  v2i64: 10,
  void: 11,
  v1i64: 12,
  v16i8: 13,
  pair: 14,
};
const TYPES: readonly Record[] = [
  [7, 8],
  [7, 32],
  [7, 64],
  [4],
  [12, 8, 0],
  [12, 8, 6],
  [7, 16],
  [7, 28],
  [12, 2, 3],
  [8, 0, 0],
  [12, 2, 2],
  [2],
  [12, 1, 2],
  [12, 16, 0],
  [10, 0, 1, 9],
];

interface Signature {
  readonly result: number;
  readonly params: readonly number[];
  /** Values of i32 that calls pass after the parameters. */
  readonly constants?: readonly number[];
}

/** The text of a module whose function `f` calls the intrinsic with its own parameters, then with constants. */
function text(
  name: string,
  { result, params, constants = [] }: Signature,
  after: readonly Record[] = [],
  typeNames: readonly Record[] = [],
): string {
  const first = 2;
  const call = first + params.length + constants.length;
  const operands = Array.from({ length: call - first }, (_, i) => first + i);
  const own = TYPES.length;
  const types: Record[] = [
    [1, own + 4],
    ...TYPES,
    [9, 0, 0, result, ...params, ...constants.map(() => T.i32)],
    [8, own, 0],
    [9, 0, 0, result, ...params],
    [8, own + 2, 0],
  ];
  const isVoid = result === T.void;
  const body: Block = {
    id: 12,
    items: [
      [1, 1],
      { id: 11, items: constants.length ? [[1, T.i32], ...constants.map((value) => [4, value * 2] as Record)] : [] },
      [22, 0, 0, 0, ...operands],
      ...after,
      isVoid ? [10] : [10, call],
      { id: 14, items: isVoid ? [] : [[1, call, ...chars("t")]] },
    ],
  };
  const module: Block = {
    id: 8,
    items: [
      { id: 10, items: types },
      { id: 13, items: typeNames },
      [8, own + 1, 0, 1, 0, 0, 0, 0, 0],
      [8, own + 3, 0, 0, 0, 0, 0, 0, 0],
      body,
      {
        id: 14,
        items: [
          [1, 0, ...chars(name)],
          [1, 1, ...chars("f")],
        ],
      },
    ],
  };
  const document = opened(irFile(module));
  const printed = [...document.text({ fileName: "x" })].map((piece) => pieceText(piece)).join("");
  assert.deepEqual(document.problems(), []);
  return printed;
}
/** The instructions of `f`. */
function body(name: string, signature: Signature): readonly string[] {
  const lines = text(name, signature).split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith("define")) + 1, lines.indexOf("}")).map((l) => l.trim());
}

describe("intrinsics of LLVM 2.x", () => {
  it("of NEON become arithmetic on widened vectors", () => {
    assert.deepEqual(body("llvm.arm.neon.vaddls.v8i16", { result: T.v8i16, params: [T.v8i8, T.v8i8] }), [
      "%3 = sext <8 x i8> %0 to <8 x i16>",
      "%4 = sext <8 x i8> %1 to <8 x i16>",
      "%upgraded.t = add <8 x i16> %3, %4",
      "ret <8 x i16> %upgraded.t",
    ]);
    assert.deepEqual(body("llvm.arm.neon.vmlslu.v8i16", { result: T.v8i16, params: [T.v8i16, T.v8i8, T.v8i8] }), [
      "%4 = zext <8 x i8> %1 to <8 x i16>",
      "%5 = zext <8 x i8> %2 to <8 x i16>",
      "%6 = mul <8 x i16> %4, %5",
      "%upgraded.t = sub <8 x i16> %0, %6",
      "ret <8 x i16> %upgraded.t",
    ]);
  });
  it("of absolute differences declare the remaining one", () => {
    const printed = text("llvm.arm.neon.vabals.v8i16", { result: T.v8i16, params: [T.v8i16, T.v8i8, T.v8i8] });
    assert.match(printed, /%upgraded\.t = call <8 x i8> @llvm\.arm\.neon\.vabds\.v8i8\(<8 x i8> %1, <8 x i8> %2\)\n/);
    assert.match(printed, /%upgraded\.t1 = add <8 x i16> %0, %4\n {2}ret <8 x i16> %upgraded\.t1\n/);
    assert.match(
      printed,
      /\ndeclare <8 x i8> @llvm\.arm\.neon\.vabds\.v8i8\(<8 x i8>, <8 x i8>\) nounwind readnone\n$/,
    );
    assert.doesNotMatch(printed, /vabals/);
  });
  it("of SSE2 become shuffles", () => {
    assert.deepEqual(body("llvm.x86.sse2.shuf.pd", { result: T.v2f64, params: [T.v2f64, T.v2f64], constants: [2] }), [
      "%upgraded. = shufflevector <2 x double> %0, <2 x double> %1, <2 x i32> <i32 0, i32 3>",
      "ret <2 x double> %upgraded.",
    ]);
    assert.deepEqual(body("llvm.x86.sse2.loadh.pd", { result: T.v2f64, params: [T.v2f64, T.p8] }), [
      "%upgraded. = bitcast i8* %1 to double*",
      "%upgraded.1 = load double* %upgraded., align 8",
      "%upgraded.2 = insertelement <2 x double> undef, double %upgraded.1, i32 0",
      "%upgraded.3 = shufflevector <2 x double> %0, <2 x double> %upgraded.2, <2 x i32> <i32 0, i32 2>",
      "ret <2 x double> %upgraded.3",
    ]);
  });
  it("of unaligned loads become loads", () => {
    assert.deepEqual(body("llvm.x86.sse2.loadu.dq", { result: T.v16i8, params: [T.p8] }), [
      "%cast = bitcast i8* %0 to i128*",
      "%t1 = load i128* %cast, align 1",
      "%new.cast = bitcast i128 %t1 to <16 x i8>",
      "ret <16 x i8> %new.cast",
    ]);
  });
  it("of palignr become a shuffle, a shift or zero", () => {
    const signature = { result: T.v2i64, params: [T.v2i64, T.v2i64] };
    const by = (shift: number): readonly string[] =>
      body("llvm.x86.ssse3.palign.r.128", { ...signature, constants: [shift] });
    assert.match(by(15).join("\n"), /%palignr = shufflevector <16 x i8> %3, <16 x i8> %4, <16 x i32> <i32 15, i32 16,/);
    assert.deepEqual(by(17), [
      "%palignr = call <2 x i64> @llvm.x86.sse2.psrl.dq(<2 x i64> %0, i32 8)",
      "ret <2 x i64> %palignr",
    ]);
    assert.deepEqual(by(32), ["ret <2 x i64> zeroinitializer"]);
  });
  it("of MMX take and return values of its type", () => {
    assert.deepEqual(body("llvm.x86.mmx.paddd", { result: T.v1i64, params: [T.v1i64, T.v1i64] }).slice(0, 4), [
      "%upgraded. = bitcast <1 x i64> %0 to x86_mmx",
      "%upgraded.1 = bitcast <1 x i64> %1 to x86_mmx",
      "%upgraded.t = call x86_mmx @llvm.x86.mmx.paddd(x86_mmx %upgraded., x86_mmx %upgraded.1)",
      "%upgraded.t2 = bitcast x86_mmx %upgraded.t to <1 x i64>",
    ]);
  });
  it("that count bits have the type of their operand", () => {
    const printed = text("llvm.cttz.i64", { result: T.i32, params: [T.i64] });
    assert.match(
      printed,
      /%upgraded\.t = call i64 @llvm\.cttz\.i64\(i64 %0\)\n {2}%upgraded\.t1 = trunc i64 %upgraded\.t to i32/,
    );
    assert.match(printed, /declare i64 @llvm\.cttz\.i64\(i64\) nounwind readnone\n$/);
  });
  it("that copy memory name their pointers and are not volatile", () => {
    const printed = text("llvm.memcpy.i32", { result: T.void, params: [T.p8, T.p8, T.i32], constants: [4] });
    assert.match(printed, /call void @llvm\.memcpy\.p0i8\.p0i8\.i32\(i8\* %0, i8\* %1, i32 %2, i32 4, i1 false\)\n/);
    assert.match(
      printed,
      /declare void @llvm\.memcpy\.p0i8\.p0i8\.i32\(i8\* nocapture, i8\* nocapture, i32, i32, i1\) nounwind\n$/,
    );
  });
  it("that are renamed stay where they are", () => {
    const printed = text("llvm.bswap.i32.i32", { result: T.i32, params: [T.i32] });
    assert.match(printed, /declare i32 @llvm\.bswap\.i32\(i32\) nounwind readnone\n\ndefine/);
    assert.match(
      text("llvm.atomic.lss.i32", { result: T.i32, params: [T.i32] }),
      /@llvm\.atomic\.load\.sub\.i32\.p0i32\(/,
    );
  });
  it("that mark old debug info are dropped", () => {
    const printed = text("llvm.dbg.stoppoint", { result: T.void, params: [T.i32] });
    assert.doesNotMatch(printed, /stoppoint/);
  });
});

describe("instructions of LLVM 2.x", () => {
  it("are read by their old codes", () => {
    const after: Record[] = [[21, 2, 3, 4, 1]];
    const printed = text("keep", { result: T.void, params: [T.i8, T.p8] }, after);
    assert.match(printed, /call void @keep\(i8 %0, i8\* %1\)\n {2}volatile store i8 %0, i8\* %1, align 8\n/);
  });
});

describe("results of LLVM 2.3", () => {
  it("are extracted from aggregates", () => {
    const printed = text("keep", { result: T.pair, params: [] }, [[25, 2, 1]]);
    assert.match(printed, /%1 = extractvalue %0 %t, 1\n/);
  });
});

describe("types of LLVM 2.x", () => {
  const pair = { result: T.pair, params: [] };
  it("get a number if they are structs without a name", () => {
    assert.match(text("keep", pair), /^%0 = type \{ i32, i8\* \}\n[^]*call %0 @keep\(\)/m);
  });
  it("have names of every kind, listed in order; one that is a number keeps it", () => {
    const names: Record[] = [
      [1, T.pair, ...chars("pair")],
      [1, T.v8i8, ...chars("bytes")],
      [1, T.i64, ...chars("long")],
    ];
    const printed = text("keep", pair, [], names);
    assert.match(printed, /\n%bytes = type <8 x i8>\n%long = type i64\n%pair = type \{ i32, i8\* \}\n/);
    assert.match(printed, /define %pair @f\(\)/);
    assert.match(text("keep", { result: T.i64, params: [T.v8i8] }, [], names), /define i64 @f\(%bytes\)/);
  });
});

/** The text of a module as a release prints it. */
function textOf(module: Block, release: string): string {
  return [...opened(irFile(module)).text({ fileName: "x", release })].map((piece) => pieceText(piece)).join("");
}

describe("a constant bitcast to another address space", () => {
  // i32, a pointer to it, one in address space 1, and a pointer to that; x = 7, and w = bitcast(x).
  const types: Record[] = [
    [1, 4],
    [7, 32],
    [8, 0, 0],
    [8, 0, 1],
    [8, 2, 0],
  ];
  const constants: Record[] = [
    [1, 0],
    [4, 14],
    [1, 2],
    [11, 11, 1, 0],
  ];
  const module: Block = {
    id: 8,
    items: [
      { id: 17, items: types },
      [7, 1, 0, 3, 0, 0, 0],
      [7, 3, 0, 4, 0, 0, 0],
      { id: 11, items: constants },
      {
        id: 14,
        items: [
          [1, 0, ...chars("x")],
          [1, 1, ...chars("w")],
        ],
      },
    ],
  };
  const printed = (release: string): string => textOf(module, release);

  it("goes through an integer where there is addrspacecast", () => {
    assert.match(printed("9"), /@w = global i32 addrspace\(1\)\* inttoptr \(i64 ptrtoint \(i32\* @x to i64\) to /);
    assert.match(printed("23"), /@w = global ptr addrspace\(1\) inttoptr \(i64 ptrtoint \(ptr @x to i64\) to ptr /);
  });
  it("stays as it is before", () => {
    assert.match(printed("3.0"), /@w = global i32 addrspace\(1\)\* bitcast \(i32\* @x to i32 addrspace\(1\)\*\)/);
  });
});

describe("a constant whose cast changes the address space and what it points to", () => {
  // i32, [2 x i32], i64, pointers to them (3 to 5), and to an i32 and an i64 in address space 1 (6, 7).
  const types: Record[] = [
    [1, 8],
    [7, 32],
    [11, 2, 0],
    [7, 64],
    [8, 0, 0],
    [8, 1, 0],
    [8, 2, 0],
    [8, 0, 1],
    [8, 2, 1],
  ];
  // x = zeroinitializer; casts of it to both, with the opcode of addrspacecast.
  const constants: Record[] = [[1, 1], [2], [1, 6], [11, 12, 4, 0], [1, 7], [11, 12, 4, 0]];
  const module: Block = {
    id: 8,
    items: [
      { id: 17, items: types },
      [7, 4, 0, 4, 0, 0, 0],
      [7, 6, 1, 5, 0, 0, 0],
      [7, 7, 1, 6, 0, 0, 0],
      { id: 11, items: constants },
    ],
  };
  const printed = textOf(module, "9");

  it("is first cast in its own address space, to its first element by getelementptr", () => {
    const first = "i32* getelementptr inbounds ([2 x i32], [2 x i32]* @0, i32 0, i32 0)";
    assert.ok(printed.includes(`constant i32 addrspacecast (${first} to i32 addrspace(1)*)\n`));
    assert.ok(
      printed.includes("constant i64 addrspacecast (i64* bitcast ([2 x i32]* @0 to i64*) to i64 addrspace(1)*)\n"),
    );
  });
});

describe("an instruction that casts to a pointer in another address space", () => {
  // i32, i32*, i32 addrspace(1)*, void, void (i32*), metadata.
  const types: Record[] = [[1, 6], [7, 32], [8, 0, 0], [8, 0, 1], [2], [21, 0, 3, 1], [16]];
  const body: Block = {
    id: 12,
    items: [
      [1, 1],
      [3, 1, 2, 11],
      [20, 2, 0, 0],
      [10],
      // Attachments: the load, which is instruction 1 of the file, has node 0.
      { id: 16, items: [[11, 1, 40, 0]] },
    ],
  };
  const module: Block = {
    id: 8,
    items: [
      { id: 17, items: types },
      [8, 4, 0, 0, 0, 0, 0, 0, 0],
      { id: 15, items: [[6, 40, ...chars("scope")], [3]] },
      body,
    ],
  };
  it("counts as two, so that llvm-dis moves attachments; the file's own are where they belong", () => {
    assert.match(textOf(module, "9"), /inttoptr i64 %\d+ to i32 addrspace\(1\)\*, !scope !0\n.*load[^!]*\n/);
    assert.match(listing(opened(irFile(module))), /bitcast .*\n.* %3 = load(?:.*\n)*.*%3: !scope !0/);
  });
});
