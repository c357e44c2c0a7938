/**
 * Source locations: the line and column of a DILocation, the file of its scope, and the location at which it was
 * inlined. Source: DILocation::getFilename, DIScope::getFile, DILocalScope::getSubprogram.
 */
import type { MetadataId } from "../ir/ids";
import type { SourceFile, SourceFrame } from "../../../document/sourceLocation";
import type { MetadataRecord } from "../ir/metadata";
import type { MetadataTables } from "../ir/tables";
import { fieldOf } from "../metadata/classes";

/**
 * The frames of a location, the innermost first; none if `id` is not a DILocation. Stops at cycles, which damaged files
 * may have.
 */
export function framesOf(metadata: MetadataTables, id: MetadataId | undefined): readonly SourceFrame[] {
  const frames: SourceFrame[] = [];
  const visited = new Set<MetadataId>();
  for (let at = id; at !== undefined && !visited.has(at);) {
    visited.add(at);
    const location = recordOf(metadata, at);
    if (location?.name !== "DILocation") break;
    const line = Number(fieldOf(location, "line") ?? 0);
    const column = Number(fieldOf(location, "column") ?? 0);
    frames.push({ ...scopeOf(metadata, idField(location, "scope")), line, column });
    at = idField(location, "inlinedAt");
  }
  return frames;
}

/** The source line of a function's own DISubprogram, which represents its head. */
export function subprogramFrame(metadata: MetadataTables, id: MetadataId): readonly SourceFrame[] {
  const subprogram = recordOf(metadata, id);
  if (subprogram?.name !== "DISubprogram") return [];
  return [{ ...scopeOf(metadata, id), line: Number(fieldOf(subprogram, "line") ?? 0), column: 0 }];
}

/** The source of a node: the frames of a location, or the line of a function, variable, type or block. */
export function sourceOfNode(metadata: MetadataTables, id: MetadataId): readonly SourceFrame[] {
  const node = recordOf(metadata, id);
  if (!node || node.name === "DILocation") return framesOf(metadata, id);
  const line = Number(fieldOf(node, "line") ?? 0);
  if (line === 0) return [];
  const scope = scopeOf(metadata, id);
  return scope.file === "" ? [] : [{ ...scope, line, column: Number(fieldOf(node, "column") ?? 0) }];
}

/** The file that a node describes; undefined for other nodes. */
export function fileOfNode(metadata: MetadataTables, id: MetadataId): SourceFile | undefined {
  const file = recordOf(metadata, id);
  if (file?.name !== "DIFile") return undefined;
  return { file: textField(metadata, file, "filename"), directory: textField(metadata, file, "directory") };
}

/** Recognises locations on a line of certain files, or in code inlined there; examines each location once. */
export class LineMatcher {
  private readonly scopes = new Map<MetadataId, boolean>();
  private readonly locations = new Map<MetadataId, boolean>();

  constructor(
    private readonly metadata: MetadataTables,
    private readonly isFile: (file: SourceFile) => boolean,
    private readonly line: number,
  ) {}

  /**
   * Whether a location, or one at which it was inlined, is on the line. Stops at cycles, which damaged files may have.
   */
  location(id: MetadataId): boolean {
    const chain: MetadataId[] = [];
    let matches = false;
    for (let at: MetadataId | undefined = id; at !== undefined && !matches;) {
      const known = this.locations.get(at);
      if (known !== undefined) {
        matches = known;
        break;
      }
      this.locations.set(at, false);
      chain.push(at);
      const location = recordOf(this.metadata, at);
      if (location?.name !== "DILocation") break;
      matches = Number(fieldOf(location, "line") ?? 0) === this.line && this.scope(idField(location, "scope"));
      at = idField(location, "inlinedAt");
    }
    if (matches) for (const one of chain) this.locations.set(one, true);
    return matches;
  }
  /** Whether a function is declared on the line. */
  subprogram(id: MetadataId): boolean {
    const node = recordOf(this.metadata, id);
    return node?.name === "DISubprogram" && Number(fieldOf(node, "line") ?? 0) === this.line && this.scope(id);
  }
  private scope(id: MetadataId | undefined): boolean {
    if (id === undefined) return false;
    const known = this.scopes.get(id);
    if (known !== undefined) return known;
    const matches = this.isFile(scopeOf(this.metadata, id));
    this.scopes.set(id, matches);
    return matches;
  }
}

/** The file of a scope, and the function that contains it. */
function scopeOf(metadata: MetadataTables, id: MetadataId | undefined): Omit<SourceFrame, "line" | "column"> {
  const scope = recordOf(metadata, id);
  // A file can be a scope itself.
  const file = scope?.name === "DIFile" ? scope : recordOf(metadata, scope && idField(scope, "file"));
  const text = (field: string): string => (file?.name === "DIFile" ? textField(metadata, file, field) : "");
  return { file: text("filename"), directory: text("directory"), ...functionAround(metadata, id) };
}

function functionAround(
  metadata: MetadataTables,
  id: MetadataId | undefined,
): Pick<SourceFrame, "function" | "linkageName"> {
  const visited = new Set<MetadataId>();
  for (let at = id; at !== undefined && !visited.has(at);) {
    visited.add(at);
    const scope = recordOf(metadata, at);
    if (!scope) break;
    if (scope.name === "DISubprogram") {
      const linkageName = textField(metadata, scope, "linkageName");
      return { function: textField(metadata, scope, "name"), ...(linkageName === "" ? {} : { linkageName }) };
    }
    at = idField(scope, "scope");
  }
  return { function: "" };
}

function recordOf(metadata: MetadataTables, id: MetadataId | undefined): MetadataRecord | undefined {
  const node = id === undefined ? undefined : metadata.node(id);
  return node?.kind === "record" ? node : undefined;
}
function idField(record: MetadataRecord, name: string): MetadataId | undefined {
  const id = fieldOf(record, name);
  return typeof id === "number" ? id : undefined;
}
function textField(metadata: MetadataTables, record: MetadataRecord, name: string): string {
  const id = idField(record, name);
  const node = id === undefined ? undefined : metadata.node(id);
  return node?.kind === "string" ? node.text : "";
}
