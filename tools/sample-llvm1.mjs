#!/usr/bin/env node
/**
 * Writes samples/llvm-1.9.bc from its description in test/support/bytecodeSample.ts: `node tools/sample-llvm1.mjs`.
 * No LLVM of that age is needed: test/support/bytecode.ts writes the file byte by byte.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const root = path.resolve(import.meta.dirname, "..");
const source = `
  import { encodeModule } from "./test/support/bytecode";
  import { sampleModule } from "./test/support/bytecodeSample";
  export const bytes = encodeModule(sampleModule);
`;
const built = await esbuild.build({
  stdin: { contents: source, resolveDir: root, loader: "ts" },
  bundle: true,
  format: "esm",
  write: false,
  logLevel: "warning",
});
const { bytes } = await import(
  `data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString("base64")}`
);
const file = path.join(root, "samples/llvm-1.9.bc");
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, bytes);
console.log(`${path.relative(root, file)}: ${bytes.length} bytes`);
