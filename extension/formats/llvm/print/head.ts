/** The first lines of a module's text. Source: AssemblyWriter::printModule. */
import type { BitRange } from "../../../document/bits";
import { rangeOf } from "../../../document/bits";
import type { ByteWindow } from "../../../document/window";
import { BitstreamReader, BLOCKINFO } from "../../bitstream/reader";
import { MODULE } from "../codes";
import { escaped } from "../ir/escape";
import type { AssemblyFragment, HeadRanges } from "../ir/module";
import type { Release } from "../ir/releases";
import type { ModulePlace, StreamRange } from "../stream/modules";

/** The content of these lines. */
export interface ModuleHead {
  readonly release: Release;
  readonly sourceFileName: string | undefined;
  readonly dataLayout: string;
  readonly triple: string;
  readonly assembly: readonly AssemblyFragment[];
  readonly headRanges: HeadRanges;
}

/** One of these lines, without its newline. */
export interface HeadLine {
  readonly text: string;
  /** The record that it shows, if it shows one. */
  readonly range?: BitRange | undefined;
}

/** The first lines, up to the target's. */
export function headLines(module: ModuleHead, fileName: string): readonly HeadLine[] {
  const { release, sourceFileName, dataLayout, triple, headRanges: ranges } = module;
  const lines: HeadLine[] = [{ text: `; ModuleID = '${fileName}'` }];
  const source = sourceFileName ?? fileName;
  if (release >= 9 && source !== "")
    lines.push({ text: `source_filename = "${escaped(source, release)}"`, range: ranges.sourceFileName });
  if (dataLayout !== "") lines.push({ text: `target datalayout = "${dataLayout}"`, range: ranges.dataLayout });
  if (triple !== "") lines.push({ text: `target triple = "${triple}"`, range: ranges.triple });
  return lines;
}

/** How many entries of a module are searched for its head: what writers put before its globals. */
const MOST_ENTRIES = 4096;

/** The records that it shows. */
const FIELDS: ReadonlyMap<number, keyof HeadRanges> = new Map([
  [MODULE.TRIPLE, "triple"],
  [MODULE.DATALAYOUT, "dataLayout"],
  [MODULE.SOURCE_FILENAME, "sourceFileName"],
]);

/** A module's head, read without its tables and without upgrades; nested blocks are skipped. */
export function readHead(window: ByteWindow, stream: StreamRange, place: ModulePlace, release: Release): ModuleHead {
  const reader = new BitstreamReader(window, stream);
  reader.restore(place.checkpoint);
  let head: ModuleHead = {
    release,
    sourceFileName: undefined,
    dataLayout: "",
    triple: "",
    assembly: [],
    headRanges: {},
  };
  const { depth, record } = reader;
  for (let entries = 0; entries < MOST_ENTRIES && reader.depth === depth; entries++) {
    const event = reader.next();
    if (event === "end" || event === "fault") break;
    if (event === "enterBlock") passBlock(reader);
    if (event !== "record") continue;
    if (record.code === MODULE.GLOBALVAR || record.code === MODULE.FUNCTION) break;
    const field = FIELDS.get(record.code);
    if (field) head = { ...head, [field]: record.text(), headRanges: { ...head.headRanges, [field]: rangeOf(record) } };
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
