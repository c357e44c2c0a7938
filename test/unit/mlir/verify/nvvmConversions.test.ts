/** What MLIR's verifier refuses by the C++ of nvvm's conversions of floats. */
import { NVVM } from "../../../../extension/formats/mlir/verify/ops/nvvm";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { bare, only, op, testOpRows } from "../../../support/mlirRows";

/** A case of an enum of the dialect. */
const is = (kind: string, word: string): string => `#nvvm.${kind}<${word}>`;

/** Conversions by name, signature, property, an accepted type and the words. */
const CONVERTED: readonly (readonly [string, string, string, string, string])[] = [
  [
    "f32x2.to.f6x2",
    "f32, f32 -> i16",
    "dstTy",
    "f6E2M3FN",
    "'f6E2M3FN' and 'f6E3M2FN' types are supported for conversions from f32x2 to f6x2.",
  ],
  [
    "f16x2.to.f8x2",
    "vector<2xf16> -> i16",
    "dstTy",
    "f8E5M2",
    "'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f16x2 to f8x2.",
  ],
  [
    "f32x2.to.f4x2",
    "f32, f32 -> i8",
    "dstTy",
    "f4E2M1FN",
    "'f4E2M1FN' type is supported for conversions from f32x2 to f4x2.",
  ],
  [
    "f8x2.to.f16x2",
    "vector<2xi8> -> vector<2xf16>",
    "srcType",
    "f8E5M2",
    "'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f8x2 to f16x2.",
  ],
  [
    "f8x2.to.bf16x2",
    "vector<2xi8> -> vector<2xbf16>",
    "srcType",
    "f8E8M0FNU",
    "'f8E8M0FNU' type is supported for conversions from f8x2 to bf16x2.",
  ],
  [
    "f6x2.to.f16x2",
    "vector<2xi8> -> vector<2xf16>",
    "srcType",
    "f6E3M2FN",
    "'f6E2M3FN' and 'f6E3M2FN' types are supported for conversions from f6x2 to f16x2.",
  ],
  [
    "f4x2.to.f16x2",
    "i8 -> vector<2xf16>",
    "srcType",
    "f4E2M1FN",
    "'f4E2M1FN' type is supported for conversions from f4x2 to f16x2.",
  ],
  [
    "f32x4.to.f8x4",
    "vector<4xf32>, i32 -> vector<4xi8>",
    "dstTy",
    "f8E4M3FN",
    "'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f32x4 to f8x4.",
  ],
  [
    "f32x4.to.f6x4",
    "vector<4xf32>, i32 -> vector<4xi8>",
    "dstTy",
    "f6E2M3FN",
    "'f6E2M3FN' and 'f6E3M2FN' types are supported for conversions from f32x4 to f6x4.",
  ],
  [
    "f32x4.to.f4x4",
    "vector<4xf32>, i32 -> i16",
    "dstTy",
    "f4E2M1FN",
    "'f4E2M1FN' type is supported for conversions from f32x4 to f4x4.",
  ],
];
const modes = (rounding: string, saturation = "none"): Properties => ({
  rnd: is("fp_rnd_mode", rounding),
  sat: is("sat_mode", saturation),
});
const toF8 = (type: string, properties: Properties): Sketch =>
  op("f32, f32 -> i16", { ...properties, dstTy: `type ${type}` });
const bf16ToF8 = (rounding: string, type = "f8E8M0FNU", release: 22 | 23 = 22): Sketch =>
  op("vector<2xbf16> -> i16", { ...modes(rounding), dstTy: `type ${type}` }, { release });
const F8 = "supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types";
const E8 = "supported for conversions from f32x2 to 'f8E8M0FNU' type";

const CONVERSIONS: readonly OpRow[] = [
  ...CONVERTED.flatMap(([name, signature, property, type, words]): readonly OpRow[] => [
    [`nvvm.convert.${name}`, op(signature, { [property]: `type ${type}` }, { release: 22 })],
    [`nvvm.convert.${name}`, op(signature, { [property]: "type f8E3M4" }, { release: 22 }), `Only ${words}`],
    // Since 23, constraints tell the types of what is converted.
    [
      `nvvm.convert.${name}`,
      op(signature, { [property]: "type f8E3M4" }, { release: 23 }),
      property === "dstTy" ? `Only ${words}` : undefined,
    ],
  ]),
  ["nvvm.convert.bf16x2.to.f8x2", bf16ToF8("rz")],
  [
    "nvvm.convert.bf16x2.to.f8x2",
    bf16ToF8("rz", "f8E5M2"),
    "Only 'f8E8M0FNU' type is supported for conversions from bf16x2 to f8x2.",
  ],
  [
    "nvvm.convert.bf16x2.to.f8x2",
    bf16ToF8("rn"),
    "Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.",
  ],
  [
    "nvvm.convert.bf16x2.to.f8x2",
    bf16ToF8("rz", "f8E5M2", 23),
    "Only RN rounding mode is supported for conversions from bf16x2 to 'f8E4M3FN' and 'f8E5M2' types",
  ],
  ["nvvm.convert.bf16x2.to.f8x2", bf16ToF8("rp", "f8E8M0FNU", 23)],
  [
    "nvvm.convert.bf16x2.to.f8x2",
    bf16ToF8("rn", "f8E8M0FNU", 23),
    "Only RZ and RP rounding modes are supported for conversions from bf16x2 to 'f8E8M0FNU' type",
  ],
  ["nvvm.convert.f32x2.to.f8x2", toF8("f8E5M2", modes("rn", "satfinite"))],
  ["nvvm.convert.f32x2.to.f8x2", toF8("f8E8M0FNU", modes("rz"))],
  ["nvvm.convert.f32x2.to.f8x2", toF8("f8E5M2", modes("rz", "satfinite")), `Only RN rounding mode is ${F8}`],
  ["nvvm.convert.f32x2.to.f8x2", toF8("f8E5M2", modes("rn")), `Only SATFINITE saturation mode is ${F8}`],
  [
    "nvvm.convert.f32x2.to.f8x2",
    toF8("f8E3M4", modes("rn")),
    "Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are supported for conversions from f32x2 to f8x2",
  ],
  ["nvvm.convert.f32x2.to.f8x2", toF8("f8E8M0FNU", modes("rn")), `Only RZ and RP rounding modes are ${E8}`],
  [
    "nvvm.convert.f32x2.to.f8x2",
    toF8("f8E8M0FNU", { ...modes("rz"), relu: "true" }),
    "relu not supported for conversions to 'f8E8M0FNU' type",
  ],
  ...["f16", "bf16"].flatMap((type): readonly OpRow[] => {
    const name = `nvvm.convert.f32x2.to.${type}x2`;
    const make = (rounding: string, bits = ""): Sketch => op(`f32, f32${bits} -> vector<2x${type}>`, modes(rounding));
    return [
      [name, make("rn")],
      [name, make("rs", ", i32")],
      [name, make("rp"), `Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to ${type}x2.`],
      [name, make("rs"), "random_bits is required for RS rounding mode."],
      [name, make("rn", ", i32"), "random_bits not supported for RN and RZ rounding modes."],
    ];
  }),
  ["nvvm.convert.float.to.tf32", op("f32 -> i32", modes("rna"))],
  [
    "nvvm.convert.float.to.tf32",
    op("f32 -> i32", { ...modes("rna"), relu: "true" }),
    bare("Relu not supported with rna rounding mode."),
  ],
  [
    "nvvm.convert.float.to.tf32",
    op("f32 -> i32", modes("rp")),
    bare("Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op."),
  ],
];

describe("checks of nvvm's conversions", () => {
  testOpRows(
    only(NVVM, (name) => name.startsWith("nvvm.convert.")),
    CONVERSIONS,
  );
});
