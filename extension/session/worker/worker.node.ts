/** The worker in Node: a session, which reads files through its own descriptors, or one of its helpers. */
import { parentPort, workerData } from "node:worker_threads";
import { FileSource } from "../bytes/file";
import { IndexFile, versionOf } from "../index/files";
import type { HelperStart } from "./helper";
import { help } from "./helper";
import { serve } from "./serve";
import { nodeThreads } from "./threads";

const port = parentPort;
const start = workerData as HelperStart | null;
if (start) help(start);
else if (port) {
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
