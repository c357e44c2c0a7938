/** Finds types that contain themselves, whose text depends on where they are printed first. */
import type { Type } from "../model/type";

/** A type whose parts are being followed. */
interface Step {
  readonly type: Type;
  /** The index of its next part. */
  next: number;
}

/**
 * Whether any of these types contains itself.
 * @param isNamed whether a type is printed by its name, so that its parts are not printed with it
 */
export function containThemselves(types: Iterable<Type>, isNamed: (type: Type) => boolean): boolean {
  const around = new Set<Type>();
  const followed = new Set<Type>();
  for (const outermost of types) {
    const path: Step[] = [];
    const enter = (type: Type): void => {
      around.add(type);
      path.push({ type, next: 0 });
    };
    if (!followed.has(outermost) && !isNamed(outermost)) enter(outermost);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const part = top.type.elements[top.next++];
      if (part === undefined) {
        path.pop();
        around.delete(top.type);
        followed.add(top.type);
      } else if (around.has(part)) return true;
      else if (!followed.has(part) && !isNamed(part)) enter(part);
    }
  }
  return false;
}
