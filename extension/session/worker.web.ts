/** The worker in a browser: the bytes come with the first call, there are no files. */
import { serve } from "./serve";

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
