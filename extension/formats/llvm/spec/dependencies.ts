/** What the layout of a record depends on besides its specification. */
import type { Field, Part, RecordSpecification, Test } from "./form";

const needs = new WeakMap<RecordSpecification, ReadonlySet<string>>();
/** The names of the fields that the layout of a record depends on. */
export function neededBy(specification: RecordSpecification): ReadonlySet<string> {
  let known = needs.get(specification);
  if (!known) needs.set(specification, (known = new Set(dependencies(specification.parts))));
  return known;
}
function dependencies(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    switch (part.part) {
      case "rest":
        return dependencies(part.parts);
      case "times":
        return [part.count, ...dependencies(part.parts)];
      case "when": {
        const { field: tested, wide } = part.test;
        const own = [tested, wide].filter((name) => name !== undefined);
        return [...own, ...dependencies(part.then), ...dependencies(part.otherwise)];
      }
      case "choose":
        return [part.field, ...Object.values(part.cases).flatMap((one) => dependencies(one))];
      case "arguments":
        return [part.type, part.callee];
      case "field":
      case "string":
      case "bundled":
      case "operators":
        return [];
    }
  });
}

/** The field and the repetition of each operand, for records that all have them alike. */
export interface Shape {
  readonly fields: Field[];
  readonly turns: number[];
}
/** The most operands of a record whose layout is kept for others of its length. */
export const LONGEST_SHARED = 64;
const TESTS_OF_LENGTH: ReadonlySet<string> = new Set<keyof Test>(["length", "left", "odd"]);
const shapes = new WeakMap<RecordSpecification, Map<number, Shape> | "various">();
/** The layouts of a record by its length; undefined if they depend on more than that. */
export function sharedShapes(specification: RecordSpecification): Map<number, Shape> | undefined {
  let known = shapes.get(specification);
  if (!known) {
    known = dependsOnlyOnLength(specification.parts) ? new Map<number, Shape>() : "various";
    shapes.set(specification, known);
  }
  return known === "various" ? undefined : known;
}
function dependsOnlyOnLength(parts: readonly Part[]): boolean {
  return parts.every((part) => {
    switch (part.part) {
      case "field":
        return part.form.kind !== "value" || part.form.form !== "relative";
      case "rest":
        return dependsOnlyOnLength(part.parts);
      case "when":
        return (
          Object.keys(part.test).every((name) => TESTS_OF_LENGTH.has(name)) &&
          dependsOnlyOnLength([...part.then, ...part.otherwise])
        );
      case "times":
      case "choose":
      case "string":
      case "arguments":
      case "bundled":
      case "operators":
        return false;
    }
  });
}
