/** The sections of the assembly as numbered lines. */
import assert from "node:assert/strict";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { Core } from "../../../extension/session/core";
import { Session } from "../../../extension/session/session";
import { openDocument } from "../../../extension/formats/detect";
import { HOSTILE } from "../../support/hostile";

const COUNT = 300;

describe("the sections of a text", () => {
  it("end where their lines end, which is known from counting: their rows are not made again", async () => {
    const source = new MemorySource(HOSTILE["functions.bc"]!(COUNT));
    const window = new PagedWindow(source);
    const core = new Core(openDocument(window), window, source);
    const { api } = new Session(core);
    const call = { signal: new AbortController().signal, progress: () => undefined };
    const lines = (await api.textLines({ from: 0, count: 500 }, call)) ?? [];
    const { pages } = core.arranged("assembly");
    let made = 0;
    pages.page = () => assert.fail(`page ${made++}`);
    const sections = await api.textSections(null, call);
    const bodies = sections.filter(({ kind }) => kind === "function");
    assert.equal(bodies.length, COUNT);
    for (const { line, end } of bodies.filter((body) => body.end <= lines.length)) {
      assert.equal(lines[line]?.tokens[0]?.length, "define ".length, `line ${line}`);
      // The closing brace.
      assert.equal(lines[end - 1]?.tokens.length, 1, `line ${end}`);
    }
  });
});
