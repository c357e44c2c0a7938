/** Spells entries in brief: up to a nesting depth and a number of characters, however long the full text would be. */
import type { Piece } from "./piece";
import { SlotCache } from "./slots";

/** Deepest nesting of entries that is spelled. */
const DEPTH = 12;
/** Replaces entries that are nested deeper; as bytes. */
const LEFT_OUT = "\xE2\x80\xA6";
/** How many texts are kept, as a power of two, and the longest of them in characters. */
const KEPT = 9;
const KEPT_LENGTH = 4096;

/** A piece that must be spelled first. */
type Nested = Exclude<Piece, string | number | { kind: "bulk" }>;

/** What brief spelling needs from the writer of complete entries. Keys are the writer's. */
export interface Spelling {
  /** The complete text of an entry, if it is kept. */
  known(key: number): string | undefined;
  keep(key: number, text: string): void;
  /** @param most characters wanted: of a longer list only that many elements are spelled */
  pieces(key: number, most: number): readonly Piece[];
  /** The text that replaces a piece; otherwise the key of its entry, or its own pieces. */
  use(piece: Nested): string | number | readonly Piece[];
  /** Called when an entry contains itself. */
  cycle(key: number): void;
}

/** A shortened text. */
interface Brief {
  readonly text: string;
  /** Whether nothing was left out. */
  readonly whole: boolean;
  /** Whether an entry was found inside itself: its text then depends on the path to it. */
  readonly cyclic: boolean;
}

/**
 * The text of an entry at each depth is kept for a while: entries that refer to others twice would otherwise be spelled
 * as often as they double.
 */
export class BriefSpelling {
  private readonly briefs = new SlotCache<Brief>(KEPT);

  constructor(private readonly spelling: Spelling) {}

  /** About `limit` characters of an entry's text, ending with `…` if it is cut. */
  text(key: number, pieces: readonly Piece[], limit: number): string {
    const { text, whole } = this.spelled(pieces, [key], limit);
    if (text.length > limit) return text.slice(0, limit) + LEFT_OUT;
    if (whole) this.spelling.keep(key, text);
    return text;
  }

  /**
   * The text of pieces, up to just past the limit.
   * @param path the keys of the entries around, outermost first; -1 for pieces without an entry
   */
  private spelled(pieces: readonly Piece[], path: number[], limit: number): Brief {
    let [text, whole, cyclic] = ["", true, false];
    for (const piece of pieces) {
      // The beginning of a long text: of the whole, each entry would keep a copy.
      if (typeof piece === "string") text += piece.length > limit ? piece.slice(0, limit + 1) : piece;
      else if (typeof piece === "number") text += piece;
      else if (piece.kind === "bulk") {
        whole = false;
        for (const chunk of piece.chunks()) {
          text += chunk;
          if (text.length > limit) break;
        }
      } else if (path.length >= DEPTH) {
        whole = false;
        text += LEFT_OUT;
      } else {
        const part = this.nested(piece, path, limit);
        text += part.text;
        whole &&= part.whole;
        cyclic ||= part.cyclic;
      }
      if (text.length > limit) return { text, whole: false, cyclic };
    }
    return { text, whole, cyclic };
  }

  private nested(piece: Nested, path: number[], limit: number): Brief {
    const used = this.spelling.use(piece);
    if (typeof used === "string") return { text: used, whole: true, cyclic: false };
    if (typeof used === "number") return this.entry(used, path, limit);
    path.push(-1);
    const made = this.spelled(used, path, limit);
    path.pop();
    return made;
  }

  private entry(key: number, path: number[], limit: number): Brief {
    const known = this.spelling.known(key);
    if (known !== undefined) return { text: known, whole: true, cyclic: false };
    if (path.includes(key)) {
      this.spelling.cycle(key);
      return { text: "<<cycle>>", whole: false, cyclic: true };
    }
    const kept = this.briefs.get(key, path.length);
    if (kept) return kept;
    path.push(key);
    const made = this.spelled(this.spelling.pieces(key, limit), path, limit);
    path.pop();
    if (made.whole) this.spelling.keep(key, made.text);
    else if (!made.cyclic && made.text.length <= Math.min(limit, KEPT_LENGTH)) this.briefs.set(made, key, path.length);
    return made;
  }
}
