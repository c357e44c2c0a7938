/** LLVM 1.x bytecode: the format of LLVM 1.0 to 1.9, before bitcode. */
import type { Format, IrDocument, OpenOptions } from "../../document/document";
import type { ByteWindow } from "../../document/window";
import { CompressedDocument } from "./compressed";
import { BytecodeDocument } from "./document";

/** The signatures: of a module, and of a compressed module. */
const PLAIN = "llvm";
const COMPRESSED = "llvc";
/** A longer signature, of llvm-cov's test data: as bytecode, its numbers would be those of no release. */
const COVERAGE = "llvmcovmtestdata";
const SIGNATURE_BYTES = 4;

function signature(head: Uint8Array, length = SIGNATURE_BYTES): string {
  return String.fromCharCode(...head.subarray(0, length));
}

/** Recognises bytecode by its signature and opens it; a compressed module is decompressed when first needed. */
export const llvm1Format: Format = {
  id: "llvm1",
  matches(head: Uint8Array): boolean {
    if (signature(head, COVERAGE.length) === COVERAGE) return false;
    return signature(head) === PLAIN || signature(head) === COMPRESSED;
  },
  open(window: ByteWindow, options: OpenOptions): IrDocument {
    const plain = signature(window.view(0, SIGNATURE_BYTES)) === PLAIN;
    return plain ? new BytecodeDocument(window, SIGNATURE_BYTES) : new CompressedDocument(window, options);
  },
};
