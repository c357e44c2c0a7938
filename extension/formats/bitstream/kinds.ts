/** What bitstreams of other makers are, by their magic, and what their first records say of the file. */
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

/** What the stream is, by its magic; undefined for magics that are not known. */
export function streamKind(window: ByteWindow, { startByte }: StreamHeader): string | undefined {
  return KINDS.get(byteString(window.view(startByte, startByte + MAGIC_BYTES)));
}

/** Records of a control block whose blob says what the file is, by the name that the file's BLOCKINFO gives them. */
const FACTS: ReadonlyMap<string, string> = new Map([
  ["MODULE_NAME", "module"],
  ["METADATA", "producer"],
  ["TARGET", "target"],
  ["SDK_NAME", "SDK"],
  ["ORIGINAL_FILE", "source file"],
  ["ORIGINAL_FILE_NAME", "source file"],
]);
const CONTROL = "CONTROL_BLOCK";
/** Entries that are read for facts, and bytes of a text. */
const MOST_ENTRIES = 4096;
const LONGEST_TEXT = 512;

/** A printable text of a blob, up to some length. */
export function blobText(window: ByteWindow, startByte: number, endByte: number, longest: number): string | undefined {
  const text = byteString(window.view(startByte, Math.min(endByte, startByte + longest)));
  return text !== "" && /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

/** Reads the names that stand in BLOCKINFO blocks before any other block, so that they hold from the first row on. */
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

/** What the control blocks of a stream say of it. */
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
