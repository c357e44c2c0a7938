/** An LLVM module with so many records that reading resumes at positions noted in it. */
import { irMagic } from "./bitWriter";

/** Globals before and after the abbreviations and names that BLOCKINFO brings in the module's middle. */
const GLOBALS = 1500;
/** The bytes of a blob in a block of its own after each global, which makes the module large; a multiple of 4. */
const FILLING = 1024;
/** Ids of blocks, and codes of records. */
const [BLOCKINFO, MODULE, CONSTANTS, FUNCTION, TYPE, UNKNOWN] = [0, 8, 11, 12, 17, 99];
const [VERSION, GLOBALVAR, FUNCTION_RECORD] = [1, 7, 8];

/** The module; with `info`, BLOCKINFO comes between its globals and calls the records of the others `LATER`. */
export function longModule({ info }: { readonly info: boolean }): Uint8Array {
  const writer = irMagic().enter(MODULE, 3).record(VERSION, 1);
  // Types: i32, void, void (), ptr.
  writer.enter(TYPE, 4).record(1, 4).record(7, 32).record(2).record(21, 0, 1).record(25, 0).end();
  const global = (initializer: number): void => {
    writer.record(GLOBALVAR, 0, 3, initializer, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    writer.enter(UNKNOWN, 3).define(1, "blob").use(4).vbr(FILLING, 6).align32();
    for (let word = 0; word < FILLING / 4; word++) writer.fixed(word, 32);
    writer.end();
  };
  for (let i = 0; i < GLOBALS; i++) global(0);
  if (info) {
    // SETBID, SETRECORDNAME.
    writer
      .enter(BLOCKINFO, 2)
      .record(1, MODULE)
      .record(3, GLOBALVAR, ...Buffer.from("LATER"))
      .end();
    writer.define(GLOBALVAR, { vbr: 6 });
  }
  // Their values are the constants.
  for (let i = 0; i < GLOBALS; i++) global(2 * GLOBALS + 2 + (i % 3));
  writer.record(FUNCTION_RECORD, 2, 0, 0, 0, 0, 0, 0, 0);
  writer.enter(CONSTANTS, 4).record(1, 0).record(4, 4).record(2).record(4, 85).end();
  // DECLAREBLOCKS, RET.
  writer.enter(FUNCTION, 4).record(1, 1).record(10).end();
  return writer.end().done();
}
