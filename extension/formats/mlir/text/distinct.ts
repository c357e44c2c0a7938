/** Tells whether a module has distinct attributes, which are numbered in the order of printing. */
import { byteString } from "../../../document/byteText";
import { DISTINCT_CODE } from "../attributes/builtin/decodeAttribute";
import type { Container } from "../container/container";

/** The spelling of a distinct attribute in an attribute stored as text. */
const IN_TEXT = "distinct[";

/** Whether the module has distinct attributes. @throws MissingBytes */
export function numbersDistinct(container: Container): boolean {
  const { attributes } = container.entries;
  // A code below 64 is one byte; its low bit tells that no more follow.
  const first = (DISTINCT_CODE << 1) | 1;
  for (let index = 0; index < attributes.count; index++) {
    const { startByte, endByte } = container.entryPlace(attributes, index);
    const bytes = container.window.view(startByte, endByte);
    if (attributes.custom[index] !== 1) {
      if (byteString(bytes).includes(IN_TEXT)) return true;
    } else if (bytes[0] === first && container.dialectOf(attributes, index) === "builtin") return true;
  }
  return false;
}
