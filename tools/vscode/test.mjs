#!/usr/bin/env node
/**
 * `npm run test:vscode`: builds, then runs the suite that opens real files in a real VS Code. A browser on a busy
 * machine may be late for reasons outside the product, so a failed test is tried again, and the report mentions it.
 */
import { installPackages, run } from "../install.mjs";

installPackages();
run(process.execPath, ["esbuild.mjs", "--tests"]);
run(process.execPath, [
  "node_modules/mocha/bin/mocha.js",
  "--timeout",
  "180000",
  "--retries",
  "2",
  "--reporter",
  "tools/vscode/reporter.cjs",
  "out/test/vscode/*.test.js",
  ...process.argv.slice(2),
]);
