/** The command line's commands and options: one table for parsing and for `--help`. */
import type { ParseArgsConfig } from "node:util";

/** Options of all commands; `parseArgs` reads this table. */
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

/** Options that only one format has: the `IrDocument.format` of its files, and its name in messages. */
export const OF_ONE_FORMAT = {
  locations: { format: "mlir", name: "MLIR" },
  dialects: { format: "mlir", name: "MLIR" },
  tables: { format: "iree", name: "IREE" },
  era: { format: "iree", name: "IREE" },
} as const satisfies Partial<Record<keyof typeof options, { readonly format: string; readonly name: string }>>;

/** A command's words and options: `--help` prints them, any other option is refused. */
export interface Usage {
  readonly words: string;
  readonly options: readonly (keyof typeof options)[];
  readonly prints: string;
}

/** All commands. */
export const calls: Readonly<Record<string, Usage>> = {
  show: {
    words: "FILE [--function NAME] [--section B:N] [--all] [--full] [--bytes]",
    options: ["function", "section", "all", "full", "bytes", "member", "era", "dialects"],
    prints:
      "the records; --all adds container and padding rows, --full prints records uncut, --bytes adds a hex column",
  },
  text: {
    words:
      "FILE [--function NAME] [--member NAME] [--positions] [--locations] [--tables] [--as RELEASE] [--era ERA] [--jobs N]",
    options: ["function", "member", "positions", "locations", "tables", "as", "era", "dialects", "jobs"],
    prints: "the assembly, as the reference disassembler prints it; --positions puts B:N| in front of each line",
  },
  dump: {
    words: "FILE [--member NAME] [--as RELEASE]",
    options: ["member", "as", "era", "dialects"],
    prints: "the container tool's dump; --as uses the names that the tool of that release knows",
  },
  tree: {
    words: "FILE [--member NAME]",
    options: ["member", "era", "dialects"],
    prints: "containers and leaves; every bit is in exactly one leaf",
  },
  outline: {
    words: "FILE [--json] [--all]",
    options: ["json", "all", "member", "era", "dialects"],
    prints: "the outline; --all reads the bodies of functions too and includes their content",
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
    prints: "how many bits are decoded, and whether the leaves encode to the file again",
  },
  stats: {
    words: "FILE [--json]",
    options: ["json", "member", "era", "dialects"],
    prints: "size by block, record, section",
  },
  extract: {
    words: "FILE --member NAME",
    options: ["member"],
    prints: "the bytes of a file inside FILE, uncompressed, for other tools",
  },
  diff: {
    words: "FILE FILE [--json]",
    options: ["json"],
    prints:
      "the differences, function by function, with both sides numbered alike; status 0: equal, 1: different. Works as git's external diff",
  },
  textconv: {
    words: "FILE",
    options: [],
    prints: "text for `git diff`: with a neutral file name and problems as comment lines",
  },
};

/** What `--help` prints. */
export function help(): string {
  const rows = Object.entries(calls).map(([name, usage]) => `  bitscope ${name} ${usage.words}\n      ${usage.prints}`);
  return `bitscope: reads compiler-IR binaries (LLVM bitcode, PNaCl, MLIR bytecode, IREE VM modules, LLVM 1.x bytecode,
CUDA Tile IR)

${rows.join("\n")}

  FILE - is standard input. --member picks a file inside FILE by its name in the outline, or by its path: a/b.
  --function NAME prints that function alone, --section B:N (show) the innermost section with that bit. --locations (MLIR)
  adds source locations, --tables (IREE) prints the tables instead of the code; --era S05-T12 (IREE) names the schema and
  the opcode table to read by (--tables tells them).
  --jobs N prints the text with N threads; the default for a module of 8 MiB and more is one less than there are
  cores, up to 4; for others one.
  --dialects FILE (MLIR, may be repeated) defines ops that Bitscope does not know; tools/mlir-ods.mjs makes such files.
  Status 0: the file was read and nothing is wrong. 1: it is damaged, or of no format that Bitscope knows;
  what could be decoded is printed. 2: wrong usage, a directory, or an I/O error.
`;
}
