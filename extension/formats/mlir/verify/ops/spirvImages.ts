/** What mlir::spirv's ops on images demand (ImageOps.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import { partsOf } from "../../attributes/brackets";
import { inAngles } from "../lists";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { all, each } from "./combined";

/** One check for several ops, without the dialect in their names. */
export const named = (check: OpCheck, ...names: readonly string[]): OpChecks => each("spirv.*", names, check);

/** The parameters of an image, or of the image that is sampled. */
function image(type: TypeView): readonly string[] {
  const { text } = type;
  const inner = text.startsWith("!spirv.sampled_image<") ? inAngles(text) : text;
  return inner.startsWith("!spirv.image<") ? partsOf(inAngles(inner)) : unknown();
}

const IMAGE_PREFIX = "failed to verify that the";
interface ImageDemands {
  readonly dims?: readonly string[];
  readonly notDim?: string;
  readonly single?: boolean;
  readonly sampled?: readonly string[];
  readonly texel?: number;
}
const imaged =
  ({ dims, notDim, single, sampled, texel }: ImageDemands): OpCheck =>
  (op) => {
    const [component, dim = "", , , samples = "", sampling = ""] = image(op.operand(0));
    refuse(
      dims?.includes(dim) === false,
      `${IMAGE_PREFIX} Dim operand of the underlying image must be ${dims?.map((one) => one.replace(/^Dim(?=[A-Z])/, "")).join(" or ") ?? ""}`,
    );
    refuse(dim === notDim, `${IMAGE_PREFIX} Dim operand of the underlying image must not be ${notDim ?? ""}`);
    refuse(
      single === true && samples !== "SingleSampled",
      `${IMAGE_PREFIX} MS operand of the underlying image type must be SingleSampled`,
    );
    refuse(
      sampled?.includes(sampling) === false,
      `${IMAGE_PREFIX} sampled operand of the underlying image must be ${sampled?.join(" or ") ?? ""}`,
    );
    const type = texel === undefined ? op.result() : op.operand(texel);
    const name = texel === undefined ? "result" : "texel";
    const words = op.name.includes("ProjDref")
      ? "failed to verify that type of 'result' matches image type of 'sampled_image'"
      : `${IMAGE_PREFIX} ${name} component type must match the image sampled type`;
    refuse(component !== "none" && /^\w+$/.test(type.scalar.text) && !type.scalar.is(component ?? ""), words);
  };

/** The image operands that a word names, and their arguments (verifyImageOperands). */
const imageOperands: OpCheck = (op) => {
  const rest = op.group(op.name.includes("Dref") || op.name === "spirv.ImageWrite" ? 3 : 2);
  const names = op.word("image_operands").split("|");
  if (!op.has("image_operands"))
    refuseBare(rest.length > 0, "the Image Operands should encode what operands follow, as per Image Operands");
  refuseBare(names.includes("Lod") && names.includes("Grad"), "it is invalid to set both the Lod and Grad bits");
  const [, dim = "", , arrayed = ""] = image(op.operand(0));
  const isPlain = ["Dim1D", "Dim2D", "Dim3D", "Cube"].includes(dim);
  const plainWords = (name: string): string =>
    `${name} must only be used with an image type that has a dim operand of 1D, 2D, 3D, or Cube`;
  const isExplicit = op.name.includes("ExplicitLod");
  let next = 0;
  if (names.includes("Bias")) {
    refuseBare(!op.name.includes("ImplicitLod"), "Bias is only valid with implicit-lod instructions");
    refuseBare(rest.length < 1, "Bias operand requires 1 argument");
    refuseBare(!known(rest[0]).isFloat, "Bias must be a floating-point type scalar");
    refuseBare(!isPlain, plainWords("Bias"));
    next++;
  }
  // Before 23, a fetch may not have one either, in spite of the words.
  const fetches = op.name === "spirv.ImageFetch" && op.release > 22;
  if (names.includes("Lod")) {
    refuseBare(!isExplicit && !fetches, "Lod is only valid with explicit-lod and fetch instructions");
    refuseBare(rest.length < next + 1, "Lod operand requires 1 argument");
    refuseBare(!isPlain, plainWords("Lod"));
    next++;
  }
  if (names.includes("Grad")) {
    refuseBare(!isExplicit, "Grad is only valid with explicit-lod instructions");
    refuseBare(rest.length < next + 2, "Grad operand requires 2 arguments (scalars or vectors)");
    gradients(op, known(rest[next]), known(rest[next + 1]), arrayed === "Arrayed");
    next += 2;
  }
  const isKnown = names.every((name) => ["Bias", "Lod", "Grad", ""].includes(name));
  refuseBare(
    isKnown && op.has("image_operands") && rest.length > next,
    "too many image operand arguments have been provided",
  );
};

function gradients(op: OpView, x: TypeView, y: TypeView, isArrayed: boolean): void {
  const coordinate = op.operand(1);
  const count = coordinate.kind === "vector" ? coordinate.count - (isArrayed ? 1 : 0) : 1;
  const words =
    "number of components of each Grad argument must equal the number of components in coordinate, minus the array layer component, if present";
  if (x.kind === "vector" && y.kind === "vector") {
    refuseBare(x.count !== y.count || x.count !== count, words);
    refuseBare(!x.element.isFloat || !y.element.isFloat, "Grad arguments must be a vector of floating-point type");
    return;
  }
  refuseBare(!x.isFloat || !y.isFloat, "Grad arguments must be a scalar or vector of floating-point type");
  refuseBare(count !== 1, words);
}

const single = all(imaged({ single: true }), imageOperands);

/** By the names of ops. */
export const SPIRV_IMAGES: OpChecks = {
  "spirv.ImageSampleImplicitLod": single,
  "spirv.ImageSampleProjDrefImplicitLod": single,
  "spirv.ImageSampleExplicitLod": (op) => {
    const names = op.word("image_operands").split("|");
    const words = "failed to verify that either Lod or Grad image operands must be present";
    refuse(!names.includes("Lod") && !names.includes("Grad"), words);
    single(op);
  },
  "spirv.ImageDrefGather": all(imaged({ dims: ["Dim2D", "Cube", "Rect"], single: true }), imageOperands),
  "spirv.ImageFetch": all(imaged({ notDim: "Cube", sampled: ["NeedSampler"] }), imageOperands),
  "spirv.ImageRead": all(imaged({ sampled: ["SamplerUnknown", "NoSampler"] }), imageOperands),
  "spirv.ImageWrite": imaged({ notDim: "SubpassData", sampled: ["SamplerUnknown", "NoSampler"], texel: 2 }),
  "spirv.ImageQuerySize": (op) => {
    const [, dim = "", , arrayed = "", samples = "", sampled = ""] = image(op.operand(0));
    const sized = ["Dim1D", "Dim2D", "Dim3D", "Cube"];
    refuseBare(
      ![...sized, "Rect", "Buffer"].includes(dim),
      "the Dim operand of the image type must be 1D, 2D, 3D, Buffer, Cube, or Rect",
    );
    refuseBare(
      sized.includes(dim) && samples !== "MultiSampled" && sampled === "NeedSampler",
      "if Dim is 1D, 2D, 3D, or Cube, it must also have either an MS of 1 or a Sampled of 0 or 2",
    );
    const result = op.result();
    const base = dim === "Dim1D" || dim === "Buffer" ? 1 : dim === "Dim3D" ? 3 : 2;
    const count = base + (arrayed === "Arrayed" ? 1 : 0);
    const found = result.kind === "vector" ? result.count : 1;
    refuseBare(count !== found, `expected the result to have ${count} component(s), but found ${found} component(s)`);
  },
};
