/**
 * Reads the type table used before LLVM 3.0 (block 10) and the names of types (block 13). Any type may refer forward; a
 * struct is identified if it has a name or is part of a cycle.
 */
import type { BitstreamReader } from "../../bitstream/reader";
import { TYPE } from "../codes";
import type { StructType, Type } from "../ir/types";
import type { ProblemList } from "../stream/blocks";
import { readBlock, RecordFault } from "../stream/blocks";
import type { TypeInterner } from "../ir/interner";
import { simpleTypeKind } from "./types";

/** The code of a struct in the old table; in the new one it is HALF. */
const STRUCT_OLD = 10;

/** A type record, kept until the table is complete, since any type may refer to a later one. */
interface Definition {
  readonly code: number;
  readonly operands: readonly number[];
}

/** A name of a type: before LLVM 3.0 a type could have several names, and types of every kind could. */
export interface TypeName {
  readonly name: string;
  readonly type: Type;
}

/** The deepest nesting of types; a damaged table may nest without end. */
const MAX_DEPTH = 1000;

/** Reads the old table: first its records, then makes each type after the types it consists of. */
export class OldTypeTableReader {
  readonly types: Type[] = [];
  /** Names of types of any kind. */
  readonly names: TypeName[] = [];
  private readonly definitions: Definition[] = [];
  private depth = 0;

  constructor(private readonly interner: TypeInterner) {}

  /** Reads the type table that was just entered. */
  read(reader: BitstreamReader, problems: ProblemList): void {
    readBlock(reader, problems, {
      path: ["module", "types"],
      record: (record) => {
        if (record.code === TYPE.NUMENTRY) return;
        this.definitions.push({ code: record.code, operands: Array.from(record.values.subarray(0, record.length)) });
        if (!isKnown(record.code)) throw new RecordFault("bad-type", `Invalid value: type code ${record.code}`);
      },
    });
    for (let index = 0; index < this.definitions.length; index++) this.at(index);
  }

  /** Reads the block of names that was just entered: [type, characters]. */
  readNames(reader: BitstreamReader, problems: ProblemList): void {
    readBlock(reader, problems, {
      path: ["module", "type names"],
      record: (record) => {
        const type = this.types[record.value(0)];
        if (!type) throw new RecordFault("bad-reference", "Invalid record: no such type");
        this.names.push({ name: record.text(1), type });
        if (type.kind === "struct" && type.name === "") Object.assign(type, { name: record.text(1), identified: true });
      },
    });
  }

  /** The type with this index, made if necessary. A cycle without a struct becomes an opaque struct. */
  private at(index: number): Type {
    const known = this.types[index];
    if (known) return known;
    const definition = this.definitions[index];
    if (!definition || this.depth >= MAX_DEPTH) return this.opaque();
    this.depth++;
    const type = this.make(definition, index);
    this.depth--;
    return (this.types[index] = type);
  }
  private opaque(): StructType {
    return this.interner.newStruct(true, false, undefined);
  }
  private list(operands: readonly number[], from: number): Type[] {
    return operands.slice(from).map((index) => this.at(index));
  }

  private make({ code, operands }: Definition, index: number): Type {
    const { interner } = this;
    const [first = 0, second = 0, third = 0] = operands;
    if (code === STRUCT_OLD) {
      // Store it before its elements are made: they may refer back to it.
      const struct = interner.newStruct(false, first !== 0, []);
      this.types[index] = struct;
      struct.elements = this.list(operands, 1);
      return struct;
    }
    const simple = simpleTypeKind(code);
    if (simple !== undefined) return interner.simple(simple);
    // Until it has been made, an opaque struct takes its place, in case its parts refer back to it.
    this.types[index] = this.opaque();
    switch (code) {
      case TYPE.INTEGER:
        return interner.integer(first);
      case TYPE.POINTER:
        return interner.pointer(this.at(first), second);
      case TYPE.FUNCTION_OLD:
        return interner.function(this.at(third), this.list(operands, 3), first !== 0);
      case TYPE.ARRAY:
        return interner.array(this.at(second), first);
      case TYPE.VECTOR:
        return interner.vector(this.at(second), first, false);
      default:
        return this.opaque();
    }
  }
}

const COMPOSED: ReadonlySet<number> = new Set([
  STRUCT_OLD,
  TYPE.INTEGER,
  TYPE.POINTER,
  TYPE.FUNCTION_OLD,
  TYPE.ARRAY,
  TYPE.VECTOR,
  TYPE.OPAQUE,
]);
function isKnown(code: number): boolean {
  return COMPOSED.has(code) || simpleTypeKind(code) !== undefined;
}
