/** Bitstreams of other producers: their kinds by magic, and the facts in their first records. */
import { byteString } from "../../document/byteText";
import type { Fact } from "../../document/document";
import type { ByteWindow } from "../../document/window";
import type { StreamHeader } from "./header";
import { MAGIC_BYTES } from "./header";
import { BlockNames } from "./names";
import { BLOCKINFO, BitstreamReader } from "./reader";

/**
 * Magic numbers of Clang (ASTWriter, SerializedDiagnostics, GlobalModuleIndex, APINotes), Swift (swift/Serialization and
 * swift/AST), LLVM (Remarks, PGOCtxProfWriter).
 */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["CPCH", "Clang module or precompiled header"],
  ["DIAG", "Clang serialized diagnostics"],
  ["BCGI", "Clang global module index"],
  ["RMRK", "LLVM remarks"],
  ["CTXP", "LLVM contextual profile"],
  ["DEPS", "Swift dependencies"],
  ["IDXR", "index record"],
  ["IDXU", "index unit"],
  ["\xe2\x9c\xa8\x01", "Clang API notes"],
  ["\xe2\x9c\xa8\x0e", "Swift module"],
  ["\xe2\x9c\xa8\x07", "Swift documentation"],
  ["\xf0\x9f\x8f\x8e", "Swift source information"],
]);

/** The kind of a stream by its magic; undefined if the magic is unknown. */
export function streamKind(window: ByteWindow, { startByte }: StreamHeader): string | undefined {
  return KINDS.get(byteString(window.view(startByte, startByte + MAGIC_BYTES)));
}

/** The fact that a control block's blob states, by the name of its record in the file's BLOCKINFO. */
const FACTS: ReadonlyMap<string, string> = new Map([
  ["MODULE_NAME", "module"],
  ["METADATA", "producer"],
  ["TARGET", "target"],
  ["SDK_NAME", "SDK"],
  ["ORIGINAL_FILE", "source file"],
  ["ORIGINAL_FILE_NAME", "source file"],
]);
const CONTROL = "CONTROL_BLOCK";
/** How many entries are searched for facts, and how many bytes of a text are shown. */
const MOST_ENTRIES = 4096;
const LONGEST_TEXT = 512;

/** A blob, cut to `longest` bytes, if it is printable text; undefined if it is not, or is empty. */
export function blobText(window: ByteWindow, startByte: number, endByte: number, longest: number): string | undefined {
  const text = byteString(window.view(startByte, Math.min(endByte, startByte + longest)));
  return text !== "" && /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

/**
 * Reads the names in the BLOCKINFO blocks that come before any other block, so that they apply from the first row on.
 */
export function readLeadingNames(window: ByteWindow, header: StreamHeader, names: BlockNames): void {
  const { startByte: originByte, endByte } = header;
  const reader = new BitstreamReader(window, { originByte, endByte, startBit: (originByte + MAGIC_BYTES) * 8 });
  for (;;) {
    const event = reader.next();
    const inside = reader.block?.id === BLOCKINFO || (event === "endBlock" && reader.ended?.id === BLOCKINFO);
    if (!inside || event === "fault" || event === "end") return;
    names.follow(event, reader);
  }
}

/** The facts that a stream's control blocks state. */
export function streamFacts(window: ByteWindow, header: StreamHeader): readonly Fact[] {
  const { startByte: originByte, endByte } = header;
  const names = new BlockNames(header.type);
  const reader = new BitstreamReader(window, { originByte, endByte, startBit: (originByte + MAGIC_BYTES) * 8 });
  const facts = new Map<string, string>();
  for (let left = MOST_ENTRIES; left > 0; left--) {
    const event = reader.next();
    if (event === "fault" || event === "end") break;
    names.follow(event, reader);
    const { block, record } = reader;
    const inControl = block !== undefined && names.block(block.id) === CONTROL;
    if (event === "endBlock" && reader.ended && names.block(reader.ended.id) === CONTROL) break;
    if (event !== "record" || !inControl || record.blobStart < 0) continue;
    const label = FACTS.get(names.record(block.id, record.code) ?? "");
    const value = label && blobText(window, record.blobStart, record.blobEnd, LONGEST_TEXT);
    if (label && value !== undefined && !facts.has(label)) facts.set(label, value);
  }
  return [...facts].map(([label, value]) => ({ label, value }));
}
