/** C++ and Rust names as programmers write them, beside the mangled ones. A library in wasm does it, loaded when needed. */
import * as bindings from "gecko-profiler-demangle/index_bg.js";

/** Itanium C++, Rust, Microsoft C++, Swift and D: what the library knows. A sigil of the format may stand before: `%` for LLVM 1.x's globals. */
const MANGLED = /^[@$%]?(_{1,4}Z\w|_R[A-Z\d]|\?.|_?\$[sS]|_D\d)/;
/** Longer names are not worth the time, and the library recurses on their nesting. */
const LONGEST = 2048;

/** The library's wasm, or undefined where there is none. */
type Wasm = Uint8Array | undefined;

let loadWasm: () => Wasm | Promise<Wasm> = () => undefined;
let state: "new" | "loading" | "ready" | "absent" = "new";
let loading: Promise<void> | undefined;

/** Says where the library's wasm comes from; it is asked for with the first mangled name, and once. */
export function setDemangler(load: () => Wasm | Promise<Wasm>): void {
  loadWasm = load;
  if (state === "absent") state = "new";
}

/** While the wasm is on its way: settles (never rejects) when names can be asked for again. */
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
      // Without the library names stay as they are in the file.
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

/** Names that have been looked at: rows ask for the same ones again and again. */
const names = new Map<string, string | undefined>();
const KEPT = 20000;
/** Library types that every program spells by their short name. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/std::(?:__cxx11::)?basic_string<char, std::char_traits<char>, std::allocator<char> ?>/g, "std::string"],
  [/std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char> ?>/g, "std::string"],
];
/**
 * A mangled name in a text, with its sigil and quotes: Itanium's and Rust's stand without quotes, too; Microsoft's and
 * Swift's never do.
 */
const NAMES = /([@$%]?)"?(?:\\01)?((?:_{1,4}Z|_R)[\w$.]+)"?|([@$%])"(?:\\01)?(\?[^"]+|\$[sS]\w+)"/g;
/** What a text has that may hold one. */
const HINT = /_Z|_R|"(?:\\01)?\?|"\$[sS]/;

/** Whether there may be a mangled name in a text: most have none, and need not be looked at again. */
export function mayBeMangled(text: string): boolean {
  return HINT.test(text);
}

/** As {@link demangled}, with the library types that everybody knows by their short names. */
export function shortName(name: string): string | undefined {
  if (names.has(name)) return names.get(name);
  const plain = demangled(name);
  const short = plain === undefined ? undefined : SHORT.reduce((text, [long, to]) => text.replace(long, to), plain);
  // Until the library is there, nothing is known.
  if (demanglerLoading()) return short;
  names.set(name, short);
  if (names.size > KEPT) names.delete(names.keys().next().value ?? "");
  return short;
}

/** A text with the mangled names in it as programmers write them; the same text where there are none. */
export function withPlainNames(text: string): string {
  if (!mayBeMangled(text)) return text;
  return text.replace(NAMES, (whole, ...parts: (string | undefined)[]) => {
    const [sigil = "", name = ""] = parts.slice(0, 6).filter((part) => part !== undefined);
    const plain = shortName(name);
    return plain === undefined ? whole : sigil + plain;
  });
}

/** The name as a programmer writes it; undefined where it is not mangled, or in a way that nobody knows. */
export function demangled(name: string): string | undefined {
  if (!MANGLED.test(name) || name.length > LONGEST) return undefined;
  try {
    if (!ready()) return undefined;
    const plain = /^[@$%]/.test(name) && !name.startsWith("$s") ? name.slice(1) : name;
    const result = bindings.demangle_any(plain);
    // Of what it does not know, it gives the name itself, or the name without its underscore.
    return plain.endsWith(result) ? undefined : result;
  } catch {
    // A trap leaves the library in no state to be used again.
    state = "absent";
    return undefined;
  }
}
