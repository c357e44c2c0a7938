/** Names files in formats that Bitscope does not read, to tell whoever opens one what it is. */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";
import { HeaderBytes } from "./bytes";
import { readCompressed } from "./compressed";
import { ELF_MACHINES } from "./machines";

/** What a file is, and a message for whoever opens it. */
export interface ForeignFile {
  /** `ELF object (x86-64)` */
  readonly name: string;
  /** `ELF object (x86-64) without bitcode` */
  readonly title: string;
  /** `this is an ELF object (x86-64) without bitcode` */
  readonly message: string;
}

/** Bytes of a text that are searched for the first line that is not a comment. */
const TEXT_BYTES = 4096;

/** e_type of ELF, filetype of Mach-O. */
const ELF_TYPES: readonly string[] = ["file", "object", "executable", "shared library", "core dump"];
const MACHO_TYPES: ReadonlyMap<number, string> = new Map([
  [1, "object"],
  [2, "executable"],
  [6, "dynamic library"],
  [8, "bundle"],
  [10, "debug symbols"],
]);
const EM_CUDA = 190;
/** Compressed data up to this many bytes is unpacked to test it. */
const TRIED_BYTES = 1 << 16;

/** Names a file that carries code and could carry bitcode. */
function carrier(window: ByteWindow): string | undefined {
  const header = new HeaderBytes(window);
  const magic = header.u32(0);
  if (magic === 0x464c457f) {
    const fields = new HeaderBytes(window, header.u8(5) === 2);
    const machine = fields.u16(18);
    if (machine === EM_CUDA) return "CUDA cubin (an ELF file)";
    const name = ELF_MACHINES.get(machine) ?? `machine ${machine}`;
    return `ELF ${ELF_TYPES[fields.u16(16)] ?? "file"} (${name})`;
  }
  for (const bigEndian of [false, true]) {
    const fields = new HeaderBytes(window, bigEndian);
    if (fields.u32(0) === 0xfeedface || fields.u32(0) === 0xfeedfacf)
      return `Mach-O ${MACHO_TYPES.get(fields.u32(12)) ?? "file"}`;
  }
  if (magic === 0x6d736100) return "WebAssembly module";
  if (header.text(0, 4) === "DXBC") return "DirectX container";
  if (header.text(0, 2) === "MZ" && header.text(header.u32(0x3c), 4) === "PE\0\0") return "Windows PE file";
  if (magic === 0xbebafeca) return header.u8(7) < 30 ? "Mach-O universal file" : "Java class file";
  return undefined;
}

/** Signatures of files in other formats, and what else to tell about them. */
const SIGNATURES: readonly (readonly [magic: string, name: string, rest?: string])[] = [
  ["\x03\x02\x23\x07", "SPIR-V module", "`spirv-dis` prints it"],
  ["\x07\x23\x02\x03", "SPIR-V module (big-endian)", "`spirv-dis` prints it"],
  ["\x1f\x8b", "gzip data", "its content is in no format that Bitscope reads"],
  ["\x28\xb5\x2f\xfd", "Zstandard data", "its content is in no format that Bitscope reads"],
  ["BZh", "bzip2 data", "its content is in no format that Bitscope reads"],
  ["\xfd7zXZ\0", "xz data", "its content is in no format that Bitscope reads"],
  ["PK\x03\x04", "zip archive"],
  ["llvmcovmtestdata", "file of coverage mapping for LLVM's tests", "`llvm-cov` reads it"],
  ["version https://git-lfs.github.com/spec/v1", "Git LFS pointer, not the file itself", "run `git lfs pull`"],
];

/** The beginning of a text's first line that is not a comment. */
const TEXTS: readonly (readonly [start: RegExp, name: string, rest: string])[] = [
  [
    /^(?:source_filename = |target (?:datalayout|triple) = |define |declare |@[\w".$-]+ = |%[\w".$-]+ = type |attributes #\d|module asm )/,
    "LLVM assembly text (.ll)",
    "it can be read as it is; `llvm-as` makes bitcode of it",
  ],
  [
    /^(?:module[ {@]|"builtin\.module"|builtin\.module|func\.func |#\w+ = |!\w+ = |\^bb0|cuda_tile\.module )/,
    "MLIR text (.mlir)",
    "it can be read as it is; `mlir-opt -emit-bytecode` makes bytecode of it",
  ],
  [/^\.version \d/, "PTX text", "it can be read as it is"],
];

/** Line comments of LLVM assembly, MLIR and PTX. */
const COMMENT = /^\s*(?:;.*|\/\/.*)?$/;

function text(window: ByteWindow): readonly [name: string, rest: string] | undefined {
  const head = byteString(window.view(0, Math.min(window.length, TEXT_BYTES)));
  if (head.startsWith("; ModuleID = ")) return [TEXTS[0]?.[1] ?? "", TEXTS[0]?.[2] ?? ""];
  if (head.includes("\0")) return undefined;
  const line = head.split("\n").find((l) => !COMMENT.test(l)) ?? "";
  const found = TEXTS.find(([start]) => start.test(line));
  return found && [found[1], found[2]];
}

/** Why compressed data cannot be unpacked; undefined if it can be, or for any other file. */
function notUnpacked(window: ByteWindow): string | undefined {
  const part = readCompressed(window)?.parts.find(({ unpack }) => unpack !== undefined);
  const problem = part?.unpack?.(TRIED_BYTES).problem;
  return problem && problem.code !== "limit" ? `it cannot be unpacked: ${problem.message}` : undefined;
}

/** The name with the right article, by its first sound. */
function withArticle(name: string): string {
  return `${/^(?:[AEIO]|LLVM|MLIR|xz)/.test(name) ? "an" : "a"} ${name}`;
}

/** What a file is; undefined if its first bytes do not tell. */
export function foreignFile(window: ByteWindow): ForeignFile | undefined {
  const code = carrier(window);
  if (code !== undefined) {
    const title = `${code} without ${code.startsWith("DirectX") ? "DXIL" : "bitcode"}`;
    return { name: code, title, message: `this is ${withArticle(title)}` };
  }
  const head = byteString(window.view(0, 64));
  const signature = SIGNATURES.find(([magic]) => head.startsWith(magic));
  if (signature) {
    const [, name, known] = signature;
    const rest = notUnpacked(window) ?? known;
    const what = name.endsWith("data") ? name : withArticle(name);
    return { name, title: name, message: `this is ${what}${rest === undefined ? "" : `: ${rest}`}` };
  }
  const found = text(window);
  return found && { name: found[0], title: found[0], message: `this is ${found[0]}: ${found[1]}` };
}
