#!/usr/bin/env node
/** `npm start`: builds, then shows the samples in a VS Code. */
import { installPackages, run } from "../install.mjs";

console.log(
  "Bitscope: builds the extension, then opens the samples in VS Code with it. The first time takes some minutes.",
);
installPackages();
console.log("Building …");
run(process.execPath, ["esbuild.mjs", "--tools"]);
run(process.execPath, ["out/tools/vscode/start.js"]);
