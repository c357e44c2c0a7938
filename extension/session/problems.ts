/** The problems of a document as they are listed. */
import type { Problem } from "../document/problem";

/** Problems in file order, each once, however many readers have come across it. */
export function inFileOrder(problems: readonly Problem[]): readonly Problem[] {
  const once = new Map<string, Problem>();
  for (const problem of problems) {
    const key = `${problem.startBit} ${problem.code} ${problem.message}`;
    if (!once.has(key)) once.set(key, problem);
  }
  return [...once.values()].sort((a, b) => a.startBit - b.startBit);
}
