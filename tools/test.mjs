#!/usr/bin/env node
/**
 * `npm test`: installs what is missing, then runs types, style, unit tests, fuzzing, parity with the reference tools,
 * and the suite in a real VS Code. The last line is `N passed, N failed`. With names of stages as arguments it runs
 * only those.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { installPackages, root } from "./install.mjs";

const node = process.execPath;
const bin = (name) => path.join(root, "node_modules", name);
const mocha = [bin("mocha/bin/mocha.js"), "--recursive", "--timeout", "120000"];

/** A stage: a command, and how its passed and failed cases are counted (one case if it prints none). */
const stages = [
  { name: "build", args: ["esbuild.mjs", "--tests"] },
  { name: "types", args: [bin("typescript/bin/tsc"), "--noEmit", "-p", "."] },
  { name: "lint", args: [bin("eslint/bin/eslint.js"), "--max-warnings", "0", "."] },
  { name: "format", args: [bin("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", "."] },
  { name: "unit", args: [...mocha, "out/test/unit/**/*.test.mjs"], counts: true },
  { name: "fuzz", args: [...mocha, "out/test/fuzz/**/*.test.mjs"], counts: true },
  { name: "bench", args: ["out/bench/small.js"] },
  { name: "parity", args: ["out/test/parity/main.js"], counts: true },
  { name: "vscode", args: ["tools/vscode/test.mjs"], counts: true, needs: "tools/vscode/test.mjs" },
];

/** Runs a stage with its output shown; returns its status and output, without colours. */
function runStage({ args }) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of ["stdout", "stderr"])
      child[stream].setEncoding("utf8").on("data", (data) => {
        printed += data;
        process[stream].write(data);
      });
    child.on("close", (status) => resolve({ status, printed: stripVTControlCharacters(printed) }));
  });
}

/** The numbers of cases in a stage's output: mocha's `12 passing` and `1 failing`, or our own `12 passed, 0 failed`. */
function count({ status, printed }, counts) {
  const last = (pattern) => Number([...printed.matchAll(pattern)].at(-1)?.[1] ?? 0);
  const passed = counts ? last(/^\s*(\d+) (?:passing|passed)/gm) : 0;
  const failed = counts ? last(/(?:^\s*|passed, )(\d+) (?:failing|failed)/gm) : 0;
  if (status !== 0 && failed === 0) return [passed, 1];
  return [counts ? passed : 1, failed];
}

/** Lines of a failed stage's output that are repeated at the end. */
const REPEATED = 60;
/** What a stage's output says of its failed cases: mocha's list of them, or the lines that are no passed case. */
function failures(printed) {
  const list = printed.search(/^ {2}\d+ failing$/m);
  const lines = printed.slice(Math.max(list, 0)).trimEnd().split("\n");
  return list >= 0 ? lines.slice(0, REPEATED) : lines.filter((line) => !/^\s*✔/.test(line)).slice(-REPEATED);
}

installPackages();
const wanted = process.argv.slice(2);
let [passed, failed] = [0, 0];
/** Repeated at the end, where someone who sees only that part of the output finds it. */
const reports = [];
for (const stage of stages) {
  if (wanted.length > 0 && !wanted.includes(stage.name)) continue;
  if (stage.needs && !existsSync(path.join(root, stage.needs))) continue;
  console.log(`\n== ${stage.name}`);
  const started = Date.now();
  const result = await runStage(stage);
  const [good, bad] = count(result, stage.counts);
  console.log(`== ${stage.name}: ${good} passed, ${bad} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  passed += good;
  failed += bad;
  if (bad > 0) reports.push(`\n== failed in ${stage.name}`, ...failures(result.printed));
}
for (const line of reports) console.log(line);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
