/** The problems of a document, as they are listed. */
import type { IrDocument } from "../../document/document";
import type { Problem } from "../../document/problem";

/** The list of a document's problems, and how many problems the document had when it was made. */
const known = new WeakMap<object, { readonly told: number; readonly found: readonly Problem[] }>();

/**
 * The problems of a document in file order, each once, however many readers reported it. Problems at the file's end are
 * left out if there are others, since they only tell that reading ended there.
 */
export function problemsOf(document: Pick<IrDocument, "bits" | "problems">): readonly Problem[] {
  const told = document.problems();
  const before = known.get(document);
  if (before?.told === told.length) return before.found;
  const found = listed(told, document.bits);
  known.set(document, { told: told.length, found });
  return found;
}

function listed(told: readonly Problem[], bits: number): readonly Problem[] {
  const once = new Map<string, Problem>();
  for (const problem of told) {
    const key = `${problem.startBit} ${problem.code} ${problem.message}`;
    if (!once.has(key)) once.set(key, problem);
  }
  const found = [...once.values()].sort((a, b) => a.startBit - b.startBit);
  const inside = found.filter(({ startBit }) => startBit < bits);
  return inside.length > 0 ? inside : found;
}
