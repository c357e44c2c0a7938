/**
 * The type table of before LLVM 3.0 (block 10) and the names of types (block 13). Any type may refer forward, and a struct
 * is identified where it has a name or is part of a cycle.
 */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { TYPE } from "../codes";
import type { Type } from "../ir/types";
import type { ProblemList } from "./blocks";
import { readBlock, RecordFault } from "./blocks";
import type { TypeInterner } from "./types";
import { simpleTypeKind } from "./types";

/** The code of a struct in the old table; HALF in the new one. */
const STRUCT_OLD = 10;

/** A type that is completed when its record comes. */
type Mutable = Record<string, unknown> & { kind: string };

/** Reads the old table. Types are objects that are filled in, as every one may be referred to before it is known. */
export class OldTypeTableReader {
  readonly types: Type[] = [];
  private next = 0;

  constructor(private readonly interner: TypeInterner) {}

  /** Reads the block that was just entered. */
  read(reader: BitstreamReader, problems: ProblemList): void {
    readBlock(reader, problems, {
      path: ["module", "types"],
      record: (record) => {
        if (record.code !== TYPE.NUMENTRY) this.define(record);
      },
    });
  }

  /** Reads the block of names that was just entered: [type, characters]. */
  readNames(reader: BitstreamReader, problems: ProblemList): void {
    readBlock(reader, problems, {
      path: ["module", "type names"],
      record: (record) => {
        const type = this.types[record.value(0)];
        if (!type) throw new RecordFault("bad-reference", "Invalid record: no such type");
        if (type.kind === "struct" && type.name === "") Object.assign(type, { name: record.text(1), identified: true });
      },
    });
  }

  private at(index: number): Type {
    // A placeholder is an opaque struct until its record says otherwise.
    return (this.types[index] ??= { kind: "struct", identified: true, name: "", packed: false, elements: undefined });
  }
  private list(record: BitRecord, from: number): Type[] {
    const list: Type[] = [];
    for (let i = from; i < record.length; i++) list.push(this.at(record.value(i)));
    return list;
  }

  private define(record: BitRecord): void {
    const index = this.next++;
    const made = this.make(record);
    const known = this.types[index] as Mutable | undefined;
    if (known) {
      delete known["identified"];
      Object.assign(known, made);
    } else this.types[index] = made;
  }

  private make(record: BitRecord): Type {
    const { interner } = this;
    if (record.code === STRUCT_OLD) {
      return {
        kind: "struct",
        identified: false,
        name: "",
        packed: record.value(0) !== 0,
        elements: this.list(record, 1),
      };
    }
    const simple = simpleTypeKind(record.code);
    if (simple !== undefined) return interner.simple(simple);
    switch (record.code) {
      case TYPE.INTEGER:
        return interner.integer(record.value(0));
      case TYPE.POINTER:
        return interner.pointer(this.at(record.value(0)), record.value(1));
      case TYPE.FUNCTION_OLD:
        return interner.function(this.at(record.value(2)), this.list(record, 3), record.value(0) !== 0);
      case TYPE.ARRAY:
        return interner.array(this.at(record.value(1)), record.value(0));
      case TYPE.VECTOR:
        return interner.vector(this.at(record.value(1)), record.value(0), false);
      case TYPE.OPAQUE:
        return { kind: "struct", identified: true, name: "", packed: false, elements: undefined };
      default:
        throw new RecordFault("bad-type", `Invalid value: type code ${record.code}`);
    }
  }
}
