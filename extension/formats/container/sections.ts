/** Sections of object files that contain IR or another container, and the parts they become. */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";
import type { Part } from "./layout";
import { findBitcode } from "./modules";

/** The content of a section: bitcode modules one after another, a file in some format, the compiler's command line. */
type Content = "bitcode" | "file" | "command line";

/**
 * Content by section name, as LLVM, Clang, Swift and CUDA's tools write them. A COFF image cuts names to eight bytes.
 */
const SECTIONS: ReadonlyMap<string, Content> = new Map<string, Content>([
  // clang -fembed-bitcode, -ffat-lto-objects; rustc
  [".llvmbc", "bitcode"],
  [".llvm.lto", "bitcode"],
  ["__LLVM,__bitcode", "bitcode"],
  [".llvmcmd", "command line"],
  ["__LLVM,__cmdline", "command line"],
  ["__LLVM,__swift_cmdline", "command line"],
  // ld64 -bitcode_bundle
  ["__LLVM,__bundle", "file"],
  // Offloading: clang-linker-wrapper, HIP, CUDA
  [".llvm.offloading", "file"],
  [".hip_fatbin", "file"],
  [".hip_fat", "file"],
  [".nv_fatbin", "file"],
  [".nv_fatb", "file"],
  ["__nv_relfatbin", "file"],
  ["__NV_CUDA,__nv_fatbin", "file"],
  // Swift's module for the debugger, LLVM's optimization remarks
  [".swift_ast", "file"],
  ["__SWIFT,__ast", "file"],
  [".remarks", "file"],
  ["__LLVM,__remarks", "file"],
]);
/** Prefix of the sections in which clang-offload-bundler puts each target's file; the target follows it. */
const BUNDLED = "__CLANG_OFFLOAD_BUNDLE__";
/** Most bytes of a command line that are shown. */
const SHOWN_BYTES = 1024;

/** The words of a command line, each terminated by a zero. */
function commandLine(window: ByteWindow, startByte: number, endByte: number): string {
  const shown = window.view(startByte, Math.min(endByte, startByte + SHOWN_BYTES));
  return byteString(shown).replace(/\0+$/, "").split("\0").join(" ");
}

/**
 * The parts of a section: its modules if it contains bitcode, its file if it contains one, otherwise one opaque part.
 */
export function sectionParts(window: ByteWindow, name: string, startByte: number, endByte: number): readonly Part[] {
  const shown = name === "" ? "section" : `section ${name}`;
  const whole: Part = { kind: "section", name: shown, startByte, endByte };
  const content = name.startsWith(BUNDLED) ? "file" : SECTIONS.get(name);
  switch (content) {
    case undefined:
      return [whole];
    case "command line":
      return [{ ...whole, meaning: commandLine(window, startByte, Math.min(endByte, window.length)) }];
    case "file":
      return [{ ...whole, derived: name }];
    case "bitcode": {
      const modules = findBitcode(window, startByte, Math.min(endByte, window.length));
      if (modules.length === 0) return [whole];
      return modules.map(({ start, end }, i) => {
        const derived = modules.length === 1 ? name : `${name} ${i + 1}`;
        return { kind: "section", name: shown, startByte: start, endByte: end, derived, meaning: "LLVM bitcode" };
      });
    }
  }
}
