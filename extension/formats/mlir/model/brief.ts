/** Spells entries in brief: so many levels and so many characters, whatever the entry stands for. */
import type { Piece } from "./piece";
import { SlotCache } from "./slots";

/** Entries within entries that are spelled in brief. */
const DEPTH = 12;
/** What stands for those that are deeper; as bytes. */
const LEFT_OUT = "\xE2\x80\xA6";
/** Texts kept, as a power of two, and the longest of them. */
const KEPT = 9;
const KEPT_LENGTH = 4096;

/** A piece that is spelled first. */
type Nested = Exclude<Piece, string | { kind: "bulk" }>;

/** What brief spelling asks of the writer of whole entries. Keys are the writer's. */
export interface Spelling {
  /** The whole text of an entry, where it is at hand. */
  known(key: number): string | undefined;
  keep(key: number, text: string): void;
  /** @param most characters that are wanted: of a longer list only so many elements are spelled */
  pieces(key: number, most: number): readonly Piece[];
  /** What stands for a piece without being spelled; else the key of the entry that it is, or its own pieces. */
  use(piece: Nested): string | number | readonly Piece[];
  /** An entry that contains itself was met. */
  cycle(key: number): void;
}

/** A text in brief. */
interface Brief {
  readonly text: string;
  /** Whether nothing was left out. */
  readonly whole: boolean;
  /** Whether an entry was met within itself: another way to it would have led to another text. */
  readonly cyclic: boolean;
}

/**
 * What an entry comes to at each level is kept for a while: entries that name others twice would be spelled as often as
 * they double.
 */
export class BriefSpelling {
  private readonly briefs = new SlotCache<Brief>(KEPT);

  constructor(private readonly spelling: Spelling) {}

  /** At most about `limit` characters of what an entry is made of, ended by `…` where it is cut. */
  text(key: number, pieces: readonly Piece[], limit: number): string {
    const { text, whole } = this.spelled(pieces, [key], limit);
    if (text.length > limit) return text.slice(0, limit) + LEFT_OUT;
    if (whole) this.spelling.keep(key, text);
    return text;
  }

  /**
   * Text of pieces, as far as the limit has been passed.
   * @param path the entries around, the outermost first; -1 for what is none
   */
  private spelled(pieces: readonly Piece[], path: number[], limit: number): Brief {
    let [text, whole, cyclic] = ["", true, false];
    for (const piece of pieces) {
      if (typeof piece === "string") text += piece;
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
