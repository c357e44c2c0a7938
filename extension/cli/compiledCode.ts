/**
 * Code that the build has compiled with V8, by the format of the file to read: it is the code that the commands ran when a
 * sample of the format was read (tools/engineCache.mjs). Code of other formats would only take time to load.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { STARTS } from "../formats/starts";

/** Bytes that tell the format. */
const START = 4;
/** How files begin whose format has a store (compiledCode.json has the samples). */
const STORES: Readonly<Record<string, readonly string[]>> = {
  llvm: STARTS.llvm,
  mlir: STARTS.mlir,
  llvm1: STARTS.llvm1,
  pnacl: STARTS.pnacl,
  // An IREE VM module is a zip archive too.
  iree: ["PK\x03\x04"],
};
/** The store for files that begin otherwise: most of what is not bare is a container of LLVM bitcode. */
const USUAL = "llvm";

/** The first bytes of a file as a byte string; empty if it is not a file that can be read. */
function startOf(file: string): string {
  try {
    // What is not a file, such as a pipe, can be read only once.
    if (!statSync(file).isFile()) return "";
    const descriptor = openSync(file, "r");
    const bytes = Buffer.alloc(START);
    readSync(descriptor, bytes);
    closeSync(descriptor);
    return bytes.toString("latin1");
  } catch {
    return "";
  }
}

/** The store for a file that begins with these bytes, as a byte string. */
export function storeOf(start: string): string {
  return Object.keys(STORES).find((name) => STORES[name]?.includes(start)) ?? USUAL;
}

/**
 * The compiled code for reading `file`, or that for most files; undefined if the build did not store it.
 * @param folder where the build stores it
 */
export function compiledCode(folder: string, file: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, `engine.${storeOf(startOf(file))}.cache`));
  } catch {
    return undefined;
  }
}
