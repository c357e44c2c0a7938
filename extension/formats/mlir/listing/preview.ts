/** A few words about tensors and blobs: first values, least and greatest, a hash. */
import { elementLayout, elementText } from "../attributes/elements";
import { elementTypeOf } from "../attributes/shape";
import type { Container } from "../container/container";
import type { Blob } from "../model/cursor";
import type { HoverLine } from "../../../document/hover";

/** Values that are spelled out, and values that are looked at. */
const SHOWN = 8;
const SAMPLED = 16384;
/** Blobs up to this size are hashed. */
const HASHED_BYTES = 16 * 1024 * 1024;

/** The first values of a buffer of that tensor type, and the range of those that were looked at. */
export function tensorLines(container: Container, type: number, data: Blob): readonly HoverLine[] {
  const element = elementTypeOf(container.type(type));
  const layout = element === undefined ? undefined : elementLayout(element, container);
  if (!layout) return [];
  const stride = layout.stride === 0 ? 1 / 8 : layout.stride;
  const size = data.endByte - data.startByte;
  const count = Math.min(Math.floor(size / stride), SAMPLED);
  const bytes = container.window.view(data.startByte, data.startByte + Math.ceil(count * stride));
  const texts = Array.from({ length: Math.min(count, SHOWN) }, (_, i) => elementText(layout, bytes, i));
  const lines: HoverLine[] = [{ label: "values", text: texts.join(", ") + (count > SHOWN ? ", \xE2\x80\xA6" : "") }];
  if (layout.complex || count < 2) return lines;
  let [least, greatest] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const value = Number(elementText(layout, bytes, i));
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const of = Math.floor(size / stride) > count ? ` (of the first ${count})` : "";
  if (least <= greatest) lines.push({ label: "range", text: `${least} to ${greatest}${of}` });
  return lines;
}

/** The same of an attribute, where it is a tensor's contents. */
export function attributeLines(container: Container, index: number): readonly HoverLine[] {
  const node = container.attribute(index);
  if (node.kind === "denseElements") return tensorLines(container, node.type, node.data);
  if (node.kind !== "denseResource") return [];
  const resource = container.resource(node.resource);
  return resource?.value.kind === "blob" ? tensorLines(container, node.type, resource.value.data) : [];
}

const table = Uint32Array.from({ length: 256 }, (_, i) => {
  let code = i;
  for (let bit = 0; bit < 8; bit++) code = code & 1 ? (code >>> 1) ^ 0xedb88320 : code >>> 1;
  return code;
});

/** CRC-32 (ISO 3309) of a blob, as `crc32 CBF43926`; undefined where it is too large to be read for a hover. */
export function hashLine(container: Container, data: Blob): HoverLine | undefined {
  if (data.endByte - data.startByte > HASHED_BYTES) return undefined;
  let code = 0xffffffff;
  for (const byte of container.window.view(data.startByte, data.endByte))
    code = (code >>> 8) ^ (table[(code ^ byte) & 0xff] ?? 0);
  return { label: "crc32", text: ((code ^ 0xffffffff) >>> 0).toString(16).toUpperCase().padStart(8, "0") };
}
