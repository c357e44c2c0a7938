/** The command line's calls and options: one table for parsing and for `--help`. */
import type { ParseArgsConfig } from "node:util";

/** Options of all calls; `parseArgs` reads this. */
export const options = {
  section: { type: "string" },
  all: { type: "boolean" },
  full: { type: "boolean" },
  bytes: { type: "boolean" },
  function: { type: "string" },
  member: { type: "string" },
  locations: { type: "boolean" },
  positions: { type: "boolean" },
  tables: { type: "boolean" },
  as: { type: "string" },
  era: { type: "string" },
  dialects: { type: "string", multiple: true },
  json: { type: "boolean" },
  jobs: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const satisfies ParseArgsConfig["options"];

/** A call's options and words, for `--help` and to refuse the others. */
export interface Usage {
  readonly words: string;
  readonly options: readonly (keyof typeof options)[];
  readonly prints: string;
}

/** Every call. */
export const calls: Readonly<Record<string, Usage>> = {
  show: {
    words: "FILE [--section ID] [--all] [--full] [--bytes]",
    options: ["section", "all", "full", "bytes", "member", "era", "dialects"],
    prints: "the listing; --all with container and padding rows, --full records uncut, --bytes a hex column",
  },
  text: {
    words:
      "FILE [--function NAME] [--member NAME] [--positions] [--locations] [--tables] [--as RELEASE] [--era ERA] [--jobs N]",
    options: ["function", "member", "positions", "locations", "tables", "as", "era", "dialects", "jobs"],
    prints: "the assembly, as the reference disassembler prints it; --positions with B:N| in front of each line",
  },
  dump: {
    words: "FILE [--member NAME] [--as RELEASE]",
    options: ["member", "as", "era", "dialects"],
    prints: "the container tool's dump; --as with the names that the tool of that release has",
  },
  tree: {
    words: "FILE [--member NAME]",
    options: ["member", "era", "dialects"],
    prints: "containers and leaves, every bit once",
  },
  outline: {
    words: "FILE [--json] [--all]",
    options: ["json", "all", "member", "era", "dialects"],
    prints: "the outline; --all with what is inside of functions, whose bodies are read for that",
  },
  symbols: {
    words: "FILE [--json]",
    options: ["json", "member", "era", "dialects"],
    prints: "what is defined and declared",
  },
  at: { words: "FILE B:N", options: ["member", "era", "dialects"], prints: "the elements that own that bit, as JSON" },
  check: {
    words: "FILE",
    options: ["member", "era", "dialects"],
    prints: "how many bits are decoded, and whether the leaves encode to the file",
  },
  stats: {
    words: "FILE [--json]",
    options: ["json", "member", "era", "dialects"],
    prints: "size by block, record, section",
  },
  diff: {
    words: "FILE FILE [--json]",
    options: ["json"],
    prints:
      "what differs, function by function, numbered alike; status 0: equal, 1: different. Git may call it so, too",
  },
  textconv: { words: "FILE", options: [], prints: "text for `git diff`: neutral name, problems as comment lines" },
};

/** What `--help` prints. */
export function help(): string {
  const rows = Object.entries(calls).map(([name, usage]) => `  bitscope ${name} ${usage.words}\n      ${usage.prints}`);
  return `bitscope: reads compiler-IR binaries (LLVM bitcode, PNaCl, MLIR bytecode, IREE VM modules, LLVM 1.x bytecode,
CUDA Tile IR)

${rows.join("\n")}

  FILE - is standard input. --member picks a file inside FILE by its name in the outline, or by its path: a/b.
  --jobs N lets N threads work on the text; without it a large file gets one less than there are cores, up to 4.
  --dialects FILE (MLIR, may be repeated) brings definitions of ops that Bitscope does not know, made by tools/mlir-ods.mjs.
  Status 0: read, nothing wrong. 1: damaged, or of no format that Bitscope knows;
  what could be decoded is printed. 2: usage, a directory, an I/O error.
`;
}
