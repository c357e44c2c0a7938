/** What an editor does before its host leads to another one. */
import assert from "node:assert/strict";
import type { SourceFrame } from "../../../extension/document/sourceLocation";
import type { Host } from "../../../webview/base/connection";
import { tellLeaving } from "../../../webview/base/leaving";

const FRAME: SourceFrame = { function: "main", directory: "/src", file: "a.c", line: 1, column: 1 };

describe("leaving an editor", () => {
  it("is told before the host is asked for another one, and only then", async () => {
    const told: string[] = [];
    const answer = (method: string) => (): Promise<null> => {
      told.push(method);
      return Promise.resolve(null);
    };
    const methods = ["run", "openMember", "openSource", "remember", "writeClipboard"] as const;
    const asked = Object.fromEntries(methods.map((method) => [method, answer(method)]));
    const host = tellLeaving(asked as unknown as Host, () => told.push("leaving"));
    await host.run("goBack");
    await host.openMember(0);
    await host.openSource(FRAME);
    await host.writeClipboard("text");
    assert.deepEqual(told, ["leaving", "run", "leaving", "openMember", "leaving", "openSource", "writeClipboard"]);
  });
});
