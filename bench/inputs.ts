/**
 * The inputs of the benchmarks: a file for each format and size, made or fetched once into the folder of
 * bench/measure.ts. If something that a file needs is missing on this machine, that is reported and the file is left
 * out. bench/make.ts makes all of them.
 * Tools of a release, such as llvm-dis of LLVM 19, are looked for as `llvm-dis-19` on PATH, where Debian's packages
 * install them, and as `llvm-dis` in /usr/lib/llvm-19/bin.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { largePexe } from "../test/support/largePexe";
import { ireeModule } from "./ireeModule";
import { llvm1Module } from "./llvm1Module";
import { folder } from "./measure";

/** A reference tool and how it is called. */
export interface Reference {
  readonly tool: string;
  readonly release: number;
  /** Its arguments; `FILE` is replaced by the input. */
  readonly words: readonly string[];
}

/** A file to be measured. */
export interface Input {
  readonly file: string;
  readonly title: string;
  /** The command that prints the same, by our command. */
  readonly references: Readonly<Record<string, Reference>>;
  /** Writes the file. @throws if something it needs is missing */
  make(file: string): void;
}

/** A tool of a release on this machine. @throws if there is none */
export function toolOf(tool: string, release: number): string {
  for (const name of [`${tool}-${release}`, path.join(`/usr/lib/llvm-${release}/bin`, tool)])
    if (!spawnSync(name, ["--version"], { stdio: "ignore" }).error) return name;
  throw new Error(`${tool} of LLVM ${release} is needed`);
}

const llvmTools = (release: number): Input["references"] => ({
  text: { tool: "llvm-dis", release, words: ["-o", "/dev/null", "FILE"] },
  dump: { tool: "llvm-bcanalyzer", release, words: ["-dump", "FILE"] },
});
const MLIR = 22;
const mlirTools: Input["references"] = {
  text: { tool: "mlir-opt", release: MLIR, words: ["-mlir-print-op-generic", "--allow-unregistered-dialect", "FILE"] },
};

/** PostgreSQL's server as one module: 734 bitcode files of Debian's package, linked by LLVM 14. */
function server(file: string): void {
  const call = (command: string, ...words: string[]): void => {
    execFileSync(command, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  };
  call("apt-get", "download", "postgresql-15");
  const package_ = readdirSync(folder).find((name) => name.startsWith("postgresql-15_")) ?? "";
  call("dpkg", "-x", package_, "postgres");
  const parts = readdirSync(path.join(folder, "postgres"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.includes("bitcode/postgres/") && name.endsWith(".bc"))
    .sort();
  call(toolOf("llvm-link", 14), ...parts.map((name) => path.join("postgres", name)), "-o", file);
}

/** Templates of the standard library, optimized, with debug information. */
function cpp(file: string): void {
  const words = ["-O2", "-g", "-std=c++20", "-c", "-emit-llvm", "bench/input.cpp", "-o", file];
  execFileSync(toolOf("clang++", 19), words, { stdio: ["ignore", "ignore", "inherit"] });
}

/** Functions of several dialects, from bench/functions.mjs. */
function mlir(count: number): (file: string) => void {
  return (file) => {
    const command = `"${process.execPath}" bench/functions.mjs ${count} | "${toolOf("mlir-opt", MLIR)}" --emit-bytecode -o "${file}" -`;
    const done = spawnSync("sh", ["-c", command], { stdio: ["ignore", "inherit", "inherit"] });
    if (done.status !== 0) throw new Error(`${file} could not be made`);
  };
}

/** A small file, for what a start costs. */
function sample(name: string): (file: string) => void {
  return (file) => {
    copyFileSync(path.join("samples", name), file);
  };
}

function written(bytes: () => Uint8Array): (file: string) => void {
  return (file) => writeFileSync(file, bytes());
}

/** Every input, by format and then by size. */
export const INPUTS: readonly Input[] = [
  {
    file: "factorial.bc",
    title: "LLVM: the sample (LLVM 22)",
    references: llvmTools(22),
    make: sample("factorial.bc"),
  },
  { file: "postgres.bc", title: "LLVM: PostgreSQL's server (LLVM 14)", references: llvmTools(14), make: server },
  { file: "cpp.bc", title: "LLVM: C++ -O2 -g (LLVM 19)", references: llvmTools(19), make: cpp },
  { file: "sampler.mlirbc", title: "MLIR: the sample", references: mlirTools, make: sample("sampler.mlirbc") },
  { file: "7500.mlirbc", title: "MLIR", references: mlirTools, make: mlir(7500) },
  { file: "34000.mlirbc", title: "MLIR", references: mlirTools, make: mlir(34000) },
  { file: "functions.vmfb", title: "IREE", references: {}, make: written(() => ireeModule(8000)) },
  { file: "llvm1.bc", title: "LLVM 1.9", references: {}, make: written(() => llvm1Module(10)) },
  { file: "large.pexe", title: "PNaCl", references: {}, make: written(() => largePexe(10e6, 200).file) },
];

/** An input's file, made if it does not exist. @throws if it cannot be made */
export function fileOf(input: Input): string {
  const file = path.join(folder, input.file);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Renamed when complete, so that an interrupted run leaves no partial file.
  input.make(`${file}.new`);
  renameSync(`${file}.new`, file);
  return file;
}
