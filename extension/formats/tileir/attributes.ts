/** Reads attributes: those whose kind the operation's definition names, and those that begin with a tag. */
import type { Cursor } from "./cursor";
import { Damage } from "./cursor";
import type { Attribute } from "./model";
import type { AttributeDefinition } from "./operations";
import { keywordOf } from "./operations";

/** Names for what numbers refer to, shown in the elements. */
export interface Names {
  string(index: number): string;
  type(index: number): string;
  /** The width of an integer or float type in bits; undefined for any other type. */
  width(type: number): number | undefined;
}

/** The meaning of a byte that is true or false. */
const truth = (value: number): string => String(value !== 0);

/** Deepest nesting of attributes that is read. */
const DEEPEST = 64;

/** A count and that many signed numbers. */
export function readNumbers(cursor: Cursor, size: 4 | 8, name: string): readonly bigint[] {
  const count = cursor.count(`number of ${name}`, size);
  return Array.from({ length: count }, () => cursor.signed(size, name));
}

/** The bits of a float: up to eight bits in a byte, more as a signed number (writeAPInt). */
function readFloat(cursor: Cursor, width: number, name: string): bigint {
  if (width <= 8) return BigInt(cursor.fixed(1, name));
  return BigInt.asUintN(width, cursor.zigzag(name));
}

/** The meaning of flags that tell which of two parts are present. */
function present(first: string, second: string): (flags: number) => string {
  const parts = [[], [first], [second], [first, second]] as const;
  return (flags) => parts[flags & 3]?.join(", ") || "none";
}

function divBy(cursor: Cursor): Attribute {
  const divisor = cursor.wideVarint("divisor");
  const flags = cursor.fixed(1, "flags", present("every", "along"));
  const every = flags & 1 ? { every: cursor.zigzag("every") } : {};
  const along = flags & 2 ? { along: cursor.zigzag("along") } : {};
  return { kind: "divBy", divisor, ...every, ...along };
}

function bounded(cursor: Cursor): Attribute {
  const flags = cursor.fixed(1, "flags", present("lower bound", "upper bound"));
  const lower = flags & 1 ? { lower: cursor.zigzag("lower bound") } : {};
  const upper = flags & 2 ? { upper: cursor.zigzag("upper bound") } : {};
  return { kind: "bounded", ...lower, ...upper };
}

function dictionary(cursor: Cursor, names: Names, depth: number): Attribute {
  const count = cursor.count("number of entries", 2);
  const entries = Array.from({ length: count }, (): readonly [number, Attribute] => {
    const name = cursor.varint("name", (index) => names.string(index));
    return [name, readTagged(cursor, names, depth + 1)];
  });
  return { kind: "dictionary", entries };
}

function attributes(cursor: Cursor, names: Names, depth: number): Attribute {
  const count = cursor.count("number of attributes");
  return { kind: "attributes", values: Array.from({ length: count }, () => readTagged(cursor, names, depth + 1)) };
}

const TAGS: readonly string[] = [
  "",
  "Integer",
  "Float",
  "Bool",
  "Type",
  "String",
  "Array",
  "DenseElements",
  "DivBy",
  "SameElements",
  "Dictionary",
  "OptimizationHints",
  "Bounded",
];

/** An attribute that begins with a tag (BytecodeAttrOpcodes.td). */
export function readTagged(cursor: Cursor, names: Names, depth = 0): Attribute {
  const start = cursor.at;
  if (depth > DEEPEST) throw new Damage(start, `attributes are nested more than ${DEEPEST} deep`);
  const tag = cursor.varint("attribute tag", (value) => TAGS[value]);
  const typeOf = (): number => cursor.varint("type", (index) => names.type(index));
  switch (TAGS[tag]) {
    case "Integer": {
      const type = typeOf();
      return { kind: "integer", type, value: cursor.wideVarint("value") };
    }
    case "Float": {
      const type = typeOf();
      const width = names.width(type);
      if (width === undefined) throw new Damage(start, `type ${type} of a float attribute is not a float`);
      return { kind: "float", type, bits: readFloat(cursor, width, "value") };
    }
    case "Bool":
      return { kind: "bool", value: cursor.fixed(1, "value", truth) !== 0 };
    case "Type":
      return { kind: "type", type: typeOf() };
    case "String":
      return { kind: "string", string: cursor.varint("string", (index) => names.string(index)) };
    case "Array":
      return attributes(cursor, names, depth);
    case "DenseElements": {
      const type = typeOf();
      return { kind: "constant", type, constant: cursor.varint("constant", (index) => `constant ${index}`) };
    }
    case "DivBy":
      return divBy(cursor);
    case "SameElements":
      return { kind: "sameElements", values: readNumbers(cursor, 8, "values") };
    case "Dictionary":
      return dictionary(cursor, names, depth);
    case "OptimizationHints":
      return { kind: "hints", value: dictionary(cursor, names, depth) };
    case "Bounded":
      return bounded(cursor);
    default:
      throw new Damage(start, `attribute tag ${tag} is not known`);
  }
}

/** Values below this share one attribute each: most operations have an attribute of an enumeration. */
const FEW = 64;
const enumerations = Array.from({ length: FEW }, (_unused, value): Attribute => ({ kind: "enum", value }));
function enumeration(value: number): Attribute {
  return enumerations[value] ?? { kind: "enum", value };
}

/** An attribute of the kind in its definition. */
export function readAttribute(cursor: Cursor, definition: AttributeDefinition, names: Names): Attribute {
  const { name, kind } = definition;
  switch (kind) {
    case "enum":
      return enumeration(cursor.varint(name, (value) => keywordOf(definition.enum ?? "", value)));
    case "bool":
      return { kind, value: cursor.fixed(1, name, truth) !== 0 };
    case "string":
    case "symbol":
      return { kind: "string", string: cursor.varint(name, (index) => names.string(index)) };
    case "array32":
      return { kind: "numbers", values: readNumbers(cursor, 4, name) };
    case "bools":
      return {
        kind,
        values: Array.from({ length: cursor.count(`number of ${name}`) }, () => cursor.fixed(1, name, truth) !== 0),
      };
    case "integer":
      return { kind, value: cursor.wideVarint(name) };
    case "attributes":
      return attributes(cursor, names, 0);
    case "constant":
      return { kind, constant: cursor.varint(name, (index) => `constant ${index}`) };
    case "attribute":
      return readTagged(cursor, names);
    case "hints":
      return { kind, value: dictionary(cursor, names, 0) };
    case "type":
      return { kind, type: cursor.varint(name, (index) => names.type(index)) };
    default:
      throw new Damage(cursor.at, `attribute ${name} of kind ${kind} is not stored in a body`);
  }
}
