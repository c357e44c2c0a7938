/**
 * Any bitstream as a document: its blocks and records by name, without knowing what they mean (PCH, remarks,
 * diagnostics, …).
 */
import type { Piece } from "../../document/byteText";
import type { DerivedDocument, Fact, DumpOptions, Format, IrDocument, StatsRow } from "../../document/document";
import type { HoverCard, HoverTarget } from "../../document/hover";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { ElementSink } from "../../document/element";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { Token } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { dumpText, gatherStatistics } from "./dump/text";
import type { NameTable, StreamHeader } from "./header";
import { MAGIC_BYTES, readStreamHeader } from "./header";
import { bitstreamCard, headCard } from "./hover";
import { readLeadingNames, streamFacts, streamKind } from "./kinds";
import { LazyBlocks } from "./lazyBlocks";
import { BlockNames } from "./names";
import { BitstreamReader } from "./reader";
import { GenericRows } from "./rows";
import { StreamOperands } from "./streamRecords";
import { SwiftIdentifiers } from "./swiftIdentifiers";
import { tileBitstream } from "./tiling";

function magicEntry(header: StreamHeader, kind: string): Entry {
  const [startBit, endBit] = [header.startByte * 8, Math.min(header.startByte + MAGIC_BYTES, header.endByte) * 8];
  const assembly: Token[] = [{ text: `; ${kind}`, kind: "comment" }];
  const record: Token[] = [{ text: "magic", kind: "keyword" }];
  return { kind: "lines", startBit, endBit, lines: [{ kind: "row", positionBit: startBit, record, assembly }] };
}

function wrapperEntry({ wrapper, startByte }: StreamHeader): readonly Entry[] {
  if (!wrapper) return [];
  const text = `wrapper version ${wrapper.version}, offset ${wrapper.offset}, size ${wrapper.size}, cpu type ${wrapper.cpuType}`;
  const record: Token[] = [{ text: "wrapper", kind: "keyword" }];
  const line = {
    kind: "row" as const,
    positionBit: 0,
    record,
    assembly: [{ text: `; ${text}`, kind: "comment" as const }],
  };
  return [{ kind: "lines", startBit: 0, endBit: startByte * 8, lines: [line] }];
}

/**
 * The entries of what comes before a stream's first block: the wrapper and the magic.
 * @param kind what the magic says the stream is
 */
export function streamHead(header: StreamHeader, kind: string = header.type): readonly Entry[] {
  return [...wrapperEntry(header), magicEntry(header, kind)];
}

/** How many entries of a block are searched for the text that names it in the outline. */
const LEADING = 8;

/** A bitstream of any kind. */
export class BitstreamDocument implements IrDocument {
  readonly format = "bitstream";
  readonly title: string;
  readonly bits: number;
  readonly recordWidth = 40;
  private readonly header: StreamHeader;
  /** What its magic says it is, if that is not IR. */
  private readonly kind: string | undefined;
  private readonly names: BlockNames;
  private readonly operands: StreamOperands;
  private readonly blocks: LazyBlocks<unknown>;
  private readonly root: SectionId;

  constructor(readonly window: ByteWindow) {
    this.bits = window.length * 8;
    this.header = readStreamHeader(window);
    const { type, startByte: originByte, endByte } = this.header;
    const kind = (this.kind = streamKind(window, this.header));
    this.title = kind ?? (type === "unknown" ? "Bitstream" : `Bitstream (${type})`);
    this.names = new BlockNames(type);
    readLeadingNames(window, this.header, this.names);
    const identifiers = new SwiftIdentifiers(window, this.header, this.names);
    this.operands = new StreamOperands(kind, (number) => identifiers.of(number));
    this.blocks = new LazyBlocks(window, { originByte, endByte }, new GenericRows(this.names, this.operands));
    const head = streamHead(this.header, kind);
    this.root = this.blocks.openStream((originByte + MAGIC_BYTES) * 8, this.title, head);
  }

  problems(): readonly Problem[] {
    return [...this.header.problems, ...this.blocks.problems()];
  }
  roots(): readonly SectionId[] {
    return [this.root];
  }
  section(id: SectionId): Section {
    return this.blocks.section(id);
  }
  holder(id: SectionId): Place | undefined {
    return this.blocks.holder(id);
  }
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    return this.blocks.entries(id, from, count, options);
  }
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    return this.blocks.write(id, from, count, options, writer);
  }
  placeOf(bit: number): Place | undefined {
    return bit < this.bits ? this.blocks.placeOf(this.root, bit) : undefined;
  }
  /** For an arbitrary bitstream, the reference tools print only its dump. */
  text(options: { readonly fileName: string }): Generator<Piece, void, undefined> {
    return this.dump(options);
  }
  dump({ fileName, release }: DumpOptions): Generator<Piece, void, undefined> {
    const options = { fileName, release: release === undefined ? undefined : Number(release) };
    return dumpText(this.window, this.header, options, (problem) => {
      this.blocks.report(problem);
    });
  }
  *elements(sink: ElementSink): Generator<void, void, undefined> {
    const names = new BlockNames(this.header.type);
    yield* tileBitstream(this.window, this.header, sink, {
      kind: this.kind,
      blockName: (id) => names.blockOrUnknown(id),
      recordName: (block, record) => names.recordOrUnknown(block?.id ?? 0, record.code),
      operandMeaning: (block, record, index) => {
        const operand = this.operands.operand(names, block, record, index);
        return operand?.value === undefined ? operand?.name : `${operand.name}: ${operand.value}`;
      },
      seen: (event, reader) => {
        names.follow(event, reader);
        if (event !== "fault" || !reader.fault) return;
        const { code, message, startBit, endBit } = reader.fault;
        this.blocks.report({ code, message, startBit, endBit, path: [] });
      },
    });
  }
  outline(): readonly OutlineNode[] {
    return this.children(this.root);
  }
  symbols(): readonly SymbolInfo[] {
    return [];
  }
  locate(): undefined {
    return undefined;
  }
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard {
    const reader = this.blocks.readerBefore(place);
    if (!reader) return headCard(entry, this.title);
    return bitstreamCard(reader, entry, target, this.section(place.section).title, this.names, this.operands);
  }
  derived(): readonly DerivedDocument[] {
    return [];
  }
  facts(): readonly Fact[] {
    return [{ label: "kind", value: this.title }, ...streamFacts(this.window, this.header)];
  }
  /** @param more the names of what llvm-bcanalyzer does not know */
  *stats(more?: NameTable): Generator<void, readonly StatsRow[], undefined> {
    const header = more ? { ...this.header, names: more } : this.header;
    const { statistics, names } = yield* gatherStatistics(this.window, header);
    return [...statistics.rows(names)];
  }

  private *nested(id: SectionId): Generator<SectionId, void, undefined> {
    for (let from = 0; ;) {
      const { entries, end } = this.blocks.entries(id, from, 1024, {});
      for (const entry of entries) if (entry.kind === "section") yield entry.section;
      from += entries.length;
      if (end) return;
    }
  }
  private children(id: SectionId): readonly OutlineNode[] {
    return [...this.nested(id)].map((child) => {
      const { title: name, startBit, endBit, foldedAtFirst } = this.blocks.section(child);
      const detail = foldedAtFirst ? undefined : this.leadingText(child);
      const told = detail === undefined ? {} : { detail };
      return { kind: "block", name, ...told, startBit, endBit, children: () => this.children(child) };
    });
  }
  /**
   * The longest text in a block's first records, which tells blocks of one kind apart: a diagnostic's message, a file's
   * name.
   */
  private leadingText(id: SectionId): string | undefined {
    const { entries } = this.blocks.entries(id, 0, LEADING, {});
    const texts = entries.flatMap((entry) => {
      const tokens = entry.kind === "lines" ? entry.lines.flatMap(({ assembly }) => assembly) : [];
      return tokens.filter(({ kind }) => kind === "string").map(({ text }) => text.trim());
    });
    const [longest] = texts.sort((a, b) => b.length - a.length);
    return longest?.replace(/^"(.*)"$/s, "$1");
  }
}

const IR_MAGIC = [0x42, 0x43, 0xc0, 0xde];
const WRAPPER = [0xde, 0xc0, 0x17, 0x0b];
const KNOWN = ["CPCH", "DIAG", "RMRK"];

function startsWith(head: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => head[i] === byte);
}

/**
 * Whether four bytes of an unknown magic are followed by a block's header: its alignment is zero, and the file contains
 * its length. llvm-bcanalyzer reads such streams too.
 */
function startsWithBlock(window: ByteWindow): boolean {
  let zero = true;
  const ignore = (): void => undefined;
  const padding = (_startBit: number, _endBit: number, value: number): void => {
    zero &&= value === 0;
  };
  const trace = { fixed: ignore, vbr: ignore, char6: ignore, blob: ignore, padding };
  const reader = new BitstreamReader(window, { startBit: MAGIC_BYTES * 8, trace });
  if (reader.next() !== "enterBlock" || !zero) return false;
  const { bodyBit, endBit } = reader.block ?? { bodyBit: 0, endBit: 0 };
  return endBit > bodyBit && endBit <= window.length * 8;
}

/**
 * Bitstreams by their magic, or by a first block. Those that contain LLVM IR are claimed by the format `llvm` first.
 */
export const bitstreamFormat: Format = {
  id: "bitstream",
  matches: (head, window) =>
    startsWith(head, IR_MAGIC) ||
    startsWith(head, WRAPPER) ||
    KNOWN.includes(String.fromCharCode(...head.subarray(0, 4))) ||
    startsWithBlock(window),
  open: (window) => new BitstreamDocument(window),
};
