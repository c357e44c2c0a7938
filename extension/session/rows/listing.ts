/** The listing as plain text, for `show` and for copying. */
import type { BitRange } from "../../document/bits";
import { formatPosition } from "../../document/bits";
import type { Arrangement } from "../../document/arrangement";
import type { Piece } from "../../document/byteText";
import { ByteText, digitsOf, pieceText } from "../../document/byteText";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, ListingOptions, Place, SectionId } from "../../document/section";
import { isFunctionSection } from "../../document/section";
import type { Line } from "../../document/token";
import { columnText } from "../../document/token";
import { allEntries } from "../../kit/entryWalk";

/** pnacl-bcdis' position cell: `%8u:%u`; rows without a position have blanks of the same width. */
const POSITION_WIDTH = 10;

/** What a listing leaves out or adds. */
export interface ListingLayout {
  readonly recordWidth: number;
  /** Whether container and padding rows are included. */
  readonly all?: boolean;
  /** The text of a column with the entry's bytes, shown in its first line. */
  readonly bytes?: (range: BitRange) => string;
}

/** Characters of the column with the bytes. */
const BYTES_WIDTH = 24;

/**
 * The lines of one entry as text, each with a newline. Formatted like pnacl-bcdis (docs/formats/pnacl.md, "The
 * listing").
 */
export function entryText(entry: Entry & { kind: "lines" }, layout: ListingLayout): string {
  let text = "";
  const cell = new PositionCell(entry.startBit);
  let hex = layout.bytes?.(entry);
  for (const line of entry.lines) {
    if ((line.detail && !layout.all) || line.when === "folded") continue;
    if (line.kind === "message") {
      text += columnText(line.assembly) + "\n";
      continue;
    }
    const label = cell.text(line.positionBit, line.positionIn);
    const bytes = hex === undefined ? "" : `${hex.padEnd(BYTES_WIDTH)}|`;
    if (hex !== undefined) hex = "";
    text += `${label}|${bytes}${recordText(line, layout.recordWidth - cell.grown)}|${columnText(line.assembly)}\n`;
  }
  return text;
}

/**
 * The lines of one entry as `text --positions` prints them: `B:N|line`, with a blank cell if a line has no position.
 */
function positionedText(entry: Entry & { kind: "lines" }): string {
  let text = "";
  for (const line of entry.lines)
    if (line.when !== "folded")
      text += `${new PositionCell(0).text(line.positionBit, line.positionIn)}|${columnText(line.assembly)}\n`;
  return text;
}

/**
 * An arrangement as `text --positions` prints it: {@link positionedText} of all entries, in pieces that are valid until
 * the next is requested. It is written without tokens if the arrangement can tell positions that way.
 */
export function* positionedListing(arrangement: Arrangement): Generator<Piece, void, undefined> {
  const options: ListingOptions = { unpaired: true };
  const writer = new PositionedWriter();
  const pages = arrangement.writesPositions === true ? writtenPages(arrangement, options, writer) : undefined;
  if (pages) yield* piecesOf(pages, writer.text);
  else for (const entry of allEntries(arrangement, options)) yield positionedText(entry);
}

/** The lines of a function or declaration as in {@link positionedListing}: its section, or else its entries. */
export function* positionedFunction(arrangement: Arrangement, range: BitRange): Generator<string, void, undefined> {
  const place = arrangement.placeOf(range.startBit);
  if (!place) return;
  const isBody = isFunctionSection(arrangement.section(place.section));
  const entries = allEntries(arrangement, { unpaired: true }, place.section, isBody ? 0 : place.entry);
  for (const entry of entries) {
    if (!isBody && (entry.startBit < range.startBit || entry.startBit >= range.endBit)) return;
    yield positionedText(entry);
  }
}

/** The position cells of an entry's rows; a row without a position has a cell as wide as the one before it. */
class PositionCell {
  private width: number;
  /** @param startBit the entry's first bit */
  constructor(startBit: number) {
    this.width = Math.max(POSITION_WIDTH, formatPosition(startBit).length);
  }
  /** How many characters a position past 99,999,999 takes from the record cell, so that the columns do not move. */
  get grown(): number {
    return this.width - POSITION_WIDTH;
  }
  /** A row's cell; in a derived document the document's name precedes the position, or blanks of the same width. */
  text(positionBit: number | undefined, positionIn?: string): string {
    const prefix = positionIn === undefined ? "" : `${positionIn} `;
    if (positionBit === undefined) return " ".repeat(prefix.length + this.width);
    const position = formatPosition(positionBit).padStart(POSITION_WIDTH);
    this.width = position.length;
    return prefix + position;
  }
}

/** A text without positions, in the form of {@link positionedText}. Accepts pieces of any size. */
export function* blankPositions(pieces: Iterable<Piece>): Generator<string, void, undefined> {
  const cell = `${" ".repeat(POSITION_WIDTH)}|`;
  let isStart = true;
  for (const piece of pieces) {
    const text = pieceText(piece);
    if (text === "") continue;
    const ended = text.endsWith("\n");
    const body = (ended ? text.slice(0, -1) : text).replaceAll("\n", `\n${cell}`);
    yield (isStart ? cell : "") + body + (ended ? "\n" : "");
    isStart = ended;
  }
}

function recordText(line: Line, width: number): string {
  return columnText(line.record).padEnd(width);
}

/** Positions below this byte fit a cell of the usual width. */
const NARROW = 10 ** (POSITION_WIDTH - 2);
const [BAR, COLON, ZERO, NEWLINE] = [0x7c, 0x3a, 0x30, 0x0a];

/** Writes rows in the form of {@link entryText}. The gathered text is taken from `text`. */
class ListingWriter implements RowWriter {
  readonly text = new ByteText();
  /** Width of the last position cell, or of the entry's. */
  private cell = POSITION_WIDTH;
  private recordFrom = 0;
  private recordWidth = 0;
  /** The bytes of the entry that was begun, until its first row is written. */
  private hex = "";
  private readonly width: number;
  readonly details: boolean;
  private readonly bytes: ListingLayout["bytes"];

  constructor({ recordWidth, all = false, bytes }: ListingLayout) {
    this.width = recordWidth;
    this.details = all;
    this.bytes = bytes;
  }

  entry(startBit: number, endBit: number): void {
    if (this.bytes) this.hex = this.bytes({ startBit, endBit });
    const byte = Math.floor(startBit / 8);
    this.cell = byte < NARROW ? POSITION_WIDTH : digitsOf(byte) + 2;
  }
  row(positionBit: number | undefined, positionIn?: string): boolean {
    const { text } = this;
    if (positionIn !== undefined) {
      if (positionBit === undefined) text.blanks(positionIn.length);
      else text.text(positionIn);
      text.text(" ");
    }
    if (positionBit === undefined) text.blanks(this.cell);
    else this.position(positionBit);
    this.put(BAR);
    if (this.bytes) this.putBytes();
    this.recordFrom = text.length;
    // A position past 99,999,999 takes room from the record cell.
    this.recordWidth = this.width - (this.cell - POSITION_WIDTH);
    return true;
  }
  private putBytes(): void {
    this.text.text(this.hex.padEnd(BYTES_WIDTH));
    this.hex = "";
    this.put(BAR);
  }
  private position(bit: number): void {
    const { text } = this;
    const byte = Math.floor(bit / 8);
    const length = digitsOf(byte) + 2;
    this.cell = Math.max(POSITION_WIDTH, length);
    text.blanks(this.cell - length);
    text.decimal(byte);
    this.put(COLON);
    this.put(ZERO + (bit % 8));
  }
  private put(byte: number): void {
    this.text.reserve(1);
    this.text.byte(byte);
  }
  assembly(): void {
    const { text } = this;
    text.blanks(this.recordWidth - (text.length - this.recordFrom));
    this.put(BAR);
  }
  message(): void {
    // A message begins where the position cell of a row does.
  }
  end(): void {
    this.put(NEWLINE);
  }
}

/** Writes rows in the form of {@link positionedText}. */
class PositionedWriter implements RowWriter {
  readonly text = new ByteText();
  readonly details = true;
  private cell = new PositionCell(0);

  entry(): void {
    this.cell = new PositionCell(0);
  }
  row(positionBit: number | undefined, positionIn?: string): boolean {
    this.text.text(`${this.cell.text(positionBit, positionIn)}|`);
    return false;
  }
  assembly(): void {
    // Records are not shown.
  }
  message(): void {
    this.row(undefined);
  }
  end(): void {
    this.text.text("\n");
  }
}

/** Entries written at once: few enough that repeating an interrupted step costs little. */
const WRITTEN_PAGE = 256;

/**
 * The listing below a section (or below the roots), depth first, in pieces that are valid until the next is requested.
 * Undefined if the arrangement can only make tokens.
 */
export function writtenListing(
  arrangement: Arrangement,
  options: ListingOptions,
  layout: ListingLayout,
  only?: SectionId,
): Generator<Uint8Array, void, undefined> | undefined {
  const writer = new ListingWriter(layout);
  // The ends of entries in sections that are written whole are not known.
  const whole = layout.bytes === undefined;
  const pages = writtenPages(arrangement, { ...options, whole }, writer, only);
  return pages && piecesOf(pages, writer.text);
}
function* piecesOf(pages: Iterable<unknown>, text: ByteText): Generator<Uint8Array, void, undefined> {
  const pieces = pages[Symbol.iterator]();
  // The first rows come at once, even if those after them need more of the file to be read.
  let size = FIRST_PIECE;
  while (pieces.next().done === false) {
    if (text.length < size) continue;
    yield text.take();
    size = Math.min(PIECE, size * 2);
  }
  yield text.take();
}
/** Bytes of the first piece and of later ones, approximately. */
const FIRST_PIECE = 1024;
const PIECE = 65536;

/** Writes the same entries as {@link allEntries}, page by page. */
export function writtenPages(
  arrangement: Arrangement,
  options: ListingOptions,
  writer: RowWriter,
  only?: SectionId,
): Generator<WrittenPage, void, undefined> | undefined {
  const write = arrangement.write?.bind(arrangement);
  if (!write) return undefined;
  const walk = new WrittenWalk(only === undefined ? arrangement.roots() : [only]);
  return (function* () {
    for (let at = walk.next; at; at = walk.next) {
      const page = write(at.section, at.entry, WRITTEN_PAGE, options, writer);
      yield page;
      walk.pass(page);
    }
  })();
}

/** The walk through sections that are written page by page, each section in its place among the entries around it. */
export class WrittenWalk {
  private readonly stack: { readonly section: SectionId; entry: number }[];
  /** @param isWanted whether to enter a section inside another one */
  constructor(
    roots: readonly SectionId[],
    private readonly isWanted: (section: SectionId) => boolean = () => true,
  ) {
    this.stack = [...roots].reverse().map((section) => ({ section, entry: 0 }));
  }
  /** A separate walk at the same place. */
  copy(): WrittenWalk {
    const walk = new WrittenWalk([], this.isWanted);
    for (const { section, entry } of this.stack) walk.stack.push({ section, entry });
    return walk;
  }
  /** Enters a section at one of its entries; what was left before is left for after it. */
  enter({ section, entry }: Place): void {
    this.stack.push({ section, entry });
  }
  /** Where the next page begins; undefined after the last one. */
  get next(): Place | undefined {
    return this.stack.at(-1);
  }
  /** Advances past a page that was written. */
  pass({ entries, section, end }: WrittenPage): void {
    const top = this.stack.at(-1);
    if (top) top.entry += entries;
    if (end || entries === 0) this.stack.pop();
    if (section !== undefined && this.isWanted(section)) this.enter({ section, entry: 0 });
  }
}
