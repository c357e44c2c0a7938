/** An IREE module with any number of functions, made of the ops that compilers write most. */
import type { CodeItem } from "../test/fixtures/iree/builder.mjs";
import { buildModule } from "../test/fixtures/iree/builder.mjs";
import { lastEra, lastSpec } from "../test/fixtures/iree/modules.mjs";

/** A function's code: a loop with arithmetic, loads and stores, and a call of the previous function. */
function code(index: number): readonly CodeItem[] {
  const steps = Array.from({ length: 24 }, (_, i): readonly CodeItem[] => [
    ["const.i32", index * 31 + i, "%i5"],
    ["add.i32", "%i4", "%i5", "%i4"],
    ["cmp.lt.i32.s", "%i4", "%i5", "%i6"],
  ]).flat();
  return [
    "entry:",
    ["const.i32", 10, "%i1"],
    ["const.i32.zero", "%i2"],
    ["br", "loop", [["%i2", "%i3"]]],
    "loop:",
    ["add.i32", "%i3", "%i1", "%i4"],
    ...steps,
    ["call", Math.max(0, index - 1), ["%i4"], ["%i5"]],
    ["global.store.i32", 4, "%i5"],
    ["cond_br", "%i6", "loop", [["%i4", "%i3"]], "done", []],
    "done:",
    ["return", ["%i3"]],
  ];
}

/** The bytes of the module. */
export function ireeModule(functions: number): Uint8Array {
  const indexes = Array.from({ length: functions }, (_, index) => index);
  const spec = {
    external: [],
    rodata_segments: [],
    exported_functions: indexes.map((index) => ({ local_name: `f${index}`, internal_ordinal: index })),
    function_signatures: indexes.map(() => ({ calling_convention: "0i_i" })),
    functions: indexes.map((index) => ({ i32: 7, ref: 0, code: code(index) })),
    debug_database: undefined,
  };
  return buildModule(lastSpec(spec), lastEra).bytes;
}
