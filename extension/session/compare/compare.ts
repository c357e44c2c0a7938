/** Compares two open documents by the text that their reference disassembler prints. */
import type { IrDocument } from "../../document/document";
import type { Comparison } from "./comparison";
import { compareTexts } from "./comparison";
import { rulesOf } from "./rules";
import type { ComparisonSummary } from "./summary";
import { functionSizes, summarize } from "./summary";
import { splitText } from "./units";

/** The complete comparison and its summary. */
export interface DocumentComparison extends Comparison {
  readonly summary: ComparisonSummary;
}

/** A document with the name that headings use. */
export interface NamedDocument {
  readonly name: string;
  readonly document: IrDocument;
}

/** The file name that both sides are printed with, so that it makes no difference. */
const NEUTRAL = "module";

/**
 * Compares; steps end often enough for a caller that must stay responsive. Text in the result is a byte string. If a
 * side is `undefined`, its file does not exist: everything in the other is added or removed.
 */
export function* compareDocuments(
  left: NamedDocument | undefined,
  right: NamedDocument | undefined,
): Generator<void, DocumentComparison, undefined> {
  const format = (left ?? right)?.document.format ?? "";
  const pieces = (side: NamedDocument | undefined) =>
    side?.document.text({ fileName: NEUTRAL, whole: true, unbroken: true }) ?? [];
  const a = yield* splitText(pieces(left), rulesOf(left?.document.format ?? format));
  const b = yield* splitText(pieces(right), rulesOf(right?.document.format ?? format), a);
  const comparison = yield* compareTexts(a, b);
  // Only functions are listed with their sizes; an outline of thousands of modules without any takes as long as their text.
  const isListed = a.functions.length + b.functions.length > 0;
  const side = (of: NamedDocument | undefined) => ({
    name: of?.name ?? "",
    title: of?.document.title ?? "",
    bits: of && isListed ? functionSizes(of.document) : new Map<string, number>(),
  });
  const ofLeft = side(left);
  yield;
  const ofRight = side(right);
  yield;
  return { ...comparison, summary: summarize(comparison, ofLeft, ofRight) };
}
