#!/usr/bin/env node
/**
 * Runs the commands for a sample of each format in extension/cli/compiledCode.json and stores V8's compiled code in
 * dist/engine.NAME.cache, which extension/cli/start.ts reads. It fails if a new process would reject that code, for then
 * each start would compile it again without a word.
 * Usage: node tools/engineCache.mjs
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/** The commands whose code is stored: those that people run most. */
const COMMANDS = ["text", "show", "outline", "check", "dump"];

const folder = path.resolve("dist");
const file = path.join(folder, "engine.js");
// The wrapper must match the one in extension/cli/start.ts.
const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`;
const cacheOf = (name) => path.join(folder, `engine.${name}.cache`);

/** Runs the commands for a sample and stores the code that they needed. */
async function make(name, sample) {
  const script = new Script(source, { filename: file });
  const engine = { exports: {} };
  script.runInThisContext()(engine.exports, createRequire(file), engine, file, folder);
  for (const command of COMMANDS) await engine.exports.execute({ name: command, file: sample, rest: [], flags: {} });
  // V8 accepts code only under the flags that it was stored under, and start.ts loads it under the default ones. The
  // commands have changed this flag, as they do for every small file (extension/cli/memory.ts).
  setFlagsFromString("--semi-space-growth-factor=2");
  writeFileSync(cacheOf(name), script.createCachedData());
}

/** Loads the stored code as start.ts does. */
function check(name) {
  const { cachedDataRejected } = new Script(source, { filename: file, cachedData: readFileSync(cacheOf(name)) });
  if (cachedDataRejected) throw new Error(`V8 rejects the code for ${name}: a flag was not set back to its default`);
}

/** Each step has a process of its own: in one process, V8 would share compiled code among the formats. */
function run(...step) {
  execFileSync(process.execPath, [process.argv[1], ...step], { stdio: ["ignore", "ignore", "inherit"] });
}

const [step, name, sample] = process.argv.slice(2);
if (step === "make") await make(name, sample);
else if (step === "check") check(name);
else {
  const samples = JSON.parse(readFileSync("extension/cli/compiledCode.json", "utf8"));
  for (const [store, file] of Object.entries(samples)) {
    run("make", store, file);
    run("check", store);
  }
}
