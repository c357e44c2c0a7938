/** Reads TYPE_BLOCK: the module's types. */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { TYPE } from "../codes";
import { cycleOf } from "../ir/containedTypes";
import type { Release } from "../ir/releases";
import type { StructType, Type } from "../ir/types";
import type { MutableStruct, TypeInterner } from "../ir/interner";
import { FieldReader } from "../spec/fieldReader";
import { limitsOf } from "../release/limits";
import type { LayoutSurroundings } from "../spec/layout";
import { plainSurroundings } from "../spec/layout";
import type { ProblemList } from "../stream/blocks";
import { blockInSteps, RecordFault } from "../stream/blocks";
import type { TypeTable } from "./makeType";
import { TYPE_RECORDS } from "./makeType";

const ONLY_STRUCTS = "Invalid TYPE table: Only named structs can be forward referenced";
/** The first release that refuses structs that contain themselves: LLVM 20. */
const FINITE_STRUCTS: Release = 21;
/**
 * LLVM 13 reads opaque pointers; LLVM 14 reads none unless an option says that all are; in LLVM 15 the first pointer
 * decides whether all are.
 */
const [READS_OPAQUE, TYPED_POINTERS, CHOSEN_POINTERS]: readonly [Release, Release, Release] = [13, 14, 15];

/** Reads one type table. */
export class TypeTableReader implements TypeTable {
  readonly types: Type[] = [];
  private pendingName = "";
  /** How many types the table says that it has, and the record that says so. */
  private entries = 0;
  private readonly forward = new Map<number, MutableStruct>();
  /** The structs that were referred to before they were defined: each that contains itself leads to one of them. */
  private readonly completed: StructType[] = [];

  private readonly structNames = new StructNames();
  private readonly surroundings: LayoutSurroundings;

  constructor(
    readonly interner: TypeInterner,
    readonly release: Release,
  ) {
    this.surroundings = plainSurroundings(release);
  }

  /** Reads the block that was just entered, in steps. Types that are used but not defined stay opaque structs. */
  *inSteps(
    reader: BitstreamReader,
    problems: ProblemList,
    onType?: (index: number, record: BitRecord) => void,
  ): Generator<void, void, undefined> {
    yield* blockInSteps(reader, problems, {
      path: ["module", "types"],
      record: (record) => {
        const before = this.types.length;
        try {
          this.readRecord(record);
        } finally {
          if (this.types.length > before) onType?.(before, record);
        }
      },
    });
    const fault = [...this.forward.keys()].some((index) => index >= this.types.length)
      ? ONLY_STRUCTS
      : this.types.length !== this.entries
        ? "Malformed block: other types than NUMENTRY says"
        : this.recursion();
    if (fault === undefined) return;
    const at = { startBit: reader.position, endBit: reader.position };
    problems.add({ ...at, code: "bad-type", message: fault, path: ["module", "types"] });
  }
  /** Says which struct contains itself, if the release refuses that. */
  private recursion(): string | undefined {
    const cycle = this.release >= FINITE_STRUCTS ? cycleOf(this.completed) : undefined;
    const last = cycle && this.types.findLast((type) => type.kind === "struct" && cycle.includes(type));
    return last?.kind === "struct" ? `identified structure type '${last.name}' is recursive` : undefined;
  }

  private readRecord(record: BitRecord): void {
    if (record.code === TYPE.NUMENTRY) {
      if (record.length === 0) throw new RecordFault("bad-record", "Invalid numentry record");
      this.entries = record.value(0);
      return;
    }
    if (record.code === TYPE.STRUCT_NAME) {
      this.pendingName += record.text();
      return;
    }
    const index = this.types.length;
    // A type that cannot be read still takes an index, so that later types keep theirs.
    try {
      this.types.push(this.make(record));
    } finally {
      if (this.types.length === index) this.types.push(this.interner.simple("void"));
    }
    if (this.forward.has(index)) throw new RecordFault("bad-type", ONLY_STRUCTS);
    this.checkPointer(this.types[index]);
    if (!this.knows(record.code)) throw new RecordFault("unsupported", `Invalid value: type code ${record.code}`);
    if (index === this.entries) throw new RecordFault("bad-type", "Invalid TYPE table: more types than NUMENTRY says");
  }

  /** Whether the release reads records of this code; LLVM 13 reads opaque pointers, of which it writes none. */
  private knows(code: number): boolean {
    return code <= limitsOf(this.release).types || (code === TYPE.OPAQUE_POINTER && this.release === READS_OPAQUE);
  }

  /** Whether the first pointer has a pointee; undefined before there is one. */
  private isTyped: boolean | undefined;
  /** Refuses an opaque pointer where the release has typed ones; it stays in the table, so that the text shows it. */
  private checkPointer(type: Type | undefined): void {
    if (type?.kind !== "pointer") return;
    this.isTyped ??= type.pointee !== undefined;
    if (type.pointee) return;
    if (this.release === TYPED_POINTERS || (this.release === CHOSEN_POINTERS && this.isTyped))
      throw new RecordFault("bad-type", "Opaque pointers are only supported in -opaque-pointers mode");
  }

  private make(record: BitRecord): Type {
    const known = TYPE_RECORDS[record.code];
    if (!known) throw new RecordFault("unsupported", `Invalid value: type code ${record.code}`);
    return known.make(this, new FieldReader(record, known.specification, this.surroundings));
  }

  /** The type with this index; a later one must turn out to be an identified struct. */
  at(index: number): Type {
    const type = this.types[index];
    if (type) return type;
    let forward = this.forward.get(index);
    if (!forward) {
      forward = this.interner.newStruct(true, false, undefined);
      this.forward.set(index, forward);
    }
    return forward;
  }
  /** Completes a struct that was referred to before, or makes a new one, with the name from the record before it. */
  identified(packed: boolean, elementsOf?: () => readonly Type[]): StructType {
    const index = this.types.length;
    const forward = this.forward.get(index);
    this.forward.delete(index);
    // An element that is the struct itself is a reference to a type that is not there yet.
    const elements = elementsOf?.();
    const struct = forward ?? this.interner.newStruct(true, packed, elements);
    if (forward) this.completed.push(forward);
    return Object.assign(struct, { packed, elements, name: this.structNames.unique(this.takeName()) });
  }
  takeName(): string {
    const name = this.pendingName;
    this.pendingName = "";
    return name;
  }
}

/** The names of identified structs. A further struct of a name gets a number (StructType::setName). */
class StructNames {
  private readonly taken = new Set<string>();
  /** One count for all names. */
  private next = 0;

  unique(name: string): string {
    let free = name;
    if (name !== "") while (this.taken.has(free)) free = `${name}.${this.next++}`;
    this.taken.add(free);
    return free;
  }
}
