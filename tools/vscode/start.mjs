#!/usr/bin/env node
/** `npm start`: builds, then shows the samples in a VS Code. */
import { installPackages, run } from "../install.mjs";

installPackages();
run(process.execPath, ["esbuild.mjs", "--tests"]);
run(process.execPath, ["out/tools/vscode/start.js"]);
