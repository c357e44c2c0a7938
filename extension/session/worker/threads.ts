/** Threads of Node: helpers run `dist/helper.js`, which the build puts beside what starts them. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Helper, Threads } from "../../document/threads";

/** Threads that take part in one text unless told: each of them keeps the module's tables. */
const MOST = 4;
/**
 * Cores that are left to V8's own threads, which compile and collect: they keep one busy while one thread prints. With two
 * cores, a second thread costs half as much processor time again and saves no time (bench/RESULTS.md).
 */
const LEFT_FREE = 1;
/** Megabytes of a helper's heap for what it has just made. More than the default: it makes and forgets much. */
const YOUNG_MB = 64;

class NodeHelper implements Helper {
  hasEnded = false;
  private readonly worker: Worker;
  private readonly port;
  constructor(file: string, task: string) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
    this.worker = new Worker(file, { workerData: { task, port: port2 }, transferList: [port2], resourceLimits });
    const noteEnd = (): void => {
      this.hasEnded = true;
    };
    this.worker.on("error", noteEnd);
    this.worker.on("exit", noteEnd);
    // Nobody waits for a helper but who takes its messages.
    this.worker.unref();
    this.port.unref();
  }
  post(message: unknown, moved: readonly ArrayBuffer[] = []): void {
    this.port.postMessage(message, moved);
  }
  take(): unknown {
    return (receiveMessageOnPort(this.port) as { message: unknown } | undefined)?.message;
  }
  end(): void {
    this.port.close();
    void this.worker.terminate();
  }
}

/**
 * The threads of this machine.
 * @param folder where `helper.js` is
 * @param jobs threads in all that work on one thing, the caller's included; where absent, one less than there are cores,
 *   up to 4
 */
export function nodeThreads(folder: string, jobs?: number): Threads {
  const file = resolve(folder, "helper.js");
  const count = existsSync(file) ? (jobs ?? Math.max(1, Math.min(MOST, availableParallelism() - LEFT_FREE))) - 1 : 0;
  const start = (task: string): Helper | undefined => {
    try {
      return new NodeHelper(file, task);
    } catch {
      // A system that is short of threads or memory: those that there are do the work.
      return undefined;
    }
  };
  return { count, always: jobs !== undefined, start };
}
