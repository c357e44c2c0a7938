/**
 * What the reference's verifier refuses in a module's globals and in the lists of its named metadata; see `body.ts`.
 * Source: Verifier's visitGlobalVariable, visitFunction, visitModuleFlag, visitModuleIdents.
 */
import type { MetadataId, ValueId } from "../../ir/ids";
import type { Metadata, NamedMetadata } from "../../ir/metadata";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import type { GlobalValue } from "../../ir/values";
import { isBehavior } from "../../metadata/moduleFlags";
import type { VerifiedValues } from "./body";
import type { Naming } from "../calls/mangling";
import { isMistyped } from "../intrinsics";
import { ATTRIBUTE_AFTER, hasLater, isSame } from "./types";

/** The module that is verified. */
export interface VerifiedModule {
  readonly release: Release;
  readonly values: VerifiedValues;
  readonly globals: readonly GlobalValue[];
  readonly metadata: {
    readonly named: readonly NamedMetadata[];
    node(id: MetadataId): Metadata | undefined;
  };
}

/** What the verifier refuses in a global; undefined if nothing. */
export function brokenGlobal(global: GlobalValue, values: VerifiedValues): string | undefined {
  if (global.kind !== "variable" && global.kind !== "function") return undefined;
  const isDeclared = global.kind === "function" ? global.declaration : global.initializer === undefined;
  if (isDeclared && global.linkage !== "external" && global.linkage !== "extern_weak")
    return "Global is external, but doesn't have external or weak linkage!";
  if (global.linkage === "appending" && global.kind === "function")
    return "Only global variables can have appending linkage!";
  if (global.linkage === "appending" && global.valueType.kind !== "array")
    return "Only global arrays can have appending linkage!";
  if (global.valueType.kind === "function" && hasLater(global.attributes, global.valueType.params.length))
    return ATTRIBUTE_AFTER;
  if (global.kind !== "variable" || global.initializer === undefined) return undefined;
  return isInitializer(global.initializer, global.valueType, values)
    ? undefined
    : "Global variable initializer type does not match global variable type!";
}

/** What the verifier refuses in an intrinsic of another type than the release's. */
export const MISTYPED = "Intrinsic has incorrect type!";
/** The first release that looks at the types of declarations; before, it looked at those of callees. */
export const TYPED_DECLARATIONS: Release = 23;

/** Whether a global is an intrinsic of another type than the release's. */
export function isMistypedIntrinsic({ kind, name, valueType }: GlobalValue, naming: Naming): boolean {
  return kind === "function" && valueType.kind === "function" && isMistyped(name, valueType, naming);
}

function isByte(type: Type): boolean {
  return (type.kind === "integer" || type.kind === "byte") && type.width === 8;
}
/** Whether a constant has the type of a variable. Lists of plain data have the length that their record has. */
function isInitializer(id: ValueId, expected: Type, values: VerifiedValues): boolean {
  const [type, value] = [values.typeOf(id), values.at(id)];
  if (type === undefined || !isSame(type, expected)) return type === undefined;
  if (type.kind !== "array" || value === undefined) return true;
  if (value.kind === "string") return value.text.length === type.count && isByte(type.element);
  return value.kind !== "data" || value.elements.length === type.count;
}

/** Behaviours of module flags that require something of the value. */
const Behavior = { require: 3n, append: 5n, appendUnique: 6n, max: 7n, min: 8n } as const;
const [STRINGS, FLAGS] = [["llvm.ident", "llvm.commandline"], "llvm.module.flags"];

/** What the verifier refuses in lists of named metadata; undefined if nothing. */
export function brokenList(module: VerifiedModule): string | undefined {
  const lists = new ListVerifier(module);
  for (const { name, nodes } of module.metadata.named)
    for (const node of nodes) {
      const fault = name === FLAGS ? lists.flag(node) : STRINGS.includes(name) ? lists.text(node, name) : undefined;
      if (fault !== undefined) return fault;
    }
  return undefined;
}

class ListVerifier {
  private readonly flags = new Set<string>();
  constructor(private readonly module: VerifiedModule) {}

  private node(id: MetadataId | undefined): Metadata | undefined {
    return id === undefined ? undefined : this.module.metadata.node(id);
  }
  /** An integer constant; undefined for anything else. */
  private integer(id: MetadataId | undefined): bigint | undefined {
    const node = this.node(id);
    if (node?.kind === "integer") return node.value;
    const value =
      node?.kind === "value" && node.type.kind === "integer" ? this.module.values.at(node.value) : undefined;
    if (value?.kind === "null") return 0n;
    return value?.kind === "integer" ? BigInt(value.value) : undefined;
  }
  private operandsOf(id: MetadataId | undefined): readonly (MetadataId | undefined)[] | undefined {
    const node = this.node(id);
    return node?.kind === "tuple" || node?.kind === "record" ? node.operands : undefined;
  }

  /** A list of one string. */
  text(id: MetadataId, list: string): string | undefined {
    const operands = this.operandsOf(id);
    if (operands?.length !== 1) return `incorrect number of operands in ${list} metadata`;
    return this.node(operands[0])?.kind === "string" ? undefined : `invalid value for ${list} metadata entry operand`;
  }

  /** A flag: [behaviour, name, value]. */
  flag(id: MetadataId): string | undefined {
    const operands = this.operandsOf(id);
    if (operands?.length !== 3) return "incorrect number of operands in module flag";
    const behavior = this.integer(operands[0]);
    if (behavior === undefined || !isBehavior(behavior, this.module.release))
      return "invalid behavior operand in module flag";
    const name = this.node(operands[1]);
    if (name?.kind !== "string") return "invalid ID operand in module flag (expected metadata string)";
    const fault = this.faultOfValue(behavior, operands[2]);
    if (fault !== undefined || behavior === Behavior.require) return fault;
    if (this.flags.has(name.text)) return "module flag identifiers must be unique (or of 'require' type)";
    this.flags.add(name.text);
    const isInteger = this.integer(operands[2]) !== undefined;
    return name.text === "wchar_size" && !isInteger
      ? "wchar_size metadata requires constant integer argument"
      : undefined;
  }
  private faultOfValue(behavior: bigint, value: MetadataId | undefined): string | undefined {
    switch (behavior) {
      case Behavior.min:
      case Behavior.max:
        return this.integer(value) === undefined
          ? "invalid value for 'min' or 'max' module flag (expected constant integer)"
          : undefined;
      case Behavior.require: {
        const pair = this.operandsOf(value);
        return pair?.length === 2 && this.node(pair[0])?.kind === "string"
          ? undefined
          : "invalid value for 'require' module flag (expected metadata pair)";
      }
      case Behavior.append:
      case Behavior.appendUnique:
        return this.operandsOf(value) === undefined
          ? "invalid value for 'append'-type module flag (expected a metadata node)"
          : undefined;
      default:
        return undefined;
    }
  }
}
