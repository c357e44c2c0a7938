/** Makes the type that a record of the type table defines, by the specification of its fields (`spec/module.ts`). */
import type { Release } from "../ir/releases";
import type { SimpleTypeKind, Type } from "../ir/types";
import { ADDRESS_SPACES, WITHOUT_MMX } from "../ir/types";
import type { TypeInterner } from "../ir/interner";
import type { FieldReader } from "../spec/fieldReader";
import { readersByCode } from "../spec/fieldReader";
import type { BlockSpecification } from "../spec/form";
import { TYPE as SPECIFIED, TYPE_OLD } from "../spec/module";
import { RecordFault } from "../stream/blocks";

/** The table that a type is made for. */
export interface TypeTable {
  readonly interner: TypeInterner;
  readonly release: Release;
  /** The type with this index, which may be defined later. */
  at(index: number): Type;
  /** The named struct that the current record defines; without elements it is opaque. Elements may refer to it. */
  identified(packed: boolean, elements?: () => readonly Type[]): Type;
  /** The name that the record before gives. */
  takeName(): string;
}

/** Makes a type from the fields of its record. Throws a RecordFault if the fields contradict each other. */
type MakeType = (table: TypeTable, fields: FieldReader) => Type;

/** The widest integer type up to LLVM 13, and since. */
const [MAX_OLD_WIDTH, MAX_INTEGER_WIDTH] = [2 ** 24 - 1, 2 ** 23];
const NARROWER: Release = 14;
/** The widest byte type. */
const MAX_BYTE_WIDTH = 2 ** 23;

const NO_POINTEES: ReadonlySet<string> = new Set(["void", "label", "metadata", "token"]);
const NO_PARAMETERS: ReadonlySet<string> = new Set(["void", "function"]);
/** The first release in which labels are no parameters, nor structs without a body: opaque ones, and those defined later. */
const PLAIN_PARAMETERS: Release = 21;
const NO_ELEMENTS: ReadonlySet<string> = new Set(["void", "label", "metadata", "function", "token", "x86_amx"]);
/** The first release in which a target's types may be elements of vectors. */
const TARGET_LANES: Release = 21;
const NO_LANES: ReadonlySet<string> = new Set(["struct", "array", "vector"]);

/** Types without parts, by the name of their record. */
const SIMPLE: Readonly<Record<string, SimpleTypeKind>> = {
  VOID: "void",
  FLOAT: "float",
  DOUBLE: "double",
  LABEL: "label",
  HALF: "half",
  X86_FP80: "x86_fp80",
  FP128: "fp128",
  PPC_FP128: "ppc_fp128",
  METADATA: "metadata",
  TOKEN: "token",
  BFLOAT: "bfloat",
  X86_AMX: "x86_amx",
};
/** A maker of the type of this kind, which has no parts. */
function simple(kind: SimpleTypeKind): MakeType {
  return ({ interner }) => interner.simple(kind);
}

const COMPOSED = {
  X86_MMX: ({ interner, release }) =>
    release < WITHOUT_MMX ? interner.simple("x86_mmx") : interner.vector(interner.integer(64), 1, false),
  INTEGER: ({ interner, release }, fields) =>
    interner.integer(width(fields, release < NARROWER ? MAX_OLD_WIDTH : MAX_INTEGER_WIDTH, "integer")),
  POINTER: (table, fields) => {
    const stated = fields.has("pointee type");
    const pointee = table.at(fields.number("pointee type"));
    if (!stated || NO_POINTEES.has(pointee.kind)) throw new RecordFault("bad-type", "Invalid type");
    return table.interner.pointer(pointee, spaceOf(fields, "address space"));
  },
  FUNCTION_OLD: functionType,
  ARRAY: (table, fields) => {
    const count = fields.big("numelts");
    const element = elementOf(table, fields);
    return table.interner.array(element, count > Number.MAX_SAFE_INTEGER ? count : Number(count));
  },
  VECTOR: (table, fields) => {
    const stated = fields.big("numelts");
    const count = Number(BigInt.asUintN(32, stated));
    if (stated === 0n || fields.left === 0) throw new RecordFault("bad-type", "Invalid vector length");
    const element = elementOf(table, fields);
    const isTarget = element.kind === "target" && table.release < TARGET_LANES;
    if (isTarget || NO_LANES.has(element.kind)) throw new RecordFault("bad-type", "Invalid type");
    return table.interner.vector(element, count, fields.number("scalable") !== 0);
  },
  OPAQUE: (table) => table.identified(false),
} satisfies Record<string, MakeType>;

const RECENT = {
  OPAQUE: (table, fields) => {
    if (fields.left !== 1) throw new RecordFault("bad-type", "Invalid opaque type record");
    return table.identified(false);
  },
  BYTE: ({ interner }, fields) => interner.byte(width(fields, MAX_BYTE_WIDTH, "byte")),
  OPAQUE_POINTER: ({ interner }, fields) => {
    if (fields.left !== 1) throw new RecordFault("bad-type", "Invalid opaque pointer record");
    return interner.pointer(undefined, spaceOf(fields, "addrspace"));
  },
  FUNCTION: functionType,
  STRUCT_ANON: (table, fields) => {
    if (fields.left === 0) throw new RecordFault("bad-type", "Invalid anon struct record");
    const packed = fields.number("ispacked") !== 0;
    return table.interner.struct(typesOf(table, fields.numbers("eltty")), packed);
  },
  STRUCT_NAMED: namedStruct,
  TARGET_TYPE: (table, fields) => {
    if (fields.left === 0 || fields.number("NumTy") > fields.left)
      throw new RecordFault("bad-type", "Invalid target extension type record");
    const types = typesOf(table, fields.numbers("Ty"));
    return table.interner.target(table.takeName(), types, fields.numbers("Int"));
  },
} satisfies Record<string, MakeType>;

/** A record of the type table: its specification, and what makes a type from it. */
export interface TypeRecord {
  readonly specification: BlockSpecification[number];
  readonly make: MakeType;
}

function recordsOf(
  block: BlockSpecification,
  makers: Readonly<Record<string, MakeType>>,
): Readonly<Record<number, TypeRecord>> {
  const found: Record<number, TypeRecord> = {};
  for (const [code, make] of Object.entries(readersByCode(block, makers))) {
    const specification = block[Number(code)];
    if (specification) found[Number(code)] = { specification, make };
  }
  return found;
}

/** Types without parts whose records the block has. */
function simpleOf(block: BlockSpecification): Readonly<Record<string, MakeType>> {
  const names = Object.values(block).map(({ name }) => name);
  return Object.fromEntries(
    names.flatMap((name) => {
      const kind = SIMPLE[name];
      return kind === undefined ? [] : [[name, simple(kind)]];
    }),
  );
}

/** The records that define types, by code. */
export const TYPE_RECORDS = recordsOf(SPECIFIED, { ...simpleOf(SPECIFIED), ...COMPOSED, ...RECENT });

/** The same for the table used before LLVM 3.0, where a struct is named by another block. */
export const OLD_TYPE_RECORDS = recordsOf(TYPE_OLD, {
  ...simpleOf(TYPE_OLD),
  ...COMPOSED,
  STRUCT_OLD: namedStruct,
});

function width(fields: FieldReader, most: number, of: string): number {
  const bits = fields.number("width");
  if (bits < 1 || bits > most) throw new RecordFault("bad-type", `Bitwidth for ${of} type out of range`);
  return bits;
}

function spaceOf(fields: FieldReader, name: string): number {
  return Number(fields.big(name) % BigInt(ADDRESS_SPACES));
}

function typesOf(table: TypeTable, indices: readonly number[]): Type[] {
  return indices.map((index) => table.at(index));
}

function namedStruct(table: TypeTable, fields: FieldReader): Type {
  if (fields.left === 0) throw new RecordFault("bad-type", "Invalid named struct record");
  const packed = fields.number("ispacked") !== 0;
  return table.identified(packed, () => typesOf(table, fields.numbers("eltty")));
}

/** Whether a type is none of a value: a label, or a struct without a body. */
function isBare(type: Type): boolean {
  return type.kind === "label" || (type.kind === "struct" && type.elements === undefined);
}

function functionType(table: TypeTable, fields: FieldReader): Type {
  const vararg = fields.number("vararg") !== 0;
  fields.skip("attrid");
  if (!fields.has("retty")) throw new RecordFault("bad-type", "Invalid function type record");
  const result = table.at(fields.number("retty"));
  const params = typesOf(table, fields.numbers("paramty"));
  const takesAll = table.release < PLAIN_PARAMETERS;
  if (params.some((type) => NO_PARAMETERS.has(type.kind) || (!takesAll && isBare(type))))
    throw new RecordFault("bad-type", "Invalid function argument type");
  return table.interner.function(result, params, vararg);
}

/** The element type of an array or a vector. */
function elementOf(table: TypeTable, fields: FieldReader): Type {
  const stated = fields.has("eltty");
  const element = table.at(fields.number("eltty"));
  if (!stated || NO_ELEMENTS.has(element.kind)) throw new RecordFault("bad-type", "Invalid type");
  return element;
}
