/** The indexing maps of linalg's named ops that are not attributes of theirs (LinalgNamedStructuredOps.yaml). */

/**
 * After the ops' names, for each operand what it is indexed by: `01+4` is
 * `(d0, d1 * stride + d4 * dilation)`, `-` is `()`. Quantized variants (`_q`) have two scalars before the output; the
 * kinds of pooling share their maps.
 */
const MAPS = `
matmul matmul_unsigned: 02 21 01
matmul_transpose_a: 20 21 01
matmul_transpose_b: 02 12 01
batch_matmul: 013 032 012
batch_matmul_transpose_a: 031 032 012
batch_matmul_transpose_b: 013 023 012
batch_reduce_matmul: 013 032 12
quantized_matmul: 02 21 - - 01
quantized_batch_matmul: 013 032 - - 012
mmt4d: 0235 1245 0134
batch_mmt4d: 01346 02356 01245
matvec: 01 1 0
vecmat: 1 10 0
batch_matvec: 012 02 01
batch_vecmat: 02 021 01
dot: 0 0 -
fill_rng_2d: - - - 01
conv_1d: 0+1 1 0
conv_2d: 0+21+3 23 01
conv_3d: 0+31+42+5 345 012
conv_1d_nwc_wcf: 01+34 342 012
conv_1d_ncw_fcw: 032+4 134 012
conv_2d_nhwc_hwcf: 01+42+56 4563 0123
conv_2d_nhwc_fhwc: 01+42+56 3456 0123
conv_2d_nchw_fchw: 042+53+6 1456 0123
conv_2d_ngchw_fgchw: 0153+64+7 21567 01234
conv_2d_ngchw_gfchw: 0153+64+7 12567 01234
conv_2d_nhwgc_gfhwc: 01+52+637 34567 01234
conv_3d_ndhwc_dhwcf: 01+52+63+78 56784 01234
conv_3d_ncdhw_fcdhw: 052+63+74+8 15678 01234
depthwise_conv_1d_nwc_wc: 01+32 32 012
depthwise_conv_1d_ncw_cw: 021+3 23 021
depthwise_conv_1d_nwc_wcm: 01+42 423 0123
depthwise_conv_2d_nhwc_hwc: 01+42+53 453 0123
depthwise_conv_2d_nchw_chw: 031+42+5 345 0312
depthwise_conv_2d_nhwc_hwcm: 01+52+63 5634 01234
depthwise_conv_3d_ndhwc_dhwc: 01+42+53+67 4567 01237
depthwise_conv_3d_ncdhw_cdhw: 071+42+53+6 7456 07123
depthwise_conv_3d_ndhwc_dhwcm: 01+52+63+78 56784 012384
pooling_nwc: 01+32 3 012
pooling_ncw: 012+3 3 012
pooling_nhwc: 01+42+53 45 0123
pooling_nchw: 012+43+5 45 0123
pooling_ndhwc: 01+52+63+74 567 01234`;

/** The first release with these maps, and those that it had before. */
const BEFORE: Readonly<Record<string, { readonly release: number; readonly maps: string } | undefined>> = {
  conv_2d_ngchw_fgchw: { release: 18, maps: "0153+64+7 12567 01234" },
  conv_3d_ncdhw_fcdhw: { release: 21, maps: "081+52+63+7 48567 04123" },
};

const BY_NAME = new Map(
  MAPS.trim()
    .split("\n")
    .flatMap((line) => {
      const [names = "", maps = ""] = line.split(": ");
      return names.split(" ").map((name) => [name, maps] as const);
    }),
);

/** The names of all ops that may have such maps, without the dialect, and of some that do not exist. */
export const NAMED_OPS: readonly string[] = [
  "",
  "_q",
  "_sum",
  "_max",
  "_min",
  "_max_unsigned",
  "_min_unsigned",
].flatMap((suffix) => [...BY_NAME.keys()].map((name) => name + suffix));

/** What an operand is indexed by: a dimension, or with `window` `dim * stride + window * dilation`. */
export interface MapResult {
  readonly dim: number;
  readonly window: number | undefined;
}
/** The maps of an op: how many dimensions all have, and the results of each operand's. */
export interface NamedMaps {
  readonly dims: number;
  readonly maps: readonly (readonly MapResult[])[];
}

/**
 * The maps of an op of linalg by its name (`linalg.dot`) in a release; undefined if it has no such maps. An op that has
 * `indexing_maps` among its properties has those instead: `linalg.matmul` since MLIR 20.
 */
export function namedMaps(op: string, release: number): NamedMaps | undefined {
  const [, name = "", quantized] = /^linalg\.(.*?)(?:_sum|_(?:max|min)(?:_unsigned)?|(_q))?$/.exec(op) ?? [];
  const before = BEFORE[name];
  const lists = (before && release < before.release ? before.maps : BY_NAME.get(name))?.split(" ");
  if (!lists) return undefined;
  if (quantized !== undefined) lists.splice(-1, 0, "-", "-");
  const maps = lists.map((list) =>
    (list.match(/\d(?:\+\d)?/g) ?? []).map(([dim, plus, window]): MapResult => {
      return { dim: Number(dim), window: plus === undefined ? undefined : Number(window) };
    }),
  );
  return { dims: 1 + Math.max(...maps.flat().map(({ dim, window = 0 }) => Math.max(dim, window))), maps };
}

/**
 * The text of each map, not simplified.
 * @param steps the strides and the dilations by which the windows of each map move, in order; 1 if there is none
 */
export function spellMaps(
  { dims, maps }: NamedMaps,
  steps: { readonly strides: readonly number[]; readonly dilations: readonly number[] },
): readonly string[] {
  const head = Array.from({ length: dims }, (_, i) => `d${i}`).join(", ");
  return maps.map((list) => {
    let windows = 0;
    const results = list.map(({ dim, window }) => {
      if (window === undefined) return `d${dim}`;
      const [stride = 1, dilation = 1] = [steps.strides[windows], steps.dilations[windows]];
      windows++;
      return `d${dim} * ${stride} + d${window} * ${dilation}`;
    });
    return `affine_map<(${head}) -> (${results.join(", ")})>`;
  });
}
