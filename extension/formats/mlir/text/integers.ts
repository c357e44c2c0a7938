/** The numbers of properties that are arrays. */
import type { Container } from "../container/container";
import type { NamedValue } from "../model/module";

/** The numbers of a property that is a DenseI32ArrayAttr or DenseI64ArrayAttr; undefined for any other. */
export function integersOf(value: NamedValue["value"], container: Container): readonly bigint[] | undefined {
  if (value.kind === "spelled") return spelledIntegers(value.text);
  const node = container.attribute(value.index);
  if (node.kind !== "denseArray" || node.count === 0) return node.kind === "denseArray" ? [] : undefined;
  const bytes = container.window.view(node.data.startByte, node.data.endByte);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = bytes.length / node.count;
  if (width !== 4 && width !== 8) return undefined;
  return Array.from({ length: node.count }, (_, i) =>
    width === 4 ? BigInt(view.getInt32(4 * i, true)) : view.getBigInt64(8 * i, true),
  );
}

/** The numbers of `array<i32: 1, 2>`. */
const spelledIntegers = (text: string): readonly bigint[] =>
  (text.slice(text.indexOf(":")).match(/\d+/g) ?? []).map(BigInt);
