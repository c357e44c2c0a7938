/** What checks of mlir::xegpu's ops accept and refuse. */
import { XEGPU } from "../../../../extension/formats/mlir/verify/ops/xegpu";
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { bare, op, testOpRows } from "../../../support/mlirRows";

const LAYOUT = "#xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>";
const tensor = (text: string): string => `!xegpu.tensor_desc<${text}>`;
const scattered = (text: string, chunk = ""): string => tensor(`${text}, #xegpu.scatter_tdesc_attr<${chunk}>`);
const CHUNK = "chunk_size = 2 : i64";
const [BLOCK, PARTS] = [tensor("8x16xf32"), scattered("4x2xf32", CHUNK)];
const memory = (text: string): string => `!xegpu.mem_desc<${text}>`;
const hint = (word: string): Properties => ({ l1_hint: `#xegpu.cache_hint<${word}>` });

const [NOT_SCATTERED, SCATTERED] = ["Expects a non-scattered TensorDesc.", "Expects a scattered TensorDesc."];
const RANKS = "Mismatched ranks between offsets and tensor descriptor";
const OFFSETS = { const_offsets: "array<i64: 0, 0>" };
/** Ops on blocks; @param signature for a descriptor */
const blocks = (
  name: string,
  signature: (descriptor: string, vector: string) => string,
  word: string,
): readonly OpRow[] => {
  const row = (descriptor: string, vector: string, properties: Properties = {}, outcome?: string): OpRow => [
    name,
    op(signature(descriptor, vector), { ...OFFSETS, ...properties }),
    outcome,
  ];
  const wrong = word === "Result" ? "write_back" : "streaming";
  const of = (text: string): string => `tensor descriptor '${text}'`;
  return [
    row(BLOCK, "vector<8x16xf32>"),
    row(BLOCK, "vector<8xf32>"),
    row(scattered("8x16xf32"), "vector<8x16xf32>", {}, NOT_SCATTERED),
    row(BLOCK, "vector<8x16xf32>", hint(wrong), `invalid l1_hint: #xegpu.cache_hint<${wrong}>`),
    row(BLOCK, "vector<3xf32>", {}, `${word} shape [3] is not a valid distribution for ${of(BLOCK)}`),
    row(BLOCK, "vector<8x1xf32>", {}, `${word} shape [8, 1] is not consistent with ${of(BLOCK)}`),
    row(tensor(`8x16xf32, ${LAYOUT}`), "vector<8xf32>", {}, "TensorDesc doesn't need LayoutAttr for SIMT code"),
    row(BLOCK, "vector<8x16xf32>", { const_offsets: "array<i64: 0>" }, RANKS),
    [
      name,
      op(signature(tensor("2x8x16xf32"), "vector<2x8x16xf32>"), {}, { release: 22 }),
      "Expects a 1D or 2D TensorDesc.",
    ],
  ];
};

/** Ops that gather or scatter. */
const transfers = (
  name: string,
  signature: (source: string, offsets: string, mask: string, value: string) => string,
  wrong: string,
): readonly OpRow[] => {
  const row = (parts: readonly [string, string, string, string], properties: Properties, outcome?: string): OpRow => [
    name,
    op(signature(...parts), properties),
    outcome,
  ];
  const chunk = { chunk_size: "2 : i64" };
  const mask = (of: string): string => `Mask should match ${of} except the chunk size dim.`;
  return [
    row([PARTS, "", "vector<4xi1>", "vector<4x2xf32>"], {}),
    row([PARTS, "", "vector<4xi1>", "vector<2xf32>"], {}),
    row(["ui64", "vector<4xindex>", "vector<4xi1>", "vector<4x2xf32>"], chunk),
    row(["ui64", "index", "i1", "vector<2xf32>"], chunk),
    row(["memref<8xf32>", "vector<1xindex>", "vector<1xi1>", "vector<2xf32>"], chunk),
    row(["ui64", "", "vector<4xi1>", "vector<4xf32>"], {}, "Expects offsets."),
    row([PARTS, "vector<4xindex>", "vector<4xi1>", "vector<4x2xf32>"], {}, "offsets not allowed."),
    row([BLOCK, "", "vector<8xi1>", "vector<8x16xf32>"], {}, SCATTERED),
    row([PARTS, "", "vector<4xi1>", "vector<4x2xf32>"], hint(wrong), `invalid l1_hint: #xegpu.cache_hint<${wrong}>`),
    row([PARTS, "", "vector<8xi1>", "vector<4x2xf32>"], {}, mask("TensorDesc")),
    row([PARTS, "", "vector<4xi1>", "f32"], {}, "Expecting chunk size == 1 for scalar result"),
    row([scattered("4xf32"), "", "vector<4xi1>", "f32"], {}, "Expecting a vector type result."),
    row([PARTS, "", "vector<4xi1>", "vector<4x2xf16>"], {}, "Value should have the same element type as TensorDesc."),
    row(
      [PARTS, "", "vector<4xi1>", "vector<6xf32>"],
      {},
      `Value shape [6] is neither a valid distribution for SIMT nor consistent with the tensor descriptor for SIMD '${PARTS}'`,
    ),
    row(
      ["memref<8xf16>", "vector<1xindex>", "vector<1xi1>", "vector<2xf32>"],
      chunk,
      bare("Value should have the same element type as MemRef."),
    ),
    row(["ui64", "index", "i1", "vector<3xf32>"], chunk, "value elements must match chunk size 2"),
    row(["ui64", "index", "i1", "f32"], chunk, "Expecting chunk size == 1 for scalar result"),
    row(["ui64", "index", "vector<1xi1>", "f32"], {}, "Expecting scalar mask and offsets."),
    row(["ui64", "vector<2xindex>", "i1", "vector<2xf32>"], chunk, "Expecting a vector type mask."),
    row(["ui64", "vector<4xindex>", "vector<8xi1>", "vector<4xf32>"], {}, mask("value")),
    row(["ui64", "vector<4xindex>", "vector<8xi1>", "vector<4x2xf32>"], chunk, mask("value")),
  ];
};
const listed = (...types: readonly string[]): string => types.filter(Boolean).join(", ");

const matrices = (name: string, signature: (data: string, descriptor: string) => string, word: string): OpRow[] => {
  const row = (data: string, descriptor: string, properties: Properties, outcome?: OpRow[2]): OpRow => [
    name,
    op(signature(data, memory(descriptor)), properties),
    outcome,
  ];
  const io = (lanes: string, parts: string): Properties => ({
    subgroup_block_io: "unit",
    layout: `#xegpu.layout<lane_layout = [${lanes}], lane_data = [${parts}]>`,
  });
  const laid = (block: string, stride: string): string =>
    `32x32xf32, #xegpu.mem_layout<block = [${block}], stride = [${stride}]>`;
  const start = "With subgroup_block_io,";
  return [
    row("vector<8x16xf32>", "32x32xf32", {}),
    row("f32", "32x32xf32", {}),
    row("vector<16x2xf32>", laid("1, 16", "32, 1"), io("1, 16", "1, 2")),
    row("vector<16x2xf32>", "32x32xf32", { subgroup_block_io: "unit" }, UNKNOWN),
    row("vector<8xf16>", "32x32xf32", {}, `failed to verify that all of {mem_desc, ${word}} have same element type`),
    row(
      "f32",
      "32x32xf32",
      { subgroup_block_io: "unit" },
      bare("subgroup_block_io are only allowed when result is a VectorType."),
    ),
    row("vector<8x64xf32>", "32x32xf32", {}, bare("data shape must not exceed mem_desc shape.")),
    row(
      "vector<8x2xf32>",
      laid("1, 16", "32, 1"),
      io("1, 16", "2, 1"),
      bare(`${start} accessed data must be contiguous and coalesced.`),
    ),
    row(
      "vector<8x2xf32>",
      laid("1, 8", "32, 1"),
      io("1, 16", "1, 1"),
      bare(`${start} the block shape must match the lane layout.`),
    ),
    row(
      "vector<8x2xf32>",
      laid("1, 16", "1, 32"),
      io("1, 16", "1, 2"),
      bare(`${start} the distributed dimensions must be contiguous.`),
    ),
    [name, op(signature("vector<8xf32>", memory("64xf32")), {}, { release: 22 }), bare("mem_desc must be 2D.")],
  ];
};

const product = (signature: string, outcome?: string): OpRow => [
  "xegpu.dpas",
  op(signature, {}, { release: 22 }),
  outcome,
];
const FIRST = ["shape, strides, offsets", "shape, strides"] as const;

describe("checks of xegpu's ops", () => {
  testOpRows(XEGPU, [
    ["xegpu.create_nd_tdesc", op(`memref<24x32xf32> -> ${BLOCK}`)],
    [
      "xegpu.create_nd_tdesc",
      op(`ui64 -> ${BLOCK}`, { const_shape: "array<i64: 8, 16>", const_strides: "array<i64: 16, 1>" }),
    ],
    ["xegpu.create_nd_tdesc", op(`ui64 -> ${BLOCK}`), "expecting strides and shape to be present for integer source."],
    [
      "xegpu.create_nd_tdesc",
      op(`memref<24x32xf32, 3> -> ${BLOCK}`),
      "Memory space mismatch. Source: 3, TensorDesc: 0",
    ],
    [
      "xegpu.create_nd_tdesc",
      op(`memref<24x32xf16> -> ${BLOCK}`),
      "TensorDesc should have the same element type with the source if it is a memref.",
    ],
    ["xegpu.create_nd_tdesc", op(`memref<24x32xf32> -> ${scattered("8x16xf32")}`), NOT_SCATTERED],
    ...FIRST.flatMap((list, i): readonly OpRow[] => [
      [
        "xegpu.create_nd_tdesc",
        op(`memref<24xf32> -> ${BLOCK}`, {}, { release: i === 0 ? 22 : 23 }),
        `Expecting the TensorDesc rank is not greater than the ranks of ${list} or the memref source.`,
      ],
      [
        "xegpu.create_nd_tdesc",
        op(`memref<24x32xf32> -> ${BLOCK}`, { const_strides: "array<i64: 1>" }, { release: i === 0 ? 22 : 23 }),
        `Expecting the rank of ${list}, and source (if source is a memref) should match with each other.`,
      ],
    ]),
    ["xegpu.prefetch_nd", op(BLOCK, OFFSETS)],
    ["xegpu.prefetch_nd", op(BLOCK, {}, { release: 22 })],
    ["xegpu.prefetch_nd", op(BLOCK, {}, { release: 23 }), RANKS],
    ["xegpu.prefetch_nd", op(PARTS, OFFSETS), NOT_SCATTERED],
    ...blocks("xegpu.load_nd", (descriptor, vector) => `${descriptor} -> ${vector}`, "Result"),
    ["xegpu.load_nd", op(`${BLOCK} -> vector<4x16x2xf32>`, { ...OFFSETS, packed: "unit" })],
    ["xegpu.load_nd", op(`${BLOCK} -> vector<16x8xf32>`, { ...OFFSETS, transpose: "array<i64: 1, 0>" })],
    [
      "xegpu.load_nd",
      op(`${tensor("8x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64>")} -> vector<2x8x16xf32>`, OFFSETS),
    ],
    ...blocks("xegpu.store_nd", (descriptor, vector) => `${vector}, ${descriptor}`, "Value"),
    [
      "xegpu.store_nd",
      op(`vector<2x8x16xf32>, ${tensor("8x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64>")}`, OFFSETS),
      "array length is not supported by store_nd.",
    ],
    ["xegpu.update_nd_offset", op(BLOCK, OFFSETS)],
    ["xegpu.update_nd_offset", op(BLOCK, { const_offsets: "array<i64: 0>" }), "Invalid number of offsets."],
    ["xegpu.create_tdesc", op(`ui64, vector<4xindex> -> ${PARTS}`)],
    ["xegpu.create_tdesc", op(`ui64, vector<4xindex> -> ${BLOCK}`), SCATTERED],
    ["xegpu.create_tdesc", op(`ui64, vector<3xindex> -> ${PARTS}`), "Incorrect TensorDesc shape. Expected is [3, 2]"],
    [
      "xegpu.create_tdesc",
      op(`memref<8xf32>, vector<4xindex> -> ${scattered("4x2xf32", `memory_space =  slm, ${CHUNK}`)}`),
      "Memory space mismatch. Source: 0, TensorDesc: 3",
    ],
    ["xegpu.update_offset", op(`${PARTS}, vector<4xindex>`)],
    [
      "xegpu.update_offset",
      op(`${PARTS}, vector<3xindex>`),
      "Offsets should match TensorDesc except the chunk size dim.",
    ],
    ["xegpu.prefetch", op(PARTS)],
    ["xegpu.prefetch", op("i64, vector<1xindex>", { offset_align_byte: "4 : i64" })],
    ["xegpu.prefetch", op("i64, vector<1xindex>"), "offset_align_byte is required with integer source."],
    [
      "xegpu.prefetch",
      op("memref<8xf32>, vector<1xindex>", { offset_align_byte: "4 : i64" }),
      "offset_align_byte only allowed with integer source.",
    ],
    ...transfers(
      "xegpu.load",
      (source, offsets, mask, value) => `${listed(source, offsets, mask)} -> ${value}`,
      "write_back",
    ),
    ...transfers("xegpu.store", (source, offsets, mask, value) => listed(value, source, offsets, mask), "streaming"),
    ["xegpu.atomic_rmw", op(`${PARTS}, vector<4xi1>, vector<4x2xf32> -> vector<4x2xf32>`)],
    [
      "xegpu.atomic_rmw",
      op(`${PARTS}, vector<4xi1>, vector<4x1xf32> -> vector<4x2xf32>`),
      "failed to verify that all of {tensorDesc, value, result} have same shape",
    ],
    product("vector<8x16xf16>, vector<16x16xf16> -> vector<8x16xf32>"),
    product("vector<8x16xf16>, vector<8x16x2xf16>, vector<8x16xf32> -> vector<8x16xf32>"),
    product("vector<8xf16>, vector<16xf16> -> vector<8xf32>"),
    ["xegpu.dpas", op("vector<8x16xf16>, vector<8x16xf16> -> vector<8x16xf32>", {}, { release: 23 }), UNKNOWN],
    ["xegpu.dpas", op("vector<8xf16>, vector<15xf16> -> vector<8xf32>", {}, { release: 23 })],
    product("vector<8xf16>, vector<15xf16> -> vector<8xf32>", "Expecting B operand to be a multiple of 32 bits."),
    product(
      "vector<8x16xf16>, vector<16x16xf16>, vector<8x8xf32> -> vector<8x16xf32>",
      "Expecting the acc type to be the same as result.",
    ),
    product(
      "vector<8xf16>, vector<16x16xf16> -> vector<8x16xf32>",
      "expecting lhs and result to be a 2D vector, and rhs to be either 2D or 3D (packed) vector.",
    ),
    product("vector<8x16xf16>, vector<8x16xf16> -> vector<8x16xf32>", "K-dimension mismatch."),
    product("vector<4x16xf16>, vector<16x16xf16> -> vector<8x16xf32>", "M-dimension mismatch."),
    product("vector<8x16xf16>, vector<16x8xf16> -> vector<8x16xf32>", "N-dimension mismatch."),
    ...matrices("xegpu.load_matrix", (data, descriptor) => `${descriptor} -> ${data}`, "res"),
    ...matrices("xegpu.store_matrix", (data, descriptor) => `${data}, ${descriptor}`, "data"),
    ["xegpu.create_mem_desc", op(`memref<64xi8, 3> -> ${memory("4x4xf32")}`)],
    [
      "xegpu.create_mem_desc",
      op(`memref<64xi8, 3> -> ${memory("4x4xf16")}`),
      "failed to verify that all of {source, mem_desc} have same size in bits",
    ],
  ]);
});
