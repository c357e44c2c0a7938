#!/usr/bin/env node
/** `npm run test:vscode`: builds, then runs the suite that opens real files in a real VS Code. */
import { installPackages, run } from "../install.mjs";

installPackages();
run(process.execPath, ["esbuild.mjs", "--tests"]);
run(process.execPath, [
  "node_modules/mocha/bin/mocha.js",
  "--timeout",
  "180000",
  "out/test/vscode/*.test.js",
  ...process.argv.slice(2),
]);
