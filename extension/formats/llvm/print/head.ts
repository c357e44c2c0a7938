/** The first lines of a module's text. Source: AssemblyWriter::printModule. */
import type { ByteWindow } from "../../../document/window";
import { BitstreamReader, BLOCKINFO } from "../../bitstream/reader";
import { MODULE } from "../codes";
import { escaped } from "../ir/escape";
import type { AssemblyFragment } from "../ir/module";
import type { Release } from "../ir/releases";
import type { ModulePlace, StreamRange } from "../stream/modules";

/** The content of these lines. */
export interface ModuleHead {
  readonly release: Release;
  readonly sourceFileName: string | undefined;
  readonly dataLayout: string;
  readonly triple: string;
  readonly assembly: readonly AssemblyFragment[];
}

/**
 * The first lines, without newlines. Module-level assembly has one line per line of its text; a final newline adds
 * none.
 */
export function headLines(module: ModuleHead, fileName: string): readonly string[] {
  const { release, sourceFileName, dataLayout, triple, assembly } = module;
  const lines = [`; ModuleID = '${fileName}'`];
  if (release >= 9) lines.push(`source_filename = "${escaped(sourceFileName ?? fileName, release)}"`);
  if (dataLayout !== "") lines.push(`target datalayout = "${dataLayout}"`);
  if (triple !== "") lines.push(`target triple = "${triple}"`);
  const code = assembly.flatMap((fragment) => assemblyLines(fragment, release));
  return code.length === 0 ? lines : [...lines, "", ...code];
}

/** The first release that prints assembly in blocks with a head per fragment. */
const ASSEMBLY_BLOCKS: Release = 23;
/** The properties in such a head, in their order. */
const ASSEMBLY_PROPERTIES = ["target_features", "target_cpu"];

function assemblyLines({ text, properties }: AssemblyFragment, release: Release): readonly string[] {
  if (text === "") return [];
  const code = text.split("\n");
  if (code.at(-1) === "") code.pop();
  const quoted = code.map((line) => `"${escaped(line, release)}"`);
  if (release < ASSEMBLY_BLOCKS) return quoted.map((line) => `module asm ${line}`);
  const described = ASSEMBLY_PROPERTIES.flatMap((key) => {
    const value = properties.get(key) ?? "";
    return value === "" ? [] : [`${key}: "${escaped(value, release)}"`];
  });
  const head = described.length === 0 ? "module asm" : `module asm(${described.join(", ")})`;
  return [head, ...quoted.map((line) => `    ${line}`)];
}

/** How many entries of a module are searched for its head: what writers put before its globals. */
const MOST_ENTRIES = 4096;

/** A module's head, read without its tables and without upgrades; nested blocks are skipped. */
export function readHead(window: ByteWindow, stream: StreamRange, place: ModulePlace, release: Release): ModuleHead {
  const reader = new BitstreamReader(window, stream);
  reader.restore(place.checkpoint);
  const head = { release, sourceFileName: undefined as string | undefined, dataLayout: "", triple: "", assembly: [] };
  const { depth, record } = reader;
  for (let entries = 0; entries < MOST_ENTRIES && reader.depth === depth; entries++) {
    const event = reader.next();
    if (event === "end" || event === "fault") break;
    if (event === "enterBlock") passBlock(reader);
    if (event !== "record") continue;
    if (record.code === MODULE.GLOBALVAR || record.code === MODULE.FUNCTION) break;
    if (record.code === MODULE.TRIPLE) head.triple = record.text();
    if (record.code === MODULE.DATALAYOUT) head.dataLayout = record.text();
    if (record.code === MODULE.SOURCE_FILENAME) head.sourceFileName = record.text();
  }
  return head;
}

/** Skips a block that was just entered. BLOCKINFO has to be read, since later records need its abbreviations. */
function passBlock(reader: BitstreamReader): void {
  if (reader.block?.id !== BLOCKINFO) {
    reader.skipBlock();
    return;
  }
  for (const { depth } = reader; reader.depth >= depth;) {
    const event = reader.next();
    if (event === "end" || event === "fault") return;
  }
}
