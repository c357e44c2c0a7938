/** MHLO: mhlo_bytecode.cc for the codes, hlo_ops_attrs.td and hlo_ops.cc for the spelling. */
import type { MlirCursor } from "../../model/cursor";
import type { Tables } from "../../model/module";
import type { CustomNode } from "../../model/node";
import type { Piece } from "../../model/piece";
import { field, integer, integers } from "./fields";
import { hloEnumCase } from "./hloEnums";
import { decodeHlo, HLO_CODES } from "./hloSchema";
import { decodeCustom, schema } from "./schema";
import { spellStablehloAttribute } from "./stablehlo";

const ATTRIBUTES = schema(`
  0 result_alias tuple_indices:signed[] result_index:signed result_tuple_indices:signed[] must_alias:varint${HLO_CODES}
  13 type_extensions bounds:signed[]
  14 kind value:varint
  15 fusion_kind value:varint
  16 output_operand_alias output_tuple_indices:signed[] operand_index:signed operand_tuple_indices:signed[]
  17 result_accuracy_mode value:varint
  18 result_accuracy atol:double rtol:double ulps:signed mode:attribute
`);

const TYPES = schema(`
  0 token
  1 async_bundle types:type[]
`);

/** An mhlo attribute. @throws Damage */
export const decodeMhloAttribute = (cursor: MlirCursor): CustomNode => decodeHlo(cursor, ATTRIBUTES, "mhlo");

/** An mhlo type. @throws Damage */
export const decodeMhloType = (cursor: MlirCursor): CustomNode =>
  decodeCustom(cursor, TYPES, { dialect: "mhlo", word: "type" });

/** The spelling of an mhlo attribute. */
export function spellMhloAttribute(node: CustomNode, tables: Tables): readonly Piece[] {
  switch (node.mnemonic) {
    case "rng_algorithm":
    case "rng_distribution":
      return [`#mhlo.${node.mnemonic}<${hloEnumCase(node.mnemonic, integer(node, "value"))}>`];
    case "result_alias":
      return [`#mhlo.result_alias<${resultAlias(node)}>`];
    default:
      return spellStablehloAttribute(node, tables);
  }
}

/** `tuple_indices = [1, 2], result_index = [0, 3], must_alias`. */
function resultAlias(node: CustomNode): string {
  const indices = integers(node, "tuple_indices");
  const mustAlias = field(node, "must_alias");
  return [
    ...(indices.length > 0 ? [`tuple_indices = [${indices.join(", ")}]`] : []),
    `result_index = [${[integer(node, "result_index"), ...integers(node, "result_tuple_indices")].join(", ")}]`,
    ...(mustAlias.kind === "integer" && Number(mustAlias.value) !== 0 ? ["must_alias"] : []),
  ].join(", ");
}
