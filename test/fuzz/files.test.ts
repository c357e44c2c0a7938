/** Real files of every format, damaged: those of the project, and of the corpus if it is present. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { mutated, seeded } from "../support/mutate";
import { exercise } from "./exercise";

const corpus = process.env["BITSCOPE_CORPUS"] ?? path.resolve("../shared/corpus");
const folders = [
  "samples",
  "test/fixtures",
  ...["pnacl", "llvm", "mlir", "iree", "llvm1"].map((g) => path.join(corpus, g, "files")),
];

/** Largest file in bytes: larger ones only take longer. */
const LARGEST = 48 * 1024;
/** Files of each folder, and damaged copies of each. `BITSCOPE_FUZZ` multiplies the number. */
const FILES = 40 * Number(process.env["BITSCOPE_FUZZ"] ?? 1);
const COPIES = 4;

function files(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.(bc|pexe|mlirbc|vmfb|module|bmod|pch|pcm|dia|o|a)$/.test(file))
    .filter((file) => statSync(file).isFile() && statSync(file).size <= LARGEST)
    .sort();
  const step = Math.max(1, Math.floor(all.length / FILES));
  return all.filter((_, i) => i % step === 0).slice(0, FILES);
}

for (const folder of folders) {
  describe(`damaged files of ${path.basename(path.dirname(path.resolve(folder)))}/${path.basename(folder)}`, () => {
    for (const file of files(folder)) {
      it(path.relative(folder, file), () => {
        const bytes = new Uint8Array(readFileSync(file));
        let seed = 0;
        for (const byte of bytes.subarray(0, 4096)) seed = (seed * 31 + byte) | 0;
        for (let copy = 0; copy < COPIES; copy++) exercise(mutated(bytes, seeded(seed + copy)));
      }).timeout(60_000);
    }
  });
}
