/** The quant dialect's types: QuantDialectBytecode.td for the codes, its TypeParser.cpp for the spelling. */
import type { MlirCursor } from "../../model/cursor";
import type { Tables } from "../../model/module";
import type { CustomNode, TypeNode } from "../../model/node";
import type { Piece } from "../../model/piece";
import { denseValues, nested } from "../dense";
import { doubleText, field, integer, integers, references } from "./fields";
import { decodeCustom, schema } from "./schema";

const RANGE = "storage_min:signed storage_max:signed";

const TYPES = schema(`
  1 any flags:varint storage:type ${RANGE}
  2 any flags:varint storage:type expressed:type ${RANGE}
  3 calibrated expressed:type min:double max:double
  4 uniform flags:varint storage:type expressed:type scale:double zero_point:signed ${RANGE}
  5 uniform flags:varint storage:type expressed:type axis:varint ${RANGE} scales:double[] zero_points:signed[]
  6 uniform flags:varint storage:type expressed:type ${RANGE} quantized_dimensions:signed[] block_sizes:signed[] scales:attribute zero_points:attribute
  7 quantile storage:type quantile:type quantiles:double[] storage_min:optionalSigned storage_max:optionalSigned
`);

/** Bit of `flags`: the storage type is signed. */
const SIGNED = 1;

/** A quant type. @throws Damage */
export function decodeQuantType(cursor: MlirCursor): CustomNode {
  return decodeCustom(cursor, TYPES, { dialect: "quant", word: "type" });
}

/** The spelling of a quant type. */
export function spellQuantType(node: CustomNode, tables: Tables): readonly Piece[] {
  return [`!quant.${node.mnemonic}<`, ...body(node, tables), ">"];
}

/** The storage type, the expressed type, then scales and zero points. */
function body(node: CustomNode, tables: Tables): readonly Piece[] {
  const [expressedType] = references(node, "expressed");
  const expressed: readonly Piece[] = expressedType === undefined ? [] : [{ kind: "type", index: expressedType }];
  if (node.mnemonic === "calibrated") {
    return [...expressed, `<${doubleText(field(node, "min"))}:${doubleText(field(node, "max"))}>`];
  }
  if (node.mnemonic === "quantile") return quantileBody(node);
  const storage = storageText(node, tables);
  if (node.mnemonic === "any") return expressed.length === 0 ? storage : [...storage, ":", ...expressed];
  return [...storage, ":", ...expressed, ...quantization(node, tables)];
}

/** `i2:f16, {-1.0,0.5,1.0}, <-1:1>`: storage type, type of the values, the values, the range if there is one. */
function quantileBody(node: CustomNode): readonly Piece[] {
  const [storage = 0, quantile = 0] = [...references(node, "storage"), ...references(node, "quantile")];
  const values = field(node, "quantiles");
  const texts = values.kind === "list" ? values.elements.map(doubleText) : [];
  const { min, max } = explicitRange(node);
  const range = min === undefined || max === undefined ? "" : `, <${min}:${max}>`;
  return [{ kind: "type", index: storage }, ":", { kind: "type", index: quantile }, `, {${texts.join(",")}}${range}`];
}

/** The range that a quantile type states, if any. */
function explicitRange(node: CustomNode): { readonly min: bigint | undefined; readonly max: bigint | undefined } {
  const number = (name: string): bigint | undefined => {
    const value = field(node, name);
    return value.kind === "integer" ? BigInt(value.value) : undefined;
  };
  return { min: number("storage_min"), max: number("storage_max") };
}

interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

/** The largest numbers of the floats in which quantized values can be stored (MLIR 23). */
const LARGEST: ReadonlyMap<string, bigint> = new Map([
  ["f8E5M2", 57344n],
  ["f8E4M3FN", 448n],
  ["f4E2M1FN", 6n],
]);
/** A float's name. Development versions of MLIR 23 stored these floats as text: they had no codes yet. */
function floatName(type: TypeNode): string | undefined {
  if (type.kind === "float") return type.name;
  return type.kind === "assembly" && LARGEST.has(type.text) ? type.text : undefined;
}

/** The full range of a storage type (mlir::QuantStorageTypeInterface); a range equal to it is not printed. */
function wholeRange(type: TypeNode, signed: boolean, tables: Tables): Range | undefined {
  if (type.kind === "integer") return integerRange(type.width, signed);
  const largest = LARGEST.get(floatName(type) ?? "");
  if (largest !== undefined) return { min: -largest, max: largest };
  if (type.kind !== "custom" || type.mnemonic !== "quantile") return undefined;
  const { min, max } = explicitRange(type);
  if (min !== undefined && max !== undefined) return { min, max };
  const storage = tables.type(references(type, "storage")[0] ?? 0);
  // Quantiles are counted, also if what is stored are the bits of a float.
  if (storage.kind === "integer") return integerRange(storage.width, signed);
  const float = floatName(storage);
  return float === undefined ? undefined : integerRange(Number(/\d+/.exec(float)?.[0]), signed);
}

function integerRange(width: number, signed: boolean): Range {
  const half = width > 0 ? 1n << BigInt(Math.min(width, 64) - 1) : 0n;
  return signed ? { min: -half, max: half - 1n } : { min: 0n, max: 2n * half - 1n };
}

/** `i8`, `u8<0:100>`: the range is left out if it is the type's full range. */
function storageText(node: CustomNode, tables: Tables): readonly Piece[] {
  const [index = 0] = references(node, "storage");
  const type = tables.type(index);
  const signed = (Number(integer(node, "flags")) & SIGNED) !== 0;
  const [min, max] = [BigInt(integer(node, "storage_min")), BigInt(integer(node, "storage_max"))];
  const whole = wholeRange(type, signed, tables);
  const range = min === whole?.min && max === whole.max ? "" : `<${min}:${max}>`;
  const byFlag = type.kind === "integer" && (type.sign === "signless" || tables.release < 23);
  const name: Piece = byFlag ? `${signed ? "i" : "u"}${type.width}` : { kind: "type", index };
  return [name, range];
}

/** Scales and zero points: one, one for each index of an axis, or one for each block. */
function quantization(node: CustomNode, tables: Tables): readonly Piece[] {
  const scales = field(node, "scales");
  const zeroPoints = integers(node, "zero_points");
  if (scales.kind === "list") {
    const pairs = scales.elements.map((scale, i) => scaleText(doubleText(scale), String(zeroPoints[i] ?? 0)));
    return [`:${integer(node, "axis")}, {${pairs.join(",")}}`];
  }
  if (scales.kind === "attribute") return [`:${blockText(node)}, ${blockScales(node, tables)}`];
  return [`, ${scaleText(doubleText(field(node, "scale")), String(integer(node, "zero_point")))}`];
}

/** A zero point of 0 is left out. */
const scaleText = (scale: string, zeroPoint: string): string => (zeroPoint === "0" ? scale : `${scale}:${zeroPoint}`);

/** `{0:1, 1:2}`: the block's size in each quantized dimension. */
function blockText(node: CustomNode): string {
  const sizes = integers(node, "block_sizes");
  const dimensions = integers(node, "quantized_dimensions").map((dimension, i) => `${dimension}:${sizes[i] ?? 0}`);
  return `{${dimensions.join(", ")}}`;
}

/** `{{1.0:1, 2.0}, {3.0:2, 4.0}}`: the scales by their tensor's shape. */
function blockScales(node: CustomNode, tables: Tables): string {
  const [scales = 0] = references(node, "scales");
  const [zeroPoints = 0] = references(node, "zero_points");
  const zeros = denseValues(zeroPoints, tables);
  const { shape, texts } = denseValues(scales, tables);
  const pairs = texts.map((scale, i) => scaleText(scale, zeros.texts[i] ?? "0"));
  return [...nested(shape, pairs.length, (i) => pairs[i] ?? "", "{}")].join("");
}
