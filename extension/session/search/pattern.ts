/** The pattern of a text search. No expression that a user can write makes a search slower than linear in the text. */
import { RE2JS } from "re2js";
import type { FindQuery } from "../protocol";
import { withoutAnchors } from "./anchors";

/** A range of characters in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds the matches in a text, from its start on; empty matches do not count. */
export type Pattern = (text: string) => Iterable<Span>;

/** A character of a name: `%v1` is not a part of `%v12`, nor is `v1`. */
const OF_A_NAME = /[\w$.]/;

/** Quick tests of rows, which are separated by line breaks. If they return false, there is no match. */
export interface RowTest {
  /** Whether one of the rows may contain a match. */
  ofRows(rows: string): boolean;
  /** Whether a part of one, such as a name, may contain a match when it is searched alone. */
  ofParts(rows: string): boolean;
}

const ANY_ROW: RowTest = { ofRows: () => true, ofParts: () => true };

/** The test for a text search with a valid pattern. */
export function rowTest({ text, regex, matchCase }: FindQuery): RowTest {
  if (!regex) {
    const pattern = literalPattern(text, matchCase, "");
    return sameTest((rows) => pattern.test(rows));
  }
  const pattern = compiled(text, matchCase);
  const free = withoutAnchors(text);
  if (free !== text) return anchoredTest(pattern, compiled(free, matchCase));
  if (pattern.test("")) {
    const find = matchesOf(pattern);
    return sameTest((rows) => rows.split("\n").some((row) => !find(row)[Symbol.iterator]().next().done));
  }
  return sameTest((rows) => someRow(pattern, pattern, rows));
}
/** Without anchors, what matches in a part of a row matches in the row. */
function sameTest(matches: (rows: string) => boolean): RowTest {
  return { ofRows: matches, ofParts: matches };
}
/** @param free the pattern without its anchors */
function anchoredTest(pattern: RE2JS, free: RE2JS): RowTest {
  // An expression that prefers the empty text finds nothing, though with its anchors it may find something.
  if (free.test("")) return ANY_ROW;
  return { ofRows: (rows) => someRow(pattern, free, rows), ofParts: (rows) => free.test(rows) };
}
/**
 * Whether a row matches. All rows together are tested first, which is faster.
 * @param free matches wherever the pattern does, in the rows together too
 */
function someRow(pattern: RE2JS, free: RE2JS, rows: string): boolean {
  return free.test(rows) && rows.split("\n").some((row) => pattern.test(row));
}

/** The pattern of a text search, or an explanation why there is none. */
export function textPattern(query: FindQuery): Pattern | string {
  try {
    const find = query.regex ? matchesOf(compiled(query.text, query.matchCase)) : literal(query.text, query.matchCase);
    return query.wholeWord ? (text) => words(find(text), text) : find;
  } catch (error) {
    return reasonOf(error, query.text);
  }
}

/** `(?=`, `(?!`, `(?<=`, `(?<!`. */
const LOOKAROUND = /\(\?<?[=!]/;

/** Why an expression is none, in few words: without naming the whole expression, which the reader has just typed. */
function reasonOf(error: unknown, text: string): string {
  // RE2 takes it for a named capture.
  if (LOOKAROUND.test(text)) return "lookaround is not supported";
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
