/**
 * The attributes of one module's functions and calls as their types and the release have them. Lists are shared by many
 * functions and calls, so what became of a list is kept.
 */
import type { AttributeList, AttributeSet } from "../ir/attributes";
import type { Release } from "../ir/releases";
import type { FunctionType, Type } from "../ir/types";
import type { FunctionValue, Value, ValueId } from "../ir/values";
import { intrinsicAttributes } from "./intrinsics";
import type { TypedParameter } from "./pointeeTypes";
import { typedParameters } from "./pointeeTypes";
import { AttributeFitter } from "../attributes/fit";
import type { AttributeTable } from "../attributes/reader";
import type { AttributeBuilder, AttributeSets } from "../attributes/set";

const NOTHING: AttributeList = { functionSet: undefined, returnSet: undefined, paramSets: [] };

/** Fits the lists of a table. */
export class FittedAttributes {
  private readonly fitter: AttributeFitter;
  private readonly fitted = new Map<AttributeList, Map<FunctionType, AttributeList>>();
  private readonly typed = new Map<ValueId, readonly TypedParameter[]>();

  /** @param literal whether lists stay as the file has them */
  constructor(
    private readonly table: AttributeTable,
    sets: AttributeSets,
    private readonly release: Release,
    private readonly literal: boolean,
  ) {
    this.fitter = new AttributeFitter(sets, release);
  }

  /** Gives a function its attributes: an intrinsic's declaration those of the release, others their list, fitted. */
  finish(global: FunctionValue): void {
    const type = global.valueType;
    if (type.kind !== "function") return;
    const own = intrinsicAttributes(global.name, type, this.release, this.table);
    const attributes = own ?? (global.attributes && this.fit(global.attributes, type));
    if (attributes !== global.attributes) Object.assign(global, { attributes });
  }

  /** The list as a function or call of this type has it. */
  fit(list: AttributeList, type: FunctionType): AttributeList {
    let byType = this.fitted.get(list);
    if (!byType) this.fitted.set(list, (byType = new Map()));
    let fitted = byType.get(type);
    if (!fitted) byType.set(type, (fitted = this.literal ? list : this.fitter.fit(list, type)));
    return fitted;
  }

  /** A set of the module's: equal ones are one object. */
  set(builder: AttributeBuilder): AttributeSet | undefined {
    return this.table.intern(builder);
  }
  /** Whether any list of the module has an attribute of this kind. */
  mentions(kind: number): boolean {
    return this.table.mentions(kind);
  }
  /** The list with this type as an attribute of a parameter (0-based), where it has none of the kind. */
  withParamType(list: AttributeList, parameter: number, kind: number, type: Type): AttributeList {
    return this.fitter.withParamType(list, parameter, kind, type);
  }

  /**
   * A call's list with the types that typed pointers lead to, where what is called asks for them.
   * @param callee what is called, with its number where that is the module's: what it asks for is then kept
   */
  withPointeeTypes(
    list: AttributeList | undefined,
    type: FunctionType,
    callee: { readonly value: Value | undefined; readonly id: ValueId | undefined },
  ): AttributeList | undefined {
    if (this.literal) return list;
    let typed = callee.id === undefined ? undefined : this.typed.get(callee.id);
    if (!typed) {
      typed = typedParameters(callee.value, this.release);
      if (callee.id !== undefined) this.typed.set(callee.id, typed);
    }
    let whole = list;
    for (const [parameter, kind] of typed) {
      const param = type.params[parameter];
      if (param?.kind !== "pointer" || !param.pointee) continue;
      whole = this.fitter.withParamType(whole ?? NOTHING, parameter, kind, param.pointee);
    }
    return whole;
  }
}
