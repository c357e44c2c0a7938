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

/** What the variable that replaces a list does not have of it: it is made anew. */
const PLAIN = {
  constant: false,
  externallyInitialized: false,
  attributes: undefined,
  sanitizer: 0,
  codeModel: 0,
  alignment: 0,
  section: "",
  comdat: 0,
  addressSpace: 0,
  visibility: 0,
  dllStorage: 0,
  unnamedAddress: 0,
  threadLocal: 0,
  dsoLocal: false,
  partition: "",
} satisfies Partial<GlobalVariable>;

/** A new variable with `i8* null` as the third field of each entry; undefined if nothing has to change. */
export function upgradeConstructors(
  global: GlobalVariable,
  values: ValueTable,
  interner: TypeInterner,
): GlobalVariable | undefined {
  const old = entryType(global);
  if (!old || global.initializer === undefined) return undefined;
  const data = interner.pointer(interner.i8, 0);
  const entry = interner.struct([...(old.elements ?? []), data], false);
  const { startBit, endBit } = global;
  const place = { startBit, endBit };
  const make = maker(values, place);
  const initializer = values.at(global.initializer);
  if (initializer?.kind !== "aggregate") {
    // The entries are the operands of the list, and null has none.
    const valueType = interner.array(entry, 0);
    const zero = values.pushExtra({ kind: "null", type: valueType, ...place }, valueType);
    return changed(global, { ...PLAIN, valueType, initializer: zero });
  }
  const none = values.pushExtra({ kind: "null", type: data, ...place }, data);
  const entries = initializer.elements.map((id) => {
    const fields = values.at(id);
    return fields?.kind === "aggregate" ? make([...fields.elements, none], entry) : id;
  });
  const valueType = interner.array(entry, entries.length);
  return changed(global, { ...PLAIN, valueType, initializer: make(entries, valueType) });
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
