/** Checks a data layout string. Source: DataLayout::parseLayoutString of LLVM 20 and later, LangRef "Data Layout". */
import type { Release } from "../ir/releases";
import { oldDataLayoutFault } from "./oldDataLayoutFault";

/** The first release with these messages. */
const SINCE: Release = 21;

/** Returns what is wrong with a part; undefined if nothing is. */
type Check = (text: string) => string | undefined;

/** A number of bits: positive, below 2^24. */
function size(name: string): Check {
  return (text) => {
    if (text === "") return `${name} component cannot be empty`;
    const bits = /^\d+$/.test(text) ? Number(text) : 0;
    return bits === 0 || bits >= 2 ** 24 ? `${name} must be a non-zero 24-bit integer` : undefined;
  };
}
/** An alignment in bits: a power of two of bytes. */
function alignment(name: string, allowsZero = false): Check {
  return (text) => {
    if (text === "") return `${name} alignment component cannot be empty`;
    const bits = /^\d+$/.test(text) ? Number(text) : 2 ** 16;
    if (bits >= 2 ** 16) return `${name} alignment must be a 16-bit integer`;
    if (bits === 0) return allowsZero ? undefined : `${name} alignment must be non-zero`;
    const bytes = bits / 8;
    return Number.isInteger(Math.log2(bytes)) && bytes >= 1
      ? undefined
      : `${name} alignment must be a power of two times the byte width`;
  };
}
const space: Check = (text) => {
  if (text === "") return "address space component cannot be empty";
  return /^\d+$/.test(text) && Number(text) < 2 ** 24 ? undefined : "address space must be a 24-bit integer";
};

/** A specification with parts separated by colons, of which only the first `required` must be present. */
function parts(format: string, required: number, ...checks: readonly Check[]): Check {
  return (text) => {
    const found = text.split(":");
    if (found.length < required || found.length > checks.length)
      return `malformed specification, must be of the form "${format}"`;
    return first(found.map((part, i) => checks[i]?.(part)));
  };
}
function first(faults: Iterable<string | undefined>): string | undefined {
  for (const fault of faults) if (fault !== undefined) return fault;
  return undefined;
}
/** Parts that are all of one kind. */
function all(check: Check): Check {
  return (text) => first(text.split(":").map(check));
}
/** A check of one part, whose parts must have the form `format`. */
function formed(pattern: RegExp, format: string, then: Check): Check {
  return (text) => (pattern.test(text) ? then(text) : `malformed specification, must be of the form "${format}"`);
}
const nothing: Check = (text) => (text === "" ? undefined : "malformed specification, must be just 'e' or 'E'");
const zero: Check = (text) => (/^0*$/.test(text) ? undefined : "size must be zero");
const nonIntegral: Check = formed(/^:/, "ni:<address space>[:<address space>]...", (text) => {
  const spaces = text.slice(1);
  const holdsDefault = spaces.split(":").some((part) => /^0+$/.test(part));
  return all(space)(spaces) ?? (holdsDefault ? "address space 0 cannot be non-integral" : undefined);
});
/** `[flags][space][(name)]` of a pointer. */
function pointerSpace(flags: string): Check {
  if (flags === "") return (text) => (text === "" ? undefined : space(text));
  const others = new RegExp(`^[${flags}]*([a-zA-Z])`);
  const leading = new RegExp(`^[${flags}]+`);
  return (text) => {
    const flag = others.exec(text)?.[1];
    if (flag !== undefined && !flags.includes(flag)) return `'${flag}' is not a valid pointer specification flag`;
    const rest = text.replace(leading, "").replace(/\([^)]+\)$/, "");
    return rest === "" ? undefined : space(rest);
  };
}

/** Both checks, one after the other. */
function both(one: Check, other: Check): Check {
  return (text) => one(text) ?? other(text);
}
/** The preferred alignment, at `place`, is at least the one before it. */
function preferred(place: number): Check {
  return (text) => {
    const found = text.split(":");
    const lower = Number(found[place] ?? Infinity) < Number(found[place - 1]);
    return lower ? "preferred alignment cannot be less than the ABI alignment" : undefined;
  };
}
const indexSize: Check = (text) => {
  const [, size, , , index = "0"] = text.split(":");
  return Number(index) > Number(size) ? "index size cannot be larger than the pointer size" : undefined;
};

function pointer(flags: string): Check {
  const format = "p[<n>]:<size>:<abi>[:<pref>[:<idx>]]";
  const sizes = [size("pointer size"), alignment("ABI"), alignment("preferred"), size("index size")];
  return both(parts(format, 3, pointerSpace(flags), ...sizes), both(preferred(3), indexSize));
}

function primitive(letter: string): Check {
  const format = `${letter}<size>:<abi>[:<pref>]`;
  return both(parts(format, 2, size("size"), alignment("ABI"), alignment("preferred")), preferred(2));
}
/** A byte is aligned to itself. */
const integer: Check = both((text) => {
  const [bits, abi] = text.split(":");
  return Number(bits) === 8 && Number(abi) > 8 ? "i8 must be 8-bit aligned" : undefined;
}, primitive("i"));

/** The check for what follows each letter; other letters are unknown. */
const SPECIFICATIONS: Readonly<Record<string, Check>> = {
  e: nothing,
  E: nothing,
  s: () => undefined,
  m: formed(/^:./, "m:<mangling>", (text) => (/^:[elmoxwa]$/.test(text) ? undefined : "unknown mangling mode")),
  i: integer,
  f: primitive("f"),
  v: primitive("v"),
  a: both(parts("a:<abi>[:<pref>]", 2, zero, alignment("ABI", true), alignment("preferred")), preferred(2)),
  p: pointer("eu"),
  n: (text) => (text.startsWith("i") ? nonIntegral(text.slice(1)) : all(size("size"))(text)),
  S: formed(/./, "S<size>", alignment("stack natural")),
  F: formed(/./, "F<type><abi>", (text) =>
    /^[in]/.test(text)
      ? alignment("ABI", true)(text.slice(1))
      : `unknown function pointer alignment type '${text.slice(0, 1)}'`,
  ),
  P: formed(/./, "P<address space>", space),
  A: space,
  G: space,
};

/** Before LLVM 22, address spaces have neither flags nor names. */
const SPECIFICATIONS_21: Readonly<Record<string, Check>> = { ...SPECIFICATIONS, p: pointer("") };
/**
 * What LLVM 23 accepts in addition: pointers whose null is all zeros or all ones, and vectors aligned like their
 * elements.
 */
const vector = primitive("v");
const SPECIFICATIONS_23: Readonly<Record<string, Check>> = {
  ...SPECIFICATIONS,
  p: pointer("euzo"),
  v: (text) => (text === "e" ? undefined : vector(text)),
};

/**
 * Why the release rejects a module with this layout; undefined if it does not, or if its message is a different one.
 */
export function dataLayoutFault(layout: string, release: Release): string | undefined {
  if (layout === "" || release === 3) return undefined;
  if (release < SINCE) return oldDataLayoutFault(layout, release);
  const specifications = release >= 23 ? SPECIFICATIONS_23 : release >= 22 ? SPECIFICATIONS : SPECIFICATIONS_21;
  for (const specification of layout.split("-")) {
    const letter = specification[0];
    if (letter === undefined) return "empty specification is not allowed";
    const fault = Object.hasOwn(specifications, letter)
      ? specifications[letter]?.(specification.slice(1))
      : `unknown specifier '${letter}'`;
    if (fault !== undefined) return fault;
  }
  return undefined;
}
