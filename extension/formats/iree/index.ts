/** IREE VM modules: `.vmfb` and, until 2021, `.module` and `.bmod`. */
import type { Format } from "../../document/document";
import { isModule } from "./container";
import { IreeDocument } from "./document";
import { isUnsignedModule } from "./era";

/** IREE VM modules of every era. */
export const ireeFormat: Format = {
  id: "iree",
  matches: (_head, window) => isModule(window) || isUnsignedModule(window),
  open: (window, options) => new IreeDocument(window, options),
};
