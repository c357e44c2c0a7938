/**
 * The worker: a session outside the extension host's thread. One bundle for both hosts, since it contains all decoders.
 */
import { serve } from "./serve";

if (typeof importScripts === "function") {
  serve(
    {
      post: (message) => self.postMessage(message),
      listen: (take) => {
        self.onmessage = (event) => take(event.data);
      },
    },
    {
      openFile: (path) => {
        throw new Error(`${path} cannot be read in a browser`);
      },
    },
  );
} else {
  // Node's modules are loaded only here: a browser has none.
  void import("./worker.node");
}
