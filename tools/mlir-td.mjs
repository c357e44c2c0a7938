/** Reads ODS files (`*.td`) by llvm-tblgen, with the options that all tools have which make tables of them. */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { parseArgs } from "node:util";

/**
 * The options of the command line; mlir-ods.mjs tells what they mean.
 * @param more options that only one tool has
 */
export function readOptions(more = {}) {
  const { values } = parseArgs({
    options: {
      release: { type: "string" },
      tblgen: { type: "string", default: "llvm-tblgen" },
      include: { type: "string", multiple: true },
      td: { type: "string" },
      base: { type: "string" },
      out: { type: "string" },
      ...more,
    },
  });
  return values;
}

/** Every td file below `--td`, which is a folder of the first `--include`. */
export function tdFiles({ include, td }) {
  const folder = path.join(include[0], td);
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".td"))
    .sort()
    .map((file) => path.join(folder, file));
}

/**
 * The records of a td file; undefined if it is a fragment that other files include.
 * @param refuse receives the message of tblgen about a file that it refuses
 */
export function tdRecords({ include, tblgen }, file, refuse = () => undefined) {
  const paths = [...include, path.dirname(file)].flatMap((dir) => ["-I", dir]);
  try {
    const limits = { maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "pipe"] };
    return JSON.parse(execFileSync(tblgen, ["--dump-json", ...paths, file], limits).toString());
  } catch (error) {
    refuse(error.stderr?.toString() ?? String(error));
    return undefined;
  }
}

/** Whether a record has a class. */
export const isA = (record, name) => record["!superclasses"].includes(name);
