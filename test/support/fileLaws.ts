/** The laws of what is told of a whole file, and of the walks over it. */
import assert from "node:assert/strict";
import type { OutlineNode } from "../../extension/document/outline";
import type { ByteWindow } from "../../extension/document/window";
import { ResidentWindow } from "../../extension/document/window";
import { openDocument } from "../../extension/formats/detect";
import { allEntries } from "../../extension/kit/entryWalk";
import { allSteps } from "../../extension/kit/steps";
import type { Law } from "./textLaws";
import { TEXT_OPTIONS } from "./textLaws";
import { opened } from "./tiling";

/** Most outline nodes that are opened. */
const MOST_NODES = 2000;

/** Statistics are plausible: none is negative or larger than the file, and records take no more than their block. */
export const figures: Law = (bytes) => {
  const document = opened(bytes);
  const blocks = new Map<string, number>();
  const records = new Map<string, number>();
  for (const { block, record, count, bits } of allSteps(document.stats())) {
    const row = record === undefined ? block : `${block} ${record}`;
    assert.ok(count >= 0 && Number.isInteger(count), `${row}: ${count} of them`);
    assert.ok(bits >= 0 && bits <= document.bits, `${row} takes ${bits} of ${document.bits} bits`);
    const sums = record === undefined ? blocks : records;
    sums.set(block, (sums.get(block) ?? 0) + bits);
  }
  for (const [block, bits] of records) assert.ok(bits <= (blocks.get(block) ?? Infinity), `the records of ${block}`);
};

/** The outline, the symbols and the documents inside are within the file. */
export const contents: Law = (bytes) => {
  const document = opened(bytes);
  const inFile = (what: string, range: { startBit: number; endBit: number }): void =>
    assert.ok(range.startBit >= 0 && range.startBit <= range.endBit && range.endBit <= document.bits, what);
  const waiting: OutlineNode[] = [...document.outline()];
  for (let i = 0; i < MOST_NODES; i++) {
    const node = waiting.shift();
    if (!node) break;
    inFile(`outline: ${node.name}`, node);
    for (const child of node.children?.() ?? []) waiting.push(child);
  }
  for (const symbol of document.symbols()) inFile(`symbol ${symbol.name}`, symbol);
  for (const inner of document.derived()) {
    inFile(`document ${inner.name}`, inner);
    inner.open().problems();
  }
  for (const piece of document.dump({ fileName: "-" })) void piece;
};

/** Problems are within the file, and none is a fault of Bitscope. */
export const problems: Law = (bytes) => {
  const document = opened(bytes);
  for (const entry of allEntries(document, {})) void entry;
  for (const piece of document.text(TEXT_OPTIONS)) void piece;
  for (const problem of document.problems()) {
    const { code, message, startBit, endBit } = problem;
    assert.notEqual(code, "fault", message);
    assert.ok(startBit >= 0 && startBit <= endBit && startBit <= document.bits, `${message}: ${startBit}–${endBit}`);
  }
};

/** Most bytes that a long walk reads and prints between two steps. */
const STEP_BYTES = 1 << 22;
/** Counts the bytes that a decoder reads. */
class CountingWindow extends ResidentWindow implements ByteWindow {
  looked = 0;
  override view(startByte: number, endByte: number): Uint8Array {
    const view = super.view(startByte, endByte);
    this.looked += view.length === this.length ? 0 : view.length;
    return view;
  }
}
/** Long work pauses often, so that waiting calls are handled. */
export const slices: Law = (bytes) => {
  const window = new CountingWindow(bytes);
  const nothing = (): undefined => undefined;
  const document = openDocument(window);
  const walks = [
    document.elements({ open: nothing, close: nothing, leaf: nothing }),
    document.text(TEXT_OPTIONS),
    document.dump({ fileName: "-" }),
    document.assembly?.(TEXT_OPTIONS)?.background?.(),
  ];
  for (const walk of walks) {
    for (let done = !walk; !done;) {
      window.looked = 0;
      const step = walk?.next();
      done = step?.done !== false;
      const printed = typeof step?.value === "object" || typeof step?.value === "string" ? step.value.length : 0;
      assert.ok(window.looked + printed <= STEP_BYTES + 4 * bytes.length, "a step reads a limited part of the file");
    }
  }
};
