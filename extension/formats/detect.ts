/** Detects the format of a file by its content, never by its name. */
import type { Format, IrDocument, OpenOptions } from "../document/document";
import type { ByteWindow } from "../document/window";
import { byteString } from "../document/byteText";
import { guardedOpen } from "./guard/boundary";
import { STARTS } from "./starts";
import { unknownFormat } from "./unknown";

/** A format: the bytes that its files may start with (any, if absent), and its code, which decides. */
interface Known {
  readonly starts?: readonly string[];
  /** Whether only a file may be in it, not a part of one. */
  readonly outermost?: true;
  /** Runs the format's code, once; that takes longer than most calls, so it waits until a file may be in the format. */
  readonly load: () => Format;
}

/* eslint-disable @typescript-eslint/no-require-imports -- an import would run all formats' code at start */
const boxes = (): typeof import("./container") => require("./container") as typeof import("./container");

/** The formats, those that match the fewest files first. A new format is one line here. */
const formats: readonly Known[] = [
  { starts: STARTS.pnacl, load: () => (require("./pnacl") as typeof import("./pnacl")).pnaclFormat },
  {
    starts: STARTS.llvm,
    load: () => (require("./llvm/document") as typeof import("./llvm/document")).llvmFormat,
  },
  { starts: STARTS.llvm1, load: () => (require("./llvm1") as typeof import("./llvm1")).llvm1Format },
  { starts: STARTS.mlir, load: () => (require("./mlir") as typeof import("./mlir")).mlirFormat },
  { starts: STARTS.tileir, load: () => (require("./tileir") as typeof import("./tileir")).tileFormat },
  { load: () => (require("./iree") as typeof import("./iree")).ireeFormat },
  {
    load: once(() =>
      boxes().containerFormat({ knows: (window) => formatOf(window, true) !== undefined, open: openDocument }),
    ),
  },
  { load: () => (require("./bitstream/document") as typeof import("./bitstream/document")).bitstreamFormat },
  { outermost: true, load: once(() => boxes().embeddedFormat({ open: openDocument })) },
];
/* eslint-enable @typescript-eslint/no-require-imports */

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function formatOf(window: ByteWindow, isPart: boolean): Format | undefined {
  const head = window.view(0, 64);
  const start = byteString(head);
  for (const { starts, outermost, load } of formats) {
    if (outermost && isPart) continue;
    if (starts && !starts.some((bytes) => start.startsWith(bytes))) continue;
    const format = load();
    if (format.matches(head, window)) return format;
  }
  return undefined;
}

/**
 * Opens a document in the format that its bytes have; a file of no known format opens as one that reports its first
 * bytes.
 */
export function openDocument(window: ByteWindow, options: OpenOptions = {}): IrDocument {
  const inner = { ...options, openInner: openDocument };
  const open = (): IrDocument =>
    formatOf(window, options.nesting !== undefined)?.open(window, inner) ??
    boxes().openForeign(window) ??
    unknownFormat.open(window, inner);
  return guardedOpen(window, open, () => unknownFormat.open(window, inner));
}
