/**
 * `text` of an LLVM 1.9 bytecode module of about 10 MB, as a whole process: seconds per MB, and beside it the figure of the
 * LLVM bitcode decoder on a module of that size, where an assembler is there to make one.
 * Usage: node out/bench/llvm1.js [llvm-as-22]
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Code, ConstantDescription, ModuleDescription } from "../test/support/bytecode";
import { encodeModule, FIRST_TYPE, INT, LABEL, LONG } from "../test/support/bytecode";
import { median, megabytes, module_, once, sizeOf } from "./measure";

const POINTER = FIRST_TYPE;
const SIGNATURE = FIRST_TYPE + 1;
const FUNCTION_POINTER = FIRST_TYPE + 2;
const MEGABYTES = 10;
/** Bytes that one function below comes to. */
const FUNCTION_BYTES = 470;
const RUNS = 3;

/** A small generator of numbers: every run makes the same module. */
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

/** A module of about that many megabytes. */
function bigModule(): ModuleDescription {
  const count = Math.round((MEGABYTES * 1e6) / FUNCTION_BYTES);
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

function generated(): string {
  const file = path.resolve(".cache/bench/llvm1.bc");
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, encodeModule(bigModule()));
  }
  return file;
}

/** Prints seconds and memory of one call, medians of some runs. */
function time(title: string, file: string, call: string): void {
  const command = [process.execPath, "dist/cli.js", call, file];
  once(command);
  const runs = Array.from({ length: RUNS }, () => once(command));
  const seconds = median(runs.map((run) => run.seconds));
  const size = sizeOf(file);
  const memory = megabytes(median(runs.map((run) => run.memory)));
  const per = ((1000 * seconds) / (size / 1e6)).toFixed(0);
  console.log(
    `${title} ${call}: ${per} ms a MB   (${seconds.toFixed(2)} s, ${memory} for ${megabytes(size)}; medians of ${RUNS})`,
  );
}

for (const call of ["text", "check"]) time("LLVM 1.9 bytecode", generated(), call);
try {
  const assembler = process.argv[2] ?? "llvm-as-22";
  for (const call of ["text", "check"]) time("LLVM bitcode", module_(MEGABYTES, assembler), call);
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
