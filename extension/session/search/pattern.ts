/** What a text search looks for. No expression that a user can write makes it take longer than the text is long. */
import { RE2JS } from "re2js";
import type { FindQuery } from "../protocol";

/** Characters of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds the matches in a text, from its start on; an empty match is none. */
export type Pattern = (text: string) => Iterable<Span>;

/** A character of a name: `%v1` is no part of `%v12`, nor `v1` of it. */
const OF_A_NAME = /[\w$.]/;

/** Whether one of the rows of a text may hold a match, or a part of one, as far as that can be told at once. */
export type RowTest = (text: string) => boolean;

/** The test of a text search whose pattern is good: what it says no to holds no match. */
export function rowTest({ text, regex, matchCase }: FindQuery): RowTest {
  if (!regex) {
    const pattern = literalPattern(text, matchCase, "");
    return (rows) => pattern.test(rows);
  }
  // A name stands in a row without the row's start and end around it, so that it may match where the row does not.
  if (ANCHORS.test(text)) return () => true;
  const find = expression(text, matchCase);
  return (rows) => rows.split("\n").some((row) => !find(row)[Symbol.iterator]().next().done);
}
/** What an expression may say of a text's ends and of words: `^`, `$`, `\b`, `\B`, `\A`, `\z`, `\Q`. */
const ANCHORS = /[$^]|\\[bBAzZQ]/;

/** The pattern of a text search, or why there is none. */
export function textPattern(query: FindQuery): Pattern | string {
  try {
    const find = query.regex ? expression(query.text, query.matchCase) : literal(query.text, query.matchCase);
    return query.wholeWord ? (text) => words(find(text), text) : find;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function literalPattern(words: string, matchCase: boolean, flags: string): RegExp {
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), matchCase ? `${flags}u` : `${flags}iu`);
}

/** A text that is looked for as it is written. */
function literal(words: string, matchCase: boolean): Pattern {
  const pattern = literalPattern(words, matchCase, "g");
  return function* (text) {
    for (const { 0: match, index } of text.matchAll(pattern)) yield { start: index, end: index + match.length };
  };
}

/**
 * A regular expression as RE2 understands it: without references back and without looking around, which is why it needs
 * no backtracking, and why the worker answers whatever is asked for.
 */
function expression(source: string, matchCase: boolean): Pattern {
  const pattern = RE2JS.compile(source, matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
  return function* (text) {
    const matcher = pattern.matcher(text);
    while (matcher.find()) if (matcher.end() > matcher.start()) yield { start: matcher.start(), end: matcher.end() };
  };
}

function* words(spans: Iterable<Span>, text: string): Generator<Span, void, undefined> {
  for (const span of spans)
    if (!OF_A_NAME.test(text.charAt(span.start - 1)) && !OF_A_NAME.test(text.charAt(span.end))) yield span;
}
