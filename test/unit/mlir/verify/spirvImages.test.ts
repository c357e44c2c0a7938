/** What MLIR's verifier refuses by the C++ of spirv's ops on images. */
import { SPIRV_IMAGES } from "../../../../extension/formats/mlir/verify/ops/spirvImages";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { bare, op, testOpRows } from "../../../support/mlirRows";

/** The parts of an image's type. */
interface Image {
  readonly dim?: string;
  readonly arrayed?: string;
  readonly samples?: string;
  readonly sampled?: string;
}
const image = ({
  dim = "Dim2D",
  arrayed = "NonArrayed",
  samples = "SingleSampled",
  sampled = "NeedSampler",
}: Image = {}): string => `!spirv.image<f32, ${dim}, NoDepth, ${arrayed}, ${samples}, ${sampled}, Unknown>`;
const sampled = (parts: Image = {}): string => `!spirv.sampled_image<${image(parts)}>`;

/** @param operands of the op, after the image @param rest arguments of the image operands */
const sample = (type: string, operands: string, result: string, words = "", rest: readonly string[] = []): Sketch => {
  const given = operands.split(", ");
  return op(
    `${[type, ...given, ...rest].join(", ")} -> ${result}`,
    words === "" ? {} : { image_operands: `#spirv.image_operands<${words}>` },
    { groups: [1, ...given.map(() => 1), rest.length] },
  );
};

const PREFIX = "failed to verify that the";
const SINGLE = `${PREFIX} MS operand of the underlying image type must be SingleSampled`;
const RESULT = `${PREFIX} result component type must match the image sampled type`;
const ENCODED = bare("the Image Operands should encode what operands follow, as per Image Operands");
const BIASED = bare("Bias must only be used with an image type that has a dim operand of 1D, 2D, 3D, or Cube");
const LOD = bare("Lod must only be used with an image type that has a dim operand of 1D, 2D, 3D, or Cube");
const GRADIENTS = bare(
  "number of components of each Grad argument must equal the number of components in coordinate, minus the array layer component, if present",
);

/** Rows of an op that samples. */
const sampling = (name: string, operands: string, result: string, words = RESULT): readonly OpRow[] => {
  const make = (type: string, words?: string, rest?: readonly string[], made = result): Sketch =>
    sample(type, operands, made, words, rest);
  const other = result.replace("f32", "f16");
  return [
    [name, make(sampled())],
    [name, make(sampled(), "Bias", ["f32"])],
    [name, make(sampled({ samples: "MultiSampled" })), SINGLE],
    [name, make(sampled(), undefined, undefined, other), words],
    [name, make(sampled(), undefined, ["f32"]), ENCODED],
    [name, make(sampled(), "Bias"), bare("Bias operand requires 1 argument")],
    [name, make(sampled(), "Bias", ["i32"]), bare("Bias must be a floating-point type scalar")],
    [name, make(sampled({ dim: "Rect" }), "Bias", ["f32"]), BIASED],
    [name, make(sampled(), "Bias", ["f32", "f32"]), bare("too many image operand arguments have been provided")],
    [name, make(sampled(), "Lod", ["f32"]), bare("Lod is only valid with explicit-lod and fetch instructions")],
    [name, make(sampled(), "Grad", ["f32", "f32"]), bare("Grad is only valid with explicit-lod instructions")],
  ];
};
const explicit = (words?: string, rest?: readonly string[], parts?: Image, coordinate = "vector<2xf32>"): Sketch =>
  sample(sampled(parts), coordinate, "vector<4xf32>", words, rest);
const EXPLICIT = "spirv.ImageSampleExplicitLod";
const GRAD = ["vector<2xf32>", "vector<2xf32>"];

const SAMPLES: readonly OpRow[] = [
  ...sampling("spirv.ImageSampleImplicitLod", "vector<2xf32>", "vector<4xf32>"),
  ...sampling(
    "spirv.ImageSampleProjDrefImplicitLod",
    "vector<4xf32>, f32",
    "f32",
    "failed to verify that type of 'result' matches image type of 'sampled_image'",
  ),
  [EXPLICIT, explicit("Lod", ["f32"])],
  [EXPLICIT, explicit("Grad", GRAD)],
  [EXPLICIT, explicit("Grad", GRAD, { arrayed: "Arrayed" }, "vector<3xf32>")],
  [EXPLICIT, explicit("Grad", ["f32", "f32"], { dim: "Dim1D" }, "f32")],
  [EXPLICIT, explicit("None"), "failed to verify that either Lod or Grad image operands must be present"],
  [EXPLICIT, explicit("Lod|Grad", ["f32", ...GRAD]), bare("it is invalid to set both the Lod and Grad bits")],
  [EXPLICIT, explicit("Bias|Lod", ["f32", "f32"]), bare("Bias is only valid with implicit-lod instructions")],
  [EXPLICIT, explicit("Lod"), bare("Lod operand requires 1 argument")],
  [EXPLICIT, explicit("Lod", ["f32"], { dim: "Rect" }), LOD],
  [EXPLICIT, explicit("Grad", ["f32"]), bare("Grad operand requires 2 arguments (scalars or vectors)")],
  [EXPLICIT, explicit("Grad", ["vector<3xf32>", "vector<3xf32>"]), GRADIENTS],
  [EXPLICIT, explicit("Grad", ["f32", "f32"]), GRADIENTS],
  [
    EXPLICIT,
    explicit("Grad", ["vector<2xi32>", "vector<2xi32>"]),
    bare("Grad arguments must be a vector of floating-point type"),
  ],
  [
    EXPLICIT,
    explicit("Grad", ["i32", "i32"], { dim: "Dim1D" }, "f32"),
    bare("Grad arguments must be a scalar or vector of floating-point type"),
  ],
  [EXPLICIT, explicit("Lod", ["f32"], { samples: "MultiSampled" }), SINGLE],
];

const gather = (parts?: Image, result = "vector<4xf32>", rest: readonly string[] = []): Sketch =>
  sample(sampled(parts), "vector<2xf32>, f32", result, "", rest);
const fetch = (parts?: Image, words?: string, rest?: readonly string[], result = "vector<4xf32>"): Sketch =>
  sample(image(parts), "vector<2xi32>", result, words, rest);
const STORAGE = { sampled: "NoSampler" };
const read = (parts: Image = STORAGE, result = "vector<2xf32>", rest: readonly string[] = []): Sketch =>
  sample(image(parts), "vector<2xi32>", result, "", rest);
const write = (parts: Image = STORAGE, texel = "vector<2xf32>"): Sketch =>
  sample(image(parts), `vector<2xi32>, ${texel}`, "");
const UNSAMPLED = `${PREFIX} sampled operand of the underlying image must be SamplerUnknown or NoSampler`;

const ACCESSES: readonly OpRow[] = [
  ["spirv.ImageDrefGather", gather()],
  [
    "spirv.ImageDrefGather",
    gather({ dim: "Dim3D" }),
    `${PREFIX} Dim operand of the underlying image must be Dim2D or Cube or Rect`,
  ],
  ["spirv.ImageDrefGather", gather({ samples: "MultiSampled" }), SINGLE],
  ["spirv.ImageDrefGather", gather({}, "vector<4xf16>"), RESULT],
  ["spirv.ImageDrefGather", gather({}, "vector<4xf32>", ["f32"]), ENCODED],
  ["spirv.ImageFetch", fetch()],
  ["spirv.ImageFetch", { ...fetch({}, "Lod", ["i32"]), release: 23 }],
  [
    "spirv.ImageFetch",
    { ...fetch({}, "Lod", ["i32"]), release: 22 },
    bare("Lod is only valid with explicit-lod and fetch instructions"),
  ],
  ["spirv.ImageFetch", fetch({ dim: "Cube" }), `${PREFIX} Dim operand of the underlying image must not be Cube`],
  ["spirv.ImageFetch", fetch(STORAGE), `${PREFIX} sampled operand of the underlying image must be NeedSampler`],
  ["spirv.ImageFetch", fetch({}, "", [], "vector<4xf16>"), RESULT],
  ["spirv.ImageFetch", fetch({}, "Bias", ["f32"]), bare("Bias is only valid with implicit-lod instructions")],
  ["spirv.ImageFetch", fetch({}, "Grad", GRAD), bare("Grad is only valid with explicit-lod instructions")],
  ["spirv.ImageRead", read()],
  ["spirv.ImageRead", read({}), UNSAMPLED],
  ["spirv.ImageRead", read(STORAGE, "vector<2xf16>"), RESULT],
  ["spirv.ImageRead", read(STORAGE, "vector<2xf32>", ["f32"]), ENCODED],
  ["spirv.ImageWrite", write()],
  [
    "spirv.ImageWrite",
    write({ ...STORAGE, dim: "SubpassData" }),
    `${PREFIX} Dim operand of the underlying image must not be SubpassData`,
  ],
  ["spirv.ImageWrite", write({}), UNSAMPLED],
  [
    "spirv.ImageWrite",
    write(STORAGE, "vector<2xf16>"),
    `${PREFIX} texel component type must match the image sampled type`,
  ],
  ...(
    [
      [STORAGE, "vector<2xi32>"],
      [{ dim: "Dim1D", samples: "MultiSampled" }, "i32"],
      [{ ...STORAGE, dim: "Dim3D" }, "vector<3xi32>"],
      [{ ...STORAGE, dim: "Dim2D", arrayed: "Arrayed" }, "vector<3xi32>"],
      [
        { dim: "SubpassData" },
        "vector<2xi32>",
        bare("the Dim operand of the image type must be 1D, 2D, 3D, Buffer, Cube, or Rect"),
      ],
      [
        {},
        "vector<2xi32>",
        bare("if Dim is 1D, 2D, 3D, or Cube, it must also have either an MS of 1 or a Sampled of 0 or 2"),
      ],
      [STORAGE, "i32", bare("expected the result to have 2 component(s), but found 1 component(s)")],
    ] as const
  ).map(([parts, result, words]): OpRow => ["spirv.ImageQuerySize", op(`${image(parts)} -> ${result}`), words]),
];

describe("checks of spirv's ops on images", () => {
  testOpRows(SPIRV_IMAGES, [...SAMPLES, ...ACCESSES]);
});
