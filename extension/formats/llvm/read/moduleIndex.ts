/**
 * The index of a large module: where its values and its bodies are, as an earlier reading of the same bytes found them, so
 * that a later one passes over their records. It is kept by whoever opened the file, under a hash of the file's content.
 */
import type { PackedReader } from "../../../kit/packed";
import { PackedWriter, Unfitting } from "../../../kit/packed";
import type { TypeInterner } from "../ir/interner";
import type { Type } from "../ir/types";

/** The most entries that are passed over at once: about as many as lie between two positions noted for resuming. */
export const MOST_PASSED = 1024;

/** How a type is written: as one of the file's types by its number, or as a pointer that the reading made. */
const OF_FILE = 0;
const POINTER = 1;

/** Numbers for the types of values. A reading numbers types as it makes them; the index refers to the file's own. */
export class TypeNumbers {
  /** By serial number. */
  private readonly numbers: (number | undefined)[];
  private readonly used: Type[] = [];
  private readonly ofFile: ReadonlyMap<Type, number>;

  /** @param serialTypes all types by their serial numbers; @param types the types of the file by their numbers */
  constructor(
    private readonly serialTypes: readonly Type[],
    types: readonly Type[],
  ) {
    this.numbers = serialTypes.map(() => undefined);
    this.ofFile = new Map(types.map((type, index) => [type, index]));
  }
  /** The number of a type by its serial number. */
  of(serial: number): number {
    return (this.numbers[serial] ??= this.used.push(this.serialTypes[serial] as Type) - 1);
  }
  /** Writes the types numbered so far; returns false if one cannot be told by the file's types. */
  pack(to: PackedWriter): boolean {
    to.number(this.used.length);
    return this.used.every((type) => {
      const index = this.ofFile.get(type);
      if (index !== undefined) {
        to.number(OF_FILE);
        to.number(index);
        return true;
      }
      const pointee = type.kind === "pointer" && type.pointee ? this.ofFile.get(type.pointee) : -1;
      if (type.kind !== "pointer" || pointee === undefined) return false;
      to.number(POINTER);
      to.number(type.addressSpace);
      to.number(pointee + 1);
      return true;
    });
  }
}

/** Reads the types that {@link TypeNumbers} wrote, by their numbers. @throws {Unfitting} if the file has no such type */
export function unpackTypes(from: PackedReader, types: readonly Type[], interner: TypeInterner): Type[] {
  const ofFile = (index: number): Type => {
    const type = types[index];
    if (!type) throw new Unfitting(`there is no type ${index}`);
    return type;
  };
  return Array.from({ length: from.number() }, () => {
    if (from.number() === OF_FILE) return ofFile(from.number());
    const addressSpace = from.number();
    const pointee = from.number();
    return interner.pointer(pointee === 0 ? undefined : ofFile(pointee - 1), addressSpace);
  });
}

/** The parts of an index, each of which is read as the reading of the module reaches it. */
export interface ModuleIndex {
  readonly totals: PackedReader;
  readonly types: PackedReader;
  readonly values: PackedReader;
  readonly bodies: PackedReader;
}

/** Parts of an index are written in steps of so many values. */
export const PACKED_AT_ONCE = 8 * MOST_PASSED;

/** Joins the parts of an index. */
export function joinIndex(...parts: readonly PackedWriter[]): Uint8Array {
  const all = new PackedWriter();
  all.parts(parts);
  return all.packed;
}
/** The parts of an index. @throws {Unfitting} if it has others */
export function partsOf(from: PackedReader): ModuleIndex {
  return { totals: from.part(), types: from.part(), values: from.part(), bodies: from.part() };
}
