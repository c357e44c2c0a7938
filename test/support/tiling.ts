/** Checks what every document must satisfy, whatever its bytes are. */
import assert from "node:assert/strict";
import type { IrDocument } from "../../extension/document/document";
import { ResidentWindow } from "../../extension/document/window";
import { openDocument } from "../../extension/formats/detect";
import type { CheckResult } from "../../extension/session/check";
import { check } from "../../extension/session/check";
import { allEntries } from "../../extension/kit/entryWalk";
import { entryText } from "../../extension/session/rows/listing";

/** Opens bytes in whatever format they have. */
export function opened(bytes: Uint8Array): IrDocument {
  return openDocument(new ResidentWindow(bytes));
}

/** The listing as `show` prints it. */
export function listing(document: IrDocument): string {
  let text = "";
  for (const entry of allEntries(document, {})) text += entryText(entry, { recordWidth: document.recordWidth });
  return text;
}

/** Runs `check` to its end. */
export function checked(document: IrDocument): CheckResult {
  const walk = check(document);
  let step = walk.next();
  while (!step.done) step = walk.next();
  return step.value;
}

/** The leaves tile the file and encode to it, and every problem is inside it. */
export function assertTiles(document: IrDocument): CheckResult {
  const result = checked(document);
  assert.equal(result.fault, undefined);
  const { decoded, padding, opaque, undecoded } = result.counts;
  assert.equal(decoded + padding + opaque + undecoded, document.bits);
  for (const problem of document.problems()) {
    assert.ok(problem.startBit >= 0 && problem.startBit <= problem.endBit, `${problem.message}: ${problem.startBit}`);
    assert.ok(problem.startBit <= document.bits, `${problem.message} starts behind the file's end`);
  }
  return result;
}
