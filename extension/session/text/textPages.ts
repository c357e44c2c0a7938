/** Long texts in pages: the assembly, the dump, the listing. The text's generator is kept between two pages. */
import type { Piece } from "../../document/byteText";
import { pieceText } from "../../document/byteText";
import type { Threads } from "../../document/threads";
import type { Core } from "../core";
import { encoded, unicode } from "../names/unicode";
import { allEntries } from "../../kit/entryWalk";
import { entryText, writtenListing } from "../rows/listing";
import type { TextPage, TextQuery } from "../protocol";
import { PAGE_BYTES } from "../protocol";
import type { Call } from "../transport/rpc";
import { Slice } from "../transport/slices";

/** Most texts in progress at once. */
const KEPT = 4;
/** A text that uses threads is closed when nobody has asked for its next page for this many ms. */
const PATIENCE = 10_000;

interface Stream {
  readonly work: Generator<Piece, void, undefined>;
  /** Text that was made but not sent yet. */
  waiting: string;
  /** Characters sent. */
  at: number;
  done: boolean;
  /** Whether a page of it is being made. */
  busy: boolean;
  /** The timer that closes it, unless its next page is asked for. */
  idle?: ReturnType<typeof setTimeout>;
}

/** The texts of one document. */
export class TextPages {
  private readonly streams = new Map<string, Stream>();
  constructor(
    private readonly core: Core,
    private readonly threads?: Threads,
  ) {}

  /** Closes all texts. */
  dispose(): void {
    for (const key of [...this.streams.keys()]) this.drop(key);
  }
  private drop(key: string): void {
    const stream = this.streams.get(key);
    clearTimeout(stream?.idle);
    this.streams.delete(key);
    // Ends the threads that work on it.
    if (stream?.busy === false) stream.work.return();
  }

  /** The piece of a text that begins at `query.cursor`. @throws {Cancelled} */
  async page(query: TextQuery, call: Call): Promise<TextPage> {
    await this.core.loadAll();
    const key = JSON.stringify([query.what, query.fileName, query.function ?? null]);
    const kept = this.streams.get(key);
    if (kept?.at !== query.cursor) this.drop(key);
    const stream: Stream =
      kept?.at === query.cursor ? kept : { work: this.start(query), waiting: "", at: 0, done: false, busy: false };
    clearTimeout(stream.idle);
    this.streams.delete(key);
    this.streams.set(key, stream);
    if (this.streams.size > KEPT) this.drop(this.streams.keys().next().value ?? "");
    stream.busy = true;
    try {
      await skip(stream, query.cursor, call);
      await fill(stream, PAGE_BYTES, call);
    } finally {
      stream.busy = false;
      if (this.streams.get(key) !== stream) stream.work.return();
    }
    const text = take(stream);
    if (stream.done && stream.waiting === "") this.streams.delete(key);
    else if (this.usesThreads(query) && this.streams.get(key) === stream)
      stream.idle = setTimeout(() => this.drop(key), PATIENCE);
    const next = stream.done && stream.waiting === "" ? {} : { next: stream.at };
    return { text: query.raw ? text : lineByLine(text), ...next };
  }

  /** Raw texts use threads: they go into files, so they are read to their end. */
  private usesThreads({ what, raw, function: name }: TextQuery): boolean {
    return this.threads !== undefined && what === "text" && raw && name === undefined;
  }
  private start(query: TextQuery): Generator<Piece, void, undefined> {
    const { document } = this.core;
    switch (query.what) {
      case "text":
        return document.text({
          fileName: encoded(query.fileName),
          ...(query.function === undefined ? {} : { function: query.function }),
          ...(this.threads && this.usesThreads(query) ? { whole: true, threads: this.threads } : {}),
        });
      case "dump":
        return document.dump({ fileName: encoded(query.fileName) });
      case "listing":
        return this.listing();
    }
  }
  private *listing(): Generator<Piece, void, undefined> {
    const { document } = this.core;
    const layout = { recordWidth: document.recordWidth };
    const options = { unpaired: true };
    const written = writtenListing(document, options, layout);
    if (written) yield* written;
    else for (const entry of allEntries(document, options)) yield entryText(entry, layout);
  }
}

/** Runs a text until `length` characters wait. */
async function fill(stream: Stream, length: number, call: Call): Promise<void> {
  const slice = new Slice(call.signal);
  while (!stream.done && stream.waiting.length < length) {
    const step = stream.work.next();
    if (step.done) stream.done = true;
    else stream.waiting += pieceText(step.value);
    // An empty piece means that the text waits for threads.
    if (slice.due || (!step.done && step.value.length === 0)) await slice.pause();
  }
}

/** Runs a restarted text to the position it had reached. */
async function skip(stream: Stream, cursor: number, call: Call): Promise<void> {
  while (stream.at < cursor && !(stream.done && stream.waiting === "")) {
    await fill(stream, PAGE_BYTES, call);
    const piece = stream.waiting.slice(0, cursor - stream.at);
    stream.waiting = stream.waiting.slice(piece.length);
    stream.at += piece.length;
  }
}

/** Takes a page, cut after a line end so that no multi-byte character is cut. */
function take(stream: Stream): string {
  const whole = stream.done && stream.waiting.length <= PAGE_BYTES;
  const line = stream.waiting.lastIndexOf("\n", PAGE_BYTES - 1) + 1;
  const length = whole ? stream.waiting.length : line > 0 ? line : Math.min(PAGE_BYTES, stream.waiting.length);
  const text = stream.waiting.slice(0, length);
  stream.waiting = stream.waiting.slice(length);
  stream.at += length;
  return text;
}

/** A page as Unicode, line by line, so that one line that is not UTF-8 does not spoil the others. */
function lineByLine(text: string): string {
  return text.split("\n").map(unicode).join("\n");
}
