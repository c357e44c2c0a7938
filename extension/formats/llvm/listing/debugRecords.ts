/** Converts a debug record of a function block to the form that the printer takes. */
import type { MetadataId } from "../ir/ids";
import type { DebugRecord, DebugValue } from "../ir/metadata";
import { DEBUG_RECORD_KINDS } from "../read/instructions/debugRecords";
import type { Layout } from "../spec/layout";
import type { ListingModule } from "./module";

/** The debug record in a record; undefined for other records, and if one of its nodes is not defined. */
export function debugRecordOf(layout: Layout, module: ListingModule): DebugRecord | undefined {
  const kind = DEBUG_RECORD_KINDS[layout.record.code];
  if (kind === undefined) return undefined;
  const node = (name: string): MetadataId | undefined => {
    const at = layout.find(name);
    return at === undefined ? undefined : module.module.metadata.idOf(layout.record.value(at));
  };
  const wrapped = (name: string): DebugValue | undefined => {
    const metadata = node(name);
    return metadata === undefined ? undefined : { metadata };
  };
  const location = node("DILocation");
  if (location === undefined) return undefined;
  if (kind === "label") {
    const label = node("DILabel");
    return label === undefined ? undefined : { kind, location, label };
  }
  const [variable, expression] = [node("DILocalVariable"), node("DIExpression")];
  const value = wrapped("ValueAsMetadata") ?? valueOf(layout);
  if (variable === undefined || expression === undefined || !value) return undefined;
  if (kind !== "assign") return { kind, location, variable, expression, value };
  const [assignment, addressExpression] = [node("DIAssignID"), node("DIExpression (addr)")];
  const address = wrapped("ValueAsMetadata (addr)");
  if (assignment === undefined || addressExpression === undefined || !address) return undefined;
  return { kind, location, variable, expression, value, assignment, addressExpression, address };
}

/** The value that VALUE_SIMPLE contains directly. */
function valueOf(layout: Layout): DebugValue | undefined {
  const at = layout.find("Value");
  if (at === undefined) return undefined;
  const value = layout.valueAt(at);
  const typeIndex = layout.typeAt(at);
  const type =
    typeIndex === undefined
      ? layout.surroundings.typeOf(value)
      : layout.surroundings.type(layout.record.value(typeIndex));
  return type && { type, value };
}
