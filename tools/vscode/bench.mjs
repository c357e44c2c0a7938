#!/usr/bin/env node
/** `npm run bench:editor -- FILE…`: builds, then measures response times for each file in a real VS Code. */
import { installPackages, run } from "../install.mjs";

installPackages();
run(process.execPath, ["esbuild.mjs", "--tools"]);
run(process.execPath, ["out/tools/vscode/bench.js", ...process.argv.slice(2)]);
