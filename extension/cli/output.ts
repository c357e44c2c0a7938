/**
 * Standard output and error of the command line: byte strings, written synchronously; ends quietly if the reader has
 * gone.
 */
import { fstatSync, writeSync } from "node:fs";
import type { Piece } from "../document/byteText";
import { byteString } from "../document/byteText";
import { memory } from "./memory";
import { systemWords } from "./systemWords";

const STDOUT = 1;
const STDERR = 2;

/** Thrown when the reader of our output has closed it (`| head`): the program then ends quietly. */
export class ClosedPipe extends Error {}

/** Thrown when output cannot be written, for example to a full disk. Ends the program with status 2. */
export class OutputError extends Error {}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EPIPE") throw new ClosedPipe();
      // A pipe that another process set to non-blocking is full: wait for its reader.
      if (code !== "EAGAIN") throw new OutputError(`the output cannot be written: ${systemWords(error)}`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/**
 * The characters that a terminal acts upon, in UTF-8 bytes as a byte string: C0 controls except tab and newline, DEL,
 * C1 controls (U+0080 to U+009F), and Unicode's direction controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
 * U+2069).
 */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const ACTED_UPON = /[\0-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]/g;

/** A byte string with the characters that a terminal acts upon written as escapes: `\x1B`. */
export function visibleOnTerminal(text: string): string {
  return text.replace(ACTED_UPON, (bytes) =>
    Array.from(bytes, (c) => `\\x${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}

/** Loaded for character devices only: that takes longer than printing a small file. */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at start
const terminals = (): typeof import("node:tty") => require("node:tty");

function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && terminals().isatty(descriptor);
  } catch {
    // The descriptor is closed.
    return false;
  }
}

/** Text that equals its UTF-8 encoding. */
const ASCII = /^[\0-\x7f]*$/;

/** Characters to gather before writing. */
const BLOCK = 65536;
/** Up to this many bytes are gathered; more are written at once. */
const SMALL = 4096;

/** Gathers pieces and writes them in blocks, so that many small pieces cost few calls. */
export class Output {
  private waiting = "";
  private complaints = "";
  /** Whether anything was printed. */
  printed = false;
  /** Whether output goes to a terminal, which must not act upon a file's content; elsewhere bytes stay as they are. */
  private readonly visible = isTerminal(STDOUT);
  /** The same of standard error, once there is something to write to it. */
  private visibleErrors: boolean | undefined;

  /** Prints a byte string (each char code is a byte), or bytes. */
  print(text: Piece): void {
    if (typeof text !== "string") {
      if (this.visible) {
        this.print(Buffer.from(text).toString("latin1"));
        return;
      }
      if (text.length <= SMALL) {
        this.print(byteString(text));
        return;
      }
      this.flush();
      this.printed = true;
      writeAll(STDOUT, text);
      memory.look();
      return;
    }
    this.waiting += text;
    this.printed ||= text !== "";
    if (this.waiting.length >= BLOCK) this.flush();
  }
  /** Prints any text, as UTF-8. */
  printText(text: string): void {
    this.print(ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1"));
  }
  /** Writes what was gathered. @throws {ClosedPipe} if the reader is gone */
  flush(): void {
    if (this.waiting === "") return;
    const bytes = Buffer.from(this.visible ? visibleOnTerminal(this.waiting) : this.waiting, "latin1");
    this.waiting = "";
    writeAll(STDOUT, bytes);
    memory.look();
  }
  /** Queues a line for standard error; it is written with later ones or by {@link flushErrors}. */
  complain(line: string): void {
    const text = Buffer.from(line, "utf8").toString("latin1");
    this.visibleErrors ??= isTerminal(STDERR);
    this.complaints += `${this.visibleErrors ? visibleOnTerminal(text) : text}\n`;
    if (this.complaints.length >= BLOCK) this.flushErrors();
  }
  /** Writes the queued lines to standard error; if it takes none, the program continues. */
  flushErrors(): void {
    if (this.complaints === "") return;
    const bytes = Buffer.from(this.complaints, "latin1");
    this.complaints = "";
    try {
      writeAll(STDERR, bytes);
    } catch (error) {
      if (!(error instanceof ClosedPipe || error instanceof OutputError)) throw error;
    }
  }
}
