/** Demangled C++ and Rust names, shown beside the mangled ones. A wasm library demangles; it is loaded on demand. */
import * as bindings from "gecko-profiler-demangle/index_bg.js";

/**
 * The beginnings of mangled names that the library knows: Itanium C++, Rust, Microsoft C++, Swift and D. A sigil may
 * precede them: `%` for LLVM 1.x's globals.
 */
const MANGLED = /^[@$%]?(_{1,4}Z\w|_R[A-Z\d]|\?.|_?\$[sS]|_D\d)/;
/** Longer names are not demangled: the library recurses on their nesting. */
const LONGEST = 2048;

/** The library's wasm, or undefined if there is none. */
type Wasm = Uint8Array | undefined;

let loadWasm: () => Wasm | Promise<Wasm> = () => undefined;
let state: "new" | "loading" | "ready" | "absent" = "new";
let loading: Promise<void> | undefined;

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
  const imports = { "./index_bg.js": { ...bindings } };
  const module = new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);
  const { exports } = new WebAssembly.Instance(module, imports);
  bindings.__wbg_set_wasm(exports);
  (exports["__wbindgen_start"] as () => void)();
  state = "ready";
}

/** Results by name, kept because rows ask for the same names repeatedly. */
const names = new Map<string, string | undefined>();
const KEPT = 20000;
/** Library types that programs usually spell by a short name. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/std::(?:__cxx11::)?basic_string<char, std::char_traits<char>, std::allocator<char> ?>/g, "std::string"],
  [/std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char> ?>/g, "std::string"],
];
/**
 * A mangled name in a text, with its sigil and quotes: names of Itanium C++ and Rust may also occur without quotes;
 * those of Microsoft C++ and Swift never do.
 */
const NAMES = /([@$%]?)"?(?:\\01)?((?:_{1,4}Z|_R)[\w$.]+)"?|([@$%])"(?:\\01)?(\?[^"]+|\$[sS]\w+)"/g;
/** A quick test whether a text may contain one. */
const HINT = /_Z|_R|"(?:\\01)?\?|"\$[sS]/;

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

/** The demangled name; undefined if it is not mangled, or not in a known scheme. */
export function demangled(name: string): string | undefined {
  if (!MANGLED.test(name) || name.length > LONGEST) return undefined;
  try {
    if (!ready()) return undefined;
    const plain = /^[@$%]/.test(name) && !name.startsWith("$s") ? name.slice(1) : name;
    const result = bindings.demangle_any(plain);
    // For names that it does not know, the library returns the name itself, or the name without its underscore.
    return plain.endsWith(result) ? undefined : result;
  } catch {
    // After a trap the library cannot be used again.
    state = "absent";
    return undefined;
  }
}
