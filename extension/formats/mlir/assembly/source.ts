/** The source of an op: what its location says of files and lines, and of the calls that it was inlined at. */
import type { SourceFrame } from "../../../document/sourceLocation";
import type { Tables } from "../model/module";

/** Locations that are looked into for one op: they may be nested as deep as a file likes. */
const MOST = 64;

/** A location that is to be looked into, with the name that is put on it. */
interface Waiting {
  readonly location: number;
  readonly name: string;
}

/**
 * The frames of a location, the innermost first: those of a call site's callee come before its caller's; of a fused one
 * the first that has a file counts. A name that is put on a location stands for the function.
 */
export function framesOf(tables: Tables, location: number): readonly SourceFrame[] {
  const frames: SourceFrame[] = [];
  const waiting: Waiting[] = [{ location, name: "" }];
  for (let steps = 0; steps < MOST; steps++) {
    const next = waiting.pop();
    if (!next || next.location < 0) break;
    const { name } = next;
    const node = tables.attribute(next.location);
    switch (node.kind) {
      case "fileLineColLoc":
        frames.push(frameAt(tables.stringValue(node.file), [node.line, node.column], name));
        break;
      case "fileRangeLoc":
        frames.push(frameAt(tables.stringValue(node.file), node.positions, name));
        break;
      case "callSiteLoc":
        waiting.push({ location: node.caller, name: "" }, { location: node.callee, name });
        break;
      case "nameLoc":
        waiting.push({ location: node.child, name: tables.stringValue(node.name) });
        break;
      case "fusedLoc": {
        const first = node.locations.find((one) => tables.attribute(one).kind !== "unknownLoc");
        if (first !== undefined) waiting.push({ location: first, name });
        break;
      }
      default:
      // Unknown, or no location at all: it says nothing.
    }
  }
  return frames;
}

function frameAt(file: string, [line = 0, column = 0]: readonly number[], name: string): SourceFrame {
  return { file, directory: "", function: name, line, column };
}
