/** The host's connection to a worker that ends by itself, in every possible way. */
import assert from "node:assert/strict";
import type { ConnectionHost, SessionWorker } from "../../../extension/session/transport/connection";
import { Connection } from "../../../extension/session/transport/connection";
import type { Message } from "../../../extension/session/transport/rpc";
import { Server } from "../../../extension/session/transport/rpc";

/** A worker that answers `echo` and `open`, ends on `die`, and never answers `hang`. */
class FakeWorker implements SessionWorker {
  closed = false;
  private take: (message: Message) => void = () => undefined;
  private report: (reason: string) => void = () => undefined;
  private readonly server = new Server(
    (message) => this.take(message),
    (method, query) => {
      if (method === "die") this.report(String(query));
      return method === "echo" || method === "open" ? Promise.resolve(query) : new Promise(() => undefined);
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
