/** Reads one record of the properties section as the properties of an op (its generated `readProperties`). */
import { Damage } from "../model/damage";
import type { MlirCursor } from "../model/cursor";
import type { NamedValue, Tables, ValueCounts } from "../model/module";
import { nativeText } from "./nativeText";
import { wrongClass, wrongLocation } from "./kinds";
import type { KindTables } from "./kinds";
import { enumText } from "./tables";
import type { OpLayout, PropertyLayout } from "./tables";

/** What besides the op decides how a record is written: the file's bytecode version (5 or later) and its release. */
export type RecordFormat = Pick<Tables, "version" | "release" | "string">;

/** Bytecode version from which segment sizes are native numbers and not an attribute. */
const NATIVE_SEGMENTS = 6;

const SEGMENTS = [
  { name: "operandSegmentSizes", of: "operands", count: (layout: OpLayout) => layout.operandSegments },
  { name: "resultSegmentSizes", of: "results", count: (layout: OpLayout) => layout.resultSegments },
] as const;

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

/** Sorts by name, bytewise, as in a DictionaryAttr. */
export function sorted(values: readonly NamedValue[]): readonly NamedValue[] {
  for (let i = 1; i < values.length; i++)
    if ((values[i - 1] as NamedValue).name > (values[i] as NamedValue).name) return [...values].sort(byName);
  return values;
}

/**
 * The properties in a record, sorted by name, with defaults for those that it leaves out.
 * @param cursor at the record's bytes, all of which must belong to it
 * @param entries to look up the attributes' classes; without it they are not checked
 * @param writer the record must be exactly as a writer makes it for an op with these counts, not only acceptable to a
 * reader
 * @throws Damage if the bytes are not a record with this layout: too short, too long for a writer, an index past its
 * table, an attribute of another class
 */
export function decodeProperties(
  layout: OpLayout,
  cursor: MlirCursor,
  format: RecordFormat,
  entries?: KindTables,
  writer?: Partial<ValueCounts>,
): readonly NamedValue[] {
  const properties = inByteOrder(layout, format);
  const values = new Array<NamedValue>(properties.length);
  let count = 0;
  for (const property of properties) {
    const start = cursor.position;
    const value = readProperty(property, cursor, format, writer !== undefined);
    if (entries && value?.value.kind === "attribute") {
      const { index } = value.value;
      const wrong = wrongClass(property.attributeClass, index, entries) ?? wrongLocation(value.name, index, entries);
      if (wrong !== undefined) throw new Damage("bad-reference", wrong, start, cursor.position);
      if (cursor.leaves) noteCase(property, index, entries, cursor);
    }
    if (value) values[count++] = value;
  }
  values.length = count;
  if (format.version >= NATIVE_SEGMENTS && layout.operandSegments + layout.resultSegments > 0)
    readSegments(layout, cursor, values, writer);
  if (!cursor.atEnd) {
    if (writer !== undefined)
      throw new Damage("bad-record", "unexpected trailing bytes in the properties", cursor.position, cursor.endByte);
    // The reference's readers leave the rest of a record unread.
    cursor.skip("rest", cursor.remaining, "opaque");
  }
  return sorted(values);
}

/** The segment sizes follow the properties, as far as the op has any. */
function readSegments(
  layout: OpLayout,
  cursor: MlirCursor,
  values: NamedValue[],
  writer: Partial<ValueCounts> | undefined,
): void {
  for (const { name, of, count } of SEGMENTS) {
    if (count(layout) === 0) continue;
    const start = cursor.position;
    const sizes = readSparse(name, count(layout), cursor, writer !== undefined);
    const [sum, total] = [sizes.reduce((a, b) => a + b, 0), writer?.[of]];
    if (total !== undefined && sum !== total)
      throw new Damage("bad-record", `${name} has ${sum} of ${total} ${of}`, start, cursor.position);
    values.push(spelled(name, segmentText(sizes)));
  }
}

/**
 * The properties in the order of the bytes. Version 5 writes segment sizes as attributes: in alphabetical order, with
 * MLIR 17 after all other attributes.
 */
function inByteOrder(layout: OpLayout, { version, release }: RecordFormat): readonly PropertyLayout[] {
  if (version >= NATIVE_SEGMENTS || layout.operandSegments + layout.resultSegments === 0) return layout.properties;
  const segments = SEGMENTS.filter(({ count }) => count(layout) > 0).map(({ name }) => attributeNamed(name));
  const isAttribute = (p: PropertyLayout): boolean => p.encoding.kind !== "native";
  const attributes = [...layout.properties.filter(isAttribute), ...segments];
  if (release > 17) attributes.sort(byName);
  return [...attributes, ...layout.properties.filter((p) => !isAttribute(p))];
}

const attributeNamed = (name: string): PropertyLayout => ({
  name,
  encoding: { kind: "attribute" },
  filled: undefined,
  cases: undefined,
  attributeClass: "4",
});

const spelled = (name: string, text: string): NamedValue => ({ name, value: { kind: "spelled", text } });

/** Notes the enum case of an integer attribute: `2 : i64` of arith.cmpi is `slt`. */
function noteCase({ cases }: PropertyLayout, index: number, entries: KindTables, cursor: MlirCursor): void {
  const node = cases && entries.attribute(index);
  if (!cases || node?.kind !== "integer") return;
  const text = enumText(cases, Number(node.value));
  if (text !== undefined) cursor.note(`attribute ${index}: ${text}`);
}

/** The value of a property that the file leaves out: its default, if it has one. */
export function absent(property: PropertyLayout): NamedValue | undefined {
  return property.filled === undefined ? undefined : spelled(property.name, property.filled);
}

function readProperty(
  property: PropertyLayout,
  cursor: MlirCursor,
  format: RecordFormat,
  asWritten: boolean,
): NamedValue | undefined {
  const { name, encoding } = property;
  switch (encoding.kind) {
    case "attribute":
      return { name, value: { kind: "attribute", index: cursor.attribute(name, "Attribute") } };
    case "optional": {
      const index = cursor.optionalAttribute(name, "Attribute", asWritten);
      return index < 0 ? absent(property) : { name, value: { kind: "attribute", index } };
    }
    case "native":
      return spelled(name, nativeText(encoding.type, cursor, property, format));
  }
}

/**
 * Segment sizes (DialectBytecodeWriter::writeSparseArray): dense, one varint per segment; or sparse, the non-zero sizes
 * as (value, index) with the index in the low bits.
 * @param length number of segments of the op; the sparse form does not store it
 */
function readSparse(name: string, length: number, cursor: MlirCursor, asWritten: boolean): readonly number[] {
  const start = cursor.position;
  const header = cursor.flagged(`${name} count`);
  const count = Math.floor(header / 2);
  const sizes = new Array<number>(length).fill(0);
  const fail = (message: string, from: number): never => {
    throw new Damage("bad-record", message, from, cursor.position);
  };
  if (header % 2 === 0) {
    if (asWritten && count < length) fail(`${name} has ${count} of ${length} sizes`, start);
    if (count > length) fail(`trying to read an array of ${count} but only ${length} storage available.`, start);
    for (let i = 0; i < count; i++) sizes[i] = cursor.varint(name);
    return sizes;
  }
  if (count === 0) return sizes;
  const indexBits = cursor.varint(`${name} index bits`);
  if (indexBits > 8) fail(`reading sparse array with indexing above 8 bits: ${indexBits}`, start);
  // Each pair takes at least a byte, so a count past the record ends with Damage.
  for (let i = 0; i < count; i++) {
    const at = cursor.position;
    const packed = cursor.varint(name);
    const index = packed % 2 ** indexBits;
    const size = Math.floor(packed / 2 ** indexBits);
    if (index >= length) {
      fail(`reading a sparse array found index ${index} but only ${length} storage available.`, at);
    }
    cursor.leaves?.note(`segment ${index}: ${size}`);
    sizes[index] = size;
  }
  return sizes;
}

/** Sizes of segments as an attribute: `array<i32: 1, 2>`. */
export const segmentText = (sizes: readonly number[]): string => `array<i32: ${sizes.join(", ")}>`;
