/** The source of an op: the files and lines that its location names, and the calls at which it was inlined. */
import type { SourceFrame } from "../../../document/sourceLocation";
import type { Location } from "../../../kit/locations";
import { framesOf as framesOfLocation } from "../../../kit/locations";
import type { Tables } from "../model/module";

/** The frames of a location, by the number of its attribute, innermost first. */
function framesOf(tables: Tables, location: number): readonly SourceFrame[] {
  return framesOfLocation(location, (number) => (number < 0 ? undefined : locationAt(tables, number)));
}

/** The frames of each of some records. @param locations by record: its location attribute, -1 for none */
export function framesBy(tables: Tables, locations: readonly number[]): (record: number) => readonly SourceFrame[] {
  return (record) => framesOf(tables, locations[record] ?? -1);
}

/** Undefined for an unknown location, or an entry that is not a location. */
function locationAt(tables: Tables, number: number): Location | undefined {
  const node = tables.attribute(number);
  switch (node.kind) {
    case "fileLineColLoc":
      return { kind: "file", file: tables.stringValue(node.file), line: node.line, column: node.column };
    case "fileRangeLoc": {
      const [line = 0, column = 0] = node.positions;
      return { kind: "file", file: tables.stringValue(node.file), line, column };
    }
    case "callSiteLoc":
      return { kind: "call", callee: node.callee, caller: node.caller };
    case "nameLoc":
      return { kind: "name", name: tables.stringValue(node.name), child: node.child };
    case "fusedLoc":
      return { kind: "fused", parts: node.locations };
    default:
      return undefined;
  }
}
