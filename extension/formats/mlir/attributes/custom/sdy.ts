/** Shardy's attributes: bytecode.td for the codes, attrs.td and printers.cc for the spelling. */
import { append } from "../../../../document/arrays";
import type { MlirCursor } from "../../model/cursor";
import type { Tables } from "../../model/module";
import type { CustomNode } from "../../model/node";
import type { Piece } from "../../model/piece";
import { quoted } from "../../model/spelling";
import { field, integer, integers, references } from "./fields";
import { decodeCustom, schema } from "./schema";

const ATTRIBUTES = schema(`
  0 manual_axes value:attribute[]
  1 mesh_axis name:string size:signed
  2 mesh axes:attribute[] device_ids:signed[]
  3 sub_axis_info pre_size:signed size:signed
  4 axis_ref name:string sub_axis_info:optional
  5 dimension_sharding axes:attribute[] is_closed:bool priority:optionalInt
  6 sharding mesh_or_ref:attribute dim_shardings:attribute[] replicated_axes:attribute[]
  7 sharding_per_value shardings:attribute[]
  8 dim_mapping factor_indices:signed[]
  9 tensor_mapping dim_mappings:attribute[]
  10 op_sharding_rule factor_sizes:signed[] operand_mappings:attribute[] result_mappings:attribute[] reduction_factors:signed[] need_replication_factors:signed[] permutation_factors:signed[] blocked_propagation_factors:signed[] is_custom_rule:bool
  11 axis_ref_list value:attribute[]
  12 list_of_axis_ref_lists value:attribute[]
  13 all_to_all_param axes:attribute[] src_dim:signed tgt_dim:signed
  14 all_to_all_param_list value:attribute[]
  15 sharding mesh_or_ref:attribute dim_shardings:attribute[] replicated_axes:attribute[] unreduced_axes:attribute[]
  16 sharding_per_value shardings:attribute[]
  17 sharding mesh_or_ref:attribute dim_shardings:attribute[] replicated_axes:attribute[] unreduced_axes:attribute[] reduction_op:signed
`);

/** A sdy attribute. @throws Damage */
export function decodeSdyAttribute(cursor: MlirCursor): CustomNode {
  return decodeCustom(cursor, ATTRIBUTES, { dialect: "sdy", word: "attribute" });
}

/** The class of the elements in each list: they are printed without their names. */
const ELEMENTS: Readonly<Record<string, string>> = {
  axes: "axis_ref",
  replicated_axes: "axis_ref",
  unreduced_axes: "axis_ref",
  dim_shardings: "dimension_sharding",
  shardings: "sharding",
  dim_mappings: "dim_mapping",
  operand_mappings: "tensor_mapping",
  result_mappings: "tensor_mapping",
};
const ELEMENTS_OF_VALUE: Readonly<Record<string, string>> = {
  axis_ref_list: "axis_ref",
  list_of_axis_ref_lists: "axis_ref_list",
  all_to_all_param_list: "all_to_all_param",
};

/** The spelling of a sdy attribute. If the text after the name does not begin with `<`, it is put in angle brackets. */
export function spellSdyAttribute(node: CustomNode, tables: Tables): readonly Piece[] {
  const pieces = body(node, tables);
  const [first] = pieces;
  return typeof first === "string" && first.startsWith("<")
    ? [`#sdy.${node.mnemonic}`, ...pieces]
    : [`#sdy<${node.mnemonic}`, ...pieces, ">"];
}

/** What follows the name. */
function body(node: CustomNode, tables: Tables): readonly Piece[] {
  switch (node.mnemonic) {
    case "mesh_axis":
      return [`${name(node, tables)}=${integer(node, "size")}`];
    case "mesh":
      return ["<[", ...list(node, "axes", tables, "mesh_axis"), "]", ...deviceIds(node), ">"];
    case "sub_axis_info":
      return [`(${integer(node, "pre_size")})${integer(node, "size")}`];
    case "axis_ref":
      return axisRef(node, tables);
    case "dimension_sharding":
      return dimensionSharding(node, tables);
    case "sharding":
      return sharding(node, tables);
    case "sharding_per_value":
      return ["<[", ...list(node, "shardings", tables), "]>"];
    case "dim_mapping":
      return [integers(node, "factor_indices").map(factor).join("")];
    case "tensor_mapping":
      return ["[", ...list(node, "dim_mappings", tables), "]"];
    case "op_sharding_rule":
      return shardingRule(node, tables);
    case "all_to_all_param":
      return ["{", ...list(node, "axes", tables), `}: ${integer(node, "src_dim")}->${integer(node, "tgt_dim")}`];
    case "manual_axes":
    case "axis_ref_list":
      return ["{", ...list(node, "value", tables), "}"];
    default:
      return ["[", ...list(node, "value", tables), "]"];
  }
}

const name = (node: CustomNode, tables: Tables): string => {
  const value = field(node, "name");
  return quoted(value.kind === "string" ? tables.string(value.index) : "");
};

/** A list's elements without their names. */
function list(
  node: CustomNode,
  key: string,
  tables: Tables,
  element = ELEMENTS[key] ?? ELEMENTS_OF_VALUE[node.mnemonic] ?? "",
): readonly Piece[] {
  return references(node, key).flatMap((index, i) => [...(i > 0 ? [", "] : []), ...part(index, element, tables)]);
}

/** An attribute within another: without its name if that is the class expected there. */
function part(index: number, mnemonic: string, tables: Tables): readonly Piece[] {
  const node = tables.attribute(index);
  return node.kind === "custom" && node.dialect === "sdy" && node.mnemonic === mnemonic
    ? body(node, tables)
    : [{ kind: "attribute", index, elision: "never" }];
}

function deviceIds(node: CustomNode): readonly Piece[] {
  const ids = integers(node, "device_ids");
  return ids.length === 0 ? [] : [`, device_ids=[${ids.join(", ")}]`];
}

/** `"x"`, `"x":(1)2`. */
function axisRef(node: CustomNode, tables: Tables): readonly Piece[] {
  const [info] = references(node, "sub_axis_info");
  const text = name(node, tables);
  return info === undefined ? [text] : [`${text}:`, ...part(info, "sub_axis_info", tables)];
}

/** `{"x", ?}p1`: the axes, whether others may follow, and the priority. */
function dimensionSharding(node: CustomNode, tables: Tables): readonly Piece[] {
  const axes = list(node, "axes", tables);
  const closed = field(node, "is_closed");
  const open = closed.kind === "bool" && !closed.value ? [axes.length > 0 ? ", ?" : "?"] : [];
  const priority = field(node, "priority");
  return ["{", ...axes, ...open, priority.kind === "integer" ? `}p${priority.value}` : "}"];
}

/** `<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced=max{"z"}>`. */
function sharding(node: CustomNode, tables: Tables): readonly Piece[] {
  const [mesh = 0] = references(node, "mesh_or_ref");
  const entry = tables.attribute(mesh);
  const inline = entry.kind === "custom" && entry.dialect === "sdy" && entry.mnemonic === "mesh" ? "mesh" : "";
  const pieces: Piece[] = [
    "<",
    inline,
    ...part(mesh, "mesh", tables),
    ", [",
    ...list(node, "dim_shardings", tables),
    "]",
  ];
  const replicated = list(node, "replicated_axes", tables);
  if (replicated.length > 0) append(pieces, [", replicated={", ...replicated, "}"]);
  const unreduced = list(node, "unreduced_axes", tables);
  const reduction = ["", "max", "min"][Number(integer(node, "reduction_op"))] ?? "";
  if (unreduced.length > 0) append(pieces, [`, unreduced=${reduction}{`, ...unreduced, "}"]);
  pieces.push(">");
  return pieces;
}

/** `<([i, j], [j, k])->([i, k]) {i=2, j=4, k=8} reduction={j}>`. */
function shardingRule(node: CustomNode, tables: Tables): readonly Piece[] {
  const sizes = integers(node, "factor_sizes").map((size, i) => `${factor(i)}=${size}`);
  const groups = ["reduction", "need_replication", "permutation", "blocked_propagation"].map((group) => {
    const factors = integers(node, `${group}_factors`);
    return factors.length === 0 ? "" : ` ${group}={${factors.map(factor).join(", ")}}`;
  });
  const custom = field(node, "is_custom_rule");
  return [
    "<(",
    ...list(node, "operand_mappings", tables),
    ")->(",
    ...list(node, "result_mappings", tables),
    `)${sizes.length === 0 ? "" : ` {${sizes.join(", ")}}`}${groups.join("")}`,
    custom.kind === "bool" && custom.value ? ", custom>" : ">",
  ];
}

/** Factors are named by letters from `i` on; those after `z` by numbers. */
function factor(index: number | bigint): string {
  const number = Number(index);
  const letters = 17;
  return number <= letters ? String.fromCharCode("i".charCodeAt(0) + number) : `z_${number - letters}`;
}
