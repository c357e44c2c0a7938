/** The leaves of a document, for the laws about them. */
import assert from "node:assert/strict";
import type { IrDocument } from "../../extension/document/document";
import type { ElementSink, Leaf } from "../../extension/document/element";

/** Whether each block of a bitstream ends where its length says: who passes over it by a wrong length is elsewhere. */
export function lengthsHold(document: IrDocument): boolean {
  const ends: number[] = [];
  let hold = true;
  const sink: ElementSink = {
    open: () => void ends.push(NaN),
    close: (endBit) => {
      const end = ends.pop() ?? NaN;
      hold &&= Number.isNaN(end) || end === endBit;
    },
    leaf: ({ name, endBit, raw }) => {
      if (name === "block length in words") ends[ends.length - 1] = endBit + Number(raw) * 32;
    },
  };
  for (const walk = document.elements(sink); !walk.next().done;);
  return hold;
}
/** The leaves of a document, or of a range of its bits. */
export function leavesOf(document: IrDocument, range?: { startBit: number; endBit: number }): Leaf[] {
  const leaves: Leaf[] = [];
  const depth = { open: 0 };
  const sink: ElementSink = {
    open: () => void depth.open++,
    close: () => void depth.open--,
    leaf: (leaf) => void leaves.push(leaf),
  };
  for (const walk = document.elements(sink, range); !walk.next().done;);
  assert.equal(depth.open, 0, "every container that is opened is closed");
  return leaves;
}
