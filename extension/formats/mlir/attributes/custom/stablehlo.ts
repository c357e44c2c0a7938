/** StableHLO and CHLO: StablehloBytecode.cpp and ChloBytecode.cpp for the codes, StablehloAttrs.td for the spelling. */
import { append } from "../../../../document/arrays";
import type { MlirCursor } from "../../model/cursor";
import type { Tables } from "../../model/module";
import type { CustomNode } from "../../model/node";
import type { Piece } from "../../model/piece";
import { quoted } from "../../model/spelling";
import { separated } from "../builtin/spellAttribute";
import { dimension } from "../shape";
import { doubleText, field, integer, integers, plain, references } from "./fields";
import { hloEnumCase, isHloEnum } from "./hloEnums";
import { decodeHlo, HLO_CODES } from "./hloSchema";
import { decodeCustom, schema } from "./schema";

const ATTRIBUTES = schema(`${HLO_CODES}
  13 bounds bounds:signed[]
  14 output_operand_alias output_tuple_indices:signed[] operand_index:signed operand_tuple_indices:signed[]
  15 dot_algorithm lhs_precision_type:type rhs_precision_type:type accumulation_type:type lhs_component_count:signed rhs_component_count:signed num_primitive_operations:signed allow_imprecise_accumulation:bool
  16 result_accuracy_mode value:varint
  17 result_accuracy atol:double rtol:double ulps:signed mode:attribute
  18 replica_group_mesh_axes mesh:attribute axes:attribute[]
  19 sub_axis_info pre_size:signed size:signed
  20 axis_ref name:string sub_axis_info:optional8
  21 mesh_axis name:string size:signed
  22 mesh axes:attribute device_ids:optional8
`);

const TYPES = schema(`
  0 token
  1 future types:type[]
`);

const CHLO_ATTRIBUTES = schema(`
  0 comparison_direction value:varint
  1 comparison_type value:varint
`);

/** A stablehlo attribute. @throws Damage */
export const decodeStablehloAttribute = (cursor: MlirCursor): CustomNode => decodeHlo(cursor, ATTRIBUTES, "stablehlo");

/** A stablehlo type. @throws Damage */
export function decodeStablehloType(cursor: MlirCursor): CustomNode {
  return decodeCustom(cursor, TYPES, { dialect: "stablehlo", word: "type" });
}

/** A chlo attribute. @throws Damage */
export function decodeChloAttribute(cursor: MlirCursor): CustomNode {
  return decodeCustom(cursor, CHLO_ATTRIBUTES, { dialect: "chlo", word: "attribute" });
}

/** The spelling of a stablehlo or chlo attribute. */
export function spellStablehloAttribute(node: CustomNode, tables: Tables): readonly Piece[] {
  const { dialect, mnemonic } = node;
  if (mnemonic === "result_accuracy_mode")
    return [`#${dialect}.${mnemonic}<${hloEnumCase(mnemonic, integer(node, "value"))}>`];
  if (isHloEnum(mnemonic)) return [`#${dialect}<${mnemonic} ${hloEnumCase(mnemonic, integer(node, "value"))}>`];
  return [`#${dialect}.${mnemonic}`, ...attributeBody(node, tables)];
}

/** The spelling of a stablehlo type. */
export function spellStablehloType(node: CustomNode): readonly Piece[] {
  const name = `!${node.dialect}.${node.mnemonic}`;
  if (node.fields.length === 0) return [name];
  const types = references(node, "types").map((index): Piece => ({ kind: "type", index }));
  return [`${name}<`, ...separated(types), ">"];
}

/** What follows the mnemonic, including brackets. */
function attributeBody(node: CustomNode, tables: Tables): readonly Piece[] {
  switch (node.mnemonic) {
    case "bounds":
      return [`<${integers(node, "bounds").map(dimension).join(", ")}>`];
    case "dot":
    case "gather":
    case "scatter":
      return [`<${dimensionFields(node)}>`];
    case "conv":
      return [`<${convolution(node)}>`];
    case "result_accuracy":
      return ["<", ...resultAccuracy(node, tables), ">"];
    case "sub_axis_info":
      return [`(${integer(node, "pre_size")})${integer(node, "size")}`];
    case "mesh":
      return mesh(node, tables);
    default:
      return struct(node, tables);
  }
}

/** `<name = value, …>` of the fields that are present. */
function struct(node: CustomNode, tables: Tables): readonly Piece[] {
  const pieces: Piece[] = ["<"];
  for (const { name, value } of node.fields) {
    if (value.kind === "absent") continue;
    pieces.push(`${pieces.length > 1 ? ", " : ""}${name} = `);
    if (value.kind === "list") pieces.push("[", ...list(node, name), "]");
    else if (value.kind === "string") pieces.push(quoted(tables.string(value.index)));
    else if (value.kind === "attribute") append(pieces, stripped(value.index, tables));
    else pieces.push(plain(value, tables));
  }
  pieces.push(">");
  return pieces;
}

/** A list's numbers or attributes. */
function list(node: CustomNode, name: string): readonly Piece[] {
  const attributes = references(node, name);
  if (attributes.length === 0) return [integers(node, name).map(dimension).join(", ")];
  return separated(attributes.map((index) => ({ kind: "attribute", index, elision: "may" })));
}

/** Attributes of known classes within others are printed without their name: `(1)2`, `<name = "x", size = 2>`. */
function stripped(index: number, tables: Tables): readonly Piece[] {
  const node = tables.attribute(index);
  const isPart =
    node.kind === "custom" && node.dialect === "stablehlo" && /^(mesh_axis|sub_axis_info)$/.test(node.mnemonic);
  return isPart ? attributeBody(node, tables) : [{ kind: "attribute", index, elision: "never" }];
}

/** Non-empty lists and numbers other than 0. */
function dimensionFields(node: CustomNode): string {
  return node.fields
    .map(({ name, value }) => {
      if (value.kind === "list")
        return value.elements.length > 0 ? `${name} = [${integers(node, name).join(", ")}]` : "";
      return BigInt(integer(node, name)) !== 0n ? `${name} = ${integer(node, name)}` : "";
    })
    .filter((text) => text !== "")
    .join(", ");
}

/** `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: the role of each dimension. */
function convolution(node: CustomNode): string {
  const side = (spatial: string, first: readonly [string, string], second: readonly [string, string]): string => {
    const dimensions = integers(node, spatial);
    const names = new Array<string>(dimensions.length + 2).fill("0");
    for (const [name, letter] of [first, second]) names[Number(integer(node, name))] = letter;
    dimensions.forEach((place, i) => (names[Number(place)] = String(i)));
    return `[${names.join(", ")}]`;
  };
  const input = side("input_spatial", ["input_batch", "b"], ["input_feature", "f"]);
  const kernel = side("kernel_spatial", ["kernel_input", "i"], ["kernel_output", "o"]);
  return `${input}x${kernel}->${side("output_spatial", ["output_batch", "b"], ["output_feature", "f"])}`;
}

/** Tolerances that are 0 are left out. */
function resultAccuracy(node: CustomNode, tables: Tables): readonly Piece[] {
  const zero = (name: string): boolean => {
    const value = field(node, name);
    return value.kind === "float64" && BigInt.asUintN(63, value.bits) === 0n;
  };
  const tolerances = ["atol", "rtol"]
    .filter((name) => !zero(name))
    .map((name) => `${name} = ${doubleText(field(node, name))}, `);
  const ulps = BigInt(integer(node, "ulps")) === 0n ? "" : `ulps = ${integer(node, "ulps")}, `;
  return [...tolerances, ulps, "mode = ", plain(field(node, "mode"), tables)];
}

/** `<axes=[<name = "x", size = 2>], device_ids=dense<…>>`. */
function mesh(node: CustomNode, tables: Tables): readonly Piece[] {
  const array = tables.attribute(references(node, "axes")[0] ?? 0);
  const elements = array.kind === "array" ? array.elements : [];
  const axes = elements.flatMap((index, i) => [i > 0 ? ", " : "", ...stripped(index, tables)]);
  const ids = field(node, "device_ids");
  return ["<axes=[", ...axes, "]", ...(ids.kind === "absent" ? [] : [", device_ids=", plain(ids, tables)]), ">"];
}
