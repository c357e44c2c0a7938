/** The overview of a file: its list of functions, the size of its parts, and the links to a container's documents. */
import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Anchor, Overview, SessionApi } from "../../../extension/session/protocol";
import type { Core } from "../../../extension/session/core";
import type { OutlinePages } from "../../../extension/session/facts/outlinePages";
import { overview } from "../../../extension/session/facts/overview";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/bytes/source";
import { chars, member, MODULE, offloadBinary } from "../../support/boxes";
import { encodeCompressed } from "../../support/bytecode";
import { sampleModule } from "../../support/bytecodeSample";

const call = { signal: new AbortController().signal, progress: () => undefined };
const BY_SIZE = { sort: "size", count: 100 } as const;

async function opened(bytes: Uint8Array): Promise<SessionApi> {
  return (await Session.open(new MemorySource(bytes))).api as SessionApi;
}
async function overviewOf(name: string): Promise<Overview> {
  return (await opened(new Uint8Array(readFileSync(name)))).overview(BY_SIZE, call);
}

describe("the outline around a bit", () => {
  it("includes the type whose record starts there, although its range is not known", async () => {
    const api = await opened(new Uint8Array(readFileSync("test/fixtures/llvm/typed.bc")));
    const found = await api.symbols({ text: "%", count: 100, demangle: false }, call);
    const types = found.filter(({ kind }) => kind === "type");
    assert.ok(types.length > 0);
    for (const { name, startBit } of types) {
      const path = await api.outlineAt({ bit: startBit, demangle: false }, call);
      assert.deepEqual([path.at(0)?.name, path.at(-1)?.name], ["types", name]);
    }
  });
});

describe("the first screen of a .pexe's assembly", () => {
  it("has its preamble folded, as in its records", async () => {
    const api = await opened(new Uint8Array(readFileSync("samples/factorial.pexe")));
    for (const arrangement of ["assembly", "records"] as const) {
      const folds = { arrangement, base: "preamble", toggled: [], detail: false } as const;
      const { rows } = await api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 200, folds }, call);
      const texts = rows.map(({ assembly }) => assembly.map(({ text }) => text).join(""));
      assert.ok(
        rows.some(({ fold }, index) => fold === "closed" && /types \{/.test(texts[index] ?? "")),
        arrangement,
      );
      assert.ok(!texts.some((text) => text.includes("@t0 = ")), arrangement);
      assert.ok(
        texts.some((text) => text.includes("%v3 = mul")),
        arrangement,
      );
    }
  });
});

describe("the functions on the ruler", () => {
  const folds = { arrangement: "assembly", base: "none", toggled: [], detail: false } as const;
  async function marked(name: string): Promise<{
    readonly shares: ReadonlySet<number>;
    readonly marked: ReadonlySet<number>;
    readonly all: number;
    share(bit: number): Promise<number>;
  }> {
    const api = await opened(new Uint8Array(readFileSync(name)));
    const { list } = await api.overview({ sort: "size", count: 500 }, call);
    // Copying everything reads everything.
    await api.copy({ arrangement: "assembly", kind: "text" }, call);
    const rows = async (anchor: Anchor) => api.rows({ anchor, before: 0, after: 1, folds }, call);
    while (!(await rows({ kind: "line", line: 0 })).exact) await new Promise((resolve) => setTimeout(resolve, 5));
    const share = async (bit: number): Promise<number> => {
      const { line, total } = await rows({ kind: "bit", bit });
      return Math.round((line / total) * 1000) / 1000;
    };
    const bits = [...list.items.map(({ startBit }) => startBit), 2 ** 40];
    const { functions } = await api.marks(folds, call);
    const marked = await api.shares({ ...folds, bits }, call);
    return { shares: new Set(functions), marked: new Set(marked), all: list.count, share };
  }
  it("are all functions of a small file, and the largest of a file with many", async () => {
    const small = await marked("samples/factorial.bc");
    assert.equal(small.shares.size, small.all);
    const large = await marked("test/fixtures/llvm/x86.bc");
    assert.ok(large.all > 100 && large.shares.size <= 64, `${large.shares.size} of ${large.all}`);
    const { list } = await overviewOf("test/fixtures/llvm/x86.bc");
    for (const { startBit, name } of list.items.slice(0, 3))
      assert.ok(large.shares.has(await large.share(startBit)), name);
  });
  it("are the bits that are asked for", async () => {
    const { marked: found, share } = await marked("samples/factorial.bc");
    const { list } = await overviewOf("samples/factorial.bc");
    const wanted = await Promise.all(list.items.map(({ startBit }) => share(startBit)));
    assert.deepEqual([...found].sort(), wanted.sort());
  });
});

function* sorted<T>(nodes: readonly T[]): Generator<void, readonly T[], undefined> {
  yield;
  return nodes;
}

describe("the overview", () => {
  it("lists functions in the order of the outline, which has sorted them by size: none is measured again", () => {
    const document = { title: "", bits: 0, problems: () => [] } as unknown as Core["document"];
    const nodes = [1, 3, 2].map((bits) => ({ kind: "function", name: `@f${bits}`, startBit: 0, endBit: bits }));
    const outline = { functions: () => sorted(nodes), nodes: () => [] } as unknown as OutlinePages;
    const steps = overview({ document } as Core, outline, BY_SIZE);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    assert.deepEqual(
      step.value.list.items.map(({ name }) => name),
      ["@f1", "@f3", "@f2"],
    );
  });
  it("lists the functions by size, largest first", async () => {
    const { list } = await overviewOf("samples/factorial.bc");
    assert.equal(list.of, "functions");
    assert.equal(list.count, list.items.length);
    const sizes = list.items.map(({ startBit, endBit }) => endBit - startBit);
    assert.deepEqual(
      sizes,
      [...sizes].sort((a, b) => b - a),
    );
  });
  it("names the producer once: with the release, if that was known from it", async () => {
    const { facts } = await overviewOf("samples/factorial.bc");
    const labels = facts.map(({ label }) => label);
    assert.deepEqual(labels, ["release", "target", "source file"]);
    assert.match(facts[0]?.value ?? "", /^LLVM 22 \(.*LLVM22\.1\.8\)$/);
  });
  it("of a container lists its documents, each by its index", async () => {
    const api = await opened(Uint8Array.from(offloadBinary(1, MODULE)));
    const { list, counts } = await api.overview(BY_SIZE, call);
    const inside = await api.derived(null, call);
    assert.ok(inside.length > 0);
    assert.equal(list.of, "modules");
    assert.equal(list.count, inside.length);
    for (const { derived, startBit } of list.items) assert.equal(inside[derived ?? -1]?.startBit, startBit);
    assert.ok(counts.some(({ label, count }) => label === "modules" && count === inside.length));
  });
  it("and the outline show what is hidden in a name: it does not change what is beside it", async () => {
    const name = Buffer.from("safe\u202ecod\r.o/").toString("latin1");
    const archive = [...chars("!<arch>\n"), ...member(name, MODULE)];
    const api = await opened(Uint8Array.from(archive));
    const { list } = await api.overview(BY_SIZE, call);
    const query = { path: [0], from: 0, count: 1, filter: "", sort: "position", demangle: true } as const;
    const { items } = await api.outline(query, call);
    for (const item of [...list.items, ...items]) assert.equal(item.name, "safe<U+202E>cod␍.o");
  });
  it("distinguishes an MLIR function with a one-block body of plain ops from a declaration, in every version", async () => {
    for (const version of ["22-v0", "22-v2", "22-v6"]) {
      const api = await opened(new Uint8Array(readFileSync(`test/fixtures/mlir/sampler-${version}.mlirbc`)));
      const found = await api.symbols({ text: "@", count: 100, demangle: false }, call);
      const kinds = found.filter(({ detail }) => detail === "func.func").map(({ name, kind }) => [name, kind]);
      assert.deepEqual(kinds, [
        ["scale", "declaration"],
        ["sum", "function"],
        ["table", "function"],
      ]);
    }
  });
  it("names the data in an IREE module, which has no section, among what takes the space", async () => {
    const api = await opened(new Uint8Array(readFileSync("test/fixtures/iree/elementwise-vulkan.vmfb")));
    const [shares, rows] = [await api.space(null, call), await api.stats(null, call)];
    const rodata = rows.find(({ block, record }) => block === "rodata" && record === undefined);
    assert.ok(rodata && rodata.bits > 0);
    assert.equal(shares.find(({ kind }) => kind === "rodata")?.bits, rodata.bits);
  });
  it("shows what takes the space, except for compressed files, where everything is in one place", async () => {
    const space = async (name: string): ReturnType<SessionApi["space"]> =>
      (await opened(new Uint8Array(readFileSync(name)))).space(null, call);
    const shares = await space("samples/factorial.bc");
    assert.ok(shares.length > 1);
    const size = readFileSync("samples/factorial.bc").length * 8;
    assert.ok(shares.reduce((sum, { bits }) => sum + bits, 0) <= size);
    const packed = await (await opened(encodeCompressed(sampleModule))).space(null, call);
    assert.deepEqual(packed, []);
  });
});
