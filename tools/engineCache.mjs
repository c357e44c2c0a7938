#!/usr/bin/env node
/**
 * Makes one call of the command line and keeps what V8 has compiled for it in dist/engine.cache, which extension/cli/start.ts
 * reads. Usage: node tools/engineCache.mjs CALL FILE
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";

const folder = path.resolve("dist");
const file = path.join(folder, "engine.js");
// The words around the code are those of extension/cli/start.ts.
const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`;
const script = new Script(source, { filename: file });
script.runInThisContext()({}, createRequire(file), {}, file, folder);
writeFileSync(path.join(folder, "engine.cache"), script.createCachedData());
