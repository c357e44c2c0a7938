/** What a thread keeps while it prints its share of a module. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ResidentWindow } from "../../../extension/document/window";
import { loadForText } from "../../../extension/formats/llvm/parallel/load";
import { Share } from "../../../extension/formats/llvm/parallel/share";

describe("a share of a module's text", () => {
  it("names the globals once, however many jobs print definitions of nodes", () => {
    const loaded = loadForText(new ResidentWindow(readFileSync("test/fixtures/llvm/debugCalls.bc")), 0, undefined);
    const [global] = loaded.module.globals;
    assert.ok(global);
    const { name } = global;
    let asked = 0;
    Object.defineProperty(global, "name", {
      get() {
        asked++;
        return name;
      },
    });
    const share = new Share(loaded);
    const askedAtFirst = asked;
    assert.ok(askedAtFirst > 0);
    const jobs = [0, 1, 2].map((first) => ({ first, ids: Int32Array.of() }));
    const plan = { jobs, numbers: new SharedArrayBuffer(4096), own: Int32Array.of() };
    share.beginNodes(plan);
    for (const job of jobs.keys()) assert.equal([...share.printNodes(job, plan)].length, 1);
    assert.equal(asked, askedAtFirst);
  });

  it("prints no definitions before it knows their numbers", () => {
    const loaded = loadForText(new ResidentWindow(readFileSync("test/fixtures/llvm/debugCalls.bc")), 0, undefined);
    const plan = { jobs: [], numbers: new SharedArrayBuffer(0), own: Int32Array.of() };
    assert.throws(() => [...new Share(loaded).printNodes(0, plan)], /before their numbers/);
  });
});
