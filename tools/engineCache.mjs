#!/usr/bin/env node
/**
 * Runs one command of the command line and stores V8's compiled code in dist/engine.cache, which extension/cli/start.ts
 * reads. Usage: node tools/engineCache.mjs CALL FILE
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";

const folder = path.resolve("dist");
const file = path.join(folder, "engine.js");
// The wrapper must match the one in extension/cli/start.ts.
const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`;
const script = new Script(source, { filename: file });
const engine = { exports: {} };
script.runInThisContext()(engine.exports, createRequire(file), engine, file, folder);
const [name, input] = process.argv.slice(2);
await engine.exports.execute({ name, file: input, rest: [], flags: {} });
writeFileSync(path.join(folder, "engine.cache"), script.createCachedData());
