/**
 * Reads a record that no table fits exactly: that of an op which between two versions got or lost a few optional
 * attributes (`llvm.func` did so a dozen times). The present attributes keep their order, by name, so that usually one
 * assignment alone makes their classes fit.
 */
import type { MlirCursor } from "../model/cursor";
import { silent } from "../model/cursor";
import { Damage } from "../model/damage";
import type { NamedValue } from "../model/module";
import { absent, sorted } from "./decode";
import { wrongClass } from "./kinds";
import type { KindTables } from "./kinds";
import type { OpLayout, PropertyLayout } from "./tables";

/** Most values of a record that are aligned. */
const MOST = 96;
/** A layout that differs in more than one of so many properties is taken for another op's. */
const PER_DIFFERENCE = 4;

/** A layout whose properties are assigned to the values of a record. */
export interface Alignment {
  /** The number of properties that one of both lacks. */
  readonly differences: number;
  /** For each value the property that it is; undefined: one that the layout does not have, and that is absent. */
  readonly properties: readonly (PropertyLayout | undefined)[];
}

/**
 * The only assignment of a record's values to properties with the fewest differences; undefined if there are several,
 * or none.
 */
export function align(layout: OpLayout, cursor: MlirCursor, entries: KindTables): Alignment | undefined {
  const { properties, operandSegments, resultSegments } = layout;
  const values = operandSegments + resultSegments > 0 ? undefined : varints(silent(cursor));
  if (!values || !properties.every(({ encoding }) => encoding.kind !== "native")) return undefined;
  const { attributes } = cursor.sizes;
  const fits = (i: number, j: number): boolean => fitsProperty(properties[j], values[i] ?? 0, attributes, entries);
  const costs = leastCosts(values, properties, fits);
  const differences = costs[0]?.[0] ?? Infinity;
  if (differences > Math.max(1, properties.length / PER_DIFFERENCE)) return undefined;
  const found = onlyPath(values, properties, fits, costs);
  return found && { differences, properties: found };
}

/** The values of a record, named by an alignment; the cursor ends where the record does. @throws Damage */
export function decodeAligned({ properties }: Alignment, cursor: MlirCursor): readonly NamedValue[] {
  const values: NamedValue[] = [];
  for (const property of properties) {
    if (property?.encoding.kind === "attribute") {
      values.push({
        name: property.name,
        value: { kind: "attribute", index: cursor.attribute(property.name, "Attribute") },
      });
      continue;
    }
    const index = cursor.optionalAttribute(property?.name ?? "property without a name", "Attribute");
    const value = index < 0 ? property && absent(property) : property && named(property.name, index);
    if (value) values.push(value);
  }
  return sorted(values);
}

const named = (name: string, index: number): NamedValue => ({ name, value: { kind: "attribute", index } });

function varints(cursor: MlirCursor): readonly number[] | undefined {
  try {
    const values: number[] = [];
    while (!cursor.atEnd && values.length <= MOST) values.push(cursor.varint(""));
    return values.length <= MOST ? values : undefined;
  } catch (thrown) {
    if (thrown instanceof Damage) return undefined;
    throw thrown;
  }
}

/** Whether a value can be that property's: an attribute of its class, or none if it is optional. */
function fitsProperty(
  property: PropertyLayout | undefined,
  value: number,
  attributes: number,
  entries: KindTables,
): boolean {
  if (!property) return false;
  const optional = property.encoding.kind === "optional";
  if (optional && value === 0) return true;
  const index = optional ? (value - 1) / 2 : value;
  if (!Number.isInteger(index) || index >= attributes) return false;
  if (wrongClass(property.attributeClass, index, entries) !== undefined) return false;
  const head = /^#[\w.]+/.exec(property.filled ?? "")?.[0];
  return head === undefined || (entries.spelled?.(index) ?? head).startsWith(head);
}

type Fits = (value: number, property: number) => boolean;

/** The least number of differences from each value and property to the end. */
function leastCosts(
  values: readonly number[],
  properties: readonly PropertyLayout[],
  fits: Fits,
): readonly Float64Array[] {
  const costs = Array.from({ length: values.length + 1 }, () => new Float64Array(properties.length + 1).fill(Infinity));
  const at = (i: number, j: number): number => costs[i]?.[j] ?? Infinity;
  for (let i = values.length; i >= 0; i--)
    for (let j = properties.length; j >= 0; j--) {
      const row = costs[i];
      if (!row) continue;
      if (i === values.length && j === properties.length) row[j] = 0;
      else {
        const both = i < values.length && j < properties.length && fits(i, j) ? at(i + 1, j + 1) : Infinity;
        const value = values[i] === 0 ? at(i + 1, j) + 1 : Infinity;
        const property = properties[j]?.encoding.kind === "optional" ? at(i, j + 1) + 1 : Infinity;
        row[j] = Math.min(both, value, property);
      }
    }
  return costs;
}

/**
 * The assignment with the least cost; undefined if a present value could as well be another property. An absent one may:
 * its name is not printed.
 */
function onlyPath(
  values: readonly number[],
  properties: readonly PropertyLayout[],
  fits: Fits,
  costs: readonly Float64Array[],
): readonly (PropertyLayout | undefined)[] | undefined {
  const path: (PropertyLayout | undefined)[] = [];
  // The properties that may come next on any path with the least cost.
  let states = new Set([0]);
  for (let i = 0; i < values.length; i++) {
    const next = new Set<number>();
    const matches = new Set<number>();
    for (let j of [...states].sort((a, b) => a - b)) {
      for (;;) {
        const cost = costs[i]?.[j] ?? Infinity;
        if (fits(i, j) && costs[i + 1]?.[j + 1] === cost) {
          next.add(j + 1);
          matches.add(j);
        }
        if (values[i] === 0 && (costs[i + 1]?.[j] ?? Infinity) + 1 === cost) next.add(j);
        if (properties[j]?.encoding.kind !== "optional" || (costs[i]?.[j + 1] ?? Infinity) + 1 !== cost) break;
        j++;
      }
    }
    if (values[i] !== 0 && matches.size !== 1) return undefined;
    const [match] = matches;
    path.push(match === undefined ? undefined : properties[match]);
    states = next;
  }
  return path;
}
