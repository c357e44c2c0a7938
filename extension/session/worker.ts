/** The worker in Node: a session off the extension host's thread, with its own descriptor. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parentPort } from "node:worker_threads";
import { setDemangler } from "./demangle";
import { FileSource } from "./file";
import { serve } from "./serve";

setDemangler(() => readFileSync(path.join(__dirname, "demangle.wasm")));

const port = parentPort;
if (port) {
  serve(
    { post: (message) => port.postMessage(message), listen: (take) => port.on("message", take) },
    (name) => new FileSource(name),
  );
}
