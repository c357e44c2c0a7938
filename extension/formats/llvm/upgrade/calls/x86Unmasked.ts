/**
 * AVX-512's intrinsics with masks that are replaced by an intrinsic without a mask. Source: upgradeAVX512MaskToSelect
 * and the shifts of UpgradeIntrinsicCall.
 */
import type { Type } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import type { Rewriting } from "./rewriting";
import { bitsOf } from "../typeRelations";

/** One intrinsic per vector width: 128, 256, 512 bits. */
function byWidth(narrow: string, middle: string, wide: string): Readonly<Record<string, string>> {
  return { "128": narrow, "256": middle, "512": wide };
}
/** Intrinsics whose names end in the width. */
function numbered(stem: string): Readonly<Record<string, string>> {
  return byWidth(`${stem}.128`, `${stem}.256`, `${stem}.512`);
}

/**
 * The text after `llvm.x86.avx512.mask.`, and by the result's bits and element the text after `llvm.x86.` of the new
 * name.
 */
const UNMASKED: readonly (readonly [start: string, names: Readonly<Record<string, string>>])[] = [
  [
    "max.p",
    { "128f32": "sse.max.ps", "128f64": "sse2.max.pd", "256f32": "avx.max.ps.256", "256f64": "avx.max.pd.256" },
  ],
  [
    "min.p",
    { "128f32": "sse.min.ps", "128f64": "sse2.min.pd", "256f32": "avx.min.ps.256", "256f64": "avx.min.pd.256" },
  ],
  ["pshuf.b.", byWidth("ssse3.pshuf.b.128", "avx2.pshuf.b", "avx512.pshuf.b.512")],
  ["pmul.hr.sw.", byWidth("ssse3.pmul.hr.sw.128", "avx2.pmul.hr.sw", "avx512.pmul.hr.sw.512")],
  ["pmulh.w.", byWidth("sse2.pmulh.w", "avx2.pmulh.w", "avx512.pmulh.w.512")],
  ["pmulhu.w.", byWidth("sse2.pmulhu.w", "avx2.pmulhu.w", "avx512.pmulhu.w.512")],
  ["pmaddw.d.", byWidth("sse2.pmadd.wd", "avx2.pmadd.wd", "avx512.pmaddw.d.512")],
  ["pmaddubs.w.", byWidth("ssse3.pmadd.ub.sw.128", "avx2.pmadd.ub.sw", "avx512.pmaddubs.w.512")],
  ["packsswb.", byWidth("sse2.packsswb.128", "avx2.packsswb", "avx512.packsswb.512")],
  ["packssdw.", byWidth("sse2.packssdw.128", "avx2.packssdw", "avx512.packssdw.512")],
  ["packuswb.", byWidth("sse2.packuswb.128", "avx2.packuswb", "avx512.packuswb.512")],
  ["packusdw.", byWidth("sse41.packusdw", "avx2.packusdw", "avx512.packusdw.512")],
  [
    "vpermilvar.",
    {
      "128f32": "avx.vpermilvar.ps",
      "128f64": "avx.vpermilvar.pd",
      "256f32": "avx.vpermilvar.ps.256",
      "256f64": "avx.vpermilvar.pd.256",
      "512f32": "avx512.vpermilvar.ps.512",
      "512f64": "avx512.vpermilvar.pd.512",
    },
  ],
  ["cvtpd2dq.256", { "128": "avx.cvt.pd2dq.256" }],
  ["cvtpd2ps.256", { "128": "avx.cvt.pd2.ps.256" }],
  ["cvttpd2dq.256", { "128": "avx.cvtt.pd2dq.256" }],
  ["cvttps2dq.128", { "128": "sse2.cvttps2dq" }],
  ["cvttps2dq.256", { "256": "avx.cvtt.ps2dq.256" }],
  [
    "permvar.",
    {
      "256f32": "avx2.permps",
      "256i32": "avx2.permd",
      "256f64": "avx512.permvar.df.256",
      "256i64": "avx512.permvar.di.256",
      "512f32": "avx512.permvar.sf.512",
      "512i32": "avx512.permvar.si.512",
      "512f64": "avx512.permvar.df.512",
      "512i64": "avx512.permvar.di.512",
      "128i16": "avx512.permvar.hi.128",
      "256i16": "avx512.permvar.hi.256",
      "512i16": "avx512.permvar.hi.512",
      "128i8": "avx512.permvar.qi.128",
      "256i8": "avx512.permvar.qi.256",
      "512i8": "avx512.permvar.qi.512",
    },
  ],
  ["dbpsadbw.", numbered("avx512.dbpsadbw")],
  ["pmultishift.qb.", numbered("avx512.pmultishift.qb")],
  ["conflict.d.", numbered("avx512.conflict.d")],
  ["conflict.q.", numbered("avx512.conflict.q")],
  ["pavg.b.", byWidth("sse2.pavg.b", "avx2.pavg.b", "avx512.pavg.b.512")],
  ["pavg.w.", byWidth("sse2.pavg.w", "avx2.pavg.w", "avx512.pavg.w.512")],
];
/** Matches the functions in the table. */
export const UNMASKED_NAMES = new RegExp(
  `^llvm\\.x86\\.avx512\\.mask\\.(?:${UNMASKED.map(([start]) => start.replaceAll(".", "\\.")).join("|")})`,
);
const PREFIX = "llvm.x86.";
const MASKED = "llvm.x86.avx512.mask.";

/** `512f32`: the bits and element of a vector; and the bits only. */
function shapeOf(r: Rewriting, type: Type): readonly [string, string] {
  const bits = `${bitsOf(type)}`;
  return [bits + r.host.naming.mangled(scalarOf(type)), bits];
}

/** The name of the intrinsic without a mask. */
export function unmaskedName(r: Rewriting): string {
  const name = r.callee.slice(MASKED.length);
  const names = UNMASKED.find(([start]) => name.startsWith(start))?.[1] ?? {};
  const [shape, bits] = shapeOf(r, r.call.type);
  return PREFIX + (names[shape] ?? names[bits] ?? name);
}

/** `llvm.x86.avx512.add.ps.512`: an intrinsic's name by its stem and its vector type. */
export function withShape(stem: string, type: Type): string {
  const [letter] = scalarOf(type).kind === "double" ? "d" : "s";
  return `${PREFIX}avx512.${stem}.p${letter ?? ""}.${bitsOf(type)}`;
}

/** Shifts by a vector, whose names end in the number and kind of elements: the parts of the new name. */
const VARIABLE: Readonly<Record<string, readonly [set: string, ending: string]>> = {
  "2di": ["avx2", "q"],
  "4di": ["avx2", "q.256"],
  "4si": ["avx2", "d"],
  "8si": ["avx2", "d.256"],
  "8hi": ["avx512", "w.128"],
  "16hi": ["avx512", "w.256"],
  "32hi": ["avx512", "w.512"],
};
/** Matches shifts. */
export const SHIFTS = /^llvm\.x86\.avx512\.mask\.(ps(?:ll|rl|ra))([iv]?)(\d+\.?[dsh]i|\.([dqw])(i?)(?:\.(\d+))?)/;

/** The name of a shift without a mask. */
export function shiftName(r: Rewriting): string {
  const [, stem = "", form = "", ending = "", size = "", inName = "", width = "512"] = SHIFTS.exec(r.callee) ?? [];
  const variable = VARIABLE[ending.replace(".", "")];
  if (variable) return `${PREFIX}${variable[0]}.${stem}v.${variable[1]}`;
  const kind = form === "" ? inName : form;
  const own = width === "512" || (stem === "psra" && size === "q");
  if (own) return `${PREFIX}avx512.${stem}${kind}.${size}.${width}`;
  return `${PREFIX}${width === "128" ? "sse2" : "avx2"}.${stem}${kind}.${size}`;
}
