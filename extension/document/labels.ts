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
  // Titles of other sections.
  ...[t("abbreviations"), t("attachments"), t("attribute groups"), t("attribute lists"), t("code"), t("debug info")],
  ...[t("end of bytecode"), t("identification"), t("metadata kinds"), t("operand bundle tags"), t("strings")],
  ...[t("summary"), t("symbols"), t("sync scopes"), t("use lists")],
  // Facts of hover cards.
  ...[t("raw"), t("value"), t("values"), t("type"), t("record"), t("field"), t("fields"), t("operand"), t("means")],
  ...[t("block"), t("function"), t("global"), t("register"), t("registers"), t("results"), t("location"), t("source")],
  ...[t("size"), t("length"), t("alignment"), t("offset"), t("entries"), t("section"), t("range"), t("data")],
  ...[t("text"), t("mangled"), t("holds"), t("defines"), t("declaration"), t("predecessors"), t("entry points")],
  ...[t("points to"), t("read as"), t("on reading"), t("in text"), t("may be"), t("since")],
];
const WORDS: ReadonlySet<string> = new Set(wordsIn((text) => text));

/** Parts of a fact's text; a value has no comma, semicolon or bracket in it. */
const phrasesIn = (t: Translate): readonly string[] => [
  // How a record is encoded, and what a card is about.
  ...[t("unabbreviated"), t("abbreviation {0}"), t("literal"), t("code {0}"), t("code of {0}"), t("function {0}")],
  ...[t("abbreviation id of {0}"), t("first operand of {0}"), t("second operand of {0}"), t("third operand of {0}")],
  ...[t("{0}th operand of {1}"), t("label of a basic block"), t("definition of an abbreviation")],
  // Counts.
  ...[t("1 operand"), t("{0} operands"), t("1 instruction"), t("{0} instructions"), t("1 node"), t("{0} nodes")],
  ...[t("1 byte"), t("{0} bytes")],
  // Why a module is taken for one of a release.
  ...[t("the producer's name, {0}"), t("no identification: before LLVM {0}"), t("a type table from before LLVM {0}")],
  ...[t("typed pointers: LLVM {0} or before"), t("opaque pointers: LLVM {0} or later")],
  ...[t("{0} fixed kinds of metadata: LLVM {1} or before"), t("nothing that an older release would write otherwise")],
  ...[t("type code {0}: LLVM {1} or later"), t("attribute kind {0}: LLVM {1} or later")],
  ...[t("constant code {0}: LLVM {1} or later"), t("instruction code {0}: LLVM {1} or later")],
  ...[t("module record code {0}: LLVM {1} or later"), t("metadata code {0}: LLVM {1} or later")],
];
/** A value in a phrase: a word, or a demangled name, which has blanks and brackets in it and is at the text's end. */
const VALUE = "([^\\s,;()]+|@.+$)";
/** The phrases as patterns, and the number of values in each. */
const PHRASES = phrasesIn((text) => text).map((phrase) => {
  const parts = phrase.split(/\{\d\}/);
  return {
    phrase,
    values: parts.length - 1,
    pattern: new RegExp(`(?<=^|[(,;—→] ?)${parts.join(VALUE)}(?=$|[),;])`, "g"),
  };
});

/** A text that a format has composed, with the phrases in it in the reader's language. */
export function phraseText(text: string, t: Translate): string {
  const said = (before: string, { phrase, values, pattern }: (typeof PHRASES)[number]): string =>
    before.replace(pattern, (_part, ...found: string[]) => t(phrase, ...found.slice(0, values)));
  return PHRASES.reduce(said, text);
}

/** A label in the reader's language; a name of the file's own as it is. */
export function labelText(label: string, t: Translate): string {
  return WORDS.has(label) ? t(label) : label;
}

/** The labels of what a format quotes from the file, where a phrase is a word of the file's own. */
const QUOTING: ReadonlySet<string> = new Set([
  ...["producer", "target", "source file", "module", "text", "mangled", "function", "global", "value", "values"],
  ...["type", "location", "in text"],
]);

/** The title of a section: a word, the name of a section of MLIR bytecode, or what it is in the file. */
export function sectionText(title: string, t: Translate): string {
  const [, name] = /^(\w+) section$/.exec(title) ?? [];
  return name === undefined ? labelText(title, t) : t("{0} section", name);
}

/** The text of a fact or of a card's line, in the reader's language; what it quotes from the file stays as it is. */
export function saidText({ label, isName, text }: HoverLine, t: Translate): string {
  return isName || QUOTING.has(label) ? text : phraseText(text, t);
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
