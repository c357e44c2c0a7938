/** Starts a worker in Node, as the extension does. */
import { Worker } from "node:worker_threads";
import type { SessionWorker } from "../transport/connection";
import type { Message } from "../transport/rpc";

/**
 * Starts the worker in a bundle (`dist/worker.js`).
 * @param mostMb megabytes of objects that it may keep: without a limit of its own, a worker that runs out of memory ends
 * the process
 * @param codeFolder where Node (22.8 and later) keeps the compiled bundle, which saves a third of the time to the first
 * rows of a small file
 */
export function startNodeWorker(file: string, mostMb: number, codeFolder?: string): SessionWorker {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: mostMb },
    ...(codeFolder === undefined ? {} : { env: { NODE_COMPILE_CACHE: codeFolder, ...process.env } }),
  });
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
