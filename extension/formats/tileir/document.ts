/** A Tile IR file as a document. Format: docs/formats/tileir.md. */
import { rangeOf } from "../../document/bits";
import type { Arrangement } from "../../document/arrangement";
import type { DerivedDocument, Fact, IrDocument, Notice, StatsRow, TextOptions } from "../../document/document";
import type { HoverCard, HoverLine, HoverTarget } from "../../document/hover";
import type { ElementSink } from "../../document/element";
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { SourceAnswer, SourceFrame } from "../../document/sourceLocation";
import type { SymbolId } from "../../document/token";
import type { ByteWindow } from "../../document/window";
import type { Part, Shown } from "./arrangement";
import { Parts } from "./arrangement";
import { faultOfBody, isNewer, readBody, readModule, walkModule } from "./container";
import type { Bytes, Fault, Op, TileFunction, TileModule } from "./model";
import { KERNEL } from "./model";
import { operationOf } from "./operations";
import { functionPieces, globalPieces, modulePieces, printModule } from "./print/module";
import { TypeSpelling } from "./types";
import { stringOf } from "./references";
import { debugText } from "./debug";
import { sectionName } from "./sections";
import { bits, listed, row, shownPieces } from "./shown";
import { Sources } from "./sources";
import { inOneStep } from "../../kit/steps";

const FUNCTIONS = 2;
const DEBUG_INFO = 3;

/** A file of CUDA Tile IR bytecode. Its tables are read on opening, function bodies on demand. */
export class TileDocument implements IrDocument {
  readonly format = "tileir";
  readonly bits: number;
  readonly recordWidth = 40;
  private readonly module: TileModule;
  private readonly types: TypeSpelling;
  private readonly sources: Sources;
  private readonly records: Parts;
  /** Faults of bodies, by their position; those of the tables are known from the start. */
  private readonly found = new Map<string, Fault>();
  private last: { readonly definition: TileFunction; readonly ops: readonly Op[] } | undefined;

  constructor(readonly window: ByteWindow) {
    this.bits = window.length * 8;
    this.module = readModule(window.view(0, window.length));
    this.types = new TypeSpelling(this.module.types);
    for (const fault of this.module.faults) this.report(fault);
    this.sources = new Sources(this.module);
    this.records = new Parts(this.parts(), this.sources);
  }

  get title(): string {
    const { major, minor } = this.module.version;
    return `CUDA Tile IR ${major}.${minor}`;
  }
  private report(fault: Fault): void {
    this.found.set(`${fault.startByte} ${fault.message}`, fault);
  }
  problems(): readonly Problem[] {
    return [...this.found.values()].map(({ message, section, ...range }): Problem => {
      const end = message.startsWith("the file ends") || message.includes("past the file's end");
      const code = section === "header" ? "bad-signature" : end ? "truncated" : "bad-section";
      return { code, message, path: [section], ...bits(range) };
    });
  }

  notices(): readonly Notice[] {
    const { version } = this.module;
    if (!isNewer(version)) return [];
    const written = `written by a newer Tile IR than 13.5 (version ${version.major}.${version.minor})`;
    return [{ message: `${written}: the text may differ from the reference's`, startBit: 64, endBit: 80 }];
  }

  /** The file, its sections, and their functions. */
  private parts(): readonly Part[] {
    const { module } = this;
    const { sections, functions, bytes } = module;
    const parts: Part[] = [];
    const first = sections.length + 1;
    const header = row({ startByte: 0, endByte: Math.min(12, bytes.length) }, "header", this.title, "comment");
    parts.push({
      kind: "file",
      title: this.title,
      parent: undefined,
      ...bits({ startByte: 0, endByte: bytes.length }),
      count: sections.length + 1,
      shown: () => [
        header,
        ...sections.map((section, i): Entry => ({ kind: "section", ...bits(section), section: i + 1 })),
      ],
    });
    const holders = functions.map((f) => this.holderOf(f));
    for (const [index, section] of sections.entries()) {
      const nested = functions.flatMap((f, i): readonly Entry[] =>
        holders[i] === index ? [{ kind: "section", ...bits(f), section: first + i }] : [],
      );
      parts.push({
        kind: "section",
        title: sectionName(section.id),
        parent: 0,
        ...bits(section),
        count: 1 + nested.length,
        shown: () => this.shownIn(section.id, section, nested),
      });
    }
    for (const [index, definition] of functions.entries())
      parts.push({
        kind: "function",
        title: `entry @${stringOf(module, definition.name)}`,
        parent: (holders[index] ?? -1) + 1,
        ...bits(definition),
        count: 1,
        shown: () => this.shownOf(index),
      });
    return parts;
  }
  /** The index of the section that a function is in: a damaged file may have several of functions. */
  private holderOf({ startByte }: Bytes): number {
    const { sections } = this.module;
    const around = sections.findIndex((s) => s.id === FUNCTIONS && startByte >= s.startByte && startByte < s.endByte);
    return around >= 0 ? around : sections.findIndex(({ id }) => id === FUNCTIONS);
  }
  private *shownIn(id: number, range: Bytes, nested: readonly Entry[]): Generator<Shown, void, undefined> {
    const { module } = this;
    const { strings, constants, types, debug } = module;
    const text = (index: number): string => stringOf(module, index);
    yield row({ ...range, endByte: range.startByte + 1 }, `section ${id}`, sectionName(id), "keyword");
    switch (id) {
      case 1:
        return yield* listed(strings, "string", (_entry, i) => JSON.stringify(text(i)));
      case FUNCTIONS:
        return yield* nested;
      case DEBUG_INFO:
        return yield* listed(debug?.entries ?? [], "debug attribute", (entry) => debugText(entry, text));
      case 4:
        return yield* listed(constants, "constant", (entry) => `${this.size(entry)} bytes`);
      case 5:
        return yield* listed(types, "type", (_entry, i) => this.types.spell(i));
      case 6:
        return yield* shownPieces(globalPieces(module), () => "global");
    }
  }
  private size(range: Bytes | undefined): number {
    return range ? range.endByte - range.startByte : 0;
  }
  private *shownOf(index: number): Generator<Shown, void, undefined> {
    const definition = this.module.functions[index];
    if (!definition) return;
    this.check(index);
    yield* shownPieces(functionPieces(this.module, definition, index), ({ op }) =>
      op ? `${operationOf(op.code)?.name ?? ""} <${op.code}>` : "function",
    );
  }
  /** Reports damage in a body. */
  private check(index: number): void {
    const definition = this.module.functions[index];
    const fault = definition && faultOfBody(this.module, definition);
    if (fault) this.report(fault);
  }

  roots(): readonly SectionId[] {
    return this.records.roots();
  }
  section(id: SectionId): Section {
    return this.records.section(id);
  }
  entries(id: SectionId, from: number, count: number): EntryPage {
    return this.records.entries(id, from, count);
  }
  write(id: SectionId, from: number, count: number, options: ListingOptions, writer: RowWriter): WrittenPage {
    return this.records.write(id, from, count, options, writer);
  }
  placeOf(bit: number): Place | undefined {
    return bit < 0 || bit >= this.bits ? undefined : this.records.placeOf(bit);
  }
  locate(symbol: SymbolId): Place | undefined {
    return this.records.locate(symbol);
  }
  sourceOf(place: Place): readonly SourceFrame[] {
    return this.records.sourceOf(place);
  }
  source(bit: number): SourceAnswer {
    return this.records.source(bit);
  }

  /** The module's text as one section of lines. */
  assembly(options: TextOptions): Arrangement {
    const shown = (): Iterable<Shown> => shownPieces(modulePieces(this.module, options.function), () => "");
    const range = { startBit: 0, endBit: this.bits };
    const module = { kind: "module", title: this.title, parent: undefined, ...range, count: 1, shown };
    return new Parts([module], this.sources);
  }
  *text(options: TextOptions): Generator<string, void, undefined> {
    for (const index of this.module.functions.keys()) this.check(index);
    yield* printModule(this.module, options.function);
  }
  /** The sections: id, place, size. */
  *dump(): Generator<string, void, undefined> {
    for (const { id, startByte, contentByte, endByte } of this.module.sections)
      yield `${sectionName(id).padEnd(16)} header ${startByte}, content ${contentByte}, ${endByte - contentByte} bytes\n`;
  }
  *elements(sink: ElementSink): Generator<void, void, undefined> {
    for (const fault of yield* walkModule(this.module, sink)) this.report(fault);
  }

  outline(): readonly OutlineNode[] {
    const { module } = this;
    const { functions, globals, types, sections } = module;
    const group = (name: string, children: readonly OutlineNode[]): readonly OutlineNode[] =>
      children.length === 0
        ? []
        : [
            {
              kind: "group",
              name,
              startBit: 0,
              endBit: this.bits,
              detail: `${children.length}`,
              children: () => children,
            },
          ];
    return [
      ...group(
        "functions",
        functions.map((f) => {
          const name = stringOf(module, f.name);
          return { kind: "function", name, detail: this.types.spell(f.type), symbol: `@${name}`, ...bits(f) };
        }),
      ),
      ...group(
        "globals",
        globals.map((g) => ({
          kind: "global",
          name: stringOf(module, g.name),
          detail: this.types.spell(g.type),
          ...bits(g),
        })),
      ),
      ...group(
        "types",
        types.map((type, i) => ({ kind: "type", name: this.types.spell(i), ...bits(type) })),
      ),
      ...group(
        "sections",
        sections.map((s) => ({
          kind: "section",
          name: sectionName(s.id),
          detail: `${this.size(s)} bytes`,
          ...bits(s),
        })),
      ),
    ];
  }
  *symbols(): Generator<SymbolInfo, void, undefined> {
    const { module } = this;
    for (const f of module.functions)
      yield { name: stringOf(module, f.name), letter: f.flags & KERNEL ? "T" : "t", kind: "function", ...bits(f) };
    for (const g of module.globals)
      yield { name: stringOf(module, g.name), letter: g.isConstant ? "R" : "D", kind: "global", ...bits(g) };
  }

  hover(place: Place, entry: Entry, { line, token, column }: HoverTarget): HoverCard | undefined {
    const part = this.section(place.section);
    const range = rangeOf(entry);
    const shown = entry.kind === "lines" && column === "assembly" ? entry.lines[line]?.assembly[token] : undefined;
    const symbol = shown?.symbol === undefined ? {} : { symbol: shown.symbol };
    const found = part.kind === "function" ? this.operationAt(entry.startBit / 8) : undefined;
    if (!found) return { title: shown?.text ?? part.title, container: part.title, lines: [], bits: range, ...symbol };
    const definition = operationOf(found.code);
    const title = `${definition?.name ?? "operation"} — opcode 0x${found.code.toString(16)}`;
    return { title, container: part.title, lines: this.operationLines(found), bits: range, ...symbol };
  }
  private operationLines(op: Op): readonly HoverLine[] {
    const definition = operationOf(op.code);
    const types = (values: readonly { readonly type: number }[]): string =>
      values.map(({ type }) => this.types.spell(type)).join(", ");
    const operands = (definition?.operands ?? []).map(({ name }, i) => ({
      ...{ label: name, isName: true as const },
      text: types(op.operands[i] ?? []),
    }));
    const results = op.results.length === 0 ? [] : [{ label: "results", text: types(op.results) }];
    const since = definition ? [{ label: "since", text: `Tile IR ${definition.since}` }] : [];
    return [...operands.filter(({ text }) => text !== ""), ...results, ...since];
  }
  /** The operation that begins at that byte. */
  private operationAt(startByte: number): Op | undefined {
    const { module } = this;
    const definition = module.functions.find(({ body }) => body.startByte <= startByte && startByte < body.endByte);
    const within = (ops: readonly Op[]): Op | undefined => {
      const op = ops.find((o) => o.startByte <= startByte && startByte < o.endByte);
      if (!op || op.startByte === startByte) return op;
      return within(op.regions.flatMap((blocks) => blocks.flatMap((block) => block.ops)));
    };
    return definition && within(this.operationsOf(definition));
  }
  /** The operations of a function. Those of the last one are kept, since its rows are asked about one by one. */
  private operationsOf(definition: TileFunction): readonly Op[] {
    if (this.last?.definition !== definition) this.last = { definition, ops: readBody(this.module, definition) };
    return this.last.ops;
  }

  derived(): readonly DerivedDocument[] {
    return [];
  }
  stats(): Generator<void, readonly StatsRow[], undefined> {
    return inOneStep(
      this.module.sections.map(({ id, startByte, endByte }) => ({
        block: sectionName(id),
        count: 1,
        bits: (endByte - startByte) * 8,
      })),
    );
  }
  facts(): readonly Fact[] {
    const { producer, functions, version } = this.module;
    return [
      ...(producer === undefined ? [] : [{ label: "producer", value: stringOf(this.module, producer) }]),
      { label: "version", value: `Tile IR bytecode ${version.major}.${version.minor}` },
      { label: "functions", value: String(functions.length) },
    ];
  }
}
