/** Values, and the planes in which bytecode numbers them: one sequence of slots for each type. */
import type { Operation } from "./opcodes";
import type { Row } from "./row";
import type { Traits } from "./traits";
import type { Type } from "./types";
import { hasImplicitZero } from "./types";

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
export type Linkage = (typeof LINKAGES)[number];

/** A value that has a slot in the plane of its type: its own number there, whatever a compaction table makes of it. */
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
  /** Its place among the function's arguments, blocks, or instructions. */
  readonly ordinal: number;
  /** Operands of the function's instructions that it is. */
  uses: number;
}

/** What globals and functions share. */
interface Global extends Row, Named {
  /** The type of the value, which is a pointer to what it stands for. */
  readonly type: Type;
  /** Its place among the module's global variables, or among its functions. */
  readonly ordinal: number;
  linkage: Linkage;
  /** log2(alignment) + 1; 0 says nothing. */
  readonly alignment: number;
  /** One-based index into the module's section names; 0 is none. */
  readonly section: number;
}

export interface GlobalVariable extends Global {
  readonly kind: "global";
  readonly constant: boolean;
  /** The initializer's slot in the plane of the element type. */
  readonly initializer: number | undefined;
  initial: Value | undefined;
}

export interface FunctionValue extends Global {
  readonly kind: "function";
  readonly convention: number;
  /** Whether the module has no body for it. */
  declared: boolean;
}

/** A constant by how it is written; `operands` are resolved once its whole pool is read. */
export type Constant = Row &
  Slotted & { readonly type: Type } & (
    | { readonly kind: "integer"; readonly value: number | bigint }
    /** `bits` are those of a double, for floats too. */
    | { readonly kind: "float"; readonly bits: bigint }
    | { readonly kind: "zero" }
    | { readonly kind: "undef" }
    | { readonly kind: "string"; readonly bytes: Uint8Array }
    | { readonly kind: "aggregate"; readonly references: readonly Reference[]; operands: readonly Value[] }
    | {
        readonly kind: "expression";
        readonly operation: Operation;
        readonly references: readonly Reference[];
        operands: readonly Value[];
      }
    /** A reference to a global: versions 0 to 2 have one constant for each global that constants use. */
    | { readonly kind: "pointer"; readonly references: readonly Reference[]; operands: readonly Value[] }
    | { readonly kind: "asm"; readonly text: string; readonly constraints: string; readonly sideEffects: boolean }
  );

export interface Argument extends Local {
  readonly kind: "argument";
}

export interface BasicBlock extends Local {
  readonly kind: "block";
  readonly instructions: Instruction[];
}

export interface Instruction extends Row, Local {
  readonly kind: "instruction";
  readonly block: BasicBlock;
  readonly operation: Operation;
  /** The type that a cast or an access to variable arguments names. */
  readonly typeOperand: Type | undefined;
  /** Filled in once the function's values are all known. */
  operands: readonly Value[];
  /** Of the file's operands, which of `operands` each is; -1 for those that are none (types, tags). Absent: one to one. */
  readonly operandOf: readonly number[] | undefined;
  readonly volatile: boolean;
  readonly tail: boolean;
  readonly convention: number;
  /** log2(alignment) + 1 of an allocation; 0 says nothing. */
  readonly alignment: number;
}

/** What stands for a slot that nothing has. */
export interface Missing {
  readonly kind: "missing";
  readonly type: Type;
  readonly slot: number;
}

export type Value = GlobalVariable | FunctionValue | Constant | Argument | BasicBlock | Instruction | Missing;

/** A value by type and slot. */
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

/** A plane: the values below a function's own ones, and those. */
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

  /** What a plane begins with: its zero, where that is not written. */
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

  /** Appends a value to the plane of its type, and tells it its slot. */
  add(value: Exclude<Value, Missing>): void {
    const { base, own } = this.plane(value.type);
    value.slot = base.length + own.length;
    own.push(value);
  }

  /** Puts a compaction table's values into the place of the module's part of a plane. */
  replace(type: Type, values: readonly Value[]): void {
    this.planes.set(type, { base: [...this.implicit(type), ...values], own: this.plane(type).own });
  }

  /** The value of a slot. */
  get(type: Type, slot: number): Value | undefined {
    const { base, own } = this.plane(type);
    return slot < base.length ? base[slot] : own[slot - base.length];
  }
}
