/** Many byte strings in little memory: lines of a text, most of which begin like one a few lines before. */
import type { MadeList } from "../document/madeList";
import { Indexed } from "../document/madeList";
import { BitPositions, Words } from "./numbers";
import { PagedBytes } from "./pagedBytes";

/** Texts of a group are kept as what they do not share with the beginning of its first one. */
const GROUP = 16;
/** Nothing is shared with longer texts, which would have to be kept for it. */
const LONG = 65536;
/** A number before each text tells how many bytes are shared, seven bits in each byte, the lowest first. */
const PAYLOAD = 0x80;
/** A place of {@link SharingTexts} from here on is an index into the other list. */
const OTHERS = 2 ** 31;

/** A list of byte strings that grows. A text is made again whenever it is asked for. */
export class Texts extends Indexed<string> {
  private readonly bytes = new PagedBytes();
  private readonly ends = new BitPositions();
  /** The first text of the last group. */
  private first = "";
  /** The group whose first text was made last, and this text. */
  private group = -1;
  private head = "";

  get length(): number {
    return this.ends.length;
  }
  push(text: string): void {
    const isFirst = this.length % GROUP === 0;
    this.put(text, isFirst ? 0 : sharedLength(this.first, text));
    if (isFirst) this.first = text.length > LONG ? "" : text;
  }
  private put(text: string, shared: number): void {
    const { bytes } = this;
    for (let rest = shared; ; rest = Math.floor(rest / PAYLOAD)) {
      bytes.byte(rest < PAYLOAD ? rest : (rest % PAYLOAD) + PAYLOAD);
      if (rest < PAYLOAD) break;
    }
    bytes.characters(text, shared);
    this.ends.push(bytes.length);
  }
  at(index: number): string | undefined {
    return index < this.length ? this.made(index) : undefined;
  }
  private made(index: number): string {
    const { bytes, ends } = this;
    let at = index === 0 ? 0 : ends.at(index - 1);
    let shared = 0;
    for (let scale = 1; ; scale *= PAYLOAD) {
      const byte = bytes.at(at++) ?? 0;
      shared += (byte % PAYLOAD) * scale;
      if (byte < PAYLOAD) break;
    }
    const rest = bytes.text(at, ends.at(index));
    return shared === 0 ? rest : this.headOf(index).slice(0, shared) + rest;
  }
  private headOf(index: number): string {
    const group = index - (index % GROUP);
    if (group !== this.group) {
      this.head = this.made(group);
      this.group = group;
    }
    return this.head;
  }
}

/** A list of byte strings of which many are in another list: these are kept there only. */
export class SharingTexts extends Indexed<string> {
  private readonly own = new Texts();
  private readonly places = new Words();
  constructor(private readonly other: MadeList<string>) {
    super();
  }

  get length(): number {
    return this.places.length;
  }
  push(text: string): void {
    this.places.push(this.own.length);
    this.own.push(text);
  }
  /** Adds a text of the other list. */
  share(index: number): void {
    this.places.push(OTHERS + index);
  }
  /** Whether a text is kept as one of the other list. */
  isShared(index: number, other: number): boolean {
    return this.places.data[index] === OTHERS + other;
  }
  at(index: number): string | undefined {
    if (index >= this.length) return undefined;
    const place = this.places.data[index] as number;
    return place < OTHERS ? this.own.at(place) : this.other.at(place - OTHERS);
  }
}

/** How many characters two texts have in common at their beginnings. */
function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
