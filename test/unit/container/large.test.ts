/** How much of a container's content is read on opening. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { openDocument } from "../../../extension/formats/detect";
import { chars, member as memberBytes } from "../../support/boxes";
import { WatchedWindow } from "../../support/watched";
import { nodesIn, topOf } from "../../support/outline";

/** Bytes of a member that identify it and are read together. */
const HEAD = 256;

describe("a container of many files", () => {
  it("is opened, listed and outlined without reading the files", () => {
    const module = [...readFileSync("test/fixtures/llvm/instructions.bc")];
    const files = ["a.bc/", "b.bc/", "c.bc/"].flatMap((name) => memberBytes(name, module));
    const window = new WatchedWindow(Uint8Array.from([...chars("!<arch>\n"), ...files]));
    const document = openDocument(window);
    document.entries(document.roots()[0] ?? 0, 0, 100, {});
    const [modules] = topOf(document);
    const members = nodesIn(modules);
    assert.equal(members.length, 3);
    for (const member of members) assert.ok(window.seenIn(member) <= HEAD, `${window.seenIn(member)} bytes`);
    assert.ok((document.derived()[1]?.open().outline().length ?? 0) > 0);
    assert.ok(window.seenIn(members[1]) > HEAD, "a member is read when it is opened");
    assert.ok(window.seenIn(members[2]) <= HEAD);
  });
});
