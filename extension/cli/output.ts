/** Standard output and error of the command line: byte strings, written at once, quiet when the reader has gone. */
import { writeSync } from "node:fs";
import type { Piece } from "../document/byteText";

const STDOUT = 1;
const STDERR = 2;

/** Thrown when the reader of our output has closed it (`| head`): the call ends quietly. */
export class ClosedPipe extends Error {}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EPIPE") throw new ClosedPipe();
      // A pipe that another process set to non-blocking is full: wait for its reader.
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Gathers pieces and writes them in blocks, so that many small pieces cost few calls. */
export class Output {
  private waiting = "";
  /** Whether anything was printed. */
  printed = false;

  /** Prints a byte string (each char code is a byte), or bytes. */
  print(text: Piece): void {
    if (typeof text !== "string") {
      this.flush();
      this.printed ||= text.length > 0;
      writeAll(STDOUT, text);
      return;
    }
    this.waiting += text;
    this.printed ||= text !== "";
    if (this.waiting.length >= 65536) this.flush();
  }
  /** Prints text of any characters, as UTF-8. */
  printText(text: string): void {
    this.print(Buffer.from(text, "utf8").toString("latin1"));
  }
  /** @throws {ClosedPipe} where the reader is gone */
  flush(): void {
    if (this.waiting === "") return;
    const bytes = Buffer.from(this.waiting, "latin1");
    this.waiting = "";
    writeAll(STDOUT, bytes);
  }
  /** A line on standard error; a closed one is no reason to stop. */
  complain(line: string): void {
    try {
      writeAll(STDERR, Buffer.from(`${line}\n`, "utf8"));
    } catch (error) {
      if (!(error instanceof ClosedPipe)) throw error;
    }
  }
}
