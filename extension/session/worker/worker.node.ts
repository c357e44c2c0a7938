/** The worker in Node: reads files through its own descriptors. */
import { parentPort } from "node:worker_threads";
import { FileSource } from "../bytes/file";
import { IndexFile, versionOf } from "../index/files";
import { serve } from "./serve";
import { nodeThreads } from "./threads";

const port = parentPort;
if (port) {
  let version: string | undefined;
  serve(
    { post: (message) => port.postMessage(message), listen: (take) => port.on("message", take) },
    {
      openFile: (path, changed) => new FileSource(path, { changed }),
      threads: nodeThreads(__dirname),
      indexOf: (path, folder) => new IndexFile(path, folder, () => (version ??= versionOf(__filename))),
    },
  );
}
