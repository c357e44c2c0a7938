/** Turns items into entries of the listing. */
import type { Entry } from "../../document/section";
import type { Line } from "../../document/token";
import type { Item } from "./output";
import { messageText } from "./output";

/** An item's entry: record and assembly side by side, then a row for each message. */
export function entryOf(item: Item): Entry {
  const { startBit, endBit } = item;
  if (item.kind === "section") return { kind: "section", startBit, endBit, section: item.section };
  const { record, assembly, positionBit, messages } = item;
  const lines: Line[] = [];
  const rows = Math.max(record.length, assembly.length);
  for (let row = 0; row < rows; row++) {
    const cells = { record: record[row] ?? [], assembly: assembly[row] ?? [] };
    lines.push(
      row === 0 && positionBit !== undefined ? { kind: "row", positionBit, ...cells } : { kind: "row", ...cells },
    );
  }
  for (const message of messages) {
    const token = { text: messageText(message), kind: "problem" as const };
    lines.push({ kind: "message", record: [], assembly: [token] });
  }
  return { kind: "lines", startBit, endBit, lines };
}
