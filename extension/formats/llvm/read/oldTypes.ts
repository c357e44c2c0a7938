/**
 * Reads the type table used before LLVM 3.0 (block 10) and the names of types (block 13). Any type may refer forward; a
 * struct is identified if it has a name or is part of a cycle.
 */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { TYPE } from "../codes";
import type { StructType, Type } from "../ir/types";
import type { TypeInterner } from "../ir/interner";
import type { Release } from "../ir/releases";
import { FieldReader } from "../spec/fieldReader";
import type { LayoutSurroundings, RecordOperands } from "../spec/layout";
import { plainSurroundings } from "../spec/layout";
import type { ProblemList } from "../stream/blocks";
import { readBlock, RecordFault } from "../stream/blocks";
import type { TypeTable } from "./makeType";
import { OLD_TYPE_RECORDS } from "./makeType";

/** A type record, kept until the table is complete, since any type may refer to a later one. */
class Definition implements RecordOperands {
  readonly code: number;
  readonly startBit: number;
  readonly endBit: number;
  private readonly operands: Float64Array;
  constructor(record: BitRecord) {
    this.code = record.code;
    this.startBit = record.startBit;
    this.endBit = record.endBit;
    this.operands = record.values.slice(0, record.length);
  }
  get length(): number {
    return this.operands.length;
  }
  value(index: number): number {
    return this.operands[index] ?? 0;
  }
  big(index: number): bigint {
    return BigInt(this.value(index));
  }
}

/** A name of a type: before LLVM 3.0 a type could have several names, and types of every kind could. */
export interface TypeName {
  readonly name: string;
  readonly type: Type;
}

/** The deepest nesting of types; a damaged table may nest without end. */
const MAX_DEPTH = 1000;

/** Where problems in a type table are. */
const PATH = ["module", "types"];

/** Reads the old table: first its records, then makes each type after the types it consists of. */
export class OldTypeTableReader implements TypeTable {
  readonly types: Type[] = [];
  /** Names of types of any kind. */
  readonly names: TypeName[] = [];
  private readonly definitions: Definition[] = [];
  /** The index of the type that is being made. */
  private current = 0;
  private depth = 0;
  private readonly surroundings: LayoutSurroundings;

  constructor(
    readonly interner: TypeInterner,
    private readonly problems: ProblemList,
    readonly release: Release,
  ) {
    this.surroundings = plainSurroundings(release);
  }

  /** Reads the type table that was just entered. */
  read(reader: BitstreamReader): void {
    readBlock(reader, this.problems, {
      path: PATH,
      record: (record) => {
        if (record.code === TYPE.NUMENTRY) return;
        this.definitions.push(new Definition(record));
        if (!OLD_TYPE_RECORDS[record.code])
          throw new RecordFault("bad-type", `Invalid value: type code ${record.code}`);
      },
    });
    for (let index = 0; index < this.definitions.length; index++) this.at(index);
  }

  /** Reads the block of names that was just entered: [type, characters]. */
  readNames(reader: BitstreamReader): void {
    readBlock(reader, this.problems, {
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
  at(index: number): Type {
    const known = this.types[index];
    if (known) return known;
    const definition = this.definitions[index];
    if (!definition || this.depth >= MAX_DEPTH) return this.opaque();
    const outer = this.current;
    this.current = index;
    this.depth++;
    const type = this.make(definition);
    this.depth--;
    this.current = outer;
    return (this.types[index] = type);
  }
  /** The struct that is being made: stored before its elements are, which may refer back to it. */
  identified(packed: boolean, elementsOf?: () => readonly Type[]): Type {
    if (!elementsOf) return this.opaque();
    const struct = this.interner.newStruct(false, packed, []);
    this.types[this.current] = struct;
    struct.elements = elementsOf();
    return struct;
  }
  /** Names come after the table, in a block of their own. */
  takeName(): string {
    return "";
  }
  private opaque(): StructType {
    return this.interner.newStruct(true, false, undefined);
  }

  private make(definition: Definition): Type {
    // Until it has been made, an opaque struct takes its place, in case its parts refer back to it.
    const placeholder = this.opaque();
    this.types[this.current] = placeholder;
    const known = OLD_TYPE_RECORDS[definition.code];
    if (!known) return placeholder;
    try {
      return known.make(this, new FieldReader(definition, known.specification, this.surroundings));
    } catch (thrown) {
      if (!(thrown instanceof RecordFault)) throw thrown;
      const { startBit, endBit } = definition;
      this.problems.add({ startBit, endBit, code: thrown.code, message: thrown.message, path: PATH });
      return placeholder;
    }
  }
}
