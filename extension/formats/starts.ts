/** The bytes that files of a format begin with, as byte strings. They are known without the format's code. */
export const STARTS = {
  pnacl: ["PEXE"],
  llvm: ["BC\xc0\xde", "\xde\xc0\x17\x0b"],
  llvm1: ["llvm", "llvc"],
  mlir: ["ML\xefR"],
  tileir: ["\x7fTileIR\0"],
} as const;
