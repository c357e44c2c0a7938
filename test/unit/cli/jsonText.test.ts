import assert from "node:assert/strict";
import { openedAt, writeList } from "../../../extension/cli/jsonText";

interface Node {
  readonly name: string;
  readonly children?: readonly Node[];
}

/** Nodes with their children, printed piece by piece. */
function pieces(nodes: Iterable<Node>): readonly string[] {
  const found: string[] = [];
  const write = (text: string): void => void found.push(text);
  const print = ({ name, children }: Node, indent: string): void => {
    write(openedAt({ name, size: { bits: name.length } }, "children", indent));
    writeList(children ?? [], write, print, `${indent}  `);
    write(`\n${indent}}`);
  };
  writeList(nodes, write, print);
  return found;
}
/** The same objects in whole. */
const whole = ({ name, children }: Node): object => ({
  name,
  size: { bits: name.length },
  children: (children ?? []).map(whole),
});

describe("JSON in pieces", () => {
  it("is what JSON.stringify prints, for lists, empty ones, and lists in objects", () => {
    const rows = [{ label: 'a "b"\n', bits: 3, path: ["x", "y"] }, { label: "", path: [] }, 5, null];
    for (const list of [rows, [], [[]], [[1, { a: {} }]]]) {
      let text = "";
      writeList<unknown>(list, (piece) => void (text += piece));
      assert.equal(text, JSON.stringify(list, null, 2));
    }
    const nodes = [{ name: "a", children: [{ name: "b\n}" }, { name: "", children: [{ name: "c" }] }] }, { name: "d" }];
    assert.equal(pieces(nodes).join(""), JSON.stringify(nodes.map(whole), null, 2));
  });
  it("is printed while the list is made", () => {
    const asked: number[] = [];
    function* list(): Generator<number, void, undefined> {
      for (let i = 0; i < 3; i++) {
        asked.push(i);
        yield i;
      }
    }
    const before: number[] = [];
    writeList(list(), () => void before.push(asked.length));
    assert.deepEqual(before, [1, 1, 2, 2, 3, 3, 3]);
  });
});
