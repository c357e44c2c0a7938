/** Prints what `llvm-bcanalyzer -dump` prints, byte for byte: every record, then the summary. */
import type { Piece } from "../../../document/byteText";
import { ByteText } from "../../../document/byteText";
import type { Problem } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import type { StreamHeader } from "../header";
import type { BlockNames } from "../names";
import type { Statistics } from "../statistics";
import { summaryText } from "../summary";
import { Dumper } from "./dumper";
import { hex32 } from "./strings";

/** The line for the wrapper; empty without one. */
function wrapperText(header: StreamHeader): string {
  const wrapper = header.wrapper;
  if (!wrapper) return "";
  const { magic, version, offset, size, cpuType } = wrapper;
  const fields = `Magic=${hex32(magic)} Version=${hex32(version)} Offset=${hex32(offset)} Size=${hex32(size)}`;
  return `<BITCODE_WRAPPER_HEADER ${fields} CPUType=${hex32(cpuType)}/>\n`;
}

/** The file's name in the summary, and the LLVM release whose names the dump uses (the newest by default). */
export interface NamedDump {
  readonly fileName: string;
  readonly release?: number | undefined;
}

/** The dump of a bitstream, in pieces. At a fault it ends without a summary, like llvm-bcanalyzer's. */
export function* dumpText(
  window: ByteWindow,
  header: StreamHeader,
  { fileName, release }: NamedDump,
  report: (problem: Problem) => void,
): Generator<Piece, void, undefined> {
  const out = new ByteText();
  const dumper = new Dumper(window, header, release, out);
  out.text(wrapperText(header));
  while (dumper.step()) yield out.take();
  const { fault } = dumper;
  if (fault) {
    const { code, message, startBit, endBit } = fault;
    report({ code, message, startBit, endBit, path: [] });
  } else {
    const bits = (header.endByte - header.startByte) * 8;
    out.text(summaryText(dumper.statistics, dumper.names, { fileName, type: header.type, bits }));
  }
  yield out.take();
}

/** The statistics of a stream as the dump's summary has them, with the names to print them. Yields between steps. */
export function* gatherStatistics(
  window: ByteWindow,
  header: StreamHeader,
): Generator<void, { statistics: Statistics; names: BlockNames }, undefined> {
  const reader = new Dumper(window, header, undefined);
  while (reader.step()) yield;
  reader.leaveAll();
  return { statistics: reader.statistics, names: reader.names };
}
