/** A module of 100 MB: the cost of opening it and drawing its first rows, in bytes read and bytes kept. No clock. */
import * as assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileSource } from "../../../extension/session/bytes/file";
import { columnText } from "../../../extension/document/token";
import type { Call } from "../../../extension/session/transport/rpc";
import { Session } from "../../../extension/session/session";
import { writeVastModule } from "../../support/vastLlvm";

const MIB = 1024 * 1024;

describe("a module of 100 MB", () => {
  let folder: string;
  let path: string;
  before(function () {
    this.timeout(60000);
    folder = mkdtempSync(join(tmpdir(), "bitscope-large-"));
    path = join(folder, "large.bc");
    writeVastModule(path);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("shows its first rows after reading less than 2 MB of it, and keeps less than that", async () => {
    const source = new FileSource(path);
    assert.ok(source.length > 96 * MIB);
    const session = await Session.open(source);
    const call: Call = { signal: new AbortController().signal, progress: () => undefined };
    const folds = { base: "preamble" as const, toggled: [], detail: false };
    const answer = await session.api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 240, folds }, call);
    const cost = await session.api.cost(null, call);
    session.dispose();
    const text = answer.rows.map((row) => columnText(row.assembly)).join("\n");
    assert.ok(/internal i32 @/.test(text), text.slice(0, 2000));
    assert.ok(cost.bytesRead < 2 * MIB, `${cost.bytesRead} bytes were read`);
    assert.ok(cost.bytesResident < 2 * MIB, `${cost.bytesResident} bytes are kept`);
  });
});
