/** The formats of what is inside a container, which the containers are given: they do not know them. */
import type { IrDocument, OpenOptions } from "../../document/document";
import type { ByteWindow } from "../../document/window";

/** The formats of what may be inside: whether they match, and how to open it. */
export interface InnerFormats {
  knows(window: ByteWindow): boolean;
  open(window: ByteWindow, options: OpenOptions): IrDocument;
}
