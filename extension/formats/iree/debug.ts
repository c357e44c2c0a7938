/** The debug database (since 2021-08): source locations by function and bytecode offset. */
import type { SourceFrame } from "../../document/sourceLocation";
import type { Location } from "../../kit/locations";
import { framesOf } from "../../kit/locations";
import { i32, u32 } from "./bytes";
import type { Bytes } from "./bytes";
import type { TableView } from "./flatbuffer/table";

/** How deep the parts of a location are followed: callers, fused parts, named ones. */
const DEEPEST = 16;
/** Most locations spelled out in one: calls and fused parts can double at every level. */
const MOST_PARTS = 64;

/** Most characters of a file or a name in a location: every op may have it. */
const MOST_OF_NAME = 4096;

/** A location as the database has it: fused ones may have metadata. */
type DebugLocation = Location & { readonly metadata?: string };

function brief(table: TableView, field: string): string {
  return (table.string(field) ?? "").slice(0, MOST_OF_NAME);
}

/** Reads locations on demand; keeps only the positions of the tables. */
export class DebugDatabase {
  private readonly locations: Bytes | undefined;
  private readonly kinds: Bytes | undefined;
  private maps: readonly (TableView | undefined)[] | undefined;

  constructor(private readonly table: TableView) {
    this.locations = table.bytes("location_table");
    this.kinds = table.unionKinds("location_table");
  }

  /** Source maps by function ordinal; each is read on demand. */
  private get functions(): readonly (TableView | undefined)[] {
    return (this.maps ??= this.table.tables("functions") ?? []);
  }

  /** The number of entries in the location table. */
  get locationCount(): number {
    return this.locations ? (this.locations.end - this.locations.start) / 4 : 0;
  }
  /** The number of functions with a source map. */
  get functionCount(): number {
    return this.functions.length;
  }
  /** The compiler's name for a function (since 2022-06). */
  functionName(ordinal: number): string | undefined {
    return this.functions[ordinal]?.string("local_name");
  }

  /** The location at a bytecode offset of a function: that of the last entry at or before it. */
  locationOf(ordinal: number, pc: number): number | undefined {
    const entries = this.functions[ordinal]?.bytes("locations");
    if (!entries) return undefined;
    const { window } = this.table.buffer;
    let low = 0;
    let high = (entries.end - entries.start) / 8 - 1;
    let found: number | undefined;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = entries.start + 8 * middle;
      const entry = window.view(at, at + 8);
      if (i32(entry, 0) <= pc) {
        found = i32(entry, 4);
        low = middle + 1;
      } else high = middle - 1;
    }
    return found;
  }

  /** The first byte of a location's table; undefined for an unknown location, which has no table. */
  locationAt(index: number): number | undefined {
    return this.location(index)?.table.at;
  }

  /** A location as text: `file.mlir:10:5`, `"name"(...)`, `callsite(... at ...)`, `fused[...]`, as MLIR spells locations. */
  describe(index: number): string {
    return this.spell(index, { left: MOST_PARTS }, 0);
  }

  /** A location within the limit on parts. */
  private spell(index: number, budget: { left: number }, depth: number): string {
    const found = this.read(index);
    if (!found || depth > DEEPEST) return "?";
    if (--budget.left < 0) return "...";
    const inner = (at: number): string => this.spell(at, budget, depth + 1);
    switch (found.kind) {
      case "call":
        return `callsite(${inner(found.callee)} at ${inner(found.caller)})`;
      case "file":
        return `${found.file}:${found.line}:${found.column}`;
      case "name":
        return `"${found.name}"(${inner(found.child)})`;
      case "fused":
        return `fused${found.metadata ? `<${found.metadata}>` : ""}[${found.parts.map(inner).join(", ")}]`;
    }
  }

  /** The frames of a location, innermost first. */
  frames(index: number): readonly SourceFrame[] {
    return framesOf(index, (number) => this.read(number));
  }

  /** A location; undefined for an unknown one. */
  private read(index: number): DebugLocation | undefined {
    const found = this.location(index);
    if (!found) return undefined;
    const { table, kind } = found;
    switch (kind) {
      case "CallSiteLocDef":
        return { kind: "call", callee: table.int("callee"), caller: table.int("caller") };
      case "FileLineColLocDef":
        return { kind: "file", file: brief(table, "filename"), line: table.int("line"), column: table.int("column") };
      case "NameLocDef":
        return { kind: "name", name: brief(table, "name"), child: table.int("child_location") };
      case "FusedLocDef":
        return { kind: "fused", parts: this.fusedParts(table), metadata: brief(table, "metadata") };
      default:
        return undefined;
    }
  }

  /** The first sixteen parts of a fused location. */
  private fusedParts(table: TableView): readonly number[] {
    const range = table.bytes("locations");
    if (!range) return [];
    const bytes = table.buffer.window.view(range.start, Math.min(range.end, range.start + 64));
    return Array.from({ length: bytes.length >> 2 }, (_, i) => u32(bytes, 4 * i));
  }

  /** An entry of the location table with its kind; index 0 is often unknown and has no table. */
  private location(index: number): { readonly table: TableView; readonly kind: string } | undefined {
    if (!this.locations || !this.kinds || index < 0 || index >= this.locationCount) return undefined;
    const { window, revision } = this.table.buffer;
    const at = this.kinds.start + index;
    const number = at < this.kinds.end ? (window.view(at, at + 1)[0] ?? 0) : 0;
    const kind = revision.unions.get("LocationTypeDef")?.[number] ?? "NONE";
    const table = this.table.tableAt(kind, this.locations.start + 4 * index);
    return table && { table, kind };
  }
}
