/** C++ and Rust names as programmers write them, beside the mangled ones. A library in wasm does it, loaded when needed. */
import * as bindings from "gecko-profiler-demangle/index_bg.js";

/** Itanium C++, Rust, Microsoft C++, Swift and D: what the library knows. A sigil of the format may stand before. */
const MANGLED = /^[@$]?(_{1,4}Z[A-Z\d]|_R[A-Z\d]|\?.|_?\$[sS]|_D\d)/;
/** Longer names are not worth the time, and the library recurses on their nesting. */
const LONGEST = 2048;

let loadWasm: () => Uint8Array | undefined = () => undefined;
let state: "new" | "ready" | "absent" = "new";

/** Says where the library's wasm comes from; it is asked for with the first mangled name, and once. */
export function setDemangler(load: () => Uint8Array | undefined): void {
  loadWasm = load;
  if (state === "absent") state = "new";
}

function ready(): boolean {
  if (state !== "new") return state === "ready";
  state = "absent";
  const wasm = loadWasm();
  if (!wasm) return false;
  const imports = { "./index_bg.js": { ...bindings } };
  const module = new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);
  const { exports } = new WebAssembly.Instance(module, imports);
  bindings.__wbg_set_wasm(exports);
  (exports["__wbindgen_start"] as () => void)();
  state = "ready";
  return true;
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
