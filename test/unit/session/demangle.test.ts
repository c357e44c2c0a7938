import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { demangled, setDemangler, shortName, withPlainNames } from "../../../extension/session/names/demangle";
import type { WorkerApi } from "../../../extension/session/protocol";
import type { Message } from "../../../extension/session/transport/rpc";
import { Caller, client } from "../../../extension/session/transport/rpc";
import { serve } from "../../../extension/session/worker/serve";

const WASM = path.resolve("dist/demangle.wasm");
const QUERY = { path: [0], from: 0, count: 9, sort: "position", filter: "", demangle: true } as const;

/** A worker's session of a fixture, with the host's answer to a mangled name; `asked` counts the requests. */
async function worker(wasm: Uint8Array | null) {
  let asked = 0;
  let take: (message: Message) => void = () => undefined;
  const caller = new Caller((message) => take(message));
  const api = client<WorkerApi>(caller);
  const post = (message: Message): void => {
    if (message.type !== "event") return void caller.take(message);
    asked++;
    void api.demangler({ wasm });
  };
  serve({ post, listen: (to) => (take = to) }, { openFile: () => assert.fail("no file is opened by its path") });
  const bytes = new Uint8Array(readFileSync(path.resolve("test/fixtures/llvm/mangled.bc")));
  await api.open({ bytes, members: [], maxMemory: 1 << 26 });
  return { api, asked: () => asked };
}

// The library is shared by the thread: the tests go from having none to a worker that loads it.
describe("demangling", () => {
  it("works without the library", () => {
    setDemangler(() => undefined);
    assert.equal(demangled("_Z1fv"), undefined);
    assert.equal(shortName("_Z1gv"), undefined);
  });
  it("does not request the library while nobody wants names demangled", async () => {
    const { api, asked } = await worker(null);
    const { items } = await api.outline({ ...QUERY, demangle: false });
    assert.deepEqual(
      items.map(({ name, demangled }) => [name, demangled]),
      [
        ["@_ZN5shape6Circle4areaEi", undefined],
        ["@main", undefined],
      ],
    );
    assert.equal(asked(), 0);
  });
  it("has a worker request the library, and demangles the outline, its filter and order, and symbols", async () => {
    const { api } = await worker(readFileSync(WASM));
    const { items } = await api.outline(QUERY);
    assert.deepEqual(
      items.map(({ name, demangled }) => [name, demangled]),
      [
        ["@_ZN5shape6Circle4areaEi", "shape::Circle::area(int)"],
        ["@main", undefined],
      ],
    );
    assert.equal((await api.outline({ ...QUERY, filter: "circle::AREA" })).total, 1);
    const sorted = await api.outline({ ...QUERY, sort: "name" });
    assert.deepEqual(
      sorted.items.map(({ name }) => name),
      ["@main", "@_ZN5shape6Circle4areaEi"],
    );
    const symbols = await api.symbols({ text: "@num::scale", count: 9, demangle: true });
    assert.deepEqual(
      symbols.map(({ demangled }) => demangled),
      ["core::num::scale"],
    );
    assert.equal((await api.symbols({ text: "@num::scale", count: 9, demangle: false })).length, 0);
  });
  it("demangles names that were asked for without the library", () => {
    assert.equal(shortName("_Z1gv"), "g()");
  });
  it("demangles names of C++, Rust and Microsoft C++", () => {
    assert.equal(demangled("_Z1fv"), "f()");
    assert.equal(demangled("_ZN4llvm6Module5printEi"), "llvm::Module::print(int)");
    assert.equal(demangled("@_ZN3std2io5Write9write_all17h0123456789abcdefE"), "std::io::Write::write_all");
    assert.match(demangled("?f@C@@QEAAHXZ") ?? "", /C::f\(void\)/);
  });
  it("writes them as LLVM and GNU do: brackets, tables, thunks, guards and ABI tags", () => {
    assert.equal(demangled("_ZN1AI1BI1CEE1fEv"), "A<B<C>>::f()");
    assert.equal(demangled("_ZN1AIXadL_ZN1BptEvEEE1fEv"), "A<&B::operator->()>::f()");
    assert.equal(demangled("_ZTV2DD"), "vtable for DD");
    assert.equal(demangled("_ZTT2DD"), "VTT for DD");
    assert.equal(demangled("_ZTC2DD0_2D1"), "construction vtable for D1-in-DD");
    assert.equal(demangled("_ZThn16_N2DD1fEv"), "non-virtual thunk to DD::f()");
    assert.equal(demangled("_ZTv0_n24_N2DD1fEv"), "virtual thunk to DD::f()");
    assert.equal(demangled("_ZL5g_strB5cxx11"), "g_str[abi:cxx11]");
    assert.equal(demangled("_ZGVZ1fvE1xB1aB1b"), "guard variable for f()::x[abi:a][abi:b]");
    assert.equal(demangled("_ZGVZ1fvE1x"), "guard variable for f()::x");
  });
  it("takes a name with its quotes", () => {
    assert.equal(demangled('@"_ZZ4mainEN3$_0D2Ev"'), "main::$_0::~$_0()");
    assert.equal(demangled('"\\01_Z1fv"'), "f()");
  });
  it("finds names in a text, with their quotes and sigils", () => {
    assert.match(withPlainNames('call void @"\\01?f@C@@QEAAHXZ"(i32 1)'), /^call void @.*C::f\(void\)\(i32 1\)$/);
    assert.equal(withPlainNames("@_ZZ4mainENKUlvE_clEv"), "@main::{lambda()#1}::operator()() const");
    assert.equal(withPlainNames('@"a b" $x %"class.s"'), '@"a b" $x %"class.s"');
  });
  it("leaves other names alone", () => {
    assert.equal(demangled("main"), undefined);
    assert.equal(demangled("@printf"), undefined);
    assert.equal(demangled("_Z"), undefined);
  });
  it("skips names of absurd length", () => {
    assert.equal(demangled(`_Z${"1a".repeat(5000)}`), undefined);
  });
  describe("a name that stands for a text without end", () => {
    // A<int, int>, then 40 templates of the previous one twice.
    const parts = Array.from({ length: 40 }, (_, i) => `S_I${`S${i.toString(36).toUpperCase()}_`.repeat(2)}E`);
    const bomb = `_Z1f1AIiiE${parts.join("")}`;
    it("is left as it is, and the library is started again", () => {
      setDemangler(() => readFileSync(WASM));
      assert.equal(demangled("_Z1fv"), "f()");
      assert.equal(demangled(bomb), undefined);
      assert.equal(demangled("_Z1fv"), "f()");
    });
    it("is one whose text is more than forty times as long", () => {
      const short = `_Z1f1AIiiE${parts.slice(0, 3).join("")}`;
      assert.ok((demangled(short)?.length ?? 0) > 3 * short.length);
      assert.equal(demangled(`_Z1f1AIiiE${parts.slice(0, 12).join("")}`), undefined);
    });
    it("ends demangling if there are many", () => {
      for (let i = 0; i < 10; i++) assert.equal(demangled(bomb), undefined);
      assert.equal(demangled("_Z1fv"), undefined);
      setDemangler(() => readFileSync(WASM));
      assert.equal(demangled("_Z1fv"), "f()");
    });
  });
});
