/** Sections of object files that hold bitcode, and what they become. */
import type { ByteWindow } from "../../document/window";
import type { Part } from "./layout";
import { findBitcode } from "./modules";

/** Names of sections in which compilers embed bitcode (clang -fembed-bitcode, -ffat-lto-objects). */
const BITCODE_SECTIONS: ReadonlySet<string> = new Set([".llvmbc", "__LLVM,__bitcode", ".llvm.lto"]);

/** The parts of a section: its modules where it holds bitcode, else one opaque part. */
export function sectionParts(window: ByteWindow, name: string, startByte: number, endByte: number): readonly Part[] {
  const shown = name === "" ? "section" : `section ${name}`;
  const whole: Part = { kind: "section", name: shown, startByte, endByte };
  if (!BITCODE_SECTIONS.has(name)) return [whole];
  const modules = findBitcode(window, startByte, Math.min(endByte, window.length));
  if (modules.length === 0) return [whole];
  return modules.map(({ start, end }, i) => {
    const derived = modules.length === 1 ? name : `${name} ${i + 1}`;
    return { kind: "section", name: shown, startByte: start, endByte: end, derived, meaning: "LLVM bitcode" };
  });
}
