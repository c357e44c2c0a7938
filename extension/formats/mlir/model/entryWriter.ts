/** Turns the spellings of attributes and types into text, without recursion and with limits on the cost of nesting. */
import type { ByteText } from "../../../document/byteText";
import { BriefSpelling } from "./brief";
import type { EntryCodec, Tables } from "./module";
import { leading } from "./node";
import type { Elision, Fragment, Piece } from "./piece";
import type { EntryNotes, Frame } from "./frames";
import { gathered, leaveUnnoted, noteEntry, noteUse } from "./frames";
import { SlotCache } from "./slots";

/** The aliases that replace entries and fragments in the text. */
export interface AliasLookup {
  attribute(index: number): string | undefined;
  type(index: number): string | undefined;
  /** `plain`: the fragment's key, its spelling without aliases. */
  fragment(space: "attribute" | "type", plain: string): string | undefined;
}

/** Longest text of an entry that is kept or made as a whole; longer ones come in pieces, and are spelled again. */
const KEPT_LENGTH = 4096;
/** Texts kept, as a power of two. */
const KEPT = 9;
/**
 * The longest text of an entry of any file, and how much longer it may be for each byte of the file. A line is held in
 * memory, with marks of what its parts show.
 */
const LONGEST = 1 << 20;
const LONGER_PER_BYTE = 20;
/** The first characters of an entry in which its parts are noted: no row shows as many. */
const NOTED = 1 << 16;
/** Characters yielded at once. */
const CHUNK = 65536;

const elisions: readonly Elision[] = ["never", "may", "must", "location"];

/** Writes entries. A key is `(index * 4 + elision) * 2`, plus 1 for types. */
export class EntryWriter {
  private readonly kept = new SlotCache<string>(KEPT);
  /** Cut texts, by key and limit. */
  private readonly beginnings = new SlotCache<string>(KEPT);
  private readonly distinctNumbers = new Map<number, number>();
  private readonly plain: EntryWriter | undefined;
  private readonly briefs = new BriefSpelling({
    known: (key) => this.kept.get(key),
    keep: (key, text) => {
      this.keepText(key, text);
    },
    pieces: (key, most) => this.piecesOf(key, most + 1),
    use: (piece) => this.use(piece),
    cycle: (key) => {
      this.reportCycle(key);
    },
  });
  /**
   * Entries that refer to each other can expand to far more text than the file has bytes; beyond this many characters
   * it is cut.
   */
  private readonly mostText: number;

  /**
   * @param numbered whether distinct attributes are numbered as they are printed (otherwise the number is their entry's
   * index)
   */
  constructor(
    private readonly codec: EntryCodec,
    private readonly tables: Tables,
    private readonly aliases?: AliasLookup,
    private readonly numbered = false,
  ) {
    this.mostText = LONGEST + LONGER_PER_BYTE * tables.window.length;
    this.plain = aliases ? new EntryWriter(codec, tables) : undefined;
  }

  /** An attribute where it is used: its alias, or its spelling. */
  attribute(index: number, elision: Elision = "never"): string {
    return this.aliases?.attribute(index) ?? this.whole(this.key(index, elision));
  }
  type(index: number): string {
    return this.aliases?.type(index) ?? this.whole(index * 8 + 1);
  }
  /** An attribute or a type where it is used: its alias, or its spelling if that is short. Longer ones come in pieces. */
  short(kind: "attribute" | "type", index: number, elision: Elision = "never"): string | undefined {
    const alias = kind === "attribute" ? this.aliases?.attribute(index) : this.aliases?.type(index);
    if (alias !== undefined) return alias;
    const text = this.whole(kind === "attribute" ? this.key(index, elision) : index * 8 + 1, KEPT_LENGTH);
    return text.length > KEPT_LENGTH ? undefined : text;
  }
  /** An attribute or a type where it is used: its alias, or about `limit` characters of its spelling. */
  beginning(kind: "attribute" | "type", index: number, limit: number, elision: Elision = "never"): string {
    const alias = kind === "attribute" ? this.aliases?.attribute(index) : this.aliases?.type(index);
    return alias ?? this.brief(kind, index, limit, elision);
  }
  /** About `limit` characters of an attribute's or type's spelling, ending with `…` (as bytes) if it is cut. */
  brief(kind: "attribute" | "type", index: number, limit: number, elision: Elision = "never"): string {
    const key = kind === "attribute" ? this.key(index, elision) : index * 8 + 1;
    const known = this.kept.get(key);
    if (known !== undefined && known.length <= limit) return known;
    if (known !== undefined) return `${known.slice(0, limit)}\xE2\x80\xA6`;
    return this.beginnings.get(key, limit) ?? this.briefOf(key, this.piecesOf(key, limit + 1), limit);
  }
  private briefOf(key: number, pieces: readonly Piece[], limit: number): string {
    const simple = this.simple(pieces, limit);
    if (simple === undefined) {
      const text = this.briefs.text(key, pieces, limit);
      this.beginnings.set(text, key, limit);
      return text;
    }
    this.keepText(key, simple);
    return simple;
  }
  /** Prints the text of `brief`. For long tables of entries that are seldom used again: most texts are not kept. */
  printBrief(out: ByteText, kind: "attribute" | "type", index: number, limit: number): void {
    const key = kind === "attribute" ? this.key(index, "never") : index * 8 + 1;
    if (this.kept.get(key) !== undefined) {
      out.text(this.brief(kind, index, limit));
      return;
    }
    const pieces = this.piecesOf(key, limit + 1);
    const start = out.length;
    for (const piece of pieces) {
      const text = typeof piece === "number" ? "" : this.ready(piece);
      if (typeof piece === "number") out.decimal(piece);
      else if (text !== undefined) out.text(text.length > limit ? text.slice(0, limit + 1) : text);
      if (text === undefined || out.length - start > limit) {
        out.truncate(start);
        out.text(this.briefOf(key, pieces, limit));
        return;
      }
    }
  }
  /** An attribute or a type where it is used, in pieces of about 64 KiB, for text that may be long. */
  *chunks(kind: "attribute" | "type", index: number, elision: Elision = "never"): Generator<string, void, undefined> {
    const alias = kind === "attribute" ? this.aliases?.attribute(index) : this.aliases?.type(index);
    if (alias === undefined) yield* this.write(kind === "attribute" ? this.key(index, elision) : index * 8 + 1);
    else yield alias;
  }
  /** The right side of an alias definition: the entry itself is spelled, its parts may be aliased. */
  definition(kind: "attribute" | "type", index: number): Iterable<string> {
    const frame = this.frame(kind === "attribute" ? this.key(index, "never") : index * 8 + 1);
    const simple = this.simple(frame.pieces);
    return simple === undefined ? this.run([frame], this.mostText) : [simple];
  }
  /** The same text as `attribute` or `type`, in pieces, reporting where its entries are. */
  *noted(
    kind: "attribute" | "type",
    index: number,
    notes: EntryNotes,
    elision: Elision = "never",
  ): Generator<string, void, undefined> {
    const alias = kind === "attribute" ? this.aliases?.attribute(index) : this.aliases?.type(index);
    if (alias === undefined) yield* this.notedDefinition(kind, index, notes, elision);
    else {
      notes(kind, index, 0, alias.length);
      yield alias;
    }
  }
  /** The same text as `definition`, in pieces, reporting where its entries are. */
  *notedDefinition(
    kind: "attribute" | "type",
    index: number,
    notes: EntryNotes,
    elision: Elision = "never",
  ): Generator<string, void, undefined> {
    const frame = this.frame(kind === "attribute" ? this.key(index, elision) : index * 8 + 1);
    yield* this.run([frame], this.mostText, notes);
  }
  *pieces(pieces: readonly Piece[]): Generator<string, void, undefined> {
    yield* this.run([{ key: -1, pieces, next: 0, from: 0, text: "", partial: true }], this.mostText);
  }

  private key(index: number, elision: Elision): number {
    return (index * 4 + (elision === "never" ? 0 : elisions.indexOf(elision))) * 2;
  }

  /** The text of an entry; more than `most` characters of it if it has more. */
  private whole(key: number, most = this.mostText): string {
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const frame = this.frame(key, most);
    const simple = this.simple(frame.pieces);
    if (simple !== undefined) {
      frame.text = simple;
      this.keep(frame);
      return simple;
    }
    let text = "";
    for (const chunk of this.run([frame], most)) {
      text += chunk;
      if (text.length > most && most < this.mostText) break;
    }
    return text;
  }

  /**
   * The text of pieces that need no other spelling first; most entries are of this kind. Undefined if it has more than
   * `most` characters.
   */
  private simple(pieces: readonly Piece[], most = Infinity): string | undefined {
    let text = "";
    for (const piece of pieces) {
      const part = this.ready(piece);
      if (part === undefined || text.length + part.length > most) return undefined;
      text += part;
    }
    return text;
  }
  /** The text of a piece, if it needs no spelling first. */
  private ready(piece: Piece): string | undefined {
    if (typeof piece === "string") return piece;
    if (typeof piece === "number") return String(piece);
    if (piece.kind === "type") return this.aliases?.type(piece.index) ?? this.kept.get(piece.index * 8 + 1);
    if (piece.kind !== "attribute") return undefined;
    return this.aliases?.attribute(piece.index) ?? this.kept.get(this.key(piece.index, piece.elision));
  }

  private *write(key: number): Generator<string, void, undefined> {
    const known = this.kept.get(key);
    if (known !== undefined) yield known;
    else yield* this.run([this.frame(key)], this.mostText);
  }

  /** @param most characters wanted: of a longer list only that many elements are spelled */
  private frame(key: number, most = this.mostText): Frame {
    return { key, pieces: this.piecesOf(key, most), next: 0, from: 0, text: "", partial: false };
  }
  private piecesOf(key: number, most: number): readonly Piece[] {
    const { codec, tables } = this;
    const entry = key >> 1;
    const index = entry >> 2;
    return key % 2 === 1
      ? codec.spellType(leading(tables.type(index), most), index, tables)
      : codec.spellAttribute(leading(tables.attribute(index), most), index, elisions[entry & 3] ?? "never", tables);
  }

  /**
   * Writes the frames on the stack, innermost first; yields text when enough has gathered.
   * @param notes is told of the entries in the beginning of the text; kept texts are not used there
   */
  private *run(stack: Frame[], limit: number, notes?: EntryNotes): Generator<string, void, undefined> {
    const active = new Set<number>(stack.map((f) => f.key));
    let waiting = 0;
    let written = 0;
    // The file's own numbers, which no limit cuts: they are as many as it has bytes for.
    let bulk = 0;
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const piece = frame.pieces[frame.next++];
      if (piece === undefined) {
        stack.pop();
        active.delete(frame.key);
        if (notes && frame.from >= 0) noteEntry(notes, frame.key, frame.from, bulk + written);
        this.keep(frame);
        const outer = stack.at(-1);
        if (outer) outer.text += frame.text;
        else yield frame.text;
        continue;
      }
      if (typeof piece === "object" && piece.kind === "bulk") {
        yield gathered(stack);
        waiting = 0;
        for (const chunk of piece.chunks()) {
          bulk += chunk.length;
          yield chunk;
        }
        continue;
      }
      const noted = bulk + written < NOTED ? notes : undefined;
      const text = this.piece(piece, stack, active, limit, noted !== undefined);
      if (noted) noteUse(noted, piece, stack, bulk + written, text.length);
      else if (notes) leaveUnnoted(stack);
      frame.text += text;
      waiting += text.length;
      written += text.length;
      if (written > limit) {
        if (limit === this.mostText) this.reportCut(stack);
        yield `${gathered(stack)}\xE2\x80\xA6`;
        return;
      }
      if (waiting < CHUNK) continue;
      yield gathered(stack);
      waiting = 0;
    }
  }

  private reportCut(stack: readonly Frame[]): void {
    const key = stack.find((frame) => frame.key >= 0)?.key;
    if (key === undefined) return;
    const message = `it expands to more than ${this.mostText} bytes of text, and is cut`;
    this.tables.report(key % 2 === 1 ? "type" : "attribute", key >> 3, message, "limit");
  }

  /** The text of a piece; empty if it was pushed on the stack to be spelled first. */
  private piece(
    piece: Exclude<Piece, { kind: "bulk" }>,
    stack: Frame[],
    active: Set<number>,
    most: number,
    anew: boolean,
  ): string {
    if (typeof piece !== "object") return String(piece);
    const used = this.use(piece);
    if (typeof used === "string") return used;
    if (typeof used === "number") return this.nested(used, stack, active, most, anew);
    stack.push({ key: -1, pieces: used, next: 0, from: 0, text: "", partial: true });
    return "";
  }
  /** The text that replaces a piece; otherwise the key of its entry, or its own pieces. */
  private use(piece: Exclude<Piece, string | number | { kind: "bulk" }>): string | number | readonly Piece[] {
    switch (piece.kind) {
      case "attribute":
        return this.aliases?.attribute(piece.index) ?? this.key(piece.index, piece.elision);
      case "type":
        return this.aliases?.type(piece.index) ?? piece.index * 8 + 1;
      case "distinct":
        return String(this.distinct(piece.entry));
      case "fragment":
        return (piece.alias === undefined ? undefined : this.fragmentAlias(piece)) ?? piece.pieces;
    }
  }

  private fragmentAlias(piece: Fragment): string | undefined {
    return this.aliases?.fragment(piece.space, this.fragmentText(piece));
  }
  /** The key of a fragment: its text without aliases. */
  fragmentText({ realm = "", pieces, whole = pieces }: Fragment): string {
    return realm + this.plainText(whole);
  }

  /** @param anew whether to spell it even if its text is kept */
  private nested(key: number, stack: Frame[], active: Set<number>, most: number, anew: boolean): string {
    const known = anew ? undefined : this.kept.get(key);
    if (known !== undefined) return known;
    if (active.has(key)) {
      this.reportCycle(key);
      for (const frame of stack) frame.partial = true;
      return "<<cycle>>";
    }
    active.add(key);
    stack.push(this.frame(key, most));
    return "";
  }

  private reportCycle(key: number): void {
    this.tables.report(key % 2 === 1 ? "type" : "attribute", key >> 3, "the entry contains itself");
  }

  /** The text of pieces without aliases. */
  plainText(pieces: readonly Piece[]): string {
    let text = "";
    for (const chunk of (this.plain ?? this).pieces(pieces)) text += chunk;
    return text;
  }

  /** The number of a distinct attribute: in the order in which they are first printed. */
  private distinct(entry: number): number {
    if (!this.numbered) return entry;
    const number = this.distinctNumbers.get(entry) ?? this.distinctNumbers.size;
    this.distinctNumbers.set(entry, number);
    return number;
  }

  private keep(frame: Frame): void {
    if (!frame.partial && frame.key >= 0) this.keepText(frame.key, frame.text);
  }
  private keepText(key: number, text: string): void {
    if (text.length <= KEPT_LENGTH) this.kept.set(text, key);
  }
}
