/** Turns items into entries of the listing. */
import type { Entry } from "../../document/section";
import type { Line, Token } from "../../document/token";
import type { Item, Message } from "./output";
import { messageText } from "./output";

const NO_TOKENS: readonly Token[] = [];

/**
 * A row. It is made at once: V8 would give each line that is copied and then extended a hidden class of its own.
 * @param positionBit the position, if the row has one
 */
export function rowLine(
  positionBit: number | undefined,
  record: readonly Token[] = NO_TOKENS,
  assembly: readonly Token[] = NO_TOKENS,
): Line {
  return positionBit === undefined ? { kind: "row", record, assembly } : { kind: "row", positionBit, record, assembly };
}
/** The row of a message. */
export function messageLine(message: Message): Line {
  return { kind: "message", record: NO_TOKENS, assembly: [{ text: messageText(message), kind: "problem" }] };
}

/** An item's entry: record and assembly side by side, then a row for each message. */
export function entryOf(item: Item): Entry {
  const { startBit, endBit } = item;
  if (item.kind === "section") return { kind: "section", startBit, endBit, section: item.section };
  const { record, assembly, positionBit, messages } = item;
  const lines: Line[] = [];
  const rows = Math.max(record.length, assembly.length);
  for (let row = 0; row < rows; row++)
    lines.push(rowLine(row === 0 ? positionBit : undefined, record[row], assembly[row]));
  for (const message of messages) lines.push(messageLine(message));
  return { kind: "lines", startBit, endBit, lines };
}
