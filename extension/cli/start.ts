#!/usr/bin/env node
/**
 * Starts the command line with code that the build has compiled already (`engine.cache`): compiling takes longer than most
 * calls. V8 refuses what another version of it has made; then the code is compiled as ever.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import { version } from "../../package.json";
import { help } from "./usage";

/** A module as Node calls it. */
type Load = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

/** What V8 is told, as its own ways suit programs that run for longer. */
const FLAGS = [
  // Printers are many calls of the same few small functions. V8 would put copies of these in place of most of the calls, and
  // then compile for a quarter of the time that a large file takes. A third of V8's own bound on the bytes of bytecode.
  "--max-inlined-bytecode-size-cumulative=300",
  // While a module's tables are read nearly all objects stay, so V8 would from then on make objects of the same code among
  // the old ones, where those of a function stay until all of the heap is looked through.
  "--no-allocation-site-pretenuring",
];
const LAST_KNOWN_V8 = 14;

function compiled(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Carries the call out with the code of all formats. */
function runEngine(): void {
  const file = join(__dirname, "engine.js");
  const cachedData = compiled(join(__dirname, "engine.cache"));
  // The bundle is ASCII, of which Latin-1 is the fastest reading. The words around it are those of esbuild.mjs.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`;
  const script = new Script(source, { filename: file, ...(cachedData ? { cachedData } : {}) });
  // Set when the script is there: code that was compiled beforehand is refused under other flags. Later versions of V8 may
  // not know them.
  if (Number(process.versions.v8.split(".")[0]) <= LAST_KNOWN_V8) for (const flag of FLAGS) setFlagsFromString(flag);
  (script.runInThisContext() as Load)({}, createRequire(file), {}, file, __dirname);
}

/** What needs no file, by its first word. */
const ANSWERS: Readonly<Record<string, () => string>> = {
  "--version": () => `bitscope ${version}\n`,
  "--help": help,
  "-h": help,
};

const answer = ANSWERS[process.argv[2] ?? ""];
if (answer && process.argv.length === 3) process.stdout.write(answer());
else runEngine();
