/** What long steps spend their time on: the samples of V8's profiler during each of them. */
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector";

/** Steps that are longer than this (ms) are explained. */
const LONG = 10;
/** Microseconds between samples. */
const INTERVAL = 250;
/** A call is followed as long as it takes at least this share of its step. */
const SHARE = 0.4;
/** Calls in an explanation, innermost ones. */
const DEPTH = 9;
/** The longest steps of each kind that are explained. */
const MOST = 3;

interface Round {
  readonly label: string;
  readonly ms: number;
  /** Microseconds of the profiler's clock. */
  readonly from: number;
  readonly to: number;
}

/** The monotonic clock that the profiler uses, in microseconds. */
const clock = (): number => Number(process.hrtime.bigint() / 1000n);

/** Notes rounds of the event loop, and tells what the long ones did. */
export class StepProfile {
  private readonly inspector = new Session();
  private readonly rounds: Round[] = [];
  private last = 0;
  private isOn = false;

  start(): void {
    this.isOn = true;
    this.inspector.connect();
    this.inspector.post("Profiler.enable");
    this.inspector.post("Profiler.setSamplingInterval", { interval: INTERVAL });
    this.inspector.post("Profiler.start");
    this.last = clock();
  }
  /** A round has ended. */
  round(label: string, ms: number): void {
    if (!this.isOn) return;
    const to = clock();
    if (ms > LONG) this.rounds.push({ label, ms, from: this.last, to });
    this.last = to;
  }
  /** Prints the longest rounds of each kind, each with the calls that took most of it. */
  print(): void {
    this.inspector.post("Profiler.stop", (_error, { profile }) => {
      const labels = new Set(this.rounds.map(({ label }) => label));
      for (const label of labels) {
        const own = this.rounds.filter((round) => round.label === label).sort((a, b) => b.ms - a.ms);
        console.log(`\n${label}: ${own.length} rounds of more than ${LONG} ms`);
        for (const round of own.slice(0, MOST)) console.log(`  ${round.ms.toFixed(1)}: ${explained(profile, round)}`);
      }
    });
    this.inspector.disconnect();
  }
}

/** The path of calls that took most of a round. */
function explained({ nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile, { from, to }: Round): string {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const names = new Map(
    nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName}:${callFrame.lineNumber + 1}`]),
  );
  const times = new Map<number, number>();
  let [at, total] = [startTime, 0];
  samples.forEach((sample, i) => {
    const taken = timeDeltas[i] ?? 0;
    at += taken;
    if (at < from || at > to) return;
    total += taken;
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id))
      times.set(id, (times.get(id) ?? 0) + taken);
  });
  const path: string[] = [];
  for (let node = nodes[0]; node;) {
    const children: readonly number[] = node.children ?? [];
    const [best = -1] = [...children].sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
    if ((times.get(best) ?? 0) < SHARE * total) break;
    path.push(`${names.get(best) ?? ""} ${((times.get(best) ?? 0) / 1000).toFixed(0)}`);
    node = nodes.find(({ id }) => id === best);
  }
  return path.slice(-DEPTH).join(" > ");
}
