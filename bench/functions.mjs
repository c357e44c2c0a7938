#!/usr/bin/env node
/**
 * MLIR source with many functions of arith, scf, memref and cf ops, for benchmarks: about a kilobyte of bytecode each.
 * Usage: node bench/functions.mjs COUNT [SEED] > out.mlir
 */
const count = Number(process.argv[2] ?? 100);
let state = Number(process.argv[3] ?? 1) >>> 0;

/**
 * A pseudo-random number from 0 up to `limit` (exclusive), the same in each run (Lehmer's generator, modulus 2^31 - 1).
 */
function below(limit) {
  state = (state * 48271) % 2147483647 || 1;
  return state % limit;
}
const pick = (list) => list[below(list.length)];

const INTEGER_OPS = ["addi", "subi", "muli", "andi", "ori", "xori"];
const FLOAT_OPS = ["addf", "subf", "mulf", "divf"];

/** One function and a declaration that later ones call. */
function body(index) {
  const columns = 4 + below(8);
  const integers = ["%a", "%x0"];
  const floats = ["%b", "%y0"];
  const lines = [
    `func.func @fn_${index}(%a: i32, %b: f32, %m: memref<${2 + below(62)}x${columns}xf32>, %n: index) -> (i32, f32) {`,
    "%c0 = arith.constant 0 : index",
    "%c1 = arith.constant 1 : index",
    `%x0 = arith.constant ${below(199999) - 99999} : i32`,
    `%y0 = arith.constant ${below(999)}.${below(10)} : f32`,
  ];
  const steps = 12 + below(28);
  for (let i = 1; i < steps; i++) {
    lines.push(`%x${i} = arith.${pick(INTEGER_OPS)} ${pick(integers)}, ${pick(integers)} : i32`);
    integers.push(`%x${i}`);
    lines.push(`%y${i} = arith.${pick(FLOAT_OPS)} ${pick(floats)}, ${pick(floats)} : f32`);
    floats.push(`%y${i}`);
  }
  lines.push(
    `%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = ${pick(integers)}, %q = ${pick(floats)}) -> (i32, f32) {`,
    `%s = arith.addi %p, ${pick(integers)} : i32`,
    `%t = arith.mulf %q, ${pick(floats)} : f32`,
    `%g = arith.cmpi slt, %s, ${pick(integers)} : i32`,
    "%u = scf.if %g -> (f32) {",
    "%z = arith.addf %t, %q : f32",
    "scf.yield %z : f32",
    "} else {",
    "scf.yield %t : f32",
    "}",
    "scf.yield %s, %u : i32, f32",
    "}",
    `%al = memref.alloc(%n) : memref<?x${columns}xf32>`,
    `memref.store %r#1, %al[%c0, %c1] : memref<?x${columns}xf32>`,
    `%ld = memref.load %al[%c0, %c1] : memref<?x${columns}xf32>`,
    `memref.dealloc %al : memref<?x${columns}xf32>`,
    `%e = arith.cmpi eq, %r#0, ${pick(integers)} : i32`,
    "cf.cond_br %e, ^bb1, ^bb2(%ld : f32)",
    "^bb1:",
    `cf.br ^bb2(${pick(floats)} : f32)`,
    "^bb2(%h: f32):",
  );
  if (index > 0) {
    lines.push(`%cl:2 = func.call @fn_${below(index)}x(%r#0, %h) : (i32, f32) -> (i32, f32)`);
    lines.push("return %cl#0, %cl#1 : i32, f32");
  } else lines.push("return %r#0, %h : i32, f32");
  lines.push("}", `func.func private @fn_${index}x(i32, f32) -> (i32, f32)`);
  return lines.join("\n");
}

process.stdout.write("module {\n");
for (let i = 0; i < count; i++) process.stdout.write(`${body(i)}\n`);
process.stdout.write("}\n");
