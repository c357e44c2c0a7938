/** What MLIR demands of a module's data layout (mlir::detail::verifyDataLayoutSpec and verifyEntries of LLVM's types). */
import { partsOf } from "../../attributes/brackets";
import { inAngles } from "../lists";

/** `key = value`; the key is a string or a type. */
const ENTRY = /^("[^"]*"|.*?) = (.*)$/;
/** Numbers as a layout has them: `dense<[32, 64]> : vector<2xi64>`; one stands for all. */
const DENSE = /^dense<(?:\[([-+.\de, ]*)\]|([-+.\de]+|true|false))> : (?:vector|tensor)<(\d+)x(\w+)>$/;
/** Integers and floats. */
const NUMBER = /^(?:[su]?i\d+|b?f\d\w*|tf32)$/;
/** What the dlti dialect knows by name (DLTIBase.td, kDataLayout…Key). */
const KNOWN =
  /^"dlti\.(?:(?:alloca|default|global|program)_memory_space|(?:function_pointer|stack)_alignment|legal_int_widths|mangling_mode)"$/;
/** Builtin types that have no layout; integers, floats and the index may have one. */
const NO_LAYOUT = /^(?:\(|(?:complex|function|memref|none|tensor|tuple|vector)\b)/;

/** Bits that a type of LLVM has in a layout. */
interface TypeLayout {
  readonly key: RegExp;
  readonly counts: readonly number[];
  /** What is said of an attribute with other elements. */
  readonly countWords: string;
  readonly widthWords: string;
  /** The place of the alignment that the ABI demands; the preferred one is next. */
  readonly abi: number;
  /** What is said of a type that is not like this one. */
  readonly plain?: { readonly key: RegExp; readonly words: string };
}

const LAYOUTS: readonly TypeLayout[] = [
  {
    key: /^!llvm\.ptr\b/,
    counts: [3, 4],
    countWords: "with 3 or 4 elements",
    widthWords: "expected i64 parameters for",
    abi: 1,
  },
  {
    key: /^!llvm\.struct</,
    counts: [1, 2],
    countWords: "of 1 or 2 elements",
    widthWords: "expected i64 entries for",
    abi: 0,
    plain: { key: /^!llvm\.struct<(?:packed )?\(\)>$/, words: "unexpected layout attribute for struct" },
  },
];

/** Ops whose layouts are checked: `DataLayoutOpInterface`. */
export const HAVE_LAYOUTS: ReadonlySet<string | undefined> = new Set(["builtin.module", "gpu.module"]);

/**
 * The fault of a layout, in the reference's words; undefined if none is certain.
 * @param text `#dlti.dl_spec<…>`
 * @param isLoaded whether the file has something of a dialect that the release has
 */
export function dataLayoutFault(text: string, isLoaded: (dialect: string) => boolean): string | undefined {
  for (const part of partsOf(inAngles(text))) {
    const [, key = "", value = ""] = ENTRY.exec(part) ?? [];
    const fault = key.startsWith('"') ? nameFault(key, value, isLoaded) : entryFault(key, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nameFault(key: string, value: string, isLoaded: (dialect: string) => boolean): string | undefined {
  if (key === '"dlti.endianness"')
    return /^"(?:big|little)"$/.test(value)
      ? undefined
      : "'dlti.endianness' data layout entry is expected to be either 'big' or 'little'";
  const dialect = /^"([^.]*)\./.exec(key)?.[1];
  if (dialect === "dlti") return KNOWN.test(key) ? undefined : `unknown data layout entry name: ${key.slice(1, -1)}`;
  const isSupported = dialect === undefined || !isLoaded(dialect);
  return isSupported ? undefined : `the '${dialect}' dialect does not support identifier data layout entries`;
}

function entryFault(key: string, value: string): string | undefined {
  if (key === "index" && /^(?:["@#[{(]|dense<|array<)/.test(value))
    return "expected integer attribute in the data layout entry for 'index'";
  if (NUMBER.test(key)) return numberFault(key, value);
  if (NO_LAYOUT.test(key)) return "unexpected data layout for a built-in type";
  const layout = LAYOUTS.find((one) => one.key.test(key));
  return layout && typeFault(layout, key, value);
}

/** The bits that an integer or a float is aligned to, and those that it is better aligned to. */
function numberFault(key: string, value: string): string | undefined {
  const [all, list, splat, count, element] = DENSE.exec(value) ?? [];
  if (all === undefined && value.startsWith("dense")) return undefined;
  const entry = `data layout entry #dlti.dl_entry<${key}, ${value}>`;
  if (element !== "i64") return `expected a dense i64 elements attribute in the ${entry}`;
  if (count !== "1" && count !== "2") return `expected 1 or 2 elements in the ${entry}`;
  const numbers = (list ?? splat ?? "").split(", ");
  // Of an attribute that is stored as text, the reference reads no other numbers either.
  if (!numbers.every((number) => /^-?\d+$/.test(number))) return undefined;
  const [abi = 0n, preferred = abi] = numbers.map((bits) => BigInt.asUintN(64, BigInt(bits)));
  return preferred < abi
    ? `preferred alignment is expected to be greater than or equal to the abi alignment in ${entry}`
    : undefined;
}

function typeFault(layout: TypeLayout, key: string, value: string): string | undefined {
  const [all, list, splat, count, element] = DENSE.exec(value) ?? [];
  if (all === undefined && value.startsWith("dense")) return undefined;
  if (!layout.counts.includes(Number(count)) || element?.includes("f"))
    return `expected layout attribute for '${key}' to be a dense integer elements attribute ${layout.countWords}`;
  if (element !== "i64") return `${layout.widthWords} '${key}'`;
  if (layout.plain?.key.test(key) === false) return `${layout.plain.words} '${key}'`;
  const bits = list?.split(", ").map(Number);
  const [abi, preferred] = [layout.abi, layout.abi + 1].map((i) => (bits ? bits[i] : Number(splat)));
  return abi !== undefined && preferred !== undefined && abi > preferred
    ? "preferred alignment is expected to be at least as large as ABI alignment"
    : undefined;
}
