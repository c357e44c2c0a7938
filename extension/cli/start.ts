#!/usr/bin/env node
/**
 * Starts the command line from code that the build has already compiled (`compiledCode.ts`), since compiling takes longer
 * than most commands. A different version of V8 rejects the cache; then the code is compiled as usual.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import { version } from "../../package.json";
import type { Call } from "./call";
import { parseCall, UsageError, WRONG_USAGE } from "./call";
import { compiledCode } from "./compiledCode";
import { ClosedPipe, Output, OutputError } from "./output";
import { help } from "./usage";

/** What `engine.js` exports. */
interface Engine {
  execute(call: Call): Promise<void>;
}

/** The function around a module, as Node calls it. */
type Load = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  file: string,
  folder: string,
) => void;

/** V8 flags, since V8's defaults suit programs that run longer. */
const FLAGS = [
  // Printers make many calls of the same few small functions. By default V8 inlines most of them, and then spends a
  // quarter of the time of a large file on compiling. A third of V8's default limit on inlined bytecode, in bytes.
  "--max-inlined-bytecode-size-cumulative=300",
  // Nearly all objects made while a module's tables are read survive. V8 would therefore allocate later objects of the
  // same code among the old ones, where those of a function stay until the next full collection.
  "--no-allocation-site-pretenuring",
];
const LAST_KNOWN_V8 = 14;

/** Loads the code of all formats to read a file. */
function engine(input: string): Engine {
  const file = join(__dirname, "engine.js");
  const cachedData = compiledCode(__dirname, input);
  // The bundle is ASCII; Latin-1 is the fastest way to read it. The wrapper must match the one in tools/engineCache.mjs.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`;
  const script = new Script(source, { filename: file, ...(cachedData ? { cachedData } : {}) });
  // Set after the script is made, because V8 rejects a code cache made under other flags. Later versions of V8 may not
  // know these flags.
  if (Number(process.versions.v8.split(".")[0]) <= LAST_KNOWN_V8) for (const flag of FLAGS) setFlagsFromString(flag);
  const module = { exports: {} };
  (script.runInThisContext() as Load)(module.exports, createRequire(file), module, file, __dirname);
  return module.exports as Engine;
}

/** Prints a text; ends quietly if the reader has gone. */
function say(text: string): void {
  const out = new Output();
  try {
    out.printText(text);
    out.flush();
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}

/** Answers a command line; what needs no file is answered without the engine. */
function answer(words: readonly string[]): void {
  try {
    const call = parseCall(words);
    if (call === "help") say(help());
    else if (call === "version") say(`bitscope ${version}\n`);
    else void engine(call.file).execute(call);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof OutputError)) throw error;
    const out = new Output();
    out.complain(`bitscope: ${error.message}`);
    out.flushErrors();
    process.exitCode = WRONG_USAGE;
  }
}

answer(process.argv.slice(2));
