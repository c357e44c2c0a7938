/** Equality of types in releases without pointees: pointers are then equal whatever a file says that they point to. */
import type { Type } from "./types";
import { subtypes } from "./types";

/** Whether two types are equal apart from what their pointers point to. Identified structs only equal themselves. */
export function areEqualErased(one: Type, other: Type): boolean {
  // Types may share parts, so that pairs that have been compared are not compared again.
  const passed = new Map<Type, Set<Type>>();
  const open: (readonly [Type, Type])[] = [[one, other]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b || passed.get(a)?.has(b)) continue;
    if (!isSameOutside(a, b)) return false;
    passed.set(a, (passed.get(a) ?? new Set()).add(b));
    const parts = partsOf(b);
    for (const [i, part] of partsOf(a).entries()) open.push([part, parts[i] as Type]);
  }
  return true;
}

/** Whether two different types are alike apart from their parts, of which they have equally many. */
function isSameOutside(a: Type, b: Type): boolean {
  if (partsOf(a).length !== partsOf(b).length) return false;
  switch (a.kind) {
    case "pointer":
      return b.kind === "pointer" && a.addressSpace === b.addressSpace;
    case "function":
      return b.kind === "function" && a.vararg === b.vararg;
    case "array":
      return b.kind === "array" && a.count === b.count;
    case "vector":
      return b.kind === "vector" && a.count === b.count && a.scalable === b.scalable;
    case "struct":
      return b.kind === "struct" && !a.identified && !b.identified && a.packed === b.packed;
    default:
      // The others have no pointers in them: equal ones are one object.
      return false;
  }
}

/** The types in a type that make it another one; none of a pointer, nor of an identified struct. */
function partsOf(type: Type): readonly Type[] {
  return type.kind === "struct" && type.identified ? [] : subtypes(type, true);
}
