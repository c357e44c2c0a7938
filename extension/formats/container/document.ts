/**
 * A container as a document: its parts, and the files in it that Bitscope reads, as documents of their own. Formats:
 * docs/formats/boxes.md.
 */
import type { DerivedDocument, IrDocument, Notice, StatsRow, TextOptions } from "../../document/document";
import type { Piece } from "../../document/byteText";
import type { ElementSink } from "../../document/element";
import type { HoverCard } from "../../document/hover";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { Entry, EntryPage, Place, Section } from "../../document/section";
import type { ByteWindow } from "../../document/window";
import type { BitRange } from "../../document/bits";
import { formatPosition } from "../../document/bits";
import { append } from "../../document/arrays";
import type { Fault, Layout, Note, Part } from "./layout";
import { overruns, tile, walkPart } from "./layout";

/** A part that opens as a document of its own. */
interface InnerFile extends DerivedDocument {
  readonly part: Part;
  /** The document, while it is kept. */
  readonly opened: IrDocument | undefined;
  /** The problems and notices of the document and of those dropped before it. */
  problems(): readonly Problem[];
  notices(): readonly Notice[];
  /** An archive may have many thousand files, so passes over all of them drop each one. */
  drop(): void;
}

/** Kinds of parts that the outline lists beside the modules, each kind as a group. */
const LISTED: ReadonlyMap<string, string> = new Map([
  ["member", "members"],
  ["image", "images"],
  ["slice", "slices"],
  ["section", "sections"],
  ["part", "parts"],
]);

const ROOT = 0;

/** A file in a container. There may be very many: a class keeps its methods once for all. */
class FileInside implements InnerFile {
  private document: IrDocument | undefined;
  /** What the documents that were dropped have told. */
  private toldProblems: readonly Problem[] = [];
  private toldNotices: readonly Notice[] = [];

  constructor(
    readonly part: Part,
    readonly name: string,
    private readonly make: (part: Part) => IrDocument,
  ) {}
  get startBit(): number {
    return this.part.startByte * 8;
  }
  get endBit(): number {
    return this.part.endByte * 8;
  }
  get opened(): IrDocument | undefined {
    return this.document;
  }
  problems(): readonly Problem[] {
    return joined(this.document?.problems() ?? NOTHING, this.toldProblems);
  }
  notices(): readonly Notice[] {
    return joined(this.document?.notices?.() ?? NOTHING, this.toldNotices);
  }
  readonly open = (): IrDocument => (this.document ??= this.make(this.part));
  drop(): void {
    [this.toldProblems, this.toldNotices] = [this.problems(), this.notices()];
    this.document = undefined;
  }
}
const NOTHING: readonly never[] = [];

/** A container; shows its parts, and the text of the files in it that Bitscope reads. */
export class ContainerDocument implements IrDocument {
  /** `unknown` if Bitscope reads nothing in it. */
  readonly format: string;
  readonly title: string;
  readonly bits: number;
  readonly recordWidth = 40;
  private readonly parts: readonly Part[];
  private readonly files: readonly InnerFile[];
  private readonly faults: readonly Fault[];
  private readonly hasOnlyHeaders: boolean;

  /** @param open opens a part */
  constructor(
    readonly window: ByteWindow,
    private readonly layout: Layout,
    open: (part: Part) => IrDocument,
  ) {
    this.format = layout.foreign ? "unknown" : "container";
    this.bits = window.length * 8;
    this.parts = tile(layout.parts, window.length);
    const taken = new Map<string, number>();
    this.files = this.parts
      .filter((part) => part.derived !== undefined)
      .map((part) => new FileInside(part, unique(part.derived ?? "", taken), open));
    this.hasOnlyHeaders = this.parts.every(({ kind }) => kind === "header" || kind === "gap");
    this.faults = [...layout.faults, ...overruns(layout.parts, window.length)];
    const count = `${this.files.length} ${this.files.length === 1 ? "module" : "modules"}`;
    this.title = layout.foreign ? layout.title : `${layout.title}, ${count}`;
  }

  /** Each file with its document, which is dropped afterwards unless it was open before. */
  private *opened(): Generator<readonly [InnerFile, IrDocument], void, undefined> {
    for (const file of this.files) {
      const wasOpen = file.opened !== undefined;
      yield [file, file.open()];
      if (!wasOpen) file.drop();
    }
  }

  /** The styles in which any of the files inside can be printed. */
  get styles(): readonly string[] {
    const styles = new Set<string>();
    for (const [, document] of this.opened()) for (const style of document.styles ?? []) styles.add(style);
    return [...styles];
  }

  /** The container's own problems, then those of the files in it that were opened, at their positions here. */
  problems(): readonly Problem[] {
    const path = [this.layout.title];
    const problems: Problem[] = this.faults.map((fault) => {
      return { code: fault.code ?? "bad-container", ...this.placed(fault), path };
    });
    for (const file of this.files)
      append(
        problems,
        file.problems().map((inner) => ({ ...outward(inner, file), path: [file.name, ...inner.path] })),
      );
    return problems;
  }

  /** What all files of an archive tell is told once, for the first of them. */
  notices(): readonly Notice[] {
    const notices = (this.layout.notes ?? []).map((note) => this.placed(note));
    const told = new Map<string, { readonly first: Notice; others: number }>();
    for (const file of this.files) {
      for (const inner of file.notices()) {
        const known = told.get(inner.message);
        if (known) known.others++;
        else told.set(inner.message, { first: outward(inner, file), others: 0 });
      }
    }
    for (const { first, others } of told.values()) {
      const more = others === 0 ? "" : ` (the same in ${others} more ${others === 1 ? "file" : "files"})`;
      notices.push({ ...first, message: first.message + more });
    }
    return notices;
  }
  private placed({ startByte, endByte, message }: Note): Notice {
    return { message, startBit: Math.min(startByte * 8, this.bits), endBit: Math.min(endByte * 8, this.bits) };
  }

  roots(): readonly number[] {
    return [ROOT];
  }
  section(): Section {
    return {
      id: ROOT,
      parent: undefined,
      kind: "container",
      title: this.layout.title,
      startBit: 0,
      endBit: this.bits,
      entryCount: this.parts.length,
      exact: true,
      foldedAtFirst: false,
    };
  }
  entries(_id: number, from: number, count: number): EntryPage {
    const entries = this.parts.slice(from, from + count).map((part) => entryOf(part, this.isDetail(part)));
    return { from, entries, end: from + count >= this.parts.length };
  }
  /** Whether a part only frames others and has no fault: padding, and headers unless there is nothing else. */
  private isDetail({ kind, startByte, endByte }: Part): boolean {
    const frames = kind === "gap" || (kind === "header" && !this.hasOnlyHeaders);
    return frames && !this.faults.some((fault) => fault.startByte < endByte && startByte <= fault.startByte);
  }
  placeOf(bit: number): Place | undefined {
    const entry = this.parts.findIndex((part) => bit >= part.startByte * 8 && bit < part.endByte * 8);
    return entry < 0 ? undefined : { section: ROOT, entry };
  }

  /**
   * The texts of the files in it, one after another, each under its path. Of those without the function that is asked
   * for there is nothing.
   */
  *text(options: TextOptions): Generator<Piece, void, undefined> {
    let gap = "";
    for (const [file, document] of this.opened()) {
      const path = `${options.fileName}(${file.name})`;
      const heads = document.derived().length > 0 && document.format === "container";
      const head = gap + (heads ? "" : `; ${path}\n`);
      const text = document.text({ ...options, fileName: path });
      if (options.function === undefined) {
        yield head;
        yield* text;
        gap = "\n";
      } else if (yield* headed(head, text)) gap = "\n";
    }
  }
  *dump(options: { readonly fileName: string }): Generator<Piece, void, undefined> {
    for (const [file, document] of this.opened())
      yield* document.dump({ fileName: `${options.fileName}(${file.name})` });
  }

  *elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    sink.open("file", this.layout.title, 0);
    for (const part of this.parts) {
      const outside = range && (part.endByte * 8 <= range.startBit || part.startByte * 8 >= range.endBit);
      if (outside) continue;
      walkPart(part, this.window, sink);
      yield;
    }
    sink.close(this.bits);
  }

  outline(): readonly OutlineNode[] {
    const files = this.files.map(({ part, name }, derived) => ({ ...nodeOf(part, name), derived }));
    const groups = [this.group("modules", files)];
    for (const [kind, name] of LISTED) {
      const others = this.parts.filter((part) => part.kind === kind && part.derived === undefined);
      groups.push(
        this.group(
          name,
          others.map((part) => nodeOf(part, part.name.replace(/^(?:section|member) /, ""))),
        ),
      );
    }
    return groups.filter((group) => group.detail !== "0");
  }
  private group(name: string, nodes: readonly OutlineNode[]): OutlineNode {
    const range = { startBit: 0, endBit: this.bits };
    return { kind: "group", name, ...range, detail: `${nodes.length}`, children: () => nodes };
  }
  *symbols(): Iterable<SymbolInfo> {
    for (const [, document] of this.opened()) yield* document.symbols();
  }
  locate(): undefined {
    return undefined;
  }
  hover(_place: Place, entry: Entry): HoverCard {
    const { startBit, endBit } = entry;
    const part = this.parts.find((p) => p.startByte * 8 === startBit);
    const meaning = part?.meaning === undefined ? [] : [{ label: "what", text: part.meaning }];
    const defines = part?.defines === undefined ? [] : [{ label: "defines", text: part.defines }];
    const lines = [...meaning, ...defines, { label: "size", text: `${(endBit - startBit) / 8} bytes` }];
    return { title: part?.name ?? this.layout.title, container: this.layout.title, lines, bits: { startBit, endBit } };
  }
  derived(): readonly DerivedDocument[] {
    return this.files;
  }
  *stats(): Generator<void, readonly StatsRow[], undefined> {
    const byKind = new Map<string, { count: number; bits: number }>();
    for (const { kind, startByte, endByte } of this.parts) {
      const row = byKind.get(kind) ?? { count: 0, bits: 0 };
      byKind.set(kind, { count: row.count + 1, bits: row.bits + (endByte - startByte) * 8 });
      yield;
    }
    return [...byKind].map(([block, row]) => ({ block, ...row }));
  }
}

/** Distinguishes files with the same name by a number. */
function unique(name: string, taken: Map<string, number>): string {
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : `${name} ${count}`;
}

/** What is in either list, each once. */
function joined<T extends Notice>(now: readonly T[], before: readonly T[]): readonly T[] {
  if (before.length === 0) return now;
  const keyOf = ({ startBit, endBit, message }: T): string => `${startBit} ${endBit} ${message}`;
  const known = new Set(now.map(keyOf));
  return [...now, ...before.filter((other) => !known.has(keyOf(other)))];
}

/** What is told of a file inside, at its position in the container; bits of an unpacked file have no position there. */
function outward<T extends Notice>(told: T, { part, name, startBit, endBit }: InnerFile): T {
  const packed = part.unpack !== undefined;
  const where = packed ? `${name} ${formatPosition(told.startBit)}` : name;
  const range = packed
    ? { startBit, endBit }
    : { startBit: Math.min(endBit, startBit + told.startBit), endBit: Math.min(endBit, startBit + told.endBit) };
  return { ...told, ...range, message: `${where}: ${told.message}` };
}

/** A text after its head, or nothing if it is empty. @returns whether there is any */
function* headed(head: string, text: Iterable<Piece>): Generator<Piece, boolean, undefined> {
  let isEmpty = true;
  for (const piece of text) {
    if (isEmpty && piece.length > 0) {
      isEmpty = false;
      yield head;
    }
    yield piece;
  }
  return !isEmpty;
}

function nodeOf(part: Part, name: string): OutlineNode {
  const { startByte, endByte, kind, meaning } = part;
  const size = `${endByte - startByte} bytes`;
  const detail = [...(meaning === undefined ? [] : [meaning]), size, ...definitions(part)].join(", ");
  const range = { startBit: startByte * 8, endBit: endByte * 8 };
  return { kind: kind === "section" && part.derived === undefined ? "section" : "member", name, ...range, detail };
}

function definitions({ defines }: Part): readonly string[] {
  return defines === undefined ? [] : [`defines ${defines}`];
}

/** A row: kind and name of the part, its size, its meaning. */
function entryOf(part: Part, detail: boolean): Entry {
  const range = { startBit: part.startByte * 8, endBit: part.endByte * 8 };
  // What it defines comes first: in a narrow editor, the end of a long row is out of view.
  const opens = part.derived === undefined || part.meaning !== undefined ? [] : ["opens as a document of its own"];
  const words = [...(part.meaning === undefined ? [] : [part.meaning]), ...definitions(part), ...opens];
  const what = words.length === 0 ? "" : `  ; ${words.join("; ")}`;
  const size = `${part.endByte - part.startByte} bytes`;
  const line = {
    kind: "row" as const,
    positionBit: range.startBit,
    record: [{ text: `${part.kind} ${size}`, kind: "text" as const }],
    assembly: [
      { text: part.name, kind: part.derived === undefined ? ("text" as const) : ("keyword" as const) },
      { text: what, kind: "comment" as const },
    ].filter((token) => token.text !== ""),
    ...(detail ? { detail } : {}),
  };
  return { kind: "lines", ...range, lines: [line] };
}
