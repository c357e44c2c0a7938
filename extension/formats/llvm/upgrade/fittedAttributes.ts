/**
 * The attributes of a module's functions and calls, fitted to their types and the release. Many functions and calls
 * share a list, so the results are cached by list.
 */
import type { ValueId } from "../ir/ids";
import type { AttributeList, AttributeSet } from "../ir/attributes";
import { NO_ATTRIBUTES } from "../ir/attributes";
import type { Release } from "../ir/releases";
import type { FunctionType, Type } from "../ir/types";
import type { FunctionValue, Value } from "../ir/values";
import type { Naming } from "./calls/mangling";
import { intrinsicAttributes } from "./intrinsics";
import type { TypedParameter } from "./pointeeTypes";
import { typedParameters } from "./pointeeTypes";
import { AttributeFitter } from "../attributes/fit";
import type { AttributeTable } from "../attributes/reader";
import type { AttributeBuilder, AttributeSets } from "../attributes/set";
import { attributeOf } from "../attributes/set";
import { RecordFault } from "../stream/blocks";

/**
 * Cached results for a list, by function type: the first type directly, since most lists have only one; the others in a
 * table.
 */
interface Fits {
  readonly type: FunctionType;
  readonly fitted: AttributeList;
  readonly others: Map<FunctionType, AttributeList>;
}

/** What a call's attributes depend on besides its list. */
interface Called {
  readonly type: FunctionType;
  /** The function type, extended by parameters for variable arguments that have attributes. */
  readonly called: FunctionType;
  /** The callee. */
  readonly callee: Value | undefined;
  /** The callee's number, if it is a value of the module. */
  readonly id: ValueId | undefined;
  /** Whether the file has typed pointers. */
  readonly typed: boolean;
}

/** The cached result for the list of a call of this type. */
interface FittedCall {
  readonly list: AttributeList | undefined;
  readonly type: FunctionType;
  readonly fitted: AttributeList | undefined;
}

/** The first release that refuses a call without a pointee type that the callee requires. */
const REQUIRED: Release = 15;
/** What the reference calls the callee of such a call. */
function userOf(callee: Value | undefined): string {
  return callee?.kind === "inlineAsm" ? "inline asm" : "elementtype";
}

/** Fits the attribute lists of a module. */
export class FittedAttributes {
  private readonly fitter: AttributeFitter;
  private readonly fits = new Map<AttributeList, Fits>();
  /** By number of the callee: the result for its last call, since most of its calls have the same list. */
  private readonly calls: (FittedCall | undefined)[] = [];
  /** By number of the callee: the parameters whose pointee types it requires. */
  private readonly typed: (readonly TypedParameter[] | undefined)[] = [];

  /** @param literal whether lists stay as the file has them */
  constructor(
    private readonly table: AttributeTable,
    sets: AttributeSets,
    private readonly release: Release,
    private readonly literal: boolean,
  ) {
    this.fitter = new AttributeFitter(sets, release);
  }

  /**
   * Sets a function's attributes: for an intrinsic's declaration those that the release defines, otherwise its own, both
   * fitted: up to LLVM 19 a declaration may have another type than the intrinsic.
   */
  finish(global: FunctionValue, naming: Naming): void {
    const type = global.valueType;
    if (type.kind !== "function") return;
    const list = intrinsicAttributes(global.name, type, naming, this.table) ?? global.attributes;
    const attributes = list && this.fit(list, type);
    if (attributes !== global.attributes) Object.assign(global, { attributes });
  }

  /** The list fitted to a function or call of this type. */
  fit(list: AttributeList, type: FunctionType): AttributeList {
    if (this.literal) return list;
    const fits = this.fits.get(list);
    const known = fits?.type === type ? fits.fitted : fits?.others.get(type);
    if (known) return known;
    const fitted = this.fitter.fit(list, type);
    if (fits) fits.others.set(type, fitted);
    else this.fits.set(list, { type, fitted, others: new Map() });
    return fitted;
  }

  /** The set of these attributes, one object for equal sets. */
  set(builder: AttributeBuilder): AttributeSet | undefined {
    return this.table.intern(builder);
  }
  /** Whether any group of the module has an attribute of this kind. */
  mentions(kind: number): boolean {
    return this.table.mentions(kind);
  }
  /** The list with this type as an attribute of a parameter (0-based), unless that has one of the kind. */
  withParamType(list: AttributeList, parameter: number, kind: number, type: Type): AttributeList {
    return this.fitter.withParamType(list, parameter, kind, type);
  }

  /** Whether the attributes of arguments from index `from` on depend on the arguments' types. */
  dependsOnArguments(list: AttributeList, from: number): boolean {
    for (let i = from; i < list.paramSets.length; i++) {
      const set = list.paramSets[i];
      if (set && this.fitter.dependsOnType(set)) return true;
    }
    return false;
  }

  /** The cached result of the last call of a function of the module, if it had this list and type. */
  again(list: AttributeList | undefined, type: FunctionType, callee: ValueId): FittedCall | undefined {
    const before = this.calls[callee];
    return before?.list === list && before?.type === type ? before : undefined;
  }

  /** A call's list, fitted, with pointee types added if the callee requires them. */
  ofCall(list: AttributeList | undefined, call: Called): AttributeList | undefined {
    const { type, called, id } = call;
    const own = list && this.fit(list, called);
    const fitted = this.withPointeeTypes(own, call);
    if (id !== undefined && called === type) {
      while (this.calls.length <= id) this.calls.push(undefined);
      this.calls[id] = { list, type, fitted };
    }
    return fitted;
  }

  /** @throws {RecordFault} if neither the list nor a typed pointer states a pointee type that the callee requires */
  private withPointeeTypes(list: AttributeList | undefined, call: Called): AttributeList | undefined {
    if (this.literal) return list;
    const { type, callee, id, typed } = call;
    let whole = list;
    for (const [parameter, kind] of this.typedOf(callee, id)) {
      const param = type.params[parameter];
      const pointee = typed && param?.kind === "pointer" ? param.pointee : undefined;
      if (pointee) whole = this.fitter.withParamType(whole ?? NO_ATTRIBUTES, parameter, kind, pointee);
      else if (this.release >= REQUIRED && !attributeOf(whole?.paramSets[parameter], kind))
        throw new RecordFault("bad-type", `Missing element type for ${userOf(callee)} upgrade`);
    }
    return whole;
  }

  private typedOf(callee: Value | undefined, id: ValueId | undefined): readonly TypedParameter[] {
    if (id === undefined || id < 0) return typedParameters(callee, this.release);
    const known = this.typed[id];
    if (known) return known;
    while (this.typed.length <= id) this.typed.push(undefined);
    return (this.typed[id] = typedParameters(callee, this.release));
  }
}
