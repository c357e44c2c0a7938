/** Encodings of sparse tensors, as they are printed (mlir::sparse_tensor::SparseTensorEncodingAttr). */
import { partsOf } from "../../attributes/brackets";
import { known, unknown } from "../fault";
import type { TypeView } from "../entryView";

/** How a tensor is stored: `{ map = (d0, d1) -> (d0 : dense, d1 : compressed(nonunique)), posWidth = 32 }`. */
export interface Encoding {
  /** The number of dimensions. */
  readonly dims: number;
  /** For each level the expression of its coordinate, and its type. */
  readonly levels: readonly (readonly [expression: string, type: string])[];
  /** The bits of positions and coordinates; 0: they are of type index. */
  readonly posWidth: number;
  readonly crdWidth: number;
  readonly isSlice: boolean;
}

/** Reads an encoding. Unknown if it is written in another way. */
export function encodingOf(text: string): Encoding {
  const [, inner = ""] = /^#sparse_tensor\.encoding<\{\s*(.*?)\s*\}>$/.exec(text) ?? unknown();
  const entries = new Map(partsOf(inner).map((part) => [/^\w+/.exec(part)?.[0] ?? "", part.replace(/^\w+ = /, "")]));
  const map = known(entries.get("map"));
  const arrow = map.indexOf(") -> (");
  const [, dims = ""] = /^(?:\[[^\]]*\] ?)?\((.*)$/.exec(map.slice(0, arrow)) ?? unknown();
  const levels = partsOf(map.slice(arrow + 6, -1)).map((level): readonly [string, string] => {
    const [, expression = "", type = ""] = /^(?:l\d+ = )?(.*?) : (.*)$/.exec(level) ?? unknown();
    return [expression, type];
  });
  const width = (name: string): number => Number(entries.get(name) ?? 0);
  return {
    ...{ dims: partsOf(dims).length, levels, isSlice: dims.includes("slice") },
    ...{ posWidth: width("posWidth"), crdWidth: width("crdWidth") },
  };
}

/** The encoding of a sparse tensor; unknown if the type is none. */
export function sparse(type: TypeView): Encoding {
  const { mark } = type;
  return mark === "" ? unknown() : encodingOf(mark);
}

/** An iteration space or an iterator: its encoding as text, and the levels from the first to the one after the last. */
export function iterated(type: TypeView): readonly [encoding: string, low: number, high: number] {
  const [encoding = "", levels = ""] = type.parameters;
  const [, low, high] = /^lvls = (\d+)(?: to (\d+))?$/.exec(levels) ?? unknown();
  return [encoding, Number(low), high === undefined ? Number(low) + 1 : Number(high)];
}

/** The type of numbers of that many bits. */
export const numberType = (width: number): string => (width === 0 ? "index" : `i${width}`);

const isFormat = (type: string | undefined, ...formats: readonly string[]): boolean =>
  type !== undefined && formats.includes(/^\w+/.exec(type)?.[0] ?? "");
const isCompressed = (type: string | undefined): boolean => isFormat(type, "compressed", "loose_compressed");

/** Whether all levels together are lists of coordinates. */
export const isCoordinates = ({ levels }: Encoding): boolean =>
  levels.every(([, type], i) => (i === 0 ? isCompressed(type) : isFormat(type, "singleton")));

/** What arrays hold: positions or coordinates. */
export type Field = "pos" | "crd";

/** How a tensor is stored: the arrays, and the first level of the coordinates that are kept together; all levels for none. */
export function storage({ levels }: Encoding): { readonly fields: readonly Field[]; readonly start: number } {
  const fields: Field[] = [];
  let start = levels.length;
  for (let level = 0; level < levels.length; level++) {
    const type = levels[level]?.[1];
    if (isCompressed(type)) fields.push("pos");
    if (isCompressed(type) || isFormat(type, "singleton", "structured")) fields.push("crd");
    if (!isCompressed(type)) continue;
    let end = level + 1;
    while (isFormat(levels[end]?.[1], "singleton")) end++;
    const isTogether = end > level + 1 && levels[level + 1]?.[1].includes("soa") === false;
    if (!isTogether) continue;
    start = Math.min(start, level);
    level = end - 1;
  }
  return { fields, start };
}
