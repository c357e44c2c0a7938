/**
 * Upgrades `llvm.global_ctors` and `llvm.global_dtors` from before LLVM 3.5, when entries got a third field. Source:
 * UpgradeGlobalVariable.
 */
import type { ValueId } from "../ir/ids";
import type { StructType, Type } from "../ir/types";
import type { GlobalVariable } from "../ir/values";
import { changed } from "../ir/values";
import type { TypeInterner } from "../ir/interner";
import type { ValueTable } from "../ir/valueTable";

const NAMES: ReadonlySet<string> = new Set(["llvm.global_ctors", "llvm.global_dtors"]);

function entryType(global: GlobalVariable): StructType | undefined {
  if (!NAMES.has(global.name) || global.valueType.kind !== "array") return undefined;
  const { element } = global.valueType;
  return element.kind === "struct" && element.elements?.length === 2 ? element : undefined;
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
  const make = (elements: readonly ValueId[], type: Type): ValueId =>
    values.pushExtra({ kind: "aggregate", elements, type, ...place }, type);
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
