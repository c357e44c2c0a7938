/** Tells whether a module has distinct attributes, which are numbered in the order of printing. */
import { byteString } from "../../../document/byteText";
import { DISTINCT_CODE } from "../attributes/builtin/decodeAttribute";
import type { Container } from "../container/container";

/** The spelling of a distinct attribute in an attribute stored as text. */
const IN_TEXT = "distinct[";

/** Attributes that are looked at in one step. */
const STRIDE = 1024;

/** Whether the module has distinct attributes, in steps. @throws MissingBytes */
export function* numbersDistinct(container: Container): Generator<void, boolean, undefined> {
  const { attributes } = container.entries;
  for (let index = 0; index < attributes.count; index++) {
    if (index % STRIDE === 0) yield;
    if (container.codes.hasCode(index, DISTINCT_CODE)) return true;
    if (attributes.custom[index] === 1) continue;
    const { startByte, endByte } = container.entryPlace(attributes, index);
    if (byteString(container.window.view(startByte, endByte)).includes(IN_TEXT)) return true;
  }
  return false;
}
