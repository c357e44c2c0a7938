/** NVIDIA's CUDA Tile IR bytecode (`.tileirbc`). */
import { byteString } from "../../document/byteText";
import type { Format } from "../../document/document";
import { MAGIC } from "./container";
import { TileDocument } from "./document";

/** CUDA Tile IR bytecode, recognised by its magic. */
export const tileFormat: Format = {
  id: "tileir",
  matches: (head) => byteString(head, 0, MAGIC.length) === MAGIC,
  open: (window) => new TileDocument(window),
};
