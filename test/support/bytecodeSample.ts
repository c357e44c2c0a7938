/** The module of samples/llvm-1.9.bc, as llvm-gcc would have compiled a C program in 2006. */
import { FIRST_TYPE, INT, LABEL, LONG, SBYTE, UINT } from "./bytecode";
import type { ModuleDescription } from "./bytecode";

/** The slots of the types below. */
const STRING = FIRST_TYPE;
const STRING_POINTER = FIRST_TYPE + 1;
const SBYTE_POINTER = FIRST_TYPE + 2;
const PRINTF = FIRST_TYPE + 3;
const PRINTF_POINTER = FIRST_TYPE + 4;
const LIST = FIRST_TYPE + 5;
const LIST_POINTER = FIRST_TYPE + 6;
const SUM = FIRST_TYPE + 7;
const SUM_POINTER = FIRST_TYPE + 8;
const LIST_POINTER_POINTER = FIRST_TYPE + 9;
const INT_POINTER = FIRST_TYPE + 10;

/** Opcodes of version 6 (LLVM 1.9). */
const RET = 1;
const BR = 2;
const ADD = 7;
const SETEQ = 19;
const LOAD = 28;
const GETELEMENTPTR = 30;
const PHI = 31;
const CALL = 33;
/** A call with a convention; its last operand is `convention << 1 | tail`. */
const CALL_WITH_CONVENTION = 58;

const INTERNAL = 3;
/** Words of a global variable: bit 0 constant, bit 1 initialized, then linkage and type. */
const global = (type: number, linkage: number): number => type * 32 + linkage * 4 + 3;

/** Sums a list's values and prints the sum: structures, strings, a loop with phis, a call with additional arguments. */
export const sampleModule: ModuleDescription = {
  version: 6,
  // Little-endian, 32-bit pointers.
  flags: 0,
  types: [
    { array: SBYTE, length: 8 },
    { pointer: STRING },
    { pointer: SBYTE },
    { result: INT, parameters: [SBYTE_POINTER], varargs: true },
    { pointer: PRINTF },
    { struct: [INT, LIST_POINTER] },
    { pointer: LIST },
    { result: INT, parameters: [LIST_POINTER] },
    { pointer: SUM },
    { pointer: LIST_POINTER },
    { pointer: INT },
  ],
  typeNames: [[LIST, "struct.list"]],
  // %.str is a constant; %tail and %head are a list of two.
  globals: [
    [global(STRING_POINTER, INTERNAL), 1],
    [LIST_POINTER * 32 + INTERNAL * 4 + 2, 1],
    [LIST_POINTER * 32 + INTERNAL * 4 + 2, 2],
  ],
  functions: [{ type: PRINTF_POINTER, declared: true }, { type: SUM_POINTER }],
  strings: [[STRING, "sum %d\n\0"]],
  constants: [
    [INT, [30, 12]],
    [LONG, [1]],
    [UINT, [1]],
    // { int 12, null } and { int 30, %tail }: slot 0 of a plane is its zero.
    [LIST, [{ elements: [2, 0] }, { elements: [1, 1] }]],
    // The address of the string's first character.
    [
      SBYTE_POINTER,
      [
        {
          opcode: GETELEMENTPTR,
          operands: [
            [1, STRING_POINTER],
            [0, LONG],
            [0, LONG],
          ],
        },
      ],
    ],
  ],
  bodies: [
    {
      code: [
        [BR, LABEL, 1],
        // loop: the element, and the sum so far; %list is slot 3 of its plane, after the zero and two globals.
        [PHI, LIST_POINTER, 3, 0, 5, 2],
        [PHI, INT, 0, 0, 5, 2],
        [SETEQ, LIST_POINTER, 4, 0],
        [BR, LABEL, 3, 2, 1],
        // body
        [GETELEMENTPTR, LIST_POINTER, 4, 3, 0],
        [LOAD, INT_POINTER, 1],
        [ADD, INT, 3, 4],
        [GETELEMENTPTR, LIST_POINTER, 4, 3, 1],
        [LOAD, LIST_POINTER_POINTER, 1],
        [BR, LABEL, 1],
        // done: the additional arguments are followed by their types.
        [CALL, PRINTF_POINTER, 1, 1, INT, 3],
        [CALL_WITH_CONVENTION, SUM_POINTER, 1, 0, 1],
        [RET, INT, 3],
      ],
      names: [
        [
          LABEL,
          [
            [0, "entry"],
            [1, "loop"],
            [2, "body"],
            [3, "done"],
          ],
        ],
        [
          LIST_POINTER,
          [
            [3, "list"],
            [4, "element"],
            [5, "next"],
          ],
        ],
        [
          INT,
          [
            [3, "sum"],
            [4, "value"],
            [5, "sum.next"],
          ],
        ],
      ],
    },
  ],
  names: [
    [STRING_POINTER, [[1, ".str"]]],
    [
      LIST_POINTER,
      [
        [1, "tail"],
        [2, "head"],
      ],
    ],
    [PRINTF_POINTER, [[1, "printf"]]],
    [SUM_POINTER, [[1, "sum"]]],
  ],
};

/** The same module; each name in its function has a line end in it, as names may. */
export const brokenNames: ModuleDescription = {
  ...sampleModule,
  bodies: (sampleModule.bodies ?? []).map(({ names = [], ...body }) => ({
    ...body,
    names: names.map(([type, entries]) => [type, entries.map(([slot, name]) => [slot, `${name}\n${name}`] as const)]),
  })),
};
