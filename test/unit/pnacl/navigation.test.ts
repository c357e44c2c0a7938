import assert from "node:assert/strict";
import type { IrDocument } from "../../../extension/document/document";
import type { HoverCard } from "../../../extension/document/hover";
import type { OutlineNode } from "../../../extension/document/outline";
import type { Place } from "../../../extension/document/section";
import type { Token } from "../../../extension/document/token";
import { factorial, fixtureBytes } from "../../support/pexe";
import { opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

/** A token of the listing, with everything needed to ask about it. */
interface Found {
  readonly place: Place;
  readonly line: number;
  readonly token: number;
  readonly column: "record" | "assembly";
  readonly what: Token;
}

function* tokens(document: IrDocument, section = document.roots()[0]!): Generator<Found, void, undefined> {
  for (let from = 0; ;) {
    const page = document.entries(section, from, 50, {});
    for (const [at, entry] of page.entries.entries()) {
      if (entry.kind === "section") {
        yield* tokens(document, entry.section);
        continue;
      }
      for (const [line, row] of entry.lines.entries()) {
        for (const column of ["record", "assembly"] as const) {
          for (const [token, what] of row[column].entries()) {
            yield { place: { section, entry: from + at }, line, token, column, what };
          }
        }
      }
    }
    from += page.entries.length;
    if (page.end) return;
  }
}

function card(document: IrDocument, { place, column, line, token }: Found): HoverCard {
  const entry = document.entries(place.section, place.entry, 1, {}).entries[0]!;
  const found = document.hover(place, entry, { column, line, token });
  assert.ok(found);
  return found;
}
/** The tokens of the record at a bit. */
function at(document: IrDocument, bit: number, column: "record" | "assembly"): readonly Found[] {
  const place = document.placeOf(bit)!;
  return [...tokens(document)].filter(
    (f) => f.place.section === place.section && f.place.entry === place.entry && f.column === column,
  );
}

describe("the scope of a function's own names", () => {
  it("contains all that mention them, so that a search skips the other functions", () => {
    const document = opened(factorial().bytes);
    let scoped = 0;
    for (const { what, place } of tokens(document)) {
      const scope = what.symbol === undefined ? undefined : document.scope?.(what.symbol);
      if (what.symbol !== undefined)
        assert.equal(scope === undefined, what.symbol.startsWith("@") || what.symbol.startsWith("k"), what.symbol);
      if (scope === undefined) continue;
      scoped++;
      let around: number | undefined = place.section;
      while (around !== undefined && around !== scope) around = document.section(around).parent;
      assert.equal(around, scope, what.symbol);
    }
    assert.ok(scoped > 20);
  }).timeout(60_000);
});

describe("a hover card", function () {
  this.timeout(60_000);
  const { bytes } = factorial();
  /** `%v1 = sub i32 %p0, %c0`, at 139:2. */
  const SUB = 139 * 8 + 2;

  it("of an operand shows its raw, relative and meant value, its bits and its encoding", () => {
    const document = opened(bytes);
    const operand = at(document, SUB, "record").find((f) => f.what.operand === 0 && f.what.kind === "number")!;
    const { title, container, lines, bits, encoding, symbol, description } = card(document, operand);
    assert.equal(title, "3 — first operand of INST_BINOP");
    assert.equal(container, "function @f0");
    assert.equal(lines[0]?.text, "3 → relative: 3 back from %v1 → %p0 (i32, parameter 0)");
    assert.deepEqual([bits?.startBit, bits?.endBit], [SUB + 14, SUB + 20]);
    assert.equal(encoding, "vbr(6), unabbreviated");
    assert.equal(document.locate(symbol!)?.entry, 0);
    assert.equal(description, "INST_BINOP  [opval, opval, opcode, flags]: two values, then the operation");
  });
  it("of a token in the assembly is that of its operand", () => {
    const document = opened(bytes);
    const shown = at(document, SUB, "assembly").find((f) => f.what.text === "%c0")!;
    assert.equal(card(document, shown).lines[0]?.text, "2 → relative: 2 back from %v1 → %c0 (i32, constant 0)");
    const opcode = at(document, SUB, "assembly").find((f) => f.what.text === "sub")!;
    assert.equal(card(document, opcode).lines[0]?.text, "1 → sub or fsub");
  });
  it("of a result shows its type", () => {
    const document = opened(bytes);
    const result = [...tokens(document)].find((f) => f.what.text === "%v0" && f.what.definition)!;
    const { title, lines } = card(document, result);
    assert.equal(title, "%v0 — defined by INST_CMP2");
    assert.deepEqual(lines, [{ label: "type", text: "i1" }]);
  });
  it("of an operand in an abbreviation tells so", () => {
    const document = opened(fixtureBytes("instructions.listing"));
    const zero = [...tokens(document)].find((f) => f.what.text === "%c1" && f.what.definition)!;
    const operand = [...tokens(document)].find(
      (f) => f.place.section === zero.place.section && f.place.entry === zero.place.entry && f.what.operand === 0,
    )!;
    assert.equal(card(document, operand).encoding, "literal, abbreviation @a2");
  });
  it("exists for every token of every column, with bits inside the file", () => {
    for (const name of ["instructions.listing", "messages.listing", "damage.listing"]) {
      const document = opened(fixtureBytes(name));
      let count = 0;
      for (const found of tokens(document)) {
        const { title, bits } = card(document, found);
        assert.notEqual(title, "");
        if (bits) assert.ok(bits.startBit <= bits.endBit && bits.endBit <= document.bits);
        count++;
      }
      assert.ok(count > 500);
    }
  });
});

describe("symbols", () => {
  it("are defined once, and found at their definition", () => {
    const document = opened(fixtureBytes("instructions.listing"));
    const defined = new Map<string, Place>();
    const used = new Set<string>();
    for (const { what, place } of tokens(document)) {
      if (what.symbol === undefined) continue;
      if (!what.definition) used.add(what.symbol);
      else {
        assert.ok(!defined.has(what.symbol), `${what.symbol} is defined twice`);
        defined.set(what.symbol, place);
      }
    }
    for (const kind of ["@f", "@g", "@t", "@a", "%v", "%c", "%p", "%b", "%a"]) {
      assert.ok(
        [...defined.keys()].some((s) => s.includes(kind)),
        `none of ${kind}`,
      );
    }
    for (const symbol of used) assert.ok(defined.has(symbol), `${symbol} is used, and not defined`);
    for (const [symbol, place] of defined) {
      const fresh = opened(fixtureBytes("instructions.listing"));
      for (const found of tokens(fresh)) void found;
      assert.deepEqual(fresh.locate(symbol), place, symbol);
    }
  });
  it("are listed as llvm-nm does", () => {
    const found = [...opened(fixtureBytes("instructions.listing")).symbols()].map((s) => `${s.letter} ${s.name}`);
    assert.deepEqual(found, [
      "T _start",
      "U @f1",
      "U llvm.memcpy.p0i8.p0i8.i32",
      "t hi \xc8x",
      ...["d @g0", "d @g1", "d @g2", "d @g3"],
    ]);
  });
});

describe("the outline", () => {
  function names(nodes: readonly OutlineNode[], depth = 0): string[] {
    return nodes.flatMap((n) => [`${" ".repeat(depth)}${n.kind} ${n.name}`, ...names(nodesIn(n), depth + 1)]);
  }
  it("has functions with their basic blocks and constants, globals, types and blocks", () => {
    const found = names(topOf(opened(factorial().bytes)));
    assert.deepEqual(found.slice(0, 7), [
      "group functions",
      " function fact",
      "  group constants",
      "   constant %c0",
      "  basicBlock %b0",
      "  basicBlock %b1",
      "  basicBlock %b2",
    ]);
    assert.ok(found.includes(" type @t2") && found.includes(" block function i32 @f0(i32 %p0)"));
    assert.ok(!found.includes("group globals"), "it has none");
  });
  it("tells how many nodes each group has", () => {
    for (const file of ["aligned.listing", "instructions.listing"]) {
      const groups = topOf(opened(fixtureBytes(file)));
      assert.ok(groups.length >= 4, file);
      for (const group of groups) assert.equal(group.detail, String(nodesIn(group).length), `${file}: ${group.name}`);
    }
  });
  it("has nodes with their own bits", () => {
    const document = opened(fixtureBytes("instructions.listing"));
    const walk = (nodes: readonly OutlineNode[]): void => {
      for (const node of nodes) {
        assert.ok(node.startBit <= node.endBit && node.endBit <= document.bits, node.name);
        walk(nodesIn(node));
      }
    };
    walk(topOf(document));
  });
});

describe("the place of a bit", () => {
  it("is the entry that contains it", () => {
    const document = opened(fixtureBytes("instructions.listing"));
    for (let bit = 0; bit < document.bits; bit += 3) {
      const place = document.placeOf(bit);
      assert.ok(place, `bit ${bit}`);
      const entry = document.entries(place.section, place.entry, 1, {}).entries[0]!;
      assert.ok(entry.kind === "lines" && entry.startBit <= bit && bit < entry.endBit, `bit ${bit}`);
    }
  });
});
