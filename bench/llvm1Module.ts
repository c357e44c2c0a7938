/** A module of LLVM 1.9 bytecode, with as many functions as its size requires. */
import type { Code, ConstantDescription, ModuleDescription } from "../test/support/bytecode";
import { encodeModule, FIRST_TYPE, INT, LABEL, LONG } from "../test/support/bytecode";

const POINTER = FIRST_TYPE;
const SIGNATURE = FIRST_TYPE + 1;
const FUNCTION_POINTER = FIRST_TYPE + 2;
/** Average bytes of one such function. */
const FUNCTION_BYTES = 470;

/** A pseudo-random generator: every run makes the same module. */
let seed = 1;
const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;

/** Opcodes of version 6: arithmetic, comparison, memory, flow. */
const ARITHMETIC = [7, 8, 9, 16, 17, 18];

/** A body with arithmetic on constants and values, memory accesses, calls, and a branch that joins again. */
function body(index: number): readonly Code[] {
  // Slots of int: the zero, then 200 constants, then the two arguments.
  let ints = 203;
  let pointers = 2;
  const code: Code[] = [];
  const pick = (): number => (random(3) === 0 ? random(201) : 201 + random(ints - 201));
  for (let i = 0; i < 60; i++) {
    const kind = random(8);
    if (kind === 0) code.push([28, POINTER, 1]);
    else if (kind === 1) {
      code.push([30, POINTER, 1, random(64) * 4 + 3], [28, POINTER, pointers++]);
    } else if (kind === 2 && index > 0) code.push([33, FUNCTION_POINTER, 1 + random(index), 1, pick(), pick()]);
    else code.push([ARITHMETIC[random(6)] ?? 7, INT, pick(), pick()]);
    ints++;
  }
  const joined = [pick(), 0, pick(), 1];
  code.push([19, INT, pick(), pick()], [2, LABEL, 1, 2, 1], [29, POINTER, pick(), 1], [2, LABEL, 2]);
  code.push([31, INT, ...joined], [1, INT, ints]);
  return code;
}

function description(megabytes: number): ModuleDescription {
  const count = Math.round((megabytes * 1e6) / FUNCTION_BYTES);
  const numbers = (many: number): ConstantDescription[] => Array.from({ length: many }, (_unused, i) => i * 37 + 1);
  const names = Array.from({ length: count }, (_unused, i) => [i + 1, `function_${i}`] as const);
  return {
    version: 6,
    types: [{ pointer: INT }, { result: INT, parameters: [POINTER, INT, INT] }, { pointer: SIGNATURE }],
    functions: Array.from({ length: count }, () => ({ type: FUNCTION_POINTER })),
    constants: [
      [INT, numbers(200)],
      [LONG, numbers(63)],
    ],
    bodies: Array.from({ length: count }, (_unused, i) => ({
      code: body(i),
      names: [
        [
          LABEL,
          [
            [0, "entry"],
            [1, "yes"],
            [2, "no"],
          ],
        ],
      ] as const,
    })),
    names: [[FUNCTION_POINTER, names]],
  };
}

/** The bytes of a module of about `megabytes` MB. */
export function llvm1Module(megabytes: number): Uint8Array {
  return encodeModule(description(megabytes));
}
