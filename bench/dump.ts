/**
 * `dump` against `llvm-bcanalyzer -dump` on modules of about 5 and 100 MB, in turn, as whole processes: time, peak memory,
 * and the ratio of each pair. Usage: node out/bench/dump.js [llvm-bcanalyzer-22] [llvm-as-22]
 */
import { module_, pairs, report } from "./measure";

const [analyzer = "llvm-bcanalyzer-22", assembler = "llvm-as-22"] = process.argv.slice(2);

for (const megabytes of [5, 100]) {
  const file = module_(megabytes, assembler);
  const ours = [process.execPath, "dist/cli.js", "dump", file];
  report(`dump, ${megabytes} MB`, pairs(ours, [analyzer, "-dump", file], megabytes > 50 ? 3 : 5));
}
