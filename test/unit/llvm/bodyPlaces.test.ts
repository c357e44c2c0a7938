/** Which body belongs to which function: by the symbol table's offsets if VSTOFFSET leads to it, otherwise by order. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { irMagic } from "../../support/bitWriter";
import { LAWS } from "../../support/laws";
import { seeded } from "../../support/mutate";
import { assertTiles, opened } from "../../support/tiling";

/** The bodies, in file order: each ends with an instruction that tells it from the others. One uses its argument. */
const BODIES = [[10], [15], [36]] as const;
const PRINTED = ["ret void", "unreachable", "fence"];

/** Words from the file's start, which a VSTOFFSET or FNENTRY record counts. */
interface Words {
  readonly symbols: number;
  readonly bodies: readonly number[];
}

/** A module of three functions. `entries`: for each FNENTRY, the function and the word of its body. */
function module_(symbols: number, entries: readonly (readonly [number, number])[]): { bytes: Uint8Array; at: Words } {
  const out = irMagic().enter(8, 3).record(1, 2);
  // Makes each word below take the same number of bits.
  out.record(16, ...Array.from("a long name, so that each body begins after word 32", (c) => c.charCodeAt(0)));
  if (symbols > 0) out.record(13, symbols);
  out.enter(17, 4).record(1, 3).record(2).record(7, 32).record(21, 0, 0, 1).end();
  for (let i = 0; i < 3; i++) out.record(8, i, 1, 2, 0, 0, 0, 0, 0, 0, 0);
  const bodies: number[] = [];
  for (const [code] of BODIES) {
    out.enter(9, 3).end();
    bodies.push(out.bits / 32);
    out.enter(12, 4).record(1, 1);
    if (code === 36) out.record(36, 6, 1).record(10);
    else if (code === 15) out.record(3, 1, 1, 11).record(15);
    else out.record(code);
    out.end();
  }
  const at = out.bits / 32;
  out.enter(14, 4);
  for (const [value, words] of entries) out.record(3, value, words);
  out.end().end();
  out.enter(23, 3).define(1, "blob").use(4).vbr(3, 6).align32().magic("fgh").align32().end();
  return { bytes: out.done(), at: { symbols: at, bodies } };
}
/** The module with its own words. `owners`: for each FNENTRY, the function and which body it gets. */
function withEntries(owners: readonly (readonly [number, number])[]): Uint8Array {
  const { at } = module_(
    99,
    owners.map(([value]) => [value, 99]),
  );
  return module_(
    at.symbols,
    owners.map(([value, body]) => [value, at.bodies[body] ?? body]),
  ).bytes;
}

/** What each function does, and the problems. */
function read(bytes: Uint8Array): { readonly bodies: readonly string[]; readonly problems: readonly string[] } {
  const document = opened(bytes);
  const text = [...document.text({ fileName: "x" })].map(pieceText).join("");
  assertTiles(document);
  const bodies = ["f", "g", "h"].map((name) => {
    const body = new RegExp(`define void @${name}\\(i32\\)[^]*?\\n}`).exec(text)?.[0] ?? "";
    return PRINTED.filter((instruction) => body.includes(instruction)).join(" + ") || "none";
  });
  return { bodies, problems: document.problems().map(({ message }) => message) };
}

describe("the bodies of an LLVM module", () => {
  const inOrder = ["ret void", "unreachable", "ret void + fence"];
  it("are in the order of the functions without a symbol table", () => {
    assert.deepEqual(read(module_(0, []).bytes), { bodies: inOrder, problems: [] });
  });
  it("are where the entries of the symbol table say", () => {
    assert.deepEqual(read(withEntries([0, 1, 2].map((i) => [i, i] as const))), { bodies: inOrder, problems: [] });
    const swapped = read(
      withEntries([
        [0, 0],
        [1, 2],
        [2, 1],
      ]),
    );
    assert.deepEqual(swapped, { bodies: ["ret void", "ret void + fence", "unreachable"], problems: [] });
  });
  it("are the first one for the first function, and those of the order for a function without an entry", () => {
    const { bodies, problems } = read(
      withEntries([
        [0, 2],
        [2, 1],
      ]),
    );
    assert.deepEqual({ bodies, problems }, { bodies: ["ret void", "unreachable", "unreachable"], problems: [] });
  });
  it("may be the same for two functions, each with names of its own", () => {
    const shared = withEntries([[2, 1]]);
    assert.deepEqual(read(shared), { bodies: ["ret void", "unreachable", "unreachable"], problems: [] });
    LAWS["told"]?.(shared, seeded(1));
    LAWS["written"]?.(shared, seeded(1));
  });
  it("are by the last entry of a function", () => {
    const { bodies } = read(
      withEntries([
        [1, 2],
        [1, 1],
      ]),
    );
    assert.deepEqual(bodies, inOrder);
  });
  it("are reported if an entry leads to none", () => {
    const { bodies, problems } = read(withEntries([[2, 50]]));
    assert.deepEqual(bodies, inOrder);
    assert.deepEqual(problems, ["the function's offset 50 leads to no function block"]);
  });
});
