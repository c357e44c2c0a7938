/**
 * Long fuzzing guided by coverage: `npm run fuzz -- [seconds] [formats]`. Files of every format are mutated, by bytes
 * and by their structure; a file that runs new branches is kept in fuzz/corpus and mutated further. Each file is
 * checked against the laws and with calls of a session; one that breaks a law is kept in fuzz/. Continues where the
 * last run stopped.
 */
import { spawn } from "node:child_process";
import { Fuzzer, keepDeath, TELL_EVERY } from "./fuzzer";

/** A run without a log line for this many intervals hangs. */
const SILENT = 12;

/** Runs the fuzzer in a process of its own and restarts it if it dies or hangs; the file that it tried is kept then. */
async function watch(seconds: number, formats: readonly string[]): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end - 1000) {
    const left = Math.round((end - performance.now()) / 1000);
    const child = spawn(process.execPath, ["--stack-size=900", __filename, "run", String(left), ...formats], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let heard = performance.now();
    child.stdout.on("data", (data: Buffer) => {
      heard = performance.now();
      process.stdout.write(data);
    });
    const watching = setInterval(() => {
      if (performance.now() - heard > SILENT * TELL_EVERY) child.kill("SIGKILL");
    }, TELL_EVERY);
    const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
    clearInterval(watching);
    const name = status === 0 ? undefined : keepDeath();
    if (name !== undefined) console.log(`a run ended with ${status ?? "a signal"}: ${name}`);
  }
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === "run") void new Fuzzer().run(Number(rest[0]), rest.slice(1)).then(() => process.exit(0));
else void watch(Number(mode ?? 3600), rest);
