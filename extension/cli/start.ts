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

/** Bytes of bytecode that are put in place of calls within one function; V8's own bound is three times as much. */
const MOST_INLINED = 300;
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
  // Printers are many calls of the same few small functions. V8 would put copies of these in place of most of the calls, and
  // then compile for a quarter of the time that a large file takes. Set when the script is there: code that was compiled
  // beforehand is refused under other flags. Later versions of V8 may not know it.
  if (Number(process.versions.v8.split(".")[0]) <= LAST_KNOWN_V8)
    setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MOST_INLINED}`);
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
