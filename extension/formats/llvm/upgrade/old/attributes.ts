/**
 * The attributes that LLVM 3.0 gives declarations of intrinsics, where they differ from those of LLVM 13. Source:
 * Intrinsics.td of LLVM 2.8 and 3.0 (IntrNoMem, IntrReadMem, IntrReadArgMem, IntrReadWriteArgMem, NoCapture).
 */
import { Kind } from "../../attributes/kinds";

/** The attributes that declarations of intrinsics could have then; memory effects by location came later. */
export const OLD_ATTRIBUTES: ReadonlySet<number> = new Set([
  Kind.nounwind,
  Kind.readnone,
  Kind.readonly,
  Kind.nocapture,
]);

const WRITES = `f:${Kind.nounwind}`;
const READS = `f:${Kind.nounwind} ${Kind.readonly}`;
const NEITHER = `f:${Kind.nounwind} ${Kind.readnone}`;
/** Parameters that are not captured; 1 is the first. */
function notCaptured(...parameters: readonly number[]): string {
  return parameters.map((p) => `${p}:${Kind.nocapture};`).join("");
}

/** Lists in the format of the table of intrinsics, by name. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^llvm\.(?:sqrt|powi|sin|cos|pow|log|log10|log2|exp|exp2)\./, READS],
  [/^llvm\.(?:eh\.exception$|objectsize\.)/, READS],
  [
    /^llvm\.eh\.(?:selector|typeid\.for|return\.i32|return\.i64|unwind\.init|dwarf\.cfa|sjlj\.setjmp|sjlj\.longjmp)$/,
    WRITES,
  ],
  [/^llvm\.eh\.sjlj\.(?:lsda|callsite)$/, NEITHER],
  [/^llvm\.(?:trap|flt\.rounds|stackprotector|memory\.barrier|pcmarker|readcyclecounter)$/, WRITES],
  [/^llvm\.(?:setjmp|longjmp|sigsetjmp|siglongjmp|init\.trampoline|var\.annotation)$/, WRITES],
  [/^llvm\.(?:ptr\.annotation|annotation|convert(?:ff|fsi|fui|sif|uif|ss|su|us|uu))\./, WRITES],
  [/^llvm\.(?:va_start|va_copy|va_end|stacksave|stackrestore|gcroot)$/, WRITES],
  [/^llvm\.gcread$/, READS],
  [/^llvm\.gcwrite$/, notCaptured(2, 3) + WRITES],
  [/^llvm\.(?:prefetch$|atomic\.)/, notCaptured(1) + WRITES],
  [/^llvm\.(?:memcpy|memmove)\.p/, notCaptured(1, 2) + WRITES],
  [/^llvm\.memset\.p/, notCaptured(1) + WRITES],
  [/^llvm\.lifetime\.(?:start|end)$/, notCaptured(2) + WRITES],
  [/^llvm\.invariant\.start$/, notCaptured(2) + READS],
  [/^llvm\.invariant\.end$/, notCaptured(3) + WRITES],
];

/** The list of an intrinsic in LLVM 3.0; undefined if it is the same as in LLVM 13. */
export function oldAttributes(name: string): string | undefined {
  return RULES.find(([pattern]) => pattern.test(name))?.[1];
}

/** The list of an intrinsic that LLVM 13 no longer has: of those of x86, only loads and stores access memory. */
export function goneAttributes(name: string): string | undefined {
  if (!/^llvm\.x86\.(?:mmx|sse[234]?|ssse3|sse4[12]|avx)\./.test(name)) return undefined;
  if (/\.(?:store|movnt)/.test(name)) return WRITES;
  return /\.(?:load|ldu|lddqu)/.test(name) ? READS : NEITHER;
}
