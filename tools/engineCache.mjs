#!/usr/bin/env node
/**
 * Runs one command of the command line and stores V8's compiled code in dist/engine.cache, which extension/cli/start.ts
 * reads. It fails if a new process would reject that code, for then each start would compile it again without a word.
 * Usage: node tools/engineCache.mjs CALL FILE
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

const folder = path.resolve("dist");
const file = path.join(folder, "engine.js");
const cache = path.join(folder, "engine.cache");
// The wrapper must match the one in extension/cli/start.ts.
const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`;

/** Runs the command and stores the code that it needed. */
async function make(name, input) {
  const script = new Script(source, { filename: file });
  const engine = { exports: {} };
  script.runInThisContext()(engine.exports, createRequire(file), engine, file, folder);
  await engine.exports.execute({ name, file: input, rest: [], flags: {} });
  // V8 accepts code only under the flags that it was stored under, and start.ts loads it under the default ones. The
  // command has changed this flag, as it does for every small file (extension/cli/memory.ts).
  setFlagsFromString("--semi-space-growth-factor=2");
  writeFileSync(cache, script.createCachedData());
}

/** Loads the stored code as start.ts does. */
function check() {
  const { cachedDataRejected } = new Script(source, { filename: file, cachedData: readFileSync(cache) });
  if (cachedDataRejected) throw new Error("V8 rejects dist/engine.cache: a flag was not set back to its default");
}

const [first, input] = process.argv.slice(2);
if (first === "--check") check();
else {
  await make(first, input);
  execFileSync(process.execPath, [process.argv[1], "--check"], { stdio: "inherit" });
}
