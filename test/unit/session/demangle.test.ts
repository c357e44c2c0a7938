import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { demangled, setDemangler } from "../../../extension/session/demangle";

const WASM = path.resolve(__dirname, "../../../../dist/demangle.wasm");

describe("demangling", () => {
  it("does without the library where there is none", () => {
    setDemangler(() => undefined);
    assert.equal(demangled("_Z1fv"), undefined);
    setDemangler(() => readFileSync(WASM));
    assert.equal(demangled("_Z1fv"), "f()");
  });
  it("gives the names of C++, Rust and Microsoft C++ as programmers write them", () => {
    assert.equal(demangled("_ZN4llvm6Module5printEi"), "llvm::Module::print(int)");
    assert.equal(demangled("@_ZN3std2io5Write9write_all17h0123456789abcdefE"), "std::io::Write::write_all");
    assert.match(demangled("?f@C@@QEAAHXZ") ?? "", /C::f\(void\)/);
  });
  it("leaves other names alone", () => {
    assert.equal(demangled("main"), undefined);
    assert.equal(demangled("@printf"), undefined);
    assert.equal(demangled("_Z"), undefined);
  });
  it("does not try names of absurd length", () => {
    assert.equal(demangled(`_Z${"1a".repeat(5000)}`), undefined);
  });
});
