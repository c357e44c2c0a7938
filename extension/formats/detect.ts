/** Which format a file is of: its content decides, never its name. */
import type { Format, IrDocument, OpenOptions } from "../document/document";
import type { ByteWindow } from "../document/window";
import { llvmFormat } from "./llvm/document";
import { pnaclFormat } from "./pnacl";
import { bitstreamFormat } from "./bitstream/document";
import { containerFormat, openForeign } from "./container";
import { ireeFormat } from "./iree/index";
import { llvm1Format } from "./llvm1";
import { mlirFormat } from "./mlir";
import { tileFormat } from "./tileir";
import { guardedOpen } from "./guarded";
import { unknownFormat } from "./unknown";

/** The formats, the most specific signature first. A new format is one line here. */
const formats: readonly Format[] = [
  pnaclFormat,
  llvmFormat,
  ireeFormat,
  llvm1Format,
  mlirFormat,
  tileFormat,
  containerFormat({ knows: (window) => formatOf(window) !== undefined, open: openDocument }),
  bitstreamFormat,
];

function formatOf(window: ByteWindow): Format | undefined {
  const head = window.view(0, 64);
  return formats.find((f) => f.matches(head, window));
}

/** Opens a document of whatever format its bytes are; one of none says what it is. */
export function openDocument(window: ByteWindow, options: OpenOptions = {}): IrDocument {
  const inner = { ...options, openInner: openDocument };
  const open = (): IrDocument =>
    formatOf(window)?.open(window, inner) ?? openForeign(window) ?? unknownFormat.open(window, inner);
  return guardedOpen(window, open, () => unknownFormat.open(window, inner));
}
