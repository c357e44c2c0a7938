/**
 * Resources: blobs, bools and strings that dialects and tools store beside the IR (BytecodeFormat.md, "Resource
 * Section").
 */
import type { Blob } from "../model/cursor";
import { MlirCursor } from "../model/cursor";
import { Damage, guarded } from "../model/damage";
import { isReleased } from "../model/release";
import { isPowerOfTwo } from "./sections";

/** A resource's value. A resource that is only declared has a key but no data. */
export type ResourceValue =
  | { readonly kind: "blob"; readonly alignment: number; readonly data: Blob }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "string"; readonly string: number }
  | { readonly kind: "declared" }
  | { readonly kind: "damaged" };

/** The kind of a value, in a word. */
export function kindOfResource({ kind }: ResourceValue): string {
  return kind === "declared" ? "no data" : kind;
}

/** A resource: its key, and its bytes in the resource section. */
export interface Resource extends Blob {
  readonly key: string;
  readonly value: ResourceValue;
  /** Its record in the offset section. */
  readonly declared: Blob;
}

/** The resources of one owner: a dialect, or an external tool by its key. */
export interface ResourceGroup {
  readonly owner: string;
  /** The bytes before its entries in the offset section. */
  readonly head: Blob;
  readonly external: boolean;
  readonly entries: Resource[];
}

/** What the reader of the two resource sections needs. */
export interface ResourceContext {
  readonly dialects: readonly string[];
  readonly producer: string;
  string(index: number): string;
  report(damage: Damage): void;
}

/** MLIR's dialects that have resources. */
const OWNERS = new Set(["builtin", "test"]);
/** Whether the writer of a file knew resources of a dialect: it may be a compiler with dialects of its own. */
const mayOwn = (dialect: string, producer: string): boolean => OWNERS.has(dialect) || !isReleased(producer);

/** Kinds of entries by code (mlir::AsmResourceEntryKind). */
const kinds = ["blob", "bool", "string"] as const;

interface Entry extends Blob {
  readonly key: string;
  readonly kind: number;
  readonly declared: Blob;
}

/**
 * Reads the offsets and the head of each entry that they lead to, but not the blobs. Damage in one entry goes to
 * `context.report` and does not affect the others.
 * @param data the resource section's data
 * @throws Damage in the offsets; `groups` keeps what was read before
 */
export function readResources(cursor: MlirCursor, data: Blob, context: ResourceContext, groups: ResourceGroup[]): void {
  const external = cursor.count("external group count");
  let at = data.startByte;
  for (let i = 0; !cursor.atEnd; i++) {
    const isExternal = i < external;
    cursor.open("group", isExternal ? "external" : "dialect");
    const startByte = cursor.position;
    const owner = readResourceOwner(cursor, isExternal, context);
    if (!isExternal && !mayOwn(owner, context.producer) && cursor.leaves === undefined)
      context.report(new Damage("bad-reference", `dialect '${owner}' is unknown`, startByte, cursor.position));
    const count = readResourceCount(cursor);
    const head = { startByte, endByte: cursor.position };
    const group: ResourceGroup = { owner, external: isExternal, head, entries: [] };
    groups.push(group);
    for (let k = 0; k < count; k++) {
      const entry = readOffset(cursor, at, data.endByte, !isExternal, context);
      at = entry.endByte;
      group.entries.push(
        cursor.leaves ? { ...entry, value: { kind: "declared" } } : readEntry(cursor, entry, group, context),
      );
    }
    cursor.close();
  }
}

type ResourceNames = Pick<ResourceContext, "dialects" | "string">;

/** Reads the owner of a group of resources: an external key, or a dialect's name. @throws Damage */
export function readResourceOwner(cursor: MlirCursor, external: boolean, names: ResourceNames): string {
  if (external) return names.string(cursor.string("key"));
  return names.dialects[cursor.index("dialect", "dialect", names.dialects.length, "dialect")] ?? "";
}
/** Reads the number of entries in a group; each takes at least three bytes. @throws Damage */
export function readResourceCount(cursor: MlirCursor): number {
  return cursor.count("entry count", 3);
}
/** Reads an entry of the offset section: the index of its key, its size in bytes, its kind. @throws Damage */
export function readResourceOffset(cursor: MlirCursor): { key: number; size: number; kind: number } {
  const key = cursor.string("key");
  const size = cursor.varint("size");
  const kind = cursor.byte("kind");
  cursor.note(kinds[kind] ?? "unknown");
  return { key, size, kind };
}

function readOffset(cursor: MlirCursor, at: number, end: number, mayBeEmpty: boolean, context: ResourceContext): Entry {
  const start = cursor.position;
  const { key, size, kind } = readResourceOffset(cursor);
  const declared = { startByte: start, endByte: cursor.position };
  if (at + size > end) {
    const message = `attempting to parse ${size} bytes when only ${end - at} remain`;
    throw new Damage("bad-table", message, start, cursor.position);
  }
  const isDeclared = mayBeEmpty && size === 0;
  if (kind >= kinds.length && !isDeclared)
    throw new Damage("bad-table", `invalid resource kind ${kind}`, start, cursor.position);
  return { key: context.string(key), kind, declared, startByte: at, endByte: at + size };
}

function readEntry(cursor: MlirCursor, entry: Entry, group: ResourceGroup, context: ResourceContext): Resource {
  const { key, kind, declared, startByte, endByte } = entry;
  const value = guarded(
    () => {
      const inner = new MlirCursor(cursor.window, startByte, endByte, cursor.sizes);
      const read = readResourceValue(inner, kind, !group.external);
      // The builtin dialect accepts only blobs; the resources of an external owner are not checked.
      if (!group.external && group.owner === "builtin" && read.kind !== "blob" && read.kind !== "declared")
        throw new Damage(
          "bad-value",
          `expected a blob resource entry, but found a ${read.kind} entry instead`,
          startByte,
          endByte,
        );
      if (!inner.atEnd)
        throw new Damage("bad-value", `unexpected trailing bytes in resource entry '${key}'`, inner.position, endByte);
      return read;
    },
    (damage): ResourceValue => {
      context.report(damage);
      return { kind: "damaged" };
    },
  );
  return { key, value, declared, startByte, endByte };
}

/** Reads one entry's bytes; an entry without bytes only declares its key. @throws Damage */
export function readResourceValue(cursor: MlirCursor, kind: number, mayBeEmpty: boolean): ResourceValue {
  if (mayBeEmpty && cursor.atEnd) return { kind: "declared" };
  if (kind === 1) return { kind: "bool", value: cursor.bool("value") };
  if (kind === 2) return { kind: "string", string: cursor.string("value") };
  const start = cursor.position;
  const alignment = cursor.varint("alignment");
  const size = cursor.varint("size");
  if (!isPowerOfTwo(alignment))
    throw new Damage("bad-value", "expected alignment to be a power-of-two", start, cursor.position);
  cursor.align(alignment);
  return { kind: "blob", alignment, data: cursor.skip("data", size, "opaque") };
}
