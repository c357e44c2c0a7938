/**
 * Containers that hold bitcode among other things: ar archives, ELF, Mach-O and COFF objects, DirectX containers. What is
 * inside is opened by the formats themselves, which is why they are given.
 */
import type { Format, IrDocument, OpenOptions } from "../../document/document";
import type { ByteWindow } from "../../document/window";
import { SubWindow } from "../../document/window";
import { isArchive, readArchive } from "./ar";
import { readCoff } from "./coff";
import { ContainerDocument } from "./document";
import { readDxil } from "./dxil";
import { readElf } from "./elf";
import type { Layout, Part } from "./layout";
import { readMachO } from "./macho";

/** The formats of what may be inside: whether a file is of one, and its document. */
export interface InnerFormats {
  knows(window: ByteWindow): boolean;
  open(window: ByteWindow, options: OpenOptions): IrDocument;
}

/** The part as bytes that nobody opens. */
function withoutDerived({ kind, name, startByte, endByte, fields }: Part): Part {
  return { kind, name, startByte, endByte, ...(fields ? { fields } : {}) };
}

/** An object file that holds bitcode, taken apart; undefined for objects without and for other files. */
function readObject(window: ByteWindow, inner: InnerFormats): Layout | undefined {
  const layout = readElf(window) ?? readMachO(window) ?? readDxil(window) ?? readCoff(window);
  if (!layout) return undefined;
  // A slice of a universal file is a file of its own; it counts if there is something for us in it.
  const parts = layout.parts.map((part): Part => {
    const known = part.derived !== undefined && inner.knows(new SubWindow(window, part.startByte, part.endByte));
    if (known || part.derived === undefined) return part;
    return withoutDerived(part);
  });
  return parts.some((part) => part.derived !== undefined) ? { ...layout, parts } : undefined;
}

function readLayout(window: ByteWindow, inner: InnerFormats): Layout | undefined {
  if (!isArchive(window)) return readObject(window, inner);
  return readArchive(window, (start, end) => inner.knows(new SubWindow(window, start, end)));
}

/** The format of all containers. */
export function containerFormat(inner: InnerFormats): Format {
  return {
    id: "container",
    matches: (_head, window) => isArchive(window) || readObject(window, inner) !== undefined,
    open: (window, options) => {
      const layout = readLayout(window, inner) ?? { title: "container", parts: [], faults: [] };
      return new ContainerDocument(window, layout, (part) => inner.open(part, options));
    },
  };
}
