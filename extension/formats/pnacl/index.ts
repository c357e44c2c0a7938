/** PNaCl bitcode, `.pexe`: what the last pnacl-bcdis prints, and where every bit of it stands. */
import type { Format } from "../../document/document";
import { PexeDocument } from "./document";
import { MAGIC } from "./header";

export const pnaclFormat: Format = {
  id: "pnacl",
  matches: (head) => MAGIC.split("").every((letter, i) => head[i] === letter.charCodeAt(0)),
  open: (window) => new PexeDocument(window),
};
