/** Turns the spellings of attributes and types into text, without recursion and with a bound on what nesting can cost. */
import { proportionate } from "../../../document/proportion";
import type { EntryCodec, Tables } from "./module";
import type { AttributeNode, TypeNode } from "./node";
import type { Elision, Fragment, Piece } from "./piece";
import { SlotCache } from "./slots";

/** What stands for an entry or a fragment instead of its spelling. */
export interface AliasLookup {
  attribute(index: number): string | undefined;
  type(index: number): string | undefined;
  /** `plain`: what the fragment is known by, its spelling without aliases. */
  fragment(space: "attribute" | "type", plain: string): string | undefined;
}

/** Text of one entry that is kept for its next use; longer ones are spelled again. */
const KEPT_LENGTH = 4096;
/** Texts kept, as a power of two. */
const KEPT = 9;
/** Entries within entries that are spelled in brief. */
const BRIEF_DEPTH = 12;
/** Characters handed on at once. */
const CHUNK = 65536;

const elisions: readonly Elision[] = ["never", "may", "must", "location"];

/**
 * Is told where in a text an entry is spelled, or its alias stands: from a character to another. What an entry is made of
 * comes before it.
 */
export type EntryNotes = (kind: "attribute" | "type", index: number, from: number, to: number) => void;

/** A spelling that is being written. */
interface Frame {
  /** -1: a fragment, which is not kept. */
  readonly key: number;
  readonly pieces: readonly Piece[];
  next: number;
  /** Characters that were written before it. */
  from: number;
  text: string;
  /** Part of it was handed on, or is not to be kept. */
  partial: boolean;
}

/** Writes entries. Keys: `(index * 4 + elision) * 2`, types with 1 added. */
export class EntryWriter {
  private readonly kept = new SlotCache<string>(KEPT);
  private readonly distinctNumbers = new Map<number, number>();
  private readonly plain: EntryWriter | undefined;
  /** Entries that refer to each other can stand for more text than there are atoms; past this it is cut. */
  private readonly mostText: number;

  /**
   * @param numbered distinct attributes are numbered as they are printed (else called by their entry's index)
   */
  constructor(
    private readonly codec: EntryCodec,
    private readonly tables: Tables,
    private readonly aliases?: AliasLookup,
    private readonly numbered = false,
  ) {
    this.mostText = proportionate(tables.window.length);
    this.plain = aliases ? new EntryWriter(codec, tables) : undefined;
  }

  /** An attribute as it is printed where it is used: its alias, or its spelling. */
  attribute(index: number, elision: Elision = "never"): string {
    return this.aliases?.attribute(index) ?? this.whole(this.key(index, elision));
  }
  type(index: number): string {
    return this.aliases?.type(index) ?? this.whole(index * 8 + 1);
  }
  /** At most about `limit` characters of an attribute's or type's spelling, ended by `…` (as bytes) where it is cut. */
  brief(kind: "attribute" | "type", index: number, limit: number, elision: Elision = "never"): string {
    const key = kind === "attribute" ? this.key(index, elision) : index * 8 + 1;
    const known = this.kept.get(key);
    if (known !== undefined && known.length <= limit) return known;
    const frame = known === undefined ? this.frame(key, limit + 1) : undefined;
    const simple = frame && this.simple(frame.pieces);
    if (frame && simple !== undefined && simple.length <= limit) {
      frame.text = simple;
      this.keep(frame);
      return simple;
    }
    let text = "";
    for (const chunk of frame ? this.run([frame], limit + 1, BRIEF_DEPTH) : [known ?? ""]) {
      text += chunk;
      if (text.length > limit) return `${text.slice(0, limit)}\xE2\x80\xA6`;
    }
    return text;
  }
  /** An attribute in pieces of about 64 KiB, for where it may be long. */
  *attributeChunks(index: number, elision: Elision = "never"): Generator<string, void, undefined> {
    const alias = this.aliases?.attribute(index);
    if (alias === undefined) yield* this.write(this.key(index, elision), this.mostText);
    else yield alias;
  }
  /** The spelling of what an alias stands for: the entry itself is spelled, what is in it may be aliased. */
  definition(kind: "attribute" | "type", index: number): Iterable<string> {
    const frame = this.frame(kind === "attribute" ? this.key(index, "never") : index * 8 + 1);
    const simple = this.simple(frame.pieces);
    return simple === undefined ? this.run([frame], this.mostText) : [simple];
  }
  /** What `attribute` or `type` gives, in pieces, telling where the entries are that it is made of. */
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
  /** What `definition` gives, in pieces, telling where the entries are that it is made of. */
  *notedDefinition(
    kind: "attribute" | "type",
    index: number,
    notes: EntryNotes,
    elision: Elision = "never",
  ): Generator<string, void, undefined> {
    const frame = this.frame(kind === "attribute" ? this.key(index, elision) : index * 8 + 1);
    yield* this.run([frame], this.mostText, Infinity, notes);
  }
  *pieces(pieces: readonly Piece[]): Generator<string, void, undefined> {
    yield* this.run([{ key: -1, pieces, next: 0, from: 0, text: "", partial: true }], this.mostText);
  }

  private key(index: number, elision: Elision): number {
    return (index * 4 + elisions.indexOf(elision)) * 2;
  }

  private whole(key: number): string {
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const frame = this.frame(key);
    const simple = this.simple(frame.pieces);
    if (simple !== undefined) {
      frame.text = simple;
      this.keep(frame);
      return simple;
    }
    let text = "";
    for (const chunk of this.run([frame], this.mostText)) text += chunk;
    return text;
  }

  /** The text of pieces that need nothing to be spelled first: most entries are of that kind. */
  private simple(pieces: readonly Piece[]): string | undefined {
    let text = "";
    for (const piece of pieces) {
      if (typeof piece === "string") {
        text += piece;
        continue;
      }
      let part: string | undefined;
      if (piece.kind === "type") part = this.aliases?.type(piece.index) ?? this.kept.get(piece.index * 8 + 1);
      else if (piece.kind === "attribute")
        part = this.aliases?.attribute(piece.index) ?? this.kept.get(this.key(piece.index, piece.elision));
      if (part === undefined) return undefined;
      text += part;
    }
    return text;
  }

  private *write(key: number, limit: number, depth = Infinity): Generator<string, void, undefined> {
    const known = this.kept.get(key);
    if (known !== undefined) yield known;
    else yield* this.run([this.frame(key, limit)], limit, depth);
  }

  /** @param most characters that are wanted: of a longer list only so many elements are spelled */
  private frame(key: number, most = this.mostText): Frame {
    const { codec, tables } = this;
    const entry = key >> 1;
    const index = entry >> 2;
    const pieces =
      key % 2 === 1
        ? codec.spellType(leading(tables.type(index), most), index, tables)
        : codec.spellAttribute(leading(tables.attribute(index), most), index, elisions[entry & 3] ?? "never", tables);
    return { key, pieces, next: 0, from: 0, text: "", partial: false };
  }

  /**
   * Writes the frames on the stack, innermost first; hands text on when enough has gathered.
   * @param notes is told of each entry; none is taken from memory then
   */
  private *run(
    stack: Frame[],
    limit: number,
    depth = Infinity,
    notes?: EntryNotes,
  ): Generator<string, void, undefined> {
    const active = new Set<number>(stack.map((f) => f.key));
    let waiting = 0;
    let written = 0;
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const piece = frame.pieces[frame.next++];
      if (piece === undefined) {
        stack.pop();
        active.delete(frame.key);
        if (notes) noteEntry(notes, frame.key, frame.from, written);
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
          written += notes ? chunk.length : 0;
          yield chunk;
        }
        continue;
      }
      const deep = stack.length >= depth && typeof piece === "object";
      const text = deep ? cut(stack) : this.piece(piece, stack, active, limit, notes !== undefined);
      if (notes) noteUse(notes, piece, stack, written, text.length);
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
    const message = `it stands for more than ${this.mostText} bytes of text, and is cut`;
    this.tables.report(key % 2 === 1 ? "type" : "attribute", key >> 3, message, "limit");
  }

  /** The text of a piece; empty where it was pushed on the stack to be spelled first. */
  private piece(
    piece: Exclude<Piece, { kind: "bulk" }>,
    stack: Frame[],
    active: Set<number>,
    most: number,
    anew: boolean,
  ): string {
    if (typeof piece === "string") return piece;
    switch (piece.kind) {
      case "attribute":
        return (
          this.aliases?.attribute(piece.index) ??
          this.nested(this.key(piece.index, piece.elision), stack, active, most, anew)
        );
      case "type":
        return this.aliases?.type(piece.index) ?? this.nested(piece.index * 8 + 1, stack, active, most, anew);
      case "distinct":
        return String(this.distinct(piece.entry));
      case "fragment": {
        const alias = piece.alias === undefined ? undefined : this.fragmentAlias(piece);
        if (alias !== undefined) return alias;
        stack.push({ key: -1, pieces: piece.pieces, next: 0, from: 0, text: "", partial: true });
        return "";
      }
    }
  }

  private fragmentAlias(piece: Fragment): string | undefined {
    return this.aliases?.fragment(piece.space, this.fragmentText(piece));
  }
  /** What a fragment is known by: its text without aliases. */
  fragmentText({ realm = "", pieces, whole = pieces }: Fragment): string {
    return realm + this.plainText(whole);
  }

  /** @param anew whether it is spelled though its text is kept */
  private nested(key: number, stack: Frame[], active: Set<number>, most: number, anew: boolean): string {
    const known = anew ? undefined : this.kept.get(key);
    if (known !== undefined) return known;
    if (active.has(key)) {
      this.tables.report(key % 2 === 1 ? "type" : "attribute", key >> 3, "the entry contains itself");
      for (const frame of stack) frame.partial = true;
      return "<<cycle>>";
    }
    active.add(key);
    stack.push(this.frame(key, most));
    return "";
  }

  /** The text of pieces without aliases. */
  plainText(pieces: readonly Piece[]): string {
    let text = "";
    for (const chunk of (this.plain ?? this).pieces(pieces)) text += chunk;
    return text;
  }

  /** From MLIR on, distinct attributes are numbered in the order in which they are printed first. */
  private distinct(entry: number): number {
    if (!this.numbered) return entry;
    const number = this.distinctNumbers.get(entry) ?? this.distinctNumbers.size;
    this.distinctNumbers.set(entry, number);
    return number;
  }

  private keep(frame: Frame): void {
    if (frame.partial || frame.key < 0 || frame.text.length > KEPT_LENGTH) return;
    this.kept.set(frame.text, frame.key);
  }
}

/**
 * An entry with no more of its elements than can be seen in `most` characters, of which each takes one at least; it is cut
 * there whatever follows.
 */
function leading<Node extends AttributeNode | TypeNode>(node: Node, most: number): Node {
  switch (node.kind) {
    case "array":
    case "tuple":
      return node.elements.length > most ? { ...node, elements: node.elements.slice(0, most + 1) } : node;
    case "dictionary":
      return node.names.length > most ? { ...node, names: node.names.slice(0, most + 1) } : node;
    case "function":
    case "graph":
      return node.inputs.length > most ? { ...node, inputs: node.inputs.slice(0, most + 1) } : node;
    case "fusedLoc":
      return node.locations.length > most ? { ...node, locations: node.locations.slice(0, most + 1) } : node;
    default:
      return node;
  }
}

/** Tells of the entry that was spelled. A fragment is none. */
function noteEntry(notes: EntryNotes, key: number, from: number, to: number): void {
  if (key >= 0) notes(key % 2 === 1 ? "type" : "attribute", key >> 3, from, to);
}

/** A piece was written: an entry that has an alias, or one whose spelling begins here. */
function noteUse(notes: EntryNotes, piece: Piece, stack: readonly Frame[], written: number, length: number): void {
  if (typeof piece === "string") return;
  const begun = stack.at(-1);
  if (length === 0 && begun?.next === 0) begun.from = written;
  else if (piece.kind === "attribute" || piece.kind === "type")
    notes(piece.kind, piece.index, written, written + length);
}

/** What stands for things too deep to be spelled in brief; the text around it is not kept. */
function cut(stack: readonly Frame[]): string {
  for (const frame of stack) frame.partial = true;
  return "\xE2\x80\xA6";
}

/** Takes the text that has gathered in the frames, outermost first. */
function gathered(stack: readonly Frame[]): string {
  let text = "";
  for (const frame of stack) {
    text += frame.text;
    frame.text = "";
    frame.partial = true;
  }
  return text;
}
