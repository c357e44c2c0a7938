/** Long texts by pages: the assembly, the dump, the listing. A generator is kept between two pages of one text. */
import type { Piece } from "../document/byteText";
import { pieceText } from "../document/byteText";
import type { Core } from "./core";
import { unicode } from "./display";
import { allEntries, entryText } from "./listing";
import type { TextPage, TextQuery } from "./protocol";
import { PAGE_BYTES } from "./protocol";
import type { Call } from "./rpc";
import { Slice } from "./slices";

/** Texts that may be under way at once. */
const KEPT = 4;

interface Stream {
  readonly work: Generator<Piece, void, undefined>;
  /** Text made and not handed out yet. */
  waiting: string;
  /** Characters handed out. */
  at: number;
  done: boolean;
}

/** The texts of one document. */
export class TextPages {
  private readonly streams = new Map<string, Stream>();
  constructor(private readonly core: Core) {}

  /** The piece of a text that begins at `query.cursor`. @throws {Cancelled} */
  async page(query: TextQuery, call: Call): Promise<TextPage> {
    await this.core.loadAll();
    const key = JSON.stringify([query.what, query.fileName, query.function ?? null]);
    const kept = this.streams.get(key);
    const stream = kept?.at === query.cursor ? kept : { work: this.start(query), waiting: "", at: 0, done: false };
    this.streams.delete(key);
    this.streams.set(key, stream);
    if (this.streams.size > KEPT) this.streams.delete(this.streams.keys().next().value ?? "");
    await skip(stream, query.cursor, call);
    await fill(stream, PAGE_BYTES, call);
    const text = take(stream);
    if (stream.done && stream.waiting === "") this.streams.delete(key);
    const next = stream.done && stream.waiting === "" ? {} : { next: stream.at };
    return { text: query.raw ? text : lineByLine(text), ...next };
  }

  private start(query: TextQuery): Generator<Piece, void, undefined> {
    const { document } = this.core;
    switch (query.what) {
      case "text":
        return document.text({
          fileName: query.fileName,
          ...(query.function === undefined ? {} : { function: query.function }),
        });
      case "dump":
        return document.dump({ fileName: query.fileName });
      case "listing":
        return this.listing();
    }
  }
  private *listing(): Generator<string, void, undefined> {
    const layout = { recordWidth: this.core.document.recordWidth };
    for (const entry of allEntries(this.core.document, { unpaired: true })) yield entryText(entry, layout);
  }
}

/** Runs a text up to `length` waiting characters. */
async function fill(stream: Stream, length: number, call: Call): Promise<void> {
  const slice = new Slice(call.signal);
  while (!stream.done && stream.waiting.length < length) {
    const step = stream.work.next();
    if (step.done) stream.done = true;
    else stream.waiting += pieceText(step.value);
    if (slice.due) await slice.pause();
  }
}

/** Runs a text that was begun again up to where it had come. */
async function skip(stream: Stream, cursor: number, call: Call): Promise<void> {
  while (stream.at < cursor && !(stream.done && stream.waiting === "")) {
    await fill(stream, PAGE_BYTES, call);
    const piece = stream.waiting.slice(0, cursor - stream.at);
    stream.waiting = stream.waiting.slice(piece.length);
    stream.at += piece.length;
  }
}

/** Takes a page, cut behind a line so that no character of several bytes is cut. */
function take(stream: Stream): string {
  const whole = stream.done && stream.waiting.length <= PAGE_BYTES;
  const line = stream.waiting.lastIndexOf("\n", PAGE_BYTES - 1) + 1;
  const length = whole ? stream.waiting.length : line > 0 ? line : Math.min(PAGE_BYTES, stream.waiting.length);
  const text = stream.waiting.slice(0, length);
  stream.waiting = stream.waiting.slice(length);
  stream.at += length;
  return text;
}

/** A page as Unicode; a line that is no UTF-8 does not spoil the others. */
function lineByLine(text: string): string {
  return text.split("\n").map(unicode).join("\n");
}
