/** Constant pools: planes of constants, strings, and in a function's pool types. */
import { steppedAt } from "../../../kit/steps";
import type { Cursor } from "../model/cursor";
import { Damage } from "../model/cursor";
import type { Operation } from "../model/opcodes";
import type { Row } from "../model/row";
import type { Traits } from "../model/traits";
import type { Type } from "../model/type";
import type { TypeRow } from "../model/typeRecord";
import type { TypeTable } from "../model/types";
import { VOID } from "../model/type";
import { readType, readTypeSlot } from "../model/typeRecord";
import type { Constant, Planes, Reference, Value } from "../model/values";

/** A record of a constant pool. */
export type PoolRow =
  | Constant
  | TypeRow
  | (Row & { readonly kind: "types"; readonly count: number })
  | (Row & { readonly kind: "plane"; readonly count: number; readonly slot: number; readonly what: PlaneKind });

/** The kind of a plane's entries. */
export type PlaneKind = "constants" | "strings" | "types";

/** The plane of types in versions 0 and 1 (type id 12 there). */
const TYPE_PLANE = 12;
/** In place of an operand count: inline assembly. */
const INLINE_ASSEMBLY = 0xffffffff;

/** Reads a pool's records in order. `inFunction`: whether the pool is a function's own. */
export class PoolReader {
  private left = 0;
  private what: PlaneKind = "constants";
  private type: Type = VOID;
  private started = false;
  constructor(
    private readonly traits: Traits,
    private readonly types: TypeTable,
    private readonly inFunction: boolean,
    /** Called with the types of the pool once they are read, before anything uses them. */
    private readonly link: (rows: readonly TypeRow[]) => void,
  ) {}
  private readonly typeRows: TypeRow[] = [];

  done(cursor: Cursor): boolean {
    return cursor.left <= 0 && this.left === 0;
  }

  /** @throws {Damage} */
  next(cursor: Cursor): PoolRow {
    if (!this.started) {
      this.started = true;
      if (this.inFunction && this.traits.functionTypes) return this.begin(this.readTypes(cursor), "types");
    }
    if (this.left > 0) return this.entry(cursor);
    const plane = this.readPlane(cursor);
    if (plane.kind === "plane" && plane.what === "constants") this.type = this.types.at(plane.slot, plane.startByte);
    return this.begin(plane, plane.kind === "plane" ? plane.what : "types");
  }

  /** A heading tells how many entries of which kind follow. */
  private begin(row: PoolRow & { readonly count: number }, what: PlaneKind): PoolRow {
    this.left = row.count;
    this.what = what;
    return row;
  }

  private entry(cursor: Cursor): PoolRow {
    this.left--;
    if (this.what === "strings") return this.readString(cursor);
    if (this.what === "constants") return this.readConstant(cursor, this.type);
    const row = readType(cursor, this.traits);
    this.typeRows.push(row);
    if (this.left === 0) this.link(this.typeRows.splice(0));
    return row;
  }

  /** Reads a row again, for its fields. */
  again(cursor: Cursor, row: PoolRow): void {
    if (row.kind === "types") this.readTypes(cursor);
    else if (row.kind === "plane") this.readPlane(cursor);
    else if (row.kind === "type") readType(cursor, this.traits);
    else if (row.kind === "string") this.readString(cursor);
    else this.readConstant(cursor, row.type);
  }

  private readTypes(cursor: Cursor): PoolRow & { readonly kind: "types" } {
    const startByte = cursor.position;
    return { kind: "types", count: cursor.vbr32("types"), startByte, endByte: cursor.position };
  }

  /**
   * A plane's heading: a count, and the type. Plane 0, of void, holds strings since version 1; plane 12 holds types
   * before version 2.
   */
  private readPlane(cursor: Cursor): PoolRow & { readonly kind: "plane" } {
    const startByte = cursor.position;
    const count = cursor.vbr32("count");
    const raw = cursor.peek();
    if (this.traits.typeOfTypes && raw === TYPE_PLANE) {
      cursor.vbr32("plane");
      cursor.explain(() => "types");
      return { kind: "plane", count, slot: TYPE_PLANE, what: "types", startByte, endByte: cursor.position };
    }
    const slot = readTypeSlot(cursor, this.traits, "plane");
    const strings = slot === 0 && this.traits.stringConstants && !this.inFunction;
    if (strings) cursor.explain(() => "strings");
    const what = strings ? "strings" : "constants";
    return { kind: "plane", count, slot, what, startByte, endByte: cursor.position };
  }

  /** A string: its array type, then as many bytes as the array has elements. */
  private readString(cursor: Cursor): Constant {
    const startByte = cursor.position;
    const type = this.types.at(readTypeSlot(cursor, this.traits, "type"), startByte);
    const of = type.kind === "array" ? type.element.kind : undefined;
    if (of !== "sbyte" && of !== "ubyte")
      throw new Damage("bad-type", "a string's type is not an array of bytes", startByte);
    const bytes = cursor.take(type.length, "string");
    return { kind: "string", type, slot: -1, bytes, startByte, endByte: cursor.position };
  }

  /** A constant: its operand count distinguishes plain values, expressions, undef and inline assembly. */
  private readConstant(cursor: Cursor, type: Type): Constant {
    const startByte = cursor.position;
    let count = cursor.vbr32("operands");
    if (this.traits.biasedOperandCount) {
      if (count === 1) {
        cursor.explain(() => "undef");
        return { kind: "undef", type, slot: -1, startByte, endByte: cursor.position };
      }
      if (count === INLINE_ASSEMBLY) return this.readAssembly(cursor, type, startByte);
      if (count > 0) count--;
    }
    if (count > 0) return this.readExpression(cursor, type, count, startByte);
    cursor.explain(() => "plain");
    return this.readPlain(cursor, type, startByte);
  }

  /** Inline assembly (LLVM 1.7): text, constraints, and a bit for side effects. */
  private readAssembly(cursor: Cursor, type: Type, startByte: number): Constant {
    cursor.explain(() => "inline assembly");
    const text = cursor.string("assembly");
    const constraints = cursor.string("constraints");
    const sideEffects = (cursor.vbr32("flags") & 1) !== 0;
    return { kind: "asm", type, slot: -1, text, constraints, sideEffects, startByte, endByte: cursor.position };
  }

  /** An expression: opcode, then slot and type of each operand, which may be a later constant. */
  private readExpression(cursor: Cursor, type: Type, count: number, startByte: number): Constant {
    const opcode = cursor.vbr32("opcode");
    const operation: Operation | undefined = this.traits.operations[opcode];
    if (operation === undefined) throw new Damage("bad-value", `unknown opcode ${opcode} in a constant`, startByte);
    cursor.explain(() => operation);
    const references: Reference[] = [];
    for (let i = 0; i < count; i++) {
      const slot = cursor.vbr32("operand");
      const at = cursor.position;
      references.push({ slot, type: this.types.at(readTypeSlot(cursor, this.traits, "operand type"), at) });
    }
    const endByte = cursor.position;
    return {
      kind: "expression",
      type,
      slot: -1,
      operation,
      references: references.slice(),
      operands: NO_VALUES,
      startByte,
      endByte,
    };
  }

  /** A plain value. Signed numbers of every width are written as 64-bit ones with the sign in the lowest bit. */
  private readPlain(cursor: Cursor, type: Type, startByte: number): Constant {
    const integer = (value: number | bigint): Constant => {
      return { kind: "integer", type, slot: -1, value, startByte, endByte: cursor.position };
    };
    const float = (bits: bigint): Constant => {
      return { kind: "float", type, slot: -1, bits, startByte, endByte: cursor.position };
    };
    const referring = (kind: "aggregate" | "pointer", references: readonly Reference[]): Constant => {
      return { kind, type, slot: -1, references, operands: NO_VALUES, startByte, endByte: cursor.position };
    };
    switch (type.kind) {
      case "bool":
      case "ubyte":
      case "ushort":
      case "uint":
        return integer(cursor.vbr32("value"));
      case "ulong":
        return integer(cursor.vbr64("value"));
      case "sbyte":
      case "short":
      case "int":
      case "long": {
        const value = signed(cursor.vbr64("value"));
        cursor.explain(() => String(value));
        return integer(value);
      }
      case "float":
        return float(cursor.float(4, "value"));
      case "double":
        return float(cursor.float(8, "value"));
      case "array":
      case "packed":
      case "struct":
        return referring("aggregate", this.readElements(cursor, type));
      case "pointer":
        return referring("pointer", [{ type, slot: cursor.vbr32("global") }]);
      default:
        throw new Damage("bad-value", `a constant of type ${type.kind}`, cursor.position);
    }
  }

  /** An aggregate's elements: one slot each, in the plane of the element's type. Zero aggregates are never written. */
  private readElements(cursor: Cursor, type: Type): Reference[] {
    const count = type.kind === "struct" ? type.elements.length : type.length;
    // Every element takes at least a byte.
    if (count > cursor.left) {
      throw new Damage("truncated", `${count} elements are needed, ${cursor.left} bytes are left`, cursor.position);
    }
    const references: Reference[] = new Array<Reference>(count);
    for (let i = 0; i < count; i++) {
      const element = type.kind === "struct" ? (type.elements[i] ?? VOID) : type.element;
      references[i] = { type: element, slot: cursor.vbr32("element") };
    }
    return references;
  }
}

const NO_VALUES: readonly Value[] = [];
const NO_REFERENCES: readonly Reference[] = [];

/** A signed number from its vbr: the sign is the lowest bit, and 1 ("minus zero") means -2^63. */
export function signed(raw: number | bigint): number | bigint {
  if (typeof raw === "number") {
    if (raw === 1) return -(2n ** 63n);
    return raw % 2 === 0 ? raw / 2 : -(raw - 1) / 2;
  }
  const magnitude = raw >> 1n;
  return raw & 1n ? -magnitude : magnitude;
}

/** Resolves the operands of constants, once all planes they refer to are read. Returns those that refer to nothing. */
export function resolveConstants(rows: readonly PoolRow[], planes: Planes): { row: Constant; slot: number }[] {
  const broken: { row: Constant; slot: number }[] = [];
  for (const [i, row] of rows.entries()) {
    steppedAt(i);
    if (row.kind !== "aggregate" && row.kind !== "expression" && row.kind !== "pointer") continue;
    row.operands = row.references.map(({ type, slot }) => {
      const value = planes.get(type, slot);
      if (!value) broken.push({ row, slot });
      return value ?? { kind: "missing", type, slot };
    });
    row.references = NO_REFERENCES;
  }
  return broken;
}
