/** Rules about intrinsics that a release does not have in the form in which a file has them. */
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { FunctionType } from "../../ir/types";
import type { FunctionValue } from "../../ir/values";
import type { TypeInterner } from "../../ir/interner";
import type { Naming } from "./mangling";
import type { Rewriting } from "./rewriting";

/** The releases whose readers have a rule: all where neither is given. */
export interface Span {
  readonly since?: Release;
  /** Exclusive. */
  readonly until?: Release;
}

/** A function that gets another name and is the same otherwise. */
export interface Renaming {
  readonly name: string;
  readonly from: RegExp;
  readonly to: string;
}

/** A function that another one takes the place of. */
export interface Replacement extends Span {
  readonly name: string;
  readonly from: RegExp;
  /** The other one's name: a pattern's replacement, or of the old name, the new type and the old type; the same where absent. */
  readonly to?: string | ((name: string, type: FunctionType, naming: Naming, old: FunctionType) => string | undefined);
  /** The other one's type, undefined for no replacement; the same type where absent. */
  readonly type?: (type: FunctionType, interner: TypeInterner, name: string) => FunctionType | undefined;
  /** Calls the other one; gives the value that takes the place of the call's. Absent: the call leads to the other one. */
  readonly call?: (r: Rewriting, target: FunctionValue) => ValueId | undefined;
  /** Whether uses that are no calls keep the old function. */
  readonly onlyCalls?: boolean;
}

/** A function whose calls other instructions take the place of. */
export interface Expansion extends Span {
  readonly name: string;
  readonly from: RegExp;
  /** Makes the instructions; gives the value that takes the place of the call's, undefined where there is none. */
  readonly expand: (r: Rewriting) => ValueId | undefined;
}

/** The rules of one release. */
export interface RuleSet {
  readonly renamings: readonly Renaming[];
  readonly replacements: readonly Replacement[];
  readonly expansions: readonly Expansion[];
  /** Functions whose calls are dropped. */
  readonly drops: (name: string, type: FunctionType) => boolean;
  /** Whether instructions made for a call have its source location (IRBuilder of LLVM 3.7 and later). */
  readonly keepsLocations: boolean;
}

/** Whether a rule belongs to a release. */
export function isOf(rule: Span, release: Release): boolean {
  return release >= (rule.since ?? 0) && release < (rule.until ?? Infinity);
}
