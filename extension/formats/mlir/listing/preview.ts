/** Short descriptions of tensors and blobs: size, first values, minimum and maximum, a hash. */
import { append } from "../../../document/arrays";
import type { HoverLine } from "../../../document/hover";
import type { ElementLayout } from "../attributes/elements";
import { elementLayout, elementText, isSplat } from "../attributes/elements";
import { finiteFloat } from "../attributes/floatFormat";
import { vhloTensor } from "../attributes/custom/vhloText";
import { countOf, elementCount, elementTypeOf } from "../attributes/shape";
import type { Container } from "../container/container";
import type { Blob } from "../model/cursor";
import { EntryWriter } from "../model/entryWriter";

/** Values that are printed, and values that are examined. */
const SHOWN = 8;
const SAMPLED = 16384;
/** Blobs up to this size are hashed. */
const HASHED_BYTES = 16 * 1024 * 1024;
/** Bytes read at once. */
const PAGE = 1 << 16;
/** Most characters of a type. */
const BRIEF = 200;

/** The contents of an attribute, if it is a tensor. */
export function attributeLines(container: Container, index: number): readonly HoverLine[] {
  const node = container.attribute(index);
  if (node.kind === "custom" && node.dialect === "vhlo") {
    const tensor = vhloTensor(node, container);
    return tensor ? tensorLines(container, tensor, countOf(tensor.shape), tensor.layout) : [];
  }
  if (node.kind === "denseElements") return builtinLines(container, node.type, node.data);
  if (node.kind !== "denseResource") return [];
  const resource = container.resource(node.resource);
  if (resource?.value.kind !== "blob") return [{ label: "data", text: "none in the file" }];
  return builtinLines(container, node.type, resource.value.data);
}

/** A buffer of a builtin type. */
function builtinLines(container: Container, type: number, data: Blob): readonly HoverLine[] {
  const node = container.type(type);
  const element = elementTypeOf(node);
  const layout = element === undefined ? undefined : elementLayout(element, container);
  return tensorLines(container, { type, data }, elementCount(node), layout);
}

/** A buffer of a tensor type: its size, its first values, and the range of those that were examined. */
function tensorLines(
  container: Container,
  { type, data }: { readonly type: number; readonly data: Blob },
  count: number | undefined,
  layout: ElementLayout | undefined,
): readonly HoverLine[] {
  const size = data.endByte - data.startByte;
  const elements = count === undefined ? "" : `, ${grouped(count)} elements`;
  const lines: HoverLine[] = [
    { label: "tensor", text: new EntryWriter(container.codec, container).brief("type", type, BRIEF) },
    { label: "size", text: `${sizeText(size)}${elements}` },
  ];
  if (layout && size > 0) append(lines, valueLines(container, layout, data, count));
  lines.push(hashLine(container, data));
  return lines;
}

function valueLines(
  container: Container,
  layout: ElementLayout,
  data: Blob,
  declared: number | undefined,
): readonly HoverLine[] {
  const { stride } = layout;
  const size = data.endByte - data.startByte;
  const stored = Math.min(stride === 0 ? size * 8 : Math.floor(size / stride), declared ?? Infinity);
  const count = Math.min(stored, SAMPLED);
  const bytes = container.window.view(
    data.startByte,
    data.startByte + Math.ceil(stride === 0 ? count / 8 : count * stride),
  );
  if (isSplat(layout, bytes, size) && declared !== 1)
    return [{ label: "values", text: `all ${elementText(layout, bytes, 0)}` }];
  const texts = Array.from({ length: Math.min(count, SHOWN) }, (_, i) => elementText(layout, bytes, i));
  const values = texts.join(", ") + (stored > SHOWN ? ", \xE2\x80\xA6" : "");
  const range = layout.complex ? undefined : rangeText(layout, bytes, count);
  const of = stored > count ? ` (of the first ${grouped(count)} of ${grouped(stored)})` : "";
  return [
    { label: "values", text: values },
    ...(range === undefined ? [] : [{ label: "range", text: `${range}${of}` }]),
  ];
}

/** Minimum and maximum of `count` values; infinities and NaNs are counted. */
function rangeText(layout: ElementLayout, bytes: Uint8Array, count: number): string | undefined {
  if (count < 2 || layout.scalar.kind === "bool") return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [least, greatest, others] = [Infinity, -Infinity, 0];
  for (let i = 0; i < count; i++) {
    const value = numberAt(layout, bytes, view, i);
    if (!Number.isFinite(value)) {
      others++;
      continue;
    }
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const range = least <= greatest ? `${least} to ${greatest}` : "none finite";
  return others > 0 ? `${range}, ${others} infinite or NaN` : range;
}

/** The number nearest to an element; NaN if it is not a number. */
function numberAt(layout: ElementLayout, bytes: Uint8Array, view: DataView, index: number): number {
  const { scalar, stride } = layout;
  if (scalar.kind !== "float") return Number(elementText(layout, bytes, index));
  const { format } = scalar;
  const at = index * stride;
  if (format.width === 64) return view.getFloat64(at, true);
  if (format.width === 32) return view.getFloat32(at, true);
  let bits = 0n;
  for (let i = stride - 1; i >= 0; i--) bits = (bits << 8n) | BigInt(bytes[at + i] ?? 0);
  const value = finiteFloat(BigInt.asUintN(format.width, bits), format);
  return value ? (value.negative ? -1 : 1) * Number(value.significand) * 2 ** value.exponent : NaN;
}

/** A blob without a type: its size and its hash. */
export function blobLines(container: Container, data: Blob): readonly HoverLine[] {
  return [{ label: "size", text: sizeText(data.endByte - data.startByte) }, hashLine(container, data)];
}

function sizeText(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let [value, unit] = [bytes, 0];
  for (; value >= 1024 && unit + 1 < units.length; unit++) value /= 1024;
  return unit === 0 ? `${bytes} bytes` : `${value.toFixed(1)} ${units[unit] ?? ""} (${grouped(bytes)} bytes)`;
}
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

const table = Uint32Array.from({ length: 256 }, (_, i) => {
  let code = i;
  for (let bit = 0; bit < 8; bit++) code = code & 1 ? (code >>> 1) ^ 0xedb88320 : code >>> 1;
  return code;
});

/** CRC-32 (ISO 3309) of a blob, unless it is too large to read for a hover. */
function hashLine(container: Container, data: Blob): HoverLine {
  const size = data.endByte - data.startByte;
  if (size > HASHED_BYTES) return { label: "crc32", text: `not computed above ${sizeText(HASHED_BYTES)}` };
  let code = 0xffffffff;
  for (let at = data.startByte; at < data.endByte; at += PAGE)
    for (const byte of container.window.view(at, Math.min(data.endByte, at + PAGE)))
      code = (code >>> 8) ^ (table[(code ^ byte) & 0xff] ?? 0);
  return { label: "crc32", text: ((code ^ 0xffffffff) >>> 0).toString(16).toUpperCase().padStart(8, "0") };
}
