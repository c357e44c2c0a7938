/** Hostile LLVM modules in which many records share something long: a name, a type, an expression. */
import type { BitWriter } from "../bitWriter";
import { irMagic } from "../bitWriter";
import type { Kinds } from "./kind";
import { times } from "./kind";
import { aFunction, BLOCK, llvmModule, someTypes, wide, withBody } from "./llvm";

/** Letters as the operands of a string. */
const letters = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

/** A module, and the text of its STRTAB. */
function withNames(text: string, write: (out: BitWriter) => void): Uint8Array {
  const out = irMagic().enter(BLOCK.module, 3).record(1, 2);
  write(out);
  out.end().enter(BLOCK.strings, 3).define(1, "blob").use(4).vbr(text.length, 6).align32();
  for (const c of text) out.fixed(c.charCodeAt(0), 8);
  return out.align32().end().done();
}
/** A module with a variable for each name. */
function named(names: readonly string[]): Uint8Array {
  return withNames(names.join(""), (out) => {
    someTypes(out);
    let at = 0;
    for (const { length } of names) {
      out.record(7, at, length, 0, 3, 0, 0, 0, 0, 0, 0, 0);
      at += length;
    }
  });
}
/** An Itanium substitution: `S_`, `S0_`, … in base 36. */
function substitution(index: number): string {
  return index === 0 ? "S_" : `S${(index - 1).toString(36).toUpperCase()}_`;
}
/** `A<int, int>`, then templates with the previous one twice. */
function itaniumDoubled(count: number): string {
  const steps = times(count, (i) => `${substitution(0)}I${substitution(i + 1).repeat(2)}E`);
  return `_Z1f1AIiiE${steps.join("")}`;
}
/** Number in Rust's base 62, as a back reference has it. */
function base62(value: number): string {
  const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (value === 0) return "_";
  let text = "";
  for (let rest = value - 1, first = true; first || rest > 0; rest = Math.floor(rest / 62), first = false)
    text = (digits[rest % 62] ?? "") + text;
  return `${text}_`;
}
/** `f::<(i32, i32), …>` in Rust's scheme: tuples with the previous one twice. */
function rustDoubled(count: number): string {
  let text = "INvC1a1f";
  let last = text.length;
  text += "TllE";
  for (let i = 0; i < count; i++) {
    const next = text.length;
    text += `TB${base62(last)}B${base62(last)}E`;
    last = next;
  }
  return `_R${text}E`;
}
/** Types as in `someTypes`, then 6: `void (i32, …, ...)` with this many parameters. */
function wideFunction(out: BitWriter, parameters: number): void {
  out.enter(BLOCK.types, 4).record(1, 7).record(7, 32).record(2).record(21, 0, 1).record(25, 0).record(16).record(5);
  wide(out, 21, [1, 1, ...times(parameters, () => 0)], 2 + parameters);
  out.end();
}
/** A body that reads through pointers to the `count`-th struct nested in structs. */
function nestedGep(count: number): Uint8Array {
  const few = Math.ceil(Math.sqrt(count));
  return llvmModule((out) => {
    out
      .enter(BLOCK.types, 4)
      .record(1, 3 + few)
      .record(7, 32)
      .record(2)
      .record(21, 0, 1);
    for (let i = 0; i < few; i++) out.record(18, 0, i === 0 ? 0 : 2 + i);
    out.end();
    aFunction(out);
    out.enter(BLOCK.function, 4).record(1, 1);
    out.enter(BLOCK.constants, 4).record(1, 0).record(2).end();
    for (let i = 0; i < few; i++) wide(out, 43, [0, 2 + few, i + 2, ...times(few, () => i + 1)], 3 + few);
    out.record(10).end();
  });
}

/** Kinds of hostile modules in which much is shared. */
export const LLVM_SHARED: Kinds = {
  "itaniumName.bc": (count) => named([itaniumDoubled(count)]),
  "itaniumNames.bc": (count) => named(times(Math.ceil(count / 40), () => itaniumDoubled(40))),
  "itaniumPointers.bc": (count) => named([`_Z1f${"P".repeat(count)}i`]),
  "itaniumNested.bc": (count) =>
    named([`_Z${"N".repeat(count)}1aE`, `_Z1f${"1AI".repeat(count)}i${"E".repeat(count)}`]),
  "itaniumLambdas.bc": (count) =>
    named([`_Z${"Z1fvE".repeat(count)}1a`, `_ZZ${"Z".repeat(count)}1fv${"E1g".repeat(count)}`]),
  "rustName.bc": (count) => named([rustDoubled(count)]),
  "rustNames.bc": (count) => named(times(Math.ceil(count / 40), () => rustDoubled(40))),
  "rustCycle.bc": (count) => named(times(Math.ceil(count / 20), () => `_RINvC1a1fTB7_B7_EE`)),
  "oldRustName.bc": (count) => named([`_ZN${"1a".repeat(count)}17h0123456789abcdefE`]),
  "wholeNames.bc": (count) => {
    const few = Math.ceil(Math.sqrt(count));
    return withNames("n".repeat(few * 10), (out) => {
      someTypes(out);
      for (let i = 0; i < count; i++) out.record(7, 0, few * 10, 0, 3, 0, 0, 0, 0, 0, 0, 0);
    });
  },
  "comdatNames.bc": (count) =>
    withNames("n".repeat(count), (out) => times(Math.min(count, 300), () => out.record(12, 0, count, 2))),
  "sectionName.bc": (count) =>
    llvmModule((out) => {
      wide(
        out,
        5,
        times(count, () => 97),
        count,
      );
      someTypes(out);
      for (let i = 0; i < 300; i++) out.record(7, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0);
    }),
  "typeName.bc": (count) =>
    llvmModule((out) => {
      out.enter(BLOCK.types, 4).record(1, 2).record(7, 32);
      wide(
        out,
        19,
        times(count, () => 97),
        count,
      );
      out.record(21 - 1, 0, 0).end();
      for (let i = 0; i < 300; i++) out.record(7, 0, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0);
    }),
  "wideCallee.bc": (count) => {
    const few = Math.ceil(Math.sqrt(count));
    return llvmModule((out) => {
      wideFunction(out, few);
      out.record(8, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0).enter(BLOCK.function, 4).record(1, 1);
      for (let i = 0; i < few; i++) wide(out, 34, [0, 32768, 6, few + 1, ...times(few, () => few)], 4 + few);
      out.record(10).end();
    });
  },
  "assemblyString.bc": (count) =>
    withBody(
      (out) => times(300, (i) => out.record(34, 0, 32768, 2, i + 1)),
      (out) => {
        out.enter(BLOCK.constants, 4).record(1, 3);
        wide(out, 30, [2, 0, count, ...times(count, () => 10), 0], 4 + count);
        out.end();
      },
    ),
  "sharedExpression.bc": (count) =>
    withBody(
      (out) => {
        out.record(2, 1, 1, 0);
        for (let i = 0; i < 300; i++) out.record(61, 0, 1, 2, 1);
      },
      (out) => {
        out.enter(BLOCK.metadata, 4).record(7, 0, 1, 1, 0, 0);
        wide(
          out,
          29,
          times(count + 1, () => 6),
          count + 1,
        );
        out.record(27, 0, 0, 0, 0, 0, 0, 0, 0, 0).end();
      },
    ),
  "nestedGep.bc": nestedGep,
  "useList.bc": (count) =>
    withBody((out) => {
      out.record(2, 1, 1, 0).enter(BLOCK.uses, 4);
      wide(out, 1, [...times(count, (i) => count - 1 - i), 0], count + 1);
      out.end();
    }),
  "blockAddresses.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      aFunction(out);
      out.enter(BLOCK.constants, 4).record(1, 3);
      for (let i = 0; i < count; i++) out.record(21, 3, 0, i);
      out.end().enter(BLOCK.function, 4).record(1, 1).record(10).end();
    }),
  "syncScopes.bc": (count) =>
    llvmModule((out) => {
      out.enter(26, 3);
      for (let i = 0; i < count; i++) out.record(0, ...letters("s"));
      out.end();
    }),
  "identifiers.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      out.enter(BLOCK.summary, 4).record(10, 9);
      for (let i = 0; i < count; i++) out.record(19, ...letters("t"), i, 0);
      out.end();
    }),
};
