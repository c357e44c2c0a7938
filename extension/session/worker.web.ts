/** The worker in a browser: the bytes come with the first call, there are no files. */
import { setDemangler } from "./demangle";
import { serve } from "./serve";

/** The library stands beside this script; without it (a script from a blob has no place) names stay as they are. */
async function fetchDemangler(): Promise<void> {
  const answer = await fetch(new URL("demangle.wasm", self.location.href));
  const wasm = new Uint8Array(await answer.arrayBuffer());
  if (answer.ok) setDemangler(() => wasm);
}
fetchDemangler().catch(() => undefined);

serve(
  {
    post: (message) => self.postMessage(message),
    listen: (take) => {
      self.onmessage = (event) => take(event.data);
    },
  },
  (path) => {
    throw new Error(`${path} cannot be read in a browser`);
  },
);
