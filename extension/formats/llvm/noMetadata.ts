/** Stands in for the metadata tables until they are read: text without metadata. */
import type { MetadataPrinter, MetadataNumbering, MetadataReader } from "./ir/tables";
export function noMetadata(): MetadataReader {
  return {
    idOf: (i) => i,
    node: () => undefined,
    location: () => 0,
    kindName: (k) => `k${k}`,
    readBlock: (r) => {
      r.skipBlock();
    },
    readKinds: (r) => {
      r.skipBlock();
    },
    readAttachments: () => [],
    leaveFunction: () => undefined,
    named: [],
    globalAttachments: new Map(),
  };
}
export const noPrinter: MetadataPrinter = {
  operand: (s) => {
    s.put("text", "!?");
  },
  definition: (s) => {
    s.put("text", "?");
  },
  attachments: () => undefined,
  debugRecord: (s) => {
    s.put("text", "#dbg");
  },
};
export const noNumbering: MetadataNumbering = { add: () => undefined, numberOf: () => 0, order: [] };
