/** The text between `<` and `>` of dense, sparse and array attributes (AsmPrinter, printDenseElementsAttr). */
import type { Blob } from "../model/cursor";
import { hexText } from "../model/hex";
import type { Tables } from "../model/module";
import type { AttributeNode, Dimension } from "../model/node";
import type { Piece } from "../model/piece";
import { quoted } from "../model/spelling";
import { bufferSize, elementLayout, elementText, isSplat, layoutOf, listedElement } from "./elements";
import { scalarOf, scalarText, textLayout } from "./elements";
import type { ElementLayout } from "./elements";
import { countOf, elementTypeOf, shapeOf } from "./shape";

/** Longer lists of elements are printed as the buffer's bytes in hexadecimal. */
const MOST_LISTED = 100;
/** Text is yielded in pieces of about this many characters. */
const CHUNK = 1 << 16;
/** Bytes converted to hexadecimal at once. */
const PAGE = CHUNK / 2;

/** Text that is made while it is printed, or at once if it is short. */
function bulk(short: boolean, chunks: () => Generator<string, void, undefined>): Piece {
  return short ? [...chunks()].join("") : { kind: "bulk", chunks };
}

/** Bytes as upper-case hexadecimal, in pieces. */
function* hexadecimal(blob: Blob, tables: Tables): Generator<string, void, undefined> {
  for (let start = blob.startByte; start < blob.endByte; start += PAGE)
    yield hexText(tables.window.view(start, Math.min(blob.endByte, start + PAGE)));
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes as base64; padded if they are not a multiple of three. */
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const three = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) text += BASE64.charAt((three >> shift) & 63);
  }
  const extra = (3 - (bytes.length % 3)) % 3;
  return extra === 0 ? text : text.slice(0, -extra) + "=".repeat(extra);
}

/** A blob as base64, in quotes. */
export function base64String({ startByte, endByte }: Blob, tables: Tables): Piece {
  const page = 3 * (PAGE >> 2);
  return bulk(endByte - startByte <= page, function* () {
    yield '"';
    for (let start = startByte; start < endByte; start += page)
      yield base64(tables.window.view(start, Math.min(endByte, start + page)));
    yield '"';
  });
}

/** `"0x…"` of a blob. */
export function hexString(blob: Blob, tables: Tables): Piece {
  return bulk(blob.endByte - blob.startByte <= PAGE, function* () {
    yield '"0x';
    yield* hexadecimal(blob, tables);
    yield '"';
  });
}

/**
 * Elements in brackets by their shape: `[[1, 2], [3, 4]]`.
 * @param text returns the text of an element by its index
 * @param brackets the opening and the closing bracket
 */
export function* nested(
  shape: readonly Dimension[],
  count: number,
  text: (index: number) => string,
  brackets = "[]",
): Generator<string, void, undefined> {
  // The number of elements within one bracket of each dimension, outermost first: a bracket opens wherever its count
  // starts again.
  const extents: number[] = [];
  let extent = 1;
  for (let i = shape.length - 1; i >= 0; i--) extents.unshift((extent *= Number(shape[i])));
  const [open = "", close = ""] = brackets;
  const begun = (index: number): number => extents.filter((size) => index % size === 0).length;
  let pending = "";
  for (let i = 0; i < count; i++) {
    if (i > 0) pending += ", ";
    pending += open.repeat(begun(i)) + text(i) + close.repeat(begun(i + 1));
    if (pending.length >= CHUNK) {
      yield pending;
      pending = "";
    }
  }
  yield pending;
}

/** What printing a list of elements needs from its type. `layout`: undefined if the elements are not numbers. */
export interface DenseShape {
  readonly shape: readonly Dimension[];
  readonly layout: ElementLayout | undefined;
  /** The type that each element is printed with, if the elements are attributes: then the text begins with the type. */
  readonly typeName?: string | undefined;
}

/** Shape and element layout of a shaped type. */
function denseShape(type: number, tables: Tables): DenseShape {
  const node = tables.type(type);
  const read = node.kind === "assembly" ? textLayout(node.text, tables.release) : undefined;
  if (read) return read;
  const shape = shapeOf(node) ?? [];
  const element = elementTypeOf(node);
  if (element === undefined) return { shape, layout: undefined };
  const elementNode = tables.type(element);
  const listed = elementNode.kind === "assembly" ? listedElement(elementNode.text, tables.release) : undefined;
  if (!listed) return { shape, layout: elementLayout(element, tables) };
  return { shape, layout: layoutOf(listed.scalar, false, tables.release), typeName: listed.typeName };
}

/** Whether `dense<…>` of this type begins with the type, which then does not follow it (MLIR 23 on). */
export function isTypeFirst(type: number, tables: Tables): boolean {
  return denseShape(type, tables).typeName !== undefined;
}

/**
 * The content of `dense<…>` for numbers of a builtin type.
 * @param allowHex whether long lists are printed as hexadecimal
 */
export function denseElementsText(type: number, data: Blob, tables: Tables, allowHex = true): Piece {
  return denseText(denseShape(type, tables), data, tables, allowHex);
}

/** The content of `dense<…>` for numbers; a buffer that does not fit the shape is printed as it is. */
export function denseText(of: DenseShape, data: Blob, tables: Tables, allowHex = true): Piece {
  const { shape, layout, typeName } = of;
  const size = data.endByte - data.startByte;
  if (!layout) return hexString(data, tables);
  const suffix = typeName === undefined ? "" : ` : ${typeName}`;
  const canBeHex = allowHex && typeName === undefined;
  const first = tables.window.view(data.startByte, Math.min(data.endByte, data.startByte + Math.max(1, layout.stride)));
  if (size > 0 && isSplat(layout, first, size)) return elementText(layout, first, 0) + suffix;
  const count = countOf(shape);
  // MLIR 23 reads a byte for a single bool.
  if (layout.stride === 0 && count === 1 && size === 1 && tables.release >= 23)
    return scalarText(layout.scalar, first, 0);
  if (count === 0) return "";
  if (count === undefined || (canBeHex && count > MOST_LISTED) || size !== bufferSize(layout, count)) {
    return hexString(data, tables);
  }
  return bulk(count <= MOST_LISTED, () => {
    const buffer = tables.window.view(data.startByte, data.endByte);
    return nested(shape, count, (index) => elementText(layout, buffer, index) + suffix);
  });
}

/** The content of `dense<…>` for strings. */
export function denseStringsText(
  { type, splat, strings }: Extract<AttributeNode, { kind: "denseStrings" }>,
  tables: Tables,
): Piece {
  const { shape } = denseShape(type, tables);
  const text = (index: number): string => quoted(tables.string(strings[index] ?? 0));
  if (splat || shape.length === 0) return text(0);
  return bulk(strings.length <= MOST_LISTED, () => nested(shape, strings.length, text));
}

/** Most elements taken from a dense attribute for another attribute's text. */
const MOST_VALUES = 1 << 16;

/**
 * The text of each element of a dense attribute, with its shape; nothing for any other entry.
 * @param entry the attribute's index
 */
export function denseValues(
  entry: number,
  tables: Tables,
): { readonly shape: readonly Dimension[]; readonly texts: readonly string[] } {
  const node = tables.attribute(entry);
  if (node.kind !== "denseElements") return { shape: [], texts: [] };
  const { shape, layout } = denseShape(node.type, tables);
  const count = countOf(shape);
  const buffer = tables.window.view(node.data.startByte, node.data.endByte);
  if (!layout || count === undefined || count > MOST_VALUES) return { shape, texts: [] };
  const step = isSplat(layout, buffer, buffer.length) ? 0 : 1;
  return { shape, texts: Array.from({ length: count }, (_, i) => elementText(layout, buffer, i * step)) };
}

/** The content of `array<…>` after the type: `: 1, 2`. Each bool is a byte here. */
export function denseArrayText(elementType: number, count: number, data: Blob, tables: Tables): readonly Piece[] {
  if (count === 0) return [];
  const scalar = scalarOf(elementType, tables);
  const size = data.endByte - data.startByte;
  const stride = scalar && (scalar.kind === "bool" ? 1 : Math.ceil(scalar.bits / 8));
  if (!scalar || stride === undefined || size !== stride * count) {
    return [": ", hexString(data, tables)];
  }
  const values = bulk(count <= MOST_LISTED, function* () {
    const bytes = tables.window.view(data.startByte, data.endByte);
    let pending = "";
    for (let i = 0; i < count; i++) {
      pending += (i > 0 ? ", " : "") + scalarText(scalar, bytes, i * stride);
      if (pending.length >= CHUNK) {
        yield pending;
        pending = "";
      }
    }
    yield pending;
  });
  return [": ", values];
}
