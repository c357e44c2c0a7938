/** VHLO, the stable form of StableHLO, as bytecode stores it (VhloBytecode.cpp). */
import type { MlirCursor } from "../../model/cursor";
import type { Tables } from "../../model/module";
import type { CustomNode } from "../../model/node";
import { decodeCustom, schema } from "./schema";
import { builtinScalar, floatOf } from "./vhloScalars";

const ATTRIBUTES = schema(`
  1 array_v1 value:attribute[]
  2 bool_v1 value:varint
  3 comparison_direction_v1 value:varint
  4 comparison_type_v1 value:varint
  5 api_version_v1 value:varint
  6 dict_v1 value:pairs
  7 fft_type_v1 value:varint
  8 float_v1 type:type value:float
  9 integer_v1 type:type value:integer
  10 output_operand_alias_v1 outputTupleIndices:signed[] operandIndex:signed operandTupleIndices:signed[]
  11 precision_v1 value:varint
  12 rng_algorithm_v1 value:varint
  13 rng_distribution_v1 value:varint
  14 string_v1 value:string
  15 tensor_v1 type:type data:blob
  16 transpose_v1 value:varint
  17 type_v1 value:type
  18 type_extensions_v1 bounds:signed[]
  19 result_accuracy_mode_v1 value:varint
  20 result_accuracy_v1 atol:double rtol:double ulps:signed mode:attribute
  21 sub_axis_info_v1 pre_size:signed size:signed
  22 axis_ref_v1 name:attribute sub_axis_info:optional1
  23 replica_group_mesh_axes_v1 mesh:attribute axes:attribute
  24 mesh_axis_v1 name:attribute size:signed
  25 mesh_v1 axes:attribute device_ids:optional
`);

const TYPES = schema(`
  0 bool_v1
  1 complex_v1 elementType:type
  2 bf16_v1
  3 f16_v1
  4 f32_v1
  5 f64_v1
  6 f8E4M3FN_v1
  7 f8E5M2_v1
  8 func_v1 inputs:type[] outputs:type[]
  9 index_v1
  10 i4_v1
  11 i8_v1
  12 i16_v1
  13 i32_v1
  14 i64_v1
  15 ui4_v1
  16 ui8_v1
  17 ui16_v1
  18 ui32_v1
  19 ui64_v1
  20 tensor_v1 shape:signed[] elementType:type
  21 tensor_v1 encoding:attribute shape:signed[] elementType:type
  22 token_v1
  23 tuple_v1 types:type[]
  24 quant_v1 flags:varint storageType:type expressedType:type scale:double zeroPoint:signed storageTypeMin:signed storageTypeMax:signed
  25 unranked_tensor_v1 elementType:type
  26 witness_v1
  27 f8E4M3FNUZ_v1
  28 f8E5M2FNUZ_v1
  29 f8E4M3B11FNUZ_v1
  30 quant_per_axis_v1 flags:varint storageType:type expressedType:type quantizedDimension:varint storageTypeMin:signed storageTypeMax:signed scales:double[] zeroPoints:signed[]
  31 i2_v1
  32 ui2_v1
  33 none_v1
  34 tf31_v1
  35 f8E4M3_v1
  36 f8E3M4_v1
  37 f4E2M1FN_v1
  38 f6E2M3FN_v1
  39 f6E3M2FN_v1
  40 f8E8M0FNU_v1
  41 buffer_v1 shape:signed[] elementType:type
  42 future_v1 types:type[]
`);

/** A vhlo attribute. @throws Damage */
export function decodeVhloAttribute(cursor: MlirCursor, tables: Tables): CustomNode {
  const integerWidth = (type: number): number | undefined => {
    const builtin = builtinScalar(tables.type(type));
    if (builtin?.kind === "index") return 64;
    return builtin?.kind === "integer" ? builtin.width : undefined;
  };
  const floatWidth = (type: number): number | undefined => floatOf(tables.type(type))?.width;
  return decodeCustom(cursor, ATTRIBUTES, { dialect: "vhlo", word: "attribute", integerWidth, floatWidth });
}

/** A vhlo type. @throws Damage */
export function decodeVhloType(cursor: MlirCursor): CustomNode {
  return decodeCustom(cursor, TYPES, { dialect: "vhlo", word: "type" });
}
