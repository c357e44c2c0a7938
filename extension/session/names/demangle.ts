/** Demangled C++ and Rust names, shown beside the mangled ones. A wasm library demangles; it is loaded on demand. */
import * as bindings from "gecko-profiler-demangle/index_bg.js";
import { withMostPages } from "./wasmMemory";

/** A name in quotes, with its sigil and LLVM's mark of names that are not mangled further. */
const QUOTED = /^[@$%]?"(?:\\01)?([^"]+)"$/;
const ITANIUM = /^_{1,4}Z/;
/** The library's own forms, and the usual ones. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<!operator(?:-|>|<=)?)> (?=>)/g, ">"],
  [/(\[abi:[^\]]*\]), (?=\[abi:)/g, "$1"],
  [/\(((?:\[abi:[^\]]*\])+)\)/g, "$1"],
  [/^\{vtable\((.*)\)\}$/, "vtable for $1"],
  [/^\{vtt\((.*)\)\}$/, "VTT for $1"],
  [/^\{virtual override thunk\(\{offset\([^)]*\)\}, (.*)\)\}$/, "non-virtual thunk to $1"],
  [/^\{virtual override thunk\(\{virtual offset\([^)]*\)\}, (.*)\)\}$/, "virtual thunk to $1"],
  [/^construction vtable for (.*)-in-(.*)$/, "construction vtable for $2-in-$1"],
];
/**
 * The beginnings of mangled names that the library knows: Itanium C++, Rust, Microsoft C++, Swift and D. A sigil may
 * precede them: `%` for LLVM 1.x's globals.
 */
const MANGLED = /^[@$%]?(_{1,4}Z\w|_R[A-Z\d]|\?.|_?\$[sS]|_D\d)/;
/** Longer names are not demangled: the library recurses on their nesting. */
const LONGEST = 2048;
/**
 * A name may stand for a text of any length, since its parts can refer to each other. A text is shown if it is at most
 * this many times as long as its name.
 */
const TIMES = 40;
/** The memory of the library, in pages of 64 KiB: it fails when a text fills them. */
const MOST_PAGES = 256;
const PAGE_BYTES = 65536;
/** The bytes of too long texts after which no more names are demangled: making them takes about a second. */
const MOST_WASTED = 1 << 26;

/** The library's wasm, or undefined if there is none. */
type Wasm = Uint8Array | undefined;

let loadWasm: () => Wasm | Promise<Wasm> = () => undefined;
let state: "new" | "loading" | "ready" | "absent" = "new";
let loading: Promise<void> | undefined;
let wasted = 0;
/** The library's code, to start it again after a failure. */
let code: WebAssembly.Module | undefined;

/** Sets the function that loads the library's wasm; it is called once, with the first mangled name. */
export function setDemangler(load: () => Wasm | Promise<Wasm>): void {
  loadWasm = load;
  if (state === "absent") state = "new";
}

/** While the wasm is loading: a promise that settles (never rejects) when names can be asked for again. */
export function demanglerLoading(): Promise<void> | undefined {
  return loading;
}

function ready(): boolean {
  if (state === "new") load();
  return state === "ready";
}
function load(): void {
  state = "absent";
  const wasm = loadWasm();
  if (!(wasm instanceof Promise)) {
    start(wasm);
    return;
  }
  state = "loading";
  loading = wasm
    .then(start)
    .catch(() => {
      // Without the library, names stay as they are in the file.
      state = "absent";
    })
    .finally(() => (loading = undefined));
}
function start(wasm: Wasm): void {
  state = "absent";
  if (!wasm) return;
  code = new WebAssembly.Module(withMostPages(wasm, MOST_PAGES) as Uint8Array<ArrayBuffer>);
  wasted = 0;
  // Without the library, no name had a short one.
  names.clear();
  startAgain();
}
let memory: WebAssembly.Memory | undefined;
/** Starts the library anew: it cannot be used any more after it has failed. */
function startAgain(): void {
  if (!code || wasted > MOST_WASTED) {
    state = "absent";
    return;
  }
  // Growing detaches the buffer of the old memory, of which the bindings keep a view.
  memory?.grow(0);
  const { exports } = new WebAssembly.Instance(code, { "./index_bg.js": { ...bindings } });
  bindings.__wbg_set_wasm(exports);
  (exports["__wbindgen_start"] as () => void)();
  memory = exports["memory"] as WebAssembly.Memory;
  state = "ready";
}

/** Results by name, kept because rows ask for the same names repeatedly. */
const names = new Map<string, string | undefined>();
const KEPT = 20000;
/** Library types that programs usually spell by a short name. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/std::(?:__cxx11::)?basic_string<char, std::char_traits<char>, std::allocator<char>>/g, "std::string"],
  [/std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char>>/g, "std::string"],
];
/**
 * A mangled name in a text, with its sigil and quotes: names of Itanium C++ and Rust may also occur without quotes;
 * those of Microsoft C++ and Swift never do.
 */
const NAMES = /([@$%]?)"?(?:\\01)?((?:_{1,4}Z|_R)[\w$.]+)"?|([@$%])"(?:\\01)?(\?[^"]+|\$[sS]\w+)"/g;
/** A quick test whether a text may contain one. */
const HINT = /_[ZR]|"(?:\\01)?\?|"\$[sS]/;

/** Whether a text may contain a mangled name; most do not and need no further search. */
export function mayBeMangled(text: string): boolean {
  return HINT.test(text);
}

/** As {@link demangled}, with the usual short names of library types. */
export function shortName(name: string): string | undefined {
  if (names.has(name)) return names.get(name);
  const plain = demangled(name);
  const short = plain === undefined ? undefined : SHORT.reduce((text, [long, to]) => text.replace(long, to), plain);
  // Nothing is known until the library is loaded.
  if (demanglerLoading()) return short;
  names.set(name, short);
  if (names.size > KEPT) names.delete(names.keys().next().value ?? "");
  return short;
}

/** The text with its mangled names demangled; the same text if there are none. */
export function withPlainNames(text: string): string {
  if (!mayBeMangled(text)) return text;
  return text.replace(NAMES, (whole, ...parts: (string | undefined)[]) => {
    const [sigil = "", name = ""] = parts.slice(0, 6).filter((part) => part !== undefined);
    const plain = shortName(name);
    return plain === undefined ? whole : sigil + plain;
  });
}

/** The demangled name; undefined if it is not mangled, not in a known scheme, or stands for too long a text. */
export function demangled(name: string): string | undefined {
  const unquoted = QUOTED.exec(name)?.[1] ?? name;
  if (!MANGLED.test(unquoted) || unquoted.length > LONGEST) return undefined;
  try {
    if (!ready()) return undefined;
    const plain = /^[@$%]/.test(unquoted) && !unquoted.startsWith("$s") ? unquoted.slice(1) : unquoted;
    return ITANIUM.test(plain) ? itaniumName(plain) : nameOf(plain);
  } catch {
    waste(MOST_PAGES * PAGE_BYTES);
    startAgain();
    return undefined;
  }
}
/** As {@link demangled}, of a name without sigil and quotes. @throws if the library fails */
function nameOf(plain: string): string | undefined {
  const result = bindings.demangle_any(plain);
  if (result.length > TIMES * plain.length) {
    waste(result.length);
    return undefined;
  }
  // For names that it does not know, the library returns the name itself, or the name without its underscore.
  return plain.endsWith(result) ? undefined : result;
}
/** A name of Itanium C++ as LLVM and GNU write it, where the library has a form of its own. */
function itaniumName(plain: string): string | undefined {
  const name = nameOf(plain);
  if (name !== undefined) return SPELLINGS.reduce((text, [own, usual]) => text.replace(own, usual), name);
  // The library does not know guards of variables with ABI tags, but the variables.
  const guarded = plain.startsWith("_ZGV") ? itaniumName(`_Z${plain.slice(4)}`) : undefined;
  return guarded === undefined ? undefined : `guard variable for ${guarded}`;
}
/** Counts a text that was made in vain. */
function waste(bytes: number): void {
  wasted += bytes;
  if (wasted > MOST_WASTED) state = "absent";
}
