#!/usr/bin/env node
/**
 * Writes samples/factorial.vmfb, a small current IREE VM module with one of everything: imports, exports with a
 * declaration, globals, rodata, branches, a variadic call, a debug database, the archive around it.
 * Usage: node tools/iree-sample.mjs
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildModule, wrapInZip } from "../test/fixtures/iree/builder.mjs";

const IMPORT = 0x80000000;
const text = (value) => Uint8Array.from(Buffer.from(value));
/** The header of a SPIR-V module and its first instructions: OpCapability Shader, OpMemoryModel Logical GLSL450. */
const spirv = Uint8Array.from(
  [0x07230203, 0x00010500, 0, 8, 0, (2 << 16) | 17, 1, (3 << 16) | 14, 0, 1].flatMap((word) =>
    [0, 8, 16, 24].map((shift) => (word >>> shift) & 255),
  ),
);

const source = (line, column) => ({ kind: "FileLineColLocDef", filename: "factorial.mlir", line, column });
const located = (...pairs) => pairs.map(([bytecode_offset, location]) => ({ bytecode_offset, location }));

const factorial = {
  i32: 6,
  ref: 0,
  code: [
    "entry:",
    ["const.i32", 1, "%i1"],
    [
      "br",
      "loop",
      [
        ["%i0", "%i2"],
        ["%i1", "%i3"],
      ],
    ],
    "loop:",
    ["cmp.lt.i32.s", "%i1", "%i2", "%i4"],
    ["cond_br", "%i4", "body", [], "done", []],
    "body:",
    ["mul.i32", "%i3", "%i2", "%i3"],
    ["sub.i32", "%i2", "%i1", "%i2"],
    ["br", "loop", []],
    "done:",
    ["return", ["%i3"]],
  ],
};

const run = {
  i32: 6,
  ref: 6,
  requirements: 1,
  code: [
    "entry:",
    ["call", IMPORT, [], ["%r1"]],
    ["const.ref.rodata", 0, "%r2"],
    ["const.ref.rodata", 1, "%r3"],
    ["call", IMPORT + 1, ["%r1", "%R2", "%R3"], ["%r4"]],
    ["global.store.ref", 0, 2, "%R4"],
    ["list.size", "%r0", "%i0"],
    ["call", 0, ["%i0"], ["%i1"]],
    ["global.store.i32", 0, "%i1"],
    ["cast.si32.f32", "%i1", "%i2"],
    ["const.f32", 0.5, "%i3"],
    ["mul.f32", "%i2", "%i3", "%i2"],
    ["cmp.nz.i32", "%i1", "%i4"],
    ["cond_br", "%i4", "fine", [], "bad", []],
    "fine:",
    ["call.variadic", IMPORT + 2, [0xffff, 2], ["%R1", "%i0", "%i1"], ["%r5"]],
    ["print", "factorial", ["%i1", "%i2"]],
    ["return", ["%i1"]],
    "bad:",
    ["fail", "%i4", "the factorial is zero: it overflowed"],
  ],
};

const { bytes } = buildModule(
  {
    name: "factorial",
    version: 1,
    requirements: 1,
    attrs: [{ key: "bitscope.sample", value: "factorial" }],
    types: ["i32", "f32", "!hal.executable", "!hal.device", "!vm.list<i32>"].map((full_name) => ({ full_name })),
    dependencies: [{ name: "hal", minimum_version: 6, flags: 1 }],
    imported_functions: [
      { full_name: "hal.ex.shared_device", signature: { calling_convention: "0v_r" } },
      { full_name: "hal.executable.create", signature: { calling_convention: "0rrr_r" } },
      { full_name: "hal.buffer_view.create", signature: { calling_convention: "0rCiD_r" }, flags: 2 },
    ],
    exported_functions: [
      { local_name: "factorial", internal_ordinal: 0 },
      { local_name: "run", internal_ordinal: 1 },
    ],
    function_signatures: [
      {
        calling_convention: "0i_i",
        attrs: [{ key: "iree.abi.declaration", value: "sync func @factorial(%n: i32) -> (%0: i32)" }],
      },
      { calling_convention: "0r_i" },
    ],
    rodata_segments: [{ embedded_data: text("vulkan-spirv-fb") }, { embedded_data: spirv }],
    module_state: { global_bytes_capacity: 4, global_ref_count: 1 },
    bytecode_version: 17 << 16,
    debug_database: {
      location_table: [
        null,
        source(2, 3),
        source(5, 10),
        { kind: "NameLocDef", name: "loop", child_location: 2 },
        source(12, 3),
      ],
      functions: [
        { local_name: "factorial", locations: located([1, 1], [29, 3], [62, 2]) },
        { local_name: "run", locations: located([1, 4]) },
      ],
    },
    functions: [factorial, run],
  },
  { schema: "S27", table: "T35" },
);
writeFileSync(path.join(import.meta.dirname, "../samples/factorial.vmfb"), wrapInZip(bytes).bytes);
