/** The pattern of a text search. No expression that a user can write makes a search slower than linear in the text. */
import { RE2JS } from "re2js";
import type { FindQuery } from "../protocol";

/** A range of characters in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds the matches in a text, from its start on; empty matches do not count. */
export type Pattern = (text: string) => Iterable<Span>;

/** A character of a name: `%v1` is not a part of `%v12`, nor is `v1`. */
const OF_A_NAME = /[\w$.]/;

/** A quick test whether one of the rows of a text may contain a match or a part of one. */
export type RowTest = (text: string) => boolean;

/** The test for a text search with a valid pattern: if it returns false, there is no match. */
export function rowTest({ text, regex, matchCase }: FindQuery): RowTest {
  if (!regex) {
    const pattern = literalPattern(text, matchCase, "");
    return (rows) => pattern.test(rows);
  }
  // A name is also matched alone, without the row around it, so it may match where the row does not.
  if (ANCHORS.test(text)) return () => true;
  const pattern = compiled(text, matchCase);
  if (pattern.test("")) {
    const find = matchesOf(pattern);
    return (rows) => rows.split("\n").some((row) => !find(row)[Symbol.iterator]().next().done);
  }
  // Whether there is a match is found faster than where it is. A match in a row is one in the rows together.
  return (rows) => pattern.test(rows) && rows.split("\n").some((row) => pattern.test(row));
}
/**
 * Whatever an expression may require of a text's ends and of words: `^` unless it begins a set of characters, `$`, `\b`,
 * `\B`, `\A`, `\z`, `\Q`.
 */
const ANCHORS = /\$|(?<!(?<!\\)\[)\^|\\[bBAzZQ]/;

/** The pattern of a text search, or an explanation why there is none. */
export function textPattern(query: FindQuery): Pattern | string {
  try {
    const find = query.regex ? matchesOf(compiled(query.text, query.matchCase)) : literal(query.text, query.matchCase);
    return query.wholeWord ? (text) => words(find(text), text) : find;
  } catch (error) {
    return reasonOf(error, query.text);
  }
}

/** Why an expression is none, in few words: without naming the whole expression, which the reader has just typed. */
function reasonOf(error: unknown, text: string): string {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, "");
  return [text, `(?i)${text}`].reduce((left, whole) => left.replace(`: \`${whole}\``, ""), reason);
}

function literalPattern(words: string, matchCase: boolean, flags: string): RegExp {
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), matchCase ? `${flags}u` : `${flags}iu`);
}

/** A text that is searched literally. */
function literal(words: string, matchCase: boolean): Pattern {
  const pattern = literalPattern(words, matchCase, "g");
  return function* (text) {
    for (const { 0: match, index } of text.matchAll(pattern)) yield { start: index, end: index + match.length };
  };
}

/**
 * A regular expression in RE2's syntax: without backreferences and lookaround, so it needs no backtracking, and the
 * worker stays responsive whatever is searched.
 */
function compiled(source: string, matchCase: boolean): RE2JS {
  return RE2JS.compile(source, matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
}

/** The matches of an expression. */
function matchesOf(pattern: RE2JS): Pattern {
  return function* (text) {
    const matcher = pattern.matcher(text);
    while (matcher.find()) if (matcher.end() > matcher.start()) yield { start: matcher.start(), end: matcher.end() };
  };
}

function* words(spans: Iterable<Span>, text: string): Generator<Span, void, undefined> {
  for (const span of spans)
    if (!OF_A_NAME.test(text.charAt(span.start - 1)) && !OF_A_NAME.test(text.charAt(span.end))) yield span;
}
