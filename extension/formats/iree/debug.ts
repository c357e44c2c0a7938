/** The debug database (since 2021-08): source locations by function and bytecode offset. */
import { i32, u32 } from "./bytes";
import type { Bytes } from "./bytes";
import type { TableView } from "./flatbuffer/table";

/** Locations that one location is made of are followed this deep: callers, fused parts, named ones. */
const DEEPEST = 16;

/** A place in a source file. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads locations on demand; holds nothing but where the tables are. */
export class DebugDatabase {
  private readonly locations: Bytes | undefined;
  private readonly kinds: Bytes | undefined;
  private readonly functions: readonly (TableView | undefined)[];

  constructor(private readonly table: TableView) {
    this.locations = table.bytes("location_table");
    this.kinds = table.unionKinds("location_table");
    this.functions = table.tables("functions") ?? [];
  }

  /** Entries of the location table. */
  get locationCount(): number {
    return this.locations ? (this.locations.end - this.locations.start) / 4 : 0;
  }
  /** Functions with a source map. */
  get functionCount(): number {
    return this.functions.length;
  }
  /** The first byte of a function's source map. */
  functionAt(ordinal: number): number | undefined {
    return this.functions[ordinal]?.at;
  }
  /** What the compiler called a function (since 2022-06). */
  functionName(ordinal: number): string | undefined {
    return this.functions[ordinal]?.string("local_name");
  }

  /** The location that holds at a bytecode offset of a function: that of the last entry at or before it. */
  locationOf(ordinal: number, pc: number): number | undefined {
    const entries = this.functions[ordinal]?.bytes("locations");
    if (!entries) return undefined;
    const bytes = this.table.buffer.window.view(entries.start, entries.end);
    let low = 0;
    let high = bytes.length / 8 - 1;
    let found: number | undefined;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (i32(bytes, 8 * middle) <= pc) {
        found = i32(bytes, 8 * middle + 4);
        low = middle + 1;
      } else high = middle - 1;
    }
    return found;
  }

  /** A location as text: `file.mlir:10:5`, `"name"(…)`, `callsite(… at …)`, `fused[…]`, as MLIR spells locations. */
  describe(index: number, depth = 0): string {
    const found = this.location(index);
    if (!found || depth > DEEPEST) return "?";
    const { table, kind } = found;
    const inner = (field: string): string => this.describe(table.int(field), depth + 1);
    switch (kind) {
      case "CallSiteLocDef":
        return `callsite(${inner("callee")} at ${inner("caller")})`;
      case "FileLineColLocDef":
        return `${table.string("filename") ?? ""}:${table.int("line")}:${table.int("column")}`;
      case "NameLocDef":
        return `"${table.string("name") ?? ""}"(${inner("child_location")})`;
      case "FusedLocDef":
        return this.describeFused(table, depth);
      default:
        return "?";
    }
  }

  /** The place in a file that a location leads to: of a call the callee's, of fused ones the first's. */
  place(index: number, depth = 0): SourcePlace | undefined {
    const found = this.location(index);
    if (!found || depth > DEEPEST) return undefined;
    const { table, kind } = found;
    switch (kind) {
      case "CallSiteLocDef":
        return this.place(table.int("callee"), depth + 1);
      case "FileLineColLocDef":
        return { file: table.string("filename") ?? "", line: table.int("line"), column: table.int("column") };
      case "NameLocDef":
        return this.place(table.int("child_location"), depth + 1);
      case "FusedLocDef": {
        const [first] = this.fusedParts(table);
        return first === undefined ? undefined : this.place(first, depth + 1);
      }
      default:
        return undefined;
    }
  }

  private describeFused(table: TableView, depth: number): string {
    const metadata = table.string("metadata");
    // The parts of parts can double at every level: a deep one is not spelled out.
    const parts = this.fusedParts(table).map((part) => this.describe(part, depth + DEEPEST / 2));
    return `fused${metadata === undefined || metadata === "" ? "" : `<${metadata}>`}[${parts.join(", ")}]`;
  }

  private fusedParts(table: TableView): readonly number[] {
    const range = table.bytes("locations");
    if (!range) return [];
    const bytes = table.buffer.window.view(range.start, Math.min(range.end, range.start + 64));
    return Array.from({ length: bytes.length >> 2 }, (_, i) => u32(bytes, 4 * i));
  }

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
