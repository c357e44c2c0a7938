/** What a card says of a function, who calls it, and which rows a line of source was compiled to. */
import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { ArrangementName } from "../../../extension/document/arrangement";
import { columnText } from "../../../extension/document/token";
import type { Anchor, Card, Reference, Row, SessionApi } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/bytes/source";
import { sourceName } from "../../../webview/rows/source";

const call = { signal: new AbortController().signal, progress: () => undefined };
const FOLDS = { arrangement: "assembly", base: "none", toggled: [], detail: false } as const;

/** @param change what to change in the file's bytes, as a byte string */
async function opened(name: string, change = (bytes: string): string => bytes): Promise<SessionApi> {
  const bytes = Buffer.from(change(readFileSync(name, "latin1")), "latin1");
  const { api } = await Session.open(new MemorySource(new Uint8Array(bytes)));
  await api.copy({ arrangement: "assembly", kind: "text" }, call);
  return api as SessionApi;
}
/** A row by what is in it, from the rows after a line. */
async function rowWith(api: SessionApi, text: RegExp, arrangement: ArrangementName = "assembly"): Promise<Row> {
  const folds = { ...FOLDS, arrangement };
  for (let line = 0; line < 2000;) {
    const { rows } = await api.rows({ anchor: { kind: "line", line }, before: 0, after: 250, folds }, call);
    const found = rows.find((row) => text.test(columnText(row.assembly)));
    if (found) return found;
    // A page may hold fewer rows than were asked for.
    line += Math.max(1, rows.length);
  }
  throw new Error(`no row like ${text}`);
}
async function cardOf(api: SessionApi, text: RegExp, name: string): Promise<Card | null> {
  const { section, entry, line, assembly } = await rowWith(api, text);
  const token = assembly.findIndex((one) => one.text.trim() === name);
  return api.hover({ arrangement: "assembly", section, entry, target: { column: "assembly", line, token } }, call);
}

describe("the card of an op's name in the assembly", () => {
  it("says the operands by their names there, the properties one by one, and where the op is", async () => {
    const api = await opened("samples/sampler.mlirbc");
    const card = await cardOf(api, /arith\.mulf/, '"arith.mulf"');
    const row = columnText((await rowWith(api, /arith\.mulf/)).assembly);
    const [, first, second] = /\((%[\w#]+), (%[\w#]+)\)/.exec(row) ?? [];
    assert.equal(card?.title, "arith.mulf");
    const lines = new Map(card?.lines.map(({ label, text }) => [label, text]));
    assert.match(lines.get("operand 0") ?? "", new RegExp(`^\\d+ → ${first ?? "?"} : f32$`));
    assert.match(lines.get("operand 1") ?? "", new RegExp(`^\\d+ → ${second ?? "?"} : f32$`));
    assert.equal(lines.get("fastmath"), "#arith.fastmath<none>");
    assert.equal(card?.range?.startBit, (await rowWith(api, /arith\.mulf/)).positionBit);
  });
});

describe("the card of a name of the module in the assembly", () => {
  const textOf = (card: Card | null): string | undefined => card?.lines.find(({ label }) => label === "text")?.text;
  it("says what a type or an attribute is that is spelled out where it is used", async () => {
    const llvm = await opened("samples/factorial.bc");
    assert.match(textOf(await cardOf(llvm, /icmp slt/, "i32")) ?? "", /^type \d+: i32$/);
    assert.match(textOf(await cardOf(llvm, /^define .*@main/, "noundef")) ?? "", /^group #\d+ = .*\{ noundef \}$/);
    const mlir = await opened("samples/sampler.mlirbc");
    assert.match(textOf(await cardOf(mlir, /arith\.mulf/, "f32")) ?? "", /^!\d+ = f32$/);
  });
  it("has the name as its title, and the text that defines it: a global, an attribute group, a node, a type", async () => {
    const api = await opened("samples/factorial.bc");
    const defined = await cardOf(api, /^@__const/, "@__const.main.values");
    assert.equal(defined?.title, "@__const.main.values — defined by GLOBALVAR");
    assert.match(textOf(defined) ?? "", /^@__const\.main\.values = private unnamed_addr constant \[/);
    const group = await cardOf(api, /^define .*@main\(/, "#1");
    assert.equal(group?.title, "#1 — defined by ENTRY");
    assert.match(textOf(group) ?? "", /^attributes #1 = \{ .*"target-cpu"/);
    const [, node = ""] = /!dbg (!\d+)/.exec(columnText((await rowWith(api, /ret i32 .*!dbg/)).assembly)) ?? [];
    const location = await cardOf(api, new RegExp(`ret i32 .*!dbg ${node}$`), node);
    assert.equal(location?.title, `${node} — attached to INST_RET`);
    assert.match(textOf(location) ?? "", new RegExp(`^${node} = !DILocation\\(line: `));
  });
  it("of MLIR has the attribute of an alias", async () => {
    const card = await cardOf(await opened("samples/sampler.mlirbc"), /memref<4x8xf32, #map>/, "#map");
    assert.match(card?.title ?? "", /^#map — defined by #\d+$/);
    assert.equal(textOf(card), "#map = affine_map<(d0, d1) -> (d1, d0)>");
  });
  it("of a comdat says what it is, and where it is used: it leads there from its global", async () => {
    const api = await opened("test/fixtures/llvm/instructions.bc");
    const { section, entry, line, assembly } = await rowWith(api, /^@shared = /);
    const token = assembly.findIndex(({ text }) => text === "comdat");
    const place = { arrangement: "assembly", section, entry, target: { column: "assembly", line, token } } as const;
    const target = await api.definition(place, call);
    const { rows, anchor } = await api.rows(
      { anchor: { kind: "place", place: target ?? { section, entry, line } }, before: 0, after: 0, folds: FOLDS },
      call,
    );
    assert.equal(columnText(rows[anchor]?.assembly ?? []), "$shared = comdat any");
    const found: Reference[] = [];
    const progress = (hits: readonly Reference[]): void => void found.push(...hits);
    await api.references({ symbol: "$shared", folds: FOLDS }, { ...call, progress });
    assert.deepEqual(
      found.map(({ text }) => text.replace(/,.*|\(.*/, "")),
      ["$shared = comdat any", "@shared = linkonce_odr dso_local global i32 7"],
    );
  });
});

describe("the first item of a folded run", () => {
  it("is shown by what leads to it, which unfolds the run; folding shows the run's head", async () => {
    const api = await opened("samples/factorial.bc");
    const first = { anchor: { kind: "line", line: 0 }, before: 0, after: 0, folds: FOLDS } as const;
    while (!(await api.rows(first, call)).exact) await new Promise((resolve) => setTimeout(resolve, 5));
    const { section, entry, line, positionBit } = await rowWith(api, /^!0 = /);
    assert.equal(entry, 0);
    const place = { section, entry, line };
    const folds = { ...FOLDS, base: "preamble" } as const;
    const shown = async (anchor: Anchor): Promise<readonly [text: string, unfolded: readonly number[]]> => {
      const { rows, anchor: at, unfolded } = await api.rows({ anchor, before: 0, after: 0, folds }, call);
      return [columnText(rows[at]?.assembly ?? []).slice(0, 5), unfolded];
    };
    assert.deepEqual(await shown({ kind: "place", place }), ["!0 = ", [section]]);
    assert.deepEqual(await shown({ kind: "bit", bit: positionBit ?? 0 }), ["!0 = ", [section]]);
    const [head, unfolded] = await shown({ kind: "shown", place });
    assert.match(head, /^\d+ m/);
    assert.deepEqual(unfolded, []);
    assert.deepEqual(await shown({ kind: "place", place: { section, entry, line: 0 } }), [head, []]);
  });
});

describe("the card of a function", () => {
  it("of LLVM spells out its declaration, and counts its body", async () => {
    const api = await opened("samples/factorial.bc");
    const card = await cardOf(api, /^define .*@main\(/, "@main");
    assert.equal(card?.function?.signature, "i32 (i32, ptr)");
    assert.match(card?.function?.attributes ?? "", /nounwind .*"target-cpu"="x86-64"/);
    assert.match(card?.function?.linkage ?? "", /^external dso_local/);
    assert.equal(card?.source?.[0]?.line, 18);
    const { rows } = await api.rows(
      {
        anchor: { kind: "place", place: await rowWith(api, /^define .*@main\(/) },
        before: 0,
        after: 249,
        folds: FOLDS,
      },
      call,
    );
    const body = rows.slice(
      1,
      rows.findIndex((row) => columnText(row.assembly) === "}"),
    );
    const instructions = body.filter(({ positionBit, assembly, line }) => {
      const text = columnText(assembly);
      return positionBit !== undefined && line === 0 && !/^\s*#dbg_|^\d+:|^$/.test(text);
    });
    assert.equal(card?.function?.instructions, instructions.length);
  });
  it("of PNaCl exists in both arrangements: its type, its name, its callers", async () => {
    const api = await opened("samples/factorial.pexe");
    for (const arrangement of ["records", "assembly"] as const) {
      const folds = { ...FOLDS, arrangement };
      const { rows } = await api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 100, folds }, call);
      const row = rows.find(({ assembly }) => /call i32 @f0/.test(columnText(assembly)));
      assert.ok(row);
      const { section, entry, line, assembly } = row;
      const token = assembly.findIndex(({ text }) => text === "@f0");
      const card = await api.hover({ arrangement, section, entry, target: { column: "assembly", line, token } }, call);
      assert.equal(card?.symbol, "@f0", arrangement);
      assert.deepEqual(
        [card?.function?.name, card?.function?.signature, card?.function?.linkage],
        ["fact", "i32 (i32)", "define external"],
      );
      assert.deepEqual(card?.function?.body, { startBit: 100 * 8, endBit: 156 * 8 });
      const calls = await api.calls({ arrangement, symbol: "@f0" }, call);
      // It calls itself; its head and the symbol table name it, too, but do not call it.
      for (const side of [calls?.callers, calls?.callees])
        assert.deepEqual(
          side?.functions.map(({ name, count }) => [name, count]),
          [["@f0", 1]],
          arrangement,
        );
      assert.equal(await api.calls({ arrangement, symbol: "@t0" }, call), null);
    }
  });
  it("lists its callers and callees as the text shows them", async () => {
    const api = await opened("samples/factorial.bc");
    const symbol = "@llvm.vector.reduce.mul.v4i32";
    const answer = await api.calls({ arrangement: "assembly", symbol }, call);
    assert.deepEqual(answer?.callers.functions.map(({ name, count }) => [name, count]).sort(), [
      ["@_ZN6sample3sumEPKii", 1],
      ["@main", 1],
    ]);
    assert.deepEqual([answer?.callers.exact, answer?.callees], [true, null]);
    const main = await api.calls({ arrangement: "assembly", symbol: "@main" }, call);
    assert.ok(main?.callees?.functions.some(({ name }) => name === symbol));
    assert.equal(await api.calls({ arrangement: "assembly", symbol: "@__const.main.values" }, call), null);
  });
  it("is found by reading if the format notes no calls", async () => {
    for (const [file, name, caller, callee] of [
      ["samples/sampler.mlirbc", "@scale", "@sum", undefined],
      ["samples/sampler.mlirbc", "@sum", "@main", "@scale"],
      ["samples/factorial.vmfb", "@run", undefined, "@factorial"],
    ] as const) {
      const api = await opened(file);
      const symbol =
        (await rowWith(api, new RegExp(`vm\\.func ${name}|sym_name = "${name.slice(1)}"`))).assembly.find(
          (token) => token.kind === "global" && token.definition,
        )?.symbol ?? "";
      const answer = await api.calls({ arrangement: "assembly", symbol }, call);
      const names = (list: readonly { readonly name: string }[] = []): readonly string[] => list.map((one) => one.name);
      if (caller !== undefined) assert.ok(names(answer?.callers.functions).includes(caller), `${file} ${name}`);
      if (callee !== undefined) assert.ok(names(answer?.callees?.functions).includes(callee), `${file} ${name}`);
      assert.ok(answer);
      // That the module exports it is no call.
      if (file.endsWith(".vmfb")) assert.deepEqual(answer.callers.functions, []);
    }
  });
});

describe("the card of a function of IREE", () => {
  it("has its name and its declaration, not its number", async () => {
    const api = await opened("samples/factorial.vmfb");
    const { section, entry, line, assembly } = await rowWith(api, /vm\.func @run/);
    const token = assembly.findIndex(({ text }) => text === "@run");
    const target = { column: "assembly", line, token } as const;
    const card = await api.hover({ arrangement: "assembly", section, entry, target }, call);
    assert.equal(card?.title, "@run");
    assert.match(card.function?.signature ?? "", /^vm\.func @run\(.*\) -> \(.*\)$/);
  });
});

describe("a card", () => {
  const hidden = Buffer.from("\u202e").toString("latin1");
  it("shows what is hidden in a name: it does not turn the text around it", async () => {
    const api = await opened("samples/factorial.vmfb", (bytes) => bytes.replaceAll("run", hidden));
    const card = await cardOf(api, /vm\.func @<U\+202E>/, "@<U+202E>");
    assert.equal(card?.title, "@<U+202E>");
    assert.match(card.function?.signature ?? "", /^vm\.func @<U\+202E>\(/);
  });
  it("shows it in the names of its source; the path of the file stays as it is, so that the file can be opened", async () => {
    const change = (bytes: string): string =>
      bytes.replaceAll("sum", hidden).replace("factorial.cpp", `${hidden}torial.cpp`);
    const api = await opened("samples/factorial.bc", change);
    const { section, entry, source } = await rowWith(api, /icmp/);
    const [frame] = await api.sourceOf({ section, entry, arrangement: "assembly" }, call);
    assert.match(frame?.function ?? "", /<U\+202E>/);
    assert.match(frame?.file ?? "", /^\u202etorial\.cpp$/);
    assert.match(source ? sourceName(source) : "", /^<U\+202E>torial\.cpp$/);
  });
});

describe("rows of records", () => {
  it("of code have the source of the assembly's row with the same record; others have none", async () => {
    for (const file of ["samples/factorial.bc", "samples/sampler.mlirbc"]) {
      const api = await opened(file);
      const rowsOf = async (arrangement: "assembly" | "records"): Promise<readonly Row[]> => {
        const rows: Row[] = [];
        const folds = { ...FOLDS, arrangement };
        for (let end = false; !end;) {
          const place = rows.at(-1);
          const anchor = place ? ({ kind: "place", place } as const) : ({ kind: "line", line: 0 } as const);
          const page = await api.rows({ anchor, before: 0, after: 249, folds }, call);
          rows.push(...page.rows.slice(place ? page.anchor + 1 : 0));
          end = page.atEnd;
        }
        return rows;
      };
      const known = new Map<number, number>();
      for (const { positionBit, source, assembly } of await rowsOf("assembly"))
        if (source && positionBit !== undefined && !/^!\d+ =/.test(columnText(assembly)))
          known.set(positionBit, source.line);
      const found = new Map<number, number>();
      for (const { positionBit, source } of await rowsOf("records"))
        if (source && positionBit !== undefined) found.set(positionBit, source.line);
      assert.ok(found.size > 20, `${file}: ${found.size} of ${known.size}`);
      assert.deepEqual([...found].sort(), [...known].sort(), file);
    }
  });
});

describe("rows of a source line", () => {
  it("are those whose location, or a location at which they were inlined, is on the line", async () => {
    const api = await opened("test/fixtures/llvm/inlined.bc");
    const files = await api.sourceFiles(null, call);
    assert.ok(files.length > 0);
    const { rows } = await api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 250, folds: FOLDS }, call);
    const frames = new Map<Row, Awaited<ReturnType<SessionApi["sourceOf"]>>>();
    for (const row of rows)
      if (row.source && !row.assembly.some((token) => token.kind === "metadata" && token.definition))
        frames.set(row, await api.sourceOf({ ...row, arrangement: "assembly" }, call));
    const lines = new Set([...frames.values()].flat().map(({ line }) => line));
    for (const line of lines) {
      const found: Reference[] = [];
      const progress = (hits: readonly Reference[]): number => found.push(...hits);
      const { hits } = await api.rowsOfSource({ files, line, folds: FOLDS }, { ...call, progress });
      const expected = [...frames].filter(([, chain]) => chain.some((frame) => frame.line === line));
      assert.equal(hits, expected.length, `line ${line}`);
      assert.deepEqual(
        found.map(({ startBit }) => startBit),
        expected.map(([row]) => row.positionBit),
      );
    }
    assert.ok([...frames.values()].some((chain) => chain.length > 1));
  });
});

describe("the words of a card", () => {
  const words = (card: Card | null): readonly string[] => card?.words.map(({ word }) => word) ?? [];
  it("are those of the token, of the group that it names, or of the token that shows the same operand", async () => {
    const api = await opened("samples/factorial.bc");
    assert.deepEqual(words(await cardOf(api, /getelementptr/, "inbounds nuw")), ["inbounds", "nuw"]);
    const group = words(await cardOf(api, /^define .*@main/, "#1"));
    assert.ok(group.includes("nounwind") && group.includes("target-cpu"), group.join());
    assert.deepEqual(words(await cardOf(api, /call .*@llvm\.vector\.reduce/, "@llvm.vector.reduce.mul.v4i32")), [
      "llvm.vector.reduce.mul",
    ]);
    const row = await rowWith(api, /icmp sgt/, "records");
    const operand = row.assembly.find(({ text }) => text === "sgt")?.operand;
    const token = row.record.findIndex((one) => one.operand === operand);
    const { section, entry, line } = row;
    const card = await api.hover({ section, entry, target: { column: "record", line, token } }, call);
    assert.deepEqual(words(card), ["sgt"]);
  });
  it("are the op's name in MLIR and in IREE's virtual machine", async () => {
    const mlir = await opened("samples/sampler.mlirbc");
    assert.deepEqual(words(await cardOf(mlir, /arith\.mulf/, '"arith.mulf"')), ["arith.mulf"]);
    const iree = await opened("samples/factorial.vmfb");
    assert.deepEqual(words(await cardOf(iree, /vm\.mul\.i32/, "vm.mul.i32")), ["vm.mul"]);
    assert.deepEqual(words(await cardOf(iree, /^vm\.import @hal\.executable\.create/, '"0rrr_r"')), ["0rrr_r"]);
  });
});
