/** The leaves of the zip archive around a module. */
import type { ElementSink } from "../../document/element";
import type { ByteWindow } from "../../document/window";
import type { ZipHeader } from "../zip/directory";
import { zipFields } from "../zip/fields";
import { unsigned } from "./bytes";

/** Emits the leaves of a zip header up to `end`, where its tile ends. */
export function zipLeaves(sink: ElementSink, window: ByteWindow, header: ZipHeader, end: number): void {
  let at = header.start;
  for (const { name, form, size } of zipFields(window, header, end)) {
    const bytes = window.view(at, at + size);
    const range = { kind: "decoded" as const, name, startBit: at * 8, endBit: (at + size) * 8 };
    if (form === "bytes") sink.leaf({ ...range, encoding: { kind: "bytes" }, raw: bytes });
    else sink.leaf({ ...range, encoding: { kind: "fixed" }, raw: unsigned(bytes, 0, size) });
    at += size;
  }
}
