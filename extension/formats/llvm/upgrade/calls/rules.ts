/** Forms of rules for intrinsics that a release does not have in the form found in a file. */
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { FunctionType } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { RulesByFamily } from "./families";
import type { Naming } from "./mangling";
import type { Rewriting } from "./rewriting";

/** The releases that have a rule; all if neither bound is set. */
export interface Span {
  readonly since?: Release;
  /** Exclusive. */
  readonly until?: Release;
}

/** A function that only gets another name. */
export interface Renaming {
  readonly name: string;
  readonly from: RegExp;
  readonly to: string;
}

/** A function that is replaced by another one. */
export interface Replacement extends Span {
  readonly name: string;
  readonly from: RegExp;
  /**
   * The new function's name: the replacement text for `from`, or a function of the old name, the new type and the old
   * type. By default the name stays.
   */
  readonly to?: string | ((name: string, type: FunctionType, naming: Naming, old: FunctionType) => string | undefined);
  /** The new function's type; undefined if the function is not to be replaced. By default the type stays. */
  readonly type?: (type: FunctionType, interner: TypeInterner, name: string) => FunctionType | undefined;
  /** Makes the new call and returns the value that replaces the old call's. By default only the callee changes. */
  readonly call?: (r: Rewriting, target: FunctionValue) => ValueId | undefined;
  /**
   * Whether the new function follows those of all other rules: the reference first declares one whose name ends in a type
   * too many, and renames it when its turn comes.
   */
  readonly isLate?: boolean;
  /** Whether a function of another type that has the new name loses it: `NAME.renamed`. */
  readonly takesName?: boolean;
  /** Whether uses other than calls keep the old function. */
  readonly onlyCalls?: boolean;
  /** Whether the new calls are of other functions, which are declared when a body has such a call. */
  readonly callsOthers?: boolean;
}

/** A function whose calls are replaced by instructions. */
export interface Expansion extends Span {
  readonly name: string;
  readonly from: RegExp;
  /** Whether a function of this type is an old one; by default all are. */
  readonly if?: (type: FunctionType) => boolean;
  /** Makes the instructions and returns the value that replaces the call's; undefined for none. */
  readonly expand: (r: Rewriting) => ValueId | undefined;
}

/** The rules of one release. */
export interface RuleSet {
  readonly renamings: readonly Renaming[];
  readonly replacements: RulesByFamily<Replacement>;
  /** Those of the replacements that only calls are subject to, which are tried once more, after all others. */
  readonly ofCalls: readonly Replacement[];
  readonly expansions: RulesByFamily<Expansion>;
  /** Recognises functions whose calls are dropped. */
  readonly drops: (name: string, type: FunctionType) => boolean;
  /** Whether instructions made for a call get its source location (IRBuilder of LLVM 3.7 and later). */
  readonly keepsLocations: boolean;
}

/** Whether a release has a rule. */
export function isOf(rule: Span, release: Release): boolean {
  return release >= (rule.since ?? 0) && release < (rule.until ?? Infinity);
}
