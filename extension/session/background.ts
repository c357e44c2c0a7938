/** What a session does in the background: it reads what the first rows lack, finds numbers, and counts lines. */
import type { ArrangementName } from "../document/arrangement";
import { Replaced } from "../document/window";
import type { Core } from "./core";
import { problemsOf } from "./facts/problems";
import type { IndexKeeper } from "./index/keeper";
import type { Arranging, Folds, WorkerEvent } from "./protocol";
import type { Arranged } from "./rows/arranged";
import { UNFOLDED } from "./rows/folds";
import type { RowLayout } from "./rows/rowLayout";
import { Cancelled } from "./transport/rpc";
import { Slice, STEP } from "./transport/slices";

/** Most pages of entries that are counted on opening. */
const AT_ONCE = 16;
/** Time for background work before the first rows of an assembly are sent, in ms. */
const PREPARE = 60;
/** Interval of progress reports while lines are counted, in ms. */
const TELL_EVERY = 200;

/** What the background work of a session needs from it. */
interface BackgroundHost {
  readonly core: Core;
  readonly kept: IndexKeeper;
  /** Aborted when the session ends. */
  readonly ended: AbortSignal;
  tell(event: WorkerEvent): void;
}

/** Whether all entries of an arrangement can be shown. */
const isComplete = ({ arrangement }: Arranged): boolean => arrangement.complete?.() ?? true;

/** The background work of one session. */
export class Background {
  private readonly works = new Map<ArrangementName, Generator<void, void, undefined>>();
  /** The revisions already reported: several calls may run the same work. */
  private readonly revisions = new Map<ArrangementName, number>();
  /** Arrangements whose lines are being counted. */
  private readonly counting = new Set<ArrangementName>();
  /** Those of which all lines have been counted that are. */
  private readonly counted = new WeakSet<RowLayout>();
  /** Whether the user wants no more counting. What rows need is still read. */
  private stopped = false;
  /** Arrangements with lines that have not been counted for this reason. */
  private readonly uncounted = new Set<ArrangementName>();
  /** The folds of the rows asked for last. */
  private last: Folds | undefined;
  /** Whether the records' outer sections have been counted. */
  private measured = false;
  /** How many problems were reported last. */
  private problems = 0;

  constructor(private readonly host: BackgroundHost) {}

  /** Whether lines of an arrangement are being counted. */
  get isCounting(): boolean {
    return this.counting.size > 0;
  }
  /** Stops the counting of lines and the search for numbers. */
  stop(): void {
    this.stopped = true;
  }
  /** Continues what {@link stop} stopped. */
  resume(): void {
    this.stopped = false;
    this.uncounted.clear();
    if (this.last) this.count(this.last);
  }

  /** Counts the lines of the outer sections before the first rows are drawn: all lines of a small file. */
  async measureAtOnce(): Promise<void> {
    if (this.measured) return;
    this.measured = true;
    const { core } = this.host;
    const layout = core.records.layout({ ...UNFOLDED, detail: false });
    const end = performance.now() + STEP;
    for (let pages = 0; pages < AT_ONCE && performance.now() < end; pages++)
      if (!(await core.step(() => layout.measurePage()))) return;
  }

  /** Counts lines in the background, once rows have been asked for; afterwards the list of problems is complete. */
  count(folds: Folds): void {
    this.last = folds;
    const arranged = this.host.core.arranged(folds.arrangement);
    const layout = arranged.layout(folds);
    if (layout.exact || this.counted.has(layout) || this.counting.has(arranged.name)) return this.tellFound();
    if (this.stopped && isComplete(arranged)) return;
    this.counting.add(arranged.name);
    void this.countLines(arranged, folds)
      .catch((error: unknown) => {
        // Nobody waits for this work: an error is reported, and never ends the worker.
        // A file that has changed is opened again.
        if (!(error instanceof Cancelled || error instanceof Replaced))
          this.host.tell({ kind: "stopped", reason: error instanceof Error ? error.message : String(error) });
        return true;
      })
      .then((isDone) => {
        this.counting.delete(arranged.name);
        if (isDone) this.uncounted.delete(arranged.name);
        else this.uncounted.add(arranged.name);
        if (!this.host.ended.aborted) this.tellShare(1);
      });
  }
  /** Counts all lines; returns false if it was stopped before the end. */
  private async countLines(arranged: Arranged, folds: Folds): Promise<boolean> {
    const { core, ended } = this.host;
    const slice = new Slice(ended);
    await this.prepare(arranged, slice, undefined, true);
    const layout = arranged.layout(folds);
    let told = performance.now();
    while (!this.stopped && (await core.step(() => layout.measurePage(), ended))) {
      // A turn follows every page: rows that somebody waits for come first, and so do searches.
      await slice.pause();
      await core.alone();
      if (performance.now() - told < TELL_EVERY) continue;
      told = performance.now();
      this.tellShare(layout.share);
    }
    if (this.stopped) return false;
    this.counted.add(layout);
    return true;
  }
  private tellShare(share: number): void {
    this.problems = problemsOf(this.host.core.document).length;
    const stopped = share === 1 && this.uncounted.size > 0;
    this.host.tell({ kind: "indexing", share, problems: this.problems, stopped });
  }
  /** Reports problems that were found while an answer was made, unless lines are being counted: the end of that does. */
  tellFound(): void {
    if (!this.isCounting && problemsOf(this.host.core.document).length !== this.problems) this.tellShare(1);
  }

  private workOf(arranged: Arranged): Generator<void, void, undefined> | undefined {
    if (!this.host.core.window.blocking) return undefined;
    const work = this.works.get(arranged.name) ?? arranged.arrangement.background?.();
    if (work) this.works.set(arranged.name, work);
    return work;
  }
  /** Before the first rows are drawn, does all background work of a small file, so that its rows need not change. */
  async prepareAtOnce(arranged: Arranged): Promise<void> {
    if (arranged.name === "records") {
      // If reading is slow, no more is read than somebody looks at.
      if (this.host.core.window.blocking) await this.measureAtOnce();
      return;
    }
    if (this.works.has(arranged.name)) return;
    const work = this.workOf(arranged);
    const slice = new Slice(this.host.ended);
    const end = performance.now() + PREPARE;
    while (performance.now() < end && work?.next().done === false) await slice.pause();
  }
  /**
   * Runs an arrangement's background work, once; reports when rows have changed and must be asked for again.
   * @param isEnough whether the caller need not wait any longer
   * @param isPatient whether nobody waits for it: searches of what can be shown come first
   */
  async prepare(arranged: Arranged, slice: Slice, isEnough = (): boolean => false, isPatient = false): Promise<void> {
    const { core, kept, tell } = this.host;
    await kept.recall();
    const work = this.workOf(arranged);
    if (!work) return;
    const { name } = arranged;
    if (!this.revisions.has(name)) this.revisions.set(name, arranged.revision);
    let told = performance.now();
    const isLeft = (): boolean => !(this.stopped && isComplete(arranged)) && !isEnough();
    for (let done = false; !done && isLeft(); await slice.pause()) {
      if (isPatient && isComplete(arranged)) await core.alone();
      done = work.next().done === true;
      if (performance.now() - told > TELL_EVERY) {
        told = performance.now();
        this.tellShare(arranged.arrangement.progress?.() ?? 0);
        kept.look();
      }
      const { revision } = arranged;
      if (this.revisions.get(name) === revision) continue;
      this.revisions.set(name, revision);
      tell({ kind: "renumbered", arrangement: name });
    }
    kept.look();
  }

  /**
   * Waits until all entries are known: a search of an arrangement must not end with those that can be shown at once.
   */
  async completed({ arrangement }: Arranging, signal: AbortSignal): Promise<void> {
    const { core } = this.host;
    const arranged = await core.step(() => core.arranged(arrangement), signal);
    await this.prepare(arranged, new Slice(signal), () => isComplete(arranged));
  }
}
