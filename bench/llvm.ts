/**
 * `text` of LLVM bitcode against llvm-dis of the same release, and the first rows of the listing, on generated modules.
 * Usage: node out/bench/llvm.js [llvm-as-22] [llvm-dis-22] [MEGABYTES…]
 */
import { spawnSync } from "node:child_process";
import { median, module_, once, pairs, report } from "./measure";

const [assembler = "llvm-as-22", disassembler = "llvm-dis-22", ...sizes] = process.argv.slice(2);
const MEGABYTES = sizes.length > 0 ? sizes.map(Number) : [5, 25, 100];
const RUNS = 3;
const cli = [process.execPath, "dist/cli.js"];

/** Seconds until the listing's first lines are there: `show` into a pipe that is closed after them. */
function firstRows(file: string): number {
  const command = `${cli.join(" ")} show "${file}" | head -40 > /dev/null`;
  const runs = Array.from({ length: RUNS }, () => {
    const started = process.hrtime.bigint();
    spawnSync("sh", ["-c", command], { stdio: "ignore" });
    return Number(process.hrtime.bigint() - started) / 1e9;
  });
  return median(runs);
}

try {
  for (const megabytes of MEGABYTES) {
    const file = module_(megabytes, assembler);
    const reference = [disassembler, "-o", "/dev/null", file];
    report(`text of ${megabytes} MB`, pairs([...cli, "text", file], reference, RUNS));
    const whole = median(Array.from({ length: RUNS }, () => once(reference).seconds));
    const first = firstRows(file);
    console.log(`first rows of ${megabytes} MB: ${first.toFixed(2)} s, ${(first / whole).toFixed(3)} of llvm-dis`);
  }
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
