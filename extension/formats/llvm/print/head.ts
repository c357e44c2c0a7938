/** The first lines of a module's text. Source: AssemblyWriter::printModule. */
import type { BitRange } from "../../../document/bits";
import { rangeOf } from "../../../document/bits";
import type { ByteWindow } from "../../../document/window";
import { MODULE } from "../codes";
import { escaped } from "../ir/escape";
import type { AssemblyFragment, HeadRanges } from "../ir/module";
import type { Release } from "../ir/releases";
import { eachEntry } from "../stream/entries";
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

/** The records that it shows. */
const FIELDS: ReadonlyMap<number, keyof HeadRanges> = new Map([
  [MODULE.TRIPLE, "triple"],
  [MODULE.DATALAYOUT, "dataLayout"],
  [MODULE.SOURCE_FILENAME, "sourceFileName"],
]);

/** A module's head, read without its tables and without upgrades; nested blocks are skipped. */
export function readHead(window: ByteWindow, stream: StreamRange, place: ModulePlace, release: Release): ModuleHead {
  let head: ModuleHead = {
    release,
    sourceFileName: undefined,
    dataLayout: "",
    triple: "",
    assembly: [],
    headRanges: {},
  };
  eachEntry(window, stream, place, (event, { record }) => {
    if (event !== "record") return true;
    if (record.code === MODULE.GLOBALVAR || record.code === MODULE.FUNCTION) return false;
    const field = FIELDS.get(record.code);
    if (field) head = { ...head, [field]: record.text(), headRanges: { ...head.headRanges, [field]: rangeOf(record) } };
    return true;
  });
  return head;
}
