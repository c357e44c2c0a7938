/**
 * The boundary around the decoders: an error thrown by our own fault becomes a problem at a position, and the call
 * returns what it can. Only MissingBytes and Unfinished pass, which the session handles, and Unreadable, which is
 * neither the file's fault nor ours.
 */
import type { Arrangement, ArrangementName } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { Piece } from "../../document/byteText";
import type {
  DerivedDocument,
  DumpOptions,
  Fact,
  IrDocument,
  KeptIndex,
  Notice,
  StatsRow,
  TextOptions,
} from "../../document/document";
import type { ElementSink, Leaf } from "../../document/element";
import { rawLeaves } from "../../document/leaves";
import type { OutlineNodes, SymbolInfo } from "../../document/outline";
import type { Problem } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import { GuardedArrangement } from "./arrangement";
import { Faults } from "./faults";
import { GuardedNodes } from "./node";

/** Remembers how far a walk over the elements got, so that the file tiles even if the walk stops early. */
class WatchedSink implements ElementSink {
  depth = 0;
  endBit = 0;
  readonly plain: boolean;
  constructor(private readonly sink: ElementSink) {
    this.plain = sink.plain ?? false;
  }
  open(kind: string, name: string, startBit: number): void {
    this.depth++;
    this.sink.open(kind, name, startBit);
  }
  leaf(leaf: Leaf): void {
    this.endBit = leaf.endBit;
    this.sink.leaf(leaf);
  }
  close(endBit: number): void {
    this.depth--;
    this.sink.close(endBit);
  }
  /** Covers the bits that the walk did not reach with undecoded leaves, and closes the open containers. */
  finish(window: ByteWindow, meaning: string, range: BitRange): void {
    const startBit = Math.max(this.endBit, range.startBit);
    rawLeaves(this, window, { kind: "undecoded", name: "bytes", meaning }, { startBit, endBit: range.endBit });
    while (this.depth > 0) this.close(range.endBit);
  }
}

/** A document whose faults become problems: it throws nothing but MissingBytes, Unfinished and Unreadable. */
class GuardedDocument extends GuardedArrangement implements IrDocument {
  readonly format: string;
  readonly bits: number;
  readonly window: ByteWindow;
  readonly recordWidth: number;
  declare readonly hover: IrDocument["hover"];
  readonly opensIn?: ArrangementName;
  readonly assembly?: (options: TextOptions) => Arrangement | undefined;
  readonly explain?: Required<IrDocument>["explain"];
  readonly facts?: () => readonly Fact[];
  readonly notices?: () => readonly Notice[];
  readonly index?: KeptIndex;

  constructor(
    private readonly document: IrDocument,
    faults = new Faults(),
  ) {
    const { format, bits, window, recordWidth, assembly, explain, facts, notices, index } = document;
    super(document, faults, { startBit: 0, endBit: bits });
    this.format = format;
    this.bits = bits;
    this.window = window;
    this.recordWidth = recordWidth;
    if (document.opensIn) this.opensIn = document.opensIn;
    if (assembly)
      this.assembly = (options) => {
        const arrangement = this.all("assembly", () => assembly.call(document, options), undefined);
        return arrangement && new GuardedArrangement(arrangement, faults, this.whole);
      };
    if (explain) this.explain = (token, line) => this.all("explanation", () => explain.call(document, token, line), []);
    if (facts) this.facts = () => this.all("overview", () => facts.call(document), []);
    if (notices) this.notices = () => this.all("notices", () => notices.call(document), []);
    if (index)
      this.index = {
        recall: (bytes) => this.all("index", () => index.recall(bytes), undefined),
        isFound: () => index.isFound(),
        keep: () => this.walk("index", () => index.keep()),
      };
  }

  /** Guards a call that is about the whole file. */
  private all<T>(what: string, work: () => T, instead: T): T {
    return this.faults.guard(
      what,
      () => this.whole,
      work,
      () => instead,
    );
  }
  private walk<T, R>(what: string, walk: () => Generator<T, R, undefined>): Generator<T, R | undefined, undefined> {
    return this.faults.walk(what, () => this.whole, walk);
  }
  private pieces<T>(what: string, pieces: () => Iterable<T>): Generator<T, void, undefined> {
    return this.walk(what, function* () {
      yield* pieces();
    });
  }

  /** Read only on demand: an archive collects the styles of all its members. */
  get styles(): readonly string[] {
    return this.all("styles", () => this.document.styles ?? [], []);
  }
  get title(): string {
    return this.document.title;
  }
  problems(): readonly Problem[] {
    const found = this.all("problems", () => this.document.problems(), []);
    return this.faults.problems.length === 0 ? found : [...found, ...this.faults.problems];
  }
  text(options: TextOptions): Generator<Piece, void, undefined> {
    return this.walk("text", () => this.document.text(options));
  }
  dump(options: DumpOptions): Generator<Piece, void, undefined> {
    return this.walk("dump", () => this.document.dump(options));
  }
  *elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    const watched = new WatchedSink(sink);
    try {
      yield* this.document.elements(watched, range);
    } catch (thrown) {
      const extent = range ?? this.whole;
      const problem = this.faults.note(thrown, "elements", { startBit: watched.endBit, endBit: extent.endBit });
      watched.finish(this.window, problem.message, extent);
    }
  }
  outline(): OutlineNodes {
    return new GuardedNodes(
      this.all("outline", () => this.document.outline(), []),
      this.whole,
      this.faults,
    );
  }
  symbols(): Generator<SymbolInfo, void, undefined> {
    return this.pieces("symbols", () => this.document.symbols());
  }
  derived(): readonly DerivedDocument[] {
    return this.all("documents inside", () => this.document.derived().map((inner) => new GuardedInside(inner)), []);
  }
  *stats(): Generator<void, readonly StatsRow[], undefined> {
    return (yield* this.walk("statistics", () => this.document.stats())) ?? [];
  }
}

/** A document inside another one, which opens with the boundary around it. */
class GuardedInside implements DerivedDocument {
  constructor(private readonly inner: DerivedDocument) {}

  get name(): string {
    return this.inner.name;
  }
  get startBit(): number {
    return this.inner.startBit;
  }
  get endBit(): number {
    return this.inner.endBit;
  }
  readonly open = (): IrDocument => guarded(this.inner.open());
  drop(): void {
    this.inner.drop?.();
  }
}

/** Puts the boundary around a document, unless it already has it. */
export function guarded(document: IrDocument): IrDocument {
  return document instanceof GuardedDocument ? document : new GuardedDocument(document);
}

/**
 * Opens a document inside the boundary.
 * @param open opens the file; `unreadable` opens it instead if that fails
 * @throws MissingBytes, Unfinished, Unreadable
 */
export function guardedOpen(window: ByteWindow, open: () => IrDocument, unreadable: () => IrDocument): IrDocument {
  const faults = new Faults();
  const extent = { startBit: 0, endBit: window.length * 8 };
  const document = faults.guard("file", () => extent, open, unreadable);
  return faults.problems.length === 0 ? guarded(document) : new GuardedDocument(document, faults);
}
