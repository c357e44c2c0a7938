/** A compressed module (since LLVM 1.4): a signature and one payload, which is a document of its own. */
import type { Arrangement } from "../../document/arrangement";
import type { Piece } from "../../document/byteText";
import { append } from "../../document/arrays";
import type { DerivedDocument, IrDocument, OpenOptions, StatsRow, TextOptions } from "../../document/document";
import type { HoverCard, HoverTarget } from "../../document/hover";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import { formatPosition } from "../../document/bits";
import type { ElementSink, Leaf } from "../../document/element";
import type { OutlineNode, OutlineNodes, SymbolInfo } from "../../document/outline";
import { sizeOf } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { SymbolId } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import { proportionate } from "../../document/proportion";
import { ResidentWindow, SubWindow } from "../../document/window";
import { Made } from "../../document/madeList";
import { decompressBzip2 } from "../compression/bzip2";
import { BytecodeDocument, RECORD_WIDTH } from "./document";
import { STYLES } from "./model/style";

/** Size of the signature, and of the signature with the byte that tells how the payload is compressed. */
const SIGNATURE_BYTES = 4;
const HEADER_BYTES = 5;
/** The values of that byte (Compressor.cpp). */
const STORED = 0x30;
const BZIP2 = 0x32;
/** The payload's name in positions. */
const NAME = "payload";

/** The result of decompression. */
interface Payload {
  readonly window: ByteWindow;
  readonly problems: readonly Problem[];
}

/**
 * A document that shows its payload's listing and text as its own; positions in it count from the payload's first byte.
 */
export class CompressedDocument implements IrDocument {
  readonly format = "llvm1";
  readonly bits: number;
  readonly recordWidth = RECORD_WIDTH;
  readonly styles = [...STYLES.keys()];
  private readonly limit: number;
  private readonly own: Problem[] = [];
  private opened: BytecodeDocument | undefined;

  constructor(
    readonly window: ByteWindow,
    options: OpenOptions,
  ) {
    this.bits = window.length * 8;
    this.limit = Math.min(options.maxMemory ?? Infinity, proportionate(window.length));
  }

  private problem(code: Problem["code"], message: string, startByte: number): Problem {
    const startBit = Math.min(startByte * 8, this.bits);
    return { code, message, startBit, endBit: this.bits, path: [] };
  }

  /** The payload, decompressed when first needed. */
  private payload(): BytecodeDocument {
    if (!this.opened) {
      const { window, problems } = this.decompress();
      append(this.own, problems);
      this.opened = new BytecodeDocument(window, 0);
    }
    return this.opened;
  }

  private decompress(): Payload {
    const { window } = this;
    const kind = window.view(SIGNATURE_BYTES, HEADER_BYTES)[0];
    const nothing = new ResidentWindow(new Uint8Array());
    if (kind === undefined) {
      return {
        window: nothing,
        problems: [this.problem("truncated", "the file ends after its signature", SIGNATURE_BYTES)],
      };
    }
    if (kind === STORED) return { window: new SubWindow(window, HEADER_BYTES, window.length), problems: [] };
    if (kind !== BZIP2) {
      const message = `unknown compression 0x${kind.toString(16)}; 0x30 (stored) and 0x32 (bzip2) are defined`;
      return { window: nothing, problems: [this.problem("bad-compression", message, SIGNATURE_BYTES)] };
    }
    const { data, consumedBytes, problem } = decompressBzip2(window.view(HEADER_BYTES, window.length), this.limit);
    const problems: Problem[] = [];
    const at = HEADER_BYTES + consumedBytes;
    if (problem) problems.push(this.problem(problem.code, problem.message, Math.max(HEADER_BYTES, at - 1)));
    else if (at < window.length) {
      problems.push(this.problem("trailing-bytes", `${window.length - at} bytes follow the compressed data`, at));
    }
    return { window: new ResidentWindow(data), problems };
  }

  get title(): string {
    return `${this.payload().title}, compressed`;
  }

  /** The file's own problems, then the payload's, with their position in the payload in the message. */
  problems(): readonly Problem[] {
    const inner = this.payload().problems();
    const range = { startBit: Math.min(HEADER_BYTES * 8, this.bits), endBit: this.bits };
    return [
      ...this.own,
      ...inner.map((problem) => ({
        ...problem,
        ...range,
        message: `${NAME} ${formatPosition(problem.startBit)}: ${problem.message}`,
        path: [NAME, ...problem.path],
      })),
    ];
  }

  roots(): readonly SectionId[] {
    return this.payload().roots();
  }
  section(id: SectionId): Section {
    return { ...this.payload().section(id), ...this.payloadRange() };
  }
  private payloadRange(): { startBit: number; endBit: number } {
    return { startBit: Math.min(HEADER_BYTES * 8, this.bits), endBit: this.bits };
  }
  /** The payload's entries. Their range in the file is all of the compressed data; positions name the payload. */
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    const page = this.payload().entries(id, from, count, options);
    return { ...page, entries: page.entries.map((entry) => this.outward(entry)) };
  }
  private outward(entry: Entry): Entry {
    if (entry.kind === "section") return { ...entry, ...this.payloadRange() };
    const lines = entry.lines.map((line) => ({ ...line, positionIn: NAME }));
    return { ...entry, ...this.payloadRange(), lines };
  }
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    return this.payload().write(id, from, count, options, this.outwardWriter(writer));
  }
  /** Passes on rows of the payload as {@link outward} does. */
  private outwardWriter(writer: RowWriter): RowWriter {
    const { startBit, endBit } = this.payloadRange();
    return {
      text: writer.text,
      details: writer.details,
      entry: (_startBit, _endBit, inOneText) => {
        writer.entry(startBit, endBit, inOneText);
      },
      row: (positionBit) => writer.row(positionBit, NAME),
      assembly: () => {
        writer.assembly();
      },
      message: () => {
        writer.message();
      },
      end: () => {
        writer.end();
      },
    };
  }
  /** A bit of the compressed data has no record of its own, so it leads to the beginning of the listing. */
  placeOf(bit: number): Place | undefined {
    const [section] = this.roots();
    return section === undefined || bit < 0 || bit >= this.bits ? undefined : { section, entry: 0 };
  }
  assembly(options: TextOptions): Arrangement | undefined {
    const payload = this.payload();
    const inner = payload.assembly(options);
    if (!inner) return undefined;
    const { write } = inner;
    return {
      roots: () => inner.roots(),
      section: (id) => ({ ...inner.section(id), ...this.payloadRange() }),
      entries: (id, from, count, listing) => {
        const page = inner.entries(id, from, count, listing);
        return { ...page, entries: page.entries.map((entry) => this.outward(entry)) };
      },
      ...(write
        ? {
            write: (id, from, count, listing, writer) =>
              write.call(inner, id, from, count, listing, this.outwardWriter(writer)),
          }
        : {}),
      placeOf: (bit) => (bit < this.bits ? { section: inner.roots()[0] ?? 0, entry: 0 } : undefined),
      locate: (symbol) => inner.locate(symbol),
      ...(inner.holder ? { holder: inner.holder.bind(inner) } : {}),
      ...(inner.background ? { background: inner.background.bind(inner) } : {}),
      ...(inner.revision ? { revision: inner.revision.bind(inner) } : {}),
      hover: (_place, entry, target) => {
        // The row's position counts from the payload's first byte, as in the payload's records.
        const bit = entry.kind === "lines" ? entry.lines[target.line]?.positionBit : undefined;
        const place = bit === undefined ? undefined : payload.placeOf(bit);
        const record = place && payload.entries(place.section, place.entry, 1, {}).entries[0];
        return place && record && payload.hover(place, record, { column: "position", line: 0, token: 0 });
      },
    };
  }
  text(options: TextOptions): Generator<Piece, void, undefined> {
    return this.payload().text(options);
  }
  *dump(): Generator<string, void, undefined> {
    const kind = this.window.view(SIGNATURE_BYTES, HEADER_BYTES)[0];
    yield `${"0".padStart(10)}  signature "llvc", ${kind === STORED ? "stored" : "compressed"} payload of ${
      this.payload().bits / 8
    } bytes\n`;
    yield* this.payload().dump();
  }

  *elements(sink: ElementSink): Generator<void, void, undefined> {
    const { window } = this;
    const leaf = (from: number, to: number, what: Pick<Leaf, "kind" | "name" | "meaning">): void => {
      const raw = window.view(from, to);
      if (raw.length === 0) return;
      const range = { startBit: from * 8, endBit: (from + raw.length) * 8 };
      sink.leaf({ ...what, ...range, encoding: { kind: "bytes" }, raw: raw.slice() });
    };
    const bad = this.payload() && this.own.some((problem) => problem.code !== "trailing-bytes");
    sink.open("file", "compressed LLVM 1.x bytecode", 0);
    leaf(0, SIGNATURE_BYTES, { kind: "decoded", name: "signature", meaning: "compressed LLVM bytecode" });
    leaf(SIGNATURE_BYTES, HEADER_BYTES, { kind: "decoded", name: "compression", meaning: this.compression() });
    const payload = `payload of ${this.payload().bits / 8} bytes`;
    const meaning = bad ? (this.own[0]?.message ?? payload) : payload;
    leaf(HEADER_BYTES, window.length, { kind: bad ? "undecoded" : "opaque", name: "compressed data", meaning });
    sink.close(this.bits);
    // A check of the file should also check the payload.
    yield* this.payload().elements({ open: noop, leaf: noop, close: noop });
  }
  private compression(): string {
    return this.window.view(SIGNATURE_BYTES, HEADER_BYTES)[0] === STORED ? "stored" : "bzip2";
  }

  outline(): OutlineNodes {
    return this.outwardNodes(this.payload().outline());
  }
  /** Nodes of the payload, each at the range of the compressed data. */
  private outwardNodes(nodes: OutlineNodes): OutlineNodes {
    return new Made(nodes.length, (index) => {
      const node = nodes.at(index) as OutlineNode;
      const { kind, name, detail, symbol } = node;
      const shown = { kind, name, detail, symbol, ...this.payloadRange(), unpackedBits: sizeOf(node) };
      return node.children ? { ...shown, children: () => this.outwardNodes(node.children?.() ?? []) } : shown;
    });
  }
  *symbols(): Iterable<SymbolInfo> {
    for (const symbol of this.payload().symbols()) yield { ...symbol, ...this.payloadRange() };
  }
  locate(symbol: SymbolId): Place | undefined {
    return this.payload().locate(symbol);
  }
  hover(place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
    // The card finds its record by the entry's place in the payload, which is in the payload's own entry.
    const inner = this.payload().entries(place.section, place.entry, 1, {}).entries[0] ?? entry;
    return this.payload().hover(place, inner, target);
  }
  derived(): readonly DerivedDocument[] {
    const payload = this.payload();
    return [{ name: NAME, ...this.payloadRange(), open: () => new BytecodeDocument(payload.window, 0) }];
  }
  stats(): Generator<void, readonly StatsRow[], undefined> {
    return this.payload().stats();
  }
}

function noop(): void {
  // The payload's elements are walked only for their problems.
}
