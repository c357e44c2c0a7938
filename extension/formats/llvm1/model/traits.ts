/** The layout that the number in a bytecode file's version word determines. */
import type { Operation } from "./opcodes";
import { operationsOf } from "./opcodes";

/** The layout rules of one bytecode version (Reader.cpp of LLVM 1.0 to 1.9, one flag per change of the format). */
export interface Traits {
  readonly version: number;
  /** Block headers are two words, id and size; in later versions one word, `size << 5 | id`. Versions 0 to 2. */
  readonly longHeaders: boolean;
  /** Blocks and format 0 instructions end at a multiple of four bytes. Versions 0 to 3. */
  readonly aligned: boolean;
  /** Type id 12 is `type`, so that every later id is one higher. Versions 0 and 1. */
  readonly typeOfTypes: boolean;
  /** Zeros of primitive types are in the constant pool; in later versions they are slot 0 of their plane. Version 0. */
  readonly explicitPrimitiveZeros: boolean;
  /**
   * A function's arguments are numbered before the constants of its own pool; in later versions after them. Version 0.
   */
  readonly argumentsFirst: boolean;
  /** 0x00FFFFFF in place of a type id means that the id follows as a vbr. Since version 3. */
  readonly escapedTypeIds: boolean;
  /** A function's own constant pool begins with types. Since version 3. */
  readonly functionTypes: boolean;
  /** Plane 0 of a constant pool holds strings. Since version 1. */
  readonly stringConstants: boolean;
  /**
   * Structure indices are ubyte and sequential ones long; in later versions uint, and any integer type with a tag.
   * Versions 0, 1.
   */
  readonly fixedIndexTypes: boolean;
  /** Symbol tables begin with the types' names; before, these were a plane. Since version 2. */
  readonly typeNamesFirst: boolean;
  /** Dependent libraries and the target triple end the module's information. Since version 3. */
  readonly dependentLibraries: boolean;
  /** Sections and module-level assembly may follow those. Since version 4 (written since LLVM 1.7). */
  readonly sections: boolean;
  /** A function's signature word has flags beside the type. Since version 5. */
  readonly signatureFlags: boolean;
  /** A constant's operand count is one too high; 1 means undef, and all ones inline assembly. Since version 5. */
  readonly biasedOperandCount: boolean;
  /** The operation of each opcode number. */
  readonly operations: readonly (Operation | undefined)[];
}

/** The last version that a release wrote; 7 existed only in development and changed without a new number. */
export const LAST_RELEASED = 6;

/** The layout of a version; versions after the last released one are read like that one. */
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
