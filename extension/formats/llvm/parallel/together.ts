/**
 * Makes a module's text with several threads: each reads the module's tables and prints functions; the thread that owns
 * the text assigns the numbers and merges the text. The bytes are the same as with one thread.
 */
import type { BitRange } from "../../../document/bits";
import type { Piece } from "../../../document/byteText";
import type { Problem } from "../../../document/problem";
import type { Helper, Threads } from "../../../document/threads";
import type { ByteWindow } from "../../../document/window";
import type { Release } from "../ir/releases";
import type { StructType } from "../ir/types";
import type { FunctionValue } from "../ir/values";
import { MetadataPrinter } from "../metadata/print";
import type { TypeSearch } from "../print/heldText";
import { afterTypes } from "../print/heldText";
import { ModuleText, silently, textContext } from "../print/module";
import { definitionsOf, namesAllTypes, typeDefinitions } from "../print/order";
import { TypeWalk } from "../print/moduleTypes";
import type { LoadedModule } from "../read/module";
import { Control } from "./control";
import { loadForText } from "./load";
import { Merge, planFunctions } from "./merge";
import type { FromHelper, FunctionPlan, Part, TextSource, ToHelper } from "./messages";
import { NotTogether, TEXT_TASK } from "./messages";
import { functionsOf, Share } from "./share";

/**
 * The smallest module, in bits, for which starting threads saves time. Each thread reads all tables, and V8 compiles the
 * same code for each: three of them print a module of 5 MB a fifth faster, but with 2.7 times the processor time and
 * memory (bench/HISTORY.md).
 */
const MIN_BITS = 64 << 20;
/** The first release whose text has attribute groups and a single list of types. */
const FIRST_RELEASE: Release = 9;

/** Yielded while waiting, so that others get their turn. */
const NOTHING = new Uint8Array(0);

/** What is printed, and where its problems are reported. */
export interface TogetherText extends Omit<TextSource, "bytes"> {
  readonly window: ByteWindow;
  readonly fileName: string;
  readonly whole: boolean;
  report(problem: Problem): void;
}

/** Whether a module of this many bits is worth starting threads. */
export function isWorthThreads(bits: number, threads: Threads | undefined): threads is Threads {
  return threads !== undefined && threads.count > 0 && bits >= (threads.always ? 0 : MIN_BITS);
}

/** Prints a module; empty pieces mean that it is waiting for other threads. @throws {NotTogether} */
export function* textTogether(text: TogetherText, threads: Threads): Generator<Piece, void, undefined> {
  const bytes = text.window.share?.();
  if (!bytes) throw new NotTogether();
  const helpers: Helper[] = [];
  try {
    for (let share = 1; share <= threads.count; share++) {
      const helper = threads.start(TEXT_TASK);
      if (!helper) break;
      helpers.push(helper);
      tell(helper, { kind: "open", share, source: { bytes, index: text.index, release: text.release } });
    }
    yield* new Owner(text, helpers).print();
  } finally {
    for (const helper of helpers) helper.end();
  }
}

/**
 * The text made by several threads; if that fails, the rest comes from `alone`, after the bytes that were already
 * yielded.
 */
export function* orElse(together: Iterable<Piece>, alone: () => Iterable<Piece>): Generator<Piece, void, undefined> {
  let yielded = 0;
  try {
    for (const piece of together) {
      yielded += piece.length;
      yield piece;
    }
    return;
  } catch (thrown) {
    if (!(thrown instanceof NotTogether)) throw thrown;
  }
  for (const piece of alone()) {
    const left = Math.min(yielded, piece.length);
    yielded -= left;
    if (left < piece.length) yield left === 0 ? piece : piece.slice(left);
  }
}

function tell(helper: Helper, message: ToHelper): void {
  helper.post(message);
}

/** The structs that any of the shares has found. */
class FoundTypes {
  readonly structs: StructType[] = [];
  private readonly known = new Set<StructType>();
  private left: number;
  constructor(private readonly module: LoadedModule) {
    this.left = module.types.filter((type) => type.kind === "struct" && type.identified).length;
  }
  add(structs: Iterable<StructType>): void {
    for (const struct of structs) {
      if (this.known.has(struct)) continue;
      this.known.add(struct);
      this.structs.push(struct);
      this.left--;
    }
  }
  addIndexes(indexes: readonly number[]): void {
    this.add(indexes.map((index) => this.module.types[index]).filter((type) => type?.kind === "struct"));
  }
  get complete(): boolean {
    return this.left <= 0;
  }
}

/** How the owner of a text handles jobs of one kind. */
interface Jobs {
  parts(job: number): Iterator<Part | undefined>;
  /** Whether the owner's own share can do the job. */
  isFor(job: number): boolean;
  /** Called when all of the job's text has been merged. */
  isDone(job: number): void;
}

/** The thread that owns a text; it also takes part in the work, as share 0. */
class Owner {
  private readonly share: Share;
  private readonly front: ModuleText;
  private readonly merge: Merge;
  private readonly module: LoadedModule;
  private readonly loaded;
  private readonly functions: readonly FunctionValue[];
  private readonly types: FoundTypes;
  private control: Control | undefined;
  /** How many functions' text has been merged. */
  private merged = 0;
  private room = 0;
  /** Helpers that have printed something: no other thread knows their nodes. */
  private readonly contributors = new Set<number>();

  constructor(
    private readonly text: TogetherText,
    private readonly helpers: readonly Helper[],
  ) {
    this.loaded = loadForText(text.window, text.index, text.release);
    const { module } = this.loaded;
    if (module.release < FIRST_RELEASE) throw new NotTogether();
    this.module = module;
    const extent = module.metadata.extent();
    this.merge = new Merge(module.metadata, extent, helpers.length + 1);
    this.share = new Share(this.loaded);
    const metadata = { numbering: this.merge.numbering, printer: new MetadataPrinter(module.metadata) };
    this.front = new ModuleText(module, metadata, text.fileName, textContext(module, metadata, this.share.names));
    this.functions = functionsOf(module);
    this.types = new FoundTypes(module);
  }

  *print(): Generator<Piece, void, undefined> {
    const { module, front, types } = this;
    const { context } = front;
    const walk = this.text.whole && namesAllTypes(module) ? new TypeWalk(module, context.types.opaque) : undefined;
    if (walk) yield* silently(walk.globals());
    if (!walk || walk.complete) {
      const definitions = yield* silently(typeDefinitions(module, context));
      const unnamed = definitions.flatMap(({ type }) => (type.kind === "struct" && type.name === "" ? [type] : []));
      this.numberHead();
      yield* front.head(definitions);
      const places = new Map(unnamed.length > 0 ? module.types.map((type, place) => [type, place]) : []);
      yield* this.rest(unnamed.map((type) => places.get(type) ?? -1));
      return;
    }
    types.add(walk.structs);
    this.numberHead();
    yield* afterTypes(
      this.typeSearch(),
      this.rest(undefined),
      () => this.finishTypes(),
      () => front.head(definitionsOf(types.structs, context)),
    );
  }

  private typeSearch(): TypeSearch {
    return { isComplete: () => this.types.complete, isBetween: () => !this.share.isOpen };
  }
  /** Searches for types in the functions that have not been merged. */
  private *finishTypes(): Generator<void, void, undefined> {
    this.control?.endTypes();
    if (this.types.complete) return;
    const walk = new TypeWalk(this.module, this.front.context.types.opaque);
    for (const global of this.functions.slice(0, this.merged)) walk.skip(global);
    yield* walk.globals();
    this.types.add(yield* walk.finish());
  }

  /** Numbers the module's head, which comes first. */
  private numberHead(): void {
    const { front, merge } = this;
    front.numberHead();
    merge.noteHead(front.context.textsOfGroups());
  }

  /** Prints what follows the definitions of types. */
  private *rest(unnamed: readonly number[] | undefined): Generator<Uint8Array, void, undefined> {
    const { front, merge } = this;
    const plan = this.planOf(unnamed);
    const control = Control.make(plan.starts.length - 1, this.helpers.length + 1);
    this.control = control;
    for (const helper of this.helpers) tell(helper, { kind: "functions", control: control.memory, plan });
    this.share.begin(plan);
    yield* front.printGlobals();
    this.reportProblems(this.loaded.problems.take());
    yield front.take();
    yield* this.together(control, plan.starts.length - 1, {
      parts: (job) => this.share.printFunctions(job, plan, control),
      isFor: () => true,
      isDone: (job) => (this.merged = plan.starts[job + 1] ?? 0),
    });
    front.printBeforeNodes(merge.groups);
    yield front.take();
    yield* this.nodes();
    yield* front.printSummary();
    this.reportProblems(this.loaded.problems.take());
  }

  private planOf(unnamed: readonly number[] | undefined): FunctionPlan {
    const { bodies } = this.module;
    const bitsOf = (body: BitRange | undefined): number => (body ? body.endBit - body.startBit : 0);
    return planFunctions(
      this.functions.map((global) => bitsOf(bodies.ofGlobal(global))),
      this.helpers.length + 1,
      unnamed,
    );
  }

  private *nodes(): Generator<Uint8Array, void, undefined> {
    const { merge, helpers } = this;
    const runs = merge.runs();
    const numbers = merge.numbersOfAll();
    const control = Control.make(runs.length, helpers.length + 1);
    helpers.forEach((helper, index) => {
      tell(helper, { kind: "nodes", control: control.memory, plan: merge.planFor(index + 1, runs, numbers) });
    });
    const plan = merge.planFor(0, runs, numbers);
    this.share.beginNodes(plan);
    yield* this.together(control, runs.length, {
      parts: (job) => this.share.printNodes(job, plan),
      isFor: (job) => plan.jobs[job]?.ids.length !== 0,
      isDone: () => undefined,
    });
  }

  /** The text of all jobs in order; this thread does jobs that no other has taken. */
  private *together(control: Control, count: number, jobs: Jobs): Generator<Uint8Array, void, undefined> {
    const waiting: { share: number; part: Part }[][] = Array.from({ length: count }, () => []);
    let own: Iterator<Part | undefined> | undefined;
    let ownJob = -1;
    for (let current = 0; current < count;) {
      const { signal } = control;
      this.collect(control, waiting);
      const next = waiting[current]?.shift();
      if (next) {
        yield this.take(next.share, next.part);
        control.taken(next.share, next.part.text.length);
        if (next.part.isLast) jobs.isDone(current++);
        continue;
      }
      if (!own) {
        ownJob = control.claim(0, (job) => jobs.isFor(job)) ?? -1;
        if (ownJob >= 0) own = jobs.parts(ownJob);
      }
      if (own && (ownJob === current || !control.isAhead(0))) {
        const step = own.next();
        if (step.done) own = undefined;
        else if (step.value) {
          waiting[ownJob]?.push({ share: 0, part: step.value });
          control.sent(0, step.value.text.length);
        }
      } else control.waitForText(signal);
      yield NOTHING;
    }
  }

  /** Takes what the helpers have sent. @throws {NotTogether} if one of them has left work undone */
  private collect(control: Control, waiting: { share: number; part: Part }[][]): void {
    this.helpers.forEach((helper, index) => {
      const share = index + 1;
      for (let message = helper.take(); message !== undefined; message = helper.take()) {
        const reply = message as FromHelper;
        if (reply.kind === "fault") throw new NotTogether();
        waiting[reply.part.job]?.push({ share, part: reply.part });
      }
      if (helper.hasEnded && (control.hasClaimed(share) || this.contributors.has(share))) throw new NotTogether();
    });
  }

  private take(share: number, part: Part): Uint8Array {
    this.room += part.room;
    // The room for constants is shared by the whole text. Where it runs out depends on the order of the text, which one
    // thread has to follow.
    if (this.room + this.front.context.room.taken > this.share.mostRoom) throw new NotTogether();
    this.reportProblems(part.problems);
    this.types.addIndexes(part.types);
    if (share > 0) this.contributors.add(share);
    return this.merge.take(share, part);
  }

  private reportProblems(problems: readonly Problem[]): void {
    for (const problem of problems) this.text.report(problem);
  }
}
