/** PNaCl bitcode (`.pexe`): what the last pnacl-bcdis prints, and the bits of everything it prints. */
import type { Format } from "../../document/document";
import { PexeDocument } from "./document";
import { MAGIC } from "./header";

/** The format of files that begin with `PEXE`. */
export const pnaclFormat: Format = {
  id: "pnacl",
  matches: (head) => MAGIC.split("").every((letter, i) => head[i] === letter.charCodeAt(0)),
  open: (window) => new PexeDocument(window),
};
