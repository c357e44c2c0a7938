/** Hostile PNaCl bitcode: pnacl-bcdis indents and numbers what it prints. */
import { Encoder } from "../../../tools/pexe-encoder.mjs";
import type { Kinds } from "./kind";
import { joined } from "../joined";
import { chars, halves } from "../boxes";
import { times } from "./kind";

/** Most fields of a header, whose number has 16 bits. */
const MOST_FIELDS = 16_000;
const HEADER = [65532, 80, 69, 88, 69, 1, 0, 8, 0, 17, 0, 4, 0, 2, 0, 0, 0];
/** The records at the beginnings and ends of blocks. */
const [ENTER, EXIT] = [65535, 65534];

class Pexe {
  private readonly encoder = new Encoder();
  record(id: number | undefined, ...values: readonly number[]): this {
    this.encoder.record({ id, values: values.map(BigInt) });
    return this;
  }
  enter(block: number, width = 3): this {
    return this.record(1, ENTER, block, width);
  }
  exit(): this {
    return this.record(0, EXIT);
  }
  done(): Uint8Array {
    return this.encoder.bits.bytes();
  }
}
/** A module with types i32, void, void () and this content. */
function pexe(write: (out: Pexe) => void): Uint8Array {
  const out = new Pexe()
    .record(undefined, ...HEADER)
    .enter(8)
    .record(3, 1, 1);
  out.enter(17).record(3, 1, 3).record(3, 7, 32).record(3, 2).record(3, 21, 0, 1).exit();
  write(out);
  return out.exit().done();
}
/** A module with one function with this body. */
function withBody(write: (out: Pexe) => void): Uint8Array {
  return pexe((out) => {
    out.record(3, 8, 2, 0, 0, 0).enter(12, 2).record(3, 1, 1);
    write(out);
    out.record(3, 10).exit();
  });
}

/** Kinds of hostile PNaCl modules. */
export const PNACL: Kinds = {
  "functionsWithin.pexe": (count) =>
    withBody((out) => {
      times(count, () => out.enter(12, 2));
      times(count, () => out.exit());
    }),
  "constants.pexe": (count) =>
    withBody((out) => {
      out.enter(11).record(3, 1, 0);
      times(count, () => out.record(3, 4, 14));
      out.exit();
    }),
  "additions.pexe": (count) => withBody((out) => times(count, () => out.record(3, 2, 1, 1, 0))),
  "functions.pexe": (count) =>
    pexe((out) => {
      times(count, () => out.record(3, 8, 2, 0, 0, 0));
      times(count, () => out.enter(12, 2).record(3, 1, 1).record(3, 10).exit());
    }),
  "globals.pexe": (count) =>
    pexe((out) => {
      out.enter(19).record(3, 5, count);
      times(count, () => out.record(3, 0, 0, 0).record(3, 2, 4));
      out.exit();
    }),
  // A header of fields without data, which is one entry with a line for each.
  "headerFields.pexe": (count) => {
    const fields = Math.min(count, MOST_FIELDS);
    return joined([chars("PEXE"), halves(fields, 4 * fields), ...times(fields, () => halves(0x10, 0))]);
  },
  "wideRecord.pexe": (count) => pexe((out) => out.record(3, 99, ...times(Math.min(count, 60000), () => 1))),
  "types.pexe": (count) =>
    pexe((out) => {
      out.enter(17).record(3, 1, count);
      times(count, () => out.record(3, 21, 0, 2));
      out.exit();
    }),
};
