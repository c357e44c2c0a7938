/** The meaning of an index in a field, in a few words. */
import type { Container } from "../container/container";
import type { Reference } from "../model/cursor";
import { quoted } from "../model/spelling";
import type { EntryWriter } from "../model/entryWriter";

/** Most characters of an attribute or type in a description. */
const BRIEF = 64;

/** A reference in words: `attribute 7: 42 : i32`, `"arith.addi"`. `writer` must spell without aliases. */
export function describe(container: Container, writer: EntryWriter, { table, index }: Reference): string {
  switch (table) {
    case "string":
      // With its quotes even the beginning of a long string is longer than what is shown.
      return cut(quoted(container.string(index).slice(0, BRIEF)));
    case "dialect":
      return container.dialects.dialects[index]?.name ?? "";
    case "opName":
      return container.dialects.opNames[index]?.name ?? "";
    case "attribute":
    case "type":
      return `${table} ${index}: ${writer.brief(table, index, BRIEF)}`;
    case "property":
      return `record ${index}`;
    case "resource":
      return `resource ${index}: ${container.resourceKey(index)}`;
    case "value":
      return `value ${index}`;
    case "block":
      return `^bb${index}`;
  }
}

function cut(text: string): string {
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}\xE2\x80\xA6` : text;
}
