/** Writes MLIR bytecode from its parts, for tests: the sections of BytecodeFormat.md, with any content. */
import { joined } from "./joined";

/** A varint in its shortest form: n trailing zeros in the first byte, n bytes more. */
export function varint(value: number | bigint): number[] {
  const wide = BigInt(value);
  for (let more = 0; more < 8; more++) {
    if (wide >> BigInt(7 * (more + 1)) !== 0n) continue;
    const bits = ((wide << 1n) | 1n) << BigInt(more);
    return Array.from({ length: more + 1 }, (_, i) => Number((bits >> BigInt(8 * i)) & 0xffn));
  }
  return [0, ...Array.from({ length: 8 }, (_, i) => Number((wide >> BigInt(8 * i)) & 0xffn))];
}

/** An entry of the attribute/type section: builtin, in its own encoding unless it is text. */
export type EntryBytes = readonly number[] | string;

/** The content of a file. The defaults make a valid empty module. */
export interface ModuleParts {
  readonly version?: number;
  readonly producer?: string;
  readonly strings?: readonly string[];
  readonly attributes?: readonly EntryBytes[];
  /** How many of the last attributes belong to the second dialect; all other entries belong to the first one. */
  readonly foreign?: number;
  readonly types?: readonly EntryBytes[];
  /** Names of ops without their dialect, by dialect: `[["builtin", ["module"]]]`. Both are added to the strings. */
  readonly ops?: readonly (readonly [string, readonly string[]])[];
  /** The IR section's data. */
  readonly ir?: readonly number[];
  readonly properties?: readonly (readonly number[])[];
  /** Keys of resources, each of which is `true`; they belong to no dialect. */
  readonly resources?: readonly string[];
}

function section(id: number, data: readonly number[] | Uint8Array): Uint8Array {
  return Uint8Array.from([id, ...varint(data.length), ...(data.length < 65536 ? data : [])]);
}

/** A section whose data may be long. */
function framed(id: number, data: Uint8Array): readonly Uint8Array[] {
  return data.length < 65536 ? [section(id, data)] : [Uint8Array.from([id, ...varint(data.length)]), data];
}

function stringSection(strings: readonly string[]): Uint8Array {
  const sizes = strings.map((s) => varint(s.length + 1)).reverse();
  const data = strings.map((s) => [...Array.from(s, (c) => c.charCodeAt(0)), 0]);
  return joined([varint(strings.length), ...sizes, ...data]);
}

/** The sections of resources that are `true`, in one external group. */
function resourceSections(keys: readonly string[] | undefined, index: (text: string) => number): readonly Uint8Array[] {
  if (!keys) return [];
  const group = [...varint(1), ...varint(index("external")), ...varint(keys.length)];
  const offsets = joined([group, ...keys.map((key) => [...varint(index(key)), ...varint(1), 1])]);
  return [...framed(5, new Uint8Array(keys.length).fill(1)), ...framed(6, offsets)];
}

const entryBytes = (entry: EntryBytes): readonly number[] =>
  typeof entry === "string" ? [...Array.from(entry, (c) => c.charCodeAt(0)), 0] : entry;

/** The bytes of a file. Attribute 0 is `loc(unknown)` unless `attributes` are given. */
export function mlirModule(parts: ModuleParts): Uint8Array {
  const { version = 6, producer = "MLIR22.1.8", attributes = [varint(15)], types = [] } = parts;
  const ops = parts.ops ?? [["builtin", ["module"]]];
  const strings = [...(parts.strings ?? [])];
  const indexes = new Map<string, number>();
  strings.forEach((text, at) => indexes.set(text, indexes.get(text) ?? at));
  const index = (text: string): number => {
    const known = indexes.get(text) ?? strings.length;
    if (known === strings.length) strings.push(text);
    indexes.set(text, known);
    return known;
  };
  const names = version >= 1 ? (i: number): number[] => varint(i * 2) : varint;
  const dialects = ops.map(([dialect]) => names(index(dialect)));
  const groups = ops.map(([, own], i) => [
    ...varint(i),
    ...varint(own.length),
    ...own.flatMap((name) => varint(version >= 5 ? index(name) * 2 + 1 : index(name))),
  ]);
  const total = version >= 4 ? varint(ops.reduce((sum, [, own]) => sum + own.length, 0)) : [];
  const group = (entries: readonly EntryBytes[], dialect = 0): readonly (readonly number[])[] =>
    entries.length === 0
      ? []
      : [
          varint(dialect),
          varint(entries.length),
          ...entries.map((e) => varint(entryBytes(e).length * 2 + (typeof e === "string" ? 0 : 1))),
        ];
  const own = attributes.length - (parts.foreign ?? 0);
  const ofDialects = [...group(attributes.slice(0, own)), ...group(attributes.slice(own), 1)];
  const offsets = joined([varint(attributes.length), varint(types.length), ...ofDialects, ...group(types)]);
  const empty = [...varint(2), ...varint(0), 0x00, ...varint(0)];
  return joined([
    [0x4d, 0x4c, 0xef, 0x52, ...varint(version), ...Array.from(producer, (c) => c.charCodeAt(0)), 0],
    ...framed(1, joined([varint(ops.length), ...dialects, total, ...groups])),
    ...framed(3, offsets),
    ...framed(2, joined([...attributes, ...types].map(entryBytes))),
    ...framed(4, Uint8Array.from(parts.ir ?? empty)),
    ...resourceSections(parts.resources, index),
    ...framed(0, stringSection(strings)),
    ...(version >= 5
      ? framed(
          8,
          joined([
            varint(parts.properties?.length ?? 0),
            ...(parts.properties ?? []).flatMap((p) => [varint(p.length), p]),
          ]),
        )
      : []),
  ]);
}
