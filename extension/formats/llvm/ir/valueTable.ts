/** The values known at some point: the module's, followed by those of the open function. */
import type { ValueId } from "./ids";
import { append } from "../../../document/arrays";
import { areEqualErased } from "./typeEquality";
import type { Type } from "./types";
import type { Value } from "./values";
import type { TypeInterner } from "./interner";

/** The values of a function that was set aside to read another one. */
export interface SetAside {
  readonly values: readonly (Value | undefined)[];
  readonly types: readonly (Type | undefined)[];
  readonly extra: readonly Value[];
  readonly extraTypes: readonly Type[];
  /** What was expected of it, if not all of it has been read. */
  readonly forward: ReadonlyMap<ValueId, Type>;
  readonly furthest: number;
}

/**
 * Ids from here downwards belong to values that upgrades make for the module; leaving a function does not remove them.
 */
const FIRST_MADE = -(2 ** 29);

/** Values that are kept as numbers, and made when they are asked for; numbered from 0. */
export interface StoredValues {
  at(id: ValueId): Value | undefined;
  typeOf(id: ValueId): Type | undefined;
}

/**
 * Values by number. A function pushes its own onto the module's and removes them when it ends. Array entries past
 * {@link length} are leftovers of earlier functions, which the next function overwrites.
 */
export class ValueTable {
  /** @param stored the first values, if they are not kept as objects; see {@link grow} */
  constructor(private readonly stored?: StoredValues) {}
  /** How many of the first values are in `stored`. */
  private base = 0;
  /** The other values and their types. */
  private readonly values: (Value | undefined)[] = [];
  private readonly types_: (Type | undefined)[] = [];
  /** The number of the next value. */
  length = 0;
  /** Values of the function that have no number in the file; ids -1, -2, … */
  private readonly extra: Value[] = [];
  private readonly extraTypes: Type[] = [];
  /** Values made for the module; ids FIRST_MADE and below. */
  private readonly made: Value[] = [];
  private readonly madeTypes: Type[] = [];
  /** Types of values that are referred to before they are defined. */
  private readonly forward = new Map<ValueId, Type>();
  /** The largest number of a value that was referred to before it was defined. */
  private furthest = -1;

  /** Whether types are equal whatever their pointers point to. */
  erasesPointees = false;
  /** Whether the pointers of the type table tell what they point to. */
  hasPointees = false;
  /** Whether two types are the same to the release. */
  isSameType(one: Type | undefined, other: Type | undefined): boolean {
    if (one === other || !this.erasesPointees || !one || !other) return one === other;
    return areEqualErased(one, other);
  }

  /** Whether the file has constant expressions that the release no longer has, so that they become instructions. */
  hasGoneConstants = false;

  /** How many values there are, including those made by upgrades. */
  get count(): number {
    return this.length + this.extra.length + this.made.length;
  }
  /** Adds the next value and returns its number. */
  push(value: Value, type: Type): ValueId {
    const id = this.length++;
    const at = id - this.base;
    if (at === this.values.length) {
      this.values.push(value);
      this.types_.push(type);
    } else {
      this.values[at] = value;
      this.types_[at] = type;
    }
    return id;
  }
  /** Leaves numbers below this one without a value. */
  skipTo(length: number): void {
    for (; this.length < length; this.length++) {
      this.values[this.length - this.base] = undefined;
      this.types_[this.length - this.base] = undefined;
    }
  }
  /** Counts the next values, which were added to the stored ones; all of these come before the others. */
  grow(count = 1): void {
    this.base = this.length += count;
  }
  /** Adds a value without a number in the file; its id is negative. */
  pushExtra(value: Value, type: Type): ValueId {
    this.extraTypes.push(type);
    return -this.extra.push(value);
  }
  /** The id that {@link pushMade} returns next. */
  get nextMade(): ValueId {
    return FIRST_MADE - this.made.length;
  }
  /** Adds a value of the module that stays when functions are left. */
  pushMade(value: Value, type: Type): ValueId {
    this.madeTypes.push(type);
    return FIRST_MADE + 1 - this.made.push(value);
  }
  /** Replaces the value of a number (by what an upgrade made of it). */
  replace(id: ValueId, value: Value, type: Type): void {
    this.values[id - this.base] = value;
    this.types_[id - this.base] = type;
  }
  /**
   * Whether a value has a type, or may still get it. A number that is not assigned yet then has this type for all
   * further references and for {@link keepsPromise}, as the placeholder has in the reference (getValueFwdRef).
   */
  expect(id: ValueId, type: Type): boolean {
    const known = this.typeOf(id);
    if (known !== undefined) return this.isSameType(known, type);
    this.forward.set(id, type);
    this.furthest = Math.max(this.furthest, id);
    return true;
  }
  /** To be called when a body has been read: forgets what was expected; returns whether all of it has been defined. */
  endExpectations(): boolean {
    const isComplete = this.furthest < this.length;
    if (this.forward.size > 0) this.forward.clear();
    this.furthest = -1;
    return isComplete;
  }
  /** Whether the next value may have a type: references to it that came before have no other. */
  keepsPromise(type: Type): boolean {
    if (this.forward.size === 0) return true;
    const promised = this.forward.get(this.length);
    return promised === undefined || this.isSameType(promised, type);
  }
  /** Removes what a function has added. */
  truncate(length: number, extra: number): void {
    this.length = length;
    if (this.extra.length === extra) return;
    this.extra.length = extra;
    this.extraTypes.length = extra;
  }
  /** Does work that sees only the values below this number, and adds none. */
  within<T>(length: number, work: () => T): T {
    const whole = this.length;
    this.length = Math.min(length, whole);
    try {
      return work();
    } finally {
      this.length = whole;
    }
  }
  get extraLength(): number {
    return this.extra.length;
  }
  /** Removes what a function has added and returns it, so that another function can be read. */
  takeFrom(length: number, extra: number): SetAside {
    const end = this.length;
    const { furthest } = this;
    const forward = new Map(this.forward);
    this.endExpectations();
    this.length = length;
    return {
      forward,
      furthest,
      values: this.values.slice(length - this.base, end - this.base),
      types: this.types_.slice(length - this.base, end - this.base),
      extra: this.extra.splice(extra),
      extraTypes: this.extraTypes.splice(extra),
    };
  }
  /** Adds the values of a function that was set aside again. */
  putBack(aside: SetAside): void {
    aside.values.forEach((value, i) => this.push(value as Value, aside.types[i] as Type));
    append(this.extra, aside.extra);
    append(this.extraTypes, aside.extraTypes);
    for (const [id, type] of aside.forward) this.forward.set(id, type);
    this.furthest = aside.furthest;
  }
  /** The value with this id; undefined if it has not been defined. */
  at(id: ValueId): Value | undefined {
    if (id >= this.base) return id < this.length ? this.values[id - this.base] : undefined;
    if (id >= 0) return this.stored?.at(id);
    return id > FIRST_MADE ? this.extra[-1 - id] : this.made[FIRST_MADE - id];
  }
  /** The type of a value as operands see it (a global's is a pointer); undefined for a number not assigned yet. */
  typeOf(id: ValueId): Type | undefined {
    if (id >= this.base) return id < this.length ? this.types_[id - this.base] : this.forward.get(id);
    if (id >= 0) return this.stored?.typeOf(id);
    return id > FIRST_MADE ? this.extraTypes[-1 - id] : this.madeTypes[FIRST_MADE - id];
  }
  /** The value of an integer constant as a number; undefined for other values. */
  integerOf(id: ValueId): number | undefined {
    const value = this.at(id);
    if (value?.kind === "integer") return Number(value.value);
    return value?.kind === "null" ? 0 : undefined;
  }
}

/**
 * The type that a getelementptr's indices select from its source element type (LangRef, getelementptr).
 * @param operands the pointer, then all indices; the first index steps over the pointer and does not change the type
 */
export function indexedType(source: Type, operands: readonly ValueId[], values: ValueTable): Type | undefined {
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

/** The index into a struct: an i32 constant, or a vector of equal ones. */
function structIndex(id: ValueId, values: ValueTable): number {
  const value = values.at(id);
  if (value?.kind === "data") return Number(value.elements[0]);
  if (value?.kind === "aggregate") return values.integerOf(value.elements[0] as number) ?? -1;
  return values.integerOf(id) ?? -1;
}

/** The type of a getelementptr's result: a pointer (typed if its base is), or a vector of pointers. */
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
