/** A container as a document: what it holds, and the files of ours in it as documents of their own. */
import type { DerivedDocument, IrDocument, StatsRow, TextOptions } from "../../document/document";
import type { Piece } from "../../document/byteText";
import type { ElementSink } from "../../document/element";
import type { HoverCard } from "../../document/hover";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { Entry, EntryPage, Place, Section } from "../../document/section";
import type { ByteWindow } from "../../document/window";
import { SubWindow } from "../../document/window";
import type { BitRange } from "../../document/bits";
import type { Layout, Part } from "./layout";
import { tile, walkPart } from "./layout";

const ROOT = 0;

export class ContainerDocument implements IrDocument {
  readonly format = "container";
  readonly title: string;
  readonly bits: number;
  readonly recordWidth = 40;
  private readonly parts: readonly Part[];
  private readonly files: readonly DerivedDocument[];

  constructor(
    readonly window: ByteWindow,
    private readonly layout: Layout,
    private readonly open: (window: ByteWindow) => IrDocument,
  ) {
    this.bits = window.length * 8;
    this.parts = tile(layout.parts, window.length);
    this.files = this.parts.filter((part) => part.derived !== undefined).map((part) => this.derivedOf(part));
    const count = `${this.files.length} ${this.files.length === 1 ? "module" : "modules"}`;
    this.title = `${layout.title}, ${count}`;
  }

  private derivedOf(part: Part): DerivedDocument {
    const { startByte, endByte, derived = "" } = part;
    let document: IrDocument | undefined;
    return {
      name: derived,
      startBit: startByte * 8,
      endBit: endByte * 8,
      open: () => (document ??= this.open(new SubWindow(this.window, startByte, endByte))),
    };
  }

  /** What any of the files inside can be printed as. */
  get styles(): readonly string[] {
    return [...new Set(this.files.flatMap((file) => file.open().styles ?? []))];
  }

  problems(): readonly Problem[] {
    return this.layout.faults.map(({ startByte, endByte, message }) => ({
      code: "bad-container",
      message,
      startBit: startByte * 8,
      endBit: endByte * 8,
      path: [this.layout.title],
    }));
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
    const entries = this.parts.slice(from, from + count).map((part) => entryOf(part));
    return { from, entries, end: from + count >= this.parts.length };
  }
  placeOf(bit: number): Place | undefined {
    const entry = this.parts.findIndex((part) => bit >= part.startByte * 8 && bit < part.endByte * 8);
    return entry < 0 ? undefined : { section: ROOT, entry };
  }

  /** The texts of the files in it, one after the other, each headed by its path. */
  *text(options: TextOptions): Generator<Piece, void, undefined> {
    let first = true;
    for (const file of this.files) {
      const path = `${options.fileName}(${file.name})`;
      const document = file.open();
      const heads = document.derived().length > 0 && document.format === "container";
      if (!first) yield "\n";
      first = false;
      if (!heads) yield `; ${path}\n`;
      yield* document.text({ ...options, fileName: path });
    }
  }
  *dump(options: { readonly fileName: string }): Generator<Piece, void, undefined> {
    for (const file of this.files) yield* file.open().dump({ fileName: `${options.fileName}(${file.name})` });
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
    const files: readonly OutlineNode[] = this.files.map(({ name, startBit, endBit }, derived) => ({
      kind: "member",
      name,
      startBit,
      endBit,
      derived,
      detail: `${(endBit - startBit) / 8} bytes`,
    }));
    const range = { startBit: 0, endBit: this.bits };
    return [{ kind: "group", name: "modules", ...range, detail: `${files.length}`, children: () => files }];
  }
  *symbols(): Iterable<SymbolInfo> {
    for (const file of this.files) yield* file.open().symbols();
  }
  locate(): undefined {
    return undefined;
  }
  hover(_place: Place, entry: Entry): HoverCard {
    const { startBit, endBit } = entry;
    const part = this.parts.find((p) => p.startByte * 8 === startBit);
    const lines = [{ label: "size", text: `${(endBit - startBit) / 8} bytes` }];
    return { title: part?.name ?? this.layout.title, container: this.layout.title, lines, bits: { startBit, endBit } };
  }
  derived(): readonly DerivedDocument[] {
    return this.files;
  }
  *stats(): Iterable<StatsRow> {
    const byKind = new Map<string, { count: number; bits: number }>();
    for (const { kind, startByte, endByte } of this.parts) {
      const row = byKind.get(kind) ?? { count: 0, bits: 0 };
      byKind.set(kind, { count: row.count + 1, bits: row.bits + (endByte - startByte) * 8 });
    }
    for (const [block, row] of byKind) yield { block, ...row };
  }
}

/** A row: kind and name of the part, its size, what it is. */
function entryOf(part: Part): Entry {
  const range = { startBit: part.startByte * 8, endBit: part.endByte * 8 };
  const what = part.derived === undefined ? "" : `  ; ${part.meaning ?? "opens as a document of its own"}`;
  const size = `${part.endByte - part.startByte} bytes`;
  const line = {
    kind: "row" as const,
    positionBit: range.startBit,
    record: [{ text: `${part.kind} ${size}`, kind: "text" as const }],
    assembly: [
      { text: part.name, kind: part.derived === undefined ? ("text" as const) : ("keyword" as const) },
      { text: what, kind: "comment" as const },
    ].filter((token) => token.text !== ""),
    ...(part.kind === "gap" ? { detail: true } : {}),
  };
  return { kind: "lines", ...range, lines: [line] };
}
