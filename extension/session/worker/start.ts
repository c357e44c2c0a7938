/** Starts a worker in Node, as the extension does. */
import { Worker } from "node:worker_threads";
import type { SessionWorker } from "../transport/connection";
import type { Message } from "../transport/rpc";

/**
 * Starts the worker in a bundle (`dist/worker.js`).
 * @param mostMb megabytes of objects that it may keep: without a limit of its own, a worker that runs out of memory ends
 * the process
 */
export function startNodeWorker(file: string, mostMb: number): SessionWorker {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: mostMb } });
  return {
    post: (message) => worker.postMessage(message),
    listen: (take) => void worker.on("message", (message: Message) => take(message)),
    onEnd: (report) => {
      worker.on("error", (error) => report(error.message));
      worker.on("exit", (code) => report(`the worker has ended with status ${code}`));
    },
    end: () => void worker.terminate(),
  };
}
