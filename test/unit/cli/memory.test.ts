import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { HOSTILE } from "../../support/hostile";

const MIB = 2 ** 20;
/** What Node and the code of all formats take for any file, generously, and what a file may take besides. */
const NODE = 60 * MIB;
const ALWAYS = 64 * MIB;
const TIMES = 40;
const cli = path.resolve("dist/cli.js");
/**
 * V8 compiles on as many threads as the machine has processors, up to four, and each keeps memory of its own, up to 10 MiB.
 * With one, every machine measures the same.
 */
const ONE_THREAD = "--v8-pool-size=1";
const folder = mkdtempSync(path.join(tmpdir(), "bitscope-memory-"));
/**
 * Writes the process's peak memory in KiB when it exits. Linux counts in `maxRSS` what the process was before it became
 * Node, which is this one, but not in VmHWM.
 */
const atExit = `process.on("exit", () => {
  const { readFileSync, writeFileSync } = require("fs");
  const peak = process.platform === "linux" ? /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] : undefined;
  writeFileSync(process.env.PEAK, peak ?? String(process.resourceUsage().maxRSS));
})`;

/** Peak memory in bytes of a call on files of a hostile kind, and the bytes of the files. */
function peak(command: string, kind: string, sizes: readonly number[]): { used: number; bytes: number } {
  const files = sizes.map((size) => {
    const file = path.join(folder, `${size}.${kind}`);
    const bytes = HOSTILE[kind]?.(size) ?? new Uint8Array();
    writeFileSync(file, bytes);
    return { file, bytes: bytes.length };
  });
  const [preload, PEAK] = [path.join(folder, "exit.cjs"), path.join(folder, "peak")];
  writeFileSync(preload, atExit);
  const args = [ONE_THREAD, "-r", preload, cli, ...command.split(" "), ...files.map(({ file }) => file)];
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore", env: { ...process.env, PEAK } });
  assert.ok(status === 0 || status === 1);
  return { used: 1024 * Number(readFileSync(PEAK, "utf8")), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Calls and kinds whose garbage, or whose text, once took more. */
const CASES: readonly (readonly [command: string, kind: string, ...sizes: readonly number[]])[] = [
  ["diff", "sameCode.vmfb", 20_000, 19_999],
  ["text --positions", "regions.mlirbc", 20_000],
  ["outline", "isolated.mlirbc", 20_000],
  ["stats", "dialects.mlirbc", 20_000],
  ["text", "summary.bc", 20_000],
  ["text", "compares.bc", 20_000],
  ["show", "sharedType.mlirbc", 20_000],
  ["show", "ops.tileirbc", 50_000],
  ["outline", "types.pexe", 50_000],
  ["text", "functions.pexe", 100_000],
  ["text", "addresses.bc", 100_000],
  ["text", "summary.bc", 100_000],
  ["text", "summaryCycle.bc", 100_000],
  ["text", "names.bc", 100_000],
  ["text", "branches.bc", 100_000],
  ["text", "phis.bc", 100_000],
  ["show", "modules.bc", 40_000],
];

describe("memory of the command line", () => {
  after(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [command, kind, ...sizes] of CASES)
    it(`stays in proportion to the file: ${command} of ${kind}`, () => {
      const { used, bytes } = peak(command, kind, sizes);
      assert.ok(used <= NODE + ALWAYS + TIMES * bytes, `${Math.round(used / MIB)} MiB for ${bytes} bytes`);
    }).timeout(60_000);
});
