/** The properties of ops, read by the tables of the releases that may have written a file. */
import { append } from "../../../document/arrays";
import { silent } from "../model/cursor";
import type { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { NamedValue, OpName, OpStructure, PropertyCodec, ValueCounts } from "../model/module";
import { align, decodeAligned } from "./align";
import { absent, decodeProperties, segmentText, sorted } from "./decode";
import type { RecordFormat } from "./decode";
import { wrongClass } from "./kinds";
import type { KindTables } from "./kinds";
import { KnownDialects } from "./registered";
import type { EntryTables } from "./registered";
import { sliceFault } from "./slices";
import { structureFault } from "./structure";
import type { OpLayout, OpTable } from "./tables";

/** A codec, with further answers about ops that the rest of the format needs. */
export interface OpKnowledge extends PropertyCodec {
  /** The op's layout and traits in the tables in use; undefined if it is in none. */
  layout(op: OpName): OpLayout | undefined;
  /** The first tables that define ops of these dialects: `MLIR 22, StableHLO 1.13`. */
  sourceOf(dialects: readonly string[]): string;
}

/** The tables in which an op is looked up, in order. `guessed`: the producer string did not name them. */
export interface ReleaseChoice {
  readonly tables: readonly OpTable[];
  readonly guessed: boolean;
  /** Whether values are numbered from the parent's count in each region, as until April 2024. */
  readonly byRegion: boolean;
  /**
   * Whether the first table belongs to exactly the release that wrote the file, so that an op that it lacks does not
   * exist.
   */
  readonly complete?: boolean;
  /**
   * Tables that may belong to another version than the writer's: if their layout does not fit, the file is not damaged.
   */
  readonly approximate?: ReadonlySet<OpTable>;
  /**
   * Whether a compiler with dialects of its own wrote the file. It may have changed ops of the release on which it is
   * built, so that a record that does not fit is not damaged.
   */
  readonly changed?: boolean;
  /** Dialects whose ops had attributes but no properties yet when the file was written; "all": no op had any. */
  readonly plain?: ReadonlySet<string> | "all";
  /** Whether segment sizes are named `odsOperandSegmentSizes`, as in July and August 2023. */
  readonly prefixed?: boolean;
}

/**
 * Ops that no ODS describes: those written in C++, those of dialects that allow unknown ops, and those of transform, to
 * which any tool can add.
 */
const UNLISTED = /^(?:affine\.dma_(?:start|wait)$|(?:llvm|nvvm|rocdl|shape|spirv|transform)\.)/;
/** Segment sizes among attributes; until June 2023 they had the second pair of names. */
const SEGMENT_NAMES = ["operandSegmentSizes", "resultSegmentSizes", "operand_segment_sizes", "result_segment_sizes"];
/** Their class: DenseI32ArrayAttr. */
const SEGMENT_CLASS = "4";
/** Their names in July and August 2023, when versions before 5 were still written with the second pair. */
const PREFIXED_NAMES = ["odsOperandSegmentSizes", "odsResultSegmentSizes"];

/** Reads properties by the tables of `choice`. */
export class TablePropertyCodec implements OpKnowledge {
  readonly source: { readonly name: string; readonly guessed: boolean };
  private readonly dialects: KnownDialects;
  private readonly known = new Map<string, readonly OpLayout[]>();
  private readonly approximate = new Map<string, boolean>();

  readonly numbersByRegion: boolean;

  constructor(
    private readonly tables: RecordFormat & EntryTables,
    private readonly choice: ReleaseChoice,
  ) {
    this.numbersByRegion = choice.byRegion;
    this.dialects = new KnownDialects(tables);
    // For a guess, all tables are tried; the first one is the best.
    const named = choice.guessed ? choice.tables.slice(0, 1) : choice.tables;
    this.source = { name: named.map((table) => table.release).join(", "), guessed: choice.guessed };
  }

  /** The possible layouts of an op, most likely first; several if versions of a dialect disagree. */
  private layouts(op: OpName): readonly OpLayout[] {
    let layouts = this.known.get(op.name);
    if (!layouts) {
      layouts = layoutsIn(this.choice.tables, op);
      this.known.set(op.name, layouts);
    }
    return layouts;
  }

  layout(op: OpName): OpLayout | undefined {
    return this.layouts(op)[0];
  }

  sourceOf(dialects: readonly string[]): string {
    const { tables, guessed } = this.choice;
    const first = dialects.map((dialect) => tables.find((table) => table.hasDialect(dialect)));
    const needed = guessed ? [] : tables.filter((table) => first.includes(table));
    return needed.length === 0 ? this.source.name : needed.map(({ release }) => release).join(", ");
  }

  isSymbolTable(op: OpName): boolean {
    return this.layout(op)?.symbolTable ?? false;
  }

  knows(op: OpName): boolean {
    return this.isRegistered(op) && this.layout(op) !== undefined;
  }

  /** Whether mlir-opt knows the op, whatever the file says; for dialects other than MLIR's own the file decides. */
  private isRegistered(op: OpName): boolean {
    if (this.choice.complete === true && this.choice.tables[0]?.layout(op.name)) return true;
    return op.registered ?? this.dialects.has(op.dialect);
  }

  /** Whether an op is only in tables that may belong to another version. */
  private isApproximate(op: OpName): boolean {
    let answer = this.approximate.get(op.name);
    if (answer === undefined) {
      const { approximate, tables } = this.choice;
      answer = approximate !== undefined && !tables.some((table) => !approximate.has(table) && table.layout(op.name));
      this.approximate.set(op.name, answer);
    }
    return answer;
  }

  fault(op: OpName, structure: OpStructure | undefined): string | undefined {
    const [table] = this.choice.tables;
    if (!table || this.choice.complete !== true) return undefined;
    const layout = table.layout(op.name);
    if (layout)
      return structure && (structureFault(op.name, layout, structure) ?? sliceFault(structure, this.tables.release));
    // A name without a point, which is stored as its dialect's, belongs to no dialect.
    const known = op.name === op.dialect || UNLISTED.test(op.name) || this.layout(op) !== undefined;
    return table.hasDialect(op.dialect) && !known
      ? `unregistered operation '${op.name}' found in dialect ('${op.dialect}') that does not allow unknown operations`
      : undefined;
  }

  /** Segments' sizes and the visibility of symbols are checked; attributes that are required are in every record. */
  checksRecord(op: OpName): boolean {
    const layout = this.choice.complete === true ? this.choice.tables[0]?.layout(op.name) : undefined;
    return layout !== undefined && (layout.symbol === true || layout.operandSegments + layout.resultSegments > 0);
  }

  decode(op: OpName, cursor: MlirCursor, checked = true): readonly NamedValue[] | undefined {
    if (op.registered === false && !this.isRegistered(op)) return undefined;
    const layouts = this.layouts(op);
    const guessed = this.choice.guessed || this.choice.changed === true || this.isApproximate(op);
    if (this.choice.complete === true && !guessed && layouts[0] && isEmpty(layouts[0])) {
      const message = `has properties but missing BytecodeOpInterface for ${op.name}`;
      throw new Damage("bad-record", message, cursor.startByte, cursor.endByte);
    }
    // If a guessed layout does not fit, the file is not damaged.
    if (guessed && !layouts.some((layout) => fitsRecord(layout, cursor, this.tables, this.tables)))
      return decodeNearest(layouts, cursor, this.tables);
    const values = decodeByAny(layouts, cursor, this.tables, checked || layouts.length > 1 ? this.tables : undefined);
    return values && this.choice.prefixed ? prefixed(values) : values;
  }

  /** The layout of an op with these attributes: another version's if the likeliest one requires others. */
  private layoutWith(op: OpName, attributes: readonly NamedValue[]): OpLayout | undefined {
    const [first, ...others] = this.layouts(op);
    if (!first || others.length === 0 || this.choice.complete === true) return first;
    const names = attributes.map(({ name }) => name);
    return hasRequired(first, names) ? first : (others.find((layout) => fitsNames(layout, names)) ?? first);
  }

  /** Whether an attribute becomes a property: one of another class than the op's definition has is dropped. */
  private isTaken(layout: OpLayout, { name, value }: NamedValue): boolean {
    if (this.choice.complete !== true || value.kind !== "attribute") return true;
    const letter = SEGMENT_NAMES.includes(name)
      ? SEGMENT_CLASS
      : layout.properties.find((property) => property.name === name)?.attributeClass;
    return wrongClass(letter, value.index, this.tables) === undefined;
  }

  split(
    op: OpName,
    attributes: readonly NamedValue[],
  ): { readonly properties: readonly NamedValue[]; readonly attributes: readonly NamedValue[] } {
    const { plain } = this.choice;
    const old = this.tables.release === 16 || plain === "all" || plain?.has(op.dialect) === true;
    const layout = !old && this.isRegistered(op) ? this.layoutWith(op, attributes) : undefined;
    if (!layout) return { properties: [], attributes };
    const inherent = new Set(layout.properties.map((property) => property.name));
    if (layout.operandSegments + layout.resultSegments > 0) SEGMENT_NAMES.forEach((name) => inherent.add(name));
    if (inherent.size === 0) return { properties: [], attributes };
    // Of attributes with the same name, the last one stays.
    const given = new Map(attributes.map((value) => [value.name, value]));
    const properties = [...given.values()]
      .filter(({ name }) => inherent.has(name))
      .filter((value) => this.isTaken(layout, value));
    const present = new Set(properties.map(({ name }) => name));
    // One that was dropped has no default either.
    for (const property of layout.properties) {
      const filled = given.has(property.name) ? undefined : absent(property);
      if (filled) properties.push(filled);
    }
    if (this.choice.complete === true) append(properties, missingSegments(layout, present));
    return {
      properties: this.choice.prefixed ? prefixed(properties) : sorted(properties),
      attributes: attributes.filter(({ name }) => !inherent.has(name)),
    };
  }
}

/** The sizes of segments that are missing among an op's properties: none has values. */
function missingSegments(layout: OpLayout, present: ReadonlySet<string>): readonly NamedValue[] {
  const counts = [layout.operandSegments, layout.resultSegments];
  return counts.flatMap((count, i): readonly NamedValue[] => {
    const [name = "", old = ""] = [SEGMENT_NAMES[i], SEGMENT_NAMES[i + 2]];
    if (count === 0 || present.has(name) || present.has(old)) return [];
    return [{ name, value: { kind: "spelled", text: segmentText(new Array<number>(count).fill(0)) } }];
  });
}

/** The values with segment sizes under their names of July and August 2023. */
function prefixed(values: readonly NamedValue[]): readonly NamedValue[] {
  const renamed = values.map((value) => {
    const place = SEGMENT_NAMES.indexOf(value.name);
    return place < 0 ? value : { ...value, name: PREFIXED_NAMES[place % PREFIXED_NAMES.length] ?? value.name };
  });
  return sorted(renamed);
}

/** Reads a record by the layout from which it differs least, as far as only one assignment is possible. */
function decodeNearest(
  layouts: readonly OpLayout[],
  cursor: MlirCursor,
  tables: KindTables,
): readonly NamedValue[] | undefined {
  const found = layouts.flatMap((layout) => align(layout, cursor, tables) ?? []);
  const least = Math.min(...found.map(({ differences }) => differences));
  const nearest = found.find(({ differences }) => differences === least);
  return nearest && decodeAligned(nearest, cursor);
}

/** Whether an op has no properties at all: then no record is written for it. */
export const isEmpty = ({ properties, operandSegments, resultSegments }: OpLayout): boolean =>
  properties.length === 0 && operandSegments + resultSegments === 0;

/** The different layouts of an op in these tables, in their order. */
export function layoutsIn(tables: readonly OpTable[], op: OpName): readonly OpLayout[] {
  const layouts: OpLayout[] = [];
  for (const table of tables) {
    const layout = table.layout(op.name);
    if (layout && !layouts.includes(layout)) layouts.push(layout);
  }
  return layouts;
}

/**
 * Decodes a record by the first layout that its bytes fit; undefined if there is no layout.
 * @throws Damage of the first layout, if they fit none
 */
export function decodeByAny(
  layouts: readonly OpLayout[],
  cursor: MlirCursor,
  format: RecordFormat,
  entries?: KindTables,
): readonly NamedValue[] | undefined {
  const [first, ...others] = layouts;
  if (!first) return undefined;
  const start = cursor.position;
  const fits =
    others.length === 0 ? first : (layouts.find((layout) => fitsRecord(layout, cursor, format, entries)) ?? first);
  cursor.position = start;
  return decodeProperties(fits, cursor, format, entries);
}

/**
 * Whether a record's bytes are what a writer makes with this layout. Nothing is recorded and the cursor does not move.
 * @param entries to look up the attributes' classes; without it they are not checked
 * @param counts to compare the sizes of segments with, if they are known
 */
export function fitsRecord(
  layout: OpLayout,
  cursor: MlirCursor,
  format: RecordFormat,
  entries?: KindTables,
  counts: Partial<ValueCounts> = {},
): boolean {
  try {
    decodeProperties(layout, silent(cursor), format, entries, counts);
    return true;
  } catch (thrown) {
    if (thrown instanceof Damage) return false;
    throw thrown;
  }
}

/**
 * Whether the names of an op's attributes, before version 5, are those of a layout: all that it requires, and no other
 * without a dialect's name in front.
 */
export function fitsNames(layout: OpLayout, names: readonly string[]): boolean {
  const known = (name: string): boolean =>
    name.includes(".") || SEGMENT_NAMES.includes(name) || layout.properties.some((property) => property.name === name);
  return names.every(known) && hasRequired(layout, names);
}

/** Whether all attributes that a layout requires are among these names. */
function hasRequired(layout: OpLayout, names: readonly string[]): boolean {
  return layout.properties.every(({ name, encoding }) => encoding.kind !== "attribute" || names.includes(name));
}

/** Whether sizes of segments among these names are called as the table's MLIR calls them before version 5. */
export function namesSegments(names: readonly string[], isPrefixed: boolean): boolean {
  return names.every((name) => {
    const place = SEGMENT_NAMES.indexOf(name);
    return place < 0 || place >= PREFIXED_NAMES.length === isPrefixed;
  });
}

/** Whether all attributes with a default are among these names: a writer that knows an attribute stores it. */
export const hasFilled = (layout: OpLayout, names: readonly string[]): boolean =>
  layout.properties.every(
    ({ name, encoding, filled }) => encoding.kind !== "optional" || filled === undefined || names.includes(name),
  );
