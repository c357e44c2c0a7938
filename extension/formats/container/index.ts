/**
 * Containers that may hold IR: archives, objects, GPU bundles, Metal libraries, compressed files. The formats open what
 * is inside, so they are passed in as a parameter.
 */
import { proportionate } from "../../document/proportion";
import type { Format, IrDocument, Nesting } from "../../document/document";
import type { ByteWindow } from "../../document/window";
import { ResidentWindow, SubWindow } from "../../document/window";
import { readArchive } from "./ar";
import { readBigArchive } from "./bigArchive";
import { readClangBundles } from "./clangBundle";
import { readCoff } from "./coff";
import { readCompressed } from "./compressed";
import { ContainerDocument } from "./document";
import { readDxil } from "./dxil";
import { readElf } from "./elf";
import { readFatbin } from "./fatbin";
import { foreignFile } from "./foreign";
import type { InnerFormats } from "./innerFormats";
import type { Fault, Layout, Part, Unpacked } from "./layout";
import { readMachO } from "./macho";
import { readMetalLibrary } from "./metallib";
import { readMojoPackage } from "./mojo";
import { readOffloadBinaries } from "./offloadBinary";
import { readTar } from "./tar";
import { readWasm } from "./wasm";
import { readXar } from "./xar";
import { readZip } from "./zip";

export { embeddedFormat } from "./embedded";

/** Takes a file apart; undefined if it is of another kind. */
type Reader = (window: ByteWindow) => Layout | undefined;

/** Containers made to carry code for compilers: any of them is opened. */
const BOXES: readonly Reader[] = [
  readArchive,
  readBigArchive,
  readMetalLibrary,
  readXar,
  readOffloadBinaries,
  readClangBundles,
  readFatbin,
  readMojoPackage,
];
/** Files that may contain anything: opened only if something inside can be read. */
const CARRIERS: readonly Reader[] = [
  readElf,
  readMachO,
  readDxil,
  readCoff,
  readWasm,
  readCompressed,
  readZip,
  readTar,
];

/** How deep nested containers are opened: hostile files contain themselves. */
const DEEPEST = 8;

/** The bytes of a part's document, and problems with unpacking them. */
function contentOf(
  window: ByteWindow,
  part: Part,
  budget: Nesting["budget"],
): { readonly content: ByteWindow; readonly problem?: Unpacked["problem"] } {
  if (!part.unpack) return { content: new SubWindow(window, part.startByte, part.endByte) };
  const { data, problem } = part.unpack(budget.left);
  return { content: new ResidentWindow(data), ...(problem ? { problem } : {}) };
}

/** The part as one that does not open; its meaning tells what it is. */
function closed(part: Part, meaning: string | undefined): Part {
  const { kind, name, startByte, endByte, fields, defines } = part;
  const rest = { ...(fields ? { fields } : {}), ...(defines ? { defines } : {}), ...(meaning ? { meaning } : {}) };
  return { kind, name, startByte, endByte, ...rest };
}

/** The layout with every part made to end no earlier than it starts, whatever the file states. */
function forward(layout: Layout): Layout {
  const runsForward = ({ startByte, endByte }: Part): boolean => startByte <= endByte;
  if (layout.parts.every(runsForward)) return layout;
  const parts = layout.parts.map((part) => (runsForward(part) ? part : { ...part, endByte: part.startByte }));
  return { ...layout, parts };
}

/**
 * The layout with documents that share no bytes, unless they are identical: one that overlaps another is not opened,
 * since repeated unpacking would never end.
 */
function separated(layout: Layout): Layout {
  const faults: Fault[] = [];
  const overlapping = new Set<Part>();
  let last: Part | undefined;
  const documents = layout.parts.filter((part) => part.derived !== undefined);
  for (const part of documents.sort((a, b) => a.startByte - b.startByte || a.endByte - b.endByte)) {
    const same = part.startByte === last?.startByte && part.endByte === last.endByte;
    if (!last || same || part.startByte >= last.endByte) {
      last = part;
      continue;
    }
    overlapping.add(part);
    const { startByte, endByte } = part;
    faults.push({ startByte, endByte, message: `${part.name} overlaps ${last.name}` });
  }
  if (overlapping.size === 0) return layout;
  const parts = layout.parts.map((part) => (overlapping.has(part) ? closed(part, part.meaning) : part));
  return { ...layout, parts, faults: [...layout.faults, ...faults] };
}

/** The first result of these readers, if any. */
function firstOf(readers: readonly Reader[], window: ByteWindow): Layout | undefined {
  for (const read of readers) {
    const layout = read(window);
    if (layout) return separated(forward(layout));
  }
  return undefined;
}

/**
 * The layouts of windows: detection needs them, and opening needs them again. Compressed parts keep their unpacked
 * content.
 */
class Layouts {
  private readonly known = new WeakMap<ByteWindow, { readonly box?: Layout; readonly carrier?: Layout }>();
  /** How deep detection is in nested containers. */
  private depth = 0;
  /** How many bytes may still be unpacked for detection, by the outermost container and all inside it. */
  private looking: Nesting["budget"] = { left: 0 };
  constructor(private readonly inner: InnerFormats) {}

  of(window: ByteWindow): { readonly box?: Layout; readonly carrier?: Layout } {
    const known = this.known.get(window);
    if (known) return known;
    const box = firstOf(BOXES, window);
    const carrier = box ? undefined : firstOf(CARRIERS, window);
    const layouts = { ...(box ? { box } : {}), ...(carrier ? { carrier } : {}) };
    this.known.set(window, layouts);
    return layouts;
  }

  /** Whether the window is a box, or carries something that can be read. */
  matches(window: ByteWindow): boolean {
    const { box, carrier } = this.of(window);
    if (box || !carrier || this.depth >= DEEPEST) return box !== undefined;
    if (this.depth === 0) this.looking = { left: proportionate(window.length) };
    this.depth++;
    try {
      let before: Part | undefined;
      return carrier.parts.some((part) => {
        // Parts with identical bytes are examined once.
        if (part.derived === undefined || (part.startByte === before?.startByte && !part.unpack)) return false;
        before = part;
        const { content } = contentOf(window, part, this.looking);
        if (part.unpack) this.looking.left = Math.max(0, this.looking.left - content.length);
        return this.inner.knows(content);
      });
    } finally {
      this.depth--;
    }
  }

  /** The layout in which only those parts are derived documents that are in a known format. */
  confirmed(window: ByteWindow, { depth, budget }: Nesting): Layout {
    const { box, carrier } = this.of(window);
    const layout = box ?? carrier ?? { title: "container", parts: [], faults: [] };
    const faults = [...layout.faults];
    const known = new Map<number, boolean>();
    const parts = layout.parts.map((part): Part => {
      if (part.derived === undefined) return part;
      const { startByte, endByte } = part;
      if (depth >= DEEPEST) {
        const message = `${part.name} is in ${depth} containers, more than are opened`;
        faults.push({ startByte, endByte, message, code: "limit" });
        return closed(part, part.meaning);
      }
      const { content, problem } = contentOf(window, part, budget);
      if (part.unpack) budget.left = Math.max(0, budget.left - content.length);
      if (problem) faults.push({ startByte, endByte, ...problem });
      const isKnown = (part.unpack ? undefined : known.get(startByte)) ?? this.inner.knows(content);
      if (!part.unpack) known.set(startByte, isKnown);
      return isKnown ? part : closed(part, part.meaning ?? foreignFile(content)?.name);
    });
    return { ...layout, parts, faults };
  }
}

/** The format of all containers. */
export function containerFormat(inner: InnerFormats): Format {
  const layouts = new Layouts(inner);
  return {
    id: "container",
    matches: (_head, window) => layouts.matches(window),
    open: (window, options) => {
      const left = Math.min(options.maxMemory ?? Infinity, proportionate(window.length));
      const nesting = options.nesting ?? { depth: 0, budget: { left } };
      const layout = layouts.confirmed(window, nesting);
      const innerOptions = { ...options, nesting: { ...nesting, depth: nesting.depth + 1 } };
      return new ContainerDocument(window, layout, (part) =>
        inner.open(contentOf(window, part, nesting.budget).content, innerOptions),
      );
    },
  };
}

/** A document for a file in which nothing can be read, with its parts; undefined if its kind is unknown too. */
export function openForeign(window: ByteWindow): IrDocument | undefined {
  const foreign = foreignFile(window);
  if (!foreign) return undefined;
  const whole: Part = { kind: "content", name: foreign.name, startByte: 0, endByte: window.length };
  const { parts } = firstOf(CARRIERS, window) ?? { parts: [whole] };
  const plain = parts.map((part) => closed(part, part.meaning));
  const fault = { startByte: 0, endByte: window.length, message: foreign.message, code: "unknown-format" as const };
  const layout = { title: foreign.title, parts: plain, faults: [fault], foreign: true };
  return new ContainerDocument(window, layout, () => {
    throw new Error("a foreign file has no documents inside");
  });
}
