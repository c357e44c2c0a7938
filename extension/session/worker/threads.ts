/**
 * Node's helper threads: they run `dist/worker.js`, which the build puts beside the code that starts them. The worker and its
 * helpers are one bundle, since both contain the decoders.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { MessagePort, Worker } from "node:worker_threads";
import type { Helper, Threads } from "../../document/threads";
import type { HelperStart } from "./helper";

/** Most threads for one text by default: each of them keeps the module's tables. */
const MOST = 4;
/**
 * Cores left to V8's own threads, which compile and collect garbage: they keep one core busy while one thread prints.
 * On two cores, a second thread would use half as much processor time again and save no time (bench/RESULTS.md).
 */
const LEFT_FREE = 1;
/** MB of a helper's heap for new objects. More than the default, since a helper makes and drops many objects. */
const YOUNG_MB = 64;

/** Loaded with the first thread: that takes longer than printing a small file. */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at start
const threads = (): typeof import("node:worker_threads") => require("node:worker_threads");

class NodeHelper implements Helper {
  hasEnded = false;
  private readonly worker: Worker;
  private readonly port: MessagePort;
  constructor(file: string, task: string) {
    const { MessageChannel, Worker } = threads();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
    const workerData: HelperStart = { task, port: port2 };
    this.worker = new Worker(file, { workerData, transferList: [port2], resourceLimits });
    const noteEnd = (): void => {
      this.hasEnded = true;
    };
    this.worker.on("error", noteEnd);
    this.worker.on("exit", noteEnd);
    // Only a caller that takes its messages waits for a helper.
    this.worker.unref();
    this.port.unref();
  }
  post(message: unknown, moved: readonly ArrayBuffer[] = []): void {
    this.port.postMessage(message, moved);
  }
  take(): unknown {
    return (threads().receiveMessageOnPort(this.port) as { message: unknown } | undefined)?.message;
  }
  end(): void {
    this.port.close();
    void this.worker.terminate();
  }
}

/**
 * The helper threads of this machine.
 * @param folder the folder of `worker.js`
 * @param jobs number of threads for one task, including the caller's; by default one less than there are cores, up to 4
 */
export function nodeThreads(folder: string, jobs?: number): Threads {
  const file = resolve(folder, "worker.js");
  const count = existsSync(file) ? (jobs ?? Math.max(1, Math.min(MOST, availableParallelism() - LEFT_FREE))) - 1 : 0;
  const start = (task: string): Helper | undefined => {
    try {
      return new NodeHelper(file, task);
    } catch {
      // If the system is short of threads or memory, the existing threads do the work.
      return undefined;
    }
  };
  return { count, always: jobs !== undefined, start };
}
