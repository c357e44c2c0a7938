/** The locations of MLIR, as its bytecode and the debug databases of IREE store them, as frames of source. */
import type { SourceFrame } from "../document/sourceLocation";

/** Most locations followed for one op: a file may nest them without limit. */
const MOST = 64;

/** A location, with others by number. */
export type Location =
  | { readonly kind: "file"; readonly file: string; readonly line: number; readonly column: number }
  | { readonly kind: "call"; readonly callee: number; readonly caller: number }
  | { readonly kind: "name"; readonly name: string; readonly child: number }
  | { readonly kind: "fused"; readonly parts: readonly number[] };

/** A location that is still to be followed, with the name that is attached to it. */
interface Waiting {
  readonly number: number;
  readonly name: string;
}

/**
 * The frames of a location, innermost first: a call's callee comes before its caller; of a fused location the first that
 * is known counts. A name attached to a location is taken for the function.
 * @param at a location by its number; undefined if it is unknown
 */
export function framesOf(location: number, at: (number: number) => Location | undefined): readonly SourceFrame[] {
  const frames: SourceFrame[] = [];
  const waiting: Waiting[] = [{ number: location, name: "" }];
  for (let steps = 0; steps < MOST; steps++) {
    const next = waiting.pop();
    if (!next) break;
    const { number, name } = next;
    const found = at(number);
    switch (found?.kind) {
      case "file":
        frames.push({ file: found.file, directory: "", function: name, line: found.line, column: found.column });
        break;
      case "call":
        waiting.push({ number: found.caller, name: "" }, { number: found.callee, name });
        break;
      case "name":
        waiting.push({ number: found.child, name: found.name });
        break;
      case "fused": {
        const first = found.parts.find((part) => at(part) !== undefined);
        if (first !== undefined) waiting.push({ number: first, name });
        break;
      }
      case undefined:
        break;
    }
  }
  return frames;
}
