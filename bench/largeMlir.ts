/**
 * Makes an MLIR module of any size: isolated functions of 150 ops each, as many as the size requires.
 * Usage: node out/bench/largeMlir.js OUT [MEGABYTES]
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { mlirModule, varint } from "../test/support/mlirWriter";

const OPS = 150;
/** The id of the IR section, and what stands for its content until it is written. */
const IR = 4;
const MARK = [0xaa, 0xbb, 0xcc, 0xdd];
/** Functions that are written at once. */
const AT_ONCE = 1000;

/** An op with one isolated region of a given length, without the region. */
function isolated(name: number, length: number): readonly number[] {
  return [...varint(name), 0x10, ...varint(0), ...varint(3), 4, ...varint(length)];
}

/** A function: each op uses the value of the previous one, and the last ends the block. */
function functionBytes(): Uint8Array {
  const ops = Array.from({ length: OPS }, (_, i) => [
    ...varint(1),
    0x02 | 0x04,
    ...varint(0),
    ...varint(1),
    ...varint(0),
    ...varint(1),
    ...varint(i),
  ]).flat();
  const block = [...varint((OPS + 1) * 2 + 1), ...varint(1), ...varint(0), 0x00, ...ops];
  const last = [...varint(2), 0x04, ...varint(0), ...varint(1), ...varint(OPS)];
  const region = [...varint(1), ...varint(OPS + 1), ...block, ...last];
  return Uint8Array.from([...isolated(3, region.length), ...region]);
}

/** A module of `count` functions. */
function make(path: string, count: number, one: Uint8Array): void {
  const frame = mlirModule({
    types: [[...varint(0), ...varint(32 << 2)]],
    ops: [
      ["builtin", ["module"]],
      ["x", ["add", "end", "func"]],
    ],
    ir: MARK,
  });
  const at = Buffer.from(frame).indexOf(Buffer.from([IR, ...varint(MARK.length), ...MARK]));
  const inside = [...varint(1), ...varint(0), ...varint(count * 2)];
  const head = [...varint(2), ...isolated(0, inside.length + count * one.length), ...inside];
  const out = openSync(path, "w");
  writeSync(out, frame.subarray(0, at));
  writeSync(out, Uint8Array.from([IR, ...varint(head.length + count * one.length), ...head]));
  const many = Buffer.concat(Array.from({ length: AT_ONCE }, () => one));
  for (let left = count; left > 0; left -= AT_ONCE) writeSync(out, many, 0, Math.min(left, AT_ONCE) * one.length);
  writeSync(out, frame.subarray(at + 2 + MARK.length));
  closeSync(out);
}

const [output, megabytes = "1000"] = process.argv.slice(2);
if (output !== undefined) {
  const one = functionBytes();
  make(output, Math.ceil((Number(megabytes) * 1e6) / one.length), one);
}
