/** Access to the fields of custom nodes by name, and texts that the dialects' printers share. */
import type { Tables } from "../../model/module";

import type { CustomNode, CustomValue } from "../../model/node";
import type { Piece } from "../../model/piece";
import { FLOAT_FORMATS } from "../floatFormat";
import type { FloatFormat } from "../floatFormat";
import { floatText } from "../floatText";

const DOUBLE = FLOAT_FORMATS.get("f64") as FloatFormat;

/** A field's value; absent if the node has no such field. */
export function field(node: CustomNode, name: string): CustomValue {
  return node.fields.find((f) => f.name === name)?.value ?? { kind: "absent" };
}

/** A field that is an integer; 0 if it is not. */
export function integer(node: CustomNode, name: string): number | bigint {
  const value = field(node, name);
  return value.kind === "integer" ? value.value : 0;
}

/** A list's integers. */
export function integers(node: CustomNode, name: string): readonly (number | bigint)[] {
  const value = field(node, name);
  if (value.kind !== "list") return [];
  return value.elements.map((element) => (element.kind === "integer" ? element.value : 0));
}

/** The entries that a list, or a single field, refers to. */
export function references(node: CustomNode, name: string): readonly number[] {
  const value = field(node, name);
  const elements = value.kind === "list" ? value.elements : [value];
  return elements.flatMap((e) => (e.kind === "attribute" || e.kind === "type" ? [e.index] : []));
}

/** The text of a double from its bits, without a type. */
export function doubleText(value: CustomValue): string {
  return value.kind === "float64" ? floatText(value.bits, DOUBLE) : "";
}

/** A field as most printers show it: references are printed in full, strings without quotes. */
export function plain(value: CustomValue, tables: Tables): Piece {
  switch (value.kind) {
    case "integer":
      return String(value.value);
    case "bool":
      return String(value.value);
    case "float64":
      return doubleText(value);
    case "string":
      return tables.string(value.index);
    case "attribute":
      return { kind: "attribute", index: value.index, elision: "never" };
    case "type":
      return { kind: "type", index: value.index };
    case "blob":
    case "list":
    case "absent":
      return "";
  }
}
