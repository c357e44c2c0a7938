/** What the parts of a session share: the document, its bytes, its arrangements. */
import type { ArrangementName } from "../document/arrangement";
import type { IrDocument, OpenOptions } from "../document/document";
import { openDocument } from "../formats/detect";
import { encoded } from "./names/unicode";
import { Arranged } from "./rows/arranged";
import type { ByteSource } from "./bytes/source";
import { Steps } from "./rows/steps";
import { PagedWindow } from "./bytes/window";

/** An open document and what is known about it. */
export class Core {
  readonly records: Arranged;
  private assembly: Arranged | undefined;

  constructor(
    readonly document: IrDocument,
    readonly window: PagedWindow,
    readonly source: ByteSource,
    private readonly steps = new Steps(window),
    private readonly fileName = "",
  ) {
    this.records = new Arranged("records", document, document.bits, steps);
  }

  /** Opens bytes of any format. */
  static async open(source: ByteSource, options: OpenOptions): Promise<Core> {
    const window = new PagedWindow(source, options.maxMemory === undefined ? undefined : options.maxMemory / 4);
    const steps = new Steps(window);
    const document = await steps.step(() => openDocument(window, options));
    return new Core(document, window, source, steps, encoded(options.fileName ?? ""));
  }

  /** The arrangements of the document, the one to show first in front. May throw MissingBytes. */
  arrangements(): readonly ArrangementName[] {
    if (this.arranged("assembly") === this.records) return ["records"];
    return this.document.opensIn === "records" ? ["records", "assembly"] : ["assembly", "records"];
  }
  /** The arrangement with this name; the records if the document has no assembly. May throw MissingBytes. */
  arranged(name: ArrangementName | undefined): Arranged {
    if (name !== "assembly") return this.records;
    const { document, steps } = this;
    if (!this.assembly) {
      const arrangement = document.assembly?.({ fileName: this.fileName, inBackground: this.window.blocking });
      if (!arrangement) return this.records;
      this.assembly = new Arranged("assembly", arrangement, document.bits, steps);
    }
    return this.assembly;
  }

  /** Whether tokens of the document may be noise: the records hold what the assembly calls noise. May throw MissingBytes. */
  get isNoisy(): boolean {
    return this.arrangements().some((name) => this.arranged(name).arrangement.noisy === true);
  }

  /** Runs one step over the document. @throws {Cancelled} */
  step<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    return this.steps.step(work, signal);
  }
  /** Waits until no walk over many entries is going on, see {@link Steps.alone}. */
  alone(): Promise<void> {
    return this.steps.alone();
  }
  /** Runs a generator over the document in steps, see {@link Steps.sliced}. @throws {Cancelled} */
  sliced<T>(begin: () => Generator<unknown, T, undefined>, signal?: AbortSignal): Promise<T> {
    return this.steps.sliced(begin, signal);
  }
  /** Loads all bytes, so that a generator over the document can run: it could not continue after a MissingBytes. */
  async loadAll(): Promise<void> {
    if (!this.window.blocking) await this.window.load({ startByte: 0, endByte: this.window.length });
  }
}
