/** What the number in a bytecode file's version word decides about its layout. */
import type { Operation } from "./opcodes";
import { operationsOf } from "./opcodes";

/** The layout rules of one bytecode version (Reader.cpp of LLVM 1.0 to 1.9, one flag per change of the format). */
export interface Traits {
  readonly version: number;
  /** Block headers are two words, id and size; later one word, `size << 5 | id`. Versions 0 to 2. */
  readonly longHeaders: boolean;
  /** Blocks and format 0 instructions end on a multiple of four bytes. Versions 0 to 3. */
  readonly aligned: boolean;
  /** Type id 12 is `type`, so that every later id is one higher. Versions 0 and 1. */
  readonly typeOfTypes: boolean;
  /** Zeros of primitive types stand in the constant pool; later they are slot 0 of their plane. Version 0. */
  readonly explicitPrimitiveZeros: boolean;
  /** A function's arguments are numbered before the constants of its own pool; later after them. Version 0. */
  readonly argumentsFirst: boolean;
  /** 0x00FFFFFF in a type id's place says that the id follows as a vbr. From version 3 on. */
  readonly escapedTypeIds: boolean;
  /** A function's own constant pool begins with types. From version 3 on. */
  readonly functionTypes: boolean;
  /** Plane 0 of a constant pool holds strings. From version 1 on. */
  readonly stringConstants: boolean;
  /** Structure indices are ubyte and sequential ones long; later uint, and any integer type with a tag. Versions 0, 1. */
  readonly fixedIndexTypes: boolean;
  /** Symbol tables begin with the types' names; before, those were a plane. From version 2 on. */
  readonly typeNamesFirst: boolean;
  /** Dependent libraries and the target triple end the module's information. From version 3 on. */
  readonly dependentLibraries: boolean;
  /** Sections and module-level assembly may follow those. From version 4 on (written since LLVM 1.7). */
  readonly sections: boolean;
  /** A function's signature word has flags beside the type. From version 5 on. */
  readonly signatureFlags: boolean;
  /** A constant's operand count is one too high, 1 is undef, and all ones inline assembly. From version 5 on. */
  readonly biasedOperandCount: boolean;
  /** Number of an opcode to its operation. */
  readonly operations: readonly (Operation | undefined)[];
}

/** The last version that a release wrote; 7 existed on trunk alone and changed without a new number. */
export const LAST_RELEASED = 6;

/** The layout of a version; versions past the last released one are read as if they were that. */
export function traitsOf(version: number): Traits {
  const v = Math.min(version, LAST_RELEASED);
  return {
    version,
    longHeaders: v <= 2,
    aligned: v <= 3,
    typeOfTypes: v <= 1,
    explicitPrimitiveZeros: v === 0,
    argumentsFirst: v === 0,
    escapedTypeIds: v >= 3,
    functionTypes: v >= 3,
    stringConstants: v >= 1,
    fixedIndexTypes: v <= 1,
    typeNamesFirst: v >= 2,
    dependentLibraries: v >= 3,
    sections: v >= 4,
    signatureFlags: v >= 5,
    biasedOperandCount: v >= 5,
    operations: operationsOf(v),
  };
}
