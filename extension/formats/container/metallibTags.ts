/**
 * The tags of Metal libraries: four letters, the size of the content in two bytes, the content. Their meaning is that of
 * the public MetalLibraryArchive, and what libraries show whose sources are known.
 */
import { append } from "../../document/arrays";
import type { HeaderBytes } from "./bytes";
import type { HeaderField } from "./layout";
import { bytes, number } from "./layout";

/** Ends a group of tags; it has no size and no content. */
export const END = "ENDT";
/** The letters of a tag's name. */
export const MARK_BYTES = 4;
/** Name and size of a tag. */
const HEAD_BYTES = MARK_BYTES + 2;

/** One tag of a group. */
export interface Tag {
  readonly name: string;
  /** The first byte and the size in bytes of its content. */
  readonly startByte: number;
  readonly size: number;
}

/** A field of a tag: its name, and its bytes, or a text, which ends with a zero, or all that is left. */
type TagField = readonly [name: string, size: number | "text" | "rest"];

/** What a tag has: fields, the last ones again for each item of a list. */
interface TagContent {
  readonly fields: readonly TagField[];
  readonly items?: readonly TagField[];
}
/** More attributes of a vertex than Metal allows are not listed one by one. */
const MOST_ITEMS = 31;

function numbers(size: number, ...names: readonly string[]): TagContent {
  return { fields: names.map((name): TagField => [name, size]) };
}
/** The place and size of a section that a later version of the format has added. */
function section(name: string): TagContent {
  return numbers(8, `${name} offset`, `${name} size`);
}
const CONTENTS: ReadonlyMap<string, TagContent> = new Map([
  ["NAME", { fields: [["name", "text"]] }],
  ["TYPE", numbers(1, "type")],
  ["MDSZ", numbers(8, "bitcode size")],
  ["OFFT", numbers(8, "public metadata offset", "private metadata offset", "bitcode offset")],
  ["VERS", numbers(2, "AIR major", "AIR minor", "language major", "language minor")],
  ["SOFF", numbers(8, "source offset")],
  ["RFLT", numbers(8, "reflection offset")],
  [
    "DEBI",
    {
      fields: [
        ["line", 4],
        ["source file", "text"],
      ],
    },
  ],
  ["DEPF", { fields: [["built from", "text"]] }],
  [
    "VATT",
    {
      fields: [["count", 2]],
      items: [
        ["vertex attribute", "text"],
        ["index, and 0x8000 if it is used", 2],
      ],
    },
  ],
  [
    "VATY",
    {
      fields: [
        ["count", 2],
        ["types of the attributes", "rest"],
      ],
    },
  ],
  ["HSRD", section("source")],
  ["HSRC", section("source")],
  ["HDYN", section("dynamic header")],
  ["VLST", section("variable list")],
  ["ILST", section("imported symbols")],
  ["RLST", section("reflection")],
]);

/** The name of the section that a tag locates: its offset and its size, eight bytes each; undefined for other tags. */
export function sectionOf({ name, size }: Tag): string | undefined {
  const fields = CONTENTS.get(name)?.fields ?? [];
  return fields.length === 2 && size === 16 ? fields[0]?.[0].replace(/ offset$/, "") : undefined;
}

/** The tags from byte `startByte` to before `endByte`, up to the end mark or what is no tag. */
export function readTags(header: HeaderBytes, startByte: number, endByte: number): readonly Tag[] {
  const tags: Tag[] = [];
  for (let at = startByte; at + HEAD_BYTES <= endByte;) {
    const name = header.text(at, MARK_BYTES);
    const size = header.u16(at + MARK_BYTES);
    const content = at + HEAD_BYTES;
    if (name === END || !/^[A-Z0-9_]{4}$/.test(name) || content + size > endByte) break;
    tags.push({ name, startByte: content, size });
    at = content + size;
  }
  return tags;
}

/** The fields of a group of `size` bytes: its size in `prefix` bytes, its tags, the rest. */
export function groupFields(
  header: HeaderBytes,
  tags: readonly Tag[],
  prefix: number,
  size: number,
): readonly HeaderField[] {
  const fields: HeaderField[] = prefix > 0 ? [number("size", prefix)] : [];
  for (const tag of tags) {
    fields.push(bytes("tag", MARK_BYTES, tag.name), number("tag size", 2));
    if (tag.size > 0) append(fields, contentFields(header, tag) ?? [bytes(tag.name, tag.size)]);
  }
  const left = size - fields.reduce((sum, field) => sum + field.size, 0);
  if (left > 0) fields.push(bytes(left === MARK_BYTES ? "end" : "rest", left));
  return fields;
}

/** The fields of a tag's content; undefined if it is not what the tag has. */
function contentFields(header: HeaderBytes, tag: Tag): readonly HeaderField[] | undefined {
  const content = CONTENTS.get(tag.name);
  if (!content) return undefined;
  const end = tag.startByte + tag.size;
  let at = tag.startByte;
  const found: HeaderField[] = [];
  const take = ([name, size]: TagField): void => {
    const field = typeof size === "number" ? number(name, size) : bytesField(header, name, at, size === "text", end);
    found.push(field);
    at += field.size;
  };
  content.fields.forEach(take);
  for (let item = 0; content.items && at < end && item < MOST_ITEMS; item++) content.items.forEach(take);
  return at === end ? found : undefined;
}

/** The bytes from `at` to the tag's end, of a text only those up to the zero that ends it. */
function bytesField(header: HeaderBytes, name: string, at: number, isText: boolean, end: number): HeaderField {
  const size = Math.max(0, end - at);
  if (!isText) return bytes(name, size);
  const text = header.cString(at, size);
  return bytes(name, Math.min(text.length + 1, size), text);
}
