/** Hostile LLVM modules in which many records each lead through many others. Codes are those of LLVMBitCodes.h. */
import type { BitWriter } from "../bitWriter";
import type { Kinds } from "./kind";
import { times } from "./kind";
import { aFunction, BLOCK, llvmModule, someTypes, wide, withBody, withMetadata } from "./llvm";

const METADATA = { string: 1, value: 2, node: 3, name: 4, namedNode: 10, composite: 18 };
const letters = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

/** Named metadata of all nodes `from` to `to` (exclusive). */
function namedList(out: BitWriter, name: string, from: number, to: number): void {
  out.record(METADATA.name, ...letters(name));
  wide(
    out,
    METADATA.namedNode,
    times(to - from, (i) => from + i),
    to - from,
  );
}

/** Kinds of hostile modules with many references. */
export const LLVM_REPEATED: Kinds = {
  // A switch whose cases all lead to one block, which has phis with a value for each of them.
  "switchPhis.bc": (count) =>
    llvmModule((out) => {
      const few = Math.ceil(Math.sqrt(count));
      someTypes(out);
      aFunction(out);
      out.enter(BLOCK.function, 4).record(1, 2);
      out.enter(BLOCK.constants, 4).record(1, 0).record(2).end();
      wide(out, 12, [0, 1, 1, ...times(few, () => [1, 1]).flat()], 3 + 2 * few);
      for (let i = 0; i < few; i++) wide(out, 16, [0, ...times(few, () => [2 * (1 + i), 0]).flat()], 1 + 2 * few);
      out.record(10).end();
    }),
  // An integer of so many words, which many instructions use.
  "wideInteger.bc": (count) =>
    llvmModule((out) => {
      const words = Math.min(count, 100_000);
      out
        .enter(BLOCK.types, 4)
        .record(1, 3)
        .record(7, 64 * words)
        .record(2)
        .record(21, 0, 1)
        .end();
      aFunction(out);
      out.enter(BLOCK.function, 4).record(1, 1);
      out.enter(BLOCK.constants, 4).record(1, 0);
      wide(
        out,
        5,
        times(words, () => 14),
        words,
      );
      out.end();
      for (let i = 0; i < 100; i++) out.record(2, 1 + i, 1 + i, 0);
      out.record(10).end();
    }),
  // Expressions of the widest integers: each doubles the one before, from the greatest power of two.
  "wideSums.bc": (count) =>
    llvmModule((out) => {
      out
        .enter(BLOCK.types, 4)
        .record(1, 1)
        .record(7, 2 ** 23 - 1)
        .end();
      out.record(7, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0);
      out
        .enter(BLOCK.constants, 4)
        .record(1, 0)
        .record(4, 2)
        .record(4, 2 * (2 ** 23 - 9));
      out.record(10, 7, 1, 2);
      for (let i = 0; i < count; i++) out.record(10, i % 2 === 0 ? 0 : 1, 3 + i, 3 + i - (i % 2));
      out.end();
    }),
  // Types of debug info with one identifier, each with the next one as its scope, base type and elements.
  "compositeCycle.bc": withMetadata((out, count) => {
    out.record(METADATA.string, 97);
    for (let i = 0; i < count; i++) {
      const next = 2 + ((i + 1) % count);
      out.record(METADATA.composite, 0, 0x13, 1, 0, 1, next, next, 0, 0, 0, 0, next, 0, next, next, 1);
    }
    namedList(out, "n", 1, 1 + count);
  }),
  // Nodes of type-based alias analysis, each with the one before as its parent, and loads that refer to the last.
  "aliasTags.bc": (count) =>
    withBody(
      (out) => {
        out.enter(BLOCK.constants, 4).record(1, 3).record(2).end();
        for (let i = 0; i < count; i++) out.record(20, 1 + i, 0, 1, 0);
        out.enter(BLOCK.attachment, 4);
        for (let i = 0; i < count; i++) out.record(11, i, 1, count);
        out.end();
      },
      (out) => {
        out.enter(BLOCK.metadata, 4).record(METADATA.string, 97);
        out.record(METADATA.node, 1);
        for (let i = 1; i < count; i++) out.record(METADATA.node, 1, 1 + i);
        out.end();
      },
    ),
  // Flags of a module, all with one name; their nodes refer to each other.
  "moduleFlags.bc": withMetadata((out, count) => {
    out.record(METADATA.string, ...letters("Debug Info Version"));
    out.record(METADATA.value, 0, 0);
    for (let i = 0; i < count; i++) out.record(METADATA.node, 2, 1, 2);
    namedList(out, "llvm.module.flags", 2, 2 + count);
  }),
  // Named metadata with one name, each with all nodes.
  "sameNamed.bc": withMetadata((out, count) => {
    const few = Math.ceil(Math.sqrt(count));
    for (let i = 0; i < few; i++) out.record(METADATA.node, 1 + i);
    for (let i = 0; i < few; i++) namedList(out, "llvm.dbg.cu", 0, few);
  }),
  // Functions with one name, with bodies that mention it, in a symbol table of the kind before LLVM 5.
  "sameSymbols.bc": (count) =>
    llvmModule((out) => {
      out.record(1, 1);
      someTypes(out);
      for (let i = 0; i < count; i++) out.record(8, 2, 0, 1, 0);
      out.enter(BLOCK.symbols, 4);
      for (let i = 0; i < count; i++) out.record(1, i, 97);
      out.end();
    }),
};
