/** The host's connection to a worker that ends by itself, in every possible way. */
import assert from "node:assert/strict";
import type { ConnectionHost, SessionWorker } from "../../../extension/session/transport/connection";
import { Connection } from "../../../extension/session/transport/connection";
import type { Message } from "../../../extension/session/transport/rpc";
import { Server } from "../../../extension/session/transport/rpc";

/** A worker that answers `echo`, `open` and `isOpen`, ends on `die`, and never answers `hang`. */
class FakeWorker implements SessionWorker {
  closed = false;
  private isOpen = false;
  private take: (message: Message) => void = () => undefined;
  private report: (reason: string) => void = () => undefined;
  private readonly server = new Server(
    (message) => this.take(message),
    async (method, query) => {
      if (method === "die") this.report(String(query));
      if (method === "isOpen") return this.isOpen;
      if (method === "hang" || method === "die") return new Promise(() => undefined);
      if (method === "open") {
        await new Promise((resolve) => setTimeout(resolve, 1));
        this.isOpen = true;
      }
      return query;
    },
  );
  post(message: Message): void {
    this.server.take(message);
  }
  listen(take: (message: Message) => void): void {
    this.take = take;
  }
  onEnd(report: (reason: string) => void): void {
    this.report = report;
  }
  end(): void {
    this.closed = true;
  }
}

function connected(startWorker = () => Promise.resolve<SessionWorker>(new FakeWorker())) {
  const said: string[] = [];
  let started = 0;
  const host: ConnectionHost = {
    startWorker: () => {
      started++;
      return startWorker();
    },
    event: () => undefined,
    reopen: (reason) => {
      said.push(`reopened: ${reason}`);
      return connection.callNow("open", "file");
    },
    lost: (reason) => said.push(`lost: ${reason}`),
  };
  const connection: Connection = new Connection(host);
  return { connection, said, started: () => started };
}

describe("a connection to a worker", () => {
  it("answers the calls of a worker that ends, and continues with another", async () => {
    const { connection, said } = connected();
    const waiting = connection.call("hang", null);
    const dying = connection.call("die", "out of memory");
    await assert.rejects(waiting, /out of memory/);
    await assert.rejects(dying, /out of memory/);
    assert.equal(await connection.call("echo", 7), 7);
    assert.deepEqual(said, ["reopened: out of memory"]);
  });
  it("lets a call that comes before the document is open wait for it", async () => {
    const { connection } = connected();
    const order: string[] = [];
    let open = (): void => undefined;
    connection.waitFor(new Promise<void>((resolve) => (open = resolve)).then(() => order.push("open")));
    const answer = connection.call("echo", 1).then(() => order.push("answer"));
    await connection.callNow("echo", 2);
    assert.deepEqual(order, []);
    open();
    await answer;
    assert.deepEqual(order, ["open", "answer"]);
  });
  it("lets a call wait for the second worker if the first ends while it opens the document", async () => {
    const { connection, said } = connected();
    connection.waitFor(connection.callNow("die", "no memory"));
    assert.equal(await connection.call("isOpen", null), true);
    assert.deepEqual(said, ["reopened: no memory"]);
  });
  it("gives a call its own answer if the document cannot be opened", async () => {
    const { connection } = connected();
    connection.waitFor(Promise.reject(new Error("no such file")));
    assert.equal(await connection.call("echo", 6), 6);
  });
  it("restarts a worker only once, then answers every call with the reason", async () => {
    const { connection, said, started } = connected();
    await assert.rejects(connection.call("die", "first"));
    await assert.rejects(connection.call("die", "second"), /second/);
    await assert.rejects(connection.call("echo", 1), /second/);
    assert.equal(started(), 2);
    assert.equal(connection.isLost, true);
    assert.deepEqual(said, ["reopened: first", "lost: second"]);
  });
  it("restarts when the file has changed", async () => {
    const { connection } = connected();
    await assert.rejects(connection.call("die", "first"));
    await assert.rejects(connection.call("die", "second"));
    connection.renew();
    assert.equal(await connection.call("echo", 3), 3);
  });
  it("answers the calls of a worker that cannot be started", async () => {
    const { connection, said } = connected(() => Promise.reject(new Error("no worker")));
    await assert.rejects(connection.call("echo", 1), /no worker/);
    await assert.rejects(connection.call("echo", 2), /no worker/);
    assert.ok(said.includes("lost: no worker"));
  });
  it("rejects running calls when it is closed, and starts nothing", async () => {
    const { connection, started } = connected();
    const waiting = connection.call("hang", null);
    connection.close("closed");
    await assert.rejects(waiting, /closed/);
    await assert.rejects(connection.call("echo", 1), /closed/);
    assert.equal(started(), 1);
  });
});
