/** Hostile LLVM 1.x bytecode: types, constants, bodies. */
import type { Code, ConstantDescription, TypeDescription } from "../bytecode";
import { encodeModule, FIRST_TYPE, INT, VOID } from "../bytecode";
import type { Kinds } from "./kind";
import { times } from "./kind";

/** Types of LLVM 1.x, each made of the previous one. */
export function bytecodeTypes(count: number, make: (before: number) => TypeDescription): Uint8Array {
  const types = times(count, (i) => make(i === 0 ? INT : FIRST_TYPE + i - 1));
  return encodeModule({ version: 5, types, globals: [] });
}
/** A global with the last of these constants. */
function constants(make: (before: number) => ConstantDescription): (count: number) => Uint8Array {
  return (count) =>
    encodeModule({
      version: 5,
      types: [{ pointer: INT }],
      globals: [],
      constants: [[INT, [14, ...times(count, (i) => make(i + 1))]]],
    });
}
/** A function with this code. */
function body(make: (count: number) => readonly Code[]): (count: number) => Uint8Array {
  return (count) =>
    encodeModule({
      version: 5,
      types: [{ result: VOID, parameters: [] }, { pointer: FIRST_TYPE }],
      globals: [],
      functions: [{ type: FIRST_TYPE + 1 }],
      bodies: [{ code: [...make(count), [1, VOID]] }],
    });
}
/** Opcodes: add, ret. */
const ADD = 7;

/** Kinds of hostile LLVM 1.x bytecode. */
export const BYTECODE: Kinds = {
  "pointers.1x.bc": (count) => bytecodeTypes(count, (before) => ({ pointer: before })),
  "arrays.1x.bc": (count) => bytecodeTypes(count, (before) => ({ array: before, length: 2 })),
  "structs.1x.bc": (count) => bytecodeTypes(count, (before) => ({ struct: [before, before] })),
  "functionTypes.1x.bc": (count) => bytecodeTypes(count, (before) => ({ result: before, parameters: [before] })),
  "cyclicTypes.1x.bc": (count) => bytecodeTypes(count, (before) => ({ struct: [before + 2, before + 2] })),
  "opaque.1x.bc": (count) => bytecodeTypes(count, () => "opaque"),
  "wideType.1x.bc": (count) =>
    encodeModule({ version: 5, types: [{ struct: times(count, () => INT) }, { pointer: FIRST_TYPE }], globals: [] }),
  "typeNames.1x.bc": (count) =>
    encodeModule({
      version: 5,
      types: [{ pointer: INT }],
      globals: [],
      typeNames: times(count, (i) => [FIRST_TYPE, `t${i}`]),
    }),
  "doubled.1x.bc": constants((before) => ({
    opcode: ADD,
    operands: [
      [before, INT],
      [before, INT],
    ],
  })),
  "cycle.1x.bc": constants((before) => ({
    opcode: ADD,
    operands: [
      [before + 2, INT],
      [before + 2, INT],
    ],
  })),
  "numbers.1x.bc": constants(() => 5),
  "globals.1x.bc": (count) =>
    encodeModule({ version: 5, types: [{ pointer: INT }], globals: times(count, () => [FIRST_TYPE * 32 + 0x0d]) }),
  "functions.1x.bc": (count) =>
    encodeModule({
      version: 5,
      types: [{ result: VOID, parameters: [] }, { pointer: FIRST_TYPE }],
      globals: [],
      functions: times(count, () => ({ type: FIRST_TYPE + 1 })),
      bodies: times(count, () => ({ code: [[1, VOID]] })),
    }),
  "additions.1x.bc": body((count) => times(count, () => [ADD, INT, 0, 0])),
  "wideCall.1x.bc": body((count) => [[32, INT, ...times(count, () => 0)]]),
  "names.1x.bc": (count) =>
    encodeModule({
      version: 5,
      types: [{ pointer: INT }],
      globals: [[FIRST_TYPE * 32 + 0x0d]],
      names: [[FIRST_TYPE, times(count, () => [0, "a"])]],
    }),
};
