/**
 * The types that the reference's reader appends to the type table of a module (since LLVM 15), which records can name
 * too: that of each global's address, by what is there, and `i32`, the first type of constants. What bodies add is left
 * out. Source: BitcodeReader::getVirtualTypeID.
 */
import type { TypeInterner } from "../ir/interner";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import type { GlobalValue } from "../ir/values";
import type { ValueTable } from "../ir/valueTable";

/** The first release that appends types. */
const APPENDED: Release = 15;

/** The module that has the table. */
interface Host {
  readonly release: Release;
  readonly values: ValueTable;
  readonly interner: TypeInterner;
  readonly declared: Iterable<GlobalValue>;
}

/** The types that follow those of the table, in order. */
export function addedTypes({ release, values, interner, declared }: Host): readonly Type[] {
  if (release < APPENDED) return [];
  const added = new Map<string, Type>();
  for (const { id, valueType, addressSpace } of declared) {
    const type = values.typeOf(id);
    const key = `${valueType.serial} ${addressSpace}`;
    if (type && !added.has(key)) added.set(key, type);
  }
  return [...added.values(), interner.i32];
}
