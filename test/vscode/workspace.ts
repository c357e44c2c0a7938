/** The folder that the tests open: the sample, and files made from it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The project's folder. */
export const ROOT = resolve(__dirname, "../../..");

/** The factorial with another constant: `%c0 = i32 1` (at byte 122, bit 4) becomes `i32 2`. */
export function changedFactorial(): Uint8Array {
  const bytes = new Uint8Array(readFileSync(join(ROOT, "samples/factorial.pexe")));
  // The record begins at 122:4 with an abbreviation id of 2 bits, code and count of 6 each: the operand is at 124:2.
  const at = 124;
  bytes[at] = ((bytes[at] ?? 0) & ~(0x3f << 2)) | (4 << 2);
  return bytes;
}

/** Makes the folder; `dispose` removes it. */
export function makeWorkspace(): { readonly folder: string; dispose(): void } {
  const folder = mkdtempSync(join(tmpdir(), "bitscope-workspace-"));
  mkdirSync(folder, { recursive: true });
  const sample = join(ROOT, "samples/factorial.pexe");
  cpSync(sample, join(folder, "factorial.pexe"));
  cpSync(sample, join(folder, "reloaded.pexe"));
  writeFileSync(join(folder, "changed.pexe"), changedFactorial());
  writeFileSync(join(folder, "damaged.pexe"), readFileSync(sample).subarray(0, 140));
  cpSync(join(ROOT, "samples/factorial.bc"), join(folder, "factorial.bc"));
  cpSync(join(ROOT, "samples/sampler.mlirbc"), join(folder, "sampler.mlirbc"));
  cpSync(join(ROOT, "test/fixtures/llvm/mangled.bc"), join(folder, "mangled.bc"));
  writeFileSync(join(folder, "text.bc"), "This is no bitcode.\n");
  writeFileSync(join(folder, "pointer.bc"), "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
  writeFileSync(join(folder, "notes.txt"), "BC\n");
  // What the server has started, as Git, may write for a moment after its end.
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** The sample's listing as the command line prints it, split into its columns. */
export function expectedRows(): { position: string; record: string; assembly: string }[] {
  const text = readFileSync(join(ROOT, "samples/factorial.listing"), "latin1");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [position = "", record = "", ...assembly] = line.split("|");
      return { position: position.trim(), record: record.trim(), assembly: assembly.join("|") };
    });
}
