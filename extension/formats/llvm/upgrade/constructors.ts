/**
 * Upgrades `llvm.global_ctors` and `llvm.global_dtors`: from before LLVM 3.5, when entries got a third field, and from before
 * LLVM 23, when module flags began to say how their pointers are signed. Source: UpgradeGlobalVariable,
 * upgradePtrauthInitFiniArrays.
 */
import type { BitRange } from "../../../document/bits";
import type { ValueId } from "../ir/ids";
import type { StructType, Type } from "../ir/types";
import type { GlobalVariable } from "../ir/values";
import { changed } from "../ir/values";
import type { TypeInterner } from "../ir/interner";
import type { ValueTable } from "../ir/valueTable";
import { CONSTRUCTORS, signedPointer } from "../metadata/signedConstructors";

function entryType(global: GlobalVariable): StructType | undefined {
  if (!CONSTRUCTORS.has(global.name) || global.valueType.kind !== "array") return undefined;
  const { element } = global.valueType;
  return element.kind === "struct" && element.elements?.length === 2 ? element : undefined;
}

/** Makes aggregates, whose place is that of a record. */
function maker(values: ValueTable, { startBit, endBit }: BitRange) {
  return (elements: readonly ValueId[], type: Type): ValueId =>
    values.pushExtra({ kind: "aggregate", elements, type, startBit, endBit }, type);
}

/** The variable with `i8* null` as the third field of each entry; undefined if nothing has to change. */
export function upgradeConstructors(
  global: GlobalVariable,
  values: ValueTable,
  interner: TypeInterner,
): GlobalVariable | undefined {
  const old = entryType(global);
  if (!old || global.valueType.kind !== "array") return undefined;
  const data = interner.pointer(interner.i8, 0);
  const entry = interner.struct([...(old.elements ?? []), data], false);
  const valueType = interner.array(entry, global.valueType.count);
  const { startBit, endBit } = global;
  const place = { startBit, endBit };
  const make = maker(values, place);
  const initializer = global.initializer === undefined ? undefined : values.at(global.initializer);
  if (initializer?.kind !== "aggregate") {
    const zero = values.pushExtra({ kind: "null", type: valueType, ...place }, valueType);
    return changed(global, { valueType, initializer: global.initializer === undefined ? undefined : zero });
  }
  const none = values.pushExtra({ kind: "null", type: data, ...place }, data);
  const entries = initializer.elements.map((id) => {
    const fields = values.at(id);
    return fields?.kind === "aggregate" ? make([...fields.elements, none], entry) : id;
  });
  return changed(global, { valueType, initializer: make(entries, valueType) });
}

/** A list without the signatures of its pointers, which all are signed; undefined for other variables. */
export function withoutSignatures(global: GlobalVariable, values: ValueTable): GlobalVariable | undefined {
  if (global.linkage !== "appending" || !CONSTRUCTORS.has(global.name)) return undefined;
  const list = global.initializer === undefined ? undefined : values.at(global.initializer);
  if (list?.kind !== "aggregate") return undefined;
  const make = maker(values, list);
  const entries = list.elements.map((id) => {
    const entry = values.at(id);
    const [pointer] = signedPointer(entry, values)?.operands ?? [];
    if (entry?.kind !== "aggregate" || pointer === undefined) return id;
    return make(entry.elements.with(1, pointer), entry.type);
  });
  return changed(global, { initializer: make(entries, list.type) });
}
