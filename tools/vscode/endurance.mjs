#!/usr/bin/env node
/**
 * `npm run endurance -- [--opens 1000] [--actions 10000] [--seed 1]`: builds, then opens and closes files and performs
 * random user actions in one VS Code. The same seed repeats the same actions. Fails if memory or workers do not return,
 * an error is logged, or VS Code stops answering; the last actions are printed then.
 */
import { parseArgs } from "node:util";
import { installPackages, run } from "../install.mjs";

const { values } = parseArgs({
  options: {
    opens: { type: "string", default: "1000" },
    actions: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  },
});
installPackages();
run(process.execPath, ["esbuild.mjs", "--tests"]);
run(process.execPath, ["node_modules/mocha/bin/mocha.js", "--timeout", "0", "out/test/vscode/endurance.test.js"], {
  env: {
    ...process.env,
    BITSCOPE_OPENS: values.opens,
    BITSCOPE_ACTIONS: values.actions,
    BITSCOPE_SEED: values.seed,
  },
});
