/** Changes single operands of bitstream records, in their own encodings and widths. */
import type { Leaf } from "../../extension/document/element";
import { opened } from "./tiling";

/** Which operand: its block and record (`MODULE_BLOCK/GLOBALVAR`), the how many-th such record, and its number in it. */
export interface OperandPlace {
  readonly record: string;
  readonly nth?: number;
  readonly operand: number;
}

/** A copy of a file with another value in an operand. @throws Error if there is no such operand */
export function withOperand(bytes: Uint8Array, { record, nth = 0, operand }: OperandPlace, value: number): Uint8Array {
  const { startBit, endBit, encoding } = leafOf(bytes, record, nth, `operand ${operand}`);
  const copy = bytes.slice();
  const width = endBit - startBit;
  // All chunks of a VBR but the last have a bit that says that more follow.
  const chunk = encoding.kind === "vbr" ? encoding.chunk : width + 1;
  for (let i = 0, rest = BigInt(value); i < width; i++) {
    const isMark = i % chunk === chunk - 1;
    const bit = isMark ? i + 1 < width : (rest & 1n) === 1n;
    if (!isMark) rest >>= 1n;
    const at = startBit + i;
    const mask = 1 << (at & 7);
    copy[at >> 3] = bit ? (copy[at >> 3] ?? 0) | mask : (copy[at >> 3] ?? 0) & ~mask;
  }
  return copy;
}

function leafOf(bytes: Uint8Array, record: string, nth: number, name: string): Leaf {
  const containers: string[] = [];
  let count = -1;
  let found: Leaf | undefined;
  const sink = {
    plain: true,
    open: (_kind: string, container: string): void => {
      containers.push(container);
      if (containers.slice(-2).join("/") === record) count++;
    },
    close: (): void => void containers.pop(),
    leaf: (leaf: Leaf): void => {
      if (count === nth && leaf.name === name && containers.slice(-2).join("/") === record) found ??= leaf;
    },
  };
  for (const walk = opened(bytes).elements(sink); !found && !walk.next().done;);
  if (!found) throw new Error(`no ${name} of ${record} ${nth}`);
  return found;
}
