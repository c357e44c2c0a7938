/** C++ and Rust names as programmers write them, beside the mangled ones. A library in wasm does it, loaded when needed. */
import * as bindings from "gecko-profiler-demangle/index_bg.js";

/** Itanium C++, Rust, Microsoft C++, Swift and D: what the library knows. A sigil of the format may stand before. */
const MANGLED = /^[@$]?(_{1,4}Z[A-Z\d]|_R[A-Z\d]|\?.|_?\$[sS]|_D\d)/;
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

/** The name as a programmer writes it; undefined where it is not mangled, or in a way that nobody knows. */
export function demangled(name: string): string | undefined {
  if (!MANGLED.test(name) || name.length > LONGEST) return undefined;
  try {
    if (!ready()) return undefined;
    const plain = /^[@$]/.test(name) && !name.startsWith("$s") ? name.slice(1) : name;
    const result = bindings.demangle_any(plain);
    return result === plain ? undefined : result;
  } catch {
    // A trap leaves the library in no state to be used again.
    state = "absent";
    return undefined;
  }
}
