/**
 * What the reference's verifier refuses in the lists of a module's named metadata, and in intrinsics of other types; see
 * `body.ts`. Source: Verifier's visitModuleFlag, visitModuleIdents,
 * visitModuleErrnoTBAA.
 */
import type { MetadataId } from "../../ir/ids";
import type { Metadata, NamedMetadata } from "../../ir/metadata";
import type { Release } from "../../ir/releases";
import type { GlobalValue } from "../../ir/values";
import { AccessTagCheck } from "../../metadata/accessTags";
import { isBehavior } from "../../metadata/moduleFlags";
import type { VerifiedValues } from "./values";
import type { Naming } from "../calls/mangling";
import { isMistyped } from "../intrinsics";
import type { NodeInteger } from "./nodes";
import { VerifiedNodes } from "./nodes";

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

/** What the verifier refuses in an intrinsic of another type than the release's. */
export const MISTYPED = "Intrinsic has incorrect type!";
/** The first release that looks at the types of declarations; before, it looked at those of callees. */
export const TYPED_DECLARATIONS: Release = 23;

/** Whether a global is an intrinsic of another type than the release's. */
export function isMistypedIntrinsic({ kind, name, valueType }: GlobalValue, naming: Naming): boolean {
  return kind === "function" && valueType.kind === "function" && isMistyped(name, valueType, naming);
}

/** Behaviours of module flags that require something of the value. */
const Behavior = { require: 3n, append: 5n, appendUnique: 6n, max: 7n, min: 8n } as const;
const [STRINGS, FLAGS, ERRNO] = [["llvm.ident", "llvm.commandline"], "llvm.module.flags", "llvm.errno.tbaa"];
/** The first release that knows the tags of accesses to errno. */
const ERRNO_TAGS: Release = 22;

/** Flags that are integers, and the one that is a profile of calls. */
const [INTEGERS, PROFILE] = [["wchar_size", "SemanticInterposition"], "CG Profile"];
/** Flags of which a module has both or none, and the first release that looks. */
const TOGETHER = ["aarch64-elf-pauthabi-platform", "aarch64-elf-pauthabi-version"];
const PAIRED: Release = 19;
/** Flags that are 0 or 1, the second only with the first, and the first release that looks. */
const SIGNED_STARTS = "ptrauth-init-fini";
const MIXED_STARTS = `${SIGNED_STARTS}-address-discrimination`;
const STARTS_CHECKED: Release = 23;

/** What the verifier refuses in lists of named metadata; undefined if nothing. */
export function brokenList(module: VerifiedModule): string | undefined {
  const lists = new ListVerifier(module);
  for (const { name, nodes } of module.metadata.named) {
    if (name === ERRNO && module.release >= ERRNO_TAGS && nodes.length === 0)
      return `${ERRNO} must have at least one operand`;
    for (const node of nodes) {
      const fault = lists.entry(node, name);
      if (fault !== undefined) return fault;
    }
  }
  return lists.faultOfTogether();
}

function unsigned(integer: NodeInteger | undefined): bigint | undefined {
  return integer && BigInt.asUintN(integer.bits, integer.value);
}

class ListVerifier {
  private readonly flags = new Set<string>();
  /** The values of the flags that are 0 or 1. */
  private readonly starts = new Map<string, boolean>();
  private readonly nodes: VerifiedNodes;
  private readonly tags: AccessTagCheck;
  constructor(private readonly module: VerifiedModule) {
    this.nodes = new VerifiedNodes(module.release, module.values, module.metadata);
    this.tags = new AccessTagCheck(module);
  }

  /** A node of the list with this name. */
  entry(id: MetadataId, list: string): string | undefined {
    if (list === FLAGS) return this.flag(id);
    if (list === ERRNO && this.module.release >= ERRNO_TAGS)
      return this.tags.isValidTag(id) ? undefined : `${ERRNO} has an invalid tag of an access`;
    return STRINGS.includes(list) ? this.text(id, list) : undefined;
  }
  /** A list of one string. */
  private text(id: MetadataId, list: string): string | undefined {
    const operands = this.nodes.operandsOf(id);
    if (operands?.length !== 1) return `incorrect number of operands in ${list} metadata`;
    return this.nodes.node(operands[0])?.kind === "string"
      ? undefined
      : `invalid value for ${list} metadata entry operand`;
  }

  /** A flag: [behaviour, name, value]. */
  private flag(id: MetadataId): string | undefined {
    const operands = this.nodes.operandsOf(id);
    if (operands?.length !== 3) return "incorrect number of operands in module flag";
    const behavior = unsigned(this.nodes.integer(operands[0]));
    if (behavior === undefined || !isBehavior(behavior, this.module.release))
      return "invalid behavior operand in module flag";
    const name = this.nodes.node(operands[1]);
    if (name?.kind !== "string") return "invalid ID operand in module flag (expected metadata string)";
    const fault = this.faultOfValue(behavior, operands[2]);
    if (fault !== undefined || behavior === Behavior.require) return fault;
    if (this.flags.has(name.text)) return "module flag identifiers must be unique (or of 'require' type)";
    this.flags.add(name.text);
    if (name.text === PROFILE) return this.faultOfProfile(operands[2]);
    if ([SIGNED_STARTS, MIXED_STARTS].includes(name.text) && this.module.release >= STARTS_CHECKED)
      return this.faultOfStarts(name.text, operands[2]);
    const isInteger = this.nodes.integer(operands[2]) !== undefined;
    return INTEGERS.includes(name.text) && !isInteger
      ? `${name.text} metadata requires constant integer argument`
      : undefined;
  }
  /** Whether pointers to constructors are signed, and whether their place is part of that. */
  private faultOfStarts(name: string, value: MetadataId | undefined): string | undefined {
    const flag = unsigned(this.nodes.integer(value));
    if (flag === undefined) return `${name}: module flag expects integer value`;
    if (flag > 1n) return `${name} must be 0 or 1`;
    this.starts.set(name, flag === 1n);
    return undefined;
  }
  /** Who calls whom how often: [caller, callee, count] each. */
  private faultOfProfile(list: MetadataId | undefined): string | undefined {
    for (const id of this.nodes.operandsOf(list) ?? []) {
      const call = this.nodes.operandsOf(id);
      if (call?.length !== 3) return "expected a MDNode triple";
      if (!call.slice(0, 2).every((one) => this.isFunctionOrNone(one))) return "expected a Function or null";
      if (this.nodes.integer(call[2]) === undefined) return "expected an integer constant";
    }
    return undefined;
  }
  private isFunctionOrNone(id: MetadataId | undefined): boolean {
    const value = this.nodes.value(id);
    return this.nodes.node(id) === undefined || value?.kind === "function" || value?.kind === "expression";
  }
  /** What is wrong with flags of which one needs another. */
  faultOfTogether(): string | undefined {
    const [one, other] = TOGETHER.map((flag) => this.flags.has(flag));
    if (one !== other && this.module.release >= PAIRED)
      return `either both or no '${TOGETHER.join("' and '")}' module flags must be present`;
    return this.starts.get(MIXED_STARTS) === true && this.starts.get(SIGNED_STARTS) !== true
      ? `${MIXED_STARTS} module flag requires ${SIGNED_STARTS}`
      : undefined;
  }
  private faultOfValue(behavior: bigint, value: MetadataId | undefined): string | undefined {
    switch (behavior) {
      case Behavior.min:
      case Behavior.max:
        return this.nodes.integer(value) === undefined
          ? "invalid value for 'min' or 'max' module flag (expected constant integer)"
          : undefined;
      case Behavior.require: {
        const pair = this.nodes.operandsOf(value);
        return pair?.length === 2 && this.nodes.node(pair[0])?.kind === "string"
          ? undefined
          : "invalid value for 'require' module flag (expected metadata pair)";
      }
      case Behavior.append:
      case Behavior.appendUnique:
        return this.nodes.operandsOf(value) === undefined
          ? "invalid value for 'append'-type module flag (expected a metadata node)"
          : undefined;
      default:
        return undefined;
    }
  }
}
