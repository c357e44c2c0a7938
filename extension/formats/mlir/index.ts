/** MLIR bytecode. */
export { mlirFormat } from "./document";
