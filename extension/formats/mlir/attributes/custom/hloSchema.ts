/** What the encodings of StableHLO's and MHLO's attributes have in common. */
import { silent } from "../../model/cursor";
import type { MlirCursor } from "../../model/cursor";
import { guarded } from "../../model/damage";
import type { CustomNode } from "../../model/node";
import { decodeCustom, schema } from "./schema";
import type { Schema } from "./schema";

/** The lines of a schema for the codes that both dialects have. */
export const HLO_CODES = `
  1 channel_handle handle:signed type:signed
  2 comparison_direction value:varint
  3 comparison_type value:varint
  4 conv input_batch:signed input_feature:signed input_spatial:signed[] kernel_input:signed kernel_output:signed kernel_spatial:signed[] output_batch:signed output_feature:signed output_spatial:signed[]
  5 dot lhs_batching_dimensions:signed[] rhs_batching_dimensions:signed[] lhs_contracting_dimensions:signed[] rhs_contracting_dimensions:signed[]
  6 fft_type value:varint
  7 gather offset_dims:signed[] collapsed_slice_dims:signed[] operand_batching_dims:signed[] start_indices_batching_dims:signed[] start_index_map:signed[] index_vector_dim:signed
  8 precision value:varint
  9 rng_algorithm value:varint
  10 rng_distribution value:varint
  11 scatter update_window_dims:signed[] inserted_window_dims:signed[] input_batching_dims:signed[] scatter_indices_batching_dims:signed[] scatter_dims_to_operand_dims:signed[] index_vector_dim:signed
  12 transpose value:varint`;

/** Before 1.1: gather and scatter without batching dimensions. */
const OLD_ATTRIBUTES = schema(`
  7 gather offset_dims:signed[] collapsed_slice_dims:signed[] start_index_map:signed[] index_vector_dim:signed
  11 scatter update_window_dims:signed[] inserted_window_dims:signed[] scatter_dims_to_operand_dims:signed[] index_vector_dim:signed
`);

/**
 * An attribute of one of the dialects.
 * @param attributes all its codes
 * @throws Damage
 */
export function decodeHlo(cursor: MlirCursor, attributes: Schema, dialect: string): CustomNode {
  return decodeCustom(cursor, withoutBatching(cursor) ? OLD_ATTRIBUTES : attributes, { dialect, word: "attribute" });
}

/** Whether the entry is a gather or scatter in the shorter, older form: its bytes are three lists and a number. */
function withoutBatching(cursor: MlirCursor): boolean {
  const probe = silent(cursor);
  return guarded(
    () => {
      if (!OLD_ATTRIBUTES.has(probe.varint("code"))) return false;
      for (let i = 0; i < 3; i++) probe.list("", () => probe.varint(""));
      probe.varint("");
      return probe.atEnd;
    },
    () => false,
  );
}
