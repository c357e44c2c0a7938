/** Hostile LLVM modules whose intrinsics have the forms of older releases: each is upgraded. Codes are those of LLVMBitCodes.h. */
import type { BitWriter } from "../bitWriter";
import { irMagic } from "../bitWriter";
import type { Kinds } from "./kind";
import { times } from "./kind";
import { aFunction, BLOCK, someTypes, wide } from "./llvm";

/** A declared function, with the number of its type. */
interface Declared {
  readonly name: string;
  readonly type: number;
}
/** What a module of functions consists of. */
interface Parts {
  readonly declared: readonly Declared[];
  /** The block of types; {@link someTypes} unless given. */
  readonly types?: (out: BitWriter) => void;
  /** What follows the declarations. */
  readonly rest?: (out: BitWriter) => void;
}

/** A module of LLVM 17 with these functions. The same name again is written once. */
function moduleOf({ declared, types = someTypes, rest }: Parts): Uint8Array {
  const out = irMagic()
    .enter(BLOCK.identification, 3)
    .record(1, ...Array.from("LLVM17.0.6", (c) => c.charCodeAt(0)))
    .record(2, 0)
    .end();
  out.enter(BLOCK.module, 3).record(1, 2);
  types(out);
  const names = [...new Set(declared.map(({ name }) => name))];
  const places = new Map<string, number>();
  let end = 0;
  for (const name of names) {
    places.set(name, end);
    end += name.length;
  }
  for (const { name, type } of declared) out.record(8, places.get(name) ?? 0, name.length, type, 0, 1, 0, 0, 0, 0, 0);
  rest?.(out);
  const text = names.join("");
  out.end().enter(BLOCK.strings, 3).define(1, "blob").use(4).vbr(text.length, 6).align32();
  for (const letter of text.padEnd(Math.ceil(text.length / 4) * 4, "\0")) out.fixed(letter.charCodeAt(0), 8);
  return out.end().done();
}

/** Functions of two integers of different widths, each with its type: types 2k and 2k + 1 belong together. */
function typesOfWidths(count: number): (out: BitWriter) => void {
  return (out) => {
    out.enter(BLOCK.types, 4).record(1, 2 * count);
    for (let i = 0; i < count; i++) out.record(7, 1 + i).record(21, 0, 2 * i, 2 * i);
    out.end();
  };
}

/** Kinds of modules with old intrinsics. */
export const LLVM_INTRINSICS: Kinds = {
  // Each has a type of its own, so that each gets another name.
  "intrinsicsOfTypes.bc": (count) =>
    moduleOf({
      types: typesOfWidths(count),
      declared: times(count, (i) => ({ name: "llvm.ctpop.x", type: 2 * i + 1 })),
    }),
  // A name of types that double with each step.
  "doubledName.bc": (count) =>
    moduleOf({
      types: (out) => {
        out
          .enter(BLOCK.types, 4)
          .record(1, count + 2)
          .record(7, 32);
        for (let i = 0; i < count; i++) out.record(18, 0, i, i);
        out.record(21, 0, count, count).end();
      },
      declared: [{ name: "llvm.ssa.copy.x", type: count + 1 }],
    }),
  // Names that end in an unnamed struct, and are told apart by numbers.
  "unnamedStructs.bc": (count) =>
    moduleOf({
      types: (out) => {
        out
          .enter(BLOCK.types, 4)
          .record(1, 2 * count + 1)
          .record(6, 0);
        for (let i = 0; i < count; i++) out.record(7, 1 + i).record(21, 0, 0, 0, 2 * i + 1);
        out.end();
      },
      declared: times(count, (i) => ({ name: "llvm.experimental.vector.reduce.add.x", type: 2 * i + 2 })),
    }),
  // Bodies that each call one of them.
  "calledIntrinsics.bc": (count) =>
    moduleOf({
      types: typesOfWidths(count),
      declared: times(count, (i) => ({ name: "llvm.ctlz.x", type: 2 * i + 1 })),
      rest: (out) => {
        for (let i = 0; i < count; i++) out.record(8, 0, 0, 2 * i + 1, 0, 0, 0, 0, 0, 0, 0);
        // The callee and the argument are numbers relative to that of the call.
        const call = 2 * count + 1;
        for (let i = 0; i < count; i++)
          out
            .enter(BLOCK.function, 4)
            .record(1, 1)
            .record(34, 0, 32768, 2 * i + 1, call - i, 1)
            .record(10, 1)
            .end();
      },
    }),
  // Each name has a family of its own, for which the rules are searched.
  "intrinsicFamilies.bc": (count) => moduleOf({ declared: times(count, (i) => ({ name: `llvm.f${i}.x`, type: 2 })) }),
  // Constants that later releases do not have, each made of the one before, which as many instructions use.
  "goneConstants.bc": (count) =>
    moduleOf({
      declared: [],
      rest: (out) => {
        aGlobal(out);
        aFunction(out);
        out.enter(BLOCK.function, 4).record(1, 1);
        goneConstants(out, count);
        for (let i = 0; i < count; i++) out.record(2, 1 + i, 1 + i, 0);
        out.record(10).end();
      },
    }),
  // The last block has a phi of such constants, which all others lead to.
  "goneOnEdges.bc": (count) =>
    moduleOf({
      declared: [],
      rest: (out) => {
        aGlobal(out);
        aFunction(out);
        out.enter(BLOCK.function, 4).record(1, count + 2);
        goneConstants(out, 1);
        const blocks = times(count, (i) => i);
        wide(out, 12, [0, 2, 1, ...blocks.flatMap((i) => [2, 1 + i])], 3 + 2 * count);
        for (let i = 0; i < count; i++) out.record(11, count + 1);
        // The numbers of a phi are signed: the lowest bit is the sign.
        wide(out, 16, [0, ...blocks.flatMap((i) => [2, 1 + i])], 1 + 2 * count);
        out.record(10).end();
      },
    }),
  // Calls that name the statepoint of a token.
  "relocations.bc": (count) =>
    moduleOf({
      types: (out) => {
        out.enter(BLOCK.types, 4).record(1, 7);
        out
          .record(22)
          .record(7, 32)
          .record(25, 0)
          .record(21, 0, 2, 0, 1, 1)
          .record(2)
          .record(21, 0, 4)
          .record(21, 0, 0);
        out.end();
      },
      declared: [
        { name: "llvm.experimental.gc.relocate.p0", type: 3 },
        { name: "f", type: 6 },
      ],
      rest: (out) => {
        out.record(8, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0);
        out.enter(BLOCK.function, 4).record(1, count + 1);
        out.enter(BLOCK.constants, 4).record(1, 1).record(2).end();
        // Each is in a block of its own. Numbers of values are relative; the token, which comes last, has one below zero.
        for (let i = 0; i < count; i++)
          out.record(34, 0, 32768, 3, 4 + i, 2 ** 32 + i - count, 1 + i, 1 + i).record(11, i + 1);
        out
          .record(34, 0, 32768, 6, 3 + count)
          .record(10)
          .end();
      },
    }),
};

/** A global of a pointer's type, value 0 of a module. */
function aGlobal(out: BitWriter): void {
  out.record(7, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0);
}
/** The address of the global as a number, and quotients, each of the one before: values 2 to `count` + 2. */
function goneConstants(out: BitWriter, count: number): void {
  out.enter(BLOCK.constants, 4).record(1, 0).record(11, 9, 3, 0);
  for (let i = 0; i < count; i++) out.record(10, 3, 2 + i, 2 + i);
  out.end();
}
