#!/usr/bin/env node
/**
 * Writes LLVM IR of about the asked size in bitcode: `node bench/module.mjs MEGABYTES > x.ll`, then `llvm-as-22 x.ll`.
 * Functions differ in shape (arithmetic, memory, branches, calls, debug-free), so that no table stays small by luck.
 */
const megabytes = Number(process.argv[2] ?? 5);
/** Bitcode bytes that one function below comes to (measured with LLVM 22). */
const FUNCTION_BYTES = 520;
const count = Math.round((megabytes * 1e6) / FUNCTION_BYTES);

let seed = 1;
const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
const operations = ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr"];

function body(index) {
  const lines = [`define i32 @function_${index}(ptr %p, i32 %a, i32 %b) {`, "entry:"];
  const values = ["%a", "%b"];
  const pick = () => values[random(values.length)];
  for (let i = 0; i < 40; i++) {
    const name = `%v${i}`;
    const kind = random(8);
    if (kind === 0) lines.push(`  ${name} = load i32, ptr %p, align 4`);
    else if (kind === 1) {
      lines.push(
        `  %g${i} = getelementptr inbounds i32, ptr %p, i64 ${random(4096)}`,
        `  ${name} = load i32, ptr %g${i}, align 4`,
      );
    } else if (kind === 2 && index > 0)
      lines.push(`  ${name} = call i32 @function_${random(index)}(ptr %p, i32 ${pick()}, i32 ${random(1000)})`);
    else if (kind === 3)
      lines.push(
        `  %c${i} = icmp slt i32 ${pick()}, ${pick()}`,
        `  ${name} = select i1 %c${i}, i32 ${pick()}, i32 ${pick()}`,
      );
    else
      lines.push(
        `  ${name} = ${operations[random(operations.length)]} i32 ${pick()}, ${kind === 4 ? random(100000) : pick()}`,
      );
    values.push(name);
  }
  lines.push(
    `  %t = icmp eq i32 ${pick()}, ${pick()}`,
    "  br i1 %t, label %yes, label %no",
    "yes:",
    `  store i32 ${pick()}, ptr %p, align 4`,
  );
  lines.push(
    "  br label %no",
    "no:",
    `  %r = phi i32 [ ${pick()}, %entry ], [ ${pick()}, %yes ]`,
    "  ret i32 %r",
    "}",
    "",
  );
  return lines.join("\n");
}

let text = 'source_filename = "bench"\ntarget triple = "x86_64-unknown-linux-gnu"\n\n';
for (let i = 0; i < count; i++) {
  text += body(i);
  if (text.length < 1 << 20) continue;
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  text = "";
}
process.stdout.write(text);
