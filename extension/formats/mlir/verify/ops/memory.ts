/** Memory spaces and layouts of memrefs, for the checks of several dialects. */
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { known } from "../fault";
import { partsOf } from "../../attributes/brackets";
import { inAngles, mapText } from "../lists";
import { shapeWords } from "./shared";

/** The number or the case of a memory space: `3`, `workgroup`; empty for none. */
export const spaceWord = ({ mark }: TypeView): string =>
  /^(\d+) : |^#gpu\.address_space<(\w+)>$/.exec(mark)?.slice(1).find(Boolean) ?? mark;

/** Whether it is the memory that a workgroup shares (gpu::GPUDialect::isWorkgroupMemoryAddressSpace). */
export const isWorkgroup = (type: TypeView): boolean => ["3", "workgroup"].includes(spaceWord(type));

/** Whether a layout is the identity: no layout is written. */
export const isIdentity = (layout: string): boolean =>
  mapText(layout)?.results.every((one, i) => one === `d${i}`) === true;

/** A strided layout; undefined for any other. */
export interface Strided {
  /** `?` if it is dynamic. */
  readonly offset: string;
  /** By dimension; `?` for a dynamic one. */
  readonly strides: readonly string[];
}

/** Reads a strided layout: `strided<[4, 1], offset: ?>`. */
export function stridedLayout(layout: string): Strided | undefined {
  const [, strides, offset = "0"] = /^strided<\[([^\]]*)\](?:, offset: (.*))?>$/.exec(layout) ?? [];
  return strides === undefined ? undefined : { offset, strides: partsOf(strides) };
}

/** The strides of elements that lie one after another; `?` from the first dynamic dimension outwards. */
export function plainStrides(shape: readonly number[]): readonly string[] {
  const strides: string[] = [];
  let size = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides.unshift(Number.isNaN(size) ? "?" : String(size));
    const next = shape[i] ?? 0;
    size = next < 0 ? NaN : size * next;
  }
  return strides;
}

/** What an affine map tells: `(d0, d1)[s0] -> (d0 * 200 + d1 * 2 + s0)` has strides 200 and 2, and a dynamic offset. */
export function affineLayout(layout: string): Strided | undefined {
  const map = mapText(layout);
  if (map?.results.length !== 1) return undefined;
  const strides = Array<string>(map.dims).fill("0");
  let offset = 0;
  for (const term of (map.results[0] ?? "").split(" + "))
    if (/^(?:s\d+|\d+)$/.test(term)) offset += Number(term);
    else {
      const [, dim, factor = "1"] = /^d(\d+)(?: \* (s?\d+))?$/.exec(term) ?? [];
      if (dim === undefined || strides[Number(dim)] !== "0") return undefined;
      strides[Number(dim)] = factor.startsWith("s") ? "?" : factor;
    }
  return { offset: Number.isNaN(offset) ? "?" : String(offset), strides };
}

/** The strides of a memref; undefined if its layout does not tell them. */
export const stridesOf = ({ layout, shape }: TypeView): readonly string[] | undefined =>
  stridedLayout(layout)?.strides ?? (isIdentity(layout) ? plainStrides(shape) : affineLayout(layout)?.strides);

/** Whether the innermost dimension has stride 1, or may have (MemRefType::isLastDimUnitStride). */
export function hasUnitStride(type: TypeView): boolean {
  const { layout } = type;
  // Maps with several results tell no strides.
  if (!isIdentity(layout) && (mapText(layout)?.results.length ?? 1) > 1) return false;
  return (stridesOf(type)?.at(-1) ?? "1") === "1";
}

/** The text of a type with dimensions: `memref<4x?xf32, 3>`, `!amx.tile<16x16xf32>`. */
export interface ShapedText {
  readonly text: string;
  readonly shape: readonly number[];
  readonly element: string;
  /** The last of the further parameters, a memory space; empty for none. */
  readonly space: string;
}

/** Reads the text of a type with dimensions; undefined for any other. */
export function shapedText(text: string): ShapedText | undefined {
  const [first = "", ...rest] = partsOf(inAngles(text));
  const [, sizes = "", element] = /^((?:(?:\d+|\?)x)*)(.*)$/.exec(first) ?? [];
  if (element === undefined || first === "") return undefined;
  const shape = sizes.split("x").slice(0, -1);
  const sizeOf = (size: string): number => (size === "?" ? ANY_SIZE : Number(size));
  return { text, shape: shape.map(sizeOf), element, space: rest.at(-1) ?? "" };
}

/** The bits of an integer or a float by its text. */
export const bitsOf = (text: string): number => (text === "tf32" ? 19 : Number(known(/\d+/.exec(text)?.[0])));

/** A memref as it is printed. @param space its memory space; empty for none */
export function memrefText(shape: readonly number[], element: string, layout: string, space: string): string {
  const sizes = shape.length === 0 ? "" : `${shapeWords(shape)}x`;
  return `memref<${[sizes + element, isIdentity(layout) ? "" : layout, space].filter(Boolean).join(", ")}>`;
}
