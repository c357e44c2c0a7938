/** Values, and the planes in which bytecode numbers them: one sequence of slots per type. */
import type { Operation } from "./opcodes";
import type { Row } from "./row";
import type { Traits } from "./traits";
import type { Type } from "./type";
import { hasImplicitZero } from "./type";

/** The linkages by their number (GlobalValue.h; 5 to 7 since LLVM 1.9). */
export const LINKAGES = [
  "external",
  "weak",
  "appending",
  "internal",
  "linkonce",
  "dllimport",
  "dllexport",
  "extern_weak",
] as const;
/** The name of a linkage. */
export type Linkage = (typeof LINKAGES)[number];

/** A value with a slot in the plane of its type: its original number there, independent of compaction tables. */
interface Slotted {
  slot: number;
}

/** A value that can have a name. Without one it has a number, unless its type is void. */
interface Named extends Slotted {
  name: string | undefined;
  number: number | undefined;
}

/** A value of a function. */
interface Local extends Named {
  readonly type: Type;
  /** Its index among the function's arguments, blocks, or instructions. */
  readonly ordinal: number;
  /** How often the function's instructions use it as an operand. */
  uses: number;
}

/** What global variables and functions share. */
interface Global extends Row, Named {
  /** The type of the value, a pointer to the type of its content. */
  readonly type: Type;
  /** Its index among the module's global variables, or among its functions. */
  readonly ordinal: number;
  linkage: Linkage;
  /** log2(alignment) + 1; 0 means none. */
  readonly alignment: number;
  /** One-based index into the module's section names; 0 means none. */
  readonly section: number;
}

/** A global variable; `initial` is its initializer, once that is resolved. */
export interface GlobalVariable extends Global {
  readonly kind: "global";
  readonly constant: boolean;
  /** The initializer's slot in the plane of the element type. */
  readonly initializer: number | undefined;
  initial: Value | undefined;
}

/** A function, defined or declared; `convention` is the number of its calling convention. */
export interface FunctionValue extends Global {
  readonly kind: "function";
  readonly convention: number;
  /** Whether it has no body in the module. */
  declared: boolean;
}

/** A constant by its form; `operands` are resolved once its complete pool is read. */
export type Constant = Row &
  Slotted & { readonly type: Type } & (
    | { readonly kind: "integer"; readonly value: number | bigint }
    /** `bits` are those of a double, even for floats. */
    | { readonly kind: "float"; readonly bits: bigint }
    | { readonly kind: "zero" }
    | { readonly kind: "undef" }
    | { readonly kind: "string"; readonly bytes: Uint8Array }
    | { readonly kind: "aggregate"; references: readonly Reference[]; operands: readonly Value[] }
    | {
        readonly kind: "expression";
        readonly operation: Operation;
        /** None once the operands are known. */
        references: readonly Reference[];
        operands: readonly Value[];
      }
    /** A reference to a global: versions 0 to 2 have one constant for each global that is used in constants. */
    | { readonly kind: "pointer"; references: readonly Reference[]; operands: readonly Value[] }
    | { readonly kind: "asm"; readonly text: string; readonly constraints: string; readonly sideEffects: boolean }
  );

/** An argument of a function. */
export interface Argument extends Local {
  readonly kind: "argument";
}

/** A basic block, a value of type `label`. */
export interface BasicBlock extends Local {
  readonly kind: "block";
  readonly instructions: Instruction[];
}

/** An instruction, with its record's position. */
export interface Instruction extends Row, Local {
  readonly kind: "instruction";
  readonly block: BasicBlock;
  readonly operation: Operation;
  /** The type operand of a cast or of an access to variable arguments. */
  readonly typeOperand: Type | undefined;
  /** Set once all the function's values are known. */
  operands: readonly Value[];
  /**
   * For each operand in the file its index in `operands`; -1 for those that are not values (types, tags). Absent: one
   * to one.
   */
  readonly operandOf: readonly number[] | undefined;
  readonly volatile: boolean;
  readonly tail: boolean;
  readonly convention: number;
  /** log2(alignment) + 1 of an allocation; 0 means none. */
  readonly alignment: number;
}

/** Represents a slot that has no value. */
export interface Missing {
  readonly kind: "missing";
  readonly type: Type;
  readonly slot: number;
}

/** Any value, or the placeholder for one that is missing. */
export type Value = GlobalVariable | FunctionValue | Constant | Argument | BasicBlock | Instruction | Missing;

/** A reference to a value, by type and slot. */
export interface Reference {
  readonly type: Type;
  readonly slot: number;
}

/** Whether the value is a constant other than a global. */
export function isConstant(value: Value): value is Constant {
  switch (value.kind) {
    case "global":
    case "function":
    case "argument":
    case "block":
    case "instruction":
    case "missing":
      return false;
    default:
      return true;
  }
}

const NONE: readonly Value[] = [];

/** A plane: the values below those of the function, and the function's own. */
interface Plane {
  readonly base: readonly Value[];
  readonly own: Value[];
}

/** The planes of a module, or those of a function on top of them. */
export class Planes {
  private readonly planes = new Map<Type, Plane>();
  private readonly zeros: Map<Type, Constant>;

  constructor(
    private readonly traits: Traits,
    private readonly outer?: Planes,
  ) {
    this.zeros = outer ? outer.zeros : new Map();
  }

  private plane(type: Type): Plane {
    let plane = this.planes.get(type);
    if (!plane) {
      plane = this.outer ? { base: this.outer.plane(type).own, own: [] } : { base: NONE, own: this.implicit(type) };
      this.planes.set(type, plane);
    }
    return plane;
  }

  /** The beginning of a plane: its zero, if that is implicit. */
  private implicit(type: Type): Value[] {
    return hasImplicitZero(type, this.traits) ? [this.zero(type)] : [];
  }

  /** The zero that is slot 0 of a plane. */
  zero(type: Type): Constant {
    let zero = this.zeros.get(type);
    if (!zero) {
      zero = { kind: "zero", type, slot: 0, startByte: -1, endByte: -1 };
      this.zeros.set(type, zero);
    }
    return zero;
  }

  /** Appends a value to the plane of its type and sets its slot. */
  add(value: Exclude<Value, Missing>): void {
    const { base, own } = this.plane(value.type);
    value.slot = base.length + own.length;
    own.push(value);
  }

  /** Replaces the module's part of a plane by a compaction table's values. */
  replace(type: Type, values: readonly Value[]): void {
    this.planes.set(type, { base: [...this.implicit(type), ...values], own: this.plane(type).own });
  }

  /** The value in a slot. */
  get(type: Type, slot: number): Value | undefined {
    const { base, own } = this.plane(type);
    return slot < base.length ? base[slot] : own[slot - base.length];
  }
}
