/**
 * What the formats say in words that the editor shows in the reader's language. `tools/l10n.mjs` finds these texts as it does
 * those of the editor: here, too, `t` is what translates.
 */
import type { BitRange } from "./bits";
import { formatPosition } from "./bits";
import type { HoverLine } from "./hover";

/** A text in the reader's language; the values replace `{0}`, `{1}`, …. */
export type Translate = (text: string, ...values: string[]) => string;

/** The words before facts and above lists. Names that a file has for its own parts are none of them. */
const wordsIn = (t: Translate): readonly string[] => [
  // Facts of the overview.
  ...[
    t("producer"),
    t("release"),
    t("target"),
    t("source file"),
    t("module"),
    t("version"),
    t("kind"),
    t("bytecode version"),
    t("op definitions"),
  ],
  // Groups of the outline, and the parts of a module.
  ...[t("functions"), t("declarations"), t("globals"), t("aliases"), t("types"), t("comdats"), t("named metadata")],
  ...[t("constants"), t("metadata"), t("attributes"), t("blocks"), t("problems"), t("dialects"), t("resources")],
  ...[t("sections"), t("modules"), t("exports"), t("imports"), t("dependencies"), t("file"), t("header")],
  // Facts of hover cards.
  ...[t("raw"), t("value"), t("values"), t("type"), t("record"), t("field"), t("fields"), t("operand"), t("means")],
  ...[t("block"), t("function"), t("global"), t("register"), t("registers"), t("results"), t("location"), t("source")],
  ...[t("size"), t("length"), t("alignment"), t("offset"), t("entries"), t("section"), t("range"), t("data")],
  ...[t("text"), t("mangled"), t("holds"), t("defines"), t("declaration"), t("predecessors"), t("entry points")],
  ...[t("points to"), t("read as"), t("on reading"), t("in text"), t("may be"), t("since")],
];
const WORDS: ReadonlySet<string> = new Set(wordsIn((text) => text));

/** A label in the reader's language; a name of the file's own as it is. */
export function labelText(label: string, t: Translate): string {
  return WORDS.has(label) ? t(label) : label;
}

/** The label of a card's line. */
export function lineLabel({ label, isName }: HoverLine, t: Translate): string {
  return isName ? label : labelText(label, t);
}

/** A range as cards show it: `108:2 … 109:0   (6 bits, from bit 866)`. */
export function rangeText({ startBit, endBit }: BitRange, t: Translate): string {
  const bits = endBit - startBit;
  const last = formatPosition(Math.max(startBit, endBit - 1));
  const from = `${startBit}`;
  const size = bits === 1 ? t("1 bit, from bit {0}", from) : t("{0} bits, from bit {1}", `${bits}`, from);
  return `${formatPosition(startBit)} … ${last}   (${size})`;
}
