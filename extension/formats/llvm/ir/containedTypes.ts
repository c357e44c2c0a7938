/** What values of a type contain in memory: whether it has a size, and whether it contains itself. */
import type { Type } from "./types";

/** The types that are inside values of a type; what a pointer points to is not. */
function containedIn(type: Type): readonly Type[] {
  switch (type.kind) {
    case "struct":
      return type.elements ?? [];
    case "array":
    case "vector":
      return [type.element];
    default:
      return [];
  }
}

/** Types that contain each other, if any of these types leads to some: each is inside the one before it. */
export function cycleOf(types: Iterable<Type>): readonly Type[] | undefined {
  const done = new Set<Type>();
  const path = new Set<Type>();
  for (const root of types) {
    const open = [root];
    for (let type = open.at(-1); type; type = open.at(-1)) {
      if (done.has(type) || path.has(type)) {
        // What it contains has been walked.
        path.delete(type);
        done.add(type);
        open.pop();
        continue;
      }
      path.add(type);
      for (const part of containedIn(type)) {
        if (path.has(part)) {
          const inside = [...path];
          return inside.slice(inside.indexOf(part));
        }
        if (!done.has(part)) open.push(part);
      }
    }
  }
  return undefined;
}

const UNSIZED: ReadonlySet<Type["kind"]> = new Set(["void", "function", "label", "metadata", "token"]);

/** Whether aggregates have a size, by type. */
const sized = new WeakMap<Type, boolean>();

/** Whether values of a type have a size. */
export function isSized(type: Type): boolean {
  if (type.kind !== "struct" && type.kind !== "array" && type.kind !== "vector") return !UNSIZED.has(type.kind);
  let known = sized.get(type);
  if (known === undefined) sized.set(type, (known = hasOnlySized(type) && !cycleOf([type])));
  return known;
}
function hasOnlySized(type: Type): boolean {
  const passed = new Set<Type>();
  const open: Type[] = [type];
  for (let one = open.pop(); one; one = open.pop()) {
    if (passed.has(one)) continue;
    passed.add(one);
    if (UNSIZED.has(one.kind) || (one.kind === "struct" && !one.elements)) return false;
    for (const part of containedIn(one)) open.push(part);
  }
  return true;
}
