/** The worker in Node: reads files through its own descriptors. */
import { parentPort } from "node:worker_threads";
import { FileSource } from "../bytes/file";
import { serve } from "./serve";
import { nodeThreads } from "./threads";

const port = parentPort;
if (port) {
  serve(
    { post: (message) => port.postMessage(message), listen: (take) => port.on("message", take) },
    (path) => new FileSource(path),
    nodeThreads(__dirname),
  );
}
