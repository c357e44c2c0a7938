import * as assert from "node:assert/strict";
import type { Call, Message } from "../../../extension/session/transport/rpc";
import { callMethod, Caller, Cancelled, client, Server } from "../../../extension/session/transport/rpc";

interface Api {
  double(query: number, call: Call): Promise<number>;
  count(query: number, call: Call<number>): Promise<string>;
  wait(query: null, call: Call): Promise<never>;
}

/** A caller and a server connected to each other, with every message between them. */
function joined(): { api: ReturnType<typeof client<Api>>; caller: Caller; messages: Message[]; ended: () => boolean } {
  const messages: Message[] = [];
  let ended = false;
  const methods = {
    double: (query: number) => (query < 0 ? Promise.reject(new Error("negative")) : Promise.resolve(query * 2)),
    count: (query: number, call: Call<number>) => {
      for (let i = 0; i < query; i++) call.progress(i);
      return Promise.resolve("done");
    },
    wait: (_query: null, call: Call) =>
      new Promise<never>((_resolve, reject) => {
        call.signal.addEventListener("abort", () => {
          ended = true;
          reject(new Cancelled());
        });
      }),
  };
  const caller = new Caller((message) => {
    messages.push(message);
    // Messages go through structured cloning, as between threads.
    server.take(structuredClone(message));
  });
  const server: Server = new Server(
    (message) => {
      messages.push(message);
      caller.take(structuredClone(message));
    },
    (method, query, call) => callMethod<Api>(methods, method, query, call),
  );
  return { api: client<Api>(caller), caller, messages, ended: () => ended };
}

describe("calls between threads", () => {
  it("are answered", async () => {
    assert.equal(await joined().api.double(21), 42);
  });
  it("are answered with the error if the method fails", async () => {
    await assert.rejects(joined().api.double(-1), /negative/);
  });
  it("are answered with an error if there is no such method", async () => {
    const { caller } = joined();
    await assert.rejects(caller.call("toString", null), /no method toString/);
    await assert.rejects(caller.call("nothing", null), /no method nothing/);
  });
  it("report progress before they are answered", async () => {
    const seen: number[] = [];
    assert.equal(await joined().api.count(3, { progress: (value) => seen.push(value) }), "done");
    assert.deepEqual(seen, [0, 1, 2]);
  });
  it("end on both sides when they are cancelled, and are answered exactly once", async () => {
    const { api, messages, ended } = joined();
    const controller = new AbortController();
    const waiting = api.wait(null, { signal: controller.signal });
    controller.abort();
    await assert.rejects(waiting, Cancelled);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(ended(), true);
    assert.equal(messages.filter((message) => message.type === "answer").length, 1);
  });
  it("are not settled by an answer to a page that was there before", async () => {
    const posted: Message[] = [];
    const ask = (): { readonly caller: Caller; readonly answer: Promise<unknown> } => {
      const caller = new Caller((message) => posted.push(message));
      return { caller, answer: caller.call("double", 1) };
    };
    ask();
    // Two pages are never loaded within a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const { caller, answer } = ask();
    const [before, now] = posted.map((message) => (message.type === "call" ? message.id : assert.fail()));
    caller.take({ type: "answer", id: before ?? 0, ok: "of before" });
    caller.take({ type: "answer", id: now ?? 0, ok: "of now" });
    assert.equal(await answer, "of now");
  });
  it("are rejected when the connection ends, including further ones", async () => {
    const { api, caller } = joined();
    const waiting = api.wait(null);
    caller.end("closed");
    await assert.rejects(waiting, /closed/);
    await assert.rejects(api.double(1), /closed/);
  });
});
