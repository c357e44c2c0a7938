/** The value numbers that are in force at a place: the module's, and a function's behind them. */
import type { ValueId } from "./ids";
import { append } from "../../../document/arrays";
import type { Type } from "./types";
import type { Value } from "./values";
import type { TypeInterner } from "./interner";

/** The values of a function that waits for another one. */
interface SetAside {
  readonly values: readonly Value[];
  readonly types: readonly Type[];
  readonly extra: readonly Value[];
  readonly extraTypes: readonly Type[];
}

/** Numbers from here on downwards are of what reading has made for the module: functions leave them alone. */
const FIRST_MADE = -(2 ** 29);

/**
 * Values by number. A function pushes its own onto the module's and takes them off again: what is behind {@link length} is
 * left from functions before, whose room the next one takes.
 */
export class ValueTable {
  private readonly values: Value[] = [];
  private readonly types_: Type[] = [];
  /** The next number to be given. */
  length = 0;
  /** Values that the file does not number, under -1, -2, … */
  private readonly extra: Value[] = [];
  private readonly extraTypes: Type[] = [];
  /** Values made for the module, under FIRST_MADE and below. */
  private readonly made: Value[] = [];
  private readonly madeTypes: Type[] = [];
  /** Types of values that are referred to before they are defined. */
  private readonly forward = new Map<ValueId, Type>();

  /** Whether constants were read that the release does not have: instructions stand for them. */
  hasGoneConstants = false;

  /** How many values there are, those that reading has made included. */
  get count(): number {
    return this.length + this.extra.length + this.made.length;
  }
  push(value: Value, type: Type): ValueId {
    const id = this.length++;
    if (id === this.values.length) {
      this.values.push(value);
      this.types_.push(type);
    } else {
      this.values[id] = value;
      this.types_[id] = type;
    }
    return id;
  }
  /** Adds a value without a number of the file; its id is below zero. */
  pushExtra(value: Value, type: Type): ValueId {
    this.extraTypes.push(type);
    return -this.extra.push(value);
  }
  /** The number that {@link pushMade} gives next. */
  get nextMade(): ValueId {
    return FIRST_MADE - this.made.length;
  }
  /** Adds a value that stays when functions are left, whenever it is made. */
  pushMade(value: Value, type: Type): ValueId {
    this.madeTypes.push(type);
    return FIRST_MADE + 1 - this.made.push(value);
  }
  /** Puts another value in a number's place (what an upgrade made of it). */
  replace(id: ValueId, value: Value, type: Type): void {
    this.values[id] = value;
    this.types_[id] = type;
  }
  /** Keeps the type that a forward reference gives. */
  noteForward(id: ValueId, type: Type): void {
    this.forward.set(id, type);
  }
  /** Forgets what a function has added. */
  truncate(length: number, extra: number): void {
    if (this.forward.size > 0) this.forward.clear();
    this.length = length;
    if (this.extra.length === extra) return;
    this.extra.length = extra;
    this.extraTypes.length = extra;
  }
  get extraLength(): number {
    return this.extra.length;
  }
  /** Sets aside what a function has added, so that another one can be read. */
  takeFrom(length: number, extra: number): SetAside {
    const end = this.length;
    this.length = length;
    return {
      values: this.values.slice(length, end),
      types: this.types_.slice(length, end),
      extra: this.extra.splice(extra),
      extraTypes: this.extraTypes.splice(extra),
    };
  }
  putBack(aside: SetAside): void {
    aside.values.forEach((value, i) => this.push(value, aside.types[i] as Type));
    append(this.extra, aside.extra);
    append(this.extraTypes, aside.extraTypes);
  }
  at(id: ValueId): Value | undefined {
    if (id >= 0) return id < this.length ? this.values[id] : undefined;
    return id > FIRST_MADE ? this.extra[-1 - id] : this.made[FIRST_MADE - id];
  }
  /** A value's type as operands see it (a global's is a pointer); undefined for a number not given yet. */
  typeOf(id: ValueId): Type | undefined {
    if (id >= 0) return id < this.length ? this.types_[id] : this.forward.get(id);
    return id > FIRST_MADE ? this.extraTypes[-1 - id] : this.madeTypes[FIRST_MADE - id];
  }
  /** The value of a small integer constant, or undefined. */
  integerOf(id: ValueId): number | undefined {
    const value = this.at(id);
    if (value?.kind === "integer") return Number(value.value);
    return value?.kind === "null" ? 0 : undefined;
  }
}

/**
 * The type that a getelementptr's indices lead to from its source element type (LangRef, getelementptr).
 * @param operands the pointer, then all indices; the first steps over the pointer and does not change the type
 */
function indexedType(source: Type, operands: readonly ValueId[], values: ValueTable): Type | undefined {
  let type: Type | undefined = source;
  for (let i = 2; i < operands.length && type; i++) {
    switch (type.kind) {
      case "struct":
        type = type.elements?.[structIndex(operands[i] as number, values)];
        break;
      case "array":
      case "vector":
        type = type.element;
        break;
      case "pointer":
        type = undefined;
        break;
      default:
        return undefined;
    }
  }
  return type;
}

/** A struct's index is an i32 constant, or a vector of equal ones. */
function structIndex(id: ValueId, values: ValueTable): number {
  const value = values.at(id);
  if (value?.kind === "data") return Number(value.elements[0]);
  if (value?.kind === "aggregate") return values.integerOf(value.elements[0] as number) ?? -1;
  return values.integerOf(id) ?? -1;
}

/** The type of a getelementptr's result: a pointer (typed where its base is), or a vector of them. */
export function gepResult(
  source: Type,
  operands: readonly ValueId[],
  values: ValueTable,
  interner: TypeInterner,
): Type | undefined {
  const base = values.typeOf(operands[0] as number);
  const pointer = base?.kind === "vector" ? base.element : base;
  if (pointer?.kind !== "pointer") return undefined;
  let result: Type = pointer;
  if (pointer.pointee !== undefined) {
    const pointee = indexedType(source, operands, values);
    if (pointee === undefined) return undefined;
    result = interner.pointer(pointee, pointer.addressSpace);
  }
  for (const id of operands) {
    const type = values.typeOf(id);
    if (type?.kind === "vector") return interner.vector(result, type.count, type.scalable);
  }
  return result;
}
