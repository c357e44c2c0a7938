/** The source of an op: the files and lines that its location names, and the calls at which it was inlined. */
import type { SourceFrame } from "../../../document/sourceLocation";
import type { Tables } from "../model/module";

/** Most locations followed for one op: a file may nest them without limit. */
const MOST = 64;

/** A location that is still to be followed, with the name that is attached to it. */
interface Waiting {
  readonly location: number;
  readonly name: string;
}

/**
 * The frames of a location, innermost first: a call site's callee comes before its caller; of a fused location the
 * first with a file counts. A name attached to a location is taken for the function.
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
      // An unknown location, or an entry that is not a location: no frame.
    }
  }
  return frames;
}

function frameAt(file: string, [line = 0, column = 0]: readonly number[], name: string): SourceFrame {
  return { file, directory: "", function: name, line, column };
}
