/** Sections of object files that contain IR or another container, and the parts they become. */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";
import type { Fault, Part } from "./layout";
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
  // Clang's modules and precompiled headers with debug info (-gmodules); COFF's names have eight bytes
  ["__clangast", "file"],
  ["__CLANG,__clangast", "file"],
  ["clangast", "file"],
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

/** Takes the sections of one object file apart. Bytes of bitcode that several sections claim are searched once. */
export class Sections {
  readonly faults: Fault[] = [];
  /** How many bytes may still be searched: sections that share none have at most as many as the file. */
  private left: number;
  constructor(private readonly window: ByteWindow) {
    this.left = window.length;
  }

  /**
   * The parts of a section: its modules if it contains bitcode, its file if it contains one, otherwise one opaque part.
   * Positions are in bytes.
   */
  parts(name: string, startByte: number, endByte: number): readonly Part[] {
    const shown = name === "" ? "section" : `section ${name}`;
    const whole: Part = { kind: "section", name: shown, startByte, endByte };
    const content = name.startsWith(BUNDLED) ? "file" : SECTIONS.get(name);
    switch (content) {
      case undefined:
        return [whole];
      case "command line":
        return [{ ...whole, meaning: commandLine(this.window, startByte, Math.min(endByte, this.window.length)) }];
      case "file":
        return [{ ...whole, derived: name }];
      case "bitcode":
        return this.modules(name, whole);
    }
  }

  private modules(name: string, whole: Part): readonly Part[] {
    const end = Math.min(whole.endByte, this.window.length);
    if (end - whole.startByte > this.left) return this.shared(whole, end);
    this.left -= Math.max(0, end - whole.startByte);
    const modules = findBitcode(this.window, whole.startByte, end);
    if (modules.length === 0) return [whole];
    return modules.map((module, i): Part => {
      const derived = modules.length === 1 ? name : `${name} ${i + 1}`;
      const { kind, name: shown } = whole;
      return { kind, name: shown, startByte: module.start, endByte: module.end, derived, meaning: "LLVM bitcode" };
    });
  }
  /** A section that is not searched, and is no part: others claim its bytes. The first one is told. */
  private shared({ name, startByte }: Part, endByte: number): readonly Part[] {
    const message = `${name} shares its bytes with other sections of bitcode, and is not searched`;
    if (this.faults.length === 0) this.faults.push({ startByte, endByte, message });
    return [];
  }
}
