/** Functions that PNaCl knows by name, and the types they must have. Source: PNaCl ABI page, "Intrinsics". */

/** An intrinsic's result and parameters by the names of their types. Pointers (`i8*`) are i32 in a `.pexe`. */
export interface Intrinsic {
  readonly result: string;
  readonly params: readonly string[];
}

const intrinsic = (result: string, ...params: string[]): Intrinsic => ({ result, params });

const SIMPLE: Readonly<Record<string, Intrinsic>> = {
  "llvm.nacl.read.tp": intrinsic("i8*"),
  "llvm.nacl.longjmp": intrinsic("void", "i8*", "i32"),
  "llvm.nacl.setjmp": intrinsic("i32", "i8*"),
  "llvm.nacl.atomic.fence": intrinsic("void", "i32"),
  "llvm.nacl.atomic.fence.all": intrinsic("void"),
  "llvm.nacl.atomic.is.lock.free": intrinsic("i1", "i32", "i8*"),
  "llvm.stacksave": intrinsic("i8*"),
  "llvm.stackrestore": intrinsic("void", "i8*"),
  "llvm.trap": intrinsic("void"),
  "llvm.memcpy.p0i8.p0i8.i32": intrinsic("void", "i8*", "i8*", "i32", "i32", "i1"),
  "llvm.memmove.p0i8.p0i8.i32": intrinsic("void", "i8*", "i8*", "i32", "i32", "i1"),
  "llvm.memset.p0i8.i32": intrinsic("void", "i8*", "i8", "i32", "i32", "i1"),
  "llvm.fabs.f32": intrinsic("float", "float"),
  "llvm.fabs.f64": intrinsic("double", "double"),
  "llvm.fabs.v4f32": intrinsic("<4 x float>", "<4 x float>"),
  "llvm.sqrt.f32": intrinsic("float", "float"),
  "llvm.sqrt.f64": intrinsic("double", "double"),
};

function bitOperations(t: string): readonly (readonly [string, Intrinsic])[] {
  return [
    [`llvm.ctlz.${t}`, intrinsic(t, t, "i1")],
    [`llvm.cttz.${t}`, intrinsic(t, t, "i1")],
    [`llvm.ctpop.${t}`, intrinsic(t, t)],
  ];
}

function atomics(t: string): readonly (readonly [string, Intrinsic])[] {
  return [
    [`llvm.nacl.atomic.load.${t}`, intrinsic(t, `${t}*`, "i32")],
    [`llvm.nacl.atomic.store.${t}`, intrinsic("void", t, `${t}*`, "i32")],
    [`llvm.nacl.atomic.rmw.${t}`, intrinsic(t, "i32", `${t}*`, t, "i32")],
    [`llvm.nacl.atomic.cmpxchg.${t}`, intrinsic(t, `${t}*`, t, t, "i32", "i32")],
  ];
}

/** The intrinsics by name. */
export const INTRINSICS: ReadonlyMap<string, Intrinsic> = new Map([
  ...Object.entries(SIMPLE),
  ...["i16", "i32", "i64"].map((t) => [`llvm.bswap.${t}`, intrinsic(t, t)] as const),
  ...["i32", "i64"].flatMap(bitOperations),
  ...["i8", "i16", "i32", "i64"].flatMap(atomics),
]);

/** Whether a type of a `.pexe` represents the intrinsic's type: the same name, or i32 for a pointer. */
export function standsFor(actual: string, expected: string): boolean {
  return expected.endsWith("*") ? actual === "i32" : actual === expected;
}
