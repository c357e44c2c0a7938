/** The host's events that ask for a place, when they come faster than the listing can show it. */
import assert from "node:assert/strict";
import type { HostEvent } from "../../../extension/session/protocol/hostApi";
import type { Commands } from "../../../webview/commands";
import type { Editor } from "../../../webview/editor";
import { take } from "../../../webview/events";

const showing = (bit: number, preview: boolean): HostEvent => ({ kind: "show", bit, preview });
const END: HostEvent = { kind: "endPreview" };

/** What an editor did for events that all came before the turn of the first. */
async function done(events: readonly HostEvent[]): Promise<readonly string[]> {
  const did: string[] = [];
  let turn = Promise.resolve();
  const note = (what: string) => (): Promise<void> => Promise.resolve(void did.push(what));
  const editor = {
    later: (action: () => Promise<unknown>) => (turn = turn.then(action).then(() => undefined)),
    hover: { hide: () => undefined },
    focus: () => undefined,
    navigation: {
      preview: { show: ({ bit }: { readonly bit: number }) => note(`preview ${bit}`)(), end: note("end") },
      goToBit: (bit: number) => note(`go ${bit}`)(),
    },
  };
  for (const event of events) take(editor as unknown as Editor, {} as Commands, event);
  await turn;
  return did;
}

describe("places that the host asks for", () => {
  before(() => Object.assign(globalThis, { document: { hasFocus: () => false } }));
  after(() => Reflect.deleteProperty(globalThis, "document"));

  it("of previews that wait, only the last is shown", async () => {
    assert.deepEqual(await done([showing(1, true), showing(2, true), showing(3, true)]), ["preview 3"]);
  });
  it("the place that was chosen does not wait for the previews before it", async () => {
    assert.deepEqual(await done([showing(1, true), showing(2, true), showing(2, false)]), ["go 2"]);
  });
  it("each place that was chosen is gone to", async () => {
    assert.deepEqual(await done([showing(1, false), showing(2, false)]), ["go 1", "go 2"]);
  });
  it("the end of a preview also comes after one that was left out", async () => {
    assert.deepEqual(await done([showing(1, true), END]), ["end"]);
  });
});
