/** Makes the metadata table of a module, and gives it access to the module. */
import type { ByteWindow } from "../../../document/window";
import type { BodyFindings } from "../ir/findings";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import { isArm } from "../ir/triple";
import type { GlobalList } from "../ir/module";
import type { Value } from "../ir/values";
import type { ValueTable } from "../ir/valueTable";
import type { ProblemList } from "../stream/blocks";
import { signingOf } from "./signedConstructors";
import { MetadataTable } from "./table";
import type { WrappedValue } from "./upgrades";

/** What upgrades of metadata need to know about a value. */
function wrappedValue(value: Value | undefined): WrappedValue {
  switch (value?.kind) {
    case "variable":
      return { variable: value.id };
    case "function":
      return value.declaration ? undefined : { definition: value.id };
    case "integer":
      return { integer: BigInt(value.value) };
    case "null":
      return { integer: 0n };
    default:
      return undefined;
  }
}

/** Kinds of constants that have no parts. */
const UNIFORM: ReadonlySet<string> = new Set(["undef", "null", "poison"]);

/** Kinds of values that are no constants. */
const LOCAL: ReadonlySet<Value["kind"]> = new Set(["argument", "instruction", "metadataOperand", "blockOperand"]);
const GLOBALS: ReadonlySet<Value["kind"]> = new Set(["variable", "function", "alias", "ifunc"]);

/** The metadata table of a module that is about to be read. */
export function metadataTable(module: {
  readonly release: Release;
  readonly window: ByteWindow;
  readonly problems: ProblemList;
  readonly typeAt: (index: number) => Type | undefined;
  readonly values: ValueTable;
  readonly globals: GlobalList;
  readonly findings: BodyFindings;
  readonly triple: string;
  readonly literal: boolean;
}): MetadataTable {
  return new MetadataTable({
    release: module.release,
    literal: module.literal,
    window: module.window,
    problems: module.problems,
    typeOf: (id) => module.typeAt(id),
    hasType: (value, number, inFunction) => {
      const type = module.typeAt(number);
      if (!type || type.kind === "metadata" || type.kind === "void") return undefined;
      const { values } = module;
      return inFunction ? values.expect(value, type) : values.isSameType(values.typeOf(value) ?? type, type);
    },
    wrapped: (value) => wrappedValue(module.values.at(value)),
    isGlobal: (value) => GLOBALS.has(module.values.at(value)?.kind ?? "null"),
    uniform: (id) => {
      const kind = module.values.at(id)?.kind ?? "";
      const type = module.values.typeOf(id);
      return type && UNIFORM.has(kind) ? { kind, type } : undefined;
    },
    isSameType: (one, other) => module.values.isSameType(one, other),
    // No getter: each object with a getter has a shape of its own, which would keep the module until all garbage is
    // collected.
    mergesValues: () => module.values.erasesPointees,
    valueAt: (id) => module.values.at(id),
    isConstant: (id) => {
      const kind = module.values.at(id)?.kind;
      return kind !== undefined && !LOCAL.has(kind);
    },
    findings: module.findings,
    signing: () => signingOf(module.globals, module.values),
    isArm: () => isArm(module.triple),
    bodies: () => module.globals.filter((global) => global.kind === "function" && !global.declaration).length,
  });
}
