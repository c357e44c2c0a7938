/** How vhlo's attributes and types are spelled (VhloAttrs.td, VhloTypes.td, VhloOps.cpp). */
import type { Tables } from "../../model/module";
import type { Blob } from "../../model/cursor";
import type { CustomNode, Dimension } from "../../model/node";
import type { Piece } from "../../model/piece";
import { quoted } from "../../model/spelling";
import { separated } from "../builtin/spellAttribute";
import { denseText } from "../dense";
import { bufferSize, layoutOf } from "../elements";
import type { ElementLayout } from "../elements";
import { floatText } from "../floatText";
import { signExtended } from "../numbers";
import { countOf, spellShape } from "../shape";
import { dimension } from "../shape";
import { doubleText, field, integer, integers, plain, references } from "./fields";
import { hloEnumCase, isHloEnum } from "./hloEnums";
import { builtinScalar, floatOf, isVhlo, scalarOfVhlo, unversioned } from "./vhloScalars";

/** The builtin spelling of a scalar vhlo type: `i32`, `ui8`, `complex<f32>`. */
function builtinName(type: number, tables: Tables): string {
  const node = tables.type(type);
  if (!isVhlo(node)) return node.kind;
  const name = unversioned(node);
  if (name === "complex") {
    const [element = 0] = references(node, "elementType");
    const inner = tables.type(element);
    return `complex<${isVhlo(inner) ? scalarName(unversioned(inner)) : inner.kind}>`;
  }
  return scalarName(name);
}

/** A scalar's builtin name, from vhlo's name without the version. */
const scalarName = (name: string): string => (name === "bool" ? "i1" : name.replace("tf31", "tf32"));

/** The spelling of a vhlo attribute. */
export function spellVhloAttribute(node: CustomNode, tables: Tables): readonly Piece[] {
  const { mnemonic } = node;
  if (isHloEnum(mnemonic)) return [`#vhlo<${mnemonic} ${hloEnumCase(mnemonic, integer(node, "value"))}>`];
  return [`#vhlo.${mnemonic}<`, ...attributeBody(node, tables), ">"];
}

/** What is between `<` and `>`; attributes that are not listed here print their fields as a struct. */
function attributeBody(node: CustomNode, tables: Tables): readonly Piece[] {
  const value = field(node, "value");
  switch (node.mnemonic) {
    case "array_v1":
      return ["[", ...separated(attributes(references(node, "value"))), "]"];
    case "bool_v1":
      return [integer(node, "value") === 0 ? "false" : "true"];
    case "dict_v1":
      return ["{", ...dictionary(references(node, "value")), "}"];
    case "float_v1":
      return spellNumber(node, tables);
    case "integer_v1":
      return spellNumber(node, tables);
    case "string_v1":
      return [value.kind === "string" ? quoted(tables.string(value.index)) : ""];
    case "tensor_v1":
      return spellTensor(node, tables);
    case "type_v1":
      return [plain(value, tables)];
    case "type_extensions_v1":
      return [`bounds = [${integers(node, "bounds").map(dimension).join(", ")}]`];
    default:
      return struct(node, tables);
  }
}

/** References to attributes. */
const attributes = (indices: readonly number[]): readonly Piece[] =>
  indices.map((index) => ({ kind: "attribute", index, elision: "never" }));
/** References to types, separated by commas. */
const types = (indices: readonly number[]): readonly Piece[] =>
  separated(indices.map((index) => ({ kind: "type", index })));

/** `key = value, …`: keys are attributes too, in file order. */
function dictionary(keysAndValues: readonly number[]): readonly Piece[] {
  return attributes(keysAndValues).flatMap((piece, i) => (i === 0 ? [piece] : [i % 2 === 1 ? " = " : ", ", piece]));
}

/** `name = value, …` of the fields that are present. */
function struct(node: CustomNode, tables: Tables): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const { name, value } of node.fields) {
    if (value.kind === "absent") continue;
    pieces.push(`${pieces.length > 0 ? ", " : ""}${name} = `);
    pieces.push(value.kind === "list" ? `[${integers(node, name).join(", ")}]` : plain(value, tables));
  }
  return pieces;
}

/** `-1 : i8` with the builtin type; `1.000000e+00 : !vhlo.f32_v1` with vhlo's. */
function spellNumber(node: CustomNode, tables: Tables): readonly Piece[] {
  const [type = 0] = references(node, "type");
  const bits = BigInt(integer(node, "value"));
  const format = floatOf(tables.type(type));
  if (format) return [`${floatText(bits, format)} : `, { kind: "type", index: type }];
  const scalar = builtinScalar(tables.type(type));
  if (scalar?.kind === "integer" && scalar.width === 1) return [bits === 0n ? "false" : "true"];
  const unsigned = scalar?.kind === "integer" && scalar.sign === "unsigned";
  const width = scalar?.kind === "integer" ? scalar.width : 64;
  return [`${unsigned ? bits : signExtended(bits, width)} : ${builtinName(type, tables)}`];
}

/** A tensor's numbers. */
export interface VhloTensor {
  /** The entry of its type, and that of the type of its elements. */
  readonly type: number;
  readonly element: number;
  readonly shape: readonly Dimension[];
  /** Undefined if its elements are not numbers. */
  readonly layout: ElementLayout | undefined;
  readonly data: Blob;
}

/** The numbers of a `#vhlo.tensor_v1`; undefined for any other attribute. */
export function vhloTensor(node: CustomNode, tables: Tables): VhloTensor | undefined {
  const [index = 0] = references(node, "type");
  const type = tables.type(index);
  const data = field(node, "data");
  if (!isVhlo(type) || data.kind !== "blob") return undefined;
  const shape = integers(type, "shape");
  const [element = 0] = references(type, "elementType");
  const elementNode = tables.type(element);
  const complex = isVhlo(elementNode) && unversioned(elementNode) === "complex";
  const scalar = scalarOfVhlo(tables.type(complex ? (references(elementNode, "elementType")[0] ?? 0) : element));
  const layout =
    scalar && tensorLayout(layoutOf(scalar, complex, tables.release), data.blob.endByte - data.blob.startByte, shape);
  return { type: index, element, shape, layout, data: data.blob };
}

/** A dense literal with its builtin type: `dense<[0, 1]> : tensor<2xi64>`. */
function spellTensor(node: CustomNode, tables: Tables): readonly Piece[] {
  const tensor = vhloTensor(node, tables);
  if (!tensor) return [];
  const { shape, element, data } = tensor;
  const type = `> : tensor<${spellShape(shape)}${builtinName(element, tables)}>`;
  return ["dense<", denseText(tensor, data, tables), type];
}

/** Some releases wrote each bool as a byte; the buffer's length tells. */
function tensorLayout(layout: ElementLayout, size: number, shape: readonly Dimension[]): ElementLayout {
  const count = countOf(shape) ?? 0;
  return layout.stride === 0 && size === count && size !== bufferSize(layout, count)
    ? { ...layout, stride: 1 }
    : layout;
}

/** The spelling of a vhlo type. */
export function spellVhloType(node: CustomNode): readonly Piece[] {
  const name = `!vhlo.${node.mnemonic}`;
  return node.fields.length === 0 ? [name] : [`${name}<`, ...typeBody(node), ">"];
}

/** What is between `<` and `>` of a type with parameters. */
function typeBody(node: CustomNode): readonly Piece[] {
  const element = types(references(node, "elementType"));
  switch (node.mnemonic) {
    case "func_v1":
      return ["(", ...typeArray(references(node, "inputs")), ") -> ", ...typeArray(references(node, "outputs"))];
    case "tensor_v1":
    case "buffer_v1": {
      const encoding = attributes(references(node, "encoding")).flatMap((piece) => [", ", piece]);
      return [spellShape(integers(node, "shape")), ...element, ...encoding];
    }
    case "tuple_v1":
    case "future_v1":
      return types(references(node, "types"));
    case "quant_v1":
      return [
        ...quantTypes(node),
        `, ${doubleText(field(node, "scale"))}:${integer(node, "zeroPoint")}, ${quantRange(node)}`,
      ];
    case "quant_per_axis_v1": {
      const scales = field(node, "scales");
      const scaleText = scales.kind === "list" ? scales.elements.map(doubleText).join(", ") : "";
      const zeroPoints = integers(node, "zeroPoints").join(", ");
      const dimensionText = integer(node, "quantizedDimension");
      return [...quantTypes(node), `, ${dimensionText}, [${scaleText}], [${zeroPoints}], ${quantRange(node)}`];
    }
    default:
      return element;
  }
}

/** Types with commas, without parentheses; none as `()`. */
const typeArray = (indices: readonly number[]): readonly Piece[] => (indices.length === 0 ? ["()"] : types(indices));

/** `storage:expressed`. */
function quantTypes(node: CustomNode): readonly Piece[] {
  const [storage = 0] = references(node, "storageType");
  const [expressed = 0] = references(node, "expressedType");
  return [{ kind: "type", index: storage }, ":", { kind: "type", index: expressed }];
}

/** `min:max, flags`. */
const quantRange = (node: CustomNode): string =>
  `${integer(node, "storageTypeMin")}:${integer(node, "storageTypeMax")}, ${integer(node, "flags")}`;
