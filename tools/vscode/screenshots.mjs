#!/usr/bin/env node
/** Builds, then takes the README's screenshots again. */
import { installPackages, run } from "../install.mjs";

installPackages();
run(process.execPath, ["esbuild.mjs", "--tools"]);
run(process.execPath, ["out/tools/vscode/screenshots.js", ...process.argv.slice(2)]);
