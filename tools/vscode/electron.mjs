#!/usr/bin/env node
/** `npm run test:electron`: builds, then runs the extension host's suite on a desktop VS Code. */
import { installPackages, run } from "../install.mjs";

installPackages();
run(process.execPath, ["esbuild.mjs", "--tests"]);
run(process.execPath, ["out/tools/vscode/electron.js"]);
